//! Paths: any number of sub-paths of lines, curves and elliptic arcs.

use serde::{Deserialize, Serialize};

use super::affine::{Affine, Point};
use super::bounds::Bounds;
use super::elliptic_arc::EllipticArc;
use super::extent::{include_cubic, include_quadratic};
use super::shape_error::ShapeError;

/// The rule that decides which points are inside when outlines overlap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FillRule {
    /// Inside is where the outlines wind around a point, however often.
    NonZero,
    /// Inside is where the outlines wind around a point an odd number of times.
    EvenOdd,
}

/// One step of a path; each begins where the one before it ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Segment {
    /// The beginning of a sub-path at a point, which draws nothing.
    Move(Point),
    /// A line to a point.
    Line(Point),
    /// A quadratic Bézier curve: its control point, and its end.
    Quadratic(Point, Point),
    /// A cubic Bézier curve: its two control points, and its end.
    Cubic(Point, Point, Point),
    /// A part of an ellipse.
    Arc(EllipticArc),
    /// A line back to the beginning of the sub-path, which ends it.
    Close,
}

/// A path, kept as a list of verbs and a flat list of their numbers.
///
/// Invariant: numbers are finite, and there are as many as the verbs need, every sub-path begins with a
/// `Move`, and a non-empty path that was parsed draws something.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedPath")]
pub struct Path {
    verbs: Vec<Verb>,
    numbers: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
enum Verb {
    Move,
    Line,
    Quadratic,
    Cubic,
    Arc { large: bool, positive: bool },
    Close,
}

#[derive(Deserialize)]
struct UncheckedPath {
    verbs: Vec<Verb>,
    numbers: Vec<f64>,
}

impl Path {
    /// Makes an empty path, to be filled by `push`.
    pub fn new() -> Self {
        Path::default()
    }

    /// Appends a step. A step that does not begin a sub-path where one must begin is given its `Move`.
    pub fn push(&mut self, segment: Segment) {
        if !matches!(segment, Segment::Move(_)) && matches!(self.verbs.last(), None | Some(Verb::Close)) {
            let start = self.sub_path_start();
            self.push(Segment::Move(start));
        }
        match segment {
            Segment::Move(to) => self.append(Verb::Move, &[to]),
            Segment::Line(to) => self.append(Verb::Line, &[to]),
            Segment::Quadratic(control, to) => self.append(Verb::Quadratic, &[control, to]),
            Segment::Cubic(first, second, to) => self.append(Verb::Cubic, &[first, second, to]),
            Segment::Arc(arc) => {
                self.numbers.extend([arc.radii[0], arc.radii[1], arc.rotation + 0.0]);
                self.append(Verb::Arc { large: arc.large, positive: arc.positive }, &[arc.to]);
            }
            Segment::Close => self.verbs.push(Verb::Close),
        }
    }

    /// Appends an open or closed chain of lines as a sub-path of its own.
    pub fn push_chain(&mut self, points: impl IntoIterator<Item = Point>, closed: bool) {
        for (index, point) in points.into_iter().enumerate() {
            self.push(if index == 0 { Segment::Move(point) } else { Segment::Line(point) });
        }
        if closed {
            self.push(Segment::Close);
        }
    }

    /// Appends all steps of another path.
    pub fn extend(&mut self, other: &Path) {
        self.verbs.extend_from_slice(&other.verbs);
        self.numbers.extend_from_slice(&other.numbers);
    }

    /// Yields the steps from first to last.
    pub fn segments(&self) -> impl Iterator<Item = Segment> + '_ {
        let mut rest = self.numbers.as_slice();
        self.verbs.iter().map_while(move |verb| {
            let (numbers, tail) = rest.split_at_checked(verb.number_count())?;
            rest = tail;
            let point = |index: usize| Point::new(numbers[index], numbers[index + 1]);
            Some(match *verb {
                Verb::Move => Segment::Move(point(0)),
                Verb::Line => Segment::Line(point(0)),
                Verb::Quadratic => Segment::Quadratic(point(0), point(2)),
                Verb::Cubic => Segment::Cubic(point(0), point(2), point(4)),
                Verb::Arc { large, positive } => Segment::Arc(EllipticArc {
                    radii: [numbers[0], numbers[1]],
                    rotation: numbers[2],
                    large,
                    positive,
                    to: point(3),
                }),
                Verb::Close => Segment::Close,
            })
        })
    }

    /// Returns true if nothing would be seen: no step but moves and closings.
    pub fn is_empty(&self) -> bool {
        self.verbs.iter().all(|verb| matches!(verb, Verb::Move | Verb::Close))
    }

    /// Returns true if all that it draws is lines.
    pub fn is_straight(&self) -> bool {
        self.verbs.iter().all(|verb| matches!(verb, Verb::Move | Verb::Line | Verb::Close))
    }

    /// Returns true if every sub-path that draws something ends with a closing.
    pub fn is_closed(&self) -> bool {
        let mut open = false;
        for verb in &self.verbs {
            match verb {
                Verb::Move if open => return false,
                Verb::Close => open = false,
                Verb::Move => {}
                _ => open = true,
            }
        }
        !open && !self.is_empty()
    }

    /// Returns the exact box under the transform; a `Move` that draws nothing does not count.
    pub fn bounds(&self, transform: &Affine) -> Option<Bounds> {
        let mut bounds: Option<Bounds> = None;
        let (mut current, mut start) = (Point::ORIGIN, Point::ORIGIN);
        for segment in self.segments() {
            let from = *transform * current;
            match segment {
                Segment::Move(to) => start = to,
                Segment::Close => {}
                _ => {
                    let to = *transform * segment.end().unwrap_or(current);
                    let bounds = bounds.get_or_insert_with(|| Bounds::of_point(from));
                    bounds.include(from);
                    bounds.include(to);
                    match segment {
                        Segment::Quadratic(control, _) => {
                            include_quadratic(bounds, from, *transform * control, to);
                        }
                        Segment::Cubic(first, second, _) => {
                            include_cubic(bounds, from, *transform * first, *transform * second, to);
                        }
                        Segment::Arc(arc) => {
                            let (from, to) = (*transform * current, *transform * arc.to);
                            arc.span(current).transformed(transform).include_extremes(from, to, bounds);
                        }
                        _ => {}
                    }
                }
            }
            current = if segment == Segment::Close { start } else { segment.end().unwrap_or(current) };
        }
        bounds
    }

    /// Returns the image of the path, exact for every kind of step.
    pub fn transformed(&self, transform: &Affine) -> Path {
        let mut path = Path::new();
        let map = |point: Point| (*transform * point).without_negative_zero();
        let (mut current, mut start) = (Point::ORIGIN, Point::ORIGIN);
        for segment in self.segments() {
            path.push(match segment {
                Segment::Move(to) => {
                    start = to;
                    Segment::Move(map(to))
                }
                Segment::Line(to) => Segment::Line(map(to)),
                Segment::Quadratic(control, to) => Segment::Quadratic(map(control), map(to)),
                Segment::Cubic(first, second, to) => Segment::Cubic(map(first), map(second), map(to)),
                Segment::Arc(arc) => Segment::Arc(arc.transformed(current, transform)),
                Segment::Close => Segment::Close,
            });
            current = if segment == Segment::Close { start } else { segment.end().unwrap_or(current) };
        }
        path
    }

    /// Returns the path with its arcs as cubic curves that deviate by no more than the tolerance.
    pub fn without_arcs(&self, tolerance: f64) -> Path {
        if !self.verbs.iter().any(|verb| matches!(verb, Verb::Arc { .. })) {
            return self.clone();
        }
        let mut path = Path::new();
        let (mut current, mut start) = (Point::ORIGIN, Point::ORIGIN);
        for segment in self.segments() {
            match segment {
                Segment::Arc(arc) => match arc.cubics(current, tolerance) {
                    Some(cubics) => {
                        cubics.for_each(|[first, second, to]| path.push(Segment::Cubic(first, second, to)));
                    }
                    None => path.push(Segment::Line(arc.to)),
                },
                Segment::Move(to) => {
                    start = to;
                    path.push(segment);
                }
                _ => path.push(segment),
            }
            current = if segment == Segment::Close { start } else { segment.end().unwrap_or(current) };
        }
        path
    }

    /// Refuses a number that is not finite.
    pub(super) fn check(&self) -> Result<(), ShapeError> {
        if self.numbers.iter().all(|number| number.is_finite()) {
            Ok(())
        } else {
            Err(ShapeError::new("path must hold finite numbers only"))
        }
    }

    fn append(&mut self, verb: Verb, points: &[Point]) {
        self.verbs.push(verb);
        // Adding 0 turns -0 into 0.
        self.numbers.extend(points.iter().flat_map(|point| [point.x + 0.0, point.y + 0.0]));
    }

    /// Returns the point where the sub-path that was closed last began.
    fn sub_path_start(&self) -> Point {
        let mut end = self.numbers.len();
        for verb in self.verbs.iter().rev() {
            let begin = end - verb.number_count();
            if *verb == Verb::Move {
                return Point::new(self.numbers[begin], self.numbers[begin + 1]);
            }
            end = begin;
        }
        Point::ORIGIN
    }
}

impl Segment {
    /// Returns the point where the step ends; a closing ends where its sub-path began, which it does not know.
    pub fn end(&self) -> Option<Point> {
        match *self {
            Segment::Move(to)
            | Segment::Line(to)
            | Segment::Quadratic(_, to)
            | Segment::Cubic(_, _, to)
            | Segment::Arc(EllipticArc { to, .. }) => Some(to),
            Segment::Close => None,
        }
    }
}

impl Verb {
    fn number_count(self) -> usize {
        match self {
            Verb::Move | Verb::Line => 2,
            Verb::Quadratic => 4,
            Verb::Cubic => 6,
            Verb::Arc { .. } => 5,
            Verb::Close => 0,
        }
    }
}

impl TryFrom<UncheckedPath> for Path {
    type Error = ShapeError;

    fn try_from(unchecked: UncheckedPath) -> Result<Self, ShapeError> {
        let needed: usize = unchecked.verbs.iter().map(|verb| verb.number_count()).sum();
        let begins = unchecked.verbs.first().is_none_or(|verb| *verb == Verb::Move);
        let resumes = unchecked.verbs.windows(2).all(|pair| pair[0] != Verb::Close || pair[1] == Verb::Move);
        if needed != unchecked.numbers.len() || !begins || !resumes {
            return Err(ShapeError::new("path is damaged: its numbers do not match its commands"));
        }
        let path = Path { verbs: unchecked.verbs, numbers: unchecked.numbers };
        path.check()?;
        Ok(path)
    }
}
