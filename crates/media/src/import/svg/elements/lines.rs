//! The lines of shapes: by a pen, or as areas where no pen draws them.

use roxmltree::Node;

use super::Walk;
use super::around::Around;
use super::paints::frame_of;
use crate::import::drawing::{Fill, Item, ItemContent, LineLook, Pen};
use crate::import::images::image;
use crate::import::strokes::{MITER_LIMIT, as_one, line_areas};
use crate::import::svg::attributes::PIXEL;
use crate::import::svg::style::{Paint, Style};
use crate::import::svg::vertices::vertices;
use scenewright_error::Result;
use scenewright_geometry::{Affine, Path, Shape};
use scenewright_scene::{Color, Join};

/// The factor between the greatest and the least width of a line from which it is seen that it was stretched.
const STRETCHED: f64 = 1.05;

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Returns the pen of a line in the drawing.
    pub(super) fn pen_of(&self, color: Color, dash_unit: f64, around: &Around) -> Pen {
        let style = &around.style;
        let factor = match style.effects.keeps_width {
            true => self.page_pixel(),
            false => around.place.determinant().abs().sqrt(),
        };
        let line = style.line_look().scaled(factor * dash_unit);
        Pen::Drawn { color, width: style.stroke_width * factor, line }
    }

    /// Returns the length of a pixel of the page in the drawing.
    fn page_pixel(&self) -> f64 {
        PIXEL / self.drawing.unit.unwrap_or(PIXEL)
    }

    /// Returns the areas of a line that is painted by a gradient or a pattern, or that no pen draws: one that is stretched with
    /// its shape, or whose sharp corners are longer. `None` for one that a pen draws.
    pub(super) fn painted_line(
        &mut self,
        paint: &Paint,
        opacity: f64,
        shape: &Shape,
        line: &LineLook,
        around: &Around,
    ) -> Result<Option<Vec<Item>>> {
        let style = &around.style;
        let pixel = self.page_pixel();
        let areas = || -> Option<Vec<Shape>> {
            let of_line = |shape: &Shape, line: &LineLook, width: f64| {
                line_areas(shape, line, width, style.miter_limit).ok().flatten()
            };
            if !style.effects.keeps_width {
                return of_line(shape, line, style.stroke_width);
            }
            // Such a line is as wide on the page, whatever became of the shape.
            let back = around.place.inverse()?;
            let line = line.clone().scaled(pixel);
            let areas = of_line(&image(shape, &around.place), &line, style.stroke_width * pixel)?;
            Some(areas.iter().map(|area| image(area, &back)).collect())
        };
        if matches!(paint, Paint::Server(..)) {
            let Some(area) = areas().and_then(as_one) else { return Ok(None) };
            let items = self.painted(paint, opacity, &area, frame_of(&style.stroke, around), around)?;
            return Ok(items.filter(|items| !items.is_empty()));
        }
        let is_stretched = around.place.stretch().powi(2) > STRETCHED * around.place.determinant().abs();
        let is_stretched = is_stretched && !style.effects.keeps_width;
        // Lines and areas of one that is seen through as one are areas alike.
        let is_one = self.flattened > 0;
        if !(is_stretched || is_one || has_other_corners(&shape.to_path(), style)) {
            return Ok(None);
        }
        let Some(color) = self.paint(paint, opacity, around) else { return Ok(None) };
        let item = |area: Shape| Item {
            id: None,
            layer: around.layer.clone(),
            fill: Fill::Color(color),
            pen: Pen::Absent,
            content: ItemContent::Shape(image(&area, &around.place)),
            origin: None,
        };
        Ok(areas().and_then(as_one).map(|area| vec![item(area)]))
    }
}

/// Returns the unit that the dashes of a path are in, where its element says how long the path is.
pub(super) fn dash_unit(node: Node<'_, '_>, path: &Path, style: &Style) -> f64 {
    if style.line.dashes.is_empty() {
        return 1.0;
    }
    let named = node.attribute("pathLength").and_then(|text| text.trim().parse::<f64>().ok());
    match named.filter(|named| *named > 0.0 && named.is_finite()) {
        Some(named) => Shape::Path(path.clone()).length(&Affine::IDENTITY) / named,
        None => 1.0,
    }
}

/// Returns true for a line with corners that the limit of a pen cuts off, and its own does not, or the other way round.
fn has_other_corners(path: &Path, style: &Style) -> bool {
    if style.line.join != Join::Miter || style.miter_limit == MITER_LIMIT {
        return false;
    }
    let limits = [style.miter_limit.min(MITER_LIMIT), style.miter_limit.max(MITER_LIMIT)];
    vertices(path).iter().filter_map(|vertex| Some(vertex.after? - vertex.before?)).any(|turn| {
        // The length of the corner is this many widths of the line.
        let length = 1.0 / (0.5 * turn).cos().abs();
        turn.sin().abs() > 1e-9 && length > limits[0] && length <= limits[1]
    })
}
