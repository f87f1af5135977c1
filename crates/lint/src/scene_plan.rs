//! A scene, converted for the rules.

use scenewright_geometry::{Affine, Bounds, Point, Wire};
use scenewright_scene::{
    Annotation, Form, Measure, MeasureKind, NoteKind, Scene, ShownDetail, Style, TextSource, Visit,
};

use super::plan::{Content, DimensionMark, Item, MeasureOf, Plan, TextMark, is_planned_cut};

/// The context of a part of the scene.
#[derive(Clone, Default)]
struct Around {
    /// The names that represent the contents, the outermost last.
    names: Vec<String>,
    /// True if the first name represents all contents: a text, an annotation.
    is_whole: bool,
    part_of: Option<usize>,
    /// True inside of a dimension, leader or note.
    is_annotation: bool,
    /// True for annotations whose lines text may stand on.
    is_ornament: bool,
    /// The item of the text around.
    text: Option<usize>,
}

impl Plan {
    /// Makes the plan of a scene, without invisible entities.
    pub fn of_scene(scene: &Scene) -> Plan {
        let unit = scene.units().in_millimeters();
        let to_mm = Affine::scale(unit, unit);
        let mut plan = Plan::new(unit);
        plan.text_unit = unit / scene.dimension_style().factor;
        plan.drawing_scale = scene.sheet_scale();
        let millimeter = scene.paper_millimeter(plan.drawing_scale);
        let mut areas = scene.sheets().iter().map(|sheet| {
            let area = sheet.page.bounds(millimeter);
            let [min, max] = [area.min, area.max].map(|point| to_mm * point);
            Bounds { min, max }
        });
        plan.page = areas.next();
        plan.further_pages = areas.collect();
        plan.has_title = plan.page.map(|_| false);
        plan.is_on_paper = plan.page.is_some();
        if scene.sheets().len() > 1 {
            plan.untitled = scene.sheets().iter().map(|sheet| Some(sheet.name.to_string())).collect();
        }
        let details = scene.shown_details();
        let mut building = Building { plan, to_mm, unit, details, around: vec![Around::default()], parts: 0 };
        for visit in scene.walk_back_to_front() {
            building.visit(&visit);
        }
        building.plan
    }
}

struct Building {
    plan: Plan,
    to_mm: Affine,
    unit: f64,
    details: Vec<ShownDetail>,
    around: Vec<Around>,
    /// The number of parts that were counted.
    parts: usize,
}

impl Building {
    fn visit(&mut self, visit: &Visit<'_>) {
        match visit {
            Visit::GroupStart { name, layer, world, style, text, annotation, block, .. } => {
                let mut inner = self.around.last().cloned().unwrap_or_default();
                if block.is_some() && !inner.is_whole {
                    inner.names.insert(0, (*name).to_owned());
                }
                if text.is_some() || annotation.is_some() {
                    if !inner.is_whole {
                        inner.names.insert(0, (*name).to_owned());
                    }
                    inner.is_whole = true;
                    self.parts += 1;
                    // The outermost part counts: a text in a dimension is a part of the dimension.
                    inner.part_of = inner.part_of.or(Some(self.parts));
                }
                if let Some(annotation) = annotation {
                    inner.is_ornament = is_ornament(annotation);
                    // A hatch is a part of what is made: it is engraved.
                    inner.is_annotation = !matches!(annotation.form, Form::Hatch(_));
                    self.annotation(annotation, &inner, layer, world, style);
                }
                if let Some(text) = text {
                    inner.text = Some(self.text(text, &inner, layer, world, style));
                }
                self.around.push(inner);
            }
            Visit::GroupEnd { .. } => {
                if let Some(ended) = self.around.pop() {
                    let outer = self.around.last().and_then(|around| around.text);
                    if let Some(text) = ended.text.filter(|text| outer != Some(*text)) {
                        self.finish_text(text);
                    }
                }
            }
            Visit::Leaf(leaf) => {
                let mut inner = self.around.last().cloned().unwrap_or_default();
                if !inner.is_whole {
                    inner.names.insert(0, leaf.name.to_owned());
                }
                let wires = Wire::all_of(leaf.shape, &(self.to_mm * leaf.world));
                if let Some(text) = leaf.text {
                    self.parts += 1;
                    inner.part_of = inner.part_of.or(Some(self.parts));
                    let index = self.text(text, &inner, leaf.layer, &leaf.world, &leaf.style);
                    self.push(inner, leaf.layer, &leaf.style, Content::Glyph(wires));
                    self.finish_text(index);
                    return;
                }
                let content = match () {
                    () if inner.text.is_some() => Content::Glyph(wires),
                    () if inner.is_ornament => Content::Ornament(wires),
                    () if wires.is_empty() => {
                        Content::Nothing(self.to_mm * leaf.shape.bounds(&leaf.world).center())
                    }
                    () => Content::Outline(wires),
                };
                self.push(inner, leaf.layer, &leaf.style, content);
            }
        }
    }

    fn push(&mut self, around: Around, layer: &str, style: &Style<'_>, content: Content) {
        let stroke = style.stroke.filter(|stroke| stroke.width > 0.0);
        let on_paper = self.unit / self.plan.drawing_scale;
        self.plan.items.push(Item {
            is_planned_cut: around.names.first().is_some_and(|name| is_planned_cut(name, layer)),
            names: around.names,
            layer: layer.to_owned(),
            fill: style.fill,
            stroke: stroke.map(|stroke| stroke.color),
            width: stroke.map(|stroke| stroke.width * on_paper),
            part_of: around.part_of,
            is_annotation: around.is_annotation,
            content,
        });
    }

    /// Adds a text, whose box is known once its letters are.
    fn text(
        &mut self,
        text: &TextSource,
        around: &Around,
        layer: &str,
        world: &Affine,
        style: &Style<'_>,
    ) -> usize {
        let up = world.displace(Point::new(0.0, text.cap_height));
        let mark = TextMark {
            capitals: Some(self.unit * up.x.hypot(up.y)),
            words: text.text.clone(),
            at: self.to_mm * (*world * Point::new(text.x, text.y)),
            // The direction of the text, until its letters are known.
            corners: [world.displace(Point::new(1.0, 0.0)), Point::ORIGIN, Point::ORIGIN, Point::ORIGIN],
            is_outlined: true,
            is_single_stroke: false,
        };
        self.push(around.clone(), layer, style, Content::Text(mark));
        self.plan.items.len() - 1
    }

    /// Sets the box of a text to the box of its letters.
    fn finish_text(&mut self, index: usize) {
        let (text, letters) = self.plan.items.split_at_mut(index + 1);
        let Some(Item { content: Content::Text(mark), .. }) = text.last_mut() else { return };
        // The letters follow their text in the list, up to here.
        let letters: Vec<&Item> =
            letters.iter().filter(|item| matches!(item.content, Content::Glyph(_))).collect();
        let strokes = letters.iter().filter(|item| item.wires().iter().any(|wire| !wire.is_closed()));
        mark.is_single_stroke = strokes.count() > 0;
        let way = super::edge_math::unit(mark.corners[0]);
        let turn = Affine { a: way.x, b: way.y, c: -way.y, d: way.x, e: 0.0, f: 0.0 };
        let edges = letters.iter().flat_map(|item| item.wires()).flat_map(|wire| wire.edges(0.1));
        mark.corners =
            corners_of(edges.flat_map(|edge| [edge.from, edge.to, super::edge_math::at(&edge, 0.5)]), &turn)
                .unwrap_or([mark.at; 4]);
    }

    fn annotation(
        &mut self,
        annotation: &Annotation,
        around: &Around,
        layer: &str,
        world: &Affine,
        style: &Style<'_>,
    ) {
        match &annotation.form {
            Form::Note(note) if note.kind == NoteKind::TitleBlock => {
                self.plan.has_title = Some(true);
                let sheet = note.on_page.and_then(|position| self.plan.untitled.get_mut(position as usize));
                if let Some(sheet) = sheet {
                    *sheet = None;
                }
            }
            Form::Dimension(dimension) => {
                for measure in &dimension.measures {
                    let mark = self.dimension(measure, dimension.look.factor, world);
                    self.push(around.clone(), layer, style, Content::Dimension(mark));
                }
            }
            Form::Hatch(_) | Form::Leader(_) | Form::Note(_) => {}
        }
    }

    fn dimension(&self, measure: &Measure, _factor: f64, world: &Affine) -> DimensionMark {
        let place = self.to_mm * *world;
        let at = |point: Point| place * point;
        let along = |angle: f64| {
            let way = world.displace(Point::new(angle.cos(), angle.sin()));
            way.y.atan2(way.x)
        };
        let (kind, points, direction) = match measure.kind {
            MeasureKind::Linear { from, to, angle, is_aligned, .. } => {
                (MeasureOf::Length, vec![at(from), at(to)], (!is_aligned).then(|| along(angle)))
            }
            MeasureKind::Radius { center, on } => (MeasureOf::Radius, vec![at(center), at(on)], None),
            MeasureKind::Diameter { on, opposite } => (MeasureOf::Diameter, vec![at(on), at(opposite)], None),
            MeasureKind::Angle { vertex, from, to, .. } => {
                (MeasureOf::Angle, vec![at(vertex), at(from), at(to)], None)
            }
            MeasureKind::ArcLength { center, from, to, .. } => {
                (MeasureOf::Other, vec![at(center), at(from), at(to)], None)
            }
            MeasureKind::Ordinate { origin, feature, along_x, .. } => {
                let angle = if along_x { 0.0 } else { std::f64::consts::FRAC_PI_2 };
                (MeasureOf::Length, vec![at(origin), at(feature)], Some(along(angle)))
            }
        };
        let points = self.in_the_part(points);
        let is_angle = kind == MeasureOf::Angle;
        // `<>` stands for the measured number, which then is in the text.
        let written = measure.written.as_ref().filter(|written| !written.contains("<>"));
        DimensionMark {
            at: at(measure.text_at),
            kind,
            points,
            direction,
            value: Some(if is_angle { measure.value.to_degrees() } else { measure.value }),
            written: written.cloned(),
        }
    }
}

impl Building {
    /// Returns measured points as those of the part, where a detail view shows them.
    fn in_the_part(&self, points: Vec<Point>) -> Vec<Point> {
        let back = self.plan.to_source;
        let shown = self.details.iter().find_map(|detail| {
            points.iter().map(|point| Some(self.to_mm * detail.point_at(back * *point)?)).collect()
        });
        shown.unwrap_or(points)
    }
}

fn is_ornament(annotation: &Annotation) -> bool {
    match &annotation.form {
        Form::Hatch(_) | Form::Note(_) => true,
        Form::Dimension(_) | Form::Leader(_) => false,
    }
}

/// Returns the corners of the box around points, in a rotated frame.
pub fn corners_of(points: impl IntoIterator<Item = Point>, turn: &Affine) -> Option<[Point; 4]> {
    let back = turn.inverse()?;
    let around = Bounds::of_points(points.into_iter().map(|point| back * point))?;
    let Bounds { min, max } = around;
    Some([min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)].map(|corner| *turn * corner))
}
