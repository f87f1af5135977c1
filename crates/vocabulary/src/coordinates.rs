//! Lists of coordinates as arguments.

use boa_engine::JsValue;
use boa_engine::object::{IndexPropertyValues, JsObject};

use super::call::{Call, Checked, Failure, describe};
use super::elements::element;
use scenewright_geometry::Point;

impl Call<'_> {
    /// Reads a flat list of coordinates from `[x1, y1, …]` or `[[x, y], …]`.
    pub(crate) fn coordinates(&mut self, index: usize) -> Checked<Vec<Point>> {
        let value = self.arg(index);
        let what = self.parameter(index);
        self.coordinates_of(&value, what)
    }

    /// Reads holes: an array of coordinate lists.
    pub(crate) fn holes(&mut self, index: usize) -> Checked<Vec<Vec<Point>>> {
        if self.is_absent(index) {
            return Ok(Vec::new());
        }
        let value = self.arg(index);
        let Some((array, length)) = self.array(&value)? else {
            return Err(self.wrong(index, "an array of holes, each an array of points"));
        };
        let mut holes = Vec::new();
        for at in 0..length {
            let hole = element(&array, at, self.context)?;
            holes.push(self.coordinates_of(&hole, &format!("holes[{at}]"))?);
        }
        Ok(holes)
    }

    pub(crate) fn coordinates_of(&mut self, value: &JsValue, what: &str) -> Checked<Vec<Point>> {
        let expected = "an array [x1, y1, x2, y2, ...] or [[x, y], ...]";
        let Some((array, length)) = self.array(value)? else {
            return Err(Failure::Type(format!("{what} must be {expected}, got {}", describe(value))));
        };
        if let Some(points) = number_row(&array, length) {
            return Ok(points);
        }
        let mut points = Vec::with_capacity(length.min(1 << 16) as usize);
        // The x whose y is still to come.
        let mut half = None;
        for at in 0..length {
            let item = element(&array, at, self.context)?;
            if let Some(number) = item.as_number() {
                let number = self.finite(number, || format!("{what}[{at}]"))?;
                match half.take() {
                    None => half = Some(number),
                    Some(x) => points.push(Point::new(x, number)),
                }
                continue;
            }
            match self.array(&item)? {
                Some((pair, 2)) if half.is_none() => {
                    let mut axes = [0.0; 2];
                    for (axis, coordinate) in (0..).zip(&mut axes) {
                        let part = element(&pair, axis, self.context)?;
                        let Some(number) = part.as_number() else {
                            return Err(Failure::Type(format!(
                                "{what}[{at}][{axis}] must be a number, got {}",
                                describe(&part)
                            )));
                        };
                        *coordinate = self.finite(number, || format!("{what}[{at}][{axis}]"))?;
                    }
                    points.push(Point::new(axes[0], axes[1]));
                }
                Some((_, count)) => {
                    return Err(Failure::Type(format!(
                        "{what}[{at}] must be a point [x, y], got an array of {count}"
                    )));
                }
                None => {
                    return Err(Failure::Type(format!(
                        "{what}[{at}] must be a number or a point [x, y], got {}",
                        describe(&item)
                    )));
                }
            }
        }
        if half.is_some() {
            return Err(Failure::Type(format!(
                "{what} must hold pairs of x and y, got {} numbers",
                2 * points.len() + 1
            )));
        }
        Ok(points)
    }
}

/// Reads a flat list of coordinates at once: that of an array with nothing but finite numbers, all of which lie in a row.
/// `None` for any other, which has to be read element by element, and may be wrong.
fn number_row(array: &JsObject, length: u64) -> Option<Vec<Point>> {
    let array = array.borrow();
    let length = usize::try_from(length).ok().filter(|length| length.is_multiple_of(2))?;
    match array.properties().index_property_values() {
        IndexPropertyValues::DenseI32(row) => pairs(row.as_slice(), length, |it| f64::from(*it)),
        IndexPropertyValues::DenseF64(row) => pairs(row.as_slice(), length, |it| *it),
        IndexPropertyValues::DenseElement(_)
        | IndexPropertyValues::SparseProperty(_)
        | IndexPropertyValues::SparseElement(_) => None,
    }
}

fn pairs<T>(row: &[T], length: usize, number: impl Fn(&T) -> f64) -> Option<Vec<Point>> {
    let row = row.get(..length)?;
    let mut points = Vec::with_capacity(length / 2);
    for pair in row.chunks_exact(2) {
        let point = Point::new(number(&pair[0]), number(&pair[1]));
        if !point.is_finite() {
            return None;
        }
        points.push(point);
    }
    Some(points)
}
