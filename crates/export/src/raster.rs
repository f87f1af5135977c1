//! The rasterizer behind a small surface: paths in pixels in, pixels out.

use std::borrow::Cow;

use vello_cpu::color::{AlphaColor, PremulRgba8, Srgb};
use vello_cpu::kurbo::{self, BezPath, PathEl};
use vello_cpu::peniko::Fill;
use vello_cpu::{Pixmap, RenderContext, Resources};

use super::clip::{Chain, Window};
use scenewright_geometry::{Affine, FillRule, Path, Point, Segment};
use scenewright_scene::{Cap, Color, Join, Stroke};

/// The largest deviation of an outline, in pixels: it changes a pixel at an edge by a twentieth of its cover.
const TOLERANCE: f64 = 0.05;

/// The distance beyond the picture up to which outlines are kept, in pixels.
const SURROUNDINGS: f64 = 20_000.0;

/// The most dashes of a line: one with more looks solid, and would cost as much as a thousand shapes.
const MAX_DASHES: f64 = 20_000.0;

/// The shortest dash, in pixels; far below what can be seen.
const MIN_DASH: f64 = 1e-3;

/// A picture in the making. y points down, and one unit is one pixel.
pub(super) struct Canvas {
    context: RenderContext,
    window: Window,
    width: u16,
    height: u16,
    has_alpha: bool,
}

/// An outline in pixels.
pub(super) struct Outline {
    curves: BezPath,
    /// True when the rasterizer can take the outline as it is.
    is_near: bool,
}

/// Pixels row by row, each with red, green, blue and, where the picture has it, alpha.
pub(super) struct Pixels {
    pub bytes: Vec<u8>,
    pub has_alpha: bool,
}

impl Canvas {
    pub(crate) fn new(width: u16, height: u16, background: Color) -> Self {
        let mut context = RenderContext::new(width, height);
        let has_alpha = background.a < 1.0;
        context.set_paint(paint(background));
        // Painted like a shape, as the rasterizer begins with transparent pixels.
        context.fill_rect(&kurbo::Rect::new(0.0, 0.0, f64::from(width), f64::from(height)));
        let window = Window {
            min: [-SURROUNDINGS, -SURROUNDINGS],
            max: [f64::from(width) + SURROUNDINGS, f64::from(height) + SURROUNDINGS],
        };
        Canvas { context, window, width, height, has_alpha }
    }

    /// Returns the image of a path, to be filled and stroked.
    pub(crate) fn outline(&self, path: &Path, place: &Affine) -> Outline {
        let curves = to_bezier(path, place);
        let bounds = curves.control_box();
        let is_near = self.window.contains([bounds.x0, bounds.y0], [bounds.x1, bounds.y1]);
        Outline { curves, is_near }
    }

    pub(crate) fn fill(&mut self, outline: &Outline, rule: FillRule, color: Color) {
        let near = outline.near(|chains| {
            let mut near = BezPath::new();
            for ring in chains {
                push_chain(&mut near, &self.window.clip_ring(&ring), true);
            }
            near
        });
        self.context.set_fill_rule(match rule {
            FillRule::NonZero => Fill::NonZero,
            FillRule::EvenOdd => Fill::EvenOdd,
        });
        self.context.set_paint(paint(color));
        self.context.fill_path(&near);
    }

    /// Strokes with the pen's cap, join, colour and dashes; width and dashes are in pixels.
    pub(crate) fn stroke(&mut self, outline: &Outline, pen: &Stroke) {
        let near = outline.near(|chains| {
            let mut near = BezPath::new();
            for piece in chains.iter().flat_map(|chain| self.window.clip_chain(chain)) {
                push_chain(&mut near, &piece, false);
            }
            near
        });
        let mut stroke = kurbo::Stroke::new(pen.width)
            .with_caps(match pen.cap {
                Cap::Butt => kurbo::Cap::Butt,
                Cap::Round => kurbo::Cap::Round,
                Cap::Square => kurbo::Cap::Square,
            })
            .with_join(match pen.join {
                Join::Miter => kurbo::Join::Miter,
                Join::Round => kurbo::Join::Round,
                Join::Bevel => kurbo::Join::Bevel,
            })
            .with_miter_limit(4.0);
        if let Some(dashes) = dashes(&near, pen) {
            stroke = stroke.with_dashes(0.0, dashes);
        }
        self.context.set_stroke(stroke);
        self.context.set_paint(paint(pen.color));
        self.context.stroke_path(&near);
    }

    pub(crate) fn finish(mut self) -> Pixels {
        let mut pixmap = Pixmap::new(self.width, self.height);
        self.context.flush();
        self.context.render(&mut pixmap, &mut Resources::new());
        let bytes = if self.has_alpha {
            let plain = |part: u8, alpha: u8| {
                // PNG stores plain colours, the rasterizer premultiplied ones.
                // At least 1 against a division by zero: where alpha is 0, so is each colour.
                let (part, alpha) = (u16::from(part), u16::from(alpha.max(1)));
                ((part * 255 + alpha / 2) / alpha).min(255) as u8
            };
            in_bytes(&pixmap, |it| [plain(it.r, it.a), plain(it.g, it.a), plain(it.b, it.a), it.a])
        } else {
            // On an opaque background premultiplied is the same as plain.
            in_bytes(&pixmap, |it| [it.r, it.g, it.b])
        };
        Pixels { bytes, has_alpha: self.has_alpha }
    }
}

impl Outline {
    /// Returns the curves themselves where the rasterizer can take them as they are, and otherwise the path made
    /// from their chains.
    fn near(&self, clipped: impl FnOnce(Vec<Chain>) -> BezPath) -> Cow<'_, BezPath> {
        if self.is_near { Cow::Borrowed(&self.curves) } else { Cow::Owned(clipped(flattened(&self.curves))) }
    }
}

/// Returns the dash pattern, unless it is too fine to be seen or to be worth its cost. A dash without a length
/// is a dot where its caps are not butt, and the rasterizer would lose it.
fn dashes(outline: &BezPath, pen: &Stroke) -> Option<Vec<f64>> {
    let period: f64 = pen.dash.iter().sum();
    // Dashes below half a pixel would be a grey line, at the cost of millions of pieces.
    if pen.dash.is_empty() || period < 0.5 {
        return None;
    }
    let length: f64 = outline.segments().map(|segment| control_length(&segment)).sum();
    let is_worth_it = length / period * pen.dash.len() as f64 <= MAX_DASHES;
    // A length of 0 would make the rasterizer walk on the spot.
    is_worth_it.then(|| pen.dash.iter().map(|length| length.max(MIN_DASH)).collect())
}

fn in_bytes<const N: usize>(pixmap: &Pixmap, parts: impl Fn(&PremulRgba8) -> [u8; N]) -> Vec<u8> {
    pixmap.data().iter().map(parts).collect::<Vec<[u8; N]>>().into_flattened()
}

fn paint(color: Color) -> AlphaColor<Srgb> {
    AlphaColor::new([color.r as f32, color.g as f32, color.b as f32, color.a as f32])
}

fn to_bezier(path: &Path, place: &Affine) -> BezPath {
    let mut outline = BezPath::new();
    let point = |point: Point| {
        let point = *place * point;
        kurbo::Point::new(point.x, point.y)
    };
    // The tolerance is in pixels, and arcs are replaced before they are placed.
    for segment in path.without_arcs(TOLERANCE / place.stretch()).segments() {
        match segment {
            Segment::Move(to) => outline.move_to(point(to)),
            Segment::Line(to) => outline.line_to(point(to)),
            Segment::Quadratic(control, to) => outline.quad_to(point(control), point(to)),
            Segment::Cubic(first, second, to) => outline.curve_to(point(first), point(second), point(to)),
            // Arcs have become curves.
            Segment::Arc(arc) => outline.line_to(point(arc.to)),
            Segment::Close => outline.close_path(),
        }
    }
    outline
}

/// Converts the outline to straight pieces, one chain for each sub-path; a closed one ends where it began.
fn flattened(outline: &BezPath) -> Vec<Chain> {
    let bounds = outline.control_box();
    // Precision falls with size, so that no outline needs more than some ten thousand pieces.
    let tolerance = (bounds.width().max(bounds.height()) * 1e-9).max(TOLERANCE);
    let mut chains: Vec<Chain> = Vec::new();
    kurbo::flatten(outline.elements().iter().copied(), tolerance, |element| match element {
        PathEl::MoveTo(to) => chains.push(vec![[to.x, to.y]]),
        PathEl::LineTo(to) => {
            if let Some(chain) = chains.last_mut() {
                chain.push([to.x, to.y]);
            }
        }
        PathEl::ClosePath => {
            if let Some(chain) = chains.last_mut() {
                let start = chain[0];
                chain.push(start);
            }
        }
        PathEl::QuadTo(..) | PathEl::CurveTo(..) => {}
    });
    chains
}

fn push_chain(outline: &mut BezPath, chain: &[[f64; 2]], closed: bool) {
    for (index, [x, y]) in chain.iter().enumerate() {
        if index == 0 { outline.move_to((*x, *y)) } else { outline.line_to((*x, *y)) }
    }
    if closed && !chain.is_empty() {
        outline.close_path();
    }
}

/// Returns the length of the control polygon, which the curve is not longer than.
fn control_length(segment: &kurbo::PathSeg) -> f64 {
    match segment {
        kurbo::PathSeg::Line(line) => line.p0.distance(line.p1),
        kurbo::PathSeg::Quad(quad) => quad.p0.distance(quad.p1) + quad.p1.distance(quad.p2),
        kurbo::PathSeg::Cubic(cubic) => {
            cubic.p0.distance(cubic.p1) + cubic.p1.distance(cubic.p2) + cubic.p2.distance(cubic.p3)
        }
    }
}
