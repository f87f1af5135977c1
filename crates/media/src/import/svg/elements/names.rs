//! The names, numbers and layers of elements.

use std::collections::HashMap;

use roxmltree::{Node, NodeId};

use crate::import::drawing::is_title_word;

const INKSCAPE: &str = "http://www.inkscape.org/namespaces/inkscape";
const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Returns true for an element of another language than SVG. A document whose root has another namespace is read by it.
pub(super) fn is_foreign(node: Node<'_, '_>) -> bool {
    let of_root = node.document().root_element().tag_name().namespace();
    node.tag_name().namespace().is_some_and(|space| space != SVG && of_root != Some(space))
}

/// Returns what an element links to, or an empty text.
pub(super) fn link_of<'a>(node: Node<'a, '_>) -> &'a str {
    node.attribute("href").or_else(|| node.attribute((XLINK, "href"))).unwrap_or_default().trim()
}

/// Returns the name that an element was given.
pub(super) fn name_of(node: Node<'_, '_>) -> Option<String> {
    let label = node.attribute("data-name").or_else(|| node.attribute((INKSCAPE, "label")));
    label.or_else(|| node.attribute("id")).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Returns the layer for a machine that an element names in its id or its class, as files written by hand do.
pub(super) fn plain_layer_of(node: Node<'_, '_>) -> Option<String> {
    const KNOWN: [&str; 4] = ["cut", "engrave", "score", "sheet"];
    let words = [node.attribute("id"), node.attribute("class")].into_iter().flatten();
    let mut words = words.flat_map(str::split_whitespace);
    words.find(|word| KNOWN.iter().any(|known| known.eq_ignore_ascii_case(word))).map(str::to_owned)
}

/// Returns true for an element inside of a layer of the file.
pub(super) fn is_on_layer(node: Node<'_, '_>) -> bool {
    node.ancestors().skip(1).any(|around| layer_of(around).is_some())
}

/// Returns the layer that an element stands for.
pub(super) fn layer_of(node: Node<'_, '_>) -> Option<String> {
    let is_layer = node.attribute((INKSCAPE, "groupmode")) == Some("layer");
    let label = node.attribute((INKSCAPE, "label")).or_else(|| node.attribute("id"));
    label.filter(|_| is_layer).or_else(|| node.attribute("data-layer")).map(str::to_owned)
}

/// Returns true for an element that is named as a title block.
pub(super) fn looks_like_title(node: Node<'_, '_>) -> bool {
    let names = [node.attribute("id"), node.attribute("class"), node.attribute((INKSCAPE, "label"))];
    names.into_iter().flatten().any(is_title_word)
}

/// Returns the number of each element among those of its kind, from 1.
pub(super) fn numbers_of(root: Node<'_, '_>) -> HashMap<NodeId, usize> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let elements = root.descendants().filter(Node::is_element);
    let numbered = elements.map(|node| {
        let count = counts.entry(node.tag_name().name()).or_default();
        *count += 1;
        (node.id(), *count)
    });
    numbered.collect()
}
