"""The words of `meuse lab`: studies of computer players."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from meuse.engine.contract import BadInput
from meuse.engine.match import AnyGame
from meuse.games import make_game
from meuse.lab.course import follow, milestones, passed, won
from meuse.lab.duel import Duel, Pair, Sprt, fight
from meuse.lab.figures import mean, wilson
from meuse.lab.luck import Left, told
from meuse.lab.luck import task as weigh_luck
from meuse.lab.selfplay import Setup, spread
from meuse.lab.training import fit, gather, judge
from meuse.lab.trials import STAFF, try_plans
from meuse.lab.tuning import Lot, effects, play_lots
from meuse.lab.worth import draw, worths
from meuse.players.names import split_players
from meuse.players.search import offer_for
from meuse.players.search.newcomers import Trials, Tried
from meuse.players.search.value import Model
from meuse.words import (
    players_help,
    positive,
    print_line,
    read_setup,
    seconds,
    takes_game,
    takes_json,
    takes_setup,
    wrong,
)

APART = 1_000_000
"""How far the seeds on which luck is measured lie from those of the fit."""
TRIALS = 2
"""How often every outcome is played on where nothing else is asked for."""


def add_studies(lab: argparse.ArgumentParser) -> None:
    studies = lab.add_subparsers(dest="study", metavar="STUDY", required=True)

    def study(name: str, run: Callable[[argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        sub = studies.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        sub.set_defaults(run=run)
        return sub

    sub = study("duel", duel, "let two players meet on paired seeds with sides swapped")
    takes_game(sub)
    sub.add_argument("a", metavar="A", help="a player, as staff or search{seconds=1}")
    sub.add_argument("b", metavar="B", help="its opponent; in a solitaire game whoever plays the same seeds")
    takes_setup(sub)
    sub.add_argument("--games", type=positive, default=20, metavar="N", help="at most so many; two make a pair")
    sub.add_argument("--sprt", type=_sprt, metavar="E0,E1",
                     help="stop as soon as it is clear whether A is E1 Elo points stronger or only E0")
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first pair; the next has S+1")
    sub.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes to spread the games over")
    takes_json(sub)
    sub = study("worth", worth, "let a lot make all choices of one kind, and compare games with and without each")
    takes_game(sub)
    sub.add_argument("verb", metavar="VERB", help="the first word of such choices, as buy for cards")
    takes_setup(sub)
    sub.add_argument("--players", type=split_players, default=("staff", "staff"), metavar="a,b", help=players_help())
    sub.add_argument("--games", type=positive, default=100, metavar="N", help="so many")
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first game; the next has S+1")
    takes_json(sub)
    sub = study("course", course, "count how often games take the course of history")
    takes_game(sub)
    takes_setup(sub)
    sub.add_argument("--players", type=split_players, metavar="a,b", help=players_help())
    sub.add_argument("--games", type=positive, default=100, metavar="N", help="so many")
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first game; the next has S+1")
    sub.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes to spread the games over")
    takes_json(sub)
    sub = study("plans", plans, "try the plans that a novice holds for a whole game, each against the staff")
    takes_game(sub)
    sub.add_argument("--against", metavar="PLAYER", help="another player than the staff; nothing is written then")
    sub.add_argument("--scenario", metavar="S", help="meuse games lists them")
    sub.add_argument("--games", type=positive, default=40, metavar="N", help="so many for each plan")
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first game; the next has S+1")
    sub.add_argument("-o", "--output", type=Path, metavar="FILE.json", help="where it goes, if not beside the staff")
    sub = study("tune", tune, "let a lot change a side's plan for whole games against the staff, and say what pays")
    takes_game(sub)
    sub.add_argument("side", metavar="SIDE", help="whose plan; meuse games lists them")
    sub.add_argument("--scenario", metavar="S", help="meuse games lists them")
    sub.add_argument("--plan", metavar="a=b,c=d", default="", help="what is done otherwise than the staff does it "
                     "unless the lot says something else")
    sub.add_argument("--against", metavar="PLAYER", default=STAFF, help="another player than the staff")
    sub.add_argument("--games", type=positive, default=200, metavar="N", help="so many")
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first game; the next has S+1")
    sub.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes to spread the games over")
    takes_json(sub)
    sub = study("train", train, "fit the value of positions that the searcher and the analysis of games go by")
    takes_game(sub)
    sub.add_argument("--scenario", metavar="S", help="meuse games lists them")
    sub.add_argument("--games", type=positive, default=1000, metavar="N", help="at most so many are played for the fit")
    sub.add_argument("--minutes", type=seconds, default=20.0, metavar="M", help="at most so long")
    sub.add_argument("--luck", type=positive, default=40, metavar="N", help="further games to measure luck on")
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first game")
    sub.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes to spread the games over")
    sub.add_argument("-o", "--output", type=Path, metavar="FILE.json", help="where it goes, if not beside the staff")
    sub = study("luck", luck, "judge a value by how much of the outcomes' variance is left once luck is taken out")
    takes_game(sub)
    sub.add_argument("--scenario", metavar="S", help="meuse games lists them")
    sub.add_argument("--games", type=positive, default=40, metavar="N", help="so many, between staffs")
    sub.add_argument("--trials", type=positive, default=TRIALS, metavar="K",
                     help="how often every outcome of a die is played on to the end of what is at hand")
    sub.add_argument("--at-once", action="store_true", help="judge the value in the midst of things, without trials")
    sub.add_argument("--seed", type=int, default=1, metavar="S", help="seed of the first game; the next has S+1")
    sub.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes to spread the games over")
    takes_json(sub)


def _sprt(text: str) -> Sprt:
    try:
        return Sprt.read(text)
    except BadInput as error:
        wrong(str(error))


def duel(args: argparse.Namespace) -> int:
    args.players = (args.a, args.b)
    setup, start, failed = read_setup(args), time.perf_counter(), 0
    sides = setup.match(args.seed).game.sides
    found, verdict = Duel(sides, []), ""
    for pair in fight(setup, args.seed, max(1, args.games // 2), args.jobs):
        failed += bool(pair.error)
        if not pair.error:
            found.pairs.append(pair)
        _tell_pair(args, sides, pair)
        verdict = args.sprt.decided(found) if args.sprt else ""
        if verdict:
            break
    if args.json:
        print_line(_total(args, found, failed, verdict))
    else:
        print(f"\n{args.a} against {args.b}, {time.perf_counter() - start:.0f} s:")
        print("\n".join(found.lines()) if found.pairs else "no games without errors")
        if args.sprt:
            print(f"evidence {args.sprt.evidence(found):+.2f}: A is {verdict or 'not yet decided'}")
    return int(bool(failed))


def _tell_pair(args: argparse.Namespace, sides: tuple[str, ...], pair: Pair) -> None:
    if pair.error:
        print_line({"seed": pair.seed, "error": pair.error}) if args.json else print(f"seed {pair.seed}: {pair.error}")
        return
    points = pair.points(sides)
    if args.json:
        print_line({"seed": pair.seed, "a": list(points), "games": [pair.first.line(), pair.second.line()]})
        return
    told = [game.outcome.verdict for game in (pair.first, pair.second) if game.outcome]
    print(f"seed {pair.seed}: {'; '.join(told)}: A has {sum(points) / 2:g} of 1", flush=True)


def _total(args: argparse.Namespace, found: Duel, failed: int, verdict: str) -> dict[str, Any]:
    points, games = found.total
    return {"a": args.a, "b": args.b, "points": points, "games": games, "errors": failed,
            "sides": {side: found.on(n)[0] for n, side in enumerate(found.sides)},
            "elo": found.elo() if found.pairs else None, "sprt": verdict or None}


def worth(args: argparse.Namespace) -> int:
    drawn = list(draw(read_setup(args), args.verb, args.seed, args.games))
    for game in drawn:
        if game.played.error:
            print(f"seed {game.played.seed}: {game.played.error}", file=sys.stderr)
    for found in worths(drawn):
        if args.json:
            print_line(msgspec.to_builtins(found))
        else:
            print(f"{found.side} {found.choice}: with {found.with_it}, without {found.without}: {found.gain:+.0%}")
    return int(any(game.played.error for game in drawn))


def course(args: argparse.Namespace) -> int:
    game = make_game(args.game, args.scenario)
    known = milestones(game)
    args.players = args.players or (STAFF,) * len(game.sides)
    courses = list(follow(read_setup(args), args.seed, args.games, args.jobs))
    for broken in (one for one in courses if one.error):
        print(f"seed {broken.seed}: {broken.error}", file=sys.stderr)
    sound = [one for one in courses if not one.error]
    for row in passed(known, sound):
        print_line(msgspec.to_builtins(row)) if args.json else print(row)
    winners = won(game.sides, sound)
    print_line({"won": winners}) if args.json else print(f"won: {', '.join(f'{w} {n}' for w, n in winners.items())}")
    return int(len(sound) < len(courses))


def plans(args: argparse.Namespace) -> int:
    game = make_game(args.game, args.scenario)
    offer: Any = offer_for(game)
    found: dict[str, dict[str, Tried]] = {}
    setup, against = Setup(game.name, (), game.scenario), args.against or STAFF
    for side, name, tried in try_plans(offer, setup, args.seed, args.games, against):
        found.setdefault(side, {})[name] = tried
        low, high = wilson(tried.points, tried.games)
        print(f"{side}, {name}: {tried.points:g} of {tried.games} ({low:.0%} to {high:.0%})", flush=True)
    if args.against:
        return 0
    command = f"meuse lab plans {game.name} --scenario {game.scenario} --games {args.games} --seed {args.seed}"
    path = args.output or offer.trials_path
    _write(path, Trials(command, f"{args.seed} to {args.seed + args.games - 1}", found))
    print(f"written to {path}")
    return 0


def tune(args: argparse.Namespace) -> int:
    lot = Lot.of(make_game(args.game, args.scenario), args.side, args.plan, args.against)
    drawn = list(play_lots(lot, args.seed, args.games, args.jobs))
    broken = [game for game in drawn if game.error]
    for game in broken:
        print(f"seed {game.seed}: {game.error}", file=sys.stderr)
    games = [game for game in drawn if not game.error]
    found = effects(lot, games)
    points, lead = mean([game.points for game in games]), mean([game.lead for game in games])
    if args.json:
        print_line({"side": args.side, "games": len(games), "points": points, "lead": lead,
                    "effects": msgspec.to_builtins(found)})
        return int(bool(broken))
    print(f"{args.side}: {points:.1%} of the points in {len(games)} games, mean lead {lead:.1f}; (one standard error)")
    for effect in found:
        print(f"  {f'{effect.name}={effect.value}':22} in {effect.games:4} games: points {effect.points:+.3f} "
              f"({effect.points_error:.3f}), lead {effect.lead:+6.1f} ({effect.lead_error:.1f})")
    return int(bool(broken))


def train(args: argparse.Namespace) -> int:
    game = make_game(args.game, args.scenario)
    offer: Any = offer_for(game)
    samples = gather(game.name, game.scenario, args.seed, args.games, 60 * args.minutes, args.jobs)
    model = fit(offer, samples)
    scores = judge(model, samples)
    path = args.output or offer.path
    command = f"meuse lab train {game.name} --scenario {game.scenario} --games {len(samples)} --seed {args.seed}"
    seeds = f"{args.seed} to {args.seed + len(samples) - 1}; luck: from {args.seed + APART}"
    made = msgspec.structs.replace(model, command=command, seeds=seeds, scores={"by stage": scores})
    _write(path, made)
    if path == offer.path:
        offer.load()
        left = _luck_left(game, args.seed + APART, args.luck, TRIALS, args.jobs)
        found = {"variance left": round(left.left, 3), "on": left.games, "trials": TRIALS}
        _write(path, msgspec.structs.replace(made, scores={**made.scores, **found}))
        print(left)
    for stage, found in scores.items():
        print(f"stage {stage}: Brier {found['brier']:.4f} (estimate {found['estimate']:.4f}, "
              f"constant {found['constant']:.4f}), "
              f"{found['positions']} positions; forecast, came, how often: {found['reliability']}")
    print(f"{len(samples)} games; written to {path}")
    return 0


def luck(args: argparse.Namespace) -> int:
    game = make_game(args.game, args.scenario)
    found = _luck_left(game, args.seed, args.games, 0 if args.at_once else args.trials, args.jobs)
    print_line(msgspec.to_builtins(found)) if args.json else print(found)
    return 0


def _luck_left(game: AnyGame, seed: int, games: int, trials: int, jobs: int) -> Left:
    work = [(game.name, game.scenario, seed + n, trials) for n in range(games)]
    return told(list(spread(weigh_luck, work, jobs)))


def _write(path: Path, model: Model | Trials) -> None:
    path.write_bytes(msgspec.json.format(msgspec.json.encode(model), indent=1) + b"\n")
