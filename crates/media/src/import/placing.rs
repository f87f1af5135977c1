//! Putting a foreign drawing into a scene.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

use scenewright_geometry::{Affine, Point, Shape, ShapeError};
use scenewright_scene::typeset::Font;
use scenewright_scene::{
    Align, Around, Color, Contents, Fonts, LayerChange, Scene, SceneError, Space, Stroke, TextOptions,
};

use super::clipping::Clip;
use super::drawing::{
    Drawing, Fill, Fit, Item, ItemContent, Line, LineLook, MAX_DASHES, MeasuredLine, Pen, Raise, Standing,
    TOO_MUCH_WORK, TextHeight, TextItem, Typeface, Words, Work,
};
use super::images::image;
use super::paragraphs::{Paragraphs, Piece, RunLook, lay_out};
use super::strokes::{MITER_LIMIT, line_areas};

/// The fine pen, in millimetres on paper.
const FINE_PEN: f64 = 0.25;

/// The most characters of a name that is made of the names of the groups around it.
const MAX_NAME_CHARACTERS: usize = 200;

/// The most characters of a name that an entity has from its file.
const MAX_ID_CHARACTERS: usize = 80;

/// The names for kinds of fonts, of which any is one.
const GENERAL: [&str; 7] =
    ["serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif"];

/// The result of an import.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The names of the entities in the group, back to front.
    pub names: Vec<String>,
    /// The layers that they are on.
    pub layers: Vec<String>,
    /// The number that lengths of the file were multiplied by.
    pub scale: f64,
    /// The kinds of things in the file that were left out, such as `paper space`, each with their number.
    pub skipped: BTreeMap<String, usize>,
    /// Sentences for the author of the script, such as about a font that is not here.
    pub warnings: Vec<String>,
}

impl Drawing {
    /// Draws everything as a group of that name. Lengths are converted to the unit of the scene, or multiplied by the
    /// scale where one is given. The scene stays as it was when something is refused.
    pub fn draw(
        &self,
        scene: &mut Scene,
        name: &str,
        scale: Option<f64>,
        fonts: &Fonts,
    ) -> Result<Placed, SceneError> {
        let mut drawn = scene.clone();
        let of_units = self.unit.map_or(1.0, |unit| unit / scene.units().in_millimeters());
        let scale = scale.unwrap_or(of_units);
        drawn.remove_import(name)?;
        let mut placing = Placing {
            root: name,
            drawing: self,
            scene: &mut drawn,
            fonts,
            scale,
            taken: HashSet::new(),
            layers: BTreeSet::new(),
            warnings: self.warnings.clone(),
            skipped: self.skipped.clone(),
            measured: None,
            clip: None,
            work: self.work,
        };
        let names = placing.group(name, &self.items)?;
        let layers = placing.define_layers()?;
        let (warnings, skipped) = (placing.warnings, placing.skipped);
        drawn.mark_import(name)?;
        *scene = drawn;
        Ok(Placed { names, layers, scale, skipped, warnings })
    }
}

struct Placing<'a> {
    /// The name of the whole group.
    root: &'a str,
    drawing: &'a Drawing,
    scene: &'a mut Scene,
    fonts: &'a Fonts,
    scale: f64,
    /// The names that were given.
    taken: HashSet<String>,
    layers: BTreeSet<String>,
    warnings: Vec<String>,
    skipped: BTreeMap<String, usize>,
    /// The last line with several texts, so that it is measured once for all of them.
    measured: Option<MeasuredLine>,
    /// The clip of the last text that had one: those of a group have the same.
    clip: Option<(Arc<Vec<Shape>>, Clip)>,
    /// The cutting that is left.
    work: Work,
}

impl Placing<'_> {
    /// Draws a group with its contents, and returns their names.
    fn group(&mut self, name: &str, items: &[Item]) -> Result<Vec<String>, SceneError> {
        let mut names = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let child = self.name(name, index, item)?;
            if self.item(&child, item)? {
                names.push(child);
            }
        }
        self.scene.create_group(name, &names)?;
        Ok(names)
    }

    /// Returns a free name for a part: after its name in the file, or else its number.
    fn name(&mut self, group: &str, index: usize, item: &Item) -> Result<String, SceneError> {
        let of_file = item.id.as_ref().map(|id| {
            let id: String = id.chars().take(MAX_ID_CHARACTERS).collect();
            format!("{group}_{id}")
        });
        let name = of_file
            .filter(|name| name.chars().count() <= MAX_NAME_CHARACTERS)
            .filter(|name| !self.taken.contains(name) && !self.scene.exists(name))
            // A second entity of one id is named by its number.
            .unwrap_or_else(|| format!("{group}_{index}"));
        // Deep in groups, where names would grow too long, parts are numbered from the top.
        let name = match name.chars().count() > MAX_NAME_CHARACTERS {
            true => format!("{}_part_{}", self.root, self.taken.len()),
            false => name,
        };
        if self.scene.exists(&name) {
            return Err(SceneError::scene(format!(
                "\"{name}\" exists already, and a part of the import would replace it; choose another name, or delete it \
                 first"
            )));
        }
        self.taken.insert(name.clone());
        Ok(name)
    }

    /// Draws one part; false where there is nothing to see.
    fn item(&mut self, name: &str, item: &Item) -> Result<bool, SceneError> {
        match &item.content {
            ItemContent::Group(items) => {
                self.group(name, items)?;
                return Ok(true);
            }
            ItemContent::Shape(shape) => {
                let Some(shape) = self.scaled(shape) else { return Ok(false) };
                self.scene.draw(name, shape)?;
            }
            ItemContent::Text(text) => {
                if let Some(paragraphs) = &text.paragraphs {
                    return self.paragraphs(name, text, paragraphs, item);
                }
                let Some(set) = self.set_text(text, item)? else {
                    self.skip("text beyond the end of its path");
                    return Ok(false);
                };
                if text.shades.is_some() || text.line_shades.is_some() {
                    return self.shaded_text(name, text, &set, item);
                }
                if text.bars != [false; 3] {
                    return self.text_with_bars(name, text, &set, item);
                }
                if set.is_slanted() || !text.clips.is_empty() {
                    let letters = self.letters(&set, item)?;
                    let (seen, is_whole) = self.seen(letters, &text.clips)?;
                    if set.is_slanted() || !is_whole {
                        return self.cut_text(name, item, seen);
                    }
                }
                if !self.text(name, &set)? {
                    self.skip("text that shows nothing");
                    return Ok(false);
                }
            }
            // These have their size, or are gone, when a drawing is read.
            ItemContent::Sizeless(_)
            | ItemContent::Cover { .. }
            | ItemContent::Nothing(_)
            | ItemContent::Dimension(_) => {
                return Ok(false);
            }
        }
        let is_text = matches!(item.content, ItemContent::Text(_));
        match item.fill {
            Fill::Absent if is_text => self.scene.set_fill(name, None)?,
            Fill::Absent => {}
            Fill::ByLayer => self.scene.fill_by_layer(name)?,
            Fill::Color(color) => self.scene.set_fill(name, Some(color))?,
        }
        match item.pen.clone() {
            Pen::Absent => self.scene.set_stroke(name, None)?,
            // Drawn entities have it already.
            Pen::ByLayer => {}
            Pen::Drawn { color, width, line } => self.stroke(name, color, width * self.scale, line)?,
            Pen::OnPaper { color, width, line } => {
                let per_millimeter =
                    self.scene.drawing_scale().unwrap_or(1.0) / self.scene.units().in_millimeters();
                self.stroke(name, color, width.unwrap_or(FINE_PEN).max(0.05) * per_millimeter, line)?;
            }
        }
        if let Some(layer) = &item.layer {
            self.scene.set_layer(name, layer, Contents::Included)?;
            self.layers.insert(layer.clone());
        }
        Ok(true)
    }

    fn stroke(&mut self, name: &str, color: Color, width: f64, line: LineLook) -> Result<(), SceneError> {
        let line = line.scaled(self.scale);
        if line.dashes.left_out > 0 {
            self.warn(format!(
                "a line has a pattern of {} dashes and gaps, which is more than {MAX_DASHES}; it is drawn without any",
                line.dashes.left_out
            ));
        }
        let stroke = Stroke {
            dash: line.dashes.lengths(),
            cap: line.cap,
            join: line.join,
            ..Stroke::solid(color, width)
        };
        self.scene.set_stroke(name, Some(stroke))
    }

    /// Returns a shape in the scene's unit; `None` for one that is too small or too large to be one.
    fn scaled(&mut self, shape: &Shape) -> Option<Shape> {
        let shape = match self.scale {
            1.0 => shape.clone(),
            scale => image(shape, &Affine::scale(scale, scale)),
        };
        let bounds = shape.bounds(&Affine::IDENTITY);
        let is_in_range = bounds.width().is_finite() && bounds.height().is_finite();
        let out_of_range = || ShapeError::new("it leaves the range of numbers");
        let checked = shape.checked().and_then(|shape| is_in_range.then_some(shape).ok_or_else(out_of_range));
        match checked {
            Ok(shape) => Some(shape),
            Err(error) => {
                *self.skipped.entry("too small or too large".to_owned()).or_default() += 1;
                self.warn(format!("something was left out: {}", error.message));
                None
            }
        }
    }

    /// Chooses the font of a text, and finds the place of its first line in it; `None` where the path that it follows ends before.
    fn set_text(&mut self, text: &TextItem, item: &Item) -> Result<Option<SetText>, SceneError> {
        let (font, font_name) = self.font(&text.font)?;
        let height = text.height * self.scale;
        let size = match text.measure {
            TextHeight::Capitals => height / font.cap_height(1.0),
            TextHeight::Size => height,
        };
        let wrap = text.wrap.map(|width| width * self.scale);
        let words = self.wrapped(&text.text, size, font_name.as_deref(), wrap)?;
        let lines = words.split('\n').count().saturating_sub(1) as f64;
        let usual = font.line_height(size);
        let leading = text.leading.filter(|_| lines > 0.0).map(|leading| leading * self.scale);
        let rise = rise(text.raise, &font, size, leading.unwrap_or(usual) * lines);
        let (standing, align) = match &text.line {
            Some(line) => match self.standing(text.align, line)? {
                Some(standing) => (standing, Align::Left),
                None => return Ok(None),
            },
            None => (Standing { at: Point::ORIGIN, spin: 0.0, factor: 1.0 }, text.align),
        };
        // What stands on a line with others is turned about its own beginning.
        let mut place = standing.at;
        let (mut align, mut spin) = (align, standing.spin + text.spin);
        if text.is_standing {
            // Turned back about its middle.
            let width =
                Scene::text_metrics(&words, size, font_name.as_deref(), self.fonts)?.0.width / self.scale;
            let middle = match align {
                Align::Left => 0.5,
                Align::Center => 0.0,
                Align::Right => -0.5,
            };
            place.x += middle * width * standing.factor;
            (align, spin) = (Align::Center, spin + FRAC_PI_2);
        }
        let ahead = text.turn.displace(place);
        let at = Point::new((text.at.x + ahead.x) * self.scale, (text.at.y + ahead.y) * self.scale);
        let [across, up] = match text.fit {
            Some(fit) => self.fitted(fit, &words, size, font_name.as_deref(), &text.turn)?,
            None => [standing.factor, 1.0],
        };
        let turn = text.turn * Affine::rotation(spin) * Affine::scale(across, up);
        let color = match item.fill {
            Fill::Color(color) => Some(color),
            Fill::ByLayer | Fill::Absent => None,
        };
        let line_spacing = leading.map(|leading| leading / usual);
        let options = TextOptions { font: font_name, align, color, line_spacing, ..TextOptions::default() };
        Ok(Some(SetText { words, at, rise, size, options, turn }))
    }

    /// Returns the factors along and across a text that bring it to a width.
    fn fitted(
        &self,
        fit: Fit,
        words: &str,
        size: f64,
        font: Option<&str>,
        turn: &Affine,
    ) -> Result<[f64; 2], SceneError> {
        let own = Scene::text_metrics(words, size, font, self.fonts)?.0.width * turn.a.hypot(turn.b);
        let (Fit::Gaps(wanted) | Fit::Stretch(wanted) | Fit::Scale(wanted)) = fit;
        let factor = if own > 0.0 { wanted * self.scale / own } else { 1.0 };
        Ok([factor, if matches!(fit, Fit::Scale(_)) { factor } else { 1.0 }])
    }

    fn text(&mut self, name: &str, set: &SetText) -> Result<bool, SceneError> {
        let SetText { words, at, rise, size, options, turn } = set;
        let drawn = self.scene.draw_text(name, words, at.x, at.y + rise, *size, options, self.fonts)?;
        for warning in drawn.warnings {
            self.warn(warning);
        }
        if !drawn.drawn {
            return Ok(false);
        }
        self.turn(name, *at, turn)?;
        Ok(true)
    }

    /// Returns the outlines of the letters of a text, in units of the drawing.
    fn letters(&self, set: &SetText, item: &Item) -> Result<Vec<Item>, SceneError> {
        let mut scratch = Scene::new();
        scratch.draw_text("text", &set.words, 0.0, set.rise, set.size, &set.options, self.fonts)?;
        let place = set.place(self.scale);
        let outline = scratch.outline();
        let letters = outline.iter().filter_map(|letter| Some((letter.shape?, letter.name)));
        let letter = |(shape, name): (&Shape, &str)| {
            let shape = image(shape, &(place * scratch.world_transform(name)?));
            Ok(Item { id: None, content: ItemContent::Shape(shape), ..item.clone() })
        };
        letters.map(letter).collect()
    }

    /// Draws a text by what is seen through its letters and through the lines around them, or by its colours where it has these.
    fn shaded_text(
        &mut self,
        name: &str,
        text: &TextItem,
        set: &SetText,
        item: &Item,
    ) -> Result<bool, SceneError> {
        let letters = self.letters(set, item)?;
        let plain = |fill: Fill, pen: Pen| {
            letters
                .iter()
                .map(|letter| Item { fill, pen: pen.clone(), ..letter.clone() })
                .collect::<Vec<Item>>()
        };
        let shapes = letters.iter().filter_map(|letter| match &letter.content {
            ItemContent::Shape(shape) => Some(shape),
            _ => None,
        });
        let mut parts = match &text.shades {
            Some(shades) => self.seen_through(shapes.clone().cloned().collect(), shades),
            None if item.fill != Fill::Absent => plain(item.fill, Pen::Absent),
            None => Vec::new(),
        };
        let lines = match (&text.line_shades, &item.pen) {
            (Some(shades), Pen::Drawn { width, line, .. }) => {
                let areas = |shape: &Shape| line_areas(shape, line, *width, MITER_LIMIT).ok().flatten();
                shapes.map(areas).collect::<Option<Vec<_>>>().map(|areas| (areas.concat(), shades))
            }
            _ => None,
        };
        match lines {
            Some((areas, shades)) => parts.extend(self.seen_through(areas, shades)),
            None if item.pen != Pen::Absent => parts.extend(plain(Fill::Absent, item.pen.clone())),
            None => {}
        }
        let (seen, _) = self.seen(parts, &text.clips)?;
        self.cut_text(name, item, seen)
    }

    /// Returns what is seen of some items through areas.
    fn seen_through(&mut self, areas: Vec<Shape>, shades: &[Item]) -> Vec<Item> {
        let clip = Clip::new(areas).with_areas(true);
        self.work.aside(|scratch| clip.cut(shades.to_vec(), scratch))
    }

    /// Draws a text with lines beside its letters, as browsers place them.
    fn text_with_bars(
        &mut self,
        name: &str,
        text: &TextItem,
        set: &SetText,
        item: &Item,
    ) -> Result<bool, SceneError> {
        /// The share of the size of a font that a line is high.
        const HEIGHT: f64 = 0.1;
        let measured = |text: &str| {
            Scene::text_metrics(text, set.size, set.options.font.as_deref(), self.fonts).map(|it| it.0.width)
        };
        let gap = text.line.as_ref().map_or(0.0, |line| line.words[line.index].after * self.scale);
        let width = measured(&format!("{}|", set.words))? - measured("|")? + gap;
        let left = match set.options.align {
            Align::Left => 0.0,
            Align::Center => -0.5 * width,
            Align::Right => -width,
        };
        let ascent = self.font(&text.font)?.0.ascent(set.size);
        let high = HEIGHT * set.size;
        let lows = [-1.5 * high, ascent, (ascent - 1.5 * high) / 3.0];
        let place = set.place(self.scale);
        let bar = |low: f64| {
            let low = set.rise + low;
            let corners = [(left, low), (left + width, low), (left + width, low + high), (left, low + high)];
            let points = corners.map(|(x, y)| place * Point::new(x, y)).to_vec();
            let content = ItemContent::Shape(Shape::Polygon { points, holes: Vec::new() });
            Item { id: None, content, ..item.clone() }
        };
        let bars = lows.into_iter().zip(text.bars).filter(|(_, is_drawn)| *is_drawn).map(|(low, _)| bar(low));
        let (mut parts, _) = self.seen(bars.collect(), &text.clips)?;
        let plain = ItemContent::Text(Box::new(TextItem { bars: [false; 3], ..text.clone() }));
        parts.push(Item { id: None, content: plain, ..item.clone() });
        self.cut_text(name, item, parts)
    }

    /// Draws a text whose parts do not look alike, as a group of them.
    fn paragraphs(
        &mut self,
        name: &str,
        text: &TextItem,
        paragraphs: &Paragraphs,
        item: &Item,
    ) -> Result<bool, SceneError> {
        let laid = lay_out(paragraphs, text.wrap, text.align, |words, look| self.width_in(words, look))?;
        let left = match text.align {
            Align::Left => 0.0,
            Align::Center => -0.5 * laid.width,
            Align::Right => -laid.width,
        };
        let top = match text.raise {
            Raise::Top => 0.0,
            Raise::Middle => laid.height * 0.5,
            Raise::Bottom => {
                let (font, _) = self.font(&text.font)?;
                laid.height + font.descent(text.height / font.cap_height(1.0))
            }
            _ => laid.height,
        };
        let place = |at: Point| {
            let way = text.turn.displace(Point::new(left + at.x, top + at.y));
            Point::new(text.at.x + way.x, text.at.y + way.y)
        };
        let part = |piece: &Piece<'_>| match piece {
            Piece::Text { text: words, look, at } => {
                let slant = Affine { c: look.slant, ..Affine::IDENTITY };
                let words = TextItem {
                    turn: text.turn * Affine::scale(look.stretch, 1.0) * slant,
                    font: look.font.clone(),
                    bars: look.bars,
                    clips: text.clips.clone(),
                    ..TextItem::plain(words.clone(), place(*at), look.height)
                };
                let fill = look.color.map_or(item.fill, Fill::Color);
                Item { id: None, fill, content: ItemContent::Text(Box::new(words)), ..item.clone() }
            }
            Piece::Line { from, to, look } => {
                let own = match item.fill {
                    Fill::Color(color) => Some(color),
                    Fill::ByLayer | Fill::Absent => None,
                };
                let pen = look.color.or(own).map_or(Pen::ByLayer, |color| Pen::OnPaper {
                    color,
                    width: None,
                    line: LineLook::default(),
                });
                let content = ItemContent::Shape(Shape::Line { points: vec![place(*from), place(*to)] });
                Item { id: None, fill: Fill::Absent, pen, content, ..item.clone() }
            }
        };
        let is_seen = |piece: &&Piece<'_>| match piece {
            Piece::Text { text, look, .. } => !text.trim().is_empty() || look.bars != [false; 3],
            Piece::Line { .. } => true,
        };
        let parts = laid.pieces.iter().filter(is_seen).map(part).collect();
        self.cut_text(name, item, parts)
    }

    /// Returns how far a text of that look moves the pen, spaces at its end included, in units of the drawing.
    fn width_in(&mut self, text: &str, look: &RunLook) -> Result<f64, SceneError> {
        let (font, name) = self.font(&look.font)?;
        let size = look.height / font.cap_height(1.0);
        let width =
            |text: &str| Scene::text_metrics(text, size, name.as_deref(), self.fonts).map(|it| it.0.width);
        Ok((width(&format!("{text}|"))? - width("|")?) * look.stretch)
    }

    /// Returns what is seen of some letters through clips, and true where that is all of them.
    fn seen(
        &mut self,
        letters: Vec<Item>,
        clips: &[Arc<Vec<Shape>>],
    ) -> Result<(Vec<Item>, bool), SceneError> {
        let (mut seen, mut is_whole) = (letters, true);
        for shapes in clips {
            let known = self.clip.take().filter(|(known, _)| Arc::ptr_eq(known, shapes));
            let (shapes, clip) = known.unwrap_or_else(|| (shapes.clone(), Clip::new(shapes.clone())));
            let mut left = Vec::with_capacity(seen.len());
            for item in seen {
                let parts = match &item.content {
                    ItemContent::Shape(shape) => clip.parts(shape, &item, &mut self.work),
                    _ => None,
                };
                is_whole &= parts.is_none();
                match parts {
                    Some(parts) => left.extend(parts),
                    None => left.push(item),
                }
            }
            seen = left;
            self.clip = Some((shapes, clip));
        }
        if self.work.is_used_up() {
            return Err(SceneError::scene(format!("the file cannot be drawn: {TOO_MUCH_WORK}")));
        }
        Ok((seen, is_whole))
    }

    /// Draws a text by its parts, such as what is left of the outlines of its letters.
    fn cut_text(&mut self, name: &str, item: &Item, letters: Vec<Item>) -> Result<bool, SceneError> {
        match letters.as_slice() {
            [] => {
                self.skip("text outside of its clip");
                Ok(false)
            }
            [one] => self.item(name, one),
            _ => {
                self.group(name, &letters)?;
                if let Some(layer) = &item.layer {
                    self.layers.insert(layer.clone());
                }
                Ok(true)
            }
        }
    }

    fn skip(&mut self, kind: &str) {
        *self.skipped.entry(kind.to_owned()).or_default() += 1;
    }

    /// Returns where a text stands on its line; `None` beyond the ends of the path that the line follows.
    fn standing(&mut self, align: Align, line: &Line) -> Result<Option<Standing>, SceneError> {
        let measured = MeasuredLine::of(line, self.measured.take(), |Words { text, size, font, .. }| {
            if *size <= 0.0 {
                return Ok(0.0);
            }
            let font = self.font(font)?.1;
            // A text ends with its last letter, and on a line the space after it counts.
            let measured = |text: &str| Scene::text_metrics(text, *size, font.as_deref(), self.fonts);
            Ok::<f64, SceneError>(measured(&format!("{text}|"))?.0.width - measured("|")?.0.width)
        })?;
        let standing = measured.standing(line, align);
        self.measured = Some(measured);
        Ok(standing)
    }

    /// Turns and stretches a text about its place.
    fn turn(&mut self, name: &str, at: Point, turn: &Affine) -> Result<(), SceneError> {
        let Some(parts) = turn.decompose() else { return Ok(()) };
        let [across, up] = parts.scale;
        self.scene.set_pivot(name, at.x, at.y)?;
        if across != 1.0 || up != 1.0 {
            self.scene.scale(name, across, up, Space::Local, Around::Origin)?;
        }
        if parts.rotation != 0.0 {
            self.scene.rotate(name, parts.rotation, Space::World, Around::Origin)?;
        }
        Ok(())
    }

    /// Returns the font of a text with its name: the first that is here of the families, and of it the one with the style. The
    /// built-in one, which has no name, is in the place of all that are not here.
    fn font(&mut self, face: &Typeface) -> Result<(Arc<Font>, Option<String>), SceneError> {
        let builtin = Font::builtin()?;
        let usual = builtin.clone();
        let families = face.families.iter().flat_map(|family| metric_families(family));
        for family in families.clone().chain([usual.name()]) {
            let names = style_words(face).into_iter().map(|words| format!("{family} {words}"));
            for name in names.chain([family.to_owned()]) {
                let Some(font) = self.fonts.named(&name)? else { continue };
                let is_builtin = Arc::ptr_eq(&font, &builtin);
                let is_other = |wanted: &&str| *wanted != family && !GENERAL.contains(wanted);
                if let Some(wanted) = families.clone().next().filter(is_other) {
                    let used = if is_builtin { "the built-in one" } else { family };
                    self.warn(format!("the font \"{wanted}\" is not available; {used} is used"));
                }
                let is_plain = style_words(face).is_empty();
                if name == family && !is_plain {
                    let style = style_words(face).swap_remove(0);
                    self.warn(format!(
                        "the font \"{family}\" is not available in {style}; its usual style is used"
                    ));
                }
                return Ok((font, (!is_builtin).then_some(name)));
            }
        }
        Ok((builtin, None))
    }

    /// Breaks lines at spaces where they are too wide.
    fn wrapped(
        &self,
        text: &str,
        size: f64,
        font: Option<&str>,
        width: Option<f64>,
    ) -> Result<String, SceneError> {
        let Some(width) = width else { return Ok(text.to_owned()) };
        let measure =
            |line: &str| Ok::<f64, SceneError>(Scene::text_metrics(line, size, font, self.fonts)?.0.width);
        let mut lines: Vec<String> = Vec::new();
        for paragraph in text.split('\n') {
            let mut line = String::new();
            for word in paragraph.split(' ') {
                let longer = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if !line.is_empty() && measure(&longer)? > width * (1.0 + 1e-6) {
                    lines.push(std::mem::replace(&mut line, word.to_owned()));
                } else {
                    line = longer;
                }
            }
            lines.push(line);
        }
        Ok(lines.join("\n"))
    }

    /// Defines the layers that were used, and that the scene has no properties for. Locks come last.
    fn define_layers(&mut self) -> Result<Vec<String>, SceneError> {
        for name in &self.layers {
            let Some(layer) = self.drawing.layers.get(name) else { continue };
            if self.scene.is_layer_defined(name) {
                continue;
            }
            let change = LayerChange {
                color: layer.color.into(),
                linetype: Some(layer.linetype),
                lineweight: layer.lineweight.into(),
                visible: Some(!layer.is_hidden),
                locked: None,
            };
            self.scene.define_layer(name, &change)?;
        }
        Ok(self.layers.iter().cloned().collect())
    }

    fn warn(&mut self, warning: String) {
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }
}

/// A text in its font, at its place.
struct SetText {
    words: String,
    /// The place that it is turned about, and how far its first baseline is above that.
    at: Point,
    rise: f64,
    size: f64,
    options: TextOptions,
    turn: Affine,
}

impl SetText {
    /// Returns the way from its own coordinates to units of the drawing.
    fn place(&self, scale: f64) -> Affine {
        Affine::scale(1.0 / scale, 1.0 / scale)
            * Affine::translation(self.at.x, self.at.y)
            * self.turn.linear()
    }

    /// Returns true for letters that no scale and rotation give.
    fn is_slanted(&self) -> bool {
        self.turn.decompose().is_some_and(|parts| parts.shear.abs() > 1e-3)
    }
}

/// Returns how far the first baseline is above the place of a text, whose last line is lower by a distance.
pub(super) fn rise(raise: Raise, font: &Font, size: f64, below: f64) -> f64 {
    let (ascent, descent) = (font.ascent(size), font.descent(size));
    match raise {
        Raise::Baseline => 0.0,
        Raise::Bottom => below + descent,
        Raise::Middle => (below - font.cap_height(size)) * 0.5,
        Raise::Top => -font.cap_height(size),
        Raise::SmallMiddle => -0.5 * font.x_height(size),
        Raise::Central => -0.5 * (ascent - descent),
        Raise::Hanging => -0.8 * ascent,
        Raise::Mathematical => -0.5 * ascent,
        Raise::Ascent => -ascent,
    }
}

/// Yields a family, and then those whose letters are as wide, or that a general name means.
fn metric_families(family: &str) -> impl Iterator<Item = &str> + Clone {
    const KNOWN: [(&[&str], &[&str]); 3] = [
        (&["arial", "helvetica", "helvetica neue"], &["Liberation Sans"]),
        (&["times new roman", "times", "serif"], &["Liberation Serif", "DejaVu Serif"]),
        (&["courier new", "courier", "monospace"], &["Liberation Mono", "DejaVu Sans Mono"]),
    ];
    let lower = family.to_ascii_lowercase();
    let known = KNOWN.iter().find(|(names, _)| names.contains(&lower.as_str()));
    [family].into_iter().chain(known.map_or(&[][..], |(_, others)| others).iter().copied())
}

/// Returns the words of style for the weight and the slant of a font, the best first; none for the usual style.
fn style_words(face: &Typeface) -> Vec<String> {
    const WEIGHTS: [(u16, &str); 8] = [
        (150, "Thin"),
        (250, "ExtraLight"),
        (350, "Light"),
        (450, ""),
        (550, "Medium"),
        (650, "SemiBold"),
        (750, "Bold"),
        (850, "ExtraBold"),
    ];
    let weight = face.weight.unwrap_or(400);
    let own = WEIGHTS.iter().find(|(most, _)| weight < *most).map_or("Black", |(_, word)| word);
    // A heavy font that is not here is bold, and a light one is the usual one.
    let mut words = vec![own];
    if weight >= 600 && own != "Bold" {
        words.push("Bold");
    }
    let slant = if face.is_slanted { " Italic" } else { "" };
    let mut styles: Vec<String> =
        words.iter().map(|word| format!("{word}{slant}").trim().to_owned()).collect();
    if face.is_slanted && !own.is_empty() && weight < 600 {
        styles.push("Italic".to_owned());
    }
    styles.retain(|style| !style.is_empty());
    styles
}

/// Returns the alignment of a word, as SVG has it.
pub(super) fn align_of(anchor: Option<&str>) -> Align {
    match anchor {
        Some("middle") => Align::Center,
        Some("end") => Align::Right,
        _ => Align::Left,
    }
}
