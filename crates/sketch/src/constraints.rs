//! Constraints, and the equations that they stand for where the sketch is drawn.

use std::fmt;

use super::equations::{Equation, Form};
use super::model::{Curve, CurveId, PointId, Sketch};

/// A constraint on points and curves. Lengths are in the unit of the sketch, angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constraint {
    /// Two points are one.
    Coincident(PointId, PointId),
    /// A point is on a curve: a line is infinite, and an arc stands for its whole circle.
    PointOnCurve(PointId, CurveId),
    /// A line is horizontal.
    Horizontal(CurveId),
    /// A line is vertical.
    Vertical(CurveId),
    /// Two points are at one height.
    HorizontalPoints(PointId, PointId),
    /// Two points are one above the other.
    VerticalPoints(PointId, PointId),
    /// Two lines are parallel.
    Parallel(CurveId, CurveId),
    /// Two lines are at a right angle.
    Perpendicular(CurveId, CurveId),
    /// Two curves touch.
    Tangent(CurveId, CurveId),
    /// Two lines have one length, or two round curves have the same radii.
    Equal(CurveId, CurveId),
    /// Two points mirror each other at a line.
    Symmetric(PointId, PointId, CurveId),
    /// Two points mirror each other at a third.
    SymmetricAbout(PointId, PointId, PointId),
    /// A point is in the middle of a line.
    Midpoint(PointId, CurveId),
    /// Two round curves have one centre.
    Concentric(CurveId, CurveId),
    /// Two points are at a distance.
    Distance(PointId, PointId, f64),
    /// A point is at a distance from a line, on the side where it is drawn.
    DistanceToLine(PointId, CurveId, f64),
    /// A line has a length.
    Length(CurveId, f64),
    /// Two points are at a distance along x, in the order in which they are drawn.
    HorizontalDistance(PointId, PointId, f64),
    /// Two points are at a distance along y, in the order in which they are drawn.
    VerticalDistance(PointId, PointId, f64),
    /// The angle between two lines: between the ways from the point that they share, or else between their directions.
    Angle(CurveId, CurveId, f64),
    /// A circle or an arc has a radius.
    Radius(CurveId, f64),
    /// A circle or an arc has a diameter.
    Diameter(CurveId, f64),
    /// An ellipse has these half axes.
    Radii(CurveId, [f64; 2]),
    /// A point stays where it is drawn.
    Fixed(PointId),
    /// A point is at a place.
    FixedAt(PointId, [f64; 2]),
    /// A curve stays where it is drawn.
    FixedCurve(CurveId),
}

/// The reason why a constraint cannot be added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SketchError(pub String);

impl fmt::Display for SketchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SketchError {}

type Checked<T> = Result<T, SketchError>;

fn wrong<T>(words: impl Into<String>) -> Checked<T> {
    Err(SketchError(words.into()))
}

/// Equations with their variables.
type Forms = Vec<(Form, Vec<usize>)>;

/// A circle, or the circle of an arc.
#[derive(Clone, Copy)]
struct Round {
    center: PointId,
    radius: usize,
}

impl Form {
    /// Returns the length that the equation demands.
    pub(crate) fn length(self) -> f64 {
        match self {
            Form::Value(value)
            | Form::Difference(_, value)
            | Form::Distance(value)
            | Form::FromLine(_, value) => value.abs(),
            Form::Scaled(factor, value) => (value / factor).abs(),
            _ => 0.0,
        }
    }
}

impl Sketch {
    /// Adds a constraint, and returns its number, counted from 0. Sides and senses are taken from the drawn places.
    pub fn constrain(&mut self, constraint: Constraint) -> Checked<usize> {
        let forms = match constraint {
            Constraint::Tangent(one, other) => self.tangent(one, other)?,
            _ => self.forms(constraint)?,
        };
        let number = self.constraint_count;
        self.constraint_count += 1;
        match constraint {
            // Kept aside, because angles and tangents that are added later need to know which points are one.
            Constraint::Coincident(one, other) | Constraint::Distance(one, other, 0.0) => {
                self.joined.push((one, other));
            }
            Constraint::PointOnCurve(point, curve) => self.on_curve.push((point, curve)),
            _ => {}
        }
        let equation = |(form, variables)| Equation { constraint: Some(number), form, variables };
        self.equations.extend(forms.into_iter().map(equation));
        Ok(number)
    }

    fn forms(&self, constraint: Constraint) -> Checked<Forms> {
        let xy = |point: PointId| self.xy(point);
        let x = |point: PointId| self.points[point.0];
        let y = |point: PointId| self.points[point.0] + 1;
        Ok(match constraint {
            Constraint::Coincident(one, other) => {
                self.require_two(one, other)?;
                vec![(Form::Same, vec![x(one), x(other)]), (Form::Same, vec![y(one), y(other)])]
            }
            Constraint::PointOnCurve(point, curve) => vec![self.on_curve_form(point, curve)?],
            Constraint::Horizontal(line) => {
                let [from, to] = self.line_ends(line, "horizontal")?;
                vec![(Form::Same, vec![y(from), y(to)])]
            }
            Constraint::Vertical(line) => {
                let [from, to] = self.line_ends(line, "vertical")?;
                vec![(Form::Same, vec![x(from), x(to)])]
            }
            Constraint::HorizontalPoints(one, other) => {
                self.require_two(one, other)?;
                vec![(Form::Same, vec![y(one), y(other)])]
            }
            Constraint::VerticalPoints(one, other) => {
                self.require_two(one, other)?;
                vec![(Form::Same, vec![x(one), x(other)])]
            }
            Constraint::Parallel(one, other) => {
                vec![(Form::Parallel, self.two_lines(one, other, "parallel")?)]
            }
            Constraint::Perpendicular(one, other) => {
                vec![(Form::Perpendicular, self.two_lines(one, other, "perpendicular")?)]
            }
            // It adds variables: see `constrain`.
            Constraint::Tangent(..) => Vec::new(),
            Constraint::Equal(one, other) => self.equal(one, other)?,
            Constraint::Symmetric(one, other, line) => {
                self.require_two(one, other)?;
                let ends = self.line_variables(line, "symmetric")?;
                let variables = [xy(one), xy(other), ends].concat();
                vec![(Form::MiddleOnLine, variables.clone()), (Form::AcrossLine, variables)]
            }
            Constraint::SymmetricAbout(one, other, middle) => {
                self.require_two(one, other)?;
                self.mean(one, other, middle)
            }
            Constraint::Midpoint(point, line) => {
                let [from, to] = self.line_ends(line, "midpoint")?;
                self.mean(from, to, point)
            }
            Constraint::Concentric(one, other) => {
                let (one, other) = (self.center(one)?, self.center(other)?);
                self.require_two(one, other)?;
                vec![(Form::Same, vec![x(one), x(other)]), (Form::Same, vec![y(one), y(other)])]
            }
            Constraint::Distance(one, other, value) => {
                self.require_two(one, other)?;
                not_negative("distance", value)?;
                // A distance of 0 has no direction in which it could grow, so its slopes would be of no use.
                if value == 0.0 {
                    return self.forms(Constraint::Coincident(one, other));
                }
                vec![(Form::Distance(value), [xy(one), xy(other)].concat())]
            }
            Constraint::DistanceToLine(point, line, value) => {
                not_negative("distance", value)?;
                let variables = [xy(point), self.line_variables(line, "distance")?].concat();
                // The side is taken from the drawn places once. Otherwise both sides would keep the equation.
                let drawn = self.drawn_value(Form::FromLine(1.0, 0.0), &variables);
                vec![(Form::FromLine(sign(drawn), value), variables)]
            }
            Constraint::Length(line, value) => {
                if value <= 0.0 || !value.is_finite() {
                    return wrong("the length of a line must be greater than 0");
                }
                vec![(Form::Distance(value), self.line_variables(line, "distance")?)]
            }
            Constraint::HorizontalDistance(one, other, value) => {
                vec![self.difference(x(one), x(other), value)?]
            }
            Constraint::VerticalDistance(one, other, value) => {
                vec![self.difference(y(one), y(other), value)?]
            }
            Constraint::Angle(one, other, value) => vec![self.angle(one, other, value)?],
            Constraint::Radius(curve, value) => {
                positive("radius", value)?;
                vec![(Form::Value(value), vec![self.round(curve, "radius")?.radius])]
            }
            Constraint::Diameter(curve, value) => {
                positive("diameter", value)?;
                vec![(Form::Scaled(2.0, value), vec![self.round(curve, "diameter")?.radius])]
            }
            Constraint::Radii(curve, values) => {
                let Curve::Ellipse { radii, .. } = self.curves[curve.0] else {
                    return wrong("only an ellipse has two radii");
                };
                for value in values {
                    positive("radius", value)?;
                }
                let both = radii.into_iter().zip(values);
                both.map(|(radius, value)| (Form::Value(value), vec![radius])).collect()
            }
            Constraint::Fixed(point) => self.at(point, self.drawn(point)),
            Constraint::FixedAt(point, place) => {
                if place.iter().any(|value| !value.is_finite()) {
                    return wrong("a point is fixed at finite coordinates");
                }
                self.at(point, place)
            }
            Constraint::FixedCurve(curve) => self.as_drawn(curve),
        })
    }

    /// Returns the forms that hold a curve where it is drawn.
    fn as_drawn(&self, curve: CurveId) -> Forms {
        let drawn = |point: PointId| (point, self.drawn(point));
        let (points, others) = match self.curves[curve.0] {
            Curve::Line { from, to } => (vec![drawn(from), drawn(to)], Vec::new()),
            Curve::Circle { center, radius } => (vec![drawn(center)], vec![radius]),
            Curve::Arc { center, start, end, radius } => {
                // By hand the ends are not drawn at one distance; both go to the mean.
                let at_radius = |point: PointId| {
                    let ([cx, cy], [x, y]) = (self.drawn(center), self.drawn(point));
                    let share = self.values[radius] / libm::hypot(x - cx, y - cy).max(f64::MIN_POSITIVE);
                    (point, [cx + (x - cx) * share, cy + (y - cy) * share])
                };
                (vec![drawn(center), at_radius(start), at_radius(end)], Vec::new())
            }
            Curve::Ellipse { center, radii, rotation } => {
                (vec![drawn(center)], vec![radii[0], radii[1], rotation])
            }
        };
        let held = points.into_iter().flat_map(|(point, place)| self.at(point, place));
        let sizes = others.into_iter().map(|at| (Form::Value(self.values[at]), vec![at]));
        held.chain(sizes).collect()
    }

    fn at(&self, point: PointId, place: [f64; 2]) -> Forms {
        self.xy(point).into_iter().zip(place).map(|(at, value)| (Form::Value(value), vec![at])).collect()
    }

    fn mean(&self, one: PointId, other: PointId, middle: PointId) -> Forms {
        let axes = self.xy(one).into_iter().zip(self.xy(other)).zip(self.xy(middle));
        axes.map(|((one, other), middle)| (Form::Mean, vec![one, other, middle])).collect()
    }

    fn difference(&self, one: usize, other: usize, value: f64) -> Checked<(Form, Vec<usize>)> {
        if one == other {
            return wrong("a distance is between two points, got the same one twice");
        }
        if !value.is_finite() {
            return wrong("a distance must be finite");
        }
        // A negative distance is against the axis; a positive one keeps the order in which the points are drawn.
        let sense = if value < 0.0 { 1.0 } else { sign(self.values[other] - self.values[one]) };
        Ok((Form::Difference(sense, value), vec![one, other]))
    }

    fn angle(&self, one: CurveId, other: CurveId, value: f64) -> Checked<(Form, Vec<usize>)> {
        if !value.is_finite() {
            return wrong("an angle must be finite");
        }
        self.two_lines(one, other, "angle")?;
        let (mut first, mut second) = (self.line_ends(one, "angle")?, self.line_ends(other, "angle")?);
        // From the point that they share both ways lead away.
        'shared: for (at, a) in first.into_iter().enumerate() {
            for (index, b) in second.into_iter().enumerate() {
                if self.are_joined(a, b) {
                    // Turned so that the shared point is the beginning of both.
                    if at == 1 {
                        first.reverse();
                    }
                    if index == 1 {
                        second.reverse();
                    }
                    break 'shared;
                }
            }
        }
        let variables: Vec<usize> =
            [first[0], first[1], second[0], second[1]].into_iter().flat_map(|point| self.xy(point)).collect();
        let drawn = self.drawn_value(Form::Angle(1.0, 0.0), &variables);
        // A negative angle is clockwise, whatever is drawn.
        let sense = if value < 0.0 { 1.0 } else { sign(drawn) };
        Ok((Form::Angle(sense, value), variables))
    }

    fn on_curve_form(&self, point: PointId, curve: CurveId) -> Checked<(Form, Vec<usize>)> {
        let own = self.xy(point);
        Ok(match self.curves[curve.0] {
            Curve::Line { from, to } => {
                self.require_two(point, from)?;
                self.require_two(point, to)?;
                (Form::FromLine(1.0, 0.0), [own, self.xy(from), self.xy(to)].concat())
            }
            Curve::Circle { center, radius } | Curve::Arc { center, radius, .. } => {
                self.require_two(point, center)?;
                (Form::OnCircle, [self.xy(center), own, vec![radius]].concat())
            }
            Curve::Ellipse { center, radii, rotation } => {
                self.require_two(point, center)?;
                (Form::OnEllipse, [own, self.xy(center), radii.to_vec(), vec![rotation]].concat())
            }
        })
    }

    fn equal(&self, one: CurveId, other: CurveId) -> Checked<Forms> {
        if one == other {
            return wrong("equal takes two curves, got the same one twice");
        }
        match (self.curves[one.0], self.curves[other.0]) {
            (Curve::Line { .. }, Curve::Line { .. }) => {
                Ok(vec![(Form::EqualLength, self.two_lines(one, other, "equal")?)])
            }
            (Curve::Ellipse { radii, .. }, Curve::Ellipse { radii: others, .. }) => {
                let both = radii.into_iter().zip(others);
                Ok(both.map(|(one, other)| (Form::Same, vec![one, other])).collect())
            }
            (Curve::Line { .. } | Curve::Ellipse { .. }, _)
            | (_, Curve::Line { .. } | Curve::Ellipse { .. }) => {
                wrong("equal takes two lines, two circles or arcs, or two ellipses")
            }
            _ => {
                let (one, other) = (self.round(one, "equal")?, self.round(other, "equal")?);
                Ok(vec![(Form::Same, vec![one.radius, other.radius])])
            }
        }
    }

    fn tangent(&mut self, one: CurveId, other: CurveId) -> Checked<Forms> {
        if one == other {
            return wrong("tangent takes two curves, got the same one twice");
        }
        Ok(match (self.curves[one.0], self.curves[other.0]) {
            (Curve::Line { .. }, Curve::Line { .. }) => {
                return wrong("two lines are parallel, not tangent");
            }
            (Curve::Line { from, to }, Curve::Ellipse { .. }) => {
                vec![self.line_touches_ellipse([from, to], other)]
            }
            (Curve::Ellipse { .. }, Curve::Line { from, to }) => {
                vec![self.line_touches_ellipse([from, to], one)]
            }
            (Curve::Ellipse { .. }, Curve::Ellipse { .. }) => self.ellipses_touch(one, other),
            (Curve::Ellipse { .. }, _) => self.circle_touches_ellipse(other, one)?,
            (_, Curve::Ellipse { .. }) => self.circle_touches_ellipse(one, other)?,
            (Curve::Line { from, to }, _) => vec![self.line_touches([from, to], other)?],
            (_, Curve::Line { from, to }) => vec![self.line_touches([from, to], one)?],
            _ => vec![self.circles_touch(one, other)?],
        })
    }

    /// Lets a line touch a curve. If it ends on the curve, it is across the radius there: the distance alone would follow, and
    /// the solver could not see what else moves.
    fn line_touches(&self, ends: [PointId; 2], curve: CurveId) -> Checked<(Form, Vec<usize>)> {
        let round = self.round(curve, "tangent")?;
        let line = [self.xy(ends[0]), self.xy(ends[1])].concat();
        if let Some(meeting) = ends.into_iter().find(|end| self.is_on(*end, curve)) {
            let variables = [line, self.xy(round.center), self.xy(meeting)].concat();
            return Ok((Form::LineEndTouches, variables));
        }
        let side = self.side(round.center, ends);
        Ok((Form::LineTouches(side), [line, self.xy(round.center), vec![round.radius]].concat()))
    }

    fn circles_touch(&self, one: CurveId, other: CurveId) -> Checked<(Form, Vec<usize>)> {
        let (a, b) = (self.round(one, "tangent")?, self.round(other, "tangent")?);
        let meeting = self.arc_ends(one).into_iter().find(|end| self.is_on(*end, other));
        let meeting = meeting.or_else(|| self.arc_ends(other).into_iter().find(|end| self.is_on(*end, one)));
        if let Some(point) = meeting {
            let variables = [self.xy(a.center), self.xy(b.center), self.xy(point)].concat();
            return Ok((Form::MeetSmoothly, variables));
        }
        let variables = [self.xy(a.center), vec![a.radius], self.xy(b.center), vec![b.radius]].concat();
        let ([ax, ay], [bx, by]) = (self.drawn(a.center), self.drawn(b.center));
        let apart = libm::hypot(bx - ax, by - ay);
        let (first, second) = (self.values[a.radius], self.values[b.radius]);
        // As it is drawn: beside each other, or one around the other's centre.
        // The drawn places may be rough. One centre within the other circle is enough to mean the inner contact.
        Ok(match apart < first.max(second) {
            true => (Form::CircleTouchesWithin(first >= second), variables),
            false => (Form::CirclesTouch, variables),
        })
    }

    fn line_touches_ellipse(&self, ends: [PointId; 2], ellipse: CurveId) -> (Form, Vec<usize>) {
        let own = self.ellipse_variables(ellipse);
        if let Some(at) = (0..2).find(|at| self.is_on(ends[*at], ellipse)) {
            let variables = [self.xy(ends[1 - at]), self.xy(ends[at]), own].concat();
            return (Form::LineEndTouchesEllipse, variables);
        }
        let line = [self.xy(ends[0]), self.xy(ends[1])].concat();
        let side = sign(self.drawn_value(Form::FromLine(1.0, 0.0), &[&own[..2], &line].concat()));
        (Form::LineTouchesEllipse(side), [line, own].concat())
    }

    /// Lets a circle touch an ellipse at a place that is a variable: no formula gives the distance of a point from an ellipse.
    fn circle_touches_ellipse(&mut self, curve: CurveId, ellipse: CurveId) -> Checked<Forms> {
        let round = self.round(curve, "tangent")?;
        let own = self.ellipse_variables(ellipse);
        let center = self.xy(round.center);
        if let Some(meeting) = self.meeting(curve, ellipse) {
            let variables = [center, self.xy(meeting), own].concat();
            return Ok(vec![(Form::MeetEllipseSmoothly, variables)]);
        }
        let drawn = EllipseSamples::new(&self.values, &own);
        let [cx, cy, radius] = [center[0], center[1], round.radius].map(|at| self.values[at]);
        let place = drawn.best(|[x, y], along| {
            let way = [x - cx, y - cy];
            let apart = libm::hypot(way[0], way[1]);
            let slant = (way[0] * along[0] + way[1] * along[1]) / apart.max(f64::MIN_POSITIVE);
            (apart - radius) * (apart - radius) + slant * slant * radius * radius
        });
        let place = self.place(place, drawn.scale);
        let size = &own[2..5];
        Ok(vec![
            (Form::PlaceOnCircle(drawn.scale), [&own[..], &[place], &center, &[round.radius]].concat()),
            (Form::PlaceAlongCircle(drawn.scale), [size, &[place], &own[..2], &center].concat()),
        ])
    }

    fn ellipses_touch(&mut self, one: CurveId, other: CurveId) -> Forms {
        let [a, b] = [one, other].map(|curve| self.ellipse_variables(curve));
        if let Some(meeting) = self.meeting(one, other) {
            return vec![(Form::EllipsesMeetSmoothly, [self.xy(meeting), a, b].concat())];
        }
        let [first, second] = [&a, &b].map(|own| EllipseSamples::new(&self.values, own));
        let weight = (1.0 / first.scale).min(1.0 / second.scale);
        let mut best = (f64::INFINITY, 0.0, 0.0);
        for (angle, [x, y], along) in &first.samples {
            for (other_angle, [u, v], across) in &second.samples {
                let slant = (along[0] * across[1] - along[1] * across[0]) * weight;
                let off = (x - u) * (x - u) + (y - v) * (y - v) + slant * slant;
                if off < best.0 {
                    best = (off, *angle, *other_angle);
                }
            }
        }
        let scales = [first.scale, second.scale];
        let places = [self.place(best.1, scales[0]), self.place(best.2, scales[1])];
        let same = |is_y: bool| {
            let axis = usize::from(is_y);
            let own = [&a[axis..=axis], &a[2..], &[places[0]], &b[axis..=axis], &b[2..], &[places[1]]];
            (Form::SamePlace { is_y, scales }, own.concat())
        };
        let sizes = [&a[2..], &[places[0]], &b[2..], &[places[1]]].concat();
        vec![same(false), same(true), (Form::PlacesParallel { scales }, sizes)]
    }

    /// Adds a variable for a place of an ellipse: it counts as a length along it, like the other variables.
    fn place(&mut self, angle: f64, scale: f64) -> usize {
        *self.places_of.entry(self.constraint_count).or_default() += 1;
        self.variable(angle / scale)
    }

    /// Returns a point that other constraints put on two curves.
    fn meeting(&self, one: CurveId, other: CurveId) -> Option<PointId> {
        let ends = [one, other].into_iter().flat_map(|curve| self.arc_ends(curve));
        let points = ends.chain(self.on_curve.iter().map(|(point, _)| *point));
        points.into_iter().find(|point| self.is_on(*point, one) && self.is_on(*point, other))
    }

    /// Returns the variables of centre, radii and rotation.
    fn ellipse_variables(&self, curve: CurveId) -> Vec<usize> {
        match self.curves[curve.0] {
            Curve::Ellipse { center, radii, rotation } => {
                [self.xy(center), radii.to_vec(), vec![rotation]].concat()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the side of a line that a point is drawn on.
    fn side(&self, point: PointId, [from, to]: [PointId; 2]) -> f64 {
        let variables = [self.xy(point), self.xy(from), self.xy(to)].concat();
        sign(self.drawn_value(Form::FromLine(1.0, 0.0), &variables))
    }

    /// Returns true for a point that a constraint puts on a curve, or that is one of the ends of an arc.
    fn is_on(&self, point: PointId, curve: CurveId) -> bool {
        self.arc_ends(curve).into_iter().any(|end| self.are_joined(end, point))
            || self.on_curve.iter().any(|(own, on)| *on == curve && self.are_joined(*own, point))
    }

    fn arc_ends(&self, curve: CurveId) -> Vec<PointId> {
        match self.curves[curve.0] {
            Curve::Arc { start, end, .. } => vec![start, end],
            _ => Vec::new(),
        }
    }

    /// Returns true for points that are one, or that constraints hold together.
    pub(crate) fn are_joined(&self, one: PointId, other: PointId) -> bool {
        // A search over pairs: points are few, and a point may be joined by way of others.
        let mut known = vec![one];
        let mut next = 0;
        while next < known.len() {
            let point = known[next];
            if point == other {
                return true;
            }
            for (a, b) in &self.joined {
                for (from, to) in [(a, b), (b, a)] {
                    if *from == point && !known.contains(to) {
                        known.push(*to);
                    }
                }
            }
            next += 1;
        }
        false
    }

    fn drawn_value(&self, form: Form, variables: &[usize]) -> f64 {
        let equation = Equation { constraint: None, form, variables: variables.to_vec() };
        equation.value(&self.values)
    }

    fn line_ends(&self, line: CurveId, what: &str) -> Checked<[PointId; 2]> {
        match self.curves[line.0] {
            Curve::Line { from, to } => {
                self.require_two(from, to)?;
                Ok([from, to])
            }
            _ => wrong(format!("{what} takes a line here")),
        }
    }

    fn line_variables(&self, line: CurveId, what: &str) -> Checked<Vec<usize>> {
        let [from, to] = self.line_ends(line, what)?;
        Ok([self.xy(from), self.xy(to)].concat())
    }

    fn two_lines(&self, one: CurveId, other: CurveId, what: &str) -> Checked<Vec<usize>> {
        if one == other {
            return wrong(format!("{what} takes two lines, got the same one twice"));
        }
        Ok([self.line_variables(one, what)?, self.line_variables(other, what)?].concat())
    }

    fn round(&self, curve: CurveId, what: &str) -> Checked<Round> {
        match self.curves[curve.0] {
            Curve::Circle { center, radius } | Curve::Arc { center, radius, .. } => {
                Ok(Round { center, radius })
            }
            Curve::Line { .. } | Curve::Ellipse { .. } => {
                wrong(format!("{what} takes a circle or an arc here"))
            }
        }
    }

    fn center(&self, curve: CurveId) -> Checked<PointId> {
        match self.curves[curve.0] {
            Curve::Circle { center, .. } | Curve::Arc { center, .. } | Curve::Ellipse { center, .. } => {
                Ok(center)
            }
            Curve::Line { .. } => wrong("concentric takes circles, arcs and ellipses"),
        }
    }

    fn require_two(&self, one: PointId, other: PointId) -> Checked<()> {
        if one == other { wrong("the constraint needs two points, got the same one twice") } else { Ok(()) }
    }
}

/// An ellipse where it is drawn, at angles all around.
struct EllipseSamples {
    /// The angle, the point there, and the direction of length 1.
    samples: Vec<(f64, [f64; 2], [f64; 2])>,
    /// The angle to a length along the ellipse.
    scale: f64,
}

impl EllipseSamples {
    /// Two degrees from one to the next: the solver does the rest.
    const COUNT: usize = 180;

    fn new(values: &[f64], variables: &[usize]) -> Self {
        let own = |at: usize| values[variables[at]];
        let (rx, ry) = (own(2), own(3));
        let (turn_cos, turn_sin) = (libm::cos(own(4)), libm::sin(own(4)));
        let turned = |x: f64, y: f64| [x * turn_cos - y * turn_sin, x * turn_sin + y * turn_cos];
        let sample = |step: usize| {
            let angle = std::f64::consts::TAU * step as f64 / EllipseSamples::COUNT as f64;
            let (cos, sin) = (libm::cos(angle), libm::sin(angle));
            let [x, y] = turned(rx * cos, ry * sin);
            let [u, v] = turned(-rx * sin, ry * cos);
            let length = libm::hypot(u, v).max(f64::MIN_POSITIVE);
            (angle, [own(0) + x, own(1) + y], [u / length, v / length])
        };
        let scale = 2.0 / (rx + ry).abs().max(f64::MIN_POSITIVE);
        EllipseSamples { samples: (0..EllipseSamples::COUNT).map(sample).collect(), scale }
    }

    /// Returns the angle at which something is least.
    fn best(&self, off: impl Fn([f64; 2], [f64; 2]) -> f64) -> f64 {
        let offs = self.samples.iter().map(|(angle, at, along)| (off(*at, *along), *angle));
        offs.min_by(|one, other| one.0.total_cmp(&other.0)).map_or(0.0, |(_, angle)| angle)
    }
}

fn sign(value: f64) -> f64 {
    if value < 0.0 { -1.0 } else { 1.0 }
}

fn not_negative(what: &str, value: f64) -> Checked<()> {
    if value >= 0.0 && value.is_finite() {
        return Ok(());
    }
    wrong(format!("{what} must be 0 or greater, got {value}"))
}

fn positive(what: &str, value: f64) -> Checked<()> {
    if value > 0.0 && value.is_finite() {
        return Ok(());
    }
    wrong(format!("{what} must be greater than 0, got {value}"))
}
