//! Measured values, with the points that they lie between.

use serde::{Deserialize, Serialize};

use crate::dimension_style::Arrow;
use scenewright_geometry::{Affine, Point};

/// One or several measures, each with its shapes among the children of the group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DimensionForm {
    pub measures: Vec<Measure>,
    pub look: DimensionLook,
}

/// The look of dimensions, in the unit of the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DimensionLook {
    pub text_height: f64,
    pub arrow: Arrow,
    pub arrow_size: f64,
    pub extension_gap: f64,
    pub extension_beyond: f64,
    pub text_gap: f64,
    /// True for text above its line, false for text in a gap of it.
    pub is_text_above: bool,
    pub is_text_horizontal: bool,
    pub decimals: u32,
    pub trailing_zeros: bool,
    pub decimal_mark: char,
    /// The factor from lengths to the numbers that are written.
    pub factor: f64,
}

/// A measured value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    pub kind: MeasureKind,
    /// The value that is measured: a length in the scene's unit times the factor of the style, or an angle in radians.
    pub value: f64,
    /// The text as it is read.
    pub text: String,
    /// The text as DXF has it, with `<>` for the number; `None` where the number says all.
    pub written: Option<String>,
    /// The middle of the text, and its direction in radians.
    pub text_at: Point,
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
        from: Point,
        to: Point,
        line: Point,
        angle: f64,
        is_aligned: bool,
    },
    Radius {
        center: Point,
        on: Point,
    },
    /// Two points opposite each other; the text is at the first.
    Diameter {
        on: Point,
        opposite: Point,
    },
    /// The angle from one point to the other, counter-clockwise; `line` is a point of the arc between them.
    Angle {
        vertex: Point,
        from: Point,
        to: Point,
        line: Point,
    },
    ArcLength {
        center: Point,
        from: Point,
        to: Point,
        line: Point,
    },
    Ordinate {
        origin: Point,
        feature: Point,
        end: Point,
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

    pub fn is_finite(&self) -> bool {
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
                MeasureKind::Angle { vertex: map(vertex), from: map(from), to: map(to), line: map(line) }
            }
            MeasureKind::ArcLength { center, from, to, line } => {
                MeasureKind::ArcLength { center: map(center), from: map(from), to: map(to), line: map(line) }
            }
            MeasureKind::Ordinate { origin, feature, end, along_x } => {
                MeasureKind::Ordinate { origin: map(origin), feature: map(feature), end: map(end), along_x }
            }
        }
    }
}

/// Returns the angle of a direction's image.
pub fn turned(angle: f64, transform: &Affine) -> f64 {
    if transform.b == 0.0 && transform.c == 0.0 && transform.a == transform.d && transform.a > 0.0 {
        return angle;
    }
    let direction = transform.displace(Point::new(angle.cos(), angle.sin()));
    direction.y.atan2(direction.x)
}
