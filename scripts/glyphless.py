"""Writes `assets/fonts/glyphless.ttf`: a font of one empty glyph, for the text of PDF files that is found and not seen.

    pip install fonttools && python3 scripts/glyphless.py
"""

import pathlib

from fontTools.fontBuilder import FontBuilder
from fontTools.ttLib.tables._g_l_y_f import Glyph

font = FontBuilder(1000, isTTF=True)
font.setupGlyphOrder([".notdef", "glyph"])
font.setupCharacterMap({0x20: "glyph"})
font.setupGlyf({".notdef": Glyph(), "glyph": Glyph()})
font.setupHorizontalMetrics({".notdef": (500, 0), "glyph": (500, 0)})
font.setupHorizontalHeader(ascent=800, descent=-200)
font.setupNameTable({"familyName": "Glyphless", "styleName": "Regular", "psName": "Glyphless"})
font.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
font.setupPost()
font.font["head"].created = font.font["head"].modified = 0
font.font.recalcTimestamp = False
font.save(pathlib.Path(__file__).parent.parent / "assets" / "fonts" / "glyphless.ttf")
