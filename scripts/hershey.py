"""Writes the single-stroke fonts of `assets/fonts/hershey` from the Hershey data of two packages.

    pip download --no-deps Hershey-Fonts==2.1.0 && unzip Hershey_Fonts-*.whl
    npm pack hersheytext@2.0.0 && tar xzf hersheytext-2.0.0.tgz
    python3 scripts/hershey.py DIRECTORY_OF_BOTH

The letters of ASCII and of Greek are those of Hershey-Fonts, which has the original side bearings; what is beyond
them is taken from hersheytext and put at the place of its letter, or in the middle of its advance.

A line of the result is one glyph: the code point in hexadecimal digits, the advance, and the strokes. A stroke is a
row of points, each of two letters as in the JHF format: x and y as their distance from `R`, y upwards from the
baseline. Capitals are 21 high.
"""

import pathlib
import re
import sys
import xml.etree.ElementTree as xml

SOURCE = pathlib.Path(sys.argv[1])
TARGET = pathlib.Path(__file__).parent.parent / "assets" / "fonts" / "hershey"
sys.path.insert(0, str(SOURCE))

from HersheyFonts import HersheyFonts  # noqa: E402

# The unit of hersheytext in units of the original.
UNIT = 31.5
BASELINE = 9

GREEK = dict(zip("ABCDEFGHIJKLMNOPQRSTUVWX", "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ")) | dict(
    zip("abcdefghijklmnopqrstuvwx", "αβγδεζηθικλμνξοπρστυφχψω")
)

DECOMPOSED = re.compile(r"LATIN (?:CAPITAL|SMALL) LETTER [A-Z] WITH")


def hershey(font):
    """Returns the glyphs of a font by character: advance and strokes, the left end of the advance at 0."""
    fonts = HersheyFonts()
    fonts.load_default_font(font)
    glyphs = {}
    for character, glyph in fonts.all_glyphs.items():
        left, right = glyph.left_offset, glyph.left_offset + glyph.char_width
        strokes = [[(x - left, BASELINE - y) for x, y in stroke] for stroke in glyph.strokes if len(stroke) > 1]
        glyphs[character] = (right - left, strokes)
    return glyphs


def svg_font(name):
    """Returns the glyphs of a font of hersheytext by character, wherever it puts them along x."""
    tree = xml.parse(SOURCE / "package" / "svg_fonts" / name)
    glyphs = {}
    for glyph in tree.iter("{http://www.w3.org/2000/svg}glyph"):
        strokes = []
        for command, x, y in re.findall(r"([ML])\s*(-?[\d.]+)[ ,]+(-?[\d.]+)", glyph.get("d", "")):
            if command == "M":
                strokes.append([])
            strokes[-1].append((float(x) / UNIT, float(y) / UNIT))
        glyphs[glyph.get("unicode")] = (float(glyph.get("horiz-adv-x")) / UNIT, [s for s in strokes if len(s) > 1])
    return glyphs


def base_of(character):
    import unicodedata

    parts = unicodedata.normalize("NFD", character)
    return parts[0] if len(parts) > 1 else None


def placed(character, glyph, own):
    """Returns a glyph of hersheytext with the side bearings of its letter, or in the middle of its advance."""
    advance, strokes = glyph
    points = [point for stroke in strokes for point in stroke]
    base = own.get(base_of(character) or "")
    shift = None
    if base and points:
        letter = {(round(x), round(y)) for stroke in base[1] for x, y in stroke}
        best = (0, None)
        for step in range(-40, 41):
            moved = {(round(x + step / 4), round(y)) for x, y in points}
            best = max(best, (len(moved & letter), step / 4), key=lambda it: it[0])
        if best[0] * 2 >= len(letter):
            advance, shift = base[0], best[1]
    if shift is None and points:
        xs = [x for x, _ in points]
        shift = (advance - min(xs) - max(xs)) / 2
    return round(advance), [[(x + (shift or 0), y) for x, y in stroke] for stroke in strokes]


def accented(strokes):
    return [[(round(x), round(y)) for x, y in stroke] for stroke in strokes]


def drawn_by_hand(own):
    """The characters of drawings that neither package has, made of strokes."""
    circle = [(3, 21), (5, 20), (6, 18), (5, 16), (3, 15), (1, 16), (0, 18), (1, 20), (3, 21)]

    def raised(character):
        advance, strokes = own[character]
        return round(advance * 0.6), [[(x * 0.6, y * 0.6 + 9) for x, y in stroke] for stroke in strokes]

    width, letter_o = own["O"]
    small_width, small_o = own["o"]
    equals = own["="]
    return {
        "Ø": (width, letter_o + [[(3, -2), (width - 3, 23)]]),
        "ø": (small_width, small_o + [[(2, -2), (small_width - 2, 16)]]),
        "⌀": (width, [[(x, y) for x, y in [(11, 18), (15, 16.5), (17.5, 14), (18.5, 10.5), (17.5, 7), (15, 4.5),
                                            (11, 3), (7, 4.5), (4.5, 7), (3.5, 10.5), (4.5, 14), (7, 16.5), (11, 18)]],
                      [(2.5, 1), (19.5, 20)]]),
        "°": (8, [[(x + 1, y) for x, y in circle]]),
        "±": (26, [[(13, 20), (13, 4)], [(4, 12), (22, 12)], [(4, 0), (22, 0)]]),
        "×": (22, [[(4, 3), (18, 17)], [(4, 17), (18, 3)]]),
        "÷": (26, [[(13, 18), (12, 17), (13, 16), (14, 17), (13, 18)], [(4, 9), (22, 9)],
                   [(13, 2), (12, 1), (13, 0), (14, 1), (13, 2)]]),
        "²": raised("2"),
        "³": raised("3"),
        "¹": raised("1"),
        "·": (10, [[(5, 11), (4, 10), (5, 9), (6, 10), (5, 11)]]),
        "•": (10, [[(5, 12), (3, 10), (5, 8), (7, 10), (5, 12)]]),
        "–": (20, [[(2, 9), (18, 9)]]),
        "—": (30, [[(2, 9), (28, 9)]]),
        "−": own["-"],
        "…": (30, [[(x, 2), (x - 1, 1), (x, 0), (x + 1, 1), (x, 2)] for x in (5, 15, 25)]),
        "≤": (24, [[(20, 20), (4, 13), (20, 6)], [(4, 1), (20, 1)]]),
        "≥": (24, [[(4, 20), (20, 13), (4, 6)], [(4, 1), (20, 1)]]),
        "≈": (24, [[(3, y), (5, y + 2), (8, y + 3), (11, y + 2), (13, y), (16, y - 1), (19, y), (21, y + 2)]
                   for y in (6, 12)]),
        "≠": (equals[0], equals[1] + [[(equals[0] - 8, 19), (8, -1)]]),
        "[": (14, [[(11, 25), (4, 25), (4, -7), (11, -7)]]),
        "]": (14, [[(3, 25), (10, 25), (10, -7), (3, -7)]]),
        "_": (18, [[(0, -4), (18, -4)]]),
        "ß": (18, [[(4, 0), (4, 16), (5, 19), (7, 21), (10, 21), (12, 20), (13, 18), (13, 15), (11, 13), (8, 12), (11, 11),
                    (14, 9), (15, 6), (15, 4), (14, 2), (12, 0), (9, 0), (8, 1)]]),
        "£": (20, [[(16, 17), (15, 20), (12, 21), (10, 21), (7, 19), (6, 16), (6, 13), (8, 8), (8, 4), (7, 2), (4, 0), (17, 0)],
                   [(3, 10), (13, 10)]]),
        "§": (18, [[(14, 18), (12, 20), (10, 21), (7, 20), (5, 18), (5, 16), (7, 14), (12, 11), (14, 9), (14, 6), (12, 4)],
                   [(12, 13), (14, 11)], [(7, 14), (5, 12), (4, 10), (5, 8), (7, 6), (12, 3), (13, 1), (13, -2), (11, -4),
                    (8, -4), (5, -3), (4, -1)]]),
        "Æ": (28, [[(2, 0), (13, 21), (25, 21)], [(15, 21), (15, 0), (25, 0)], [(6, 7), (15, 7)], [(15, 11), (22, 11)]]),
        "Œ": (30, [[(16, 21), (10, 21), (6, 19), (4, 15), (3, 11), (4, 6), (6, 2), (10, 0), (16, 0)],
                   [(27, 21), (16, 21), (16, 0), (27, 0)], [(16, 11), (24, 11)]]),
        "’": (8, [[(4, 19), (3, 20), (4, 21), (5, 20), (5, 18), (3, 16)]]),
        "‘": (8, [[(4, 17), (5, 16), (4, 15), (3, 16), (3, 18), (5, 20)]]),
        "ł": (own["l"][0], own["l"][1] + [[(own["l"][0] / 2 - 3, 9), (own["l"][0] / 2 + 3, 13)]]),
        "Ł": (own["L"][0], own["L"][1] + [[(1, 8), (9, 13)]]),
        "đ": (own["d"][0], own["d"][1] + [[(own["d"][0] - 9, 18), (own["d"][0] - 1, 18)]]),
    }


ACCENTS = {
    "\u0300": [[(-2, 5), (2, 2)]],
    "\u0301": [[(-2, 2), (2, 5)]],
    "\u0302": [[(-4, 2), (0, 5), (4, 2)]],
    "\u0303": [[(-5, 2), (-3, 4), (-1, 4), (1, 2), (3, 2), (5, 4)]],
    "\u0304": [[(-4, 4), (4, 4)]],
    "\u0306": [[(-4, 5), (-2, 3), (2, 3), (4, 5)]],
    "\u0307": [[(0, 5), (-1, 4), (0, 3), (1, 4), (0, 5)]],
    "\u0308": [[(x, 5), (x - 1, 4), (x, 3), (x + 1, 4), (x, 5)] for x in (-4, 4)],
    "\u030a": [[(0, 7), (-2, 6), (-3, 4), (-2, 2), (0, 1), (2, 2), (3, 4), (2, 6), (0, 7)]],
    "\u030b": [[(-4, 2), (-1, 5)], [(1, 2), (4, 5)]],
    "\u030c": [[(-4, 5), (0, 2), (4, 5)]],
}
BELOW = {
    "\u0327": [[(0, 0), (0, -2), (2, -3), (2, -5), (0, -6), (-2, -6)]],
    "\u0328": [[(2, 0), (0, -3), (1, -5), (3, -5)]],
}


def composed(character, own):
    """Returns a letter with its accent, where neither package has it."""
    import unicodedata

    parts = unicodedata.normalize("NFD", character)
    if len(parts) != 2 or parts[0] not in own:
        return None
    advance, strokes = own[parts[0]]
    if parts[0] in "ij" and parts[1] in ACCENTS:
        # The dot gives way to the accent.
        strokes = [stroke for stroke in strokes if min(y for _, y in stroke) < 14]
    points = [point for stroke in strokes for point in stroke]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    middle = (left + right) / 2
    top = max(y for _, y in points)
    if parts[1] in ACCENTS:
        return advance, strokes + [[(x + middle, y + top) for x, y in stroke] for stroke in ACCENTS[parts[1]]]
    if parts[1] in BELOW:
        return advance, strokes + [[(x + middle, y) for x, y in stroke] for stroke in BELOW[parts[1]]]
    return None


def written(glyphs):
    lines = []
    for character, (advance, strokes) in sorted(glyphs.items(), key=lambda it: ord(it[0])):
        rows = ["".join(chr(ord("R") + round(x)) + chr(ord("R") + round(y)) for x, y in stroke) for stroke in strokes]
        lines.append(" ".join([f"{ord(character):x}", f"{round(advance)}", *rows]))
    return "\n".join(lines) + "\n"


def font(name, letters, extended, greek=None):
    own = hershey(letters)
    own = {character: glyph for character, glyph in own.items() if " " <= character <= "~"}
    glyphs = dict(own)
    if greek:
        for letter, glyph in hershey(greek).items():
            if letter in GREEK:
                glyphs[GREEK[letter]] = glyph
        glyphs["µ"] = glyphs["μ"]
    for character, glyph in svg_font(extended).items():
        if len(character) == 1 and character > "~" and character not in glyphs:
            glyphs[character] = placed(character, glyph, own)
    glyphs |= drawn_by_hand(own)
    for code in [*range(0xC0, 0x180), 0x218, 0x219, 0x21A, 0x21B]:
        made = composed(chr(code), own)
        if made:
            glyphs[chr(code)] = made
    glyphs["\u00a0"] = glyphs[" "]
    glyphs = {it: glyph for it, glyph in glyphs.items() if not 0x7F <= ord(it) < 0xA0}
    TARGET.mkdir(parents=True, exist_ok=True)
    (TARGET / name).write_text(written(glyphs), encoding="ascii")
    print(name, len(glyphs), "glyphs")


font("simplex.txt", "futural", "HersheySans1.svg", "greeks")
font("script.txt", "scripts", "HersheyScript1.svg", "greeks")
