"""The three brainteasers of classic-original-fr-en, variation D, in both grades, with real solutions."""

import pytest

from companion.bench import naive
from engine.colours import Colour
from engine.errors import GameError
from engine.events import Place
from engine.game import Game
from engine.pieces import Cell, piece_of
from engine.profiles import CLASSIC
from engine.puzzles import ALL_PIECES, FIVE_SQUARES, FOUR_SQUARES, PUZZLES, Fault, Grade, judge_puzzle, puzzle_named
from engine.rules import RuleSet, Scoring
from engine.scoring import score_colour, winning_sides
from tests.engine.solutions import Laid, solution
from tests.engine.tables import BLUE, GREEN, RED, YELLOW, at


def faults(puzzle, grade, laid) -> list[tuple[Fault, tuple[int, ...]]]:
    return [(problem.fault, problem.pieces) for problem in judge_puzzle(puzzle, grade, laid).problems]


@pytest.mark.parametrize("grade", Grade)
@pytest.mark.parametrize("name", PUZZLES)
def test_a_real_solution_solves_the_puzzle_in_both_grades(name, grade):
    report = judge_puzzle(puzzle_named(name), grade, solution(name))
    assert report.problems == ()
    assert report.solved
    assert not any(report.missing.values())


@pytest.mark.parametrize(("name", "count"), [("all-84", 84), ("four-squares", 20), ("five-squares", 48)])
def test_the_report_says_what_is_placed(name, count):
    report = judge_puzzle(puzzle_named(name), Grade.EASY, solution(name))
    assert sum(len(names) for names in report.placed.values()) == count


@pytest.mark.parametrize("name", PUZZLES)
def test_the_report_says_what_is_missing(name):
    laid = solution(name)
    colour, cells = laid.pop()
    report = judge_puzzle(puzzle_named(name), Grade.EASY, laid)
    assert not report.solved
    assert {c: names for c, names in report.missing.items() if names} == {colour: (piece_of(cells).name,)}
    assert report.problems == ()


@pytest.mark.parametrize("puzzle", PUZZLES.values())
def test_an_empty_board_misses_everything_and_breaks_nothing(puzzle):
    report = judge_puzzle(puzzle, Grade.HARD, [])
    assert (report.solved, report.problems) == (False, ())
    assert report.missing[BLUE] == tuple(piece.name for piece in puzzle.pieces())


def test_the_84_pieces_are_a_whole_game_in_which_everybody_gets_20_points():
    game = Game.new(CLASSIC, RuleSet.of(CLASSIC, {"starts": "by_colour"}))
    for colour, cells in solution("all-84"):
        game = game.after(Place(colour, cells))
    assert all(step.ruling.legal for step in game.steps)
    assert game.state.over
    assert [score_colour(game.state.position, colour).advanced for colour in CLASSIC.colours] == [20] * 4
    assert len(winning_sides(game.state.position, game.rules, Scoring.ADVANCED)) == 4


def test_the_naive_check_confirms_the_solution_of_the_84_pieces():
    board: dict[Cell, str] = {}
    used: dict[str, set[int]] = {str(colour): set() for colour in CLASSIC.colours}
    for colour, cells in solution("all-84"):
        reasons = naive.broken_rules(20, board, str(colour), cells, starts=CLASSIC.starts, used=used[colour])
        assert reasons == set()
        board |= dict.fromkeys(cells, str(colour))
        used[colour].add(naive.piece_index(cells))
    assert len(board) == 4 * 89


@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (12, 10), (3, 7)])
def test_the_rectangle_may_lie_anywhere(rows, columns):
    moved = [(colour, tuple((r + rows, c + columns) for r, c in cells)) for colour, cells in solution("four-squares")]
    assert judge_puzzle(FOUR_SQUARES, Grade.HARD, moved).solved


@pytest.mark.parametrize("name", ["four-squares", "five-squares"])
def test_the_rectangle_may_stand(name):
    turned = [(colour, tuple((c, r) for r, c in cells)) for colour, cells in solution(name)]
    assert judge_puzzle(puzzle_named(name), Grade.HARD, turned).solved


def swapped(laid: Laid) -> Laid:
    """The same tiling with the colours of two equal pieces exchanged so that an edge of one colour appears."""
    for i, (first, cells) in enumerate(laid):
        for j, (second, others) in enumerate(laid[:i]):
            if piece_of(cells) is piece_of(others):
                changed = list(laid)
                changed[i], changed[j] = (second, cells), (first, others)
                if faults(FOUR_SQUARES, Grade.HARD, changed):
                    return changed
    raise AssertionError("no exchange of colours breaks the harder grade")


def test_equal_colours_side_by_side_break_the_harder_grade_only():
    laid = swapped(solution("four-squares"))
    assert judge_puzzle(FOUR_SQUARES, Grade.EASY, laid).solved
    found = judge_puzzle(FOUR_SQUARES, Grade.HARD, laid)
    assert {problem.fault for problem in found.problems} == {Fault.EDGE_CONTACT}
    for problem in found.problems:
        first, second = (set(laid[index][1]) for index in problem.pieces)
        assert laid[problem.pieces[0]][0] is laid[problem.pieces[1]][0]
        assert set(problem.cells) & first
        assert set(problem.cells) & second
        assert set(problem.cells) <= first | second


def test_a_piece_that_does_not_belong_to_the_puzzle():
    assert faults(FIVE_SQUARES, Grade.EASY, [(BLUE, at("a1 a2 a3 a4"))]) == [(Fault.WRONG_SIZE, (0,))]


def test_the_same_piece_twice():
    laid = [(BLUE, at("a1 a2 a3 a4")), (RED, at("b1 b2 b3 b4")), (BLUE, at("c1 c2 c3 c4"))]
    report = judge_puzzle(FOUR_SQUARES, Grade.HARD, laid)
    assert [(p.fault, p.pieces, p.cells) for p in report.problems] == [
        (Fault.PIECE_ALREADY_PLAYED, (0, 2), at("a1 a2 a3 a4"))
    ]


def test_two_pieces_on_one_cell():
    laid = [(BLUE, at("a1 a2 a3 a4")), (RED, at("a4 b4 c4 d4"))]
    report = judge_puzzle(FOUR_SQUARES, Grade.EASY, laid)
    assert [(p.fault, p.pieces, p.cells) for p in report.problems] == [(Fault.OVERLAP, (0, 1), at("a4"))]


def test_a_piece_outside_the_rectangle():
    laid = [*solution("four-squares")[:-1], (GREEN, at("t1 t2 t3 t4"))]
    found = [p for p in judge_puzzle(FOUR_SQUARES, Grade.EASY, laid).problems if p.fault is Fault.OUTSIDE]
    assert [(p.cells, p.pieces) for p in found] == [(at("t1 t2 t3 t4"), (19,))]


def test_what_is_no_piece_and_what_is_no_colour_of_the_game():
    laid = [(BLUE, at("a1 b2")), (Colour.PURPLE, at("c1 d1 e1 f1"))]
    assert faults(FOUR_SQUARES, Grade.EASY, laid) == [(Fault.NOT_A_PIECE, (0,)), (Fault.FOREIGN_COLOUR, (1,))]


@pytest.mark.parametrize(
    ("laid", "fault"),
    [
        ([(BLUE, at("c3"))], Fault.START_NOT_COVERED),
        ([(BLUE, at("a20")), (BLUE, at("k10 k11"))], Fault.NO_CORNER_CONTACT),
        ([(BLUE, at("a20 b20")), (BLUE, at("c20 c19 c18"))], Fault.EDGE_CONTACT),
    ],
)
def test_all_84_pieces_keep_the_rules_of_the_game(laid, fault):
    assert faults(ALL_PIECES, Grade.EASY, laid) == [(fault, (len(laid) - 1,))]


def test_a_larger_piece_after_a_smaller_one_breaks_the_harder_grade_only():
    laid = [(BLUE, at("a20")), (YELLOW, at("t20 t19"))]
    assert faults(ALL_PIECES, Grade.EASY, laid) == []
    assert faults(ALL_PIECES, Grade.HARD, laid) == [(Fault.NOT_DESCENDING, (0, 1))]


def test_nobody_takes_turns_in_a_puzzle():
    laid = [(BLUE, at("a20 b20 c20")), (BLUE, at("d19 e19")), (BLUE, at("f18"))]
    assert faults(ALL_PIECES, Grade.HARD, laid) == []


@pytest.mark.parametrize("cells", [(), ((0, 20),), ((0, 0), (0, 0))])
def test_cells_that_make_no_sense_are_refused(cells):
    with pytest.raises(GameError):
        judge_puzzle(FOUR_SQUARES, Grade.EASY, [(BLUE, cells)])


def test_an_unknown_puzzle_is_refused():
    with pytest.raises(GameError, match="unknown puzzle 'sudoku'"):
        puzzle_named("sudoku")
