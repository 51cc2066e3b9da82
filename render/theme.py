"""Colours, sizes and the felt of each game. Colours are RGB triples; sizes are pixels of a picture 1,100 wide.

UI colours lie far apart on purpose: Pillow looks palette entries up in coarse cells and would swap near twins.
"""

from __future__ import annotations

from typing import NamedTuple

Rgb = tuple[int, int, int]

WIDTH = 1100
TABLE_HEIGHT = 700

INK: Rgb = (29, 29, 38)
CREAM: Rgb = (255, 253, 244)
NOW: Rgb = (255, 200, 30)
"""The one accent: it means "now" and nothing else."""
MUTED: Rgb = (176, 190, 208)
"""Secondary words on felt and plates."""
SLATE: Rgb = (24, 27, 38)
"""The ground of private hands."""
RACK: Rgb = (47, 52, 70)
RACK_EDGE: Rgb = (84, 91, 114)

RED: Rgb = (200, 16, 46)
BLUE: Rgb = (23, 87, 184)
YELLOW: Rgb = (255, 200, 30)
GREEN: Rgb = (47, 181, 116)
WILD_BODY: Rgb = (46, 46, 58)

COLOURS: tuple[Rgb, ...] = (RED, BLUE, YELLOW, GREEN)
"""The four colours of Calidruno in the order of the rule book, chosen by lightness for colour-blind players."""
DARK_INKS: tuple[Rgb, ...] = ((92, 8, 22), (10, 36, 92), (88, 62, 0), (8, 66, 42))
"""Ink of value and outline on a card of each colour."""

SUIT_RED: Rgb = (200, 16, 46)
SUIT_BLUE: Rgb = (23, 87, 184)
SUIT_GREEN: Rgb = (12, 128, 86)
FOUR_SUITS: tuple[Rgb, Rgb, Rgb, Rgb] = (INK, SUIT_RED, SUIT_BLUE, SUIT_GREEN)
"""Spades, hearts, diamonds and clubs of the French deck; the two-coloured deck is a player's setting."""
TWO_SUITS: tuple[Rgb, Rgb, Rgb, Rgb] = (INK, SUIT_RED, SUIT_RED, INK)
JOKER_BODY: Rgb = (104, 46, 132)
TRAY: Rgb = (70, 18, 34)
"""Behind the melds of one seat on Kalooki's felt: darker than the cloth, lighter than a plate."""
ITALIAN_INKS: tuple[Rgb, Rgb, Rgb, Rgb] = ((106, 15, 24), (104, 64, 0), (15, 53, 96), (12, 68, 38))
"""Cups, coins, swords and clubs of the Italian deck: indices and outlines."""
ITALIAN_GROUNDS: tuple[Rgb, Rgb, Rgb, Rgb] = ((248, 220, 216), (252, 234, 192), (206, 224, 244), (212, 234, 212))
"""Behind their aces and courts."""

TEXT = 36
"""Ordinary words: 12 dp when the picture is 360 dp wide."""
TEXT_SMALL = 34
"""The smallest letters in any picture."""
TEXT_LARGE = 46


class Look(NamedTuple):
    """How one game's table looks.

    Attributes:
        felt: the cloth, lightest in the middle.
        edge: the cloth towards the rim.
        rail: what lies round the cloth.
        line: the stitched line inside the rim, outlines of plates.
        plate: the ground of name plates, darker than the felt.
        quiet: secondary words on felt and plates.
        back: the body of the card backs.
        decks: sprite atlases the game's pictures take cards from.
    """

    felt: Rgb
    edge: Rgb
    rail: Rgb
    line: Rgb
    plate: Rgb
    quiet: Rgb
    back: Rgb
    decks: tuple[str, ...] = ()


LOOKS: dict[str, Look] = {
    "calidruno": Look(
        felt=(38, 82, 130),
        edge=(22, 50, 88),
        rail=(9, 20, 38),
        line=(84, 130, 180),
        plate=(12, 30, 56),
        quiet=MUTED,
        back=(122, 44, 140),
        decks=("calidruno",),
    ),
    "kalooki": Look(
        felt=(120, 38, 58),
        edge=(86, 24, 42),
        rail=(36, 8, 18),
        line=(190, 104, 122),
        plate=(54, 12, 26),
        quiet=(222, 184, 190),
        back=(34, 76, 128),
        decks=("french",),
    ),
    "briscola": Look(
        felt=(30, 98, 68),
        edge=(16, 62, 42),
        rail=(8, 30, 22),
        line=(92, 164, 128),
        plate=(8, 38, 27),
        quiet=(178, 212, 194),
        back=(156, 40, 44),
        decks=("italian",),
    ),
    "calabresella": Look(
        felt=(18, 92, 98),
        edge=(8, 56, 62),
        rail=(4, 20, 24),
        line=(84, 164, 168),
        plate=(6, 36, 41),
        quiet=(174, 210, 212),
        back=(150, 84, 24),
        decks=("italian", "french"),
    ),
}


def mix(a: Rgb, b: Rgb, share: float) -> Rgb:
    """``share`` of a and the rest of b."""
    return (
        round(a[0] * share + b[0] * (1 - share)),
        round(a[1] * share + b[1] * (1 - share)),
        round(a[2] * share + b[2] * (1 - share)),
    )


def ui_colours(game: str) -> list[Rgb]:
    """The colours that a game's palette holds exactly, the most important first."""
    look = LOOKS[game]
    found = [CREAM, INK, NOW, MUTED, SLATE, RACK, RACK_EDGE]
    found += [look.felt, look.edge, look.rail, look.line, look.plate, look.quiet, look.back]
    if "calidruno" in look.decks:
        found += [*COLOURS, *DARK_INKS, WILD_BODY]
    if "french" in look.decks:
        found += [*FOUR_SUITS, JOKER_BODY]
    if game == "kalooki":
        found.append(TRAY)
    if "italian" in look.decks:
        found += [*ITALIAN_INKS, *ITALIAN_GROUNDS]
    return list(dict.fromkeys(found))
