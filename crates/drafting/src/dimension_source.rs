//! Dimensions as calls ask for them.

use crate::point_ref::{PointRef, Round};
use crate::tolerance::Tolerance;
use scenewright_geometry::{Affine, Point};

/// A dimension as a call asks for it.
#[derive(Clone, Debug)]
pub struct DimensionSource {
    pub target: DimensionTarget,
    pub options: DimensionOptions,
}

/// The subject of a dimension.
#[derive(Clone, Debug)]
pub enum DimensionTarget {
    /// Distances between points, along a direction.
    Between {
        points: Vec<PointRef>,
        direction: Direction,
        row: Row,
    },
    /// The extent of an entity.
    Extent {
        name: String,
        direction: Direction,
    },
    /// An edge of an entity, or a line from its start to its end.
    Edge {
        name: String,
        index: Option<usize>,
        direction: Direction,
    },
    Round {
        name: String,
        index: Option<usize>,
        measure: RoundMeasure,
    },
    /// The angle at a vertex, counter-clockwise.
    Angle {
        vertex: PointRef,
        from: PointRef,
        to: PointRef,
    },
    /// The angle between two lines.
    Lines {
        one: String,
        other: String,
    },
    /// The angle that an arc turns through.
    Turn {
        name: String,
    },
    Ordinates {
        origin: PointRef,
        points: Vec<PointRef>,
        along_x: bool,
    },
    /// Measured already, in the dimension's own coordinates.
    Fixed(Measured),
}

/// The direction in which a distance is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Direction {
    /// Along x or y, whichever distance is larger.
    Axis,
    /// At this angle in radians.
    Angle(f64),
    /// From the first point to the last.
    Aligned,
}

/// The arrangement of several distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// From each point to the next, on one line.
    Chain,
    /// From the first point to each other, on lines above each other.
    Baseline,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundMeasure {
    Radius,
    Diameter,
    ArcLength,
}

/// The subject of a dimension as points.
#[derive(Clone, Debug, PartialEq)]
pub enum Measured {
    Distances {
        points: Vec<Point>,
        /// The direction, of length 1.
        along: Point,
        row: Row,
        is_aligned: bool,
        /// Points that the first dimension line keeps away from.
        clear: Vec<Point>,
        /// The side that the dimension line is on unless an option says otherwise.
        outward: Option<Point>,
    },
    Round {
        round: Round,
        measure: RoundMeasure,
    },
    Angle {
        vertex: Point,
        from: Point,
        to: Point,
    },
    Ordinates {
        origin: Point,
        points: Vec<Point>,
        along_x: bool,
    },
}

/// The side of the measured thing on which its dimension line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimensionSide {
    Above,
    Below,
    Left,
    Right,
}

/// The options of a dimension; absent ones are those of the style.
#[derive(Clone, Debug, Default)]
pub struct DimensionOptions {
    /// The distance of the dimension line, in millimetres on paper.
    pub offset: Option<f64>,
    pub side: Option<DimensionSide>,
    /// A point that the dimension line goes through.
    pub through: Option<PointRef>,
    /// The direction of the leader of a radius or a diameter, in radians.
    pub angle: Option<f64>,
    /// True for a diameter that is written inside of its circle.
    pub is_inside: bool,
    pub decimals: Option<usize>,
    pub prefix: String,
    pub suffix: String,
    /// The text instead of the number, in which `<>` stands for the number.
    pub text: Option<String>,
    pub tolerance: Option<Tolerance>,
}

impl Measured {
    /// Returns the subject in other coordinates.
    pub fn transformed(&self, transform: &Affine) -> Measured {
        let map = |point: &Point| *transform * *point;
        let all = |points: &[Point]| points.iter().map(map).collect::<Vec<Point>>();
        let turned = |direction: Point| {
            let image = transform.displace(direction);
            let length = image.x.hypot(image.y);
            Point::new(image.x / length, image.y / length)
        };
        match self {
            Measured::Distances { points, along, row, is_aligned, clear, outward } => Measured::Distances {
                points: all(points),
                along: turned(*along),
                row: *row,
                is_aligned: *is_aligned,
                clear: all(clear),
                outward: outward.map(turned),
            },
            Measured::Round { round, measure } => {
                let start = turned(Point::new(round.start.cos(), round.start.sin()));
                let start = start.y.atan2(start.x);
                let is_mirrored = transform.determinant() < 0.0;
                let edge = transform.displace(Point::new(round.radius, 0.0));
                let round = Round {
                    center: map(&round.center),
                    radius: edge.x.hypot(edge.y),
                    start: if is_mirrored { start - round.sweep } else { start },
                    sweep: round.sweep,
                };
                Measured::Round { round, measure: *measure }
            }
            Measured::Angle { vertex, from, to } => {
                // A mirror image turns the other way round.
                let (from, to) = if transform.determinant() < 0.0 { (to, from) } else { (from, to) };
                Measured::Angle { vertex: map(vertex), from: map(from), to: map(to) }
            }
            Measured::Ordinates { origin, points, along_x } => {
                Measured::Ordinates { origin: map(origin), points: all(points), along_x: *along_x }
            }
        }
    }

    pub fn is_finite(&self) -> bool {
        match self {
            Measured::Distances { points, along, .. } => {
                points.iter().all(Point::is_finite) && along.is_finite()
            }
            Measured::Round { round, .. } => round.center.is_finite() && round.radius.is_finite(),
            Measured::Angle { vertex, from, to } => [vertex, from, to].iter().all(|point| point.is_finite()),
            Measured::Ordinates { origin, points, .. } => {
                origin.is_finite() && points.iter().all(Point::is_finite)
            }
        }
    }
}

impl DimensionSource {
    pub fn names(&self) -> Vec<&String> {
        let mut names: Vec<&String> = match &self.target {
            DimensionTarget::Between { points, .. } => points.iter().filter_map(PointRef::name).collect(),
            DimensionTarget::Extent { name, .. }
            | DimensionTarget::Edge { name, .. }
            | DimensionTarget::Round { name, .. }
            | DimensionTarget::Turn { name } => vec![name],
            DimensionTarget::Angle { vertex, from, to } => {
                [vertex, from, to].into_iter().filter_map(PointRef::name).collect()
            }
            DimensionTarget::Lines { one, other } => vec![one, other],
            DimensionTarget::Ordinates { origin, points, .. } => {
                points.iter().chain([origin]).filter_map(PointRef::name).collect()
            }
            DimensionTarget::Fixed(_) => Vec::new(),
        };
        names.extend(self.options.through.as_ref().and_then(PointRef::name));
        names
    }

    pub fn names_mut(&mut self) -> Vec<&mut String> {
        let mut names: Vec<&mut String> = match &mut self.target {
            DimensionTarget::Between { points, .. } => {
                points.iter_mut().filter_map(PointRef::name_mut).collect()
            }
            DimensionTarget::Extent { name, .. }
            | DimensionTarget::Edge { name, .. }
            | DimensionTarget::Round { name, .. }
            | DimensionTarget::Turn { name } => vec![name],
            DimensionTarget::Angle { vertex, from, to } => {
                [vertex, from, to].into_iter().filter_map(PointRef::name_mut).collect()
            }
            DimensionTarget::Lines { one, other } => vec![one, other],
            DimensionTarget::Ordinates { origin, points, .. } => {
                points.iter_mut().chain([origin]).filter_map(PointRef::name_mut).collect()
            }
            DimensionTarget::Fixed(_) => Vec::new(),
        };
        names.extend(self.options.through.as_mut().and_then(PointRef::name_mut));
        names
    }
}
