//! The outlines of glyphs.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlineGlyphCollection, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::glyf::Glyph;
use skrifa::{FontRef, GlyphId};

use scenewright_geometry::{Path, Point, Segment};

/// The most points of a glyph that is drawn, and the most parts that it is composed of. The largest of real fonts
/// have a few thousand points and some ten parts.
const MAX_POINTS: usize = 100_000;
const MAX_PARTS: usize = 1_000;

/// Returns the outline in the font's own units times the scale; empty for a space or a glyph that cannot be drawn.
pub(super) fn draw(
    face: &FontRef<'_>,
    outlines: &OutlineGlyphCollection<'_>,
    glyph: GlyphId,
    scale: f64,
) -> Path {
    if !can_be_drawn(face, glyph) {
        return Path::new();
    }
    let mut pen = PathPen { path: Path::new(), scale, points: 0 };
    if let Some(outline) = outlines.get(glyph) {
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        if outline.draw(settings, &mut pen).is_err() || pen.points > MAX_POINTS {
            return Path::new();
        }
    }
    pen.path
}

/// Returns true if a TrueType glyph can be composed in bounded work. A part may itself be composed: two parts per
/// level, or a glyph that is a part of itself, would take for ever. A part that has data and no points makes the
/// reader panic.
fn can_be_drawn(face: &FontRef<'_>, glyph: GlyphId) -> bool {
    let (Ok(loca), Ok(glyf)) = (face.loca(None), face.glyf()) else { return true };
    let mut open = vec![glyph];
    let mut parts = 0;
    while let Some(glyph) = open.pop() {
        parts += 1;
        match loca.get_glyf(glyph, &glyf) {
            Ok(Some(Glyph::Simple(simple))) if simple.num_points() == 0 => return false,
            Ok(Some(Glyph::Composite(composite))) => {
                open.extend(composite.components().take(MAX_PARTS).map(|part| GlyphId::from(part.glyph)));
            }
            Ok(_) | Err(_) => {}
        }
        if parts + open.len() > MAX_PARTS {
            return false;
        }
    }
    true
}

struct PathPen {
    path: Path,
    scale: f64,
    points: usize,
}

impl PathPen {
    fn point(&self, x: f32, y: f32) -> Point {
        Point::new(f64::from(x) * self.scale, f64::from(y) * self.scale)
    }

    fn push(&mut self, points: usize, segment: Segment) {
        self.points += points;
        if self.points <= MAX_POINTS {
            self.path.push(segment);
        }
    }
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push(1, Segment::Move(self.point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push(1, Segment::Line(self.point(x, y)));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.push(2, Segment::Quadratic(self.point(cx, cy), self.point(x, y)));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.push(3, Segment::Cubic(self.point(cx0, cy0), self.point(cx1, cy1), self.point(x, y)));
    }

    fn close(&mut self) {
        self.push(0, Segment::Close);
    }
}
