//! The place of a drawing on its page, or on several sheets.
//!
//! All sheets show the same drawing at its one scale, each around a point of its own: a sheet is an area of the scene.

use std::sync::Arc;

use crate::drafting::note::ratio_text;
use crate::drafting::page_fit::{Extent, crowded, misfit, place, scales};
use crate::drafting::title_block::title_block_size;
use crate::drafting::{
    Annotation, FIRST_SHEET, Fonts, Form, MAX_SHEETS, NamedPage, NoteForm, NoteSource, Page, SceneError,
    Source, TitleBlock, quoted,
};
use crate::store::{EntityId, ROOT, Scene};
use crate::walk::{Leaf, Visit};
use scenewright_geometry::{Affine, Bounds, Point, Shape, Wire, number_text};

/// The most scales at which the dimensions are drawn to see if they fit.
const MAX_ATTEMPTS: usize = 6;

/// The share of an area's width within which an outline is straightened where it is asked if the area is inside of it.
const FINE: f64 = 1e-3;

impl Scene {
    /// Returns the page that the drawing is shown on, which is its first sheet.
    pub fn page(&self) -> Option<&Page> {
        self.pages.first().map(|it| &*it.page)
    }

    /// Returns the sheets of the drawing, in the order in which they were first set.
    pub fn sheets(&self) -> &[NamedPage] {
        &self.pages
    }

    /// Returns the sheet that was set last, with its position: what is drawn on paper comes onto it.
    pub fn current_sheet(&self) -> Option<(usize, &NamedPage)> {
        self.pages.get(self.current_page).map(|sheet| (self.current_page, sheet))
    }

    /// Returns true if there are several sheets, or the only one was given a name: files and answers then name them.
    pub fn has_named_sheets(&self) -> bool {
        self.pages.len() > 1 || self.pages.iter().any(|it| &*it.name != FIRST_SHEET)
    }

    /// Shows the drawing on a page. Where no scale is given, the largest of ISO 5455 is taken at which it fits.
    pub fn set_page(&mut self, page: Page, scale: Option<f64>) -> Result<(), SceneError> {
        let first = self.pages.first().map_or_else(|| FIRST_SHEET.into(), |it| it.name.clone());
        self.set_sheet(&first, page, scale)?;
        Ok(())
    }

    /// Shows the drawing on a sheet, which is made if no sheet has that name. Returns its position. The first one may be
    /// centred and scaled by what is drawn; the others need their centre, and have the scale of the drawing.
    pub fn set_sheet(&mut self, name: &str, page: Page, scale: Option<f64>) -> Result<usize, SceneError> {
        NamedPage::check_name(name)?;
        page.check()?;
        let position = self.find_sheet(name);
        let index = position.unwrap_or(self.pages.len());
        if index >= MAX_SHEETS {
            return Err(SceneError::range(format!("a drawing has at most {MAX_SHEETS} sheets")));
        }
        if index > 0 {
            self.check_further_sheet(name, &page, scale)?;
        } else if let Some(scale) = scale {
            self.set_drawing_scale(scale)?;
        }
        // A scale that was set before stays.
        let fits = index == 0 && self.drawing_scale().is_none();
        let page = Arc::new(Page { fits, ..page });
        match position {
            Some(position) => self.pages[position].page = page,
            None => self.pages.push(NamedPage { name: name.into(), page }),
        }
        self.current_page = index;
        if position.is_none() && index == 0 {
            self.move_tables_to_page();
        }
        Ok(index)
    }

    /// Puts the tables that were drawn before there was a page onto the first one.
    fn move_tables_to_page(&mut self) {
        for id in self.entities_below(ROOT).collect::<Vec<_>>() {
            let Some(annotation) = self.entity(id).annotation.as_deref() else { continue };
            let (Some(Source::Note(note)), Form::Note(form)) = (&annotation.source, &annotation.form) else {
                continue;
            };
            let mut note = note.clone();
            if note.move_to_page() {
                let form = Form::Note(NoteForm { on_page: Some(0), ..form.clone() });
                let styles = annotation.styles.clone();
                let moved = Annotation { form, source: Some(Source::Note(note)), styles };
                self.entity_mut(id).annotation = Some(Arc::new(moved));
            }
        }
    }

    fn check_further_sheet(&self, name: &str, page: &Page, scale: Option<f64>) -> Result<(), SceneError> {
        if page.center.is_none() {
            return Err(SceneError::range(format!(
                "the sheet {} needs the option center, the point of the drawing in the middle of its frame, such as center: \
                 [500, 0]; only the first sheet is centred by itself",
                quoted(name)
            )));
        }
        let Some(wanted) = scale.filter(|scale| Some(*scale) != self.drawing_scale()) else { return Ok(()) };
        let own = match self.drawing_scale() {
            Some(scale) => format!("here {}", ratio_text(scale)),
            None => "which the first setPage or setDrawingScale sets".to_owned(),
        };
        Err(SceneError::range(format!(
            "all sheets of a drawing have one scale, {own}, got {} for the sheet {}; detailView draws a part at another scale",
            ratio_text(wanted),
            quoted(name)
        )))
    }

    /// Returns the page in the scene, which is the first sheet.
    pub fn page_bounds(&self) -> Option<Bounds> {
        self.page().map(|page| self.sheet_bounds(page))
    }

    /// Returns the area of a sheet in the scene.
    pub fn sheet_bounds(&self, page: &Page) -> Bounds {
        page.bounds(self.paper_millimeter(self.sheet_scale()))
    }

    /// Returns the position of a sheet by its name.
    pub fn find_sheet(&self, name: &str) -> Option<usize> {
        self.pages.iter().position(|it| &*it.name == name)
    }

    /// Returns the scene with one of its sheets as the only page, without the notes that are on the other sheets, and without what
    /// only these show: who cuts a file cuts what lies beside its page too. It is for being shown alone: nothing is drawn again.
    pub fn with_one_sheet(&self, index: usize) -> Scene {
        let mut alone = self.clone();
        alone.pages = self.pages.get(index).cloned().into_iter().collect();
        alone.current_page = 0;
        let notes: Vec<(EntityId, usize)> = self
            .entities_below(ROOT)
            .filter_map(|id| {
                self.sheet_of(id).filter(|sheet| *sheet < self.pages.len()).map(|sheet| (id, sheet))
            })
            .collect();
        let elsewhere = self.shown_by_others_alone(index);
        let on_others = notes.iter().filter(|(_, sheet)| *sheet != index).map(|(id, _)| *id);
        for id in on_others.chain(elsewhere) {
            let below: Vec<EntityId> = alone.entities_below(id).collect();
            below.into_iter().rev().for_each(|inner| alone.remove_childless(inner));
            alone.remove_childless(id);
        }
        for (id, sheet) in notes {
            if sheet != index {
                continue;
            }
            let annotation = alone.entity(id).annotation.as_deref().cloned();
            if let Some(Annotation { form: Form::Note(mut note), source, styles }) = annotation {
                note.on_page = Some(0);
                let form = Form::Note(note);
                alone.entity_mut(id).annotation = Some(Arc::new(Annotation { form, source, styles }));
            }
        }
        alone
    }

    /// Returns the entities beneath no other that lie outside of a sheet, and on another one.
    fn shown_by_others_alone(&self, index: usize) -> Vec<EntityId> {
        let areas: Vec<Bounds> = self.pages.iter().map(|sheet| self.sheet_bounds(&sheet.page)).collect();
        let Some(own) = areas.get(index) else { return Vec::new() };
        self.children(ROOT)
            .filter(|id| self.sheet_of(*id).is_none())
            .filter(|id| {
                let bounds = self.subtree_bounds(*id, self.world_of(*id));
                bounds.is_some_and(|it| !it.meets(own) && areas.iter().any(|area| it.meets(area)))
            })
            .collect()
    }

    /// Returns the scene with its first sheet alone, where there are several.
    pub fn with_first_of_several_sheets(&self) -> Option<Scene> {
        (self.pages.len() > 1).then(|| self.with_one_sheet(0))
    }

    /// Returns the position of the sheet that an entity has its place on; `None` for one in the drawing.
    pub(super) fn sheet_of(&self, id: EntityId) -> Option<usize> {
        match &self.entity(id).annotation.as_ref()?.form {
            Form::Note(note) => note.on_page.map(|position| position as usize),
            _ => None,
        }
    }

    /// Returns the names of the notes on a sheet, such as its frame.
    pub fn notes_on_sheet(&self, index: usize) -> impl Iterator<Item = &str> {
        let is_there = move |id: &EntityId| self.sheet_of(*id) == Some(index);
        self.entities_below(ROOT).filter(is_there).map(|id| &*self.entity(id).name)
    }

    /// Returns the number of a sheet among several, such as `1/3`.
    fn number_of_sheet(&self, page: usize) -> Option<String> {
        let count = self.pages.len();
        (count > 1).then(|| format!("{}/{count}", page + 1))
    }

    /// Returns the title block of a sheet, with the number of the sheet if no number is given.
    fn title_block(&self, page: usize) -> Option<TitleBlock> {
        self.entities_below(ROOT).filter(|id| self.sheet_of(*id) == Some(page)).find_map(|id| {
            match self.entity(id).annotation.as_ref()?.source.as_ref()? {
                Source::Note(note) => match &**note {
                    NoteSource::TitleBlock(block) => Some(self.numbered(block, page)),
                    _ => None,
                },
                _ => None,
            }
        })
    }

    /// Returns a title block with the number of its sheet, if there are several sheets and no number is given.
    pub(super) fn numbered(&self, block: &TitleBlock, page: usize) -> TitleBlock {
        let sheet = match self.number_of_sheet(page) {
            Some(number) if block.sheet.trim().is_empty() => number,
            _ => block.sheet.clone(),
        };
        TitleBlock { sheet, ..block.clone() }
    }

    /// Returns the width and the height of the title block of a sheet, in millimetres on paper.
    pub(super) fn title_block_size(&self, page: usize) -> Option<[f64; 2]> {
        Some(title_block_size(&self.title_block(page)?, &self.pages.get(page)?.page))
    }

    /// Returns the size of what stands in the lower right corner of the first sheet: the title block, and the tables above it.
    fn corner_size(&self, block: Option<[f64; 2]>, fonts: &Fonts) -> Option<[f64; 2]> {
        let mut size = block;
        for id in self.entities_below(ROOT) {
            if let Some((note, [false, true])) = self.table_in_corner(id, 0)
                && let Ok([width, height]) = self.table_size(note, fonts)
            {
                let [wide, high] = size.unwrap_or([0.0, 0.0]);
                size = Some([wide.max(width), high + height]);
            }
        }
        size
    }

    /// Puts the drawing on its sheets: chooses the scale if it is not set, and the corner of each sheet. `renew` draws the
    /// annotations at the scale of the scene. Returns warnings.
    pub(super) fn fit_page(
        &mut self,
        fonts: &Fonts,
        mut renew: impl FnMut(&mut Scene) -> Result<(), SceneError>,
    ) -> Result<Vec<String>, SceneError> {
        let Some(page) = self.pages.first().map(|it| it.page.clone()) else { return Ok(Vec::new()) };
        let block = self.title_block_size(0);
        let mut warnings: Vec<String> = block.and_then(|size| crowded(&page, size)).into_iter().collect();
        // If no place has room for the drawing, it lies under the title block.
        let block = block.filter(|_| warnings.is_empty());
        let block_with_tables = self.corner_size(block, fonts);
        if page.fits {
            // Which entities lie on another sheet as a whole depends on the scale.
            let all = self.bounds_to_scale();
            let mut attempts = 0;
            for scale in scales() {
                let millimeter = self.paper_millimeter(scale);
                let bare = match self.further_areas(millimeter) {
                    areas if areas.is_empty() => all,
                    areas => self.bounds_without(|_| true, &areas).or(all),
                };
                let is_possible =
                    bare.is_none_or(|bounds| self.has_place(&page, block, (bounds, |_| true), millimeter));
                // The largest scales are tried even if nothing fits: the annotations have to be drawn at one.
                if !is_possible && scale < 1e8 {
                    continue;
                }
                self.set_drawing_scale(scale)?;
                renew(self)?;
                attempts += 1;
                let bounds = self.bounds_on_page(millimeter);
                let fits = bounds
                    .is_none_or(|bounds| self.has_place(&page, block, (bounds, is_on_paper), millimeter));
                if fits || attempts >= MAX_ATTEMPTS {
                    break;
                }
            }
        } else {
            renew(self)?;
        }
        let scale = self.drawing_scale().unwrap_or(1.0);
        let millimeter = self.paper_millimeter(scale);
        let bounds = self.bounds_on_page(millimeter);
        let is_free = |area: &Bounds| self.is_free(area, is_on_paper);
        let extent = bounds.map(|bounds| Extent { bounds, is_free: &is_free });
        let middle = match (&page.center, &extent) {
            (Some(center), _) => MiddleOnPage { scene: *center, paper: page.frame().center() },
            (None, None) => MiddleOnPage { scene: Point::ORIGIN, paper: page.frame().center() },
            (None, Some(extent)) => {
                // Beside the tables where there is room for that, else beside the title block.
                let free = [block_with_tables, block]
                    .into_iter()
                    .find_map(|block| place(&page, block, extent, millimeter));
                let paper = free.unwrap_or_else(|| page.frame().center());
                MiddleOnPage { scene: extent.bounds.center(), paper }
            }
        };
        let page = Page { corner: middle.corner(millimeter), ..(*page).clone() };
        if self.pages.len() > 1 {
            self.place_further_sheets(&page, millimeter);
            warnings.extend(self.sheet_warnings(millimeter, scale));
        } else {
            warnings.extend(extent.and_then(|extent| misfit(&page, block, &extent, millimeter, scale)));
            self.pages[0].page = Arc::new(page);
        }
        Ok(warnings)
    }

    /// Returns true if the drawing has a place on the page, given its bounds without some annotations.
    fn has_place(
        &self,
        page: &Page,
        block: Option<[f64; 2]>,
        (bounds, is_left_out): (Bounds, fn(&Annotation) -> bool),
        millimeter: f64,
    ) -> bool {
        let extent = Extent { bounds, is_free: &|area: &Bounds| self.is_free(area, is_left_out) };
        place(page, block, &extent, millimeter).is_some()
    }

    /// Returns true for an area of the scene in which no line is drawn apart from some annotations, and which is not inside of a
    /// closed outline.
    fn is_free(&self, area: &Bounds, is_left_out: fn(&Annotation) -> bool) -> bool {
        let (min, max) = (area.min, area.max);
        let corners = [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
        let Ok(frame) = Shape::polygon(corners.to_vec(), Vec::new()) else { return false };
        let edges = Wire::all_of(&frame, &Affine::IDENTITY);
        // What lies in the area without crossing its edge is in it as a whole, and so is a point of it.
        let is_in = |point: Point| area.holds(point);
        !self.leaves_without(is_left_out).filter(|(_, own)| own.meets(area)).any(|(leaf, _)| {
            let wires = Wire::all_of(leaf.shape, &leaf.world);
            let holds_area = || {
                let outline = leaf.shape.area_outline(&leaf.world, area.width() * FINE).ok().flatten();
                outline.is_some_and(|outline| outline.holds(min))
            };
            wires.iter().any(|wire| is_in(wire.start()) || !wire.meetings(&edges).is_empty()) || holds_area()
        })
    }

    /// Puts the first sheet into its place, and the others around their centres.
    fn place_further_sheets(&mut self, first: &Page, millimeter: f64) {
        for (index, sheet) in self.pages.iter_mut().enumerate() {
            sheet.page = Arc::new(match index {
                0 => first.clone(),
                _ => Page { corner: corner_around_center(&sheet.page, millimeter), ..(*sheet.page).clone() },
            });
        }
    }

    /// Returns the areas of all sheets but the first, whose centres are known.
    fn further_areas(&self, millimeter: f64) -> Vec<Bounds> {
        let area = |sheet: &NamedPage| {
            let corner = corner_around_center(&sheet.page, millimeter);
            Page { corner, ..(*sheet.page).clone() }.bounds(millimeter)
        };
        self.pages.iter().skip(1).map(area).collect()
    }

    /// Returns the bounds of everything visible that is not on paper itself, and of several sheets what none but the first shows;
    /// where the others show everything, of all.
    fn bounds_on_page(&self, millimeter: f64) -> Option<Bounds> {
        let areas = self.further_areas(millimeter);
        let bounds = self.bounds_without(is_on_paper, &areas);
        if areas.is_empty() { bounds } else { bounds.or_else(|| self.bounds_without(is_on_paper, &[])) }
    }

    /// Returns warnings about sheets that overlap, that show nothing, and about what none of them shows.
    fn sheet_warnings(&self, millimeter: f64, scale: f64) -> Vec<String> {
        let areas: Vec<Bounds> = self.pages.iter().map(|it| it.page.bounds(millimeter)).collect();
        let mut warnings = Vec::new();
        for (index, one) in self.pages.iter().enumerate() {
            let other =
                (index + 1..self.pages.len()).find(|other| has_common_area(&areas[index], &areas[*other]));
            if let Some(other) = other {
                warnings.push(format!(
                    "the sheets {} and {} overlap: both show what lies there; draw the parts farther from each other, and choose \
                     another center",
                    quoted(&one.name),
                    quoted(&self.pages[other].name)
                ));
            }
            if !self.leaves_in_drawing().any(|own| own.meets(&areas[index])) {
                let center = areas[index].center();
                warnings.push(format!(
                    "the sheet {} shows nothing: there is nothing around [{}, {}]",
                    quoted(&one.name),
                    number_text(center.x),
                    number_text(center.y)
                ));
            }
        }
        if self.leaves_in_drawing().any(|own| !is_covered(&own, &areas)) {
            warnings.push(format!(
                "parts of the drawing are on none of the {} sheets at {}; choose another center or scale, or set another sheet",
                self.pages.len(),
                ratio_text(scale)
            ));
        }
        warnings
    }

    /// Yields the bounds of the shapes that are not on paper itself.
    fn leaves_in_drawing(&self) -> impl Iterator<Item = Bounds> {
        self.leaves_without(is_on_paper).map(|(_, bounds)| bounds)
    }

    /// Yields the shapes that do not belong to some annotations, with their bounds.
    fn leaves_without(
        &self,
        is_left_out: fn(&Annotation) -> bool,
    ) -> impl Iterator<Item = (Leaf<'_>, Bounds)> {
        let mut left_out: Option<usize> = None;
        self.walk_back_to_front().filter_map(move |visit| {
            match visit {
                Visit::GroupStart { depth, annotation: Some(annotation), .. } => {
                    if left_out.is_none() && is_left_out(annotation) {
                        left_out = Some(depth);
                    }
                }
                Visit::GroupEnd { depth, .. } if left_out == Some(depth) => left_out = None,
                Visit::Leaf(leaf) if left_out.is_none() => {
                    let bounds = leaf.shape.bounds(&leaf.world);
                    return Some((leaf, bounds));
                }
                Visit::GroupStart { .. } | Visit::GroupEnd { .. } | Visit::Leaf(_) => {}
            }
            None
        })
    }
}

fn is_on_paper(annotation: &Annotation) -> bool {
    matches!(&annotation.form, Form::Note(note) if note.on_page.is_some())
}

/// Returns true for areas that have more in common than an edge, as far as numbers are exact.
fn has_common_area(one: &Bounds, other: &Bounds) -> bool {
    let width = one.max.x.min(other.max.x) - one.min.x.max(other.min.x);
    let height = one.max.y.min(other.max.y) - one.min.y.max(other.min.y);
    let least = 1e-6 * one.width().max(one.height());
    width > least && height > least
}

/// Returns true for a box that the areas cover together.
fn is_covered(own: &Bounds, areas: &[Bounds]) -> bool {
    let Some((area, others)) = areas.split_first() else { return false };
    if !own.meets(area) {
        return is_covered(own, others);
    }
    // The rest beside the first area: strips at the left and the right, and below and above between them.
    let (left, right) = (own.min.x.max(area.min.x), own.max.x.min(area.max.x));
    let piece = |min: Point, max: Point| Bounds { min, max };
    let strips = [
        (own.min.x < area.min.x).then(|| piece(own.min, Point::new(area.min.x, own.max.y))),
        (own.max.x > area.max.x).then(|| piece(Point::new(area.max.x, own.min.y), own.max)),
        (own.min.y < area.min.y).then(|| piece(Point::new(left, own.min.y), Point::new(right, area.min.y))),
        (own.max.y > area.max.y).then(|| piece(Point::new(left, area.max.y), Point::new(right, own.max.y))),
    ];
    strips.iter().flatten().all(|strip| is_covered(strip, others))
}

/// Returns the corner of a page whose centre was given.
fn corner_around_center(page: &Page, millimeter: f64) -> Point {
    let scene = page.center.unwrap_or(Point::ORIGIN);
    MiddleOnPage { scene, paper: page.frame().center() }.corner(millimeter)
}

/// A point of the scene, and its place on the page.
struct MiddleOnPage {
    scene: Point,
    paper: Point,
}

impl MiddleOnPage {
    /// Returns the lower left corner of the page in the scene.
    fn corner(&self, millimeter: f64) -> Point {
        Point::new(self.scene.x - self.paper.x * millimeter, self.scene.y - self.paper.y * millimeter)
    }
}
