//! Contents in a frame: `svg` within `svg`, symbols, images, markers and tiles.

use roxmltree::Node;

use super::Walk;
use super::around::Around;
use super::boxes::{bounds_of, bounds_of_areas};
use crate::import::clipping::Clip;
use crate::import::drawing::{Drawing, Item};
use crate::import::svg::attributes::{Axis, length};
use crate::import::svg::document::view_box;
use crate::import::svg::style::Style;
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Point, Shape};

/// The coordinates of what is in a view box, and the frame around what is seen of it.
pub(super) struct Viewport {
    pub inner: Around,
    /// The size in the inner coordinates, for lengths in per cent.
    pub view: [f64; 2],
    /// The corners of the frame; `None` if contents outside of it are visible too.
    pub frame: Option<Vec<Point>>,
}

impl Viewport {
    /// Makes the viewport of an element: a frame of that size at a place.
    pub(super) fn new(
        node: Node<'_, '_>,
        aspect: &str,
        [wide, high]: [f64; 2],
        place: Affine,
        around: &Around,
        overflows: bool,
    ) -> Viewport {
        let corners = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)];
        let frame = corners.map(|(x, y)| place * Point::new(x, y)).to_vec();
        let frame = (!overflows && wide > 0.0 && high > 0.0).then_some(frame);
        let Some([min_x, min_y, own_wide, own_high]) = view_box(node) else {
            return Viewport { inner: Around { place, ..around.clone() }, view: [wide, high], frame };
        };
        let (x, y) = (wide / own_wide, high / own_high);
        let [x, y] = match aspect {
            _ if aspect.contains("none") => [x, y],
            _ if aspect.contains("slice") => [x.max(y); 2],
            _ => [x.min(y); 2],
        };
        let mut inner = place;
        if x > 0.0 && y > 0.0 {
            let share = |axis: &str| match aspect {
                _ if aspect.contains(&format!("{axis}Min")) => 0.0,
                _ if aspect.contains(&format!("{axis}Max")) => 1.0,
                _ => 0.5,
            };
            let (left, top) = (share("x") * (wide - own_wide * x), share("Y") * (high - own_high * y));
            inner = inner
                * Affine::translation(left, top)
                * Affine::scale(x, y)
                * Affine::translation(-min_x, -min_y);
        }
        Viewport { inner: Around { place: inner, ..around.clone() }, view: [own_wide, own_high], frame }
    }

    /// Moves all of it by a distance in the drawing.
    pub(super) fn shift(&mut self, by: Point) {
        self.inner.place = Affine::translation(by.x, by.y) * self.inner.place;
        for corner in self.frame.iter_mut().flatten() {
            *corner = Point::new(corner.x + by.x, corner.y + by.y);
        }
    }

    /// Cuts off what leaves the frame, and with `has_areas` also the areas of lines.
    pub(super) fn cut(&self, items: Vec<Item>, has_areas: bool, drawing: &mut Drawing) -> Vec<Item> {
        let Some(frame) = &self.frame else { return items };
        // Most items are inside of the frame by their boxes.
        let bounds = Bounds::of_points(frame.iter().copied());
        let is_upright = frame.windows(2).all(|it| it[0].x == it[1].x || it[0].y == it[1].y);
        let is_inside = |items: &[Item]| {
            let own = if has_areas { bounds_of_areas(items) } else { bounds_of(items, &Affine::IDENTITY) };
            is_upright
                && own.zip(bounds).is_some_and(|(own, frame)| frame.holds(own.min) && frame.holds(own.max))
        };
        if items.is_empty() || is_inside(&items) {
            return items;
        }
        let clip = Clip::new(vec![Shape::Polygon { points: frame.clone(), holes: Vec::new() }]);
        clip.with_areas(has_areas).cut(items, drawing)
    }
}

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Adds what an `<svg>` in another one shows, cut where its viewport ends.
    #[inline(never)]
    pub(super) fn nested(&mut self, node: Node<'a, 'i>, inner: &Around, items: &mut Vec<Item>) -> Result<()> {
        let mut own = Vec::new();
        let viewport = Box::new(self.viewport(node, node, inner));
        let view = std::mem::replace(&mut self.view, viewport.view);
        self.group(node, &viewport.inner, &mut own)?;
        self.view = view;
        items.extend(viewport.cut(own, self.has_areas(), self.drawing));
        Ok(())
    }

    /// Returns the viewport of an element that is shown in the place and the size that another one gives.
    pub(super) fn viewport(&self, node: Node<'_, '_>, sized: Node<'_, '_>, around: &Around) -> Viewport {
        self.viewport_with_aspect(node, sized, around, node)
    }

    /// Returns a viewport that is fitted as a third element says.
    pub(super) fn viewport_with_aspect(
        &self,
        node: Node<'_, '_>,
        sized: Node<'_, '_>,
        around: &Around,
        fitted: Node<'_, '_>,
    ) -> Viewport {
        let at =
            Point::new(self.number(sized, "x", Axis::X, around), self.number(sized, "y", Axis::Y, around));
        let size = |name: &str, axis: Axis, whole: f64| {
            let given = around.style.geometry(sized, name).or_else(|| around.style.geometry(node, name));
            let found = given.filter(|it| *it != "auto").and_then(length);
            found.and_then(|it| it.in_user_units(around.style.sizes, self.view, axis)).unwrap_or(whole)
        };
        let size = [size("width", Axis::X, self.view[0]), size("height", Axis::Y, self.view[1])];
        let place = around.place * Affine::translation(at.x, at.y);
        let overflows = Style::default().of(node, &self.sheet, self.view).effects.overflows;
        let aspect = fitted.attribute("preserveAspectRatio").unwrap_or_default();
        Viewport::new(node, aspect, size, place, around, overflows)
    }
}
