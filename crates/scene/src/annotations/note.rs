//! Notes: marks, leaders, symbols, tables, and what stands on the page.

use std::sync::Arc;

use super::settle::OnPage;
use crate::drafting::table::LaidTable;
use crate::drafting::{Annotation, Color, Fonts, NoteSource, Page, SceneError, Source, TablePlace};
use crate::store::{EntityId, ROOT, Scene};
use scenewright_geometry::{Bounds, Point, finite};

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

    pub(super) fn page_or_error(&self, page: usize) -> Result<&Page, SceneError> {
        self.pages
            .get(page)
            .map(|it| &*it.page)
            .ok_or_else(|| SceneError::scene("there is no page to put it on; call setPage first"))
    }

    /// Returns the upper left corner of a table in a corner of the frame; at the bottom, it stands on the title block where that
    /// is beneath it. Tables in one corner stand on each other, in the order in which they were drawn.
    pub(super) fn table_corner(
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
    pub(super) fn boxes_in_frame(&self, page: usize, fonts: &Fonts) -> Result<Vec<Bounds>, SceneError> {
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
