//! Putting a foreign drawing into a scene.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use scenewright_geometry::{Affine, Point, Shape};
use scenewright_scene::typeset::Font;
use scenewright_scene::{
    Align, Around, Color, Contents, Fonts, LayerChange, Scene, SceneError, Space, Stroke, TextOptions,
};

use super::drawing::{
    Drawing, Fill, Item, ItemContent, Line, MeasuredLine, Pen, Raise, TextHeight, TextItem, Words,
};
use super::images::image;

/// The fine pen, in millimetres on paper.
const FINE_PEN: f64 = 0.25;

/// The most characters of a name that is made of the names of the groups around it.
const MAX_NAME_CHARACTERS: usize = 200;

/// The most characters of a name that an entity has from its file.
const MAX_ID_CHARACTERS: usize = 80;

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
                if !self.text(name, text, item)? {
                    *self.skipped.entry("text that shows nothing".to_owned()).or_default() += 1;
                    return Ok(false);
                }
            }
            // These have their size when a drawing is read.
            ItemContent::Sizeless(_) | ItemContent::Nothing(_) | ItemContent::Dimension(_) => {
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
        match item.pen {
            Pen::Absent => self.scene.set_stroke(name, None)?,
            // Drawn entities have it already.
            Pen::ByLayer => {}
            Pen::Drawn { color, width, line } => {
                let line = line.scaled(self.scale);
                let stroke = Stroke {
                    dash: line.dashes().to_vec(),
                    cap: line.cap,
                    join: line.join,
                    ..Stroke::solid(color, width * self.scale)
                };
                self.scene.set_stroke(name, Some(stroke))?;
            }
            Pen::OnPaper { color, width } => {
                let per_millimeter =
                    self.scene.drawing_scale().unwrap_or(1.0) / self.scene.units().in_millimeters();
                self.stroke(name, color, width.unwrap_or(FINE_PEN).max(0.05) * per_millimeter)?;
            }
        }
        if let Some(layer) = &item.layer {
            self.scene.set_layer(name, layer, Contents::Included)?;
            self.layers.insert(layer.clone());
        }
        Ok(true)
    }

    fn stroke(&mut self, name: &str, color: Color, width: f64) -> Result<(), SceneError> {
        self.scene.set_stroke(name, Some(Stroke::solid(color, width)))
    }

    /// Returns a shape in the scene's unit; `None` for one that is too small or too large to be one.
    fn scaled(&mut self, shape: &Shape) -> Option<Shape> {
        let shape = match self.scale {
            1.0 => shape.clone(),
            scale => image(shape, &Affine::scale(scale, scale)),
        };
        match shape.checked() {
            Ok(shape) => Some(shape),
            Err(error) => {
                *self.skipped.entry("too small or too large".to_owned()).or_default() += 1;
                self.warn(format!("something was left out: {}", error.message));
                None
            }
        }
    }

    fn text(&mut self, name: &str, text: &TextItem, item: &Item) -> Result<bool, SceneError> {
        let (font, font_name) = self.font(text)?;
        let height = text.height * self.scale;
        let size = match text.measure {
            TextHeight::Capitals => height / font.cap_height(1.0),
            TextHeight::Size => height,
        };
        let wrap = text.wrap.map(|width| width * self.scale);
        let words = self.wrapped(&text.text, size, font_name.as_deref(), wrap)?;
        let lines = words.split('\n').count().saturating_sub(1) as f64;
        let below = font.line_height(size) * lines;
        let capitals = font.cap_height(size);
        let rise = match text.raise {
            Raise::Baseline => 0.0,
            Raise::Bottom => below + font.descent(size),
            Raise::Middle => (below - capitals) * 0.5,
            Raise::Top => -capitals,
        };
        let at = Point::new(text.at.x * self.scale, text.at.y * self.scale);
        let color = match item.fill {
            Fill::Color(color) => Some(color),
            Fill::ByLayer | Fill::Absent => None,
        };
        let (ahead, align) = match &text.line {
            Some(line) => (self.ahead(text.align, line)?, Align::Left),
            None => (0.0, text.align),
        };
        let options = TextOptions { font: font_name, align, color, ..TextOptions::default() };
        let drawn =
            self.scene.draw_text(name, &words, at.x + ahead, at.y + rise, size, &options, self.fonts)?;
        for warning in drawn.warnings {
            self.warn(warning);
        }
        if !drawn.drawn {
            return Ok(false);
        }
        self.turn(name, at, &text.turn)?;
        Ok(true)
    }

    /// Returns how far a text stands from the place of its line.
    fn ahead(&mut self, align: Align, line: &Line) -> Result<f64, SceneError> {
        let measured = MeasuredLine::of(line, self.measured.take(), |Words { text, size, font }| {
            let font = match font {
                Some(name) => self.fonts.named(name)?.map(|_| name.as_str()),
                None => None,
            };
            // A text ends with its last letter, but on a line the space after it counts.
            let measured = |text: &str| Scene::text_metrics(text, size * self.scale, font, self.fonts);
            Ok::<f64, SceneError>(measured(&format!("{text}|"))?.0.width - measured("|")?.0.width)
        })?;
        let ahead = measured.start(line, align) + line.shift * self.scale;
        self.measured = Some(measured);
        Ok(ahead)
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
        if parts.shear.abs() > 1e-3 {
            self.warn("slanted text is drawn upright".to_owned());
        }
        Ok(())
    }

    /// Returns the font of a text with its name; the built-in one, which has none, for a font that is not here.
    fn font(&mut self, text: &TextItem) -> Result<(Arc<Font>, Option<String>), SceneError> {
        if let Some(name) = &text.font {
            if let Some(font) = self.fonts.named(name)? {
                return Ok((font, Some(name.clone())));
            }
            self.warn(format!("the font \"{name}\" is not available; the built-in one is used"));
        }
        Ok((Font::builtin()?, None))
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

/// Returns the alignment of a word, as SVG has it.
pub(super) fn align_of(anchor: Option<&str>) -> Align {
    match anchor {
        Some("middle") => Align::Center,
        Some("end") => Align::Right,
        _ => Align::Left,
    }
}
