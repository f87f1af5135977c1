//! The lines, arrows and texts of one dimension or note.

use crate::drafting::Stroke;
use crate::drafting::detail::Detail;
use crate::drafting::dimension_style::Arrow;
use crate::drafting::occupancy::{Footprint, Mark, Role, TextBox};
use crate::drafting::parts::{Lettering, Part, push_arc, push_circle, push_line};
use crate::drafting::vectors::{ahead, cross, direction, left_of, sub};
use scenewright_geometry::{Affine, Path, Point, Shape};

/// The ratio of an arrow's length to half its width: 15 degrees at the tip.
pub(crate) const SLENDERNESS: f64 = 7.6;

/// The width of an oblique stroke, in millimetres on paper: three times a thin line, as it is the only mark of an end.
const TICK_WIDTH: f64 = 0.7;

/// The length of an oblique stroke along the dimension line, as a factor of the arrow's.
const TICK_LENGTH: f64 = 1.3;

/// The angle of an arc that counts as straight where places are compared, in radians: its chord is off it by half a hundredth of
/// the radius.
const CHORD: f64 = 0.2;

/// The deviation from curves that matters where places are compared, in millimetres on paper.
pub(crate) const ROUGH: f64 = 0.2;

/// Shapes on paper, by the way they are drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shapes {
    detail: Detail,
    /// The thin lines, drawn with the pen of the group.
    pub lines: Path,
    pub(crate) thick: Path,
    /// Lines of the drawing that are shown again, with their own pens.
    pub(crate) drawn: Vec<(Path, Stroke)>,
    pub(crate) fills: Path,
    pub(crate) texts: Vec<Lettering>,
    /// The lines by their meaning, and the boxes around texts, by which places are compared.
    footprint: Footprint,
}

impl Shapes {
    /// Makes a drawing without shapes, to which those are added that the detail wants.
    pub(crate) fn new(detail: Detail) -> Shapes {
        Shapes { detail, ..Shapes::default() }
    }

    /// Returns true where shapes are wanted, not only the footprint.
    pub(crate) fn is_whole(&self) -> bool {
        self.detail == Detail::Whole
    }

    /// Adds a thin line; one without length is left out.
    pub(crate) fn line(&mut self, from: Point, to: Point) {
        self.line_as(Role::Dimension, from, to);
    }

    /// Adds a thin line of some meaning; one without length is left out.
    pub(crate) fn line_as(&mut self, role: Role, from: Point, to: Point) {
        if from != to {
            if self.is_whole() {
                push_line(&mut self.lines, from, to);
            }
            self.footprint.marks.push(Mark::line(from, to, role));
        }
    }

    /// Adds a thin line of some meaning through points.
    pub(crate) fn chain_as<const COUNT: usize>(&mut self, role: Role, points: [Point; COUNT]) {
        if self.is_whole() {
            self.lines.push_chain(points, false);
        }
        let pairs = points.windows(2).map(|pair| Mark::line(pair[0], pair[1], role));
        self.footprint.marks.extend(pairs);
    }

    /// Adds a thin arc of some meaning about a centre, from an angle over a sweep of less than a full turn.
    pub(crate) fn arc_as(&mut self, role: Role, center: Point, radius: f64, start: f64, sweep: f64) {
        if self.is_whole() {
            push_arc(&mut self.lines, center, radius, start, sweep);
        }
        let steps = (sweep.abs() / CHORD).ceil().clamp(1.0, 64.0);
        let at = |step: f64| ahead(center, direction(start + sweep * step / steps), radius);
        for step in 0..steps as usize {
            self.footprint.marks.push(Mark::line(at(step as f64), at(step as f64 + 1.0), role));
        }
    }

    /// Takes the place of a view, from which lines may lead.
    pub(crate) fn take_view(&mut self, view: TextBox) {
        self.footprint.views.push(view);
    }

    /// Adds the box around a text, or around something else that is not to be drawn over.
    pub(crate) fn take(&mut self, text: TextBox) {
        self.footprint.texts.push(text);
    }

    /// Adds a room beside an arrow that others keep clear of.
    pub(crate) fn keep_clear(&mut self, room: TextBox) {
        self.footprint.rooms.push(room);
    }

    /// Makes it a distance, which belongs outside of the part.
    pub(crate) fn stand_outside(&mut self) {
        self.footprint.is_distance = true;
    }

    /// Gives all lines a meaning that were drawn without one.
    pub(crate) fn take_lines_as(&mut self, role: Role) {
        self.footprint.marks.clear();
        for path in [&self.lines, &self.thick].into_iter().chain(self.drawn.iter().map(|(path, _)| path)) {
            self.footprint.marks.extend(marks_of(&Shape::Path(path.clone()), &Affine::IDENTITY, role));
        }
    }

    /// Returns the lines and the boxes around texts, by which places are compared.
    pub(crate) fn footprint(&self) -> &Footprint {
        &self.footprint
    }

    /// Adds an arrow whose tip is at a point and points in a direction.
    pub(crate) fn arrow(&mut self, tip: Point, pointing: Point, arrow: Arrow, size: f64) {
        if size <= 0.0 || !self.is_whole() {
            return;
        }
        let side = left_of(pointing);
        let tail = ahead(tip, pointing, -size);
        let wings = [ahead(tail, side, size / SLENDERNESS), ahead(tail, side, -size / SLENDERNESS)];
        match arrow {
            Arrow::Filled => self.fills.push_chain([tip, wings[0], wings[1]], true),
            Arrow::Open => self.lines.push_chain([wings[0], tip, wings[1]], false),
            Arrow::Tick => {
                // From below left to above right, seen along the line as it is read.
                let along = crate::drafting::vectors::reading(pointing);
                let stroke = Point::new(along.x - along.y, along.y + along.x);
                let half = size * TICK_LENGTH * 0.5;
                push_line(&mut self.thick, ahead(tip, stroke, -half), ahead(tip, stroke, half));
            }
            Arrow::Dot => push_circle(&mut self.fills, tip, size * 0.17),
            Arrow::None => {}
        }
    }

    /// Returns the parts to draw, without empty ones.
    pub(crate) fn into_parts(self) -> Vec<Part> {
        let paths = [Part::Lines(self.lines), Part::Thick(self.thick, TICK_WIDTH), Part::Fill(self.fills)];
        let is_drawn = |part: &Part| match part {
            Part::Lines(path) | Part::Thick(path, _) | Part::Drawn(path, _) | Part::Fill(path) => {
                !path.is_empty()
            }
            Part::Text(line) => !line.text.trim().is_empty(),
        };
        let drawn = self.drawn.into_iter().map(|(path, stroke)| Part::Drawn(path, stroke));
        drawn.chain(paths).chain(self.texts.into_iter().map(Part::Text)).filter(is_drawn).collect()
    }
}

/// Returns the lines of a shape, curves in pieces; none for one that is out of range. Closed outlines have their area at the left.
pub(crate) fn marks_of(shape: &Shape, place: &Affine, role: Role) -> Vec<Mark> {
    let mut marks = Vec::new();
    for chain in shape.flattened(place, ROUGH).unwrap_or_default() {
        let points = &chain.points;
        let lines = points.windows(2).map(|pair| (pair[0], pair[1]));
        let (true, [first, .., last]) = (chain.closed, &points[..]) else {
            marks.extend(lines.map(|(from, to)| Mark::line(from, to, role)));
            continue;
        };
        let lines = lines.chain([(*last, *first)]);
        let is_left =
            lines.clone().map(|(from, to)| cross(sub(from, *first), sub(to, *first))).sum::<f64>() > 0.0;
        marks.extend(lines.map(|(from, to)| {
            let (from, to) = if is_left { (from, to) } else { (to, from) };
            Mark { is_edge: true, ..Mark::line(from, to, role) }
        }));
    }
    marks
}
