//! The points, curves and equations of a sketch, and what comes out of it.

use std::collections::BTreeMap;

use super::equations::{Equation, Form};

/// A point of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PointId(pub usize);

/// A curve of a sketch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CurveId(pub usize);

/// A curve by its points, and the places of its other variables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Curve {
    Line { from: PointId, to: PointId },
    Circle { center: PointId, radius: usize },
    Arc { center: PointId, start: PointId, end: PointId, radius: usize },
    Ellipse { center: PointId, radii: [usize; 2], rotation: usize },
}

/// A curve where it came to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SolvedCurve {
    /// A line between two points.
    Line {
        /// The point that it begins at.
        from: [f64; 2],
        /// The point that it ends at.
        to: [f64; 2],
    },
    /// A circle.
    Circle {
        /// The centre.
        center: [f64; 2],
        /// The radius.
        radius: f64,
    },
    /// An arc that runs counter-clockwise.
    Arc {
        /// The centre.
        center: [f64; 2],
        /// The radius.
        radius: f64,
        /// The angle that it begins at, in radians.
        start: f64,
        /// The angle that it ends at, which is greater.
        end: f64,
    },
    /// An ellipse.
    Ellipse {
        /// The centre.
        center: [f64; 2],
        /// The half axes.
        radii: [f64; 2],
        /// The angle of the first half axis, in radians.
        rotation: f64,
    },
}

/// A sketch: points and curves where they are drawn, and constraints.
#[derive(Clone, Debug, Default)]
pub struct Sketch {
    pub(crate) values: Vec<f64>,
    /// The place of the x of each point; y follows it.
    pub(crate) points: Vec<usize>,
    pub(crate) curves: Vec<Curve>,
    /// The equations in the order of the constraints, those of arcs first where they were drawn before.
    pub(crate) equations: Vec<Equation>,
    pub(crate) constraint_count: usize,
    /// Points that a constraint holds together or puts on a circle, for what touches there.
    pub(crate) joined: Vec<(PointId, PointId)>,
    pub(crate) on_curve: Vec<(PointId, CurveId)>,
    /// The number of variables that a constraint adds for the places at which ellipses touch.
    pub(crate) places_of: BTreeMap<usize, usize>,
}

/// A part of a sketch that can still move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Free {
    /// A point, along x, along y, or both; along one line across both axes both are free too.
    Point {
        /// The point.
        point: PointId,
        /// True where it can move along x.
        x: bool,
        /// True where it can move along y.
        y: bool,
    },
    /// A curve whose radius, or rotation, can change.
    Size(CurveId),
}

/// A sketch that keeps its constraints.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The points, in the order in which they were drawn.
    pub points: Vec<[f64; 2]>,
    /// The curves, in the order in which they were drawn.
    pub curves: Vec<SolvedCurve>,
    /// The degrees of freedom that are left.
    pub freedom: usize,
    /// The parts that can still move.
    pub free: Vec<Free>,
    /// The numbers of the constraints that follow from those before them.
    pub redundant: Vec<usize>,
}

/// The answer to a sketch.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// All constraints are kept.
    Solved(Solution),
    /// Sets of constraints that contradict each other, by their numbers: without any one of a set the others can be kept.
    Conflict(Vec<Vec<usize>>),
}

impl Sketch {
    /// Makes an empty sketch.
    pub fn new() -> Sketch {
        Sketch::default()
    }

    /// Adds a point where it is drawn.
    pub fn point(&mut self, x: f64, y: f64) -> PointId {
        self.points.push(self.values.len());
        self.values.extend([x, y]);
        PointId(self.points.len() - 1)
    }

    /// Adds a line between two points.
    pub fn line(&mut self, from: PointId, to: PointId) -> CurveId {
        self.add_curve(Curve::Line { from, to })
    }

    /// Adds a circle.
    pub fn circle(&mut self, center: PointId, radius: f64) -> CurveId {
        let radius = self.variable(radius);
        self.add_curve(Curve::Circle { center, radius })
    }

    /// Adds an arc that runs counter-clockwise from one point to another.
    pub fn arc(&mut self, center: PointId, start: PointId, end: PointId) -> CurveId {
        let ([cx, cy], [sx, sy], [ex, ey]) = (self.drawn(center), self.drawn(start), self.drawn(end));
        // Ends that are drawn by hand are not at one distance; the mean moves both by the same.
        let mean = 0.5 * (libm::hypot(sx - cx, sy - cy) + libm::hypot(ex - cx, ey - cy));
        let radius = self.variable(mean);
        for point in [start, end] {
            let variables = [self.xy(center), self.xy(point), vec![radius]].concat();
            let form = Form::OnCircle;
            self.equations.push(Equation { constraint: None, form, variables });
        }
        self.add_curve(Curve::Arc { center, start, end, radius })
    }

    /// Adds an ellipse with its half axes and the angle of the first, in radians.
    pub fn ellipse(&mut self, center: PointId, radii: [f64; 2], rotation: f64) -> CurveId {
        let radii = radii.map(|radius| self.variable(radius));
        let rotation = self.variable(rotation);
        self.add_curve(Curve::Ellipse { center, radii, rotation })
    }

    /// Returns the place where a point is drawn.
    pub fn drawn(&self, point: PointId) -> [f64; 2] {
        let at = self.points[point.0];
        [self.values[at], self.values[at + 1]]
    }

    pub(crate) fn variable(&mut self, value: f64) -> usize {
        self.values.push(value);
        self.values.len() - 1
    }

    fn add_curve(&mut self, curve: Curve) -> CurveId {
        self.curves.push(curve);
        CurveId(self.curves.len() - 1)
    }

    pub(crate) fn xy(&self, point: PointId) -> Vec<usize> {
        let at = self.points[point.0];
        vec![at, at + 1]
    }

    /// Returns the change of each variable by a step of length 1, in a sketch of a size.
    pub(crate) fn scales(&self, size: f64) -> Vec<f64> {
        let mut scales = vec![1.0; self.values.len()];
        for curve in &self.curves {
            if let Curve::Ellipse { rotation, .. } = *curve {
                scales[rotation] = 1.0 / size;
            }
        }
        scales
    }

    /// Returns the length that the sketch has from corner to corner.
    pub(crate) fn size(&self) -> f64 {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for at in &self.points {
            for axis in 0..2 {
                low[axis] = low[axis].min(self.values[at + axis]);
                high[axis] = high[axis].max(self.values[at + axis]);
            }
        }
        let reach = self.curves.iter().fold(0.0_f64, |reach, curve| match *curve {
            Curve::Circle { radius, .. } => reach.max(self.values[radius]),
            Curve::Ellipse { radii, .. } => reach.max(self.values[radii[0]]).max(self.values[radii[1]]),
            Curve::Line { .. } | Curve::Arc { .. } => reach,
        });
        // A sketch may be drawn tiny and be given its lengths by constraints: its size is then theirs.
        let demanded = self.equations.iter().fold(0.0_f64, |most, equation| most.max(equation.form.length()));
        let across = libm::hypot(high[0] - low[0], high[1] - low[1]);
        let across = if across.is_finite() { across } else { 0.0 };
        let size = across.max(reach).max(demanded);
        // All tolerances are shares of it, so it must not be 0.
        if size > 0.0 { size } else { 1.0 }
    }
}
