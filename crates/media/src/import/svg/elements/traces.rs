//! Where items come from, for a reading with traces.

use roxmltree::Node;

use super::Walk;
use super::around::Around;
use super::names::name_of;
use crate::import::drawing::{Fill, Item, ItemContent, Origin, Pen};
use crate::import::svg::attributes::{Axis, numbers, points};
use scenewright_geometry::Point;

/// The attribute of a group that shows a dimension, leader or note, in files of this package.
const ANNOTATION: &str = "data-annotation";

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Adds the place of an element without a size, for a reading with traces.
    pub(super) fn nothing(&mut self, node: Node<'a, 'i>, around: &Around, items: &mut Vec<Item>) {
        let origin = self.origin(node, None, around);
        if origin.is_none() || !around.style.is_visible {
            return;
        }
        let number = |name: &str, axis: Axis| self.number(node, name, axis, around);
        let at = match node.tag_name().name() {
            "line" => Point::new(number("x1", Axis::X), number("y1", Axis::Y)),
            "circle" | "ellipse" => Point::new(number("cx", Axis::X), number("cy", Axis::Y)),
            "rect" => Point::new(number("x", Axis::X), number("y", Axis::Y)),
            "polyline" | "polygon" => match points(node.attribute("points").unwrap_or_default()).first() {
                Some(first) => *first,
                None => return,
            },
            "path" => {
                // Where a path goes nowhere, its first step is all of it.
                let numbers = numbers(
                    node.attribute("d")
                        .unwrap_or_default()
                        .trim_start()
                        .trim_start_matches(['M', 'm'])
                        .split(|letter: char| letter.is_ascii_alphabetic())
                        .next()
                        .unwrap_or_default(),
                );
                match numbers.as_slice() {
                    [x, y, ..] => Point::new(*x, *y),
                    _ => return,
                }
            }
            _ => return,
        };
        items.push(Item {
            id: name_of(node),
            layer: around.layer.clone(),
            fill: Fill::Absent,
            pen: Pen::Absent,
            content: ItemContent::Nothing(around.place * at),
            origin,
        });
    }

    /// Returns where an element comes from; `None` in a reading without traces.
    pub(super) fn origin(
        &self,
        node: Node<'a, 'i>,
        font: Option<&str>,
        around: &Around,
    ) -> Option<Box<Origin>> {
        if !self.selection.is_traced {
            return None;
        }
        let mut names = vec![self.trace_name(node)];
        names.extend(self.uses.iter().rev().cloned());
        // Fonts of single lines that cutters sell go by these names.
        const SINGLE: [&str; 6] = ["hershey", "single", "stroke", "1cam", "ems ", "engraving"];
        let font = font.map(str::to_lowercase).unwrap_or_default();
        let is_single_stroke = SINGLE.iter().any(|word| font.contains(word));
        // Exports of this package mark dimensions and notes.
        let annotation = node.ancestors().filter(|outer| outer.has_attribute(ANNOTATION)).last();
        let part_of = annotation.map(|outer| outer.id().get() as usize);
        let own_name = node.attribute("data-name").map(str::to_owned);
        let is_annotation = part_of.is_some();
        let place = around.place;
        Some(Box::new(Origin { names, part_of, is_annotation, own_name, is_single_stroke, place }))
    }

    /// Returns the id of an element, or its kind with its number among those of the document.
    pub(super) fn trace_name(&self, node: Node<'a, 'i>) -> String {
        let id = node.attribute("id").filter(|id| !id.is_empty());
        let numbered = || {
            let number = self.numbers.get(&node.id()).copied().unwrap_or_default();
            format!("{}#{number}", node.tag_name().name())
        };
        id.map_or_else(numbered, str::to_owned)
    }
}
