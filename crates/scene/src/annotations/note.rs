//! Notes: marks, leaders, symbols, tables, and what stands on the page.

use crate::drafting::label::Label;
use crate::drafting::lines::push_center_line;
use crate::drafting::note::{draw_leader, draw_section, ratio_text, round_division};
use crate::drafting::parts::{Drawn, push_circle};
use crate::drafting::shapes::Shapes;
use crate::drafting::symbols::{draw_north_arrow, draw_scale_bar, draw_surface_finish};
use crate::drafting::table::LaidTable;
use crate::drafting::title_block::{HEIGHT, draw_frame, draw_title_block};
use crate::drafting::vectors::{add, ahead, sub, unit};
use crate::drafting::{
    Arrow, Color, Fonts, Form, Machining, NoteForm, NoteKind, NotePlace, NoteSource, Page, SceneError, Sheet,
    Source, TablePlace,
};
use crate::store::Scene;
use scenewright_geometry::{Affine, Point, finite};

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
        let at =
            |point: &crate::drafting::PointRef| Ok::<Point, SceneError>(paper * self.resolve(point, &world)?);
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
                draw_section(&mut shapes, &points, text, *looks_left, style, sheet.fonts)?;
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
}

fn place_of(
    place: &NotePlace,
    target: Point,
    at: impl Fn(&crate::drafting::PointRef) -> Result<Point, SceneError>,
) -> Result<Point, SceneError> {
    match place {
        NotePlace::At(point) => at(point),
        NotePlace::Offset([x, y]) => {
            Ok(add(target, Point::new(finite("option offset[0]", *x)?, finite("option offset[1]", *y)?)))
        }
    }
}
