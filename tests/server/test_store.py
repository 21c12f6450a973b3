"""The store: versions, group commits, conflicts, and matches opened from snapshots."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest
from sqlalchemy import text

import meuse
from meuse.engine.contract import BadInput
from meuse.engine.match import Match
from meuse.server import journal, schema, store
from meuse.server.database import Conflict, Unsaved, make_engine
from meuse.server.records import BACK, Address, ChatLine, Ended, Header, Offer, Row, Seat
from meuse.server.store import Store
from tests.server.postgres import Cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return str(tmp_path / "meuse.sqlite")
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.fresh()


def header(match: Match) -> Header:
    g = match.game
    return Header(g.name, g.scenario, dict(g.options), match.dice.commitment, {s: Seat("here") for s in g.sides})


def rows_of(match: Match) -> list[Row]:
    return [Row(n, e.side, e.action, e.number, 0.0) for n, e in enumerate(match.entries, 1)]


def test_migrations_go_from_any_version_to_the_present_one(url: str) -> None:
    engine = make_engine(url)
    assert schema.migrate(engine) == len(schema.MIGRATIONS)
    assert schema.migrate(engine) == len(schema.MIGRATIONS), "a second time changes nothing"
    later = [*schema.MIGRATIONS, ("ALTER TABLE matches ADD COLUMN motto TEXT", "UPDATE matches SET motto = 'x'")]
    assert schema.migrate(engine, later) == len(later)
    with engine.connect() as c:
        assert schema.version(c) == len(later)
        c.execute(text("SELECT motto FROM matches"))
    with pytest.raises(schema.TooNew):
        schema.migrate(engine)
    with pytest.raises(BadInput, match="version"):
        Store(url)
    engine.dispose()


def test_a_migration_that_fails_leaves_the_old_version(url: str) -> None:
    engine = make_engine(url)
    schema.migrate(engine)
    broken = [*schema.MIGRATIONS, ("ALTER TABLE matches ADD COLUMN motto TEXT", "SELECT nonsense FROM nowhere")]
    with pytest.raises(Exception, match="nowhere"):
        schema.migrate(engine, broken)
    with engine.connect() as c:
        assert schema.version(c) == len(schema.MIGRATIONS)
    assert schema.migrate(engine) == len(schema.MIGRATIONS)
    engine.dispose()


def test_the_tables_are_those_that_the_statements_make(url: str) -> None:
    keeper = Store(url)
    with keeper.engine.connect() as c:
        for table in schema.meta.sorted_tables:
            c.execute(table.select())
    keeper.close()


def test_one_bad_job_does_not_spoil_the_others(url: str) -> None:
    """Jobs of one transaction that fails are tried one by one; only the guilty one is refused."""

    async def work() -> None:
        keeper = Store(url)
        match = meuse.new("sedan", seed=1)
        await keeper.put([store.new_match(id, header(match), "", None) for id in ("a", "b", "c")])
        await keeper.put((), [store.journal_row("b", Row(1, "german", "end"))])
        jobs = [keeper.put((), [store.journal_row(id, Row(1, "german", "end"))]) for id in ("a", "b", "c")]
        found = await asyncio.gather(*jobs, return_exceptions=True)
        assert [type(x) for x in found] == [type(None), Conflict, type(None)]
        line = ChatLine(1, "x", None, "y", 0.0)
        await keeper.put([store.new_line("a", line)])
        with pytest.raises(Conflict):
            await keeper.put([store.new_line("nowhere", line)])
        loaded = keeper.load("c")
        assert loaded is not None
        assert [r.action for r in loaded.rows] == ["end"]
        assert keeper.load("nowhere") is None
        keeper.close()

    asyncio.run(work())


def test_nothing_ends_the_writer(url: str) -> None:
    """Each of these makes a database or its driver raise something else; whoever waits beside it does not notice."""

    async def work() -> None:
        keeper = Store(url)
        match = meuse.new("sedan", seed=1)
        await keeper.put([store.new_match(id, header(match), "", None) for id in ("a", "b")])
        spoiled = [Row(1, "german", "end", 2**63), Row(1, "german", "\ud800"), Row(1, "german", object()),  # type: ignore[arg-type]
                   Row(1, "german", "end", spent=2**80), Row("x", "german", "end")]  # type: ignore[arg-type]
        for turn, row in enumerate(spoiled, 1):
            good = Row(turn, "german", "end")
            jobs = [keeper.put((), [store.journal_row(id, r)]) for id, r in (("a", row), ("b", good))]
            async with asyncio.timeout(20):
                found = await asyncio.gather(*jobs, return_exceptions=True)
            assert isinstance(found[0], Unsaved | Conflict), row
            assert found[1] is None, row
        with pytest.raises(Unsaved):
            await keeper.put([("no statement", {})])
        assert keeper.writer.is_alive()
        assert keeper.news("a", 0, 0).rows == []
        keeper.close()

    asyncio.run(work())


@pytest.mark.parametrize("numbers", [[2], [4], [1], [3, 5], [3, 3], [4, 3], [-1], [0]])
def test_a_write_that_would_leave_a_gap_is_refused(url: str, numbers: list[int]) -> None:
    async def work() -> None:
        keeper = Store(url)
        await keeper.put([store.new_match("a", header(meuse.new("sedan", seed=1)), "", None)])
        await keeper.put((), [store.journal_row("a", Row(n, "german", "end")) for n in (1, 2)])
        with pytest.raises(Conflict):
            await keeper.put((), [store.journal_row("a", Row(n, "german", "end")) for n in numbers])
        assert [row.n for row in keeper.news("a", 0, 0).rows] == [1, 2]
        await keeper.put((), [store.journal_row("a", Row(n, "german", "end")) for n in (3, 4)])
        assert [row.n for row in keeper.news("a", 0, 0).rows] == [1, 2, 3, 4]
        keeper.close()

    asyncio.run(work())


def test_an_sqlite_store_syncs_at_every_commit(tmp_path: Path) -> None:
    keeper = Store(str(tmp_path / "deep" / "er" / "meuse.sqlite"))
    with keeper.engine.connect() as c:
        assert c.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert c.execute(text("PRAGMA synchronous")).scalar() == 2
    keeper.close()


def test_bad_addresses_are_refused(tmp_path: Path) -> None:
    for url in ("mysql://x", "postgresql://nobody@127.0.0.1:1/x", f"sqlite:///{tmp_path}"):
        with pytest.raises(BadInput, match="--db"):
            Store(url)


def test_a_match_opens_the_same_from_a_snapshot_and_from_the_start() -> None:
    rng, match = random.Random(9), meuse.new("sedan", seed=4)
    taken = []
    for _ in range(400):
        if not match.actors:
            break
        side = match.actors[0]
        match.apply(side, rng.choice(match.legal(side)))
        if not match.undoable(side) and len(taken) < 3 and len(match.entries) > 100 * (len(taken) + 1):
            taken.insert(0, journal.take_snapshot(match, len(match.entries)))
    assert len(taken) == 3
    rows, head = rows_of(match), header(match)
    for snapshots in ([], taken, taken[1:]):
        again = journal.rebuild(match.game, head, match.dice.spans, rows, snapshots)
        assert again.save() == match.save()
        assert [again.undoable(s) for s in match.game.sides] == [match.undoable(s) for s in match.game.sides]
    cut = [*rows, Row(len(rows) + 1, BACK, "150")]
    back = journal.rebuild(match.game, head, match.dice.spans, cut, taken)
    assert len(back.entries) == 150
    then = journal.rebuild(match.game, head, match.dice.spans, rows[:150])
    assert (back.entries, back.game.save(back.position)) == (then.entries, then.game.save(then.position))
    assert back.dice.counter == match.dice.counter > then.dice.counter, "no die falls twice"


def test_what_was_taken_back_stands_no_more() -> None:
    rows = [Row(1, "a", "1"), Row(2, "a", "2"), Row(3, BACK, "1"), Row(4, "a", "3"), Row(5, BACK, "0"),
            Row(6, "b", "4")]
    assert [r.action for r in journal.standing(rows[:2])] == ["1", "2"]
    assert [r.action for r in journal.standing(rows[:4])] == ["1", "3"]
    assert [r.action for r in journal.standing(rows)] == ["4"]


def test_nothing_is_added_to_a_match_that_another_process_has_ended(cluster: Cluster) -> None:
    async def work() -> None:
        url = cluster.fresh()
        one, other = Store(url), Store(url)
        match = meuse.new("sedan", seed=1)
        await one.put([store.new_match(id, header(match), "", None) for id in ("a", "b")])
        await one.put((), [store.journal_row("a", Row(1, "german", "end"))])
        ended = store.end_match("a", Ended(None, "resigned", {}, "resignation", "german"))
        with pytest.raises(Conflict, match="elsewhere"):
            await other.put([ended], at=("a", 0))
        await other.put([ended], at=("a", 1))
        both = [one.put((), [store.journal_row("a", Row(2, "german", "end"))]),
                one.put((), [store.journal_row("b", Row(1, "german", "end"))])]
        found = await asyncio.gather(*both, return_exceptions=True)
        assert [type(x) for x in found] == [Conflict, type(None)]
        assert "over" in str(found[0])
        news = other.news("b", 0, 0)
        assert [row.action for row in news.rows] == ["end"]
        one.close()
        other.close()

    asyncio.run(work())


def test_offers_and_addresses_are_kept(url: str) -> None:
    async def work() -> None:
        keeper = Store(url)
        await keeper.put([store.new_match("a", header(meuse.new("sedan", seed=1)), "", None)])
        await keeper.put([store.set_offer("a", Offer("german", 3))])
        await keeper.put(store.put_address("a", ["german"], Address("x@example.org", "code")))
        assert keeper.news("a", 0, 0).offer == Offer("german", 3)
        assert keeper.addresses("a") == {"german": Address("x@example.org", "code")}
        await keeper.put([store.confirm_address("a", "other code"), store.confirm_address("b", "code")])
        assert keeper.address_of("a", "german") == Address("x@example.org", "code")
        await keeper.put([store.confirm_address("a", "code")])
        assert keeper.address_of("a", "german") == Address("x@example.org")
        assert keeper.address_of("a", "french") is None
        await keeper.put([store.set_offer("a", None), *store.put_address("a", ["german", "french"], None)])
        loaded = keeper.load("a")
        assert loaded is not None
        assert loaded.offer is None
        assert keeper.addresses("a") == {}
        keeper.close()

    asyncio.run(work())


@pytest.mark.parametrize("given", [
    "postgresql://heinz:s3cret@127.0.0.1:1/none", "postgresql://heinz:s3cret@[/none", "mysql://heinz:s3cret@there/none",
    "postgresql://heinz@127.0.0.1:1/none?password=s3cret", "postgresql://127.0.0.1:1/none?passwort=s3cret",
    "postgresql://heinz:s3cr@s3cret@127.0.0.1:1/none", "postgresql://heinz:s3cret@127.0.0.1:no/none",
])
def test_no_message_prints_a_password(given: str) -> None:
    with pytest.raises(BadInput) as found:
        Store(given)
    assert "s3cret" not in str(found.value)
    assert str(found.value).startswith("--db ")
