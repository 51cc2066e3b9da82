"""Every card and every state of every picture, to be looked at before a release:
``python -m render.contact_sheet DIRECTORY``.

Writes each scene at full size, at 393 pixels (a phone), and as protanopes, deuteranopes and tritanopes see it, plus
sheets of all cards.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path

from PIL import Image

import render
from render import samples, sprites
from render.scaling import scaled
from render.scene import Scene
from render.theme import LOOKS, SLATE

PHONE = 393

Matrix = tuple[float, float, float, float, float, float, float, float, float]
DICHROMACIES: dict[str, Matrix] = {
    "protan": (0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
    "deutan": (0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
    "tritan": (1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900),
}
"""Full dichromacy as 3×3 matrices on linear RGB (Machado, Oliveira and Fernandes 2009, severity 1)."""


def _to_linear(level: int) -> float:
    value = level / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _from_linear(value: float) -> int:
    value = min(1.0, max(0.0, value))
    return round(255 * (value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055))


def simulate(colour: tuple[int, int, int], matrix: Matrix) -> tuple[int, int, int]:
    """A colour as a dichromat sees it."""
    linear = [_to_linear(level) for level in colour]
    rows = (matrix[0:3], matrix[3:6], matrix[6:9])
    r, g, b = (_from_linear(sum(m * v for m, v in zip(row, linear, strict=True))) for row in rows)
    return r, g, b


def simulated(picture: Image.Image, matrix: Matrix) -> Image.Image:
    """A palette picture as a dichromat sees it: only its palette changes."""
    table = picture.getpalette() or []
    seen = [simulate((table[i], table[i + 1], table[i + 2]), matrix) for i in range(0, len(table), 3)]
    result = picture.copy()
    result.putpalette([level for colour in seen for level in colour])
    return result


def _small(picture: Image.Image) -> Image.Image:
    height = round(picture.height * PHONE / picture.width)
    return scaled(picture.convert("RGB"), (PHONE, height))


def write_scene(folder: Path, name: str, scene: Scene) -> None:
    """One scene at full size, at phone width, and simulated (phone width, side by side)."""
    data = render.draw(scene)
    (folder / f"{name}.png").write_bytes(data)
    picture = Image.open(BytesIO(data))
    _small(picture).save(folder / f"{name}.phone.png")
    views = [_small(simulated(picture, matrix)) for matrix in DICHROMACIES.values()]
    strip = Image.new("RGB", (PHONE * len(views), views[0].height))
    for i, view in enumerate(views):
        strip.paste(view, (i * PHONE, 0))
    strip.save(folder / f"{name}.simulated.png")


def write_cards(folder: Path, deck: str) -> None:
    """All sprites of a deck, one sheet a size."""
    for size in sprites.sizes(deck):
        images = [sprites.sprite(f"{deck}/{size}/{name}") for name in sorted(sprites.keys(f"{deck}/{size}"))]
        width, height = images[0].size
        columns = 14
        sheet = Image.new("RGB", (columns * width, -(-len(images) // columns) * height), SLATE)
        for i, image in enumerate(images):
            sheet.paste(image, (i % columns * width, i // columns * height), image)
        sheet.save(folder / f"cards-{deck}-{size}.png")


def main(folder: Path) -> None:
    """Write everything into a folder, which is made if it is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    for game, look in LOOKS.items():
        for deck in look.decks:
            write_cards(folder, deck)
        for name, scene in samples.scenes(game).items():
            write_scene(folder, name, scene)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    main(Path(sys.argv[1]))
