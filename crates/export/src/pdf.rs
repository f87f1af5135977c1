//! The scene as a PDF at true scale, with a page for each sheet.
//!
//! The page shows the same as the SVG, and has the size of the page that was set, or of the drawing: a millimetre is
//! a millimetre on paper. Paths are vectors, the words of texts can be searched and copied, blocks that are shown several
//! times are form XObjects, layers are optional content that a reader can switch off, and hidden entities are absent.

use std::collections::{BTreeMap, BTreeSet};

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::writers::Resources;
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, TextStr};

use super::block_forms::Forms;
use super::frame::{frame, paper_pens};
use super::pdf_resources::{alpha_name, form_name, layer_name, push_resources};
use super::pdf_text::{self, Words};
use scenewright_error::{Error, Kind, Result};
use scenewright_geometry::{Affine, Bounds, FillRule, Path, Point, Segment};
use scenewright_scene::{Cap, Color, Join, Leaf, Pens, Scene, Stroke, Visit};

const POINTS_PER_MILLIMETER: f64 = 72.0 / 25.4;

/// The longest side of a page in its unit: the limit of Acrobat (ISO 32000-1, annex C).
const MAX_SIDE: f64 = 14_400.0;

/// The most points in a unit (`UserUnit`) that Acrobat takes.
const MAX_UNIT: f64 = 75_000.0;

/// The step of which all numbers on the page are multiples: readers know no exponents, and less cannot be seen.
const STEP: f64 = 1e-5;

/// The largest number on a page, except in a dash: seventy times the longest side.
const LARGEST: f64 = 1e6;

/// The largest deviation of the cubic curves that stand for arcs, as a share of the shape's size.
const ARC_ERROR: f64 = 5e-7;

/// The join of SVG, which the other formats follow.
const MITER_LIMIT: f32 = 4.0;

const CATALOG: Ref = Ref::new(1);
const PAGES: Ref = Ref::new(2);
const PAGE: Ref = Ref::new(3);
const CONTENT: Ref = Ref::new(4);
const INFORMATION: Ref = Ref::new(5);
const FIRST_LAYER: i32 = 6;

/// Writes the file, with a page for each sheet of the drawing. A drawing that no page can hold is refused.
pub fn to_pdf(scene: &Scene) -> Result<Vec<u8>> {
    let pens = paper_pens(scene);
    // On a page, a millimetre is a millimetre on paper.
    let millimeters = match scene.page() {
        Some(_) => 1.0 / scene.paper_millimeter(scene.sheet_scale()),
        None => scene.units().in_millimeters(),
    };
    let points = millimeters * POINTS_PER_MILLIMETER;
    // A drawing without a page is one sheet, and so is that with one.
    let alone: Vec<Scene> = match scene.sheets().len() {
        0 | 1 => Vec::new(),
        several => (0..several).map(|index| scene.with_one_sheet(index)).collect(),
    };
    let sheets: Vec<&Scene> = if alone.is_empty() { vec![scene] } else { alone.iter().collect() };
    let frames: Vec<Bounds> = sheets.iter().map(|sheet| frame(sheet, &pens)).collect();
    // All pages have the unit of the largest, since they share the forms of blocks.
    let units = frames.iter().map(|frame| page_unit(frame, points)).collect::<Result<Vec<f64>>>()?;
    let unit = units.into_iter().fold(1.0, f64::max);
    let pages: Vec<PageSize> = frames.iter().map(|frame| PageSize::of(frame, points, unit)).collect();
    let layers = seen_layers(scene);
    let forms = Forms::of(scene);
    let mut alphas = BTreeSet::new();
    let mut objects = Vec::new();
    let mut words = Words::default();
    for form in forms.iter() {
        let scale = pages[0].view.a * form.factor;
        let mut painter = Painter::new(pages[0], Affine::scale(scale, scale));
        // Handed on from form to form and to the pages: all share one dictionary of resources.
        painter.alphas = alphas;
        let contents = scene.block_contents(&form.block).into_iter();
        painter.visits(contents, &layers, &pens, &Forms::default(), &mut words);
        let reach = painter.form_box();
        objects.push((painter.content.finish().into_vec(), reach));
        alphas = painter.alphas;
    }
    let mut painted = Vec::with_capacity(pages.len());
    for (sheet, page) in sheets.into_iter().zip(pages) {
        let mut painter = Painter::new(page, page.view);
        painter.alphas = alphas;
        painter.visits(with_forms(sheet, &forms), &layers, &pens, &forms, &mut words);
        alphas = painter.alphas;
        painted.push((page, painter.content.finish().into_vec()));
    }
    Ok(document(painted, &alphas, &layers, objects, &words))
}

/// Yields what is drawn, without what is in instances that are painted as a whole.
fn with_forms<'a>(scene: &'a Scene, forms: &Forms<'a>) -> impl Iterator<Item = Visit<'a>> {
    // The depth of the instance that was painted as a whole.
    let mut painted: Option<usize> = None;
    scene.walk_back_to_front().flat_map(move |visit| {
        if let Some(instance) = painted {
            // By the depth, which groups within the instance do not have.
            if matches!(visit, Visit::GroupEnd { depth, .. } if depth == instance) {
                painted = None;
            }
            return Vec::new();
        }
        match &visit {
            Visit::GroupStart { depth, world, block: Some(block), .. }
                if forms.find(block, world).is_some() =>
            {
                painted = Some(*depth);
                let mut visits = vec![visit.clone()];
                // They differ from instance to instance, so they are not in the form.
                visits.extend(scene.attribute_texts(block, *world, depth + 1, false));
                visits
            }
            _ => vec![visit],
        }
    })
}

/// The placement of the scene on the page.
#[derive(Clone, Copy, Debug)]
struct PageSize {
    width: f64,
    height: f64,
    /// The points in a unit of the page; more than one where the page would be too large.
    unit: f64,
    /// The transform from the scene to the page's units. Both have y upwards.
    view: Affine,
}

/// Returns the points in a unit of a page; a page that is larger than readers take is refused.
fn page_unit(frame: &Bounds, points: f64) -> Result<f64> {
    let longest = frame.width().max(frame.height()) * points;
    let unit = (longest / MAX_SIDE).ceil().max(1.0);
    if unit.is_nan() || unit > MAX_UNIT {
        let most = MAX_SIDE * MAX_UNIT / POINTS_PER_MILLIMETER / 1e6;
        return Err(Error::new(
            Kind::TooLarge,
            format!("The drawing is too large for a PDF at true scale: a page has {most:.0} km at most"),
        )
        .with_hint("Choose a smaller unit with setUnits, or export another format."));
    }
    Ok(unit)
}

impl PageSize {
    fn of(frame: &Bounds, points: f64, unit: f64) -> PageSize {
        let scale = points / unit;
        let view = Affine { e: -frame.min.x * scale, f: -frame.min.y * scale, ..Affine::scale(scale, scale) };
        PageSize { width: frame.width() * scale, height: frame.height() * scale, unit, view }
    }
}

/// Returns the layers with something visible on them, numbered by name.
fn seen_layers(scene: &Scene) -> BTreeMap<&str, usize> {
    let names: BTreeSet<&str> = scene
        .walk_back_to_front()
        .filter_map(|visit| match visit {
            Visit::Leaf(leaf) => Some(leaf.layer),
            Visit::GroupStart { .. } | Visit::GroupEnd { .. } => None,
        })
        .collect();
    names.into_iter().enumerate().map(|(index, name)| (name, index)).collect()
}

struct Painter {
    content: Content,
    page: PageSize,
    /// The transform from what is painted to the page, or to the form.
    view: Affine,
    /// The box of everything painted, with its strokes.
    reach: Option<Bounds>,
    /// The width of the widest pen.
    widest: f64,
    /// The layer that is painted on.
    open: Option<usize>,
    /// The opacities in use, each for fills and strokes, in thousandths.
    alphas: BTreeSet<(u16, u16)>,
}

impl Painter {
    fn new(page: PageSize, view: Affine) -> Painter {
        Painter {
            content: Content::new(),
            page,
            view,
            reach: None,
            widest: 0.0,
            open: None,
            alphas: BTreeSet::new(),
        }
    }

    /// Paints everything, what has a form by that.
    fn visits<'a>(
        &mut self,
        visits: impl Iterator<Item = Visit<'a>>,
        layers: &BTreeMap<&str, usize>,
        pens: &Pens,
        forms: &Forms<'a>,
        words: &mut Words<'a>,
    ) {
        for visit in visits {
            words.visit(&visit, &mut self.content, &self.view);
            let leaf = match visit {
                Visit::Leaf(leaf) => leaf,
                Visit::GroupStart { world, block: Some(block), .. } => {
                    if let Some(form) = forms.find(&block, &world) {
                        // The form is on layers of its own.
                        self.switch_layer(self.open.is_some(), None);
                        self.open = None;
                        self.form(form, &world, forms.factor(form));
                    }
                    continue;
                }
                Visit::GroupStart { .. } | Visit::GroupEnd { .. } => continue,
            };
            let layer = layers.get(leaf.layer).copied();
            if self.open != layer {
                self.switch_layer(self.open.is_some(), layer);
                self.open = layer;
            }
            self.leaf(&leaf, pens.stroke(leaf.layer, &leaf.style));
        }
        words.flush(&mut self.content, &self.view);
        if self.open.take().is_some() {
            self.content.end_marked_content();
        }
    }

    /// Returns the box of everything painted, with room for the corners of its strokes.
    fn form_box(&self) -> Rect {
        let Some(reach) = self.reach else { return Rect::new(0.0, 0.0, 1.0, 1.0) };
        let room = f64::from(MITER_LIMIT) * self.widest + 1.0;
        let [x1, y1] = [reach.min.x - room, reach.min.y - room].map(number);
        let [x2, y2] = [reach.max.x + room, reach.max.y + room].map(number);
        Rect::new(x1, y1, x2, y2)
    }

    /// Paints a form where an instance of its block is.
    fn form(&mut self, form: usize, world: &Affine, factor: f64) {
        let place = self.view * *world;
        // The form has the size already, and what is left is a turn, or a mirror image.
        // Rounded, so that the last digits, which differ between machines, do not change the file.
        let coefficient = |value: f64| (value / (self.page.view.a * factor) * 1e7).round() as f32 / 1e7;
        let [a, b, c, d] = [place.a, place.b, place.c, place.d].map(coefficient);
        self.content.save_state();
        self.content.transform([a, b, c, d, number(place.e), number(place.f)]);
        self.content.x_object(Name(form_name(form).as_bytes()));
        self.content.restore_state();
    }

    fn switch_layer(&mut self, is_open: bool, next: Option<usize>) {
        if is_open {
            self.content.end_marked_content();
        }
        if let Some(index) = next {
            let name = layer_name(index);
            let properties = self.content.begin_marked_content_with_properties(Name(b"OC"));
            properties.properties_named(Name(name.as_bytes()));
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>, stroke: Option<&Stroke>) {
        let view = self.view * leaf.world;
        let bounds = leaf.shape.bounds(&view);
        if !bounds.is_finite() {
            return;
        }
        self.reach = Some(self.reach.map_or(bounds, |reach| reach.union(bounds)));
        let width = stroke.map_or(0.0, |stroke| stroke.width * self.page.view.a);
        self.widest = self.widest.max(width);
        let is_seen = |stroke: &&Stroke| stroke.width > 0.0 && stroke.color.a > 0.0;
        let fill = leaf.style.fill.filter(|color| color.a > 0.0);
        let stroke = stroke.filter(is_seen);
        if fill.is_none() && stroke.is_none() {
            return;
        }
        let size = bounds.width().max(bounds.height());
        let mut path = leaf.shape.to_path().transformed(&view);
        if size > 0.0 {
            path = path.without_arcs(size * ARC_ERROR);
        }
        let even_odd = leaf.shape.fill_rule() == FillRule::EvenOdd;
        self.content.save_state();
        self.set_alpha(fill, stroke);
        if let Some(color) = fill {
            let [r, g, b] = rgb(color);
            self.content.set_fill_rgb(r, g, b);
        }
        if let Some(stroke) = stroke {
            self.set_stroke(stroke);
        }
        self.push_path(&path);
        match (fill, stroke) {
            // Painted at once, a stroke that can be seen through would not show the fill beneath it.
            (Some(_), Some(stroke)) if stroke.color.a < 1.0 => {
                self.fill(even_odd);
                self.push_path(&path);
                self.content.stroke();
            }
            (Some(_), Some(_)) if even_odd => {
                self.content.fill_even_odd_and_stroke();
            }
            (Some(_), Some(_)) => {
                self.content.fill_nonzero_and_stroke();
            }
            (Some(_), None) => self.fill(even_odd),
            (None, _) => {
                self.content.stroke();
            }
        }
        self.content.restore_state();
    }

    fn fill(&mut self, even_odd: bool) {
        if even_odd {
            self.content.fill_even_odd();
        } else {
            self.content.fill_nonzero();
        }
    }

    fn set_alpha(&mut self, fill: Option<Color>, stroke: Option<&Stroke>) {
        let thousandths = |color: Option<Color>| color.map_or(1000, |it| (it.a * 1000.0).round() as u16);
        let alphas = (thousandths(fill), thousandths(stroke.map(|stroke| stroke.color)));
        if alphas != (1000, 1000) {
            self.alphas.insert(alphas);
            self.content.set_parameters(Name(alpha_name(alphas).as_bytes()));
        }
    }

    fn set_stroke(&mut self, stroke: &Stroke) {
        let scale = self.page.view.a;
        let [r, g, b] = rgb(stroke.color);
        self.content.set_stroke_rgb(r, g, b);
        self.content.set_line_width(number(stroke.width * scale));
        self.content.set_miter_limit(MITER_LIMIT);
        match stroke.cap {
            Cap::Butt => {}
            Cap::Round => drop(self.content.set_line_cap(LineCapStyle::RoundCap)),
            Cap::Square => drop(self.content.set_line_cap(LineCapStyle::ProjectingSquareCap)),
        }
        match stroke.join {
            Join::Miter => {}
            Join::Round => drop(self.content.set_line_join(LineJoinStyle::RoundJoin)),
            Join::Bevel => drop(self.content.set_line_join(LineJoinStyle::BevelJoin)),
        }
        let dash: Vec<f32> = stroke.dash.iter().map(|length| number(length * scale)).collect();
        if dash.iter().any(|length| *length > 0.0) {
            self.content.set_dash_pattern(dash, 0.0);
        }
    }

    fn push_path(&mut self, path: &Path) {
        let place = |point: Point| [number(point.x), number(point.y)];
        let mut current = Point::ORIGIN;
        let mut start = Point::ORIGIN;
        for segment in path.segments() {
            match segment {
                Segment::Move(to) => {
                    start = to;
                    let [x, y] = place(to);
                    self.content.move_to(x, y);
                }
                // Arcs were replaced; one that has no size is a point.
                Segment::Line(to) => self.line_to(place(to)),
                Segment::Arc(arc) => self.line_to(place(arc.to)),
                Segment::Quadratic(control, to) => {
                    let toward = |end: Point| {
                        place(Point::new(
                            end.x + (control.x - end.x) * 2.0 / 3.0,
                            end.y + (control.y - end.y) * 2.0 / 3.0,
                        ))
                    };
                    self.cubic_to(toward(current), toward(to), place(to));
                }
                Segment::Cubic(first, second, to) => self.cubic_to(place(first), place(second), place(to)),
                Segment::Close => {
                    self.content.close_path();
                }
            }
            // A closed path continues from its start.
            current = segment.end().unwrap_or(start);
        }
    }

    fn line_to(&mut self, [x, y]: [f32; 2]) {
        self.content.line_to(x, y);
    }

    fn cubic_to(&mut self, first: [f32; 2], second: [f32; 2], to: [f32; 2]) {
        self.content.cubic_to(first[0], first[1], second[0], second[1], to[0], to[1]);
    }
}

fn document(
    pages: Vec<(PageSize, Vec<u8>)>,
    alphas: &BTreeSet<(u16, u16)>,
    layers: &BTreeMap<&str, usize>,
    forms: Vec<(Vec<u8>, Rect)>,
    words: &Words<'_>,
) -> Vec<u8> {
    let layer_ref = |index: usize| Ref::new(FIRST_LAYER + index as i32);
    let form_ref = |index: usize| Ref::new(FIRST_LAYER + (layers.len() + 1 + index) as i32);
    let shared_resources = Ref::new(FIRST_LAYER + layers.len() as i32);
    let font = FIRST_LAYER + (layers.len() + 1 + forms.len()) as i32;
    let mut pdf = Pdf::new();
    let mut catalog = pdf.catalog(CATALOG);
    catalog.pages(PAGES);
    if !layers.is_empty() {
        let mut properties = catalog.insert(Name(b"OCProperties")).dict();
        let all = |array: &mut pdf_writer::Array<'_>| {
            array.items((0..layers.len()).map(layer_ref));
        };
        all(&mut properties.insert(Name(b"OCGs")).array());
        let mut default = properties.insert(Name(b"D")).dict();
        all(&mut default.insert(Name(b"Order")).array());
        all(&mut default.insert(Name(b"ON")).array());
    }
    catalog.finish();
    // The pages after the first come after everything else, so that a file with one page is what it always was.
    let further = font + words.object_count();
    let refs = |index: usize| match i32::try_from(index) {
        Ok(0) | Err(_) => (PAGE, CONTENT),
        Ok(index) => (Ref::new(further + 2 * index - 2), Ref::new(further + 2 * index - 1)),
    };
    let kids = (0..pages.len()).map(|index| refs(index).0);
    pdf.pages(PAGES).kids(kids).count(pages.len() as i32);
    let push_all = |mut resources: Resources<'_>| {
        push_resources(&mut resources, alphas, (0..layers.len()).map(layer_ref));
        if !words.is_empty() {
            resources.fonts().pair(Name(pdf_text::RESOURCE), Ref::new(font));
        }
        if !forms.is_empty() {
            let mut objects = resources.x_objects();
            for index in 0..forms.len() {
                objects.pair(Name(form_name(index).as_bytes()), form_ref(index));
            }
        }
    };
    // The forms have the same ones as the pages.
    let has_shared_resources = !forms.is_empty() || pages.len() > 1;
    for (index, (page, _)) in pages.iter().enumerate() {
        let (own, content) = refs(index);
        let mut entry = pdf.page(own);
        entry.parent(PAGES).contents(content);
        entry.media_box(Rect::new(0.0, 0.0, number(page.width), number(page.height)));
        if page.unit > 1.0 {
            entry.user_unit(page.unit as f32);
        }
        if has_shared_resources {
            entry.pair(Name(b"Resources"), shared_resources);
        } else {
            push_all(entry.resources());
        }
    }
    if has_shared_resources {
        push_all(pdf.indirect(shared_resources).start());
    }
    for (index, (content, form_box)) in forms.iter().enumerate() {
        let bytes = miniz_oxide::deflate::compress_to_vec_zlib(content, 6);
        let mut form = pdf.form_xobject(form_ref(index), &bytes);
        form.bbox(*form_box).pair(Name(b"Resources"), shared_resources);
        form.filter(Filter::FlateDecode);
    }
    for (index, (_, content)) in pages.iter().enumerate() {
        let bytes = miniz_oxide::deflate::compress_to_vec_zlib(content, 6);
        pdf.stream(refs(index).1, &bytes).filter(Filter::FlateDecode);
    }
    // Neither a date nor an identifier: the same scene is the same file.
    pdf.document_info(INFORMATION).producer(TextStr("scenewright"));
    for (name, index) in layers {
        let mut group = pdf.indirect(layer_ref(*index)).dict();
        group.pair(Name(b"Type"), Name(b"OCG"));
        group.pair(Name(b"Name"), TextStr(name));
    }
    words.write(&mut pdf, font);
    pdf.finish()
}

fn rgb(color: Color) -> [f32; 3] {
    [color.r, color.g, color.b].map(|part| ((part * 1e4).round() / 1e4) as f32)
}

/// Rounds a number to the digits of the file. Adding 0 turns -0 into 0, so that equal drawings are equal files.
fn number(value: f64) -> f32 {
    ((value / STEP).round() * STEP + 0.0).clamp(-LARGEST, LARGEST) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenewright_geometry::Shape;
    use scenewright_scene::{Contents, LayerChange, Units};

    /// Returns the file as text, and the operators of its page.
    fn pdf(scene: &Scene) -> (String, String) {
        let bytes = to_pdf(scene).unwrap();
        assert_eq!(bytes, to_pdf(scene).unwrap());
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let begin = bytes.windows(7).position(|window| window == b"stream\n").unwrap() + 7;
        let content = miniz_oxide::inflate::decompress_to_vec_zlib(&bytes[begin..]).unwrap();
        (text, String::from_utf8(content).unwrap())
    }

    fn rect(scene: &mut Scene, name: &str, width: f64, height: f64) {
        scene.draw(name, Shape::rect(0.0, 0.0, width, height).unwrap()).unwrap();
    }

    fn media_box(text: &str) -> Vec<f64> {
        let begin = text.find("/MediaBox [").unwrap() + 11;
        let end = begin + text[begin..].find(']').unwrap();
        text[begin..end].split(' ').map(|number| number.parse().unwrap()).collect()
    }

    #[test]
    fn page_has_true_scale_of_drawing() {
        let mut scene = Scene::new();
        rect(&mut scene, "plate", 120.0, 80.0);
        // Around it half the width of the stroke, and a twentieth of the longer side: 132.25 by 92.25 mm.
        let (text, content) = pdf(&scene);
        let size = media_box(&text);
        assert!(
            (size[2] - 132.25 * 72.0 / 25.4).abs() < 1e-4 && (size[3] - 92.25 * 72.0 / 25.4).abs() < 1e-4
        );
        assert!(!text.contains("UserUnit"));
        // The left lower corner is 6.125 mm from the edges, and y points up.
        assert!(content.contains("17.3622 17.3622 m\n"), "{content}");
        assert!(content.contains("0.70866 w\n") && content.contains("h\nS\n"), "{content}");
    }

    #[test]
    fn large_page_gets_larger_unit_and_too_large_one_is_refused() {
        let mut scene = Scene::new();
        scene.set_units(Units::Meters);
        rect(&mut scene, "plot", 100.0, 50.0);
        let (text, _) = pdf(&scene);
        // 110.125 m are 312,165 points, which take units of 22.
        assert!(text.contains("/UserUnit 22"), "{text}");
        assert!((media_box(&text)[2] * 22.0 - 110.125 * 72.0 / 0.0254).abs() < 0.1);
        rect(&mut scene, "country", 1e6, 1.0);
        let error = to_pdf(&scene).unwrap_err();
        assert_eq!(error.kind, Kind::TooLarge);
        assert!(error.message.ends_with("a page has 381 km at most"), "{}", error.message);
    }

    #[test]
    fn circle_deviates_by_at_most_a_millionth() {
        let mut scene = Scene::new();
        scene.draw("c", Shape::circle(0.0, 0.0, 100.0).unwrap()).unwrap();
        let (_, content) = pdf(&scene);
        let scale = POINTS_PER_MILLIMETER;
        let (center, radius) = (110.125 * scale, 100.0 * scale);
        let numbers =
            |line: &str| line.split(' ').filter_map(|it| it.parse::<f64>().ok()).collect::<Vec<_>>();
        let mut from = Vec::new();
        let mut pieces = 0;
        for line in content.lines() {
            if line.ends_with(" c") {
                let curve = numbers(line);
                for step in 0..=8 {
                    let (t, s) = (f64::from(step) / 8.0, 1.0 - f64::from(step) / 8.0);
                    let at = |axis: usize| {
                        s * s * s * from[axis]
                            + 3.0 * s * s * t * curve[axis]
                            + 3.0 * s * t * t * curve[axis + 2]
                            + t * t * t * curve[axis + 4]
                    };
                    let distance = f64::hypot(at(0) - center, at(1) - center);
                    assert!((distance / radius - 1.0).abs() < 1e-6, "{distance} is not {radius}");
                }
                from = curve[4..].to_vec();
                pieces += 1;
            } else if line.ends_with(" m") {
                from = numbers(line);
            }
        }
        assert!(pieces >= 8);
    }

    #[test]
    fn styles_become_operators_and_hidden_entities_are_absent() {
        let mut scene = Scene::new();
        rect(&mut scene, "a", 10.0, 10.0);
        let stroke = Stroke {
            dash: vec![2.0, 1.0],
            cap: Cap::Round,
            join: Join::Bevel,
            ..Stroke::solid(Color { r: 0.0, g: 0.0, b: 1.0, a: 0.5 }, 0.5)
        };
        scene.set_fill("a", Some(Color { r: 1.0, g: 0.5, b: 0.0, a: 0.25 })).unwrap();
        scene.set_stroke("a", Some(stroke)).unwrap();
        rect(&mut scene, "secret", 1.0, 1.0);
        scene.set_layer("secret", "notes", Contents::Included).unwrap();
        let (text, content) = pdf(&scene);
        assert!(text.contains("notes") && text.contains("/OCGs ["));
        for operators in [
            "/OC /L0 BDC\nq\n/A250x500 gs\n1 0.5 0 rg\n0 0 1 RG\n1.41732 w\n4 M\n1 J\n2 j\n[5.66929 2.83465] 0 d\n",
            "h\nf\n",
            "h\nS\nQ\nEMC\n/OC /L1 BDC\n",
        ] {
            assert!(content.contains(operators), "{content}");
        }
        assert!(text.contains("/ca 0.25") && text.contains("/CA 0.5"));
        let hidden = LayerChange { visible: Some(false), ..LayerChange::default() };
        scene.define_layer("notes", &hidden).unwrap();
        let (text, content) = pdf(&scene);
        assert!(!text.contains("notes") && !content.contains("L1"));
        // Holes by the even-odd rule, and an opaque stroke at once with its fill.
        let square = |size: f64| [[0.0, 0.0], [size, 0.0], [size, size]].map(Into::into).to_vec();
        scene.draw("p", Shape::polygon(square(9.0), vec![square(3.0)]).unwrap()).unwrap();
        scene.set_fill("p", Some(Color::BLACK)).unwrap();
        assert!(pdf(&scene).1.contains("h\nB*\n"));
        assert!(media_box(&pdf(&Scene::new()).0)[2] > 0.0);
    }
}
