#!/usr/bin/env python3
"""An 8x8 position with 32 men drawn with Pillow, to set beside a picture of Rookery's: sprites loaded once and pasted, and written as PNG.

    cargo run --release -- render abstract -o board.png     # the picture to set beside it
    python3 benches/pillow.py [SECONDS]                     # needs Pillow

It is what a bot in Python would do with care: the board, the coordinates and every man are prepared once, and a
picture is a copy of the board, 32 pastes with a mask, a marked move and a file in memory. It is no like for like: this picture is
504 by 504 pixels with plain shapes for men, while Rookery's of Abstract Chess is larger and shows stacks; compare by pixel,
and run both at the same load. Three ways of writing it:
as Pillow does by default, at its fastest, and reduced to a palette as Rookery's pictures are.
"""

import io
import sys
import time

from PIL import Image, ImageDraw, ImageFont

CELL = 56
EDGE = 28
SIZE = 8 * CELL + 2 * EDGE
LIGHT, DARK, PAGE, INK = (240, 217, 181), (181, 136, 99), (36, 38, 43), (220, 221, 222)
ROW = "rnbqkbnr"


def sprite(letter, white):
    """A man: shapes and a letter at four times the size, scaled down once, with soft edges as drawn pieces have."""
    big = CELL * 4
    image = Image.new("RGBA", (big, big))
    draw = ImageDraw.Draw(image)
    fill, line = ((250, 250, 245), (40, 40, 40)) if white else ((60, 60, 62), (15, 15, 15))
    wide = {"p": 0.22, "n": 0.30, "b": 0.27, "r": 0.31, "q": 0.35, "k": 0.34}[letter]
    draw.ellipse((big * (0.5 - wide), big * 0.2, big * (0.5 + wide), big * 0.75), fill=fill, outline=line, width=8)
    draw.rectangle((big * 0.2, big * 0.72, big * 0.8, big * 0.88), fill=fill, outline=line, width=8)
    draw.text((big * 0.42, big * 0.34), letter.upper(), fill=line, font=ImageFont.load_default(big * 0.25))
    return image.resize((CELL, CELL), Image.Resampling.LANCZOS)


def empty_board():
    image = Image.new("RGB", (SIZE, SIZE), PAGE)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(14)
    for row in range(8):
        for column in range(8):
            x, y = EDGE + column * CELL, EDGE + row * CELL
            draw.rectangle((x, y, x + CELL - 1, y + CELL - 1), fill=(DARK if (row + column) % 2 else LIGHT))
        middle = EDGE + row * CELL + CELL // 2
        draw.text((10, middle - 8), str(8 - row), fill=INK, font=font)
        draw.text((middle - 4, SIZE - 22), "abcdefgh"[row], fill=INK, font=font)
    return image


SPRITES = {(letter, white): sprite(letter, white) for letter in "pnbrqk" for white in (True, False)}
BOARD = empty_board()


def picture():
    image = BOARD.copy()
    draw = ImageDraw.Draw(image)
    for column, row in ((6, 7), (5, 5)):
        x, y = EDGE + column * CELL, EDGE + row * CELL
        draw.rectangle((x, y, x + CELL - 1, y + CELL - 1), outline=(80, 160, 90), width=4)
    for column in range(8):
        for row, letter, white in ((0, ROW[column], False), (1, "p", False), (6, "p", True), (7, ROW[column], True)):
            man = SPRITES[letter, white]
            place = (5, 5) if (column, row) == (6, 7) else (column, row)
            image.paste(man, (EDGE + place[0] * CELL, EDGE + place[1] * CELL), man)
    return image


def png(image, **how):
    out = io.BytesIO()
    image.save(out, "PNG", **how)
    return len(out.getvalue())


WAYS = {
    "as by default": lambda: png(picture()),
    "fastest (compress_level=1)": lambda: png(picture(), compress_level=1),
    "with a palette of 64": lambda: png(picture().quantize(64, dither=Image.Dither.NONE)),
}


def main():
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 3.0
    print(f"Pillow {Image.__version__}, Python {sys.version.split()[0]}, {SIZE} by {SIZE} pixels")
    for name, way in WAYS.items():
        size, times = way(), []
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            begun = time.perf_counter()
            way()
            times.append(time.perf_counter() - begun)
        times.sort()
        print(f"  {name}: median {times[len(times) // 2] * 1e3:.2f} ms, {size} bytes")


if __name__ == "__main__":
    main()
