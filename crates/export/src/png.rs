//! Pictures of the scene.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use super::raster::{Canvas, Pixels};
use super::scale_bar::{MIN_HEIGHT, MIN_WIDTH, bar_height, draw_legend, draw_scale_bar};
use super::theme::{ADDED, CHANGED, REMOVED, towards};
use scenewright_error::{Error, Kind, Result};
use scenewright_geometry::{Affine, Bounds, Point};
use scenewright_scene::{Color, Leaf, Pens, Scene, Stroke, Visit, difference};

pub use super::theme::Theme;

/// The least and the greatest side of a picture, in pixels.
pub const MIN_SIDE: u32 = 16;
pub const MAX_SIDE: u32 = 4096;

/// The least pixels for a millimetre of line weight, and the width of the sheet, in millimetres, that a picture of more
/// stands for. They do not grow with the part of the drawing that is shown: neither do line weights on a screen.
const MIN_WEIGHT_PIXELS: f64 = 3.0;
const SHEET: f64 = 400.0;

/// The content and settings of a picture to render.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    pub width: u32,
    pub height: u32,
    pub fit: Fit,
    pub theme: Theme,
    /// The background instead of the theme's. Where it is not opaque, neither is the picture.
    pub background: Option<Color>,
    /// The earlier scene, to show what was added, changed and removed since.
    pub highlight: Option<&'a Scene>,
}

/// The part of the world that fills the picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Fit {
    #[default]
    Scene,
    Entity(String),
    /// A part of the world, as least and greatest x and y.
    Box([f64; 4]),
}

impl Default for Picture<'_> {
    fn default() -> Self {
        Picture {
            width: 1600,
            height: 1000,
            fit: Fit::Scene,
            theme: Theme::Light,
            background: None,
            highlight: None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// A PNG file.
    pub png: Vec<u8>,
    pub width: u32,
    pub height: u32,
}

/// Renders a picture with a margin and, where there is room, a scale bar.
///
/// Lines are as wide as the scene says and never thinner than a pixel.
pub fn render(scene: &Scene, picture: &Picture<'_>) -> Result<Rendered> {
    let (width, height) = (checked_side("width", picture.width)?, checked_side("height", picture.height)?);
    // A page has its own scale, and is shown to its edges.
    let is_page = picture.fit == Fit::Scene && scene.page().is_some();
    let annotated = !is_page && picture.width >= MIN_WIDTH && picture.height >= MIN_HEIGHT;
    let view = View::fit(scene, picture, annotated)?;
    let background = picture.background.unwrap_or_else(|| picture.theme.background());
    let mut canvas = Canvas::new(width, height, background);
    let millimeter = scene.paper_millimeter(scene.sheet_scale());
    let weight = (view.size[0].max(view.size[1]) / SHEET).max(MIN_WEIGHT_PIXELS) / view.scale;
    let weight = if is_page { millimeter } else { weight };
    let pens = scene.layer_pens(weight, millimeter);
    let painter = Painter { view: &view, theme: picture.theme, pens };
    match picture.highlight {
        None => {
            for visit in scene.walk_back_to_front() {
                if let Visit::Leaf(leaf) = visit {
                    painter.paint(&mut canvas, &leaf, Tone::Plain);
                }
            }
        }
        Some(previous) => {
            let counts = painter.paint_difference(&mut canvas, previous, scene);
            if annotated {
                draw_legend(&mut canvas, picture.theme, view.size, counts);
            }
        }
    }
    if annotated {
        draw_scale_bar(&mut canvas, picture.theme, view.size, view.scale, scene.units());
    }
    Ok(Rendered {
        png: encoded(&canvas.finish(), picture.width, picture.height)?,
        width: picture.width,
        height: picture.height,
    })
}

/// The placement of the world in the picture.
struct View {
    size: [f64; 2],
    transform: Affine,
    /// Pixels per unit of the scene.
    scale: f64,
}

impl View {
    fn fit(scene: &Scene, picture: &Picture<'_>, annotated: bool) -> Result<View> {
        let bounds = match &picture.fit {
            Fit::Entity(name) if !scene.exists(name) => {
                return Err(Error::new(Kind::NotFound, format!("fit: {}", scene.unknown(name).message)));
            }
            Fit::Entity(name) => Some(scene.world_bounds(name).ok_or_else(|| {
                Error::new(Kind::InvalidInput, format!("fit: {name:?} is empty, so there is nothing to show"))
            })?),
            Fit::Box([min_x, min_y, max_x, max_y]) => {
                Some(Bounds { min: Point::new(*min_x, *min_y), max: Point::new(*max_x, *max_y) })
            }
            Fit::Scene if scene.page().is_some() => scene.page_bounds(),
            Fit::Scene => {
                let previous = picture.highlight.and_then(Scene::visible_bounds);
                scene.visible_bounds().into_iter().chain(previous).reduce(Bounds::union)
            }
        };
        let bounds = bounds.unwrap_or(Bounds { min: Point::new(-50.0, -50.0), max: Point::new(50.0, 50.0) });
        let size = [f64::from(picture.width), f64::from(picture.height)];
        let is_page = picture.fit == Fit::Scene && scene.page().is_some();
        let margin = if is_page { 0.0 } else { size[0].min(size[1]) * 0.06 };
        let bottom = if annotated { bar_height(size).max(margin) } else { margin };
        let room = [size[0] - 2.0 * margin, size[1] - margin - bottom];
        // A point has no size to fit; one unit around it does.
        let content = match (bounds.width(), bounds.height()) {
            (0.0, 0.0) => [1.0, 1.0],
            (width, height) => [width, height],
        };
        let scale = (room[0] / content[0]).min(room[1] / content[1]);
        let center = bounds.center();
        let middle = [size[0] * 0.5, margin + room[1] * 0.5];
        let transform = Affine {
            a: scale,
            b: 0.0,
            c: 0.0,
            d: -scale,
            e: middle[0] - scale * center.x,
            f: middle[1] + scale * center.y,
        };
        if !bounds.is_finite() || scale <= 0.0 || !transform.is_finite() {
            return Err(Error::new(
                Kind::InvalidInput,
                "The drawing is too large or too small to be shown as a picture",
            ));
        }
        Ok(View { size, transform, scale })
    }

    /// Returns true if a box in pixels, with a pen of that reach around it, touches the picture.
    fn shows(&self, bounds: &Bounds, reach: f64) -> bool {
        bounds.is_finite()
            && bounds.max.x + reach >= 0.0
            && bounds.max.y + reach >= 0.0
            && bounds.min.x - reach <= self.size[0]
            && bounds.min.y - reach <= self.size[1]
    }
}

/// The treatment of a shape's own colours.
#[derive(Clone, Copy)]
enum Tone {
    Plain,
    /// Pale, for shapes that only show where the rest is. They still cover what they covered.
    Pale,
    Marked(Color),
    /// A dashed outline with a breath of colour, for a shape that is gone.
    Ghost(Color),
}

struct Painter<'a> {
    view: &'a View,
    theme: Theme,
    pens: Pens,
}

impl Painter<'_> {
    fn paint(&self, canvas: &mut Canvas, leaf: &Leaf<'_>, tone: Tone) {
        let transform = self.view.transform * leaf.world;
        let (fill, pen) = self.dressed(leaf, tone);
        let reach = pen.as_ref().map_or(0.0, |pen| pen.width * 4.0) + 4.0;
        if !self.view.shows(&leaf.shape.bounds(&transform), reach) {
            return;
        }
        let outline = canvas.outline(&leaf.shape.to_path(), &transform);
        if let Some(fill) = fill {
            canvas.fill(&outline, leaf.shape.fill_rule(), fill);
        }
        if let Some(pen) = pen {
            canvas.stroke(&outline, &pen);
        }
    }

    /// Returns the fill, and the pen in pixels.
    fn dressed(&self, leaf: &Leaf<'_>, tone: Tone) -> (Option<Color>, Option<Stroke>) {
        let ground = self.theme.background();
        let (fill, pen) =
            (leaf.style.fill, self.pens.stroke(leaf.layer, &leaf.style).map(|stroke| self.in_pixels(stroke)));
        let recolored = |color: &dyn Fn(Color) -> Color| {
            (fill.map(color), pen.clone().map(|pen| Stroke { color: color(pen.color), ..pen }))
        };
        match tone {
            Tone::Plain => recolored(&|color| self.theme.shown(color)),
            Tone::Pale => recolored(&|color| towards(ground, self.theme.shown(color), 0.3)),
            Tone::Marked(mark) => {
                let pen = pen.unwrap_or_else(|| Stroke::solid(mark, 2.0));
                let pen = Stroke { color: mark, width: pen.width.max(2.0), ..pen };
                (fill.map(|_| towards(ground, mark, 0.4)), Some(pen))
            }
            Tone::Ghost(mark) => {
                let pen = Stroke { dash: vec![6.0, 4.0], ..Stroke::solid(mark, 1.5) };
                (fill.map(|_| Color { a: 0.12, ..mark }), Some(pen))
            }
        }
    }

    /// Paints unchanged shapes pale, new or different ones in their colours, and removed ones as ghosts on top.
    fn paint_difference(&self, canvas: &mut Canvas, old: &Scene, new: &Scene) -> [usize; 3] {
        let difference = difference(old, new);
        let marks: HashMap<&str, Color> = difference
            .changed
            .iter()
            .map(|name| (name.as_str(), CHANGED))
            .chain(difference.added.iter().map(|name| (name.as_str(), ADDED)))
            .collect();
        // What is inside a group that was changed looks different, though it is not listed.
        let mut around: Vec<Option<Color>> = Vec::new();
        for visit in new.walk_back_to_front() {
            let outer = around.last().copied().flatten();
            match visit {
                Visit::GroupStart { name, text, annotation, .. } => {
                    // The glyphs of a text and the shapes of an annotation are not listed at all.
                    let is_whole = text.is_some() || annotation.is_some();
                    let spreads = |mark: &Color| *mark == CHANGED || is_whole;
                    around.push(marks.get(name).copied().filter(spreads).or(outer));
                }
                Visit::GroupEnd { .. } => {
                    around.pop();
                }
                Visit::Leaf(leaf) => {
                    let mark = marks.get(leaf.name).copied().or(outer);
                    self.paint(canvas, &leaf, mark.map_or(Tone::Pale, Tone::Marked));
                }
            }
        }
        let removed: HashSet<&str> = difference.removed.iter().map(String::as_str).collect();
        let mut is_in_removed_text = false;
        for visit in old.walk_back_to_front() {
            match visit {
                Visit::GroupStart { name, text, annotation, .. } => {
                    if text.is_some() || annotation.is_some() {
                        is_in_removed_text = removed.contains(name);
                    }
                }
                Visit::GroupEnd { .. } => is_in_removed_text = false,
                Visit::Leaf(leaf) if is_in_removed_text || removed.contains(leaf.name) => {
                    self.paint(canvas, &leaf, Tone::Ghost(REMOVED));
                }
                Visit::Leaf(_) => {}
            }
        }
        [difference.added.len(), difference.changed.len(), difference.removed.len()]
    }

    /// Returns the pen in pixels, never thinner than one.
    fn in_pixels(&self, stroke: &Stroke) -> Stroke {
        let scale = self.view.scale;
        Stroke {
            width: (stroke.width * scale).max(1.0),
            dash: stroke.dash.iter().map(|length| length * scale).collect(),
            ..stroke.clone()
        }
    }
}

fn checked_side(name: &str, pixels: u32) -> Result<u16> {
    u16::try_from(pixels).ok().filter(|_| (MIN_SIDE..=MAX_SIDE).contains(&pixels)).ok_or_else(|| {
        Error::new(
            Kind::InvalidInput,
            format!("{name} must be between {MIN_SIDE} and {MAX_SIDE} pixels, got {pixels}"),
        )
    })
}

fn encoded(pixels: &Pixels, width: u32, height: u32) -> Result<Vec<u8>> {
    let failed = |error: png::EncodingError| {
        Error::new(Kind::Internal, format!("Could not encode the picture: {error}"))
    };
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(if pixels.has_alpha { png::ColorType::Rgba } else { png::ColorType::Rgb });
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels.bytes).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
