"""The true reason of a refusal. Nothing here decides what is legal: these functions are asked after a move was found
not to be, and say why."""

from __future__ import annotations

from games.calidruno.cards import WILD, WILD4, is_number, is_wild
from games.calidruno.matching import answers, holds_colour, matches
from games.calidruno.moves import Play
from games.calidruno.piles import Pile
from games.calidruno.reasons import CalidrunoReason as Why
from games.calidruno.state import State
from games.core.errors import IllegalMoveError, InvalidMoveError, NotYourTurnError
from games.core.game import Seat


def active(state: State) -> frozenset[Seat]:
    """The seat to act, as ``NotYourTurnError`` names it."""
    seat = state.to_act if state.to_act is not None else state.frame.next_dealer
    return frozenset() if seat is None else frozenset((seat,))


def not_your_turn(state: State, seat: Seat | None) -> IllegalMoveError:
    """For a move with cards by somebody who is not to act."""
    if seat is not None and state.to_act is None:
        return IllegalMoveError(Why.HAND_OVER)
    return NotYourTurnError(active=active(state))


def play(state: State, hand: Pile, move: Play) -> IllegalMoveError | InvalidMoveError:
    """For a play by the player to act."""
    card, top = move.card, state.discards[-1]
    if not 0 <= card <= WILD4:
        return InvalidMoveError()
    if card not in hand:
        return IllegalMoveError(Why.NOT_IN_HAND, card=card)
    if state.drawn is not None and state.book.options.drawn_card == "may_not_play":
        return IllegalMoveError(Why.DRAWN_MUST_BE_KEPT, card=card)
    if state.drawn is not None and card != state.drawn:
        return IllegalMoveError(Why.ONLY_THE_DRAWN_CARD, card=card)
    if not matches(top, state.colour, card):
        return IllegalMoveError(_why_no_match(state, move), card=card, top=top, colour=state.colour)
    if not state.book.row(top, state.colour, hand, state.debt)[card]:
        return _why_not_playable(state, hand, move)
    if is_wild(card) and move.colour is None:
        return IllegalMoveError(Why.NAME_A_COLOUR, card=card)
    if move.colour is not None and (not is_wild(card) or len(hand) == 1):
        return IllegalMoveError(Why.NO_COLOUR_TO_NAME, card=card)
    if move.says_it and len(hand) != 2:
        return IllegalMoveError(Why.SAID_TOO_SOON, card=card)
    return InvalidMoveError()


def _why_no_match(state: State, move: Play) -> Why:
    if state.discards[-1] >= WILD:
        return Why.NOT_THE_NAMED_COLOUR
    return Why.NO_MATCH if is_number(move.card) else Why.ACTION_NO_MATCH


def _why_not_playable(state: State, hand: Pile, move: Play) -> IllegalMoveError:
    """A card that matches, and yet no way of playing it is allowed."""
    options = state.book.options
    if state.debt and not answers(options.stacking, state.discards[-1], move.card):
        return IllegalMoveError(Why.STACK_OR_TAKE, card=move.card, debt=state.debt)
    if move.card == WILD4 and options.wild4_only_without_colour == "yes" and holds_colour(hand, state.colour):
        return IllegalMoveError(Why.HOLDS_THE_COLOUR, card=move.card, colour=state.colour)
    return IllegalMoveError(Why.LAST_MUST_BE_NUMBER, card=move.card)


def draw(state: State, can_play: bool) -> IllegalMoveError:
    """For drawing by the player to act."""
    if state.drawn is None:
        if can_play and state.book.options.draw_when_playable == "no":
            return IllegalMoveError(Why.MUST_PLAY)
        return IllegalMoveError(Why.NOTHING_TO_DRAW)
    if state.book.options.drawn_card == "draw_until_playable" and not can_play:
        return IllegalMoveError(Why.NOTHING_TO_DRAW)
    return IllegalMoveError(Why.ALREADY_DRAWN)


def passing(state: State, can_draw: bool) -> IllegalMoveError:
    """For passing by the player to act, who may draw or (if not) must play."""
    if state.debt:
        return IllegalMoveError(Why.MUST_TAKE, debt=state.debt)
    if can_draw:
        return IllegalMoveError(Why.MUST_DRAW)
    return IllegalMoveError(Why.MUST_PLAY if state.drawn is None else Why.MUST_PLAY_DRAWN)
