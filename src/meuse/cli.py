"""The `meuse` command. What it does is done elsewhere; here are its words."""

from __future__ import annotations

import argparse
import os
import secrets
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

import meuse
from meuse import GAMES, BadInput, Illegal, Match, __version__, game_class, make_game, replay
from meuse.engine import diary as engine_diary
from meuse.engine.audit import Audit, audit
from meuse.engine.data import read
from meuse.engine.ledger import Rule, coverage
from meuse.lab.bench import measure
from meuse.lab.selfplay import Played, play_many, summarize
from meuse.lab.watch import watch
from meuse.players.names import split_players
from meuse.studies import add_studies
from meuse.words import (
    players_help,
    port,
    positive,
    print_json,
    print_line,
    read_overlay,
    read_setup,
    seconds,
    share,
    takes_data,
    takes_game,
    takes_json,
    takes_setup,
)

WIDTH = 110


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; 0 if all is well, 1 if something was wrong, 2 for a command that cannot be understood."""
    parser = make_parser()
    words = list(sys.argv[1:] if argv is None else argv)
    args = parser.parse_args(words or ["serve", "--open"])
    if args.command is None:
        parser.print_help(sys.stderr)
        return 2
    try:
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except (BadInput, Illegal) as error:
        print(f"meuse: {_named(str(error), args)}", file=sys.stderr)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except OSError as error:
        print(f"meuse: {error.filename or 'file'}: {error.strerror}", file=sys.stderr)
    except KeyboardInterrupt:
        print("meuse: broken off", file=sys.stderr)
        return 130
    return 1


def _named(message: str, args: argparse.Namespace) -> str:
    """A complaint about the player's own data names the file."""
    data = getattr(args, "data", None)
    return f"{data}{message.removeprefix('overlay')}" if data and message.startswith("overlay") else message


# -- the words of the command --


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="meuse",
        description="Board wargames of May 1940 with every rule enforced.",
        epilog="Alone, meuse serves the table and opens the browser. Each command explains itself: meuse serve --help",
    )
    parser.add_argument("--version", action="version", version=f"meuse {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        sub.set_defaults(run=run)
        return sub

    sub = command("serve", serve, "serve the table to browsers")
    sub.add_argument("--host", default="127.0.0.1", help="this machine only (127.0.0.1) unless told otherwise")
    sub.add_argument("--port", type=port, metavar="N", help="8040 if left out, or a free one where that is taken")
    sub.add_argument("--db", metavar="URL", help="a file, or postgresql://...; by default a file in your home")
    sub.add_argument("--origin", action="append", default=[], metavar="URL", help="a further address it is reached at")
    sub.add_argument("--webhook", metavar="URL", help="told when somebody who is not there must decide")
    sub.add_argument("--smtp", metavar="HOST:PORT", default=os.environ.get("MEUSE_SMTP"),
                     help="mails people who must decide and are not there (MEUSE_SMTP, MEUSE_SMTP_USER, _PASSWORD)")
    sub.add_argument("--mail-from", metavar="ADDRESS", default=os.environ.get("MEUSE_MAIL_FROM"),
                     help="in whose name (MEUSE_MAIL_FROM)")
    sub.add_argument("--workers", type=positive, metavar="N", help="processes for computer players")
    sub.add_argument("--proxy", action="append", default=[], metavar="ADDRESS",
                     help="of a reverse proxy that names in X-Forwarded-For for whom it asks")
    sub.add_argument("--limit", action="append", default=[], metavar="NAME=VALUE",
                     help="how much one address may have; docs/server.md lists them")
    sub.add_argument("--open", action="store_true", help="open the browser")
    sub = command("verify", verify, "check the dice of a finished match's record and play it again")
    sub.add_argument("file", type=Path, metavar="FILE")
    takes_json(sub)
    sub = command("games", games, "list games, sides, scenarios and options")
    takes_json(sub)
    sub = command("play", play, "show a game between computer players in the terminal")
    takes_game(sub)
    takes_setup(sub)
    sub.add_argument("--players", type=split_players, default="staff,staff", metavar="A,B", help=players_help())
    sub.add_argument("--seed", type=int, help="the same seed gives the same game; any if left out")
    sub.add_argument("--delay", type=seconds, default=0.0, metavar="SECONDS", help="pause after each line")
    sub.add_argument("--record", type=Path, metavar="FILE", help="write the record of the game to a file")
    sub = command("selfplay", selfplay, "play many games between computer players")
    takes_game(sub)
    takes_setup(sub)
    sub.add_argument("--games", type=positive, default=10, metavar="N")
    sub.add_argument("--players", type=split_players, default="random,random", metavar="A,B", help=players_help())
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first game; the next has S+1")
    sub.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes to spread the games over")
    sub.add_argument("--records", type=Path, metavar="DIR", help="keep the record of every game in this folder")
    takes_json(sub)
    sub = command("replay", replay_file, "play a record again and verify its dice")
    sub.add_argument("file", type=Path, metavar="FILE")
    takes_json(sub)
    sub = command("diary", diary, "tell a record as a war diary, in Markdown or as a page")
    sub.add_argument("file", type=Path, metavar="RECORD")
    sub.add_argument("--html", action="store_true", help="as an HTML page")
    sub = command("situation", situation, "show the position of a situation file, or write one of a record's position")
    sub.add_argument("file", type=Path, nargs="?", metavar="FILE")
    sub.add_argument("--of", type=Path, metavar="RECORD", help="write the situation that a record leads to")
    sub.add_argument("--at", type=int, metavar="N", help="with --of: after its first N actions, dice included")
    sub.add_argument("--seed", type=int, help="seed of the dice that the file does not give")
    takes_data(sub)
    takes_json(sub)
    sub = command("rules", rules, "show the rules of a game, or how far the tests hold them")
    takes_game(sub)
    sub.add_argument("rule", nargs="?", metavar="RULE", help="a rule (9.1c) or a chapter (9.1, 9)")
    sub.add_argument("--coverage", action="store_true", help="compare with the tests; exit code 1 if any is untested")
    sub.add_argument("--tests", type=Path, metavar="DIR", help="the game's tests (tests/games/GAME)")
    takes_data(sub)
    takes_json(sub)
    sub = command("map", draw_map, "draw a game's map as a picture")
    takes_game(sub)
    sub.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.svg")
    takes_data(sub)
    sub = command("bench", bench, "measure how fast the rules run: random play on one core")
    sub.add_argument("game", nargs="?", choices=list(GAMES), metavar="GAME", help="all games if left out")
    sub.add_argument("--seconds", type=seconds, default=5.0, metavar="N", help="CPU seconds for each game")
    takes_setup(sub)
    takes_json(sub)
    lab = commands.add_parser("lab", help="study computer players: duels", description="Study computer players.")
    add_studies(lab)
    return parser


# -- the commands --


def serve(args: argparse.Namespace) -> int:
    from meuse.server.hall import Settings
    from meuse.server.limits import read_limits
    from meuse.server.notices import read_mail
    from meuse.server.run import PORT, default_store, run

    more = {"workers": args.workers} if args.workers else {}
    settings = Settings(db=args.db or default_store(), host=args.host, port=PORT if args.port is None else args.port,
                        elsewhere=args.port is None, webhook=args.webhook,
                        origins=tuple(args.origin), proxies=tuple(args.proxy), limits=read_limits(args.limit),
                        mail=read_mail(args.smtp, args.mail_from, os.environ), **more)
    return run(settings, browser=args.open)


def verify(args: argparse.Namespace) -> int:
    """As `replay`, but it passes only where every die has been verified."""
    found = _replayed(args)
    _tell_replayed(args, *found)
    if not found[1].ok:
        print(f"meuse: {args.file}: not every die is verified", file=sys.stderr)
    return int(not found[1].ok)


def games(args: argparse.Namespace) -> int:
    found = {name: game_class(name) for name in GAMES}
    if args.json:
        return print_json({
            name: {"title": g.title, "sides": list(g.sides), "scenarios": dict(g.scenarios),
                   "options": msgspec.to_builtins(g.switches)}
            for name, g in found.items()
        })
    for name, g in found.items():
        print(f"{name}: {g.title}")
        _wrap(g.blurb, 2)
        print(f"\n  sides: {', '.join(g.sides)}\n\n  scenarios:")
        for scenario, title in g.scenarios.items():
            print(f"    {scenario:20}{title}")
        print("\n  options (the first value is the default):")
        for option in g.switches:
            values = [option.default, *(v for v in option.values if v != option.default)]
            print(f"    {option.name}={'|'.join(values)}")
            _wrap(f"{option.title} ({option.rule}). {option.says}", 8)
    return 0


def play(args: argparse.Namespace) -> int:
    setup = read_setup(args)
    seed = secrets.randbelow(1_000_000) if args.seed is None else args.seed
    match = watch(setup, seed, sys.stdout, args.delay)
    if args.record:
        args.record.write_bytes(msgspec.json.encode(match.record) + b"\n")
    return 0


def selfplay(args: argparse.Namespace) -> int:
    setup = read_setup(args, records=str(args.records) if args.records else None)
    start, played = time.perf_counter(), []
    for game in play_many(setup, args.seed, args.games, args.jobs):
        played.append(game)
        again = setup.again(game.seed, args.data)
        if args.json:
            print_line({**game.line(), "reproduce": again} if game.error else game.line())
        elif not game.error:
            print(_told(game), flush=True)
        if game.error:
            kept = f"; its record is {game.record}" if game.record else " (--records DIR keeps the record)"
            print(f"meuse: seed {game.seed}: {game.error}; play it again with: {again}{kept}", file=sys.stderr)
    if not args.json:
        _print_summary(setup.match(args.seed).game.sides, played, time.perf_counter() - start)
    return int(any(game.error for game in played))


def _told(game: Played) -> str:
    assert game.outcome is not None
    points = ", ".join(f"{side} {n}" for side, n in game.outcome.points.items())
    return f"seed {game.seed}: {game.outcome.verdict} ({points}), {game.decisions} decisions, {game.seconds:.2f} s"


MOST_SOURCES = 12
"""Of what points are given for, the most telling are told."""


def _print_summary(sides: Sequence[str], played: Sequence[Played], seconds: float) -> None:
    s = summarize(sides, played)
    print(f"\n{'':12}{'wins':>6}{'share (95 %)':>24}{'mean points':>14}")
    for side in sides if len(sides) > 1 else ():
        print(f"{side:12}{share(s.wins[side], s.games)}{s.points[side]:14.1f}")
    if len(sides) > 1:
        print(f"{'draws':12}{share(s.draws, s.games)}")
    else:
        print(f"{sides[0]:42}{s.points[sides[0]]:14.1f}")
    for level, count in s.levels.items() if len(sides) == 1 else ():
        print(f"  {level:22}{share(count, s.games)}")
    print(f"{'errors':12}{s.errors:6}")
    print("\nmean points by source:" if s.sources else "")
    for label, value in list(s.sources.items())[:MOST_SOURCES]:
        print(f"  {label:56}{value:8.2f}")
    print(f"\n{s.games} games, {s.decisions:.0f} decisions a game, {s.games / seconds:.1f} games/s")


def replay_file(args: argparse.Namespace) -> int:
    _tell_replayed(args, *_replayed(args))
    return 0


def diary(args: argparse.Namespace) -> int:
    match = _replayed(args)[0]
    verdict = match.outcome.verdict if match.outcome else ""
    told = engine_diary.write(match.game, engine_diary.course(match), None, verdict)
    print(engine_diary.page(told) if args.html else engine_diary.markdown(told), end="")
    return 0


def _replayed(args: argparse.Namespace) -> tuple[Match, Audit]:
    try:
        match = replay(read(args.file))
    except BadInput as error:
        raise BadInput(f"{args.file}: {error}") from None
    return match, audit(match)


def _tell_replayed(args: argparse.Namespace, match: Match, found: Audit) -> None:
    outcome = match.outcome
    if args.json:
        print_json({
            "game": match.game.name, "scenario": match.game.scenario, "actions": len(match.entries),
            "dice": found.verified + found.unverified + found.scripted, "ok": found.ok,
            **msgspec.to_builtins(found), "outcome": msgspec.to_builtins(outcome),
        })
        return
    print(f"{match.game.title}, {match.game.scenario}: {len(match.entries)} actions reproduced.")
    if outcome is None:
        print("The game is not over.")
    else:
        points = ", ".join(f"{side} {n}" for side, n in outcome.points.items())
        print(f"{outcome.verdict} ({points}).")
    for line in found.lines():
        print(line)


def situation(args: argparse.Namespace) -> int:
    if (args.file is None) == (args.of is None) or (args.at is not None and args.of is None):
        raise BadInput("expected a situation FILE, or --of RECORD and perhaps --at N")
    if args.of is not None:
        match = meuse.replay(read(args.of))
        print((match if args.at is None else match.past(args.at)).situation(), end="")
        return 0
    match = meuse.situation(args.file, seed=args.seed, overlay=read_overlay(args))
    view, actors = match.view(None), match.actors
    if args.json:
        legal = {side: match.legal(side) for side in actors}
        return print_json({"view": view, "actors": list(actors), "legal": legal,
                            "outcome": msgspec.to_builtins(match.outcome)})
    for line in match.game.report(match.position):
        _wrap(line, len(line) - len(line.lstrip()))
    print(f"\nTo act: {' and '.join(actors) or 'nobody'}. {view.get('prompt', '')} ({view.get('rule', '')})")
    for side in actors:
        for verb, nouns in _by_verb(match.legal(side)).items():
            _wrap(f"{verb}: {', '.join(nouns)}" if nouns else verb, 2)
    return 0


def _by_verb(actions: Sequence[str]) -> dict[str, list[str]]:
    """Actions gathered by their first word."""
    found: dict[str, list[str]] = {}
    for action in actions:
        verb, _, noun = action.partition(" ")
        found.setdefault(verb, []).extend([noun] if noun else [])
    return found


def rules(args: argparse.Namespace) -> int:
    ledger = dict(make_game(args.game, overlay=read_overlay(args)).rules)
    if args.coverage:
        return _coverage(args, ledger)
    chosen = [rule for rule in ledger.values() if args.rule is None or _belongs(rule.id, args.rule)]
    if not chosen:
        raise BadInput(f"there is no rule {args.rule!r} in {args.game}")
    if args.json:
        return print_json(msgspec.to_builtins(chosen))
    chapter = ""
    for rule in chosen:
        if rule.chapter != chapter:
            chapter = rule.chapter
            print(f"\n{chapter}")
        _wrap(f"{rule.id:7}{rule.says}", 2, 9)
        if rule.ruling:
            _wrap(f"Our ruling: {rule.ruling}", 9)
        if rule.exempt:
            _wrap(f"Not tested: {rule.exempt}", 9)
    return 0


def _belongs(rule: str, wanted: str) -> bool:
    """Whether a rule is the one asked for, or of that section (9.1) or chapter (9)."""
    return rule == wanted or rule.rstrip("abcdefghijklmnopqrstuvwxyz") == wanted or rule.startswith(f"{wanted}.")


def _coverage(args: argparse.Namespace, ledger: dict[str, Rule]) -> int:
    tests = args.tests or Path("tests/games") / args.game.replace("-", "_")
    if not tests.is_dir():
        raise BadInput(f"{tests}: not a folder; --tests DIR says where the game's tests are")
    found = coverage(ledger, tests)
    if args.json:
        print_json(msgspec.to_builtins(found))
    else:
        print(f"{found.total} rules: {found.tested} tested, {found.by_engine} of them by driving the engine; "
              f"{len(found.exempt)} exempt; {len(found.untested)} untested.")
        for id, reason in found.exempt.items():
            _wrap(f"exempt   {id:7}{reason}", 2, 11)
        for id in found.untested:
            _wrap(f"untested {id:7}{ledger[id].says}", 2, 11)
        for id, where in found.unknown.items():
            print(f"  unknown  {id:7}{where}")
    return int(bool(found.untested or found.unknown))


def draw_map(args: argparse.Namespace) -> int:
    if not args.output.parent.is_dir():
        raise BadInput(f"{args.output.parent}: there is no such folder")
    args.output.write_text(make_game(args.game, overlay=read_overlay(args)).draw_map(), encoding="utf-8")
    return 0


def bench(args: argparse.Namespace) -> int:
    overlay, found = read_overlay(args), {}
    for name in [args.game] if args.game else list(GAMES):
        found[name] = measure(make_game(name, args.scenario, args.options, overlay), args.seconds)
    if args.json:
        return print_json(msgspec.to_builtins(found))
    for name, m in found.items():
        print(f"{name}: {m.decisions_per_cpu_second:,.0f} decisions and {m.games_per_cpu_second:.1f} games "
              f"a CPU second, {m.copy_us:.1f} us a copy")
    return 0


# -- what several commands print --


def _wrap(text: str, indent: int, hanging: int | None = None) -> None:
    """Print a text at that indent, further lines a little more to the right."""
    margin = " " * (indent + 2 if hanging is None else hanging)
    print(textwrap.fill(text.strip(), WIDTH, initial_indent=" " * indent, subsequent_indent=margin))
