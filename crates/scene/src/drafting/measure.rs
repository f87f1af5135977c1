//! Measured values, with the points that they lie between.

use serde::{Deserialize, Serialize};

use crate::drafting::dimension_style::{Arrow, NumberFormat};
use scenewright_geometry::{Affine, Point};

/// One or several measures, each with its shapes among the children of the group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DimensionForm {
    /// The measures, in the order in which their shapes are children of the group.
    pub measures: Vec<Measure>,
    /// The style that they were drawn in, which DXF writes as a style of its own.
    pub look: DimensionLook,
}

/// The look of dimensions, in the unit of the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DimensionLook {
    /// The height of a capital letter.
    pub text_height: f64,
    /// The mark at the ends of dimension lines.
    pub arrow: Arrow,
    /// The length of an arrow.
    pub arrow_size: f64,
    /// The distance of an extension line from what is measured.
    pub extension_gap: f64,
    /// The length of an extension line beyond the dimension line.
    pub extension_beyond: f64,
    /// The distance of text from lines.
    pub text_gap: f64,
    /// True for text above its line, false for text in a gap of it.
    pub is_text_above: bool,
    /// True for text that is horizontal whatever the direction of its line.
    pub is_text_horizontal: bool,
    /// The most decimals of a length.
    pub decimals: u32,
    /// True where zeros at the end of decimals are written.
    pub trailing_zeros: bool,
    /// True where the zero before the decimals of a length below 1 is written.
    pub leading_zeros: bool,
    /// The character between whole numbers and decimals.
    pub decimal_mark: char,
    /// The factor from lengths to the numbers that are written.
    pub factor: f64,
    /// The form of lengths.
    pub format: NumberFormat,
}

/// A measured value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// The points, in the group's own coordinates.
    pub kind: MeasureKind,
    /// The value that is measured: a length in the scene's unit times the factor of the style, or an angle in radians.
    pub value: f64,
    /// The text as it is read.
    pub text: String,
    /// The text as DXF has it, with `<>` for the number; `None` where the number says all.
    pub written: Option<String>,
    /// The middle of the text, and its direction in radians.
    pub text_at: Point,
    /// The direction of the text's baseline, from x counter-clockwise.
    pub text_angle: f64,
    /// The number of the group's children that show it.
    pub parts: u32,
}

/// The points that a measure lies between.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MeasureKind {
    /// A distance along an angle; `line` is a point of the dimension line.
    Linear {
        /// The measured point that is first along the angle.
        from: Point,
        /// The other measured point.
        to: Point,
        /// A point of the dimension line: its end at `to`.
        line: Point,
        /// The direction of the distance, in radians.
        angle: f64,
        /// True where that is the direction from one point to the other.
        is_aligned: bool,
    },
    /// The distance of an arc from its centre.
    Radius {
        /// The centre of the circle.
        center: Point,
        /// The point of the circle that the leader touches.
        on: Point,
    },
    /// Two points opposite each other; the text is at the first.
    Diameter {
        /// The end of the diameter where its leader begins, if it has one.
        on: Point,
        /// The other end of the diameter.
        opposite: Point,
    },
    /// The angle from one point to the other, counter-clockwise; `line` is a point of the arc between them.
    Angle {
        /// The point where the sides meet.
        vertex: Point,
        /// A point on the first side.
        from: Point,
        /// A point on the second side.
        to: Point,
        /// The middle of the drawn arc, which lies on it whatever its radius.
        line: Point,
    },
    /// The length along an arc, from one point to the other.
    ArcLength {
        /// The centre of the measured arc.
        center: Point,
        /// The start of the measured arc.
        from: Point,
        /// The end of the measured arc.
        to: Point,
        /// The middle of the drawn arc, further from the centre than the measured one or nearer.
        line: Point,
    },
    /// The distance of a point from an origin along one axis.
    Ordinate {
        /// The point that is measured from.
        origin: Point,
        /// The point that is measured.
        feature: Point,
        /// The end of its line, next to the text.
        end: Point,
        /// True for a distance along x, false for one along y.
        along_x: bool,
    },
}

impl Measure {
    /// Makes a measure whose value and shapes are not known yet.
    pub fn new(
        kind: MeasureKind,
        text: String,
        written: Option<String>,
        text_at: Point,
        text_angle: f64,
    ) -> Measure {
        Measure { kind, value: 0.0, text, written, text_at, text_angle, parts: 0 }
    }

    /// Returns the measure in other coordinates, in which shapes are similar.
    pub fn transformed(self, transform: &Affine) -> Measure {
        Measure {
            kind: self.kind.transformed(transform),
            text_at: *transform * self.text_at,
            text_angle: turned(self.text_angle, transform),
            ..self
        }
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.value.is_finite()
            && self.text_at.is_finite()
            && self.text_angle.is_finite()
            && self.kind.points().iter().all(Point::is_finite)
    }
}

impl MeasureKind {
    fn points(&self) -> Vec<Point> {
        match *self {
            MeasureKind::Linear { from, to, line, .. } => vec![from, to, line],
            MeasureKind::Radius { center, on } => vec![center, on],
            MeasureKind::Diameter { on, opposite } => vec![on, opposite],
            MeasureKind::Angle { vertex, from, to, line } => vec![vertex, from, to, line],
            MeasureKind::ArcLength { center, from, to, line } => vec![center, from, to, line],
            MeasureKind::Ordinate { origin, feature, end, .. } => vec![origin, feature, end],
        }
    }

    fn transformed(self, transform: &Affine) -> MeasureKind {
        let map = |point: Point| *transform * point;
        // A counter-clockwise arc is still one in a mirror image, from the other end.
        let is_mirrored = transform.determinant() < 0.0;
        let ends = |from, to| if is_mirrored { [map(to), map(from)] } else { [map(from), map(to)] };
        match self {
            MeasureKind::Linear { from, to, line, angle, is_aligned } => MeasureKind::Linear {
                from: map(from),
                to: map(to),
                line: map(line),
                angle: turned(angle, transform),
                is_aligned,
            },
            MeasureKind::Radius { center, on } => MeasureKind::Radius { center: map(center), on: map(on) },
            MeasureKind::Diameter { on, opposite } => {
                MeasureKind::Diameter { on: map(on), opposite: map(opposite) }
            }
            MeasureKind::Angle { vertex, from, to, line } => {
                let [from, to] = ends(from, to);
                MeasureKind::Angle { vertex: map(vertex), from, to, line: map(line) }
            }
            MeasureKind::ArcLength { center, from, to, line } => {
                let [from, to] = ends(from, to);
                MeasureKind::ArcLength { center: map(center), from, to, line: map(line) }
            }
            MeasureKind::Ordinate { origin, feature, end, along_x } => {
                MeasureKind::Ordinate { origin: map(origin), feature: map(feature), end: map(end), along_x }
            }
        }
    }
}

/// Returns the angle of a direction's image.
pub(crate) fn turned(angle: f64, transform: &Affine) -> f64 {
    if transform.b == 0.0 && transform.c == 0.0 && transform.a == transform.d && transform.a > 0.0 {
        return angle;
    }
    let direction = transform.displace(Point::new(angle.cos(), angle.sin()));
    direction.y.atan2(direction.x)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_image_of_an_angle_runs_counter_clockwise_from_the_other_end() {
        let [vertex, from, to, line] = [[0.0, 0.0], [2.0, 0.0], [0.0, 3.0], [1.0, 1.0]].map(Point::from);
        let kind = MeasureKind::Angle { vertex, from, to, line };
        let mirrored = kind.clone().transformed(&Affine::scale(-1.0, 1.0));
        let MeasureKind::Angle { from, to, .. } = mirrored else { panic!("{mirrored:?}") };
        assert_eq!([from, to], [[0.0, 3.0], [-2.0, 0.0]].map(Point::from));
        let MeasureKind::Angle { from, to, .. } = kind.transformed(&Affine::rotation(0.0)) else { panic!() };
        assert_eq!([from, to], [[2.0, 0.0], [0.0, 3.0]].map(Point::from));
    }
}
