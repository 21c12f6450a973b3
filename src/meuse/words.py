"""What the words of several commands share: how they are read, and how answers are printed."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any, NoReturn

from meuse.engine.data import parse, read
from meuse.games import GAMES
from meuse.lab.figures import wilson
from meuse.lab.selfplay import Setup
from meuse.players import PLAYERS


def takes_game(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("game", choices=list(GAMES), metavar="GAME", help=", ".join(GAMES))


def takes_setup(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--scenario", metavar="S", help="meuse games lists them")
    sub.add_argument("--options", type=options, default={}, metavar="a=b,c=d", help="meuse games lists them")
    takes_data(sub)


def takes_data(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--data", type=Path, metavar="FILE.toml", help="your own charts, laid over ours")


def takes_json(sub: argparse.ArgumentParser) -> None:
    sub.add_argument("--json", action="store_true", help="print JSON")


def players_help() -> str:
    return f"one for each side in the order of `meuse games`: {', '.join(PLAYERS)}; parameters in braces"


def wrong(message: str) -> NoReturn:
    raise argparse.ArgumentTypeError(message)


def positive(text: str) -> int:
    return int(text) if text.isdigit() and int(text) else wrong(f"expected a number from 1 up, got {text!r}")


def port(text: str) -> int:
    return int(text) if text.isdigit() and int(text) < 65536 else wrong(f"expected a port, got {text!r}")


def seconds(text: str) -> float:
    try:
        return float(text) if float(text) >= 0 else wrong(f"expected seconds, got {text!r}")
    except ValueError:
        wrong(f"expected seconds, got {text!r}")


def options(text: str) -> dict[str, str]:
    found = {}
    for part in filter(None, text.split(",")):
        name, equals, value = part.partition("=")
        if not equals:
            wrong(f"expected name=value, got {part!r}")
        found[name.strip()] = value.strip()
    return found


def read_overlay(args: argparse.Namespace) -> dict[str, Any] | None:
    return parse(read(args.data), str(args.data)) if args.data else None


def read_setup(args: argparse.Namespace, records: str | None = None) -> Setup:
    return Setup(args.game, args.players, args.scenario, args.options, read_overlay(args), records)


def print_line(plain: Any) -> None:
    print(json.dumps(plain, ensure_ascii=False), flush=True)


def print_json(plain: Any) -> int:
    print(json.dumps(plain, indent=2, ensure_ascii=False))
    return 0


def share(count: int, games: int) -> str:
    low, high = wilson(count, games)
    return f"{count:6}{count / max(1, games):9.1%} ({low:.1%} to {high:.1%})"
