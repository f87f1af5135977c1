//! The equations that constraints stand for.

use super::jet::{Jet, MAX_LOCALS, Vector};

/// One equation of a constraint, over the variables in its list.
#[derive(Clone, Debug)]
pub(crate) struct Equation {
    /// The constraint that it is of; `None` for one that makes an arc an arc.
    pub constraint: Option<usize>,
    pub form: Form,
    pub variables: Vec<usize>,
}

/// The forms of equations. The variables come in the order of the words; a line is its two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    /// A variable has a value.
    Value(f64),
    /// A variable times a factor has a value.
    Scaled(f64, f64),
    /// Two variables are the same.
    Same,
    /// Two points are on a line along an axis: of both, the coordinate along it and that across.
    AlongAxis,
    /// The second less the first variable, with the sign, is a value.
    Difference(f64, f64),
    /// The third variable is the mean of the first two.
    Mean,
    /// Two points are at a distance.
    Distance(f64),
    /// The second point is at the distance from the first that the last variable has.
    OnCircle,
    /// A point is at a distance from a line, on the side of the sign.
    FromLine(f64, f64),
    /// Two lines have one direction, or that across.
    Parallel,
    Perpendicular,
    /// Two lines have one length.
    EqualLength,
    /// The angle from one line to the other, with the sign, in radians.
    Angle(f64, f64),
    /// The mean of two points is on a line.
    MiddleOnLine,
    /// The way between two points is across a line.
    AcrossLine,
    /// The centre of a circle is at its radius from a line, on the side of the sign: line, centre, radius.
    LineTouches(f64),
    /// A line ends on a circle, and is across its radius there: line, centre, point.
    LineEndTouches,
    /// Two circles touch from outside, or one within the other: centre, radius, centre, radius.
    CirclesTouch,
    /// One circle is within the other; true where the first is the larger.
    CircleTouchesWithin(bool),
    /// Two circles meet at a point and have one direction there: centre, centre, point.
    MeetSmoothly,
    /// A line touches an ellipse: line, centre, radii, rotation.
    LineTouchesEllipse(f64),
    /// A point is on an ellipse: point, centre, radii, rotation.
    OnEllipse,
    /// A line ends on an ellipse and runs along it there: the other end, point, centre, radii, rotation.
    LineEndTouchesEllipse,
    /// A circle meets an ellipse at a point and has its direction there: centre of the circle, point, centre, radii, rotation.
    MeetEllipseSmoothly,
    /// Two ellipses meet at a point and have one direction there: point, centre, radii, rotation, centre, radii, rotation.
    EllipsesMeetSmoothly,
    /// A place of an ellipse is on a circle: centre, radii, rotation, place, centre of the circle, its radius.
    PlaceOnCircle(f64),
    /// An ellipse has, at a place, the direction of a circle: radii, rotation, place, and the two centres.
    PlaceAlongCircle(f64),
    /// A place of one ellipse is a place of another, along x or y: of both, the coordinate of the centre, radii, rotation, place.
    SamePlace {
        is_y: bool,
        scales: [f64; 2],
    },
    /// Two ellipses have one direction at a place of each: of both, radii, rotation, place.
    PlacesParallel {
        scales: [f64; 2],
    },
}

/// The value of an equation and its slopes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub value: f64,
    slopes: [(usize, f64); MAX_LOCALS],
    count: usize,
}

impl Row {
    /// Returns the slopes by variables; a variable may be there twice.
    pub(crate) fn slopes(&self) -> &[(usize, f64)] {
        &self.slopes[..self.count]
    }
}

impl Equation {
    /// Computes the equation where the variables have these values. Angles count as the length that they have at `size`. The slopes are
    /// those along steps of each variable that its scale says.
    pub(crate) fn row(&self, values: &[f64], size: f64, scales: &[f64]) -> Row {
        let jet = self.evaluate(values, size);
        let mut slopes = [(0, 0.0); MAX_LOCALS];
        for ((own, variable), slope) in slopes.iter_mut().zip(&self.variables).zip(jet.slopes) {
            *own = (*variable, slope * scales[*variable]);
        }
        Row { value: jet.value, slopes, count: self.variables.len() }
    }

    /// Returns the value of the equation where the variables have these values, with angles in radians.
    pub(crate) fn value(&self, values: &[f64]) -> f64 {
        self.evaluate(values, 1.0).value
    }

    fn evaluate(&self, values: &[f64], size: f64) -> Jet {
        let own = |at: usize| Jet::variable(values[self.variables[at]], at);
        let point = |at: usize| Vector { x: own(at), y: own(at + 1) };
        let line = |at: usize| point(at + 2).minus(point(at));
        let radii = |at: usize| [own(at), own(at + 1)];
        let constant = Jet::constant;
        match self.form {
            Form::Value(value) => own(0) - constant(value),
            Form::Scaled(factor, value) => own(0).scaled(factor) - constant(value),
            Form::Same => own(0) - own(1),
            Form::AlongAxis => (line(0).y / line(0).length()).scaled(size),
            Form::Difference(sign, value) => (own(1) - own(0)).scaled(sign) - constant(value),
            Form::Mean => (own(0) + own(1)).scaled(0.5) - own(2),
            Form::Distance(value) => line(0).length() - constant(value),
            Form::OnCircle => line(0).length() - own(4),
            Form::FromLine(sign, value) => {
                from_line(point(0), point(2), point(4)).scaled(sign) - constant(value)
            }
            // Times the size, a sine is a length like the other equations, so that least squares weigh them alike.
            Form::Parallel => sine(line(0), line(4)).scaled(size),
            Form::Perpendicular | Form::LineEndTouches => cosine(line(0), line(4)).scaled(size),
            Form::EqualLength => line(0).length() - line(4).length(),
            Form::Angle(sign, value) => {
                let angle = line(0).angle_to(line(4)).scaled(sign) - constant(value);
                shorter_way_around(angle).scaled(size)
            }
            Form::MiddleOnLine => {
                let middle = Vector { x: (own(0) + own(2)).scaled(0.5), y: (own(1) + own(3)).scaled(0.5) };
                from_line(middle, point(4), point(6))
            }
            Form::AcrossLine => line(0).dot(line(4)) / line(4).length(),
            Form::LineTouches(sign) => from_line(point(4), point(0), point(2)).scaled(sign) - own(6),
            Form::CirclesTouch => point(3).minus(point(0)).length() - (own(2) + own(5)),
            Form::CircleTouchesWithin(is_first_larger) => {
                let apart = own(2) - own(5);
                point(3).minus(point(0)).length() - if is_first_larger { apart } else { -apart }
            }
            Form::MeetSmoothly => sine(point(4).minus(point(0)), point(4).minus(point(2))).scaled(size),
            Form::LineTouchesEllipse(sign) => {
                let reach = reach_of_ellipse(line(0), radii(6), own(8));
                from_line(point(4), point(0), point(2)).scaled(sign) - reach
            }
            Form::OnEllipse => off_ellipse(point(0).minus(point(2)), radii(4), own(6)),
            Form::LineEndTouchesEllipse => {
                let across = across_ellipse(point(2).minus(point(4)), radii(6), own(8));
                cosine(line(0), across).scaled(size)
            }
            Form::MeetEllipseSmoothly => {
                let across = across_ellipse(point(2).minus(point(4)), radii(6), own(8));
                sine(line(0), across).scaled(size)
            }
            Form::EllipsesMeetSmoothly => {
                let one = across_ellipse(point(0).minus(point(2)), radii(4), own(6));
                let other = across_ellipse(point(0).minus(point(7)), radii(9), own(11));
                sine(one, other).scaled(size)
            }
            Form::PlaceOnCircle(scale) => {
                let (place, _) = on_ellipse(radii(2), own(4), own(5).scaled(scale));
                place.plus(point(0)).minus(point(6)).length() - own(8)
            }
            Form::PlaceAlongCircle(scale) => {
                let (place, along) = on_ellipse(radii(0), own(2), own(3).scaled(scale));
                cosine(place.plus(point(4)).minus(point(6)), along).scaled(size)
            }
            Form::SamePlace { is_y, scales } => {
                let on = |from: usize, scale: f64| {
                    let angle = own(from + 4).scaled(scale);
                    let (place, _) = on_ellipse(radii(from + 1), own(from + 3), angle);
                    own(from) + if is_y { place.y } else { place.x }
                };
                on(0, scales[0]) - on(5, scales[1])
            }
            Form::PlacesParallel { scales } => {
                let along = |from: usize, scale: f64| {
                    on_ellipse(radii(from), own(from + 2), own(from + 3).scaled(scale)).1
                };
                sine(along(0, scales[0]), along(4, scales[1])).scaled(size)
            }
        }
    }
}

/// Returns the distance of a point from a line, positive on its left.
fn from_line(point: Vector, from: Vector, to: Vector) -> Jet {
    let line = to.minus(from);
    line.cross(point.minus(from)) / line.length()
}

/// Returns the sine of the angle between two directions: unlike the cross product, it does not depend on their lengths.
fn sine(one: Vector, other: Vector) -> Jet {
    one.cross(other) / (one.length() * other.length())
}

/// Returns the cosine of the angle between two directions.
fn cosine(one: Vector, other: Vector) -> Jet {
    one.dot(other) / (one.length() * other.length())
}

/// Returns an angle of half a turn at most. Only its value is shifted; a whole turn has no slope.
fn shorter_way_around(mut angle: Jet) -> Jet {
    let turns = (angle.value / std::f64::consts::TAU).round();
    angle.value -= turns * std::f64::consts::TAU;
    angle
}

/// Returns a vector in the axes of an ellipse.
fn in_axes(way: Vector, rotation: Jet) -> Vector {
    let (cos, sin) = (rotation.cos(), rotation.sin());
    Vector { x: way.x * cos + way.y * sin, y: way.y * cos - way.x * sin }
}

/// Returns the distance from its centre at which a line of a direction touches an ellipse: its support function.
fn reach_of_ellipse(line: Vector, radii: [Jet; 2], rotation: Jet) -> Jet {
    let length = line.length();
    let across = in_axes(Vector { x: -line.y / length, y: line.x / length }, rotation);
    let (x, y) = (across.x * radii[0], across.y * radii[1]);
    (x * x + y * y).sqrt()
}

/// Returns about how far a point is from an ellipse, positive outside; the way leads to it from the centre.
fn off_ellipse(way: Vector, radii: [Jet; 2], rotation: Jet) -> Jet {
    let way = in_axes(way, rotation);
    let (x, y) = (way.x / radii[0], way.y / radii[1]);
    // With radii of 1 it is the unit circle. The root keeps the value near to a share of the distance, where the squares
    // would grow with it; times the mean radius it is a length.
    let off = (x * x + y * y).sqrt() - Jet::constant(1.0);
    off * (radii[0] + radii[1]).scaled(0.5)
}

/// Returns the place of an ellipse at an angle of its own, from its centre, and its direction there.
fn on_ellipse(radii: [Jet; 2], rotation: Jet, angle: Jet) -> (Vector, Vector) {
    let turn = |x: Jet, y: Jet| {
        let (cos, sin) = (rotation.cos(), rotation.sin());
        Vector { x: x * cos - y * sin, y: x * sin + y * cos }
    };
    let (cos, sin) = (angle.cos(), angle.sin());
    (turn(radii[0] * cos, radii[1] * sin), turn(-(radii[0] * sin), radii[1] * cos))
}

/// Returns the direction that leads out of an ellipse at a point on it; the way leads to it from the centre.
fn across_ellipse(way: Vector, radii: [Jet; 2], rotation: Jet) -> Vector {
    let own = in_axes(way, rotation);
    let (x, y) = (own.x / (radii[0] * radii[0]), own.y / (radii[1] * radii[1]));
    let (cos, sin) = (rotation.cos(), rotation.sin());
    Vector { x: x * cos - y * sin, y: x * sin + y * cos }
}
