//! SVG drawings: shapes as what they are, with their names, layers, paints and transforms.
//!
//! This module is our own because the library that simplifies SVG makes cubic curves of circles and arcs, and drops
//! names and layers.

mod area;
mod attributes;
mod basic_shapes;
mod corners;
mod document;
mod elements;
mod ends;
mod fix;
mod gradient;
mod masking;
mod selection;
mod sheet;
mod style;
mod vertices;

use super::drawing::Drawing;
use attributes::PIXEL;
use document::{has_size_on_paper, parsed, root_size, view_box, view_size};
use elements::Walk;
pub(super) use fix::fixed;
use scenewright_error::Result;
use scenewright_geometry::{Affine, Bounds, Point};
pub use selection::SvgSelection;

/// The lengths in millimetres that a unit of a document may have, which its sizes give with fewer digits.
const UNITS: [f64; 8] = [1.0, 10.0, 100.0, 1000.0, 25.4, 304.8, PIXEL, 25.4 / 72.0];

/// Reads a drawing. y points up in it; the origin is the document's own.
pub fn read(text: &str, selection: SvgSelection) -> Result<Drawing> {
    let document = parsed(text)?;
    let root = document.root_element();
    let mut drawing = Drawing { unit: Some(unit(root)), ..Drawing::default() };
    let stretch = stretch(root);
    let flipped = Affine::scale(1.0, -stretch);
    drawing.flip = Some(stretch);
    drawing.is_on_paper = has_size_on_paper(root);
    drawing.page = page(root).map(|page| Bounds {
        min: Point::new(page.min.x, page.min.y * stretch),
        max: Point::new(page.max.x, page.max.y * stretch),
    });
    let walk = Walk::new(&document, &mut drawing, view_size(root), selection);
    let items = walk.children_of(root, flipped)?;
    drawing.items = items;
    Ok(drawing)
}

/// Returns the length of a unit of the document in millimetres, by its size and its view box.
fn unit(root: roxmltree::Node<'_, '_>) -> f64 {
    let aspect = root.attribute("preserveAspectRatio").unwrap_or_default();
    let found = match factors(root) {
        [Some(one), Some(_)] if aspect.contains("none") => one,
        [Some(one), Some(other)] if aspect.contains("slice") => one.max(other),
        [Some(one), Some(other)] => one.min(other),
        [Some(one), None] | [None, Some(one)] => one,
        [None, None] => return PIXEL,
    };
    let near = UNITS.into_iter().find(|unit| (found / unit - 1.0).abs() < 1e-4);
    near.unwrap_or(found)
}

/// Returns how much higher than wide a unit is; more than 1 or less only where the document says so.
fn stretch(root: roxmltree::Node<'_, '_>) -> f64 {
    match factors(root) {
        [Some(wide), Some(high)]
            if root.attribute("preserveAspectRatio").is_some_and(|it| it.contains("none")) =>
        {
            high / wide
        }
        _ => 1.0,
    }
}

/// Returns the millimetres of a unit along x and y by the size and the view box of a document.
fn factors(root: roxmltree::Node<'_, '_>) -> [Option<f64>; 2] {
    let size = |name: &str| Some(root_size(root, name)?.in_pixels()? * PIXEL).filter(|size| *size > 0.0);
    let Some([_, _, wide, high]) = view_box(root) else { return [None, None] };
    [size("width").map(|it| it / wide), size("height").map(|it| it / high)]
}

/// Returns the page in the document's own units, with y up; `None` where the document gives no size.
fn page(root: roxmltree::Node<'_, '_>) -> Option<Bounds> {
    let [x, y, wide, high] = match view_box(root) {
        Some(view) => view,
        None => {
            root_size(root, "width")?;
            let [wide, high] = view_size(root);
            [0.0, 0.0, wide, high]
        }
    };
    Some(Bounds { min: Point::new(x, -y - high), max: Point::new(x + wide, -y) })
}
