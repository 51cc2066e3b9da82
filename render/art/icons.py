"""The few icons of the pictures, the arrows and the felt."""

from __future__ import annotations

from PIL import Image

from render.art.canvas import SUPERSAMPLING, Canvas
from render.scaling import scaled
from render.theme import CREAM, INK, MUTED, NOW, TABLE_HEIGHT, WIDTH, Look, Rgb, mix

_ICON = 36
_FELT_STEPS = 3
_BAYER = (
    (0, 32, 8, 40, 2, 34, 10, 42),
    (48, 16, 56, 24, 50, 18, 58, 26),
    (12, 44, 4, 36, 14, 46, 6, 38),
    (60, 28, 52, 20, 62, 30, 54, 22),
    (3, 35, 11, 43, 1, 33, 9, 41),
    (51, 19, 59, 27, 49, 17, 57, 25),
    (15, 47, 7, 39, 13, 45, 5, 37),
    (63, 31, 55, 23, 61, 29, 53, 21),
)


def icons() -> dict[str, Image.Image]:
    """All icons by name."""
    marks = {"absent": _absent, "left": _left, "computer": _computer, "host": _host, "trick": _trick, "opened": _opened}
    return {
        **{name: draw(CREAM, INK) for name, draw in marks.items()},
        **{f"{name}-ink": draw(INK, CREAM) for name, draw in marks.items()},
        "crown": _crown(),
        "turn": _turn(48),
        "turn-small": _turn(38),
        "fresh": _fresh(),
        **_direction(),
    }


def _icon() -> Canvas:
    return Canvas(100, 100, _ICON / 100)


def _absent(ink: Rgb, ground: Rgb) -> Image.Image:
    canvas = _icon()
    canvas.path("M62 10C38 14 22 32 22 54C22 76 40 92 60 92C74 92 84 86 90 76C60 82 40 48 62 10Z", ink)
    canvas.line([(66, 26), (86, 26), (66, 48), (86, 48)], ink, 8)
    return canvas.finished()


def _left(ink: Rgb, ground: Rgb) -> Image.Image:
    canvas = _icon()
    canvas.line([(52, 16), (18, 16), (18, 84), (52, 84)], ink, 11)
    canvas.line([(42, 50), (84, 50)], ink, 11)
    canvas.line([(66, 30), (86, 50), (66, 70)], ink, 11)
    return canvas.finished()


def _computer(ink: Rgb, ground: Rgb) -> Image.Image:
    canvas = _icon()
    canvas.line([(50, 10), (50, 26)], ink, 8)
    canvas.circle((50, 11), 9, ink)
    canvas.rounded((12, 26, 88, 88), 18, ink)
    canvas.circle((34, 52), 9.5, ground)
    canvas.circle((66, 52), 9.5, ground)
    canvas.line([(34, 74), (66, 74)], ground, 7)
    return canvas.finished()


def _host(ink: Rgb, ground: Rgb) -> Image.Image:
    canvas = _icon()
    canvas.line([(24, 12), (24, 92)], ink, 11)
    canvas.path("M24 14L88 34L24 56Z", ink, outline=ink, width=6)
    return canvas.finished()


def _opened(ink: Rgb, ground: Rgb) -> Image.Image:
    """A tick in a ring: who may lay cards on any meld."""
    canvas = _icon()
    canvas.circle((50, 50), 46, ink)
    canvas.line([(27, 52), (43, 69), (74, 33)], ground, 12)
    return canvas.finished()


def _trick(ink: Rgb, ground: Rgb) -> Image.Image:
    """Cards taken together: one upright over one that leans."""
    canvas = _icon()
    card = "M-21 -33H21V33H-21Z"
    canvas.path(card, ink, at=(38, 50), turn=-24, outline=ink, width=9)
    canvas.path(card, ground, at=(61, 52), turn=9, outline=ground, width=24)
    canvas.path(card, ink, at=(61, 52), turn=9, outline=ink, width=9)
    return canvas.finished()


def _crown() -> Image.Image:
    canvas = Canvas(120, 100, 0.42)
    canvas.path("M14 30L38 54L60 16L82 54L106 30L98 86L22 86Z", NOW, outline=INK, width=8)
    canvas.path("M14 30L38 54L60 16L82 54L106 30L98 86L22 86Z", NOW)
    for x, y in ((14, 28), (60, 14), (106, 28)):
        canvas.circle((x, y), 11, NOW, INK, 4)
    canvas.line([(28, 74), (92, 74)], INK, 5)
    return canvas.finished()


def _turn(size: int) -> Image.Image:
    canvas = Canvas(100, 100, size / 100)
    canvas.path("M22 14L84 50L22 86Z", INK, outline=INK, width=18)
    canvas.path("M22 14L84 50L22 86Z", NOW, outline=NOW, width=8)
    return canvas.finished()


def _fresh() -> Image.Image:
    canvas = Canvas(100, 70, 0.4)
    canvas.path("M14 14L50 54L86 14Z", CREAM, outline=CREAM, width=12)
    return canvas.finished()


def _direction() -> dict[str, Image.Image]:
    """The arrow above the middle of the table for clockwise play and for the other way; below it turns round."""
    canvas = Canvas(420, 30, 1)
    canvas.path("M4 26C100 -1 290 -3 372 11L370 22C290 9 110 10 8 29Z", MUTED)
    canvas.path("M374 3L414 25L356 27Z", MUTED, outline=MUTED, width=5)
    right = canvas.finished()
    left = right.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    turned = Image.Transpose.ROTATE_180
    return {
        "clockwise-above": right,
        "clockwise-below": right.transpose(turned),
        "counter-above": left,
        "counter-below": left.transpose(turned),
    }


def felt(look: Look) -> Image.Image:
    """The ground of a table: rail, cloth lit from above the middle, stitched line. Tones are mixed by a fixed
    pattern, so few colours give a soft light that still compresses well."""
    width, height = WIDTH, TABLE_HEIGHT
    cloth = _lit_cloth(look)
    k = SUPERSAMPLING
    mask = Canvas(width, height)
    mask.rounded((10, 10, width - 10, height - 10), 44, CREAM)
    image = Image.new("RGB", (width, height), look.rail)
    image.paste(cloth, (0, 0), mask.finished())
    line = Canvas(width, height)
    line.rounded((18, 18, width - 18, height - 18), 37, None, mix(look.line, look.edge, 0.42), 8 / k)
    stitched = line.finished()
    image.paste(stitched, (0, 0), stitched)
    return image


def _lit_cloth(look: Look) -> Image.Image:
    width, height = WIDTH, TABLE_HEIGHT
    light = scaled(Image.radial_gradient("L"), (round(width * 1.12), round(height * 1.3)), Image.Resampling.BICUBIC)
    light = light.crop((round(width * 0.06), round(height * 0.15), round(width * 1.06), round(height * 1.15)))
    tones = [mix(look.edge, look.felt, t / _FELT_STEPS) for t in range(_FELT_STEPS + 1)]
    cloth = Image.new("RGB", (width, height))
    source, target = light.load(), cloth.load()
    if source is None or target is None:
        raise RuntimeError("an image in memory has pixels")
    for y in range(height):
        row = _BAYER[y % 8]
        for x in range(width):
            value = source[x, y]
            level = min(1.0, (value if isinstance(value, (int, float)) else value[0]) / 235) * _FELT_STEPS
            step = int(level)
            target[x, y] = tones[min(_FELT_STEPS, step + (level - step > (row[x % 8] + 0.5) / 64))]
    return cloth
