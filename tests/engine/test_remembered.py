"""Answers kept for the next who asks."""

from __future__ import annotations

from meuse.engine.remembered import Remembered


def test_an_answer_is_worked_out_once_and_forgotten_with_all_others_where_there_are_too_many() -> None:
    asked: list[int] = []

    def square(n: int) -> int:
        asked.append(n)
        return n * n

    squares = Remembered(2, square)
    assert [squares[n] for n in (3, 4, 3)] == [9, 16, 9]
    assert asked == [3, 4]
    assert squares[5] == 25
    assert dict(squares) == {5: 25}
    assert squares[3] == 9
    assert asked == [3, 4, 5, 3]
