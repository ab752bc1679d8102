"""Following the table: what each thing that happens there does to the game, as people play it.

The camera cannot stop anybody. So every change is taken as it lies, ruled on, and kept on record; an illegal
piece opens an incident that closes when it is taken back or put right, and the game goes on around it.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum

from engine.colours import Colour
from engine.errors import GameError
from engine.events import Accept, Cells, End, ForcePass, Found, Move, Pass, Place, Remove, SetTurn
from engine.lattice import Mask
from engine.pieces import Piece
from engine.position import Lying, Position
from engine.referee import rule_on_pass, rule_on_placement
from engine.rules import LEGAL, Rule, Ruling, Violation
from engine.state import State
from engine.turns import Turns


class Kind(StrEnum):
    """What the table is told about an event."""

    PLACED = "placed"
    ILLEGAL = "illegal"
    CORRECTED = "corrected"
    ADJUSTED = "adjusted"
    DISTURBED = "disturbed"
    PASSED = "passed"
    FINISHED = "finished"


class How(StrEnum):
    """How an incident or a disturbance was closed."""

    TAKEN_BACK = "taken_back"
    MOVED = "moved"
    PUT_BACK = "put_back"
    BY_HAND = "by_hand"


@dataclass(frozen=True, slots=True)
class Outcome:
    """One thing to tell the table."""

    kind: Kind
    colour: Colour | None = None
    cells: Cells = ()
    piece: Piece | None = None
    violations: tuple[Violation, ...] = ()
    how: How | None = None
    why: str = ""
    """For `passed`: `nothing_fits`, `nothing_left` or `by_hand`."""


Followed = tuple[State, Ruling, tuple[Outcome, ...]]


def place(state: State, number: int, event: Place) -> Followed:
    """Something new lies on the board."""
    mask = state.position.lattice.mask(event.cells)
    for item in state.away:
        if item.colour is event.colour and _belongs_on(state.position, item) == mask:
            return _put_back(state, item)
    in_turn = state.in_turn(event.colour)
    last = None if state.last is None else state.position.find(state.last)
    ruling = rule_on_placement(
        state.position,
        state.rules,
        event.colour,
        event.cells,
        in_turn=in_turn,
        same_turn=last if last is not None and last.colour is event.colour else None,
        over=state.over,
    )
    item = _lying(state.position, number, event.colour, mask, ruling)
    after = _laid(state, item, in_turn=in_turn)
    return after, ruling, (_told(item),)


def found(state: State, number: int, event: Found) -> Followed:
    """A piece lay there before the game was followed: it counts as its colour's turn and is not judged."""
    if event.colour not in state.position.own:
        raise GameError(f"{event.colour} does not take part in this game")
    mask = state.position.lattice.mask(event.cells)
    if mask & state.position.occupied:
        raise GameError("a piece that was found on the board lies on the cells of another one")
    item = _lying(state.position, number, event.colour, mask, LEGAL)
    counted = _with_turns(state, lambda turns: turns.taking(event.colour))
    return replace(counted, position=state.position.adding(item)), LEGAL, ()


def set_turn(state: State, number: int, event: SetTurn) -> Followed:
    """People say whose turn it is."""
    if event.colour not in state.position.own:
        raise GameError(f"{event.colour} does not take part in this game")
    # The rotation of a shared colour goes by its turns, and none of them has come up now.
    turns = state.turns.set_to(event.colour, keep=state.rules.shared)
    return replace(state, turns=turns, last=None, turns_before_last=None), LEGAL, ()


def _laid(state: State, item: Lying, *, in_turn: bool) -> State:
    """The state with something new on the board, its turn taken."""
    cleared = _cleared(state, item)
    turns = state.turns
    colour = item.colour
    if colour in state.position.own:
        if not turns.settled:
            turns = turns.with_order(state.rules.order(state.profile, first=colour)).taking(colour)
        elif colour == state.regular:
            turns = turns.taking(*state.passed, colour).paid(colour)
        elif in_turn and colour in turns.owed:
            turns = turns.paid(colour)
        else:
            turns = turns.taking(colour)
        cleared = replace(cleared, last=item.number, turns_before_last=state.turns)
    back_in_hand = tuple(i for i in cleared.away if (i.colour, i.piece) != (colour, item.piece))
    return replace(cleared, position=cleared.position.adding(item), turns=turns, away=back_in_hand)


def remove(state: State, number: int, event: Remove) -> Followed:
    """A piece is gone from the board."""
    item = _find(state, event.number)
    position = state.position.without(item.number)
    told = Outcome(Kind.DISTURBED, item.colour, item.cells, item.piece)
    if item.incident or item.number == state.last:
        after = replace(state, position=position)
        if item.number == state.last:
            turns = state.turns_before_last or state.turns
            after = replace(after, turns=turns, last=None, turns_before_last=None)
        elif item.colour in position.own:
            after = _with_turns(after, lambda turns: turns.owing(item.colour))
        if item.incident:
            told = replace(told, kind=Kind.CORRECTED, how=How.TAKEN_BACK)
        else:
            told = replace(told, kind=Kind.ADJUSTED, cells=())
        return after, LEGAL, (told,)
    moved = Violation(Rule.PIECE_MOVED, item.cells)
    return (
        replace(state, position=position, away=(*state.away, item)),
        Ruling((moved,)),
        (replace(told, violations=(moved,)),),
    )


def move(state: State, number: int, event: Move) -> Followed:
    """A piece lies somewhere else."""
    item = _find(state, event.number)
    mask = state.position.lattice.mask(event.cells)
    if mask == item.mask:
        return state, LEGAL, ()
    if item.incident or item.number == state.last:
        return _put_right(state, item, mask)
    if _belongs_on(state.position, item) == mask:
        return _put_back(state, item)
    moved = Violation(Rule.PIECE_MOVED, item.cells)
    lying = replace(_at(state.position, item, mask), home=item.home or item.cells)
    after = _cleared(state, lying)
    told = Outcome(Kind.DISTURBED, item.colour, item.cells, item.piece, (moved,))
    return replace(after, position=after.position.replacing(lying)), Ruling((moved,)), (told,)


def _put_right(state: State, item: Lying, mask: Mask) -> Followed:
    """A piece that is still open to change lies somewhere else: the new place is judged instead of the old."""
    lifted = replace(state, position=state.position.without(item.number))
    is_last = item.number == state.last
    if is_last:
        lifted = replace(lifted, turns=state.turns_before_last or state.turns, last=None, turns_before_last=None)
    in_turn = lifted.in_turn(item.colour) if is_last else True
    cells = state.position.lattice.cells(mask)
    over = lifted.over if is_last else False
    ruling = rule_on_placement(lifted.position, state.rules, item.colour, cells, in_turn=in_turn, over=over)
    lying = _lying(state.position, item.number, item.colour, mask, ruling)
    if is_last:
        after = _laid(lifted, lying, in_turn=in_turn)
    else:
        after = _cleared(lifted, lying)
        after = replace(after, position=after.position.adding(lying))
    if item.incident:
        closed = Outcome(Kind.CORRECTED, item.colour, item.cells, item.piece, how=How.MOVED)
        return after, ruling, (closed, _told(lying))
    if ruling.legal:
        return after, ruling, (Outcome(Kind.ADJUSTED, lying.colour, lying.cells, lying.piece),)
    return after, ruling, (_told(lying),)


def _put_back(state: State, item: Lying) -> Followed:
    """A disturbed piece is where it belongs again."""
    home = replace(_at(state.position, item, _belongs_on(state.position, item)), home=None)
    others = state.position.without(item.number).occupied
    after = _cleared(state, home)
    position = after.position.without(item.number).adding(home)
    away = tuple(other for other in after.away if other.number != item.number)
    told = Outcome(Kind.CORRECTED, item.colour, home.cells, item.piece, how=How.PUT_BACK)
    taken = Violation(Rule.PIECE_MOVED, position.lattice.cells(home.mask & others))
    ruling = Ruling((taken,)) if taken.cells else LEGAL
    return replace(after, position=position, away=away), ruling, (told,)


def say_pass(state: State, number: int, event: Pass) -> Followed:
    """A colour says that it passes. If it could play, that is on record and its turn is gone all the same."""
    if event.colour in state.position.own and (state.over or event.colour in state.passed):
        return state, LEGAL, ()
    ruling = rule_on_pass(state.position, state.rules, event.colour, in_turn=state.in_turn(event.colour))
    if ruling.legal:
        return state, ruling, ()
    told = Outcome(Kind.ILLEGAL, event.colour, violations=ruling.violations)
    if Rule.PASS_WITH_MOVES in ruling.rules:
        state = _without_a_piece(state, event.colour)
    return state, ruling, (told,)


def force_pass(state: State, number: int, event: ForcePass) -> Followed:
    """People rule that a colour's turn is over."""
    if event.colour not in state.position.own:
        raise GameError(f"{event.colour} does not take part in this game")
    told = Outcome(Kind.PASSED, event.colour, how=How.BY_HAND, why="by_hand")
    return _without_a_piece(state, event.colour), LEGAL, (told,)


def _without_a_piece(state: State, colour: Colour) -> State:
    if not state.turns.settled:
        state = _with_turns(state, lambda t: t.with_order(state.rules.order(state.profile, first=colour)))
    skipped = state.passed if colour == state.regular else ()
    if colour in state.turns.owed and colour != state.regular:
        return _with_turns(state, lambda turns: turns.paid(colour))
    return _with_turns(state, lambda turns: turns.taking(*skipped, colour).paid(colour))


def _with_turns(state: State, change: Callable[[Turns], Turns]) -> State:
    """The state with its turns changed, also for the case that the last piece is taken back after all."""
    before = state.turns_before_last
    return replace(state, turns=change(state.turns), turns_before_last=None if before is None else change(before))


def accept(state: State, number: int, event: Accept) -> Followed:
    """People rule that an illegal piece may stay."""
    item = _find(state, event.number)
    if not item.incident:
        raise GameError(f"nothing is wrong with what move {event.number} put down, so there is nothing to accept")
    told = Outcome(Kind.CORRECTED, item.colour, item.cells, item.piece, item.violations, How.BY_HAND)
    return replace(state, position=state.position.accepting(item.number)), LEGAL, (told,)


def end(state: State, number: int, event: End) -> Followed:
    """People rule that the game is over."""
    return replace(state, ended=event.reason), LEGAL, ()


def skipped(before: State, after: State) -> tuple[Outcome, ...]:
    """What the table is told after an event: the colours that must pass now, and that the game is over."""
    told: list[Outcome] = []
    if after.over:
        return () if before.over else (Outcome(Kind.FINISHED),)
    known = set(before.passed) if before.turns == after.turns else set()
    for colour in dict.fromkeys(after.passed):
        if colour not in known:
            why = "nothing_fits" if after.position.left(colour) else "nothing_left"
            told.append(Outcome(Kind.PASSED, colour, why=why))
    return tuple(told)


def _find(state: State, number: int) -> Lying:
    item = state.position.find(number)
    if item is None:
        raise GameError(f"nothing that move {number} put down lies on the board")
    return item


def _belongs_on(position: Position, item: Lying) -> Mask:
    return position.lattice.mask(item.home) if item.home is not None else item.mask


def _at(position: Position, item: Lying, mask: Mask) -> Lying:
    """The same thing on other cells."""
    board = position.lattice
    return replace(item, cells=board.cells(mask), mask=mask, piece=board.piece(mask))


def _lying(position: Position, number: int, colour: Colour, mask: Mask, ruling: Ruling) -> Lying:
    board = position.lattice
    return Lying(number, colour, board.cells(mask), mask, board.piece(mask), ruling.violations)


def _cleared(state: State, item: Lying) -> State:
    """The state without whatever else lay on the cells of `item`: two things cannot lie on one cell."""
    covered = [other for other in state.lying_on(item.mask) if other.number != item.number]
    position, last = state.position, state.last
    for other in covered:
        position = position.without(other.number)
        last = None if last == other.number else last
    return replace(state, position=position, last=last, away=(*state.away, *covered))


def _told(item: Lying) -> Outcome:
    kind = Kind.ILLEGAL if item.violations else Kind.PLACED
    return Outcome(kind, item.colour, item.cells, item.piece, item.violations)
