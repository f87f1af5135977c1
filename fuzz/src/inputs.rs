//! The form of the targets' inputs: texts one after the other, so that a seed can be read and written by hand.

use scenewright_geometry::{FillRule, Outline, Point};

/// The separator of the texts of an input, on a line of its own.
const SEPARATOR: &[u8] = b"\n====\n";

/// Returns the first `N` texts of an input; those that it does not have are empty, and the last takes the rest.
pub fn parts<const N: usize>(input: &[u8]) -> [&[u8]; N] {
    let mut rest = input;
    let mut found = [&b""[..]; N];
    for (number, part) in found.iter_mut().enumerate() {
        let end = if number + 1 == N { None } else { find(rest, SEPARATOR) };
        match end {
            Some(end) => (*part, rest) = (&rest[..end], &rest[end + SEPARATOR.len()..]),
            None => (*part, rest) = (rest, &[]),
        }
    }
    found
}

/// Returns where one text begins in another.
pub fn find(text: &[u8], part: &[u8]) -> Option<usize> {
    text.windows(part.len()).position(|window| window == part)
}

/// Returns an area whose corners are on a lattice, two bytes each; two equal bytes of 127 begin another ring.
pub fn outline(input: &[u8]) -> Outline {
    let mut rings = vec![Vec::new()];
    for pair in input.chunks_exact(2).take(64) {
        let [x, y] = [pair[0] as i8, pair[1] as i8];
        if x == i8::MAX && y == i8::MAX {
            rings.push(Vec::new());
        } else if let Some(ring) = rings.last_mut() {
            ring.push(Point::new(x.into(), y.into()));
        }
    }
    Outline { rings, rule: FillRule::EvenOdd }
}
