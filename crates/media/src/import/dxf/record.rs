//! One entity, or another record of a DXF file, as a run of tags.

use scenewright_geometry::{Affine, Point};

use super::tags::Tag;

/// A record with its tags; an entity of several records has the others with their tags.
#[derive(Clone, Debug)]
pub(super) struct Record<'a> {
    /// The kind, in capitals.
    pub kind: String,
    pub tags: &'a [Tag<'a>],
    /// The vertices of a polyline, or the attributes of an insertion.
    pub parts: Vec<Record<'a>>,
}

impl<'a> Record<'a> {
    pub(super) fn find(&self, code: i32) -> Option<&Tag<'a>> {
        self.tags.iter().find(|tag| tag.code == code)
    }

    pub(super) fn real(&self, code: i32) -> Option<f64> {
        self.find(code).and_then(Tag::real)
    }

    pub(super) fn real_or(&self, code: i32, default: f64) -> f64 {
        self.real(code).unwrap_or(default)
    }

    pub(super) fn whole(&self, code: i32) -> i64 {
        self.find(code).and_then(Tag::whole).unwrap_or(0)
    }

    /// Returns the point whose x has that code, and whose y the code ten greater.
    pub(super) fn point(&self, code: i32) -> Option<Point> {
        Some(Point::new(self.real(code)?, self.real(code + 10)?))
    }

    /// Returns the points of a list, each with the other numbers that follow it before the next.
    pub(super) fn points(&self, code: i32) -> Vec<(Point, &'a [Tag<'a>])> {
        let starts: Vec<usize> =
            self.tags.iter().enumerate().filter(|(_, tag)| tag.code == code).map(|(at, _)| at).collect();
        let ends = starts.iter().skip(1).copied().chain([self.tags.len()]);
        let mut points = Vec::with_capacity(starts.len());
        for (&start, end) in starts.iter().zip(ends) {
            let own = &self.tags[start..end];
            let y = own.iter().find(|tag| tag.code == code + 10).and_then(Tag::real);
            if let (Some(x), Some(y)) = (own[0].real(), y) {
                points.push((Point::new(x, y), own));
            }
        }
        points
    }

    /// Returns true for what belongs to a sheet and not to the model.
    pub(super) fn is_on_paper(&self) -> bool {
        self.whole(67) == 1
    }

    /// Returns the transform from the plane of an entity to the plane of the drawing, by the direction that it is seen from.
    pub(super) fn plane(&self) -> Affine {
        let normal = [self.real_or(210, 0.0), self.real_or(220, 0.0), self.real_or(230, 1.0)];
        let elevation = self.real(38).or_else(|| self.real(30)).unwrap_or(0.0);
        plane(normal, elevation)
    }
}

/// Returns the way from the plane with that normal and height to the drawing's, seen from above.
pub(super) fn plane(normal: [f64; 3], elevation: f64) -> Affine {
    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    if length == 0.0 || !length.is_finite() {
        return Affine::IDENTITY;
    }
    let [x, y, z] = normal.map(|part| part / length);
    if x == 0.0 && y == 0.0 && z > 0.0 {
        return Affine::IDENTITY;
    }
    // The arbitrary axis algorithm of the DXF reference.
    const NEAR_VERTICAL: f64 = 1.0 / 64.0;
    let ax = if x.abs() < NEAR_VERTICAL && y.abs() < NEAR_VERTICAL { [z, 0.0, -x] } else { [-y, x, 0.0] };
    let size = ax.iter().map(|part| part * part).sum::<f64>().sqrt();
    let ax = ax.map(|part| part / size);
    let ay = [y * ax[2] - z * ax[1], z * ax[0] - x * ax[2]];
    Affine { a: ax[0], b: ax[1], c: ay[0], d: ay[1], e: x * elevation, f: y * elevation }
}
