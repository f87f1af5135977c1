//! The outlines of glyphs.

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::TableProvider;
use skrifa::raw::tables::glyf::Glyph;
use skrifa::{FontRef, GlyphId, MetadataProvider};

use scenewright_geometry::{Path, Point, Segment};

/// The most points of a glyph that is drawn, and the most parts that it is composed of. The largest of real fonts
/// have a few thousand points and some ten parts.
const MAX_POINTS: usize = 100_000;
const MAX_PARTS: usize = 1_000;

/// Returns the outline in the font's own units; empty for a space or a glyph that cannot be drawn.
pub(super) fn draw(face: &FontRef<'_>, glyph: GlyphId) -> Path {
    if !can_be_drawn(face, glyph) {
        return Path::new();
    }
    let mut pen = PathPen { path: Path::new(), points: 0 };
    if let Some(outline) = face.outline_glyphs().get(glyph) {
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

fn point(x: f32, y: f32) -> Point {
    Point::new(x.into(), y.into())
}

struct PathPen {
    path: Path,
    points: usize,
}

impl PathPen {
    fn push(&mut self, points: usize, segment: Segment) {
        self.points += points;
        if self.points <= MAX_POINTS {
            self.path.push(segment);
        }
    }
}

impl OutlinePen for PathPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.push(1, Segment::Move(point(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.push(1, Segment::Line(point(x, y)));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.push(2, Segment::Quadratic(point(cx, cy), point(x, y)));
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.push(3, Segment::Cubic(point(cx0, cy0), point(cx1, cy1), point(x, y)));
    }

    fn close(&mut self) {
        self.push(0, Segment::Close);
    }
}
