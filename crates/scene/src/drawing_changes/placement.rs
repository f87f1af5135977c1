//! The change of an entity's place: moved, rotated, scaled, mirrored.

use super::numbers::{degrees, number, reads_same};
use super::phrase::Phrase;
use crate::drafting::Transform;
use scenewright_geometry::Point;

/// The result of a comparison of places besides the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// The rotation, and the scale where it is true: measures that are given as they are seen have it in them already.
    WithScale(bool),
    /// Nothing, not even the move: the new size explains it.
    Explained,
}

/// Describes the way from one transform to the other. `anchors` are the points of the old and the new shape that a move is
/// measured by, each in the shape's own coordinates.
pub(super) fn describe(
    one: &Transform,
    other: &Transform,
    anchors: [[f64; 2]; 2],
    what: Move,
) -> Vec<Phrase> {
    let mut phrases = Vec::new();
    let (before, after) = (one.matrix(), other.matrix());
    let [from, to] = anchors.map(Point::from);
    let (from, to) = (before * from, after * to);
    if let (Some(was), Some(is)) = (before.decompose(), after.decompose()) {
        let is_mirrored = before.determinant().signum() != after.determinant().signum();
        let turn = is.rotation - was.rotation;
        let turned = degrees(turn);
        // A mirror image has a rotation too, which depends on the axis that the decomposition chose, and means nothing to a reader.
        if is_mirrored {
            phrases.push(Phrase::new("mirrored", "mirrored"));
        } else if turned != "0°" && turned != "-0°" {
            phrases.push(Phrase::new(format!("rotated by {turned}"), "rotated"));
        }
        let factors =
            [is.scale[0].abs() / was.scale[0].abs(), is.scale[1].abs() / was.scale[1].abs()].map(number);
        if what == Move::WithScale(true) && factors != ["1", "1"] {
            let text = match factors[0] == factors[1] {
                true => format!("scaled by {}", factors[0]),
                false => format!("scaled by {} × {}", factors[0], factors[1]),
            };
            phrases.push(Phrase::new(text, "scaled"));
        }
        if !reads_same(was.shear, is.shear) {
            phrases.push(Phrase::new("sheared", "sheared"));
        }
    }
    let way = [to.x - from.x, to.y - from.y].map(number);
    if what != Move::Explained && way != ["0", "0"] {
        phrases.push(Phrase::new(format!("moved by ({}, {})", way[0], way[1]), "moved"));
    }
    phrases
}

/// Returns the factor by which all lengths are scaled; `None` where directions differ.
pub(super) fn uniform_scale(transform: &Transform) -> Option<f64> {
    transform.matrix().similarity_factor()
}
