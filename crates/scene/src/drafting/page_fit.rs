//! The room for a drawing on a page.

use crate::drafting::note::ratio_text;
use crate::drafting::page::Page;
use scenewright_geometry::{Bounds, Point, number_text};

/// The scales of ISO 5455 within a decade, and the decades that are tried.
const STEPS: [f64; 3] = [1.0, 2.0, 5.0];
const MIN_DECADE: i32 = -2;
const MAX_DECADE: i32 = 8;

/// The room that is left around a drawing, in millimetres on paper: the marks of the middles of a page reach 5 mm into its frame, with
/// a pen of 0.7 mm, and between two lines is room for another.
const ROOM: f64 = 6.0;

/// The least side of an area for a drawing, in millimetres on paper: with the room around it, half is left.
const LEAST_AREA: f64 = 4.0 * ROOM;

/// Yields the scales from enlargements to reductions: 0.01 for 100:1, 50 for 1:50.
pub(crate) fn scales() -> impl Iterator<Item = f64> {
    (MIN_DECADE..=MAX_DECADE).flat_map(|decade| STEPS.map(|step| step * 10_f64.powi(decade)))
}

/// What is drawn, as a page sees it.
#[derive(Clone, Copy)]
pub(crate) struct Extent<'a> {
    pub(crate) bounds: Bounds,
    /// Returns true for an area of the scene in which nothing is drawn.
    pub(crate) is_free: &'a dyn Fn(&Bounds) -> bool,
}

/// Returns the middle of a drawing on the page: in the whole frame, above the title block or left of it, or where the title block
/// stands in a corner that the drawing leaves empty; `None` where it does not fit.
pub(crate) fn place(
    page: &Page,
    block: Option<[f64; 2]>,
    extent: &Extent<'_>,
    millimeter: f64,
) -> Option<Point> {
    let bounds = &extent.bounds;
    let (width, height) = (bounds.width() / millimeter, bounds.height() / millimeter);
    let frame = page.frame();
    let fits = |area: &Bounds| width <= area.width() - 2.0 * ROOM && height <= area.height() - 2.0 * ROOM;
    let Some([block_width, block_height]) = block else { return fits(&frame).then(|| frame.center()) };
    let middle = frame.center();
    let is_clear = middle.y - height * 0.5 >= frame.min.y + block_height + ROOM
        || middle.x + width * 0.5 <= frame.max.x - block_width - ROOM;
    if fits(&frame) && is_clear {
        return Some(middle);
    }
    let free = free_areas(&frame, [block_width, block_height]).into_iter().find(fits);
    free.map(|area| area.center()).or_else(|| {
        let (left, top) = (frame.min.x + ROOM + width * 0.5, frame.max.y - ROOM - height * 0.5);
        let corner = Point::new(frame.max.x - block_width - ROOM, frame.min.y + block_height + ROOM);
        let is_free = |middle: &Point| {
            let in_scene = |x: f64, y: f64| {
                let center = bounds.center();
                Point::new(center.x + (x - middle.x) * millimeter, center.y + (y - middle.y) * millimeter)
            };
            let taken = Bounds { min: in_scene(corner.x, frame.min.y), max: in_scene(frame.max.x, corner.y) };
            (extent.is_free)(&taken)
        };
        let places = [middle, Point::new(middle.x, top), Point::new(left, middle.y), Point::new(left, top)];
        places.into_iter().filter(|_| fits(&frame)).find(is_free)
    })
}

/// Returns the areas of a frame above a title block and left of it.
fn free_areas(frame: &Bounds, [block_width, block_height]: [f64; 2]) -> [Bounds; 2] {
    let above =
        Bounds { min: Point::new(frame.min.x, (frame.min.y + block_height).min(frame.max.y)), ..*frame };
    let beside =
        Bounds { max: Point::new((frame.max.x - block_width).max(frame.min.x), frame.max.y), ..*frame };
    [above, beside]
}

/// Returns the warning for a title block that leaves no room for a drawing.
pub(crate) fn crowded(page: &Page, block: [f64; 2]) -> Option<String> {
    let frame = page.frame();
    let has_room = |area: &Bounds| area.width().min(area.height()) >= LEAST_AREA;
    (!free_areas(&frame, block).iter().any(has_room)).then(|| {
        let [width, height] = block.map(f64::ceil);
        format!(
            "the title block takes {width} x {height} mm of a frame of {} x {} mm, and leaves no room for the drawing; take a \
             larger page, or fewer entries",
            number_text(frame.width()),
            number_text(frame.height())
        )
    })
}

/// Returns the warning for a drawing that is larger than the room on its page.
pub(crate) fn misfit(
    page: &Page,
    block: Option<[f64; 2]>,
    extent: &Extent<'_>,
    millimeter: f64,
    scale: f64,
) -> Option<String> {
    let bounds = &extent.bounds;
    let name = if page.size.is_empty() { "the page".to_owned() } else { page.size.clone() };
    let size = [bounds.width(), bounds.height()].map(|length| (length / millimeter).ceil());
    if page.center.is_none() {
        if place(page, block, extent, millimeter).is_some() {
            return None;
        }
        let next = scales()
            .find(|other| *other > scale && place(page, block, extent, millimeter * other / scale).is_some());
        let advice = match next {
            Some(next) => format!("; it would fit at about {}, or take a larger page", ratio_text(next)),
            None => String::new(),
        };
        return Some(format!(
            "the drawing takes {} x {} mm at {}, which does not fit on {name}{advice}",
            size[0],
            size[1],
            ratio_text(scale)
        ));
    }
    let shown = page.bounds(millimeter);
    let is_inside = shown.holds(bounds.min) && shown.holds(bounds.max);
    (!is_inside).then(|| {
        format!(
            "parts of the drawing are outside of {name} at {}; choose another center or scale",
            ratio_text(scale)
        )
    })
}
