//! Pictures of the scene.

use std::collections::{HashMap, HashSet};

use super::grid::{draw_grid, draw_rulers, ruler_width};
use super::labels::draw_labels;
use super::panels::{half, side_by_side};
use super::raster::{Canvas, Pixels};
use super::rings::{draw_marks, draw_rings};
use super::scale_bar::{MIN_HEIGHT, MIN_WIDTH, bar_height, draw_legend, draw_note, draw_scale_bar};
use super::theme::{ADDED, CHANGED, REMOVED, towards};
use super::view::{Edges, View, check_layers, fitted};
use scenewright_error::{Error, Kind, Result};
use scenewright_geometry::{Bounds, Point};
use scenewright_scene::{Color, Difference, Fonts, Leaf, Pens, Scene, Stroke, Visit, difference};

pub use super::{grid::Grid, labels::Labels, theme::Theme, view::Fit};

/// The least and the greatest side of a picture, in pixels: the pixels of the largest square take 64 MiB.
const MIN_SIDE: u32 = 16;
const MAX_SIDE: u32 = 4096;

/// The least pixels for a millimetre of line weight, and the width of the sheet, in millimetres, that a picture of more
/// stands for. They do not grow with the part of the drawing that is shown: neither do line weights on a screen.
const MIN_WEIGHT_PIXELS: f64 = 3.0;
const SHEET: f64 = 400.0;

/// The most shapes whose lines all have a whole pixel. Of more the small ones have thinner lines, by which the picture shows where
/// there are many instead of turning black.
const UNCROWDED_SHAPES: usize = 2_000;

/// The size of a shape, in pixels, from which on its lines have a whole pixel in a crowded picture, and the thinnest lines of the
/// smallest; as on the page (`view/painter.ts`).
const FULL_LINE_PIXELS: f64 = 24.0;
const MIN_LINE: f64 = 0.2;

/// The content and settings of a picture to render.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    /// The width in pixels, from 16 to 4096.
    pub width: u32,
    /// The height in pixels, from 16 to 4096.
    pub height: u32,
    /// The part of the world to show.
    pub fit: Fit,
    /// The background, and the colours that go with it.
    pub theme: Theme,
    /// The background instead of the theme's. Where it is not opaque, neither is the picture.
    pub background: Option<Color>,
    /// The earlier scene, with which `highlight`, `before` and the fit to the last change compare.
    pub previous: Option<&'a Scene>,
    /// True to show what was added, changed and removed since.
    pub highlight: bool,
    /// True to show the earlier scene beside this one.
    pub before: bool,
    /// The grid over the drawing; `None` for none.
    pub grid: Option<Grid>,
    /// True for rulers along the left and the upper edge, where there is room.
    pub rulers: bool,
    /// The entities to label.
    pub labels: Labels,
    /// The layers that are shown, also those that are off; all that are not off where there is no list.
    pub layers: Option<Vec<String>>,
    /// True for lines of one pixel.
    pub hairlines: bool,
    /// The places in the world that are marked on top of everything.
    pub places: Vec<[f64; 2]>,
    /// The fonts of labels; only the built-in one if missing.
    pub fonts: Option<&'a Fonts>,
}

impl Default for Picture<'_> {
    fn default() -> Self {
        Picture {
            width: 1600,
            height: 1000,
            fit: Fit::Scene,
            theme: Theme::Light,
            background: None,
            previous: None,
            highlight: false,
            before: false,
            grid: None,
            rulers: false,
            labels: Labels::None,
            layers: None,
            hairlines: false,
            places: Vec::new(),
            fonts: None,
        }
    }
}

/// A picture as a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    /// A PNG file.
    pub png: Vec<u8>,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// The contents of a picture, in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The part of the world from edge to edge; of one of the two halves where the earlier scene is beside.
    pub shown: Bounds,
    /// The pixels per unit of the scene.
    pub scale: f64,
    /// The numbers of entities that are marked as added, changed and removed; `None` where nothing is compared.
    pub marked: Option<[usize; 3]>,
}

/// The first sheets of scenes that have several, for a picture of the page.
struct FirstSheets {
    scene: Option<Scene>,
    previous: Option<Scene>,
}

fn first_sheets(scene: &Scene, picture: &Picture<'_>) -> FirstSheets {
    // A picture of a part of the drawing shows what is there, whatever sheet it is on.
    let is_page = picture.fit == Fit::Scene;
    let first = |scene: &Scene| scene.with_first_of_several_sheets().filter(|_| is_page);
    FirstSheets { scene: first(scene), previous: picture.previous.and_then(first) }
}

impl FirstSheets {
    fn shown<'a>(&'a self, scene: &'a Scene, picture: &Picture<'a>) -> (&'a Scene, Picture<'a>) {
        let previous = self.previous.as_ref().or(picture.previous);
        (self.scene.as_ref().unwrap_or(scene), Picture { previous, ..picture.clone() })
    }
}

/// Computes what a picture shows, without drawing it.
pub fn extent(scene: &Scene, picture: &Picture<'_>) -> Result<Extent> {
    let firsts = first_sheets(scene, picture);
    let (scene, picture) = firsts.shown(scene, picture);
    let picture = &picture;
    let size = [checked_side("width", picture.width)?, checked_side("height", picture.height)?];
    let earlier = picture.previous.map(|old| (old, difference(old, scene)));
    let earlier = earlier.as_ref().map(|(old, difference)| (*old, difference));
    let (bounds, is_page) = bounds_to_show(scene, picture, earlier)?;
    let size = match earlier.filter(|_| picture.before) {
        Some(_) => half(size)?,
        None => size,
    };
    let (view, _) = Panel { picture, size, bounds, is_page }.view()?;
    let marked = earlier.filter(|_| picture.highlight);
    Ok(Extent {
        shown: view.world().or(bounds).unwrap_or(Bounds { min: Point::ORIGIN, max: Point::ORIGIN }),
        scale: view.scale,
        marked: marked.map(|(_, it)| [it.added.len(), it.changed.len(), it.removed.len()]),
    })
}

/// Returns the bounds that fill a picture, and true where they are a page, which is shown to its edges and in its own scale.
fn bounds_to_show(
    scene: &Scene,
    picture: &Picture<'_>,
    earlier: Option<(&Scene, &Difference)>,
) -> Result<(Option<Bounds>, bool)> {
    if let Some(page) = scene.page_bounds().filter(|_| picture.fit == Fit::Scene) {
        return Ok((Some(page), true));
    }
    let whole =
        // Both scenes, so that what was removed is in the picture too, and two halves have one scale.
        std::iter::once(scene).chain(picture.previous.filter(|_| picture.highlight || picture.before));
    let whole = whole.filter_map(|scene| visible_bounds(scene, picture)).reduce(Bounds::union);
    Ok((fitted(&picture.fit, scene, earlier, whole)?, false))
}

/// Renders a picture with a margin and, where there is room, a scale bar. No line is thinner than a pixel.
pub fn render(scene: &Scene, picture: &Picture<'_>) -> Result<Rendered> {
    let firsts = first_sheets(scene, picture);
    let (scene, picture) = firsts.shown(scene, picture);
    let picture = &picture;
    let (width, height) = (checked_side("width", picture.width)?, checked_side("height", picture.height)?);
    if let Some(layers) = &picture.layers {
        check_layers(layers, std::iter::once(scene).chain(picture.previous))?;
    }
    let earlier = picture.previous.map(|old| (old, difference(old, scene)));
    let earlier = earlier.as_ref().map(|(old, difference)| (*old, difference));
    let (bounds, is_page) = bounds_to_show(scene, picture, earlier)?;
    let panel = |size: [u16; 2], part: Part<'_>| -> Result<Pixels> {
        let panel = Panel { picture, size, bounds, is_page };
        panel.draw(&part)
    };
    let pixels = match earlier.filter(|_| picture.before) {
        None => panel([width, height], Part::Alone { scene, earlier })?,
        Some((old, difference)) => side_by_side([width, height], picture.theme, |size, is_first| {
            panel(
                size,
                Part::Half { scene: if is_first { old } else { scene }, is_before: is_first, difference },
            )
        })?,
    };
    Ok(Rendered {
        png: encoded(&pixels, picture.width, picture.height)?,
        width: picture.width,
        height: picture.height,
    })
}

/// The part of a picture that a panel shows.
enum Part<'a> {
    Alone {
        scene: &'a Scene,
        earlier: Option<(&'a Scene, &'a Difference)>,
    },
    /// One of two scenes, side by side.
    Half {
        scene: &'a Scene,
        is_before: bool,
        difference: &'a Difference,
    },
}

/// A rectangle of the picture that shows one scene.
struct Panel<'a> {
    picture: &'a Picture<'a>,
    size: [u16; 2],
    bounds: Option<Bounds>,
    /// True where a page is shown, to its edges and in its own scale.
    is_page: bool,
}

impl Panel<'_> {
    /// Returns true where the panel has room for a scale bar and rulers.
    fn is_annotated(&self) -> bool {
        let has_room = u32::from(self.size[0]) >= MIN_WIDTH && u32::from(self.size[1]) >= MIN_HEIGHT;
        has_room && !self.is_page
    }

    /// Returns the place of the world in the panel, and the width of its rulers.
    fn view(&self) -> Result<(View, f64)> {
        let size = self.size.map(f64::from);
        let annotated = self.is_annotated();
        let ruler = if self.picture.rulers && annotated { ruler_width(size) } else { 0.0 };
        let bottom = if annotated { bar_height(size) } else { 0.0 };
        let edges = Edges { left: ruler, top: ruler, bottom, has_margin: !self.is_page };
        Ok((View::of(self.bounds, size, edges)?, ruler))
    }

    fn draw(&self, part: &Part<'_>) -> Result<Pixels> {
        let picture = self.picture;
        let (Part::Alone { scene, .. } | Part::Half { scene, .. }) = part;
        let size = self.size.map(f64::from);
        let annotated = self.is_annotated();
        let (view, ruler) = self.view()?;
        let background = picture.background.unwrap_or_else(|| picture.theme.background());
        let mut canvas = Canvas::new(self.size[0], self.size[1], background);
        let millimeter = scene.paper_millimeter(scene.sheet_scale());
        let weight = match self.is_page {
            true => millimeter,
            false => (size[0].max(size[1]) / SHEET).max(MIN_WEIGHT_PIXELS) / view.scale,
        };
        let pens = scene.layer_pens(weight, millimeter);
        let is_crowded = visible_shapes(scene, picture)
            .filter(|visit| matches!(visit, Visit::Leaf(_)))
            .nth(UNCROWDED_SHAPES)
            .is_some();
        let painter = Painter { view: &view, picture, pens, is_crowded };
        let counts = painter.paint_part(&mut canvas, part);
        // Places are of the present scene.
        if matches!(part, Part::Alone { .. } | Part::Half { is_before: false, .. }) {
            draw_marks(&mut canvas, picture.theme, &view, &picture.places);
        }
        if let Some(grid) = picture.grid {
            draw_grid(&mut canvas, picture.theme, &view, grid)?;
        }
        let builtin = Fonts::builtin();
        let fonts = picture.fonts.unwrap_or(&builtin);
        let is_shown = |layer: &str| painter.shows(layer);
        // A name that only one of two scenes has is looked for in that one alone.
        let labels = match part {
            Part::Alone { .. } | Part::Half { is_before: false, .. } => picture.labels.clone(),
            Part::Half { .. } => known_in(scene, &picture.labels),
        };
        let without_room = draw_labels(&mut canvas, picture.theme, &view, scene, &labels, fonts, &is_shown)?;
        if ruler > 0.0 {
            draw_rulers(&mut canvas, picture.theme, &view);
        }
        if annotated {
            if let Some(counts) = counts {
                draw_legend(&mut canvas, picture.theme, size, ruler, counts);
            }
            draw_scale_bar(&mut canvas, picture.theme, size, ruler, view.scale, scene.units());
            let mut note = match part {
                Part::Alone { .. } => Vec::new(),
                Part::Half { is_before: true, .. } => vec!["before".to_owned()],
                Part::Half { .. } => vec!["after".to_owned()],
            };
            if without_room > 0 {
                note.push(format!("{without_room} names without room"));
            }
            draw_note(&mut canvas, picture.theme, size, ruler, &note.join(", "));
        }
        Ok(canvas.finish())
    }
}

/// Returns the labels as far as a scene has what they name.
fn known_in(scene: &Scene, labels: &Labels) -> Labels {
    match labels {
        Labels::Named(names) => {
            let known =
                |name: &&String| super::view::named("labels", scene, std::slice::from_ref(*name)).is_ok();
            Labels::Named(names.iter().filter(known).cloned().collect())
        }
        other => other.clone(),
    }
}

/// Yields what a picture shows of a scene: everything visible, or the layers that were asked for.
fn visible_shapes<'a>(scene: &'a Scene, picture: &Picture<'_>) -> Box<dyn Iterator<Item = Visit<'a>> + 'a> {
    match &picture.layers {
        None => Box::new(scene.walk_back_to_front()),
        Some(layers) => {
            let layers: HashSet<String> = layers.iter().cloned().collect();
            Box::new(
                scene
                    .walk_all_back_to_front()
                    .filter(move |visit| !matches!(visit, Visit::Leaf(leaf) if !layers.contains(leaf.layer))),
            )
        }
    }
}

fn visible_bounds(scene: &Scene, picture: &Picture<'_>) -> Option<Bounds> {
    let bounds = visible_shapes(scene, picture).filter_map(|visit| match visit {
        Visit::Leaf(leaf) => Some(leaf.shape.bounds(&leaf.world)),
        Visit::GroupStart { .. } | Visit::GroupEnd { .. } => None,
    });
    bounds.reduce(Bounds::union)
}

/// The treatment of a shape's own colours.
#[derive(Clone, Copy)]
enum Tone {
    Plain,
    /// Pale, for shapes that only show where the rest is. They still cover what they covered.
    Pale,
    Marked(Color),
    /// Outlined in a colour, with its own fill, where two scenes are compared side by side.
    Outlined(Color),
    /// A dashed outline with a breath of colour, for a shape that is gone.
    Ghost(Color),
}

struct Painter<'a> {
    view: &'a View,
    picture: &'a Picture<'a>,
    pens: Pens,
    /// True where the lines of small shapes are thinner than a pixel, so that the picture of many does not turn black.
    is_crowded: bool,
}

/// Returns the colours of names that are in one scene only, and of those that are different.
fn marks<'a>(names: &'a [String], color: Color, changed: &'a [String]) -> HashMap<&'a str, Color> {
    let of = |name: &'a String, color| (name.as_str(), color);
    // A name in both lists gets the colour of the second: being new or gone says more than being different.
    changed.iter().map(|name| of(name, CHANGED)).chain(names.iter().map(|name| of(name, color))).collect()
}

/// Yields the boxes of marked entities, always in the same order.
fn marked_bounds<'a>(
    scene: &'a Scene,
    names: &'a [String],
    color: Color,
    changed: &'a [String],
) -> impl Iterator<Item = (Bounds, Color)> + 'a {
    let of = move |name: &'a String, color: Color| Some((scene.world_bounds(name)?, color));
    let changed = changed.iter().filter_map(move |name| of(name, CHANGED));
    changed.chain(names.iter().filter_map(move |name| of(name, color)))
}

impl Painter<'_> {
    fn paint(&self, canvas: &mut Canvas, leaf: &Leaf<'_>, tone: Tone) {
        let transform = self.view.transform * leaf.world;
        let bounds = leaf.shape.bounds(&transform);
        let (fill, pen) = self.dressed(leaf, tone, self.thinnest(&bounds));
        // The miter limit is 4, so a sharp corner reaches two widths; as much again for caps and rounding.
        let reach = pen.as_ref().map_or(0.0, |pen| pen.width * 4.0) + 4.0;
        if !self.view.shows(&bounds, reach) {
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

    /// Returns the width of the thinnest line of a shape with these bounds, in pixels.
    fn thinnest(&self, bounds: &Bounds) -> f64 {
        if !self.is_crowded {
            return 1.0;
        }
        (bounds.width().max(bounds.height()) / FULL_LINE_PIXELS).clamp(MIN_LINE, 1.0)
    }

    /// Returns the fill, and the pen in pixels.
    fn dressed(&self, leaf: &Leaf<'_>, tone: Tone, thinnest: f64) -> (Option<Color>, Option<Stroke>) {
        let theme = self.picture.theme;
        let ground = theme.background();
        let pen = self.pens.stroke(leaf.layer, &leaf.style).map(|stroke| self.in_pixels(stroke, thinnest));
        let fill = leaf.style.fill;
        let recolored = |color: &dyn Fn(Color) -> Color| {
            (fill.map(color), pen.clone().map(|pen| Stroke { color: color(pen.color), ..pen }))
        };
        match tone {
            Tone::Plain => recolored(&|color| theme.adapt(color)),
            Tone::Pale => recolored(&|color| towards(ground, theme.adapt(color), 0.3)),
            Tone::Marked(mark) => {
                let pen = pen.unwrap_or_else(|| Stroke::solid(mark, 2.0));
                let pen = Stroke { color: mark, width: pen.width.max(2.0), ..pen };
                (fill.map(|_| towards(ground, mark, 0.4)), Some(pen))
            }
            Tone::Outlined(mark) => {
                let width = pen.as_ref().map_or(0.0, |pen| pen.width).max(2.0);
                (fill.map(|color| theme.adapt(color)), Some(Stroke::solid(mark, width)))
            }
            Tone::Ghost(mark) => {
                let pen = Stroke { dash: vec![6.0, 4.0], ..Stroke::solid(mark, 1.5) };
                (fill.map(|_| Color { a: 0.12, ..mark }), Some(pen))
            }
        }
    }

    /// Paints a part of a picture, and counts what is marked in it.
    fn paint_part(&self, canvas: &mut Canvas, part: &Part<'_>) -> Option<[usize; 3]> {
        let theme = self.picture.theme;
        let highlight = self.picture.highlight;
        match part {
            Part::Alone { scene, earlier: Some((old, difference)) } if highlight => {
                let marks = marks(&difference.added, ADDED, &difference.changed);
                self.paint_marked(canvas, scene, &marks, Tone::Marked);
                self.paint_removed(canvas, old, &difference.removed);
                let gone = difference.removed.iter().filter_map(|name| old.world_bounds(name));
                let rings = marked_bounds(scene, &difference.added, ADDED, &difference.changed);
                let rings = rings.chain(gone.map(|bounds| (bounds, REMOVED)));
                draw_rings(canvas, theme, self.view, rings);
                Some([difference.added.len(), difference.changed.len(), difference.removed.len()])
            }
            Part::Half { scene, is_before, difference } if highlight => {
                let (names, color) =
                    if *is_before { (&difference.removed, REMOVED) } else { (&difference.added, ADDED) };
                let marks = marks(names, color, &difference.changed);
                self.paint_marked(canvas, scene, &marks, Tone::Outlined);
                let rings = marked_bounds(scene, names, color, &difference.changed);
                draw_rings(canvas, theme, self.view, rings);
                let changed = difference.changed.len();
                Some(if *is_before { [0, changed, names.len()] } else { [names.len(), changed, 0] })
            }
            Part::Alone { scene, .. } | Part::Half { scene, .. } => {
                for visit in visible_shapes(scene, self.picture) {
                    if let Visit::Leaf(leaf) = visit {
                        self.paint(canvas, &leaf, Tone::Plain);
                    }
                }
                None
            }
        }
    }

    /// Returns true if a layer that is not off is shown.
    fn shows(&self, layer: &str) -> bool {
        self.picture.layers.as_ref().is_none_or(|layers| layers.iter().any(|it| it == layer))
    }

    /// Paints marked shapes in their colours, and the others pale.
    fn paint_marked(
        &self,
        canvas: &mut Canvas,
        scene: &Scene,
        marks: &HashMap<&str, Color>,
        marked: fn(Color) -> Tone,
    ) {
        // The contents of a changed group look different, though they are not listed.
        let mut around: Vec<Option<Color>> = Vec::new();
        for visit in visible_shapes(scene, self.picture) {
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
                    self.paint(canvas, &leaf, mark.map_or(Tone::Pale, marked));
                }
            }
        }
    }

    /// Paints removed shapes as ghosts on top.
    fn paint_removed(&self, canvas: &mut Canvas, old: &Scene, removed: &[String]) {
        let removed: HashSet<&str> = removed.iter().map(String::as_str).collect();
        let mut is_in_removed_text = false;
        for visit in visible_shapes(old, self.picture) {
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
    }

    /// Returns the pen in pixels. Thinner than a pixel a line fades, which only the lines of many small shapes may.
    fn in_pixels(&self, stroke: &Stroke, thinnest: f64) -> Stroke {
        let scale = self.view.scale;
        Stroke {
            width: if self.picture.hairlines { thinnest } else { (stroke.width * scale).max(thinnest) },
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
    // 11 % larger than by default, in a twentieth of the time.
    encoder.set_compression(png::Compression::Fast);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&pixels.bytes).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
