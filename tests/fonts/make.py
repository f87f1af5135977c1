# Makes the fonts of this folder. Run it in a Python that has fonttools: python make.py
from pathlib import Path

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

HERE = Path(__file__).parent


def box(*rings):
    """Rectangles (left, bottom, right, top), each inside of the one before it and wound against it."""
    pen = TTGlyphPen(None)
    for depth, (left, bottom, right, top) in enumerate(rings):
        corners = [(left, bottom), (left, top), (right, top), (right, bottom)]
        if depth % 2:
            corners.reverse()
        pen.moveTo(corners[0])
        for corner in corners[1:]:
            pen.lineTo(corner)
        pen.closePath()
    return pen.glyph()


def make(file, family, style, weight, characters, kerning=None):
    """Characters by their advance and their rings; .notdef and the space are in every font."""
    glyphs = {".notdef": (600, box((50, 0, 550, 700), (100, 50, 500, 650))), "space": (300, box())}
    cmap = {0x20: "space"}
    for character, advance, rings in characters:
        name = f"uni{ord(character):04X}"
        glyphs[name] = (advance, box(*rings))
        cmap[ord(character)] = name
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder(list(glyphs))
    font.setupCharacterMap(cmap)
    font.setupGlyf({name: glyph for name, (_, glyph) in glyphs.items()})
    bearing = {name: getattr(glyph, "xMin", 0) for name, (_, glyph) in glyphs.items()}
    font.setupHorizontalMetrics({name: (advance, bearing[name]) for name, (advance, _) in glyphs.items()})
    font.setupHorizontalHeader(ascent=800, descent=-200, lineGap=100)
    font.setupNameTable(
        {
            "copyright": "Part of scenewright, under its licence",
            "familyName": family,
            "styleName": style,
            "uniqueFontIdentifier": f"{family} {style}",
            "fullName": family if style == "Regular" else f"{family} {style}",
            "psName": f"{family} {style}".replace(" ", ""),
            "version": "Version 1.0",
        }
    )
    font.setupOS2(sTypoAscender=800, sTypoDescender=-200, sTypoLineGap=100, usWeightClass=weight)
    font.setupPost()
    if kerning:
        pairs = "".join(f"pos {left} {right} {by};" for left, right, by in kerning)
        addOpenTypeFeaturesFromString(font.font, f"feature kern {{ {pairs} }} kern;")
    # The same bytes whenever it is made.
    font.updateHead(created=0, modified=0)
    font.font.recalcTimestamp = False
    font.save(HERE / file)


letters = [
    ("A", 600, [(50, 0, 550, 700)]),
    ("V", 640, [(20, 0, 620, 700)]),
    ("O", 700, [(50, 0, 650, 700), (150, 100, 550, 600)]),
    ("가", 1000, [(100, -100, 900, 700), (300, 100, 700, 500)]),
    ("나", 900, [(100, -100, 800, 700)]),
    ("다", 800, [(100, -100, 700, 700)]),
    ("א", 500, [(50, 0, 450, 600)]),
    ("ב", 400, [(50, 0, 350, 600)]),
    ("\u0301", 0, [(-300, 750, -200, 800)]),
]
make("ScenewrightTest.ttf", "Scenewright Test", "Regular", 400, letters, [("uni0041", "uni0056", -90)])
make("ScenewrightTest-Bold.ttf", "Scenewright Test", "Bold", 700, [("A", 800, [(50, 0, 750, 700)])])
other = [("가", 1100, [(0, 0, 1100, 700)]), ("라", 1200, [(0, 0, 1200, 700)])]
make("ScenewrightOther.ttf", "Scenewright Other", "Regular", 400, other)
