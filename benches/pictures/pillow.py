#!/usr/bin/env python3
"""Rookery's picture of a board drawn with Pillow, as a bot in Python would with care: everything is loaded once, and a
picture is a copy of the board, a paste with a mask for every piece, and a file in memory.

    cargo bench --bench render -- pillow

starts it with a folder of parts (board.png, the pieces as 0.png, 1.png ... with opacity, pieces.txt with a line "piece x y"
for each), asks for its ways of writing a file, and then for rounds: "40 by default" draws 40 pictures that way and is
answered with the median in milliseconds.
"""

import io
import pathlib
import sys
import time

from PIL import Image, features

FOLDER = pathlib.Path(sys.argv[1])
BOARD = Image.open(FOLDER / "board.png").convert("RGB")
MEN = []
LOADED = {}
for line in (FOLDER / "pieces.txt").read_text().splitlines():
    number, x, y = line.split()
    if number not in LOADED:
        LOADED[number] = Image.open(FOLDER / f"{number}.png").convert("RGBA")
        LOADED[number].load()
    MEN.append((LOADED[number], (int(x), int(y))))


def picture():
    image = BOARD.copy()
    for man, place in MEN:
        image.paste(man, place, man)
    return image


def png(image, **how):
    out = io.BytesIO()
    image.save(out, "PNG", **how)
    return len(out.getvalue())


WAYS = {
    "as by default": lambda: png(picture()),
    "fastest (compress_level=1)": lambda: png(picture(), compress_level=1),
    "with a palette of 88 colours": lambda: png(picture().quantize(88, dither=Image.Dither.NONE)),
}


def median(way, times):
    took = []
    for _ in range(times):
        begun = time.perf_counter()
        way()
        took.append(time.perf_counter() - begun)
    took.sort()
    return took[len(took) // 2] * 1e3


def main():
    zlib = "zlib-ng" if features.check_feature("zlib_ng") else "zlib"
    print(f"Pillow {Image.__version__} with {zlib}", flush=True)
    picture().save(FOLDER / "drawn.png")
    for line in sys.stdin:
        asked = line.strip()
        if asked == "ways":
            print(";".join(f"{name}|{way()}" for name, way in WAYS.items()), flush=True)
        else:
            times, name = asked.split(" ", 1)
            print(f"{median(WAYS[name], int(times)):.4f}", flush=True)


if __name__ == "__main__":
    main()
