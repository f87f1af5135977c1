//! Notes: marks, leaders, symbols, tables, and what stands on the page.

use std::f64::consts::{FRAC_PI_4, TAU};
use std::sync::Arc;

use super::settle::OnPage;
use super::views::check_seats;
use crate::drafting::callout::{LaidFrame, datum_places, draw_callout, draw_datum, draw_landing, hole_lines};
use crate::drafting::detail::Detail;
use crate::drafting::dimension::diameter_label;
use crate::drafting::drawn::Drawn;
use crate::drafting::label::Label;
use crate::drafting::leader_places::leader_places;
use crate::drafting::lines::{push_center_circle, push_center_line};
use crate::drafting::note::{draw_leader, draw_section, ratio_text, round_division};
use crate::drafting::occupancy::{Role, TextBox, cheapest};
use crate::drafting::parts::push_circle;
use crate::drafting::round_dimension::{RoundPlace, round_places};
use crate::drafting::shapes::Shapes;
use crate::drafting::symbols::{draw_north_arrow, draw_scale_bar, draw_surface_finish};
use crate::drafting::table::LaidTable;
use crate::drafting::title_block::{draw_frame, draw_title_block};
use crate::drafting::vectors::{add, ahead, direction, sub, unit};
use crate::drafting::{
    Annotation, Arrow, Color, DimensionOptions, DimensionStyle, Fonts, Form, HoleSizes, Machining, NoteForm,
    NoteKind, NotePlace, NoteSource, Page, Place, PointRef, Round, RoundMeasure, SceneError, Sheet, Source,
    TablePlace, quoted,
};
use crate::store::{EntityId, ROOT, Scene};
use scenewright_geometry::{Affine, Bounds, Point, finite, number_text};

/// The share of their size by which circles and distances may differ to count as alike.
const SAME_SIZE: f64 = 1e-6;

/// The most holes that a call-out tries to point at, and the cost of one that is not the first.
const MAX_HOLES_TRIED: usize = 16;
const NEXT_HOLE: f64 = 0.2;

/// The least radius of a balloon, and of the dot where a leader ends inside of a thing.
const BALLOON_RADIUS: f64 = 5.0;

impl Scene {
    /// Draws a note as a group on top of everything. It follows the entities that it is for.
    pub fn draw_note(
        &mut self,
        name: &str,
        note: NoteSource,
        color: Option<Color>,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        if note.is_on_page() && self.pages.is_empty() {
            return Err(SceneError::scene(
                "there is no page to put it on; call setPage first, such as setPage('A3')",
            ));
        }
        match &note {
            NoteSource::CenterMark { beyond, .. }
            | NoteSource::CenterMarks { beyond, .. }
            | NoteSource::CenterLine { beyond, .. } => {
                finite("option extend", *beyond)?;
            }
            NoteSource::NorthArrow { size, angle, .. } => {
                scenewright_geometry::positive("option size", *size)?;
                finite("option angle", *angle)?;
            }
            _ => {}
        }
        self.draw_annotation(name, Source::Note(Box::new(note)), color, fonts)
    }

    /// Gives a table other rows, with which it is redrawn when the scene is settled. Returns false where there is no table of
    /// that name.
    pub fn set_table_rows(&mut self, name: &str, rows: Vec<Vec<String>>) -> bool {
        let Some(id) = self.find(name) else { return false };
        let Some(annotation) = self.entity(id).annotation.as_deref() else { return false };
        let Some(Source::Note(note)) = &annotation.source else { return false };
        let NoteSource::Table { at, has_header, widths, .. } = &**note else { return false };
        let (at, has_header, widths) = (at.clone(), *has_header, widths.clone());
        let table = NoteSource::Table { rows, at, has_header, widths };
        let renewed = Annotation { source: Some(Source::Note(Box::new(table))), ..annotation.clone() };
        self.entity_mut(id).annotation = Some(Arc::new(renewed));
        true
    }

    pub(super) fn lay_out_note(
        &self,
        note: &NoteSource,
        sheet: &Sheet<'_>,
        world: Affine,
        on: OnPage,
    ) -> Result<Drawn, SceneError> {
        let page = on.page;
        let style = &*self.dimension_style;
        let shrink = 1.0 / sheet.millimeter;
        let paper = Affine::scale(shrink, shrink);
        let at = |point: &PointRef| Ok::<Point, SceneError>(paper * self.resolve(point, &world)?);
        let on_page = note.is_on_page().then_some(page as u32);
        let plain = |kind: NoteKind| note_form(kind, on_page, String::new());
        let mut shapes = Shapes::default();
        let kind = match note {
            NoteSource::CenterMark { of, beyond } => {
                let round = self.outer_round_of(of)?;
                push_cross(&mut shapes, paper * round.center, round.radius * shrink + beyond);
                NoteKind::CenterMark
            }
            NoteSource::CenterMarks { of, beyond, has_pitch_circles } => {
                let rounds = self.rounds_to_mark(of)?;
                draw_center_marks(&mut shapes, &rounds, &paper, *beyond, *has_pitch_circles);
                NoteKind::CenterMarks
            }
            NoteSource::CenterLine { from, to, beyond } => {
                let (from, to) = (at(from)?, at(to)?);
                let along = unit(sub(to, from))
                    .ok_or_else(|| SceneError::range("the two ends of the line are at the same point"))?;
                push_center_line(&mut shapes.lines, ahead(from, along, -beyond), ahead(to, along, *beyond));
                NoteKind::CenterLine
            }
            NoteSource::Leader { target, text, to } => {
                let target = at(target)?;
                let places = places_of(to, target, at, sheet)?;
                return placed(sheet, places, |place| draw_leader(target, text, *place, sheet, style));
            }
            NoteSource::Balloon { target, text, to } => {
                let text = self.balloon_text(target, text)?;
                let target = at(target)?;
                let places = places_of(to, target, at, sheet)?;
                let label = Label::of_text(&text, style.text_height, sheet.fonts)?;
                return placed(sheet, places, |place| {
                    let mut shapes = Shapes::default();
                    draw_balloon(&mut shapes, target, *place, &label, style);
                    Ok((plain(NoteKind::Balloon), shapes))
                });
            }
            NoteSource::HoleCallout { of, index, hole, options } => {
                return self.lay_out_hole(of, *index, hole, options, sheet, &world);
            }
            NoteSource::ToleranceFrame { target, rows, above, to } => {
                let target = at(target)?;
                let places = places_of(to, target, at, sheet)?;
                let frame = LaidFrame::new(rows, above, style, sheet.fonts)?;
                return placed(sheet, places, |place| {
                    let mut shapes = Shapes::default();
                    frame.draw(&mut shapes, target, *place, style)?;
                    Ok((note_form(NoteKind::ToleranceFrame, None, frame.text.clone()), shapes))
                });
            }
            NoteSource::Datum { target, letter, angle, offset } => {
                let outward = outward_of(target);
                let target = at(target)?;
                let label = Label::of_text(letter, style.text_height, sheet.fonts)?;
                let places = datum_places(outward, *angle, *offset, sheet.occupancy);
                return placed(sheet, places, |place| {
                    let mut shapes = Shapes::default();
                    draw_datum(&mut shapes, target, *place, &label, style);
                    Ok((note_form(NoteKind::Datum, None, letter.clone()), shapes))
                });
            }
            NoteSource::SurfaceFinish { target, text, machining, angle, details } => {
                let is_closed = [*machining == Machining::Required, *machining == Machining::Prohibited];
                let target = at(target)?;
                let draw = |shapes: &mut Shapes, tip: Point| {
                    draw_surface_finish(shapes, tip, text, is_closed, *angle, details, style, sheet.fonts)
                };
                let Some(to) = &details.to else {
                    return placed(sheet, vec![(0.0, target)], |tip| {
                        let mut shapes = Shapes::default();
                        draw(&mut shapes, *tip)?;
                        Ok((plain(NoteKind::SurfaceFinish), shapes))
                    });
                };
                let places = places_of(to, target, at, sheet)?;
                return placed(sheet, places, |place| {
                    let mut shapes = Shapes::default();
                    let tip = draw_landing(&mut shapes, target, *place, style)?;
                    draw(&mut shapes, tip)?;
                    Ok((plain(NoteKind::SurfaceFinish), shapes))
                });
            }
            NoteSource::SectionMark { points, text, looks_left } => {
                let points = points.iter().map(at).collect::<Result<Vec<Point>, SceneError>>()?;
                draw_section(&mut shapes, &points, text, *looks_left, style, sheet.fonts)?;
                NoteKind::SectionMark
            }
            NoteSource::SectionView(view) => {
                shapes = self.draw_section_view(view, sheet, &world)?;
                NoteKind::SectionView
            }
            NoteSource::DetailView(view) => {
                let shapes = self.draw_detail_view(view, sheet, &world)?;
                return Ok(Drawn::new(plain(NoteKind::DetailView), shapes));
            }
            NoteSource::NorthArrow { at: place, size, angle } => {
                draw_north_arrow(&mut shapes, at(place)?, *size, *angle, sheet.fonts)?;
                NoteKind::NorthArrow
            }
            NoteSource::ScaleBar { at: place, division, divisions } => {
                let division = match division {
                    Some(length) => scenewright_geometry::positive("option division", *length)?,
                    None => round_division(sheet.millimeter),
                };
                let unit = self.units().as_str();
                let bar = (division, division * shrink, *divisions);
                draw_scale_bar(&mut shapes, at(place)?, bar, unit, style, sheet.fonts)?;
                NoteKind::ScaleBar
            }
            NoteSource::Table { rows, at: place, has_header, widths } => {
                let table = LaidTable::new(rows, widths, *has_header, style.text_height, sheet.fonts)?;
                self.draw_table(&mut shapes, &table, place, at, (sheet, on))?;
                NoteKind::Table
            }
            NoteSource::PartsList { columns, blocks, at: place } => {
                let rows = self.parts_rows(columns, blocks.as_deref())?;
                let table = LaidTable::new(&rows, &[], true, style.text_height, sheet.fonts)?;
                self.draw_table(&mut shapes, &table, place, at, (sheet, on))?;
                NoteKind::PartsList
            }
            NoteSource::Frame => {
                shapes = draw_frame(self.page_or_error(page)?, &self.boxes_in_frame(page, sheet.fonts)?);
                NoteKind::Frame
            }
            NoteSource::TitleBlock(block) => {
                let scale = ratio_text(sheet.millimeter * self.units().in_millimeters());
                let block = self.numbered(block, page);
                shapes = draw_title_block(&block, self.page_or_error(page)?, &scale, sheet.fonts)?;
                NoteKind::TitleBlock
            }
        };
        let role = match kind {
            NoteKind::CenterMark | NoteKind::CenterMarks | NoteKind::CenterLine | NoteKind::SectionMark => {
                Role::Axis
            }
            NoteKind::SectionView => Role::Outline,
            _ => Role::Dimension,
        };
        shapes.take_lines_as(role);
        Ok(Drawn::new(plain(kind), shapes))
    }

    /// Lays out the call-out of a hole, or of several alike: their diameter is measured, and they are counted.
    fn lay_out_hole(
        &self,
        of: &[String],
        index: Option<usize>,
        hole: &HoleSizes,
        options: &DimensionOptions,
        sheet: &Sheet<'_>,
        world: &Affine,
    ) -> Result<Drawn, SceneError> {
        let style = &*self.dimension_style;
        let rounds = self.holes_of(of, index)?;
        let Some(first) = rounds.first().copied() else {
            return Err(SceneError::scene("there is no circle to call out"));
        };
        let diameter = first.radius * 2.0 / self.magnified_as(of.iter().map(String::as_str));
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
        let (after, beneath) = hole_lines(hole, diameter, self.units(), style);
        let texts = DimensionOptions {
            prefix: format!("{before}{}", options.prefix),
            suffix: format!("{after}{}", options.suffix),
            text: hole.thread.clone().or_else(|| options.text.clone()),
            ..options.clone()
        };
        let mut labels = vec![diameter_label(diameter, &texts, style, self.units(), sheet.fonts)?];
        for line in &beneath {
            labels.push(Label::of_text(line, style.text_height, sheet.fonts)?);
        }
        let text = labels.iter().map(|label| label.text.as_str()).collect::<Vec<_>>().join("\n");
        let paper = Affine::scale(1.0 / sheet.millimeter, 1.0 / sheet.millimeter);
        let through = options.through.as_ref().map(|point| self.resolve(point, world)).transpose()?;
        let through = through.map(|point| paper * point);
        let mut places = Vec::new();
        // The leader goes to any of the holes; the first ones are enough to find room.
        for (rank, round) in rounds.iter().take(MAX_HOLES_TRIED).enumerate() {
            let on_paper = round.in_world(&paper, 1.0 / sheet.millimeter);
            let own =
                round_places(&on_paper, RoundMeasure::Diameter, options, through, style, sheet.occupancy);
            places.extend(
                own.into_iter().map(|(cost, place)| (cost + rank as f64 * NEXT_HOLE, (on_paper, place))),
            );
        }
        placed(sheet, places, |(round, place)| {
            let mut shapes = Shapes::default();
            let (angle, length) = match *place {
                RoundPlace::Leader { angle, length, .. } => (angle, length),
                RoundPlace::Inside | RoundPlace::Beside(_) => (FRAC_PI_4, style.offset),
            };
            let tip = ahead(round.center, direction(angle), round.radius);
            let end = ahead(tip, direction(angle), length);
            draw_callout(&mut shapes, tip, end, &labels, style)?;
            Ok((note_form(NoteKind::HoleCallout, None, text.clone()), shapes))
        })
    }

    /// Returns the width and the height of a table on paper.
    pub(super) fn table_size(&self, note: &NoteSource, fonts: &Fonts) -> Result<[f64; 2], SceneError> {
        let height = self.dimension_style.text_height;
        let table = match note {
            NoteSource::Table { rows, has_header, widths, .. } => {
                LaidTable::new(rows, widths, *has_header, height, fonts)?
            }
            NoteSource::PartsList { columns, blocks, .. } => {
                let rows = self.parts_rows(columns, blocks.as_deref())?;
                LaidTable::new(&rows, &[], true, height, fonts)?
            }
            _ => return Ok([0.0, 0.0]),
        };
        Ok([table.width(), table.height()])
    }

    fn draw_table(
        &self,
        shapes: &mut Shapes,
        table: &LaidTable,
        place: &TablePlace,
        at: impl Fn(&PointRef) -> Result<Point, SceneError>,
        (sheet, on): (&Sheet<'_>, OnPage),
    ) -> Result<(), SceneError> {
        let corner = match place {
            TablePlace::At(point) => at(point)?,
            TablePlace::NextPage => Point::ORIGIN,
            TablePlace::Corner { above, right } => {
                self.table_corner(*above, *right, [table.width(), table.height()], (on, sheet.fonts))?
            }
        };
        table.draw(shapes, corner, sheet.fonts)
    }

    fn page_or_error(&self, page: usize) -> Result<&Page, SceneError> {
        self.pages
            .get(page)
            .map(|it| &*it.page)
            .ok_or_else(|| SceneError::scene("there is no page to put it on; call setPage first"))
    }

    /// Returns the upper left corner of a table in a corner of the frame; at the bottom, it stands on the title block where that
    /// is beneath it. Tables in one corner stand on each other, in the order in which they were drawn.
    fn table_corner(
        &self,
        above: bool,
        right: bool,
        [width, height]: [f64; 2],
        (on, fonts): (OnPage, &Fonts),
    ) -> Result<Point, SceneError> {
        let frame = self.page_or_error(on.page)?.frame();
        let x = if right { frame.max.x - width } else { frame.min.x };
        let mut before = 0.0;
        for id in self.entities_below(ROOT).take_while(|id| Some(*id) != on.own) {
            let Some((note, [is_above, is_right])) = self.table_in_corner(id, on.page) else { continue };
            if (is_above, is_right) == (above, right) {
                before += self.table_size(note, fonts)?[1];
            }
        }
        let is_beneath = |[wide, _]: &[f64; 2]| right || width + wide > frame.width();
        let block = self.title_block_size(on.page).filter(is_beneath).map_or(0.0, |[_, high]| high);
        let y = if above { frame.max.y - before } else { frame.min.y + block + before + height };
        Ok(Point::new(x, y))
    }

    /// Returns a table that is in a corner of a sheet, and whether that is an upper one and a right one.
    pub(super) fn table_in_corner(&self, id: EntityId, page: usize) -> Option<(&NoteSource, [bool; 2])> {
        let Some(Source::Note(note)) = &self.entity(id).annotation.as_ref()?.source else { return None };
        let (NoteSource::Table { at, .. } | NoteSource::PartsList { at, .. }) = &**note else { return None };
        let TablePlace::Corner { above, right } = at else { return None };
        (self.sheet_of(id) == Some(page)).then_some((&**note, [*above, *right]))
    }

    /// Returns the boxes of the title block and of the tables in the corners of a frame.
    fn boxes_in_frame(&self, page: usize, fonts: &Fonts) -> Result<Vec<Bounds>, SceneError> {
        let frame = self.page_or_error(page)?.frame();
        let below = |corner: Point, [width, height]: [f64; 2]| Bounds {
            min: Point::new(corner.x, corner.y - height),
            max: Point::new(corner.x + width, corner.y),
        };
        let block = self.title_block_size(page);
        let block = block.map(|size| below(Point::new(frame.max.x - size[0], frame.min.y + size[1]), size));
        let mut boxes: Vec<Bounds> = block.into_iter().collect();
        for id in self.entities_below(ROOT) {
            let Some((note, [above, right])) = self.table_in_corner(id, page) else { continue };
            let size = self.table_size(note, fonts)?;
            let on = OnPage { page, own: Some(id) };
            boxes.push(below(self.table_corner(above, right, size, (on, fonts))?, size));
        }
        Ok(boxes)
    }
}

/// Draws at the cheapest of the places.
fn placed<P>(
    sheet: &Sheet<'_>,
    places: Vec<(f64, P)>,
    mut draw: impl FnMut(&P) -> Result<(Form, Shapes), SceneError>,
) -> Result<Drawn, SceneError> {
    // Some notes take their footprints from their lines, so each is drawn as a whole.
    let draw = |place: &P, _: Detail| draw(place);
    let chosen =
        cheapest(sheet.occupancy, places, Detail::Whole, draw, |(_, shapes)| vec![shapes.footprint()])?;
    let chosen = chosen.ok_or_else(|| SceneError::range("there is no place for it"))?;
    let (form, shapes) = chosen.drawn;
    Ok(Drawn { hit: chosen.hit, ..Drawn::new(form, shapes) })
}

fn note_form(kind: NoteKind, on_page: Option<u32>, text: String) -> Form {
    Form::Note(NoteForm { kind, on_page, text })
}

/// Returns the places of a note's text with their costs; one that was given is the only one.
fn places_of(
    place: &NotePlace,
    target: Point,
    at: impl Fn(&PointRef) -> Result<Point, SceneError>,
    sheet: &Sheet<'_>,
) -> Result<Vec<(f64, Point)>, SceneError> {
    match place {
        NotePlace::At(point) => Ok(vec![(0.0, at(point)?)]),
        NotePlace::Offset([x, y]) => {
            let way = Point::new(finite("option offset[0]", *x)?, finite("option offset[1]", *y)?);
            Ok(vec![(0.0, add(target, way))])
        }
        NotePlace::Free(usual) => Ok(leader_places(target, *usual, sheet.occupancy)),
    }
}

/// Returns the direction away from an entity at one of its sides.
fn outward_of(target: &PointRef) -> Option<Point> {
    match target {
        PointRef::Of { place: Place::Side(x, y), .. } => unit(Point::new(*x, *y)),
        _ => None,
    }
}

fn draw_balloon(shapes: &mut Shapes, target: Point, place: Point, label: &Label, style: &DimensionStyle) {
    let radius = BALLOON_RADIUS.max(label.width * 0.5 + 1.5);
    push_circle(&mut shapes.lines, place, radius);
    shapes.take(TextBox { center: place, along: Point::new(1.0, 0.0), half: [radius; 2] });
    label.draw(shapes, ahead(place, Point::new(0.0, -1.0), label.descent * 0.5), Point::new(1.0, 0.0));
    if let Some(way) = unit(sub(target, place)).filter(|_| place.distance_to(target) > radius) {
        shapes.line_as(Role::Leader, ahead(place, way, radius), target);
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
