//! Parsing of a document, the one that is read or one inside of an image; view boxes; and the error for a document that
//! cannot be read.

use roxmltree::{Document, ParsingOptions};
use scenewright_error::{Error, Kind, Result};

use super::attributes::{Axis, Length, Sizes, WINDOW, length, numbers};
use super::sheet::declarations;

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

/// Returns the width or the height that a root element gives, by its style or as an attribute.
pub(super) fn root_size(root: roxmltree::Node<'_, '_>, name: &str) -> Option<Length> {
    let own = root.attribute("style").map(declarations).unwrap_or_default();
    let declared = own.iter().rev().filter(|it| it.name == name).find_map(|it| length(&it.value));
    declared.or_else(|| root.attribute(name).and_then(length))
}

/// Returns true if a root element gives its size in a unit of paper. Nobody knows the size of a pixel on paper.
pub(super) fn has_size_on_paper(root: roxmltree::Node<'_, '_>) -> bool {
    const UNITS: [&str; 6] = ["mm", "cm", "in", "pt", "pc", "q"];
    let own = root.attribute("style").map(declarations).unwrap_or_default();
    let declared = own.iter().map(|it| (it.name.as_str(), it.value.as_str()));
    let given = root.attributes().map(|it| (it.name(), it.value()));
    let mut sizes = declared.chain(given).filter(|(name, _)| matches!(*name, "width" | "height"));
    sizes.any(|(_, value)| {
        let unit =
            value.trim().trim_start_matches(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter));
        UNITS.iter().any(|known| known.eq_ignore_ascii_case(unit))
    })
}

/// Returns width and height of the document in its own units, for lengths in per cent.
pub(super) fn view_size(root: roxmltree::Node<'_, '_>) -> [f64; 2] {
    if let Some([_, _, wide, high]) = view_box(root) {
        return [wide, high];
    }
    let size =
        |name: &str| root_size(root, name).and_then(|it| it.in_user_units(Sizes::USUAL, WINDOW, Axis::X));
    [size("width").unwrap_or(WINDOW[0]), size("height").unwrap_or(WINDOW[1])]
}

/// Returns width and height of the window that a document is as large as, in pixels.
pub(super) fn window_size(root: roxmltree::Node<'_, '_>) -> [f64; 2] {
    let own = view_size(root);
    let size = |name: &str| root_size(root, name).and_then(Length::in_pixels).filter(|size| *size > 0.0);
    [size("width").unwrap_or(own[0]), size("height").unwrap_or(own[1])]
}

/// Makes the error for a document that cannot be read.
pub(super) fn refused(reason: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("the file cannot be read as SVG: {reason}"))
}
