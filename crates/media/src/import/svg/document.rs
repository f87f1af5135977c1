//! Parsing of a document, the one that is read or one inside of an image; view boxes; and the error for a document that
//! cannot be read.

use roxmltree::{Document, ParsingOptions};
use scenewright_error::{Error, Kind, Result};

use super::attributes::numbers;

/// The most elements, attributes and texts of a document.
const MAX_NODES: u32 = 2_000_000;

/// Parses a document with a root that is a drawing.
pub(super) fn parsed(text: &str) -> Result<Document<'_>> {
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MAX_NODES };
    let document = Document::parse_with_options(text, options)
        .map_err(|error| refused(&format!("it is no XML: {error}")))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(refused(&format!("its root element is <{}>, and not <svg>", root.tag_name().name())));
    }
    Ok(document)
}

/// Returns the view box of an element: least x and y, width and height.
pub(super) fn view_box(node: roxmltree::Node<'_, '_>) -> Option<[f64; 4]> {
    let found: [f64; 4] = numbers(node.attribute("viewBox")?).try_into().ok()?;
    (found[2] > 0.0 && found[3] > 0.0).then_some(found)
}

/// Makes the error for a document that cannot be read.
pub(super) fn refused(reason: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("the file cannot be read as SVG: {reason}"))
}
