//! The area of a path.

use crate::import::images::plain_shape;
use crate::import::rings;
use scenewright_geometry::{Path, Shape};

/// Returns the area of a path that is filled, whether its outlines are closed or not.
pub(super) fn area_of(path: &Path, is_even_odd: bool) -> Option<Shape> {
    let parts = rings::closed_parts(path);
    if is_even_odd {
        return rings::area(parts);
    }
    let mut closed = Path::new();
    parts.iter().filter(|part| !part.is_empty()).for_each(|part| closed.extend(part));
    plain_shape(closed)
}
