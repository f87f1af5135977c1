//! Dimensions as calls ask for them.

use crate::drafting::point_ref::{PointRef, Round};
use crate::drafting::tolerance::Tolerance;
use scenewright_geometry::{Affine, Point};

/// A dimension as a call asks for it.
#[derive(Clone, Debug)]
pub struct DimensionSource {
    /// The subject, which is looked up whenever the dimension is drawn.
    pub target: DimensionTarget,
    /// The options of this dimension; the scene's style decides on the rest.
    pub options: DimensionOptions,
}

/// The subject of a dimension.
#[derive(Clone, Debug)]
pub enum DimensionTarget {
    /// Distances between points, along a direction.
    Between {
        /// Two or more points; a baseline is measured from the first, a chain in the order along the direction.
        points: Vec<PointRef>,
        /// The direction of all distances.
        direction: Direction,
        /// The arrangement of the dimension lines when there are more than two points.
        row: Row,
    },
    /// The extent of an entity.
    Extent {
        /// The name of the entity.
        name: String,
        /// The direction; without an angle, the longer side of the bounds is measured.
        direction: Direction,
    },
    /// An edge of an entity, or a line from its start to its end.
    Edge {
        /// The name of the entity.
        name: String,
        /// The number of the edge, counted from 0; `None` for an open line, which is measured from start to end.
        index: Option<usize>,
        /// The direction; `Aligned` measures the edge's own length.
        direction: Direction,
    },
    /// A circle or an arc, or a round part of a path.
    Round {
        /// The name of the entity.
        name: String,
        /// The number of the round part, counted from 0; `None` for an entity that has only one.
        index: Option<usize>,
        /// The number that is written.
        measure: RoundMeasure,
    },
    /// The angle at a vertex, counter-clockwise.
    Angle {
        /// The point where the sides meet.
        vertex: PointRef,
        /// A point on the first side.
        from: PointRef,
        /// A point on the second side, counter-clockwise from the first.
        to: PointRef,
    },
    /// The angle between two lines.
    Lines {
        /// The name of the first line.
        one: String,
        /// The name of the second line; the smaller of the angles between both is measured.
        other: String,
    },
    /// The angle that an arc turns through.
    Turn {
        /// The name of the arc.
        name: String,
    },
    /// Distances of points from an origin along x or y, each at a line of its own.
    Ordinates {
        /// The point that is measured from.
        origin: PointRef,
        /// The points that are measured.
        points: Vec<PointRef>,
        /// True for distances along x, false for those along y.
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
    /// Along this angle in radians.
    Angle(f64),
    /// Along the line from the first point to the last.
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

/// A measure of a circle or an arc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoundMeasure {
    /// The radius, written with R.
    Radius,
    /// The diameter, written with Ø.
    Diameter,
    /// The length along the arc, written with the symbol of an arc.
    ArcLength,
}

/// The subject of a dimension as points.
#[derive(Clone, Debug, PartialEq)]
pub enum Measured {
    /// Distances between points, along one direction.
    Distances {
        /// Two or more points; a baseline is measured from the first, a chain in the order along the direction.
        points: Vec<Point>,
        /// The direction, of length 1.
        along: Point,
        /// The arrangement of the dimension lines when there are more than two points.
        row: Row,
        /// True where the direction follows from the points, and was not given.
        is_aligned: bool,
        /// Points at the same places along the direction, of which those nearest to the dimension line are measured.
        others: Vec<Point>,
        /// Points that the first dimension line keeps away from.
        clear: Vec<Point>,
        /// The side that the dimension line is on unless an option says otherwise.
        outward: Option<Point>,
    },
    /// A measure of a circle or an arc.
    Round {
        /// The circle or arc.
        round: Round,
        /// The number that is written.
        measure: RoundMeasure,
    },
    /// The angle at a vertex, counter-clockwise.
    Angle {
        /// The point where the sides meet.
        vertex: Point,
        /// A point on the first side.
        from: Point,
        /// A point on the second side.
        to: Point,
    },
    /// Distances from an origin along x or y.
    Ordinates {
        /// The point that is measured from.
        origin: Point,
        /// The points that are measured.
        points: Vec<Point>,
        /// True for distances along x, false for those along y.
        along_x: bool,
    },
}

/// The side of the measured thing on which its dimension line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DimensionSide {
    /// Upwards, which ordinates along x may have.
    Above,
    /// Downwards, where ordinates along x are unless an option says otherwise.
    Below,
    /// To the left, where ordinates along y are unless an option says otherwise.
    Left,
    /// To the right, which ordinates along y may have.
    Right,
}

/// The options of a dimension; absent ones come from the style.
#[derive(Clone, Debug, Default)]
pub struct DimensionOptions {
    /// The distance of the dimension line, in millimetres on paper.
    pub offset: Option<f64>,
    /// The side of the dimension line; `None` for the one that is usual for the measure.
    pub side: Option<DimensionSide>,
    /// A point that the dimension line goes through.
    pub through: Option<PointRef>,
    /// The direction of the leader of a radius or a diameter, in radians.
    pub angle: Option<f64>,
    /// True for a diameter that is written inside of its circle.
    pub is_inside: bool,
    /// The most decimals of the number; `None` for the style's.
    pub decimals: Option<usize>,
    /// The text in front of the number and its symbol.
    pub prefix: String,
    /// The text after the number and its tolerance.
    pub suffix: String,
    /// The text instead of the number, in which `<>` stands for the number.
    pub text: Option<String>,
    /// The tolerance that follows the number; it is left out where `text` does not write the number.
    pub tolerance: Option<Tolerance>,
    /// The factor by which the measured shapes are larger than the drawing, for a dimension of a detail view that was bound to its
    /// place; others find it.
    pub magnified: Option<f64>,
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
            Measured::Distances { points, along, row, is_aligned, others, clear, outward } => {
                Measured::Distances {
                    points: all(points),
                    along: turned(*along),
                    row: *row,
                    is_aligned: *is_aligned,
                    others: all(others),
                    clear: all(clear),
                    outward: outward.map(turned),
                }
            }
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

    pub(crate) fn is_finite(&self) -> bool {
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
    pub(crate) fn names_mut(&mut self) -> Vec<&mut String> {
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
