//! The drawing of notes, each by its kind.

use std::f64::consts::{FRAC_PI_4, TAU};

use super::settle::OnPage;
use super::views::check_seats;
use crate::drafting::callout::{
    LaidFrame, Surface, datum_places, draw_callout, draw_datum, draw_landing, hole_lines,
};
use crate::drafting::detail::Detail;
use crate::drafting::dimension::diameter_label;
use crate::drafting::drawn::Drawn;
use crate::drafting::label::Label;
use crate::drafting::leader_places::leader_places;
use crate::drafting::lines::{lines_of_text, push_center_circle, push_center_line};
use crate::drafting::note::{draw_leader, draw_section, leader_form, ratio_text, round_division};
use crate::drafting::occupancy::{ON_EDGE, Role, TextBox, cheapest};
use crate::drafting::parts::push_circle;
use crate::drafting::round_dimension::{RoundPlace, round_places};
use crate::drafting::shapes::{Shapes, marks_of};
use crate::drafting::symbols::{draw_north_arrow, draw_scale_bar, draw_surface_finish};
use crate::drafting::table::LaidTable;
use crate::drafting::title_block::{draw_frame, draw_title_block};
use crate::drafting::vectors::{add, ahead, direction, dot, left_of, sub, unit};
use crate::drafting::{
    Arrow, DimensionOptions, DimensionStyle, Form, FrameRow, HoleSizes, Machining, NoteForm, NoteKind,
    NotePlace, NoteSource, Place, PointRef, Round, RoundMeasure, SceneError, Sheet, SurfaceDetails,
    TablePlace, quoted,
};
use crate::store::Scene;
use scenewright_geometry::{Affine, Bounds, Outline, Point, finite, number_text, projected};

/// The share of their size by which circles and distances may differ to count as alike.
const SAME_SIZE: f64 = 1e-6;

/// The most holes that a call-out tries to point at, and the cost of one that is not the first.
const MAX_HOLES_TRIED: usize = 16;
const NEXT_HOLE: f64 = 0.2;

/// The sweep from which an arc is a circle, but for rounding.
const FULL_TURN: f64 = TAU - 1e-9;

/// The places of a balloon's dot beside the middle of a thing, as shares of its size, the cost of each further one, and how exactly
/// they are inside of it, in millimetres on paper.
const DOT_SHARE: f64 = 0.28;
const NEXT_DOT: f64 = 0.3;
const DOT_ROOM: f64 = 0.1;

/// The cost of a symbol whose leader runs through its texts: more than a leader across another costs.
const THROUGH_OWN_TEXT: f64 = 60.0;

/// The least radius of a balloon, and of the dot where a leader ends inside of a thing.
const BALLOON_RADIUS: f64 = 5.0;

/// What the notes of a sheet are drawn with.
#[derive(Clone, Copy)]
struct NoteLayout<'a> {
    scene: &'a Scene,
    sheet: &'a Sheet<'a>,
    style: &'a DimensionStyle,
    /// The place of the note in the world.
    world: Affine,
    /// The transform from the world to millimetres on paper.
    paper: Affine,
    on: OnPage,
}

impl Scene {
    pub(super) fn lay_out_note(
        &self,
        note: &NoteSource,
        sheet: &Sheet<'_>,
        world: Affine,
        on: OnPage,
    ) -> Result<Drawn, SceneError> {
        let shrink = 1.0 / sheet.millimeter;
        let paper = Affine::scale(shrink, shrink);
        let layout = NoteLayout { scene: self, sheet, style: &self.dimension_style, world, paper, on };
        layout.draw(note)
    }
}

impl NoteLayout<'_> {
    fn draw(&self, note: &NoteSource) -> Result<Drawn, SceneError> {
        let mut shapes = Shapes::default();
        let (kind, role) = match note {
            NoteSource::Leader { target, text, to } => {
                let (places, target) = (self.places(to, target)?, self.tip(target)?);
                let labels = lines_of_text(text, self.style, self.sheet.fonts)?;
                return placed(self.sheet, places, |place, detail| {
                    let mut shapes = Shapes::new(detail);
                    let ends = draw_leader(&mut shapes, target, &labels, *place, self.style)?;
                    Ok((leader_form(ends, text, self.sheet, self.style), shapes))
                });
            }
            NoteSource::Balloon { target, text, to } => return self.balloon(target, text, to),
            NoteSource::HoleCallout { of, index, hole, options } => {
                return self.hole(of, *index, hole, options);
            }
            NoteSource::ToleranceFrame { target, rows, above, to } => {
                return self.tolerance_frame(target, rows, above, to);
            }
            NoteSource::Datum { target, letter, angle, offset } => {
                return self.datum(target, letter, *angle, *offset);
            }
            NoteSource::SurfaceFinish { target, text, machining, angle, details } => {
                return self.surface_finish(target, text, *machining, *angle, details);
            }
            NoteSource::DetailView(view) => {
                let shapes = self.scene.draw_detail_view(view, self.sheet, &self.world)?;
                let cost = self.sheet.occupancy.map(|it| it.cost(shapes.footprint(), f64::INFINITY));
                let drawn = Drawn::new(note_form(NoteKind::DetailView, None, ""), shapes);
                return Ok(Drawn { cost: cost.unwrap_or_default(), ..drawn });
            }
            NoteSource::CenterMark { of, beyond } => {
                let round = self.scene.outer_round_of(of)?;
                push_cross(&mut shapes, self.paper * round.center, round.radius * self.paper.a + beyond);
                (NoteKind::CenterMark, Role::Axis)
            }
            NoteSource::CenterMarks { of, beyond, has_pitch_circles } => {
                let rounds = self.scene.rounds_to_mark(of)?;
                draw_center_marks(&mut shapes, &rounds, &self.paper, *beyond, *has_pitch_circles);
                (NoteKind::CenterMarks, Role::Axis)
            }
            NoteSource::CenterLine { from, to, beyond } => {
                let (from, to) = (self.at(from)?, self.at(to)?);
                let along = unit(sub(to, from))
                    .ok_or_else(|| SceneError::range("the two ends of the line are at the same point"))?;
                push_center_line(&mut shapes.lines, ahead(from, along, -beyond), ahead(to, along, *beyond));
                (NoteKind::CenterLine, Role::Axis)
            }
            NoteSource::SectionMark { points, text, looks_left } => {
                let points: Vec<Point> = points.iter().map(|it| self.at(it)).collect::<Result<_, _>>()?;
                draw_section(&mut shapes, &points, text, *looks_left, self.style, self.sheet.fonts)?;
                (NoteKind::SectionMark, Role::Axis)
            }
            NoteSource::SectionView(view) => {
                shapes = self.scene.draw_section_view(view, self.sheet, &self.world)?;
                (NoteKind::SectionView, Role::Outline)
            }
            NoteSource::NorthArrow { at, size, angle } => {
                draw_north_arrow(&mut shapes, self.at(at)?, *size, *angle, self.sheet.fonts)?;
                (NoteKind::NorthArrow, Role::Dimension)
            }
            NoteSource::ScaleBar { at, division, divisions } => {
                let division = match division {
                    Some(length) => scenewright_geometry::positive("option division", *length)?,
                    None => round_division(self.sheet.millimeter, self.style),
                };
                let bar = (division, division * self.paper.a, *divisions);
                let unit = self.scene.units().as_str();
                draw_scale_bar(&mut shapes, self.at(at)?, bar, unit, self.style, self.sheet.fonts)?;
                (NoteKind::ScaleBar, Role::Dimension)
            }
            NoteSource::Table { rows, at, has_header, widths } => {
                self.table(&mut shapes, (rows, widths, *has_header), at)?;
                (NoteKind::Table, Role::Dimension)
            }
            NoteSource::PartsList { columns, blocks, at } => {
                let rows = self.scene.parts_rows(columns, blocks.as_deref())?;
                self.table(&mut shapes, (&rows, &[], true), at)?;
                (NoteKind::PartsList, Role::Dimension)
            }
            NoteSource::Frame => {
                let boxes = self.scene.boxes_in_frame(self.on.page, self.sheet.fonts)?;
                shapes = draw_frame(self.scene.page_or_error(self.on.page)?, &boxes);
                (NoteKind::Frame, Role::Dimension)
            }
            NoteSource::TitleBlock(block) => {
                let scale = ratio_text(self.sheet.millimeter * self.scene.units().in_millimeters());
                let block = self.scene.numbered(block, self.on.page);
                let page = self.scene.page_or_error(self.on.page)?;
                shapes = draw_title_block(&block, page, &scale, self.sheet.fonts)?;
                (NoteKind::TitleBlock, Role::Dimension)
            }
        };
        shapes.take_lines_as(role);
        let on_page = note.is_on_page().then_some(self.on.page as u32);
        Ok(Drawn::new(note_form(kind, on_page, ""), shapes))
    }

    /// Returns a point on paper.
    fn at(&self, point: &PointRef) -> Result<Point, SceneError> {
        Ok(self.paper * self.scene.resolve(point, &self.world)?)
    }

    /// Returns the point on paper that a note points at. A side or a corner is one of the bounds; where the outline does not reach the
    /// middle of the side, the note points at the outline below it, and where there is no corner, at the nearest point of the outline.
    fn tip(&self, target: &PointRef) -> Result<Point, SceneError> {
        let at = self.at(target)?;
        let PointRef::Of { name, place: Place::Side(x, y) } = target else { return Ok(at) };
        let Some(outward) = unit(Point::new(*x, *y)) else { return Ok(at) };
        if *x != 0.0 && *y != 0.0 {
            return self.nearest_of_outline(name, at);
        }
        let mut reach = f64::NEG_INFINITY;
        for (shape, world) in self.scene.subject_shapes(name)? {
            for mark in marks_of(&shape, &(self.paper * world), Role::Outline) {
                let [from, to] = [mark.from, mark.to].map(|end| sub(end, at));
                let [left, right] = [from, to].map(|end| dot(end, left_of(outward)));
                if left * right <= 0.0 && left != right {
                    let share = left / (left - right);
                    reach = reach.max(dot(from, outward) * (1.0 - share) + dot(to, outward) * share);
                }
            }
        }
        // Less is that curves are in pieces here.
        Ok(if reach.is_finite() && reach < -ON_EDGE { ahead(at, outward, reach) } else { at })
    }

    /// Returns the point of an entity's outline that is nearest to one on paper; that point itself where it is on the outline, or there
    /// is none.
    fn nearest_of_outline(&self, name: &str, at: Point) -> Result<Point, SceneError> {
        let mut best = (f64::INFINITY, at);
        for (shape, world) in self.scene.subject_shapes(name)? {
            for mark in marks_of(&shape, &(self.paper * world), Role::Outline) {
                let point = projected(at, [mark.from, mark.to]);
                let distance = point.distance_to(at);
                if distance < best.0 {
                    best = (distance, point);
                }
            }
        }
        Ok(if best.0 > ON_EDGE { best.1 } else { at })
    }

    /// Returns the places of a note's text with their costs; one that was given is the only one.
    fn places(&self, place: &NotePlace, target: &PointRef) -> Result<Vec<(f64, Point)>, SceneError> {
        match place {
            NotePlace::At(point) => Ok(vec![(0.0, self.at(point)?)]),
            NotePlace::Offset([x, y]) => {
                let way = Point::new(finite("option offset[0]", *x)?, finite("option offset[1]", *y)?);
                Ok(vec![(0.0, add(self.at(target)?, way))])
            }
            NotePlace::Free(usual) => {
                let outward = self.outward(target)?;
                Ok(leader_places(self.at(target)?, *usual, outward, self.sheet.occupancy))
            }
        }
    }

    /// Returns the direction away from the thing at whose side or on whose edge a point is.
    fn outward(&self, target: &PointRef) -> Result<Option<Point>, SceneError> {
        if let PointRef::Of { place: Place::Side(x, y), .. } = target {
            return Ok(unit(Point::new(*x, *y)));
        }
        let at = self.at(target)?;
        Ok(self.sheet.occupancy.and_then(|occupancy| occupancy.outward_at(at)))
    }

    /// Draws a note at the cheapest of the places.
    fn placed<P>(
        &self,
        kind: NoteKind,
        text: &str,
        places: Vec<(f64, P)>,
        mut draw: impl FnMut(&mut Shapes, &P) -> Result<(), SceneError>,
    ) -> Result<Drawn, SceneError> {
        placed(self.sheet, places, |place, detail| {
            let mut shapes = Shapes::new(detail);
            draw(&mut shapes, place)?;
            Ok((note_form(kind, None, text), shapes))
        })
    }

    fn balloon(&self, target: &PointRef, text: &str, to: &NotePlace) -> Result<Drawn, SceneError> {
        let text = self.scene.balloon_text(target, text)?;
        let places = self.places(to, target)?.into_iter();
        let dots = self.dots(target)?;
        // A dot beside the middle, where a tag is there, serves any circle.
        let places = places.flat_map(|(cost, place)| {
            dots.iter().enumerate().map(move |(rank, dot)| (cost + rank as f64 * NEXT_DOT, (*dot, place)))
        });
        let label = Label::of_text(&text, self.style.text_height, self.sheet.fonts)?;
        self.placed(NoteKind::Balloon, "", places.collect(), |shapes, (dot, place)| {
            draw_balloon(shapes, *dot, *place, &label, self.style);
            Ok(())
        })
    }

    /// Returns the points for the dot of a balloon, the best first: around the middle of an entity there are others.
    fn dots(&self, target: &PointRef) -> Result<Vec<Point>, SceneError> {
        let middle = self.at(target)?;
        let mut dots = vec![middle];
        let PointRef::Of { name, place: Place::Center } = target else { return Ok(dots) };
        let shapes = self.scene.subject_shapes(name)?;
        let placed = |world: &Affine| self.paper * *world;
        let bounds = shapes.iter().map(|(shape, world)| shape.bounds(&placed(world))).reduce(Bounds::union);
        let Some(bounds) = bounds else { return Ok(dots) };
        let mut areas: Vec<Outline> = Vec::new();
        for (shape, world) in &shapes {
            areas.extend(shape.area_outline(&placed(world), DOT_ROOM)?);
        }
        for (x, y) in [(1.0, 1.0), (-1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)] {
            let away = Point::new(x * DOT_SHARE * bounds.width(), y * DOT_SHARE * bounds.height());
            dots.extend(Some(add(middle, away)).filter(|dot| areas.iter().any(|area| area.holds(*dot))));
        }
        Ok(dots)
    }

    fn tolerance_frame(
        &self,
        target: &PointRef,
        rows: &[FrameRow],
        above: &str,
        to: &NotePlace,
    ) -> Result<Drawn, SceneError> {
        let rim = self.rim_around(target);
        let (places, target) = (self.places(to, target)?, self.tip(target)?);
        let frame = LaidFrame::new(rows, above, self.style, self.sheet.fonts)?;
        self.placed(NoteKind::ToleranceFrame, &frame.text, places, |shapes, place| {
            frame.draw(shapes, on_rim(rim, target, *place), *place, self.style)
        })
    }

    fn datum(
        &self,
        target: &PointRef,
        letter: &str,
        angle: Option<f64>,
        offset: Option<f64>,
    ) -> Result<Drawn, SceneError> {
        let label = Label::of_text(letter, self.style.text_height, self.sheet.fonts)?;
        // A side along an axis: the middle of a corner is nowhere else.
        let is_side =
            matches!(target, PointRef::Of { place: Place::Side(x, y), .. } if *x == 0.0 || *y == 0.0);
        let outward = self.outward(target)?;
        let tip = self.tip(target)?;
        let surface = Surface { target: tip, outward, is_side, rim: self.rim_of_side(target, tip) };
        let places = datum_places(&surface, angle, offset, self.sheet.occupancy);
        self.placed(NoteKind::Datum, letter, places, |shapes, place| {
            draw_datum(shapes, *place, &label, self.style);
            Ok(())
        })
    }

    fn surface_finish(
        &self,
        target: &PointRef,
        text: &str,
        machining: Machining,
        angle: f64,
        details: &SurfaceDetails,
    ) -> Result<Drawn, SceneError> {
        let is_closed = [machining == Machining::Required, machining == Machining::Prohibited];
        let (style, fonts) = (self.style, self.sheet.fonts);
        let mut places = match &details.to {
            None => vec![(0.0, self.tip(target)?)],
            Some(to) => self.places(to, target)?,
        };
        let target = self.tip(target)?;
        for (cost, place) in &mut places {
            // The symbol stands on the landing, with its texts to the right: above a bend at the lower left, the leader runs through them.
            if place.x < target.x && place.y < target.y {
                *cost += THROUGH_OWN_TEXT;
            }
        }
        self.placed(NoteKind::SurfaceFinish, "", places, |shapes, place| {
            let tip = match details.to {
                None => *place,
                Some(_) => draw_landing(shapes, target, *place, style)?,
            };
            draw_surface_finish(shapes, tip, text, is_closed, angle, details, style, fonts)
        })
    }

    /// Lays out the call-out of a hole, or of several alike: their diameter is measured, and they are counted.
    fn hole(
        &self,
        of: &[String],
        index: Option<usize>,
        hole: &HoleSizes,
        options: &DimensionOptions,
    ) -> Result<Drawn, SceneError> {
        let NoteLayout { scene, sheet, style, paper, .. } = *self;
        let rounds = scene.holes_of(of, index)?;
        let Some(first) = rounds.first().copied() else {
            return Err(SceneError::scene("there is no circle to call out"));
        };
        let diameter = first.radius * 2.0 / scene.magnified_as(of.iter().map(String::as_str));
        check_seats(&of[0], diameter, hole.depth, hole.counterbore, hole.countersink)?;
        if let (Some(thread), Some(depth)) = (hole.thread_depth, hole.depth)
            && thread > depth
        {
            return Err(SceneError::range(format!(
                "the thread of {} is {} deep, more than its hole of {}",
                quoted(&of[0]),
                number_text(thread),
                number_text(depth)
            )));
        }
        let count = hole.count.unwrap_or(rounds.len());
        let before = if count > 1 { format!("{count}× ") } else { String::new() };
        let (after, beneath) = hole_lines(hole, diameter, scene.units(), style);
        let texts = DimensionOptions {
            prefix: format!("{before}{}", options.prefix),
            suffix: format!("{after}{}", options.suffix),
            text: hole.thread.clone().or_else(|| options.text.clone()),
            ..options.clone()
        };
        let mut labels = vec![diameter_label(diameter, &texts, style, scene.units(), sheet.fonts)?];
        for line in &beneath {
            labels.push(Label::of_text(line, style.text_height, sheet.fonts)?);
        }
        let text = labels.iter().map(|label| label.text.as_str()).collect::<Vec<_>>().join("\n");
        let through = options.through.as_ref().map(|point| self.at(point)).transpose()?;
        let mut places = Vec::new();
        // The leader goes to any of the holes; the first ones are enough to find room.
        for (rank, round) in rounds.iter().take(MAX_HOLES_TRIED).enumerate() {
            let on_paper = round.in_world(&paper, paper.a);
            let own =
                round_places(&on_paper, RoundMeasure::Diameter, options, through, style, sheet.occupancy);
            places.extend(
                own.into_iter().map(|(cost, place)| (cost + rank as f64 * NEXT_HOLE, (on_paper, place))),
            );
        }
        self.placed(NoteKind::HoleCallout, &text, places, |shapes, (round, place)| {
            let (angle, length) = match *place {
                RoundPlace::Leader { angle, length, .. } => (angle, length),
                RoundPlace::Inside | RoundPlace::Beside(_) => (FRAC_PI_4, style.offset),
            };
            let tip = ahead(round.center, direction(angle), round.radius);
            let end = ahead(tip, direction(angle), length);
            draw_callout(shapes, tip, end, &labels, style)
        })
    }

    fn table(
        &self,
        shapes: &mut Shapes,
        (rows, widths, has_header): (&[Vec<String>], &[f64], bool),
        place: &TablePlace,
    ) -> Result<(), SceneError> {
        let fonts = self.sheet.fonts;
        let table = LaidTable::new(rows, widths, has_header, self.style.text_height, fonts)?;
        let corner = match place {
            TablePlace::At(point) => self.at(point)?,
            TablePlace::NextPage => Point::ORIGIN,
            TablePlace::Corner { above, right } => {
                self.scene.table_corner(*above, *right, [table.width(), table.height()], (self.on, fonts))?
            }
        };
        table.draw(shapes, corner, fonts)
    }

    /// Returns the circle on paper whose centre a point is: the arrow of a frame ends at the edge of a hole.
    fn rim_around(&self, target: &PointRef) -> Option<Round> {
        let PointRef::Of { name, place: Place::Center } = target else { return None };
        self.whole_round(name)
    }

    /// Returns the circle or arc that the point at a side is on, such as a bore with a keyway.
    fn rim_of_side(&self, target: &PointRef, tip: Point) -> Option<Round> {
        let PointRef::Of { name, place: Place::Side(..) } = target else { return None };
        let rounds = self.scene.rounds_in(name).ok()?;
        let mut rounds = rounds.into_iter().map(|round| round.in_world(&self.paper, self.paper.a));
        rounds.find(|round| (round.center.distance_to(tip) - round.radius).abs() <= ON_EDGE)
    }

    fn whole_round(&self, name: &str) -> Option<Round> {
        let round = self.scene.outer_round_of(name).ok().filter(|round| round.sweep >= FULL_TURN)?;
        Some(round.in_world(&self.paper, self.paper.a))
    }
}

/// Draws at the cheapest of the places, which are compared by lines and texts alone.
fn placed<P>(
    sheet: &Sheet<'_>,
    places: Vec<(f64, P)>,
    draw: impl FnMut(&P, Detail) -> Result<(Form, Shapes), SceneError>,
) -> Result<Drawn, SceneError> {
    let chosen =
        cheapest(sheet.occupancy, places, Detail::Footprint, draw, |(_, shapes)| vec![shapes.footprint()])?;
    let chosen = chosen.ok_or_else(|| SceneError::range("there is no place for it"))?;
    let (form, shapes) = chosen.drawn;
    Ok(Drawn { cost: chosen.cost, ..Drawn::new(form, shapes) })
}

fn note_form(kind: NoteKind, on_page: Option<u32>, text: &str) -> Form {
    Form::Note(NoteForm { kind, on_page, text: text.to_owned() })
}

/// Returns where a leader ends that comes from a place outside of a circle around its target.
fn on_rim(rim: Option<Round>, target: Point, place: Point) -> Point {
    let way = rim.filter(|rim| rim.center.distance_to(place) > rim.radius);
    let way = way.and_then(|rim| Some((unit(sub(place, target))?, rim.radius)));
    way.map_or(target, |(way, radius)| ahead(target, way, radius))
}

fn draw_balloon(shapes: &mut Shapes, target: Point, place: Point, label: &Label, style: &DimensionStyle) {
    let radius = BALLOON_RADIUS.max(label.width * 0.5 + 1.5);
    push_circle(&mut shapes.lines, place, radius);
    shapes.take(TextBox { center: place, along: Point::new(1.0, 0.0), half: [radius; 2] });
    label.draw(shapes, ahead(place, Point::new(0.0, -1.0), label.descent * 0.5), Point::new(1.0, 0.0));
    if let Some(way) = unit(sub(target, place)).filter(|_| place.distance_to(target) > radius) {
        shapes.line_as(Role::Leader, target, ahead(place, way, radius));
        shapes.arrow(target, way, Arrow::Dot, style.arrow_size);
    }
}

fn push_cross(shapes: &mut Shapes, center: Point, reach: f64) {
    for out in [Point::new(1.0, 0.0), Point::new(0.0, 1.0)] {
        push_center_line(&mut shapes.lines, ahead(center, out, -reach), ahead(center, out, reach));
    }
}

/// Draws the axes of circles, and the circles that the centres of three or more alike lie on.
fn draw_center_marks(
    shapes: &mut Shapes,
    rounds: &[Round],
    paper: &Affine,
    beyond: f64,
    has_pitch_circles: bool,
) {
    let shrink = paper.a;
    let pitches = if has_pitch_circles { pitch_circles(rounds) } else { Vec::new() };
    for round in rounds {
        let (center, reach) = (*paper * round.center, round.radius * shrink + beyond);
        // On a pitch circle, an axis leads to its centre.
        let pitch = pitches.iter().find(|(_, _, own)| own.contains(&round.center));
        match pitch.and_then(|(middle, ..)| unit(sub(*paper * *middle, center))) {
            Some(inward) => {
                push_center_line(
                    &mut shapes.lines,
                    ahead(center, inward, -reach),
                    ahead(center, inward, reach),
                );
            }
            None => push_cross(shapes, center, reach),
        }
    }
    for (middle, radius, _) in &pitches {
        push_center_circle(&mut shapes.lines, *paper * *middle, radius * shrink);
    }
}

/// Returns the circles through the centres of three or more circles of one size: their centres, radii, and those centres.
fn pitch_circles(rounds: &[Round]) -> Vec<(Point, f64, Vec<Point>)> {
    let mut pitches = Vec::new();
    let mut seen = vec![false; rounds.len()];
    for (index, round) in rounds.iter().enumerate() {
        if seen[index] {
            continue;
        }
        let mut centers = Vec::new();
        for (other, own) in rounds.iter().enumerate().skip(index) {
            if (own.radius - round.radius).abs() <= SAME_SIZE * round.radius {
                seen[other] = true;
                centers.push(own.center);
            }
        }
        if centers.len() < 3 {
            continue;
        }
        let count = centers.len() as f64;
        let sum = centers.iter().fold(Point::ORIGIN, |sum, center| add(sum, *center));
        let middle = Point::new(sum.x / count, sum.y / count);
        let radius = middle.distance_to(centers[0]);
        let even = TAU / count;
        let mut angles: Vec<f64> =
            centers.iter().map(|it| (it.y - middle.y).atan2(it.x - middle.x)).collect();
        angles.sort_by(f64::total_cmp);
        // Holes in a rectangle lie on a circle too, but it is their distances along the sides that are drawn.
        let is_even = angles.windows(2).all(|pair| (pair[1] - pair[0] - even).abs() < 1e-6);
        let is_round =
            centers.iter().all(|center| (middle.distance_to(*center) - radius).abs() <= SAME_SIZE * radius);
        if is_round && is_even && radius > round.radius {
            pitches.push((middle, radius, centers));
        }
    }
    pitches
}
