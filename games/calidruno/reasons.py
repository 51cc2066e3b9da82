"""Why Calidruno refuses a move: one member for each kind of refusal, with the rule that the player is shown."""

from __future__ import annotations

from games.core.errors import Reason


class CalidrunoReason(Reason):
    """Reasons of refusal; ``details`` of the error are named behind each."""

    # Playing a card.
    NOT_IN_HAND = ("not_in_hand", "CAL-10")  # card
    NO_MATCH = ("no_match", "CAL-10")  # card, top, colour
    ACTION_NO_MATCH = ("action_no_match", "CAL-11")  # card, top, colour
    NOT_THE_NAMED_COLOUR = ("not_the_named_colour", "CAL-13")  # card, top, colour
    NAME_A_COLOUR = ("name_a_colour", "CAL-22")  # card
    NO_COLOUR_TO_NAME = ("no_colour_to_name", "CAL-22")  # card
    ONLY_THE_DRAWN_CARD = ("only_the_drawn_card", "CAL-15")  # card
    DRAWN_MUST_BE_KEPT = ("drawn_must_be_kept", "CAL-15")  # card
    STACK_OR_TAKE = ("stack_or_take", "CAL-21")  # card, debt
    HOLDS_THE_COLOUR = ("holds_the_colour", "CAL-24")  # card, colour
    LAST_MUST_BE_NUMBER = ("last_must_be_number", "CAL-34")  # card
    SAY_IT_FIRST = ("say_it_first", "CAL-29")  # the head start runs and the word is not said
    SAID_TOO_SOON = ("said_too_soon", "CAL-29")  # card: the word came with a play that does not leave one card

    # Drawing and passing.
    MUST_PLAY = ("must_play", "CAL-14")
    ALREADY_DRAWN = ("already_drawn", "CAL-15")
    NOTHING_TO_DRAW = ("nothing_to_draw", "CAL-37")
    MUST_DRAW = ("must_draw", "CAL-16")
    MUST_PLAY_DRAWN = ("must_play_drawn", "CAL-15")
    MUST_TAKE = ("must_take", "CAL-21")  # debt

    # The word, and pointing out that it was not said. Catching: seat.
    CALL_BEFORE_PLAY = ("call_before_play", "CAL-29")
    CALL_NOT_OWED = ("call_not_owed", "CAL-29")
    CALL_TOO_LATE = ("call_too_late", "CAL-29")
    ALREADY_CALLED = ("already_called", "CAL-26")
    CATCH_ONESELF = ("catch_oneself", "CAL-32")
    CATCH_TOO_EARLY = ("catch_too_early", "CAL-31")
    CATCH_IN_GRACE = ("catch_in_grace", "CAL-31")
    CATCH_TOO_LATE = ("catch_too_late", "CAL-31")
    CATCH_CALLED = ("catch_called", "CAL-32")
    CATCH_CAUGHT = ("catch_caught", "CAL-32")
    CATCH_NOT_OWED = ("catch_not_owed", "CAL-32")

    # Reports of hints.
    REPORTS_OFF = ("reports_off", "CAL-39")
    REPORT_ONESELF = ("report_oneself", "CAL-39")
    REPORT_SAME_SEAT = ("report_same_seat", "CAL-39")
    REPORT_NEEDS_A_THIRD = ("report_needs_a_third", "CAL-39")
    REPORT_RUNNING = ("report_running", "CAL-39")
    REPORT_AGAIN = ("report_again", "CAL-39")  # one report between two turns of one's own
    NO_REPORT = ("no_report", "CAL-39")
    NOT_A_VOTER = ("not_a_voter", "CAL-39")
    ALREADY_VOTED = ("already_voted", "CAL-39")
    HOST_JUDGES = ("host_judges", "CAL-39")
    PLAYERS_VOTE = ("players_vote", "CAL-39")

    # Between hands, and moves of the table.
    HAND_OVER = ("hand_over", "CAL-34")
    HAND_RUNS = ("hand_runs", "CAL-36")
    NOT_THE_DEALER = ("not_the_dealer", "CAL-36")
    ONLY_THE_TABLE = ("only_the_table", "G-6")
    NO_GRACE = ("no_grace", "CAL-29")
