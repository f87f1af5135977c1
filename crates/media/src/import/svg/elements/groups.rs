//! Several items as one.

use roxmltree::Node;

use super::around::Around;
use super::names::name_of;
use crate::import::drawing::{Fill, Item, ItemContent, Pen};
use crate::import::strokes::FINE;
use scenewright_geometry::{Affine, RegionOperation, Shape, combined_shapes};

/// The most areas of one group that are cut by those upon them: each is cut by all others.
const MAX_FLATTENED: usize = 200;

/// Adds the contents of a group, as a group where it has a name. A function of its own, as the walk calls itself.
#[inline(never)]
pub(super) fn push_group(items: &mut Vec<Item>, node: Node<'_, '_>, inner: &Around, mut children: Vec<Item>) {
    match name_of(node) {
        Some(id) if !children.is_empty() => items.push(Item {
            id: Some(id),
            layer: inner.layer.clone(),
            fill: Fill::Absent,
            pen: Pen::ByLayer,
            content: ItemContent::Group(children),
            origin: None,
        }),
        _ => items.append(&mut children),
    }
}

/// Returns some items as one: a group of several, with that name.
pub(super) fn grouped(mut items: Vec<Item>, id: Option<String>, layer: Option<String>) -> Option<Item> {
    match items.len() {
        0 => None,
        1 => items.pop().map(|item| Item { id: id.or(item.id), ..item }),
        _ => Some(Item {
            id,
            layer,
            fill: Fill::Absent,
            pen: Pen::ByLayer,
            content: ItemContent::Group(items),
            origin: None,
        }),
    }
}

/// Returns areas of one opacity without what others lie upon, so that each point is painted once. Items of other kinds among
/// them are left as they are.
pub(super) fn flattened(items: Vec<Item>, opacity: f64) -> Vec<Item> {
    let is_area = |item: &Item| match (&item.content, item.fill) {
        (ItemContent::Shape(shape), Fill::Color(color)) => {
            shape.is_closed() && item.pen == Pen::Absent && (color.a - opacity).abs() < 1e-9
        }
        _ => false,
    };
    let mut leaves = Vec::new();
    let mut pending: Vec<Item> = items.iter().rev().cloned().collect();
    while let Some(item) = pending.pop() {
        match item.content {
            ItemContent::Group(children) => pending.extend(children.into_iter().rev()),
            _ => leaves.push(item),
        }
    }
    if leaves.len() < 2 || leaves.len() > MAX_FLATTENED || !leaves.iter().all(is_area) {
        return items;
    }
    let mut kept: Vec<Item> = Vec::with_capacity(leaves.len());
    let mut upper: Vec<Shape> = Vec::new();
    for item in leaves.into_iter().rev() {
        let ItemContent::Shape(shape) = &item.content else { continue };
        let bounds = shape.bounds(&Affine::IDENTITY);
        let others: Vec<(&Shape, Affine)> = upper.iter().map(|shape| (shape, Affine::IDENTITY)).collect();
        let tolerance = (bounds.width() + bounds.height()) * FINE;
        let left =
            combined_shapes(RegionOperation::Difference, &[(shape, Affine::IDENTITY)], &others, tolerance);
        let Ok(left) = left else { return items };
        upper.push(shape.clone());
        let part = |shape: Shape| Item { content: ItemContent::Shape(shape), ..item.clone() };
        kept.extend(left.into_iter().map(part));
    }
    kept.reverse();
    kept
}
