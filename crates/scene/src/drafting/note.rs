//! Notes: marks, leaders, symbols, tables, and what stands on the page.

use super::annotation::{Form, LeaderForm, NoteForm};
use super::dimension_style::{Arrow, DimensionStyle};
use super::label::Label;
use super::lines::{landing_text, push_center_line};
use super::note_source::{Machining, NoteKind, NotePlace, NoteSource, TablePlace};
use super::page::Page;
use super::parts::{Drawn, push_circle, push_line};
use super::settle::Sheet;
use super::shapes::Shapes;
use super::source::Source;
use super::symbols::{draw_north_arrow, draw_scale_bar, draw_surface_finish};
use super::table::LaidTable;
use super::title_block::{HEIGHT, draw_frame, draw_title_block};
use super::vectors::{add, ahead, left_of, negative, sub, unit};
use crate::color::Color;
use crate::error::SceneError;
use crate::store::Scene;
use crate::typeset::Fonts;
use scenewright_geometry::{Affine, Point, finite, number_text};

/// The distance of a leader's text from its target, in millimetres on paper.
pub const LEADER_OFFSET: [f64; 2] = [10.0, 10.0];

/// The least radius of a balloon, and of the dot where a leader ends inside of a thing.
const BALLOON_RADIUS: f64 = 5.0;

/// The length of a thick stroke at the ends of a section line.
const SECTION_STROKE: f64 = 8.0;

impl Scene {
    /// Draws a note as a group on top of everything. It follows the entities that it is for.
    pub fn draw_note(
        &mut self,
        name: &str,
        note: NoteSource,
        color: Option<Color>,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        if note.is_on_page() && self.page.is_none() {
            return Err(SceneError::scene(
                "there is no page to put it on; call setPage first, such as setPage('A3')",
            ));
        }
        match &note {
            NoteSource::CenterMark { beyond, .. } | NoteSource::CenterLine { beyond, .. } => {
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

    pub(super) fn lay_out_note(
        &self,
        note: &NoteSource,
        sheet: &Sheet<'_>,
        world: Affine,
    ) -> Result<Drawn, SceneError> {
        let style = &*self.dimension_style;
        let shrink = 1.0 / sheet.millimeter;
        let paper = Affine::scale(shrink, shrink);
        let at = |point: &super::point_ref::PointRef| {
            Ok::<Point, SceneError>(paper * self.resolve(point, &world)?)
        };
        let mut shapes = Shapes::default();
        let kind = match note {
            NoteSource::CenterMark { of, beyond } => {
                let round = self.outer_round_of(of)?;
                let (center, radius) = (paper * round.center, round.radius * shrink + beyond);
                for out in [Point::new(1.0, 0.0), Point::new(0.0, 1.0)] {
                    push_center_line(
                        &mut shapes.lines,
                        ahead(center, out, -radius),
                        ahead(center, out, radius),
                    );
                }
                NoteKind::CenterMark
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
                let place = place_of(to, target, at)?;
                return draw_leader(target, text, place, sheet, style);
            }
            NoteSource::Balloon { target, text, to } => {
                let target = at(target)?;
                let place = place_of(to, target, at)?;
                let label = Label::of_text(text, style.text_height, sheet.fonts)?;
                let radius = BALLOON_RADIUS.max(label.width * 0.5 + 1.5);
                push_circle(&mut shapes.lines, place, radius);
                label.draw(
                    &mut shapes,
                    ahead(place, Point::new(0.0, -1.0), label.descent * 0.5),
                    Point::new(1.0, 0.0),
                );
                if let Some(way) = unit(sub(target, place)).filter(|_| place.distance_to(target) > radius) {
                    shapes.line(ahead(place, way, radius), target);
                    shapes.arrow(target, way, Arrow::Dot, style.arrow_size);
                }
                NoteKind::Balloon
            }
            NoteSource::SurfaceFinish { target, text, machining, angle } => {
                let is_closed = [*machining == Machining::Required, *machining == Machining::Prohibited];
                draw_surface_finish(&mut shapes, at(target)?, text, is_closed, *angle, style, sheet.fonts)?;
                NoteKind::SurfaceFinish
            }
            NoteSource::SectionMark { points, text, looks_left } => {
                let points = points.iter().map(at).collect::<Result<Vec<Point>, SceneError>>()?;
                self.draw_section(&mut shapes, &points, text, *looks_left, sheet)?;
                NoteKind::SectionMark
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
                let corner = match place {
                    TablePlace::At(point) => at(point)?,
                    TablePlace::Corner { above, right } => self.table_corner(*above, *right, &table)?,
                };
                table.draw(&mut shapes, corner, sheet.fonts)?;
                NoteKind::Table
            }
            NoteSource::Frame => {
                shapes = draw_frame(self.page_or_error()?);
                NoteKind::Frame
            }
            NoteSource::TitleBlock(block) => {
                let scale = ratio_text(sheet.millimeter * self.units().in_millimeters());
                shapes = draw_title_block(block, self.page_or_error()?, &scale, sheet.fonts)?;
                NoteKind::TitleBlock
            }
        };
        let form = Form::Note(NoteForm { kind, on_page: note.is_on_page() });
        Ok(Drawn { form, parts: shapes.into_parts() })
    }

    fn page_or_error(&self) -> Result<&Page, SceneError> {
        self.page
            .as_deref()
            .ok_or_else(|| SceneError::scene("there is no page to put it on; call setPage first"))
    }

    /// Returns the upper left corner of a table in a corner of the frame; at the lower right, it stands on the title
    /// block.
    fn table_corner(&self, above: bool, right: bool, table: &LaidTable) -> Result<Point, SceneError> {
        let frame = self.page_or_error()?.frame();
        let x = if right { frame.max.x - table.width() } else { frame.min.x };
        let block = if right && self.has_title_block() { HEIGHT } else { 0.0 };
        let y = if above { frame.max.y } else { frame.min.y + block + table.height() };
        Ok(Point::new(x, y))
    }

    /// Draws a line along which a thing is cut: a thin line with thick ends and corners, arrows and letters.
    fn draw_section(
        &self,
        shapes: &mut Shapes,
        points: &[Point],
        text: &str,
        looks_left: bool,
        sheet: &Sheet<'_>,
    ) -> Result<(), SceneError> {
        let style = &*self.dimension_style;
        for pair in points.windows(2) {
            if unit(sub(pair[1], pair[0])).is_none() {
                return Err(SceneError::range("two neighbouring points of the section line are the same"));
            }
            push_center_line(&mut shapes.lines, pair[0], pair[1]);
        }
        for corner in points.windows(3) {
            for other in [corner[0], corner[2]] {
                if let Some(way) = unit(sub(other, corner[1])) {
                    let length = (SECTION_STROKE * 0.5).min(corner[1].distance_to(other) * 0.4);
                    push_line(&mut shapes.thick, corner[1], ahead(corner[1], way, length));
                }
            }
        }
        let ends = [(points[0], points[1]), (points[points.len() - 1], points[points.len() - 2])];
        for (index, (end, next)) in ends.into_iter().enumerate() {
            let Some(inward) = unit(sub(next, end)) else { continue };
            let length = SECTION_STROKE.min(end.distance_to(next) * 0.4);
            push_line(&mut shapes.thick, end, ahead(end, inward, length));
            let along = if index == 0 { inward } else { negative(inward) };
            let view = if looks_left { left_of(along) } else { negative(left_of(along)) };
            // The arrow points at the stroke's end, in the direction of the view.
            let tip = ahead(end, inward, 1.0);
            let tail = ahead(tip, view, -(style.arrow_size * 2.5));
            shapes.line(tail, tip);
            shapes.arrow(tip, view, Arrow::Filled, style.arrow_size * 1.3);
            let label = Label::of_text(text, style.text_height * 1.4, sheet.fonts)?;
            let away = ahead(tail, negative(inward), label.width * 0.5 + 2.5);
            label.draw(shapes, away, Point::new(1.0, 0.0));
        }
        Ok(())
    }
}

fn place_of(
    place: &NotePlace,
    target: Point,
    at: impl Fn(&super::point_ref::PointRef) -> Result<Point, SceneError>,
) -> Result<Point, SceneError> {
    match place {
        NotePlace::At(point) => at(point),
        NotePlace::Offset([x, y]) => {
            Ok(add(target, Point::new(finite("option offset[0]", *x)?, finite("option offset[1]", *y)?)))
        }
    }
}

/// Draws a line with an arrow to a target, and a text at its other end.
fn draw_leader(
    target: Point,
    text: &str,
    place: Point,
    sheet: &Sheet<'_>,
    style: &DimensionStyle,
) -> Result<Drawn, SceneError> {
    let mut shapes = Shapes::default();
    let Some(way) = unit(sub(place, target)) else {
        return Err(SceneError::range("the text of the leader would be at its target; give offset or to"));
    };
    let arrow = if style.arrow == Arrow::Tick { Arrow::Filled } else { style.arrow };
    shapes.line(target, place);
    shapes.arrow(target, negative(way), arrow, style.arrow_size);
    let (end, lines) = landing_text(&mut shapes, place, way, text, style, sheet.fonts)?;
    let grow = |point: Point| Point::new(point.x * sheet.millimeter, point.y * sheet.millimeter);
    let form = LeaderForm {
        points: [target, place, end].map(grow).to_vec(),
        text: text.to_owned(),
        text_at: grow(lines),
        text_height: style.text_height * sheet.millimeter,
        is_left: way.x < -1e-9,
        arrow_size: style.arrow_size * sheet.millimeter,
    };
    Ok(Drawn { form: Form::Leader(form), parts: shapes.into_parts() })
}

/// Returns the scale as drafters write it: 1:50 or 2:1.
pub(super) fn ratio_text(scale: f64) -> String {
    let rounded = |value: f64| {
        let nearest = (value * 1e6).round() / 1e6;
        number_text(nearest)
    };
    if scale >= 1.0 { format!("1:{}", rounded(scale)) } else { format!("{}:1", rounded(1.0 / scale)) }
}

/// Returns the first of 1, 2 and 5 times a power of ten that is at least 10 mm on paper.
fn round_division(millimeter: f64) -> f64 {
    let least = 10.0 * millimeter;
    let decade = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|step| step * decade)
        .into_iter()
        .find(|length| *length >= least * (1.0 - 1e-9))
        .unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_is_written_as_drafters_do() {
        for (scale, text) in
            [(50.0, "1:50"), (1.0, "1:1"), (0.5, "2:1"), (2.5, "1:2.5"), (0.1, "10:1"), (1.0 / 3.0, "3:1")]
        {
            assert_eq!(ratio_text(scale), text);
        }
    }

    #[test]
    fn division_of_scale_bar_is_round_and_wide_enough() {
        for (millimeter, length) in [(1.0, 10.0), (50.0, 500.0), (0.02, 0.2), (1.2, 20.0), (3.0, 50.0)] {
            assert!((round_division(millimeter) - length).abs() < 1e-9 * length, "{millimeter}");
        }
    }
}
