//! The texts of attributes in a mirrored instance, which are turned over so that they can be read.

use super::store::{Instance, ROOT, Scene};
use scenewright_geometry::Affine;

/// The slope of an axis that is upright but for rounding.
const UPRIGHT: f64 = 1e-9;

impl Instance {
    /// Returns the attributes that are seen, as texts with the names of their tags, in an instance of that matrix.
    pub(super) fn texts_in(&self, matrix: &Affine) -> Option<&Scene> {
        let texts = self.texts.as_deref()?;
        if matrix.determinant() >= 0.0 {
            return Some(texts);
        }
        let [sideways, upright] = self
            .mirrored
            .0
            .get_or_init(|| [true, false].map(|is_sideways| Box::new(turned_over(texts, is_sideways))));
        // A text that is turned over left and right reads against the axis of its instance, the other one along it.
        let is_against =
            if matrix.a.abs() > UPRIGHT * matrix.b.abs() { matrix.a < 0.0 } else { matrix.b < 0.0 };
        Some(if is_against { sideways } else { upright })
    }
}

fn turned_over(texts: &Scene, is_sideways: bool) -> Scene {
    let mut turned = texts.clone();
    for id in texts.children(ROOT) {
        let Some(bounds) = texts.subtree_bounds(id, texts.world_of(id)) else { continue };
        let middle = bounds.center();
        let over = if is_sideways {
            Affine { a: -1.0, e: 2.0 * middle.x, ..Affine::IDENTITY }
        } else {
            // About half of the height of capitals, so that texts in a row stay in it.
            let height = texts.entity(id).text.as_ref().map_or(middle.y, |it| it.y + 0.5 * it.cap_height);
            Affine { d: -1.0, f: 2.0 * height, ..Affine::IDENTITY }
        };
        let transform = &mut turned.entity_mut(id).transform;
        transform.set_matrix(over * transform.matrix());
    }
    turned
}
