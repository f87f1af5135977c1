//! View boxes, and the error for a document that cannot be read.

use scenewright_error::{Error, Kind};

use super::attributes::numbers;

/// Returns the view box of an element: least x and y, width and height.
pub(super) fn view_box(node: roxmltree::Node<'_, '_>) -> Option<[f64; 4]> {
    let found: [f64; 4] = numbers(node.attribute("viewBox")?).try_into().ok()?;
    (found[2] > 0.0 && found[3] > 0.0).then_some(found)
}

/// Makes the error for a document that cannot be read.
pub(super) fn refused(reason: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("the file cannot be read as SVG: {reason}"))
}
