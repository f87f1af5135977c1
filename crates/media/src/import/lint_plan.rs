//! A foreign drawing as the rules of the lint see it.

use std::collections::HashMap;
use std::convert::Infallible;

use scenewright_geometry::{Affine, Bounds, Point, Segment, Shape, Wire};
use scenewright_lint::{
    Content, DimensionMark, Item as LintItem, Plan, TextMark, corners_of, is_planned_cut,
};
use scenewright_scene::typeset::Font;
use scenewright_scene::{Align, Color, Fonts, Scene};

use super::drawing::{
    Drawing, DrawingLayer, Fill, Item, ItemContent, Line, MeasuredLine, Pen, Sheet, Standing, TextHeight,
    TextItem, View,
};
use super::placing::rise;

/// The layer of things on no layer.
const NO_LAYER: &str = "0";

/// The layer of points that dimensions leave, which no program prints.
const DEFINITION_POINTS: &str = "defpoints";

impl Drawing {
    /// Makes the plan of a drawing that was read with traces, without what is on hidden layers.
    pub fn lint_plan(&self) -> Plan {
        let unit = self.unit.unwrap_or(1.0);
        self.plan_at(Affine::scale(unit, unit), unit)
    }

    /// Makes the plan of the drawing at a place, for pens in a unit.
    fn plan_at(&self, to_mm: Affine, unit: f64) -> Plan {
        let mut plan = Plan::new(unit);
        plan.has_unit = self.unit.is_some();
        if let Some(stretch) = self.flip {
            plan.to_source = Affine::scale(1.0 / unit, -1.0 / (unit * stretch));
        }
        plan.page = self.page.map(|page| Bounds {
            min: Point::new(page.min.x * unit, page.min.y * unit),
            max: Point::new(page.max.x * unit, page.max.y * unit),
        });
        let layers = self.layers.iter().map(|(name, layer)| (name.to_lowercase(), layer)).collect();
        let mut building = Building {
            plan,
            unit,
            to_mm,
            layers,
            known: HashMap::new(),
            widths: Widths { known: HashMap::new(), fonts: Fonts::builtin() },
            line: None,
            hatches: 0,
        };
        building.all(&self.items);
        let says_title = building.plan.items.iter().any(|item| match &item.content {
            Content::Text(mark) => super::drawing::is_title_word(&mark.words),
            _ => false,
        });
        building.plan.is_on_paper = self.is_on_paper;
        // With sheets, the title block belongs on each of them.
        building.plan.has_title = Some(self.has_title || says_title || !self.sheets.is_empty());
        building.plan
    }
}

impl Sheet {
    /// Returns the number of items on the sheet, without what its views show.
    pub fn item_count(&self) -> usize {
        self.drawing.lint_plan().items.len()
    }

    /// Makes the plan of what is drawn on the sheet, and of what its views show of the model.
    pub fn lint_plan(&self, model: &Drawing) -> Plan {
        let mut plan = Plan { shows_more: self.shows_model, ..self.drawing.lint_plan() };
        plan.own_items = plan.items.len();
        // Items of views are shown on the paper at the scale of the view, whatever the units are.
        let unit = self.drawing.unit.unwrap_or(1.0);
        let to_mm = Affine::scale(unit, unit);
        for (number, view) in self.views.iter().enumerate() {
            let mut shown = model.plan_at(to_mm * view.place, unit);
            let others = self.larger_views(model, number, unit);
            shown.items.retain_mut(|item| {
                let is_shown = item_box(item, unit).is_some_and(|bounds| view.shows(&item.layer, &bounds));
                if is_shown && let Content::Text(mark) = &mut item.content {
                    let corners = mark.corners.map(|corner| scaled(corner, 1.0 / unit));
                    let is_larger_in = |(other, to_other): &(&View, Affine)| {
                        let bounds = Bounds::of_points(corners.map(|corner| *to_other * corner));
                        bounds.is_some_and(|bounds| other.shows(&item.layer, &bounds))
                    };
                    mark.capitals = mark.capitals.filter(|_| !others.iter().any(is_larger_in));
                }
                is_shown
            });
            // Parts are counted from the beginning in the model and on each sheet.
            for part in shown.items.iter_mut().filter_map(|item| item.part_of.as_mut()) {
                *part += (number + 1) * PARTS_OF_VIEW;
            }
            plan.items.append(&mut shown.items);
        }
        plan
    }

    /// Returns the views of all sheets that show the model larger than one of this sheet, or before it and as large, with the ways from
    /// this sheet to theirs. A text that is too small in an overview is read in the detail.
    fn larger_views<'d>(&'d self, model: &'d Drawing, number: usize, unit: f64) -> Vec<(&'d View, Affine)> {
        /// The share by which scales differ that are meant to be equal.
        const SAME: f64 = 1e-6;
        let view = &self.views[number];
        let Some(back) = view.place.inverse() else { return Vec::new() };
        let own = view.scale() * unit;
        let elsewhere = model.sheets.iter().filter(|sheet| sheet.name != self.name).flat_map(|sheet| {
            let unit = sheet.drawing.unit.unwrap_or(1.0);
            sheet.views.iter().filter(move |other| other.scale() * unit > own * (1.0 + SAME))
        });
        let here = self.views.iter().enumerate().filter(|(index, other)| {
            let scale = other.scale() * unit;
            scale > own * (1.0 + SAME) || (*index < number && scale > own * (1.0 - SAME))
        });
        elsewhere.chain(here.map(|(_, other)| other)).map(|other| (other, other.place * back)).collect()
    }
}

fn scaled(point: Point, factor: f64) -> Point {
    Point::new(point.x * factor, point.y * factor)
}

/// Returns the box in a unit of an item that is drawn; `None` for one that has no size, and for a dimension, which the model has.
fn item_box(item: &LintItem, unit: f64) -> Option<Bounds> {
    let Bounds { min, max } = match &item.content {
        Content::Outline(wires) | Content::Ornament(wires) | Content::Glyph(wires) => {
            wires.iter().flat_map(Wire::pieces).map(|(bounds, _)| bounds).reduce(Bounds::union)
        }
        Content::Text(mark) => Bounds::of_points(mark.corners),
        Content::Dimension(_) | Content::Nothing(_) => None,
    }?;
    Some(Bounds { min: scaled(min, 1.0 / unit), max: scaled(max, 1.0 / unit) })
}

/// The facts about a layer, by the name that items have.
#[derive(Clone, Copy)]
struct KnownLayer<'d> {
    properties: Option<&'d DrawingLayer>,
    is_hidden: bool,
}

struct Building<'d> {
    plan: Plan,
    unit: f64,
    to_mm: Affine,
    /// The layers, by their names in small letters.
    layers: HashMap<String, &'d DrawingLayer>,
    known: HashMap<&'d str, KnownLayer<'d>>,
    widths: Widths,
    /// The last line with several texts, so that it is measured once for all of them.
    line: Option<MeasuredLine>,
    hatches: usize,
}

/// Returns the places of the parts of a path that have no size, where a machine still burns a point.
fn points_of(shape: &Shape, to_mm: &Affine) -> Vec<Point> {
    let Shape::Path(path) = shape else { return Vec::new() };
    let mut found = Vec::new();
    let mut part: Option<(Point, bool)> = None;
    let note =
        |part: Option<(Point, bool)>| part.filter(|(_, is_drawn)| *is_drawn).map(|(at, _)| *to_mm * at);
    for segment in path.segments() {
        match (segment, part) {
            (Segment::Move(at), last) => {
                found.extend(note(last));
                part = Some((at, false));
            }
            (Segment::Close, _) => {}
            (Segment::Line(end), Some((at, _))) if end == at => part = Some((at, true)),
            _ => part = None,
        }
    }
    found.extend(note(part));
    found
}

impl<'d> Building<'d> {
    fn layer(&mut self, name: &'d str) -> KnownLayer<'d> {
        let layers = &self.layers;
        *self.known.entry(name).or_insert_with(|| {
            let lower = name.to_lowercase();
            let properties = layers.get(&lower).copied();
            let is_hidden = properties.is_some_and(|layer| layer.is_hidden) || lower == DEFINITION_POINTS;
            KnownLayer { properties, is_hidden }
        })
    }

    fn all(&mut self, items: &'d [Item]) {
        // Groups are nested as deep as the readers allow, which is not deep.
        for item in items {
            match &item.content {
                ItemContent::Group(children) => self.all(children),
                _ => self.one(item),
            }
        }
    }

    fn one(&mut self, item: &'d Item) {
        let layer = item.layer.as_deref().unwrap_or(NO_LAYER);
        let KnownLayer { properties, is_hidden } = self.layer(layer);
        if is_hidden {
            return;
        }
        let Some(origin) = &item.origin else { return };
        let of_layer = properties.and_then(|layer| layer.color).unwrap_or(Color::BLACK);
        let fill = match item.fill {
            Fill::Absent => None,
            Fill::ByLayer => Some(of_layer),
            Fill::Color(color) => Some(color),
        };
        let weight = properties.and_then(|layer| layer.lineweight);
        let (stroke, width) = match item.pen {
            Pen::Absent => (None, None),
            Pen::ByLayer => (Some(of_layer), weight),
            Pen::Drawn { color, width, .. } => (Some(color), Some(width * self.unit)),
            Pen::OnPaper { color, width, .. } => (Some(color), width.or(weight)),
        };
        let mut part_of = origin.part_of;
        let points = match &item.content {
            ItemContent::Shape(shape) => points_of(shape, &self.to_mm),
            _ => Vec::new(),
        };
        let content = match &item.content {
            ItemContent::Shape(shape) => {
                let wires = Wire::all_of(shape, &self.to_mm);
                match () {
                    () if wires.is_empty() => {
                        Content::Nothing(self.to_mm * shape.bounds(&Affine::IDENTITY).center())
                    }
                    // Hatches and solids are areas; their edges are no lines.
                    () if fill.is_some() && stroke.is_none() && !self.plan_is_flipped() => {
                        self.hatches += 1;
                        part_of = part_of.or(Some(HATCHES + self.hatches));
                        Content::Ornament(wires)
                    }
                    () => Content::Outline(wires),
                }
            }
            ItemContent::Text(text) => match self.text(text, origin.is_single_stroke) {
                Some(mark) => Content::Text(mark),
                None => return,
            },
            ItemContent::Nothing(at) => Content::Nothing(self.to_mm * *at),
            ItemContent::Dimension(mark) => Content::Dimension(self.dimension(mark)),
            ItemContent::Group(_) | ItemContent::Sizeless(_) | ItemContent::Cover { .. } => return,
        };
        let is_nothing = matches!(content, Content::Nothing(_));
        let first = self.plan.items.len();
        self.plan.items.push(LintItem {
            names: origin.names.clone(),
            is_planned_cut: origin.own_name.as_ref().is_some_and(|name| is_planned_cut(name, layer)),
            layer: layer.to_owned(),
            fill,
            stroke,
            width,
            part_of,
            is_annotation: origin.is_annotation,
            content,
        });
        for point in points.into_iter().filter(|_| !is_nothing) {
            let part = LintItem { content: Content::Nothing(point), ..self.plan.items[first].clone() };
            self.plan.items.push(part);
        }
    }

    /// Returns true for an SVG, where an area is an outline that is filled.
    fn plan_is_flipped(&self) -> bool {
        self.plan.to_source.d < 0.0
    }

    fn dimension(&self, mark: &DimensionMark) -> DimensionMark {
        DimensionMark {
            at: self.to_mm * mark.at,
            points: mark.points.iter().map(|point| self.to_mm * *point).collect(),
            ..mark.clone()
        }
    }

    /// Returns where a text stands on its line; `None` beyond the ends of the path that the line follows.
    fn standing(&mut self, line: &Line, align: Align) -> Option<Standing> {
        let Ok(measured) = MeasuredLine::of(line, self.line.take(), |words| {
            Ok::<f64, Infallible>(self.widths.of(&words.text) * words.size)
        });
        let standing = measured.standing(line, align);
        self.line = Some(measured);
        standing
    }

    /// Returns a text as a mark; `None` where the path that it follows ends before.
    fn text(&mut self, text: &TextItem, is_single_stroke: bool) -> Option<TextMark> {
        let font = Font::builtin().ok();
        let unit_cap = font.as_ref().map_or(0.7, |font| font.cap_height(1.0));
        let size = match text.measure {
            TextHeight::Capitals => text.height / unit_cap,
            TextHeight::Size => text.height,
        };
        let cap = size * unit_cap;
        let line_height = font.as_ref().map_or(1.2 * size, |font| font.line_height(size));
        let (mut width, mut count) = (0.0_f64, 0.0_f64);
        for line in text.text.split('\n') {
            let own = self.widths.of(line) * size;
            // A long line is broken, about where the words allow.
            let rows = text.wrap.filter(|wrap| *wrap > 0.0).map_or(1.0, |wrap| (own / wrap).ceil().max(1.0));
            width = width.max(if rows > 1.0 { text.wrap.unwrap_or(own) } else { own });
            count += rows;
        }
        let below = line_height * (count - 1.0).max(0.0);
        let rise = font.as_ref().map_or(0.0, |font| rise(text.raise, font, size, below));
        let mut place = self.to_mm * Affine::translation(text.at.x, text.at.y) * text.turn;
        let is_on_path = text.line.as_ref().is_some_and(|line| line.course.is_some());
        let left = match (&text.line, text.align) {
            (Some(line), align) => {
                place = place * self.standing(line, align)?.place();
                0.0
            }
            (None, Align::Left) => 0.0,
            (None, Align::Center) => -0.5 * width,
            (None, Align::Right) => -width,
        };
        place = place * Affine::rotation(text.spin);
        let (low, high) = (rise - below, rise + cap);
        let corners = [(left, low), (left + width, low), (left + width, high), (left, high)];
        let corners = corners.map(|(x, y)| place * Point::new(x, y));
        // A slanted or mirrored text still has a box.
        let way = place.displace(Point::new(1.0, 0.0));
        let size = way.x.hypot(way.y);
        let turn = match size > 0.0 {
            true => {
                Affine { a: way.x / size, b: way.y / size, c: -way.y / size, d: way.x / size, e: 0.0, f: 0.0 }
            }
            false => Affine::IDENTITY,
        };
        // Letters on a path stand alone each; what a person reads is the whole.
        let whole = text.line.as_ref().filter(|_| is_on_path);
        let words = whole.map(|line| line.words.iter().map(|words| words.text.as_str()).collect());
        let up = place.displace(Point::new(0.0, cap));
        Some(TextMark {
            capitals: Some(up.x.hypot(up.y)),
            words: words.unwrap_or_else(|| text.text.clone()),
            at: if is_on_path { place * Point::ORIGIN } else { self.to_mm * text.at },
            corners: corners_of(corners, &turn).unwrap_or(corners),
            is_outlined: false,
            is_single_stroke,
        })
    }
}

/// The number of parts that a drawing has at most, so that those of a view have numbers of their own.
const PARTS_OF_VIEW: usize = 1 << 40;

/// The number from which hatches are counted, above those of dimensions.
const HATCHES: usize = usize::MAX / 2;

/// The widths of letters of the built-in font, for a size of 1.
struct Widths {
    known: HashMap<char, f64>,
    fonts: Fonts,
}

impl Widths {
    fn of(&mut self, line: &str) -> f64 {
        line.chars().map(|letter| self.letter(letter)).sum()
    }

    fn letter(&mut self, letter: char) -> f64 {
        let fonts = &self.fonts;
        *self.known.entry(letter).or_insert_with(|| {
            let width = |text: &str| Scene::text_metrics(text, 1.0, None, fonts).map(|(it, _)| it.width);
            // A space has a width only in front of a letter. One that the font has not is about as wide as high.
            let found = match letter.is_whitespace() {
                true => width(&format!("{letter}|")).and_then(|both| Ok(both - width("|")?)),
                false => width(letter.encode_utf8(&mut [0; 4])),
            };
            found.unwrap_or(0.6)
        })
    }
}
