//! Warnings about notes that are empty, or that cannot be read, and about hatches whose lines run together.

use crate::drafting::hatch::gap_on_paper;
use crate::drafting::pens::FINE_PEN;
use crate::drafting::{NoteSource, Source, quoted};
use crate::store::{EntityId, ROOT, Scene};
use scenewright_geometry::number_text;

/// The smallest height of letters in ISO 3098, in millimetres on paper.
const SMALLEST_LETTERS: f64 = 1.8;

/// The share of a height that rounding may take.
const ROUNDING: f64 = 1e-6;

impl Scene {
    /// Returns a warning for each parts list without a part, for each table or title block whose texts became too small for their
    /// cells to be read, and for each hatch whose lines are nearer to each other than a pen is wide.
    pub(super) fn note_warnings(&self) -> Vec<String> {
        self.entities_below(ROOT)
            .filter(|id| !self.is_hidden(*id))
            .filter_map(|id| {
                let annotation = self.entity(id).annotation.as_ref()?;
                let name = quoted(&self.entity(id).name);
                let note = match annotation.source.as_ref()? {
                    Source::Note(note) => note,
                    Source::Hatch(hatch) => {
                        let gap = gap_on_paper(hatch, self.paper_millimeter(self.sheet_scale()));
                        return (gap < FINE_PEN * (1.0 - ROUNDING)).then(|| {
                            format!(
                                "the lines of hatch {name} are {} mm apart on paper and run together; give it a larger gap \
                                 (millimetres on paper), spacing (in the unit of the scene) or scale",
                                number_text((gap * 100.0).round() / 100.0)
                            )
                        });
                    }
                    Source::Dimension(_) => return None,
                };
                match &**note {
                    NoteSource::PartsList { columns, blocks, .. } => {
                        let rows = self.parts_rows(columns, blocks.as_deref()).ok()?;
                        (rows.len() == 1).then(|| {
                            format!("parts list {name} is empty: the drawing has no instance of a block, as insert draws it")
                        })
                    }
                    NoteSource::Table { .. } => {
                        let wanted = self.dimension_style.text_height;
                        self.small_text(id, wanted).map(|text| {
                            format!("a text of table {name} is {text}; give its column more of widths, or shorten it")
                        })
                    }
                    NoteSource::TitleBlock(_) => self.small_text(id, SMALLEST_LETTERS).map(|text| {
                        format!("a text of title block {name} is {text}; shorten it")
                    }),
                    _ => None,
                }
            })
            .collect()
    }

    /// Describes the smallest text of a note where it is smaller than the smallest letters of ISO 3098, and smaller than was
    /// wanted.
    fn small_text(&self, note: EntityId, wanted: f64) -> Option<String> {
        let millimeter = self.paper_millimeter(self.sheet_scale());
        let heights = self.children(note).filter_map(|child| {
            let text = self.entity(child).text.as_ref()?;
            let world = self.world_of(child);
            let scale = (world.a * world.d - world.b * world.c).abs().sqrt();
            Some((text.cap_height * scale / millimeter, &text.text))
        });
        let (height, text) = heights.min_by(|one, other| one.0.total_cmp(&other.0))?;
        (height < SMALLEST_LETTERS.min(wanted) * (1.0 - ROUNDING)).then(|| {
            format!("{height:.1} mm high on paper to fit its cell, where ISO 3098 has {SMALLEST_LETTERS} mm at least: {}", quoted(text))
        })
    }
}
