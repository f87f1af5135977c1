//! The place of a drawing on its page.

use std::sync::Arc;

use crate::drafting::page_fit::{misfit, place, scales};
use crate::drafting::title_block::{HEIGHT, WIDTH};
use crate::drafting::{Fonts, Form, NoteKind, NoteSource, Page, SceneError, Source, TablePlace};
use crate::store::{EntityId, ROOT, Scene};
use crate::walk::Visit;
use scenewright_geometry::{Bounds, Point};

/// The most scales at which the dimensions are drawn to see if they fit.
const MAX_ATTEMPTS: usize = 6;

impl Scene {
    /// Returns the page that the drawing is shown on.
    pub fn page(&self) -> Option<&Page> {
        self.page.as_deref()
    }

    /// Shows the drawing on a page. Where no scale is given, the largest of ISO 5455 is taken at which it fits.
    pub fn set_page(&mut self, page: Page, scale: Option<f64>) -> Result<(), SceneError> {
        page.check()?;
        if let Some(scale) = scale {
            self.set_drawing_scale(scale)?;
        }
        // A scale that was set before stays.
        let fits = self.drawing_scale().is_none();
        self.page = Some(Arc::new(Page { fits, ..page }));
        Ok(())
    }

    /// Returns the page in the scene.
    pub fn page_bounds(&self) -> Option<Bounds> {
        let page = self.page.as_deref()?;
        Some(page.bounds(self.paper_millimeter(self.sheet_scale())))
    }

    pub(super) fn is_on_page(&self, id: EntityId) -> bool {
        let form = self.entity(id).annotation.as_ref().map(|annotation| &annotation.form);
        matches!(form, Some(Form::Note(note)) if note.on_page)
    }

    /// Returns true if there is a title block on the page.
    pub(super) fn has_title_block(&self) -> bool {
        let is_block = |id: EntityId| {
            let form = self.entity(id).annotation.as_ref().map(|annotation| &annotation.form);
            matches!(form, Some(Form::Note(note)) if note.kind == NoteKind::TitleBlock)
        };
        self.entities_below(ROOT).any(is_block)
    }

    /// Returns the size of what stands in the lower right corner of the page: the title block, and the tables above it.
    fn corner_size(&self, block: Option<[f64; 2]>, fonts: &Fonts) -> Option<[f64; 2]> {
        let mut size = block;
        for id in self.entities_below(ROOT) {
            let annotation = self.entity(id).annotation.as_ref();
            let Some(Source::Note(note)) = annotation.and_then(|it| it.source.as_ref()) else { continue };
            if let NoteSource::Table { at, .. } | NoteSource::PartsList { at, .. } = &**note
                && matches!(at, TablePlace::Corner { above: false, right: true })
                && let Ok([width, height]) = self.table_size(note, fonts)
            {
                let [wide, high] = size.unwrap_or([0.0, 0.0]);
                size = Some([wide.max(width), high.max(height + if block.is_some() { HEIGHT } else { 0.0 })]);
            }
        }
        size
    }

    /// Puts the drawing on the page: chooses the scale if it is not set, and the corner of the page. `renew` draws the
    /// annotations at the scale of the scene. Returns warnings.
    pub(super) fn fit_page(
        &mut self,
        fonts: &Fonts,
        mut renew: impl FnMut(&mut Scene) -> Result<(), SceneError>,
    ) -> Result<Vec<String>, SceneError> {
        let Some(page) = self.page.clone() else { return Ok(Vec::new()) };
        let block = self.has_title_block().then_some([WIDTH, HEIGHT]);
        let block_with_tables = self.corner_size(block, fonts);
        if page.fits {
            let bare = self.bounds_to_scale();
            let mut attempts = 0;
            for scale in scales() {
                let millimeter = self.paper_millimeter(scale);
                let is_possible =
                    bare.is_none_or(|bounds| place(&page, block, &bounds, millimeter).is_some());
                if !is_possible && scale < 1e8 {
                    continue;
                }
                self.set_drawing_scale(scale)?;
                renew(self)?;
                attempts += 1;
                let bounds = self.bounds_on_page();
                let fits = bounds.is_none_or(|bounds| place(&page, block, &bounds, millimeter).is_some());
                if fits || attempts >= MAX_ATTEMPTS {
                    break;
                }
            }
        } else {
            renew(self)?;
        }
        let scale = self.drawing_scale().unwrap_or(1.0);
        let millimeter = self.paper_millimeter(scale);
        let bounds = self.bounds_on_page();
        let mut warnings = Vec::new();
        let middle = match (&page.center, &bounds) {
            (Some(center), _) => MiddleOnPage { scene: *center, paper: page.frame().center() },
            (None, None) => MiddleOnPage { scene: Point::ORIGIN, paper: page.frame().center() },
            (None, Some(bounds)) => {
                // Beside the tables where there is room for that, else beside the title block.
                let free = [block_with_tables, block]
                    .into_iter()
                    .find_map(|block| place(&page, block, bounds, millimeter));
                let paper = free.unwrap_or_else(|| page.frame().center());
                MiddleOnPage { scene: bounds.center(), paper }
            }
        };
        let corner = Point::new(
            middle.scene.x - middle.paper.x * millimeter,
            middle.scene.y - middle.paper.y * millimeter,
        );
        let page = Page { corner, ..(*page).clone() };
        if let Some(bounds) = &bounds {
            warnings.extend(misfit(&page, block, bounds, millimeter, scale));
        }
        self.page = Some(Arc::new(page));
        Ok(warnings)
    }

    /// Returns the bounds of everything visible that is not on the page itself.
    fn bounds_on_page(&self) -> Option<Bounds> {
        let mut outside: Option<usize> = None;
        let mut bounds: Option<Bounds> = None;
        for visit in self.walk_back_to_front() {
            match visit {
                Visit::GroupStart { depth, annotation: Some(annotation), .. } if outside.is_none() => {
                    if matches!(&annotation.form, Form::Note(note) if note.on_page) {
                        outside = Some(depth);
                    }
                }
                Visit::GroupEnd { depth, .. } if outside == Some(depth) => outside = None,
                Visit::Leaf(leaf) if outside.is_none() => {
                    let own = leaf.shape.bounds(&leaf.world);
                    bounds = Some(bounds.map_or(own, |bounds| bounds.union(own)));
                }
                Visit::GroupStart { .. } | Visit::GroupEnd { .. } | Visit::Leaf(_) => {}
            }
        }
        bounds
    }
}

/// A point of the scene, and its place on the page.
struct MiddleOnPage {
    scene: Point,
    paper: Point,
}
