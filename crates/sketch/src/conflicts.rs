//! Solving, and where that fails, the constraints that are to blame.

use std::cell::RefCell;
use std::collections::HashSet;

use super::analysis::{Facts, examine};
use super::equations::{Equation, Form};
use super::model::{Curve, Outcome, PointId, Sketch, Solution, SolvedCurve};
use super::solve::{KEPT, Place, System, shaken};

/// The distances by which the drawn places are shaken after a search from them found no solution, as shares of the size.
const SHAKES: [f64; 3] = [1e-3, 0.05, 0.3];

/// The shakes before a set is reported, by turns and each time from other places: from near to where nothing of the drawing is left.
const WIDE_SHAKES: [f64; 4] = [0.05, 0.15, 0.5, 1.5];

/// The searches from shaken places before a set is reported. Measured with 450 random sketches: 3 of the 554 sets that are reported can
/// be kept after all, and with no such search every fifth.
const WIDE_SEARCHES: usize = 96;

/// The most sets that are found to be kept after all before the next one is reported without a further search.
const MAX_ROUNDS: usize = 12;

/// The latest places of such sets that searches start from.
const MAX_SEEN: usize = 4;

/// The share of the size below which a line has shrunk to nothing, which is not what its author means.
const SHRUNK: f64 = 1e-6;

/// The most sets of conflicting constraints that are looked for.
const MAX_CONFLICTS: usize = 5;

/// The sine of the angle from which on two lines that meet have a sense that a solution must keep.
const HAS_SENSE: f64 = 0.05;

/// The sine below which two lines are parallel, and have no sense: constraints may demand it.
const NO_SENSE: f64 = 1e-6;

impl Sketch {
    /// Solves the sketch.
    pub fn solve(&self) -> Outcome {
        solve(self)
    }

    /// Rounds away the last digits of a solution, which are errors of computing; values that have not moved stay as drawn.
    fn tidied(&self, values: &[f64]) -> Vec<f64> {
        let mut steps = 1e12;
        // Twelve digits of the whole sketch: a thousand times finer than what a solution promises.
        let (mut size, mut digits) = (self.size(), 0);
        // A larger sketch has its twelve digits further to the left; dividing by ten is exact enough and the same
        // everywhere.
        while size > 1.0 && digits < 24 {
            (size, steps, digits) = (size / 10.0, steps / 10.0, digits + 1);
        }
        // Adding 0 turns -0 into 0.
        let tidy = |value: f64| (value * steps).round() / steps + 0.0;
        let each = values.iter().zip(&self.values);
        // A drawn place may have more digits than the rounding keeps, and must not move by it.
        each.map(|(value, drawn)| if value == drawn { *value } else { tidy(*value) }).collect()
    }

    fn solution(&self, values: &[f64], facts: Facts) -> Solution {
        let values = self.tidied(values);
        let at = |point: PointId| {
            let at = self.points[point.0];
            [values[at], values[at + 1]]
        };
        let curve = |curve: &Curve| match *curve {
            Curve::Line { from, to } => SolvedCurve::Line { from: at(from), to: at(to) },
            Curve::Circle { center, radius } => {
                SolvedCurve::Circle { center: at(center), radius: values[radius].abs() }
            }
            Curve::Arc { center, start, end, radius } => {
                let ([cx, cy], [sx, sy], [ex, ey]) = (at(center), at(start), at(end));
                let begin = libm::atan2(sy - cy, sx - cx);
                let mut finish = libm::atan2(ey - cy, ex - cx);
                // An arc runs counter-clockwise, so its end is always the greater angle.
                if finish <= begin {
                    finish += std::f64::consts::TAU;
                }
                SolvedCurve::Arc { center: [cx, cy], radius: values[radius].abs(), start: begin, end: finish }
            }
            Curve::Ellipse { center, radii, rotation } => SolvedCurve::Ellipse {
                center: at(center),
                radii: radii.map(|radius| values[radius].abs()),
                rotation: values[rotation],
            },
        };
        Solution {
            points: (0..self.points.len()).map(|index| at(PointId(index))).collect(),
            curves: self.curves.iter().map(curve).collect(),
            freedom: facts.freedom,
            free: facts.free,
            redundant: facts.redundant,
        }
    }
}

/// Solves a sketch, or names what contradicts.
fn solve(sketch: &Sketch) -> Outcome {
    let all: Vec<usize> = (0..sketch.constraint_count).collect();
    // One size for all searches, so that every tolerance means the same length in each.
    let size = sketch.size();
    let search = Search { sketch, size, scales: sketch.scales(size), seen: RefCell::default() };
    if let Some(place) = search.solution(&all, None) {
        let (system, order) = search.system(&all);
        let facts = examine(sketch, &system, &order, &place.values);
        return Outcome::Solved(sketch.solution(&place.values, facts));
    }
    // The search for all at once may fail where there is a solution. Only a set that really is refused counts as a
    // conflict.
    let conflicts = search.conflicts();
    if !conflicts.is_empty() {
        return Outcome::Conflict(conflicts);
    }
    // One after another all could be kept: the last places are a solution.
    match search.in_turn() {
        Some(place) => {
            let (system, order) = search.system(&all);
            let facts = examine(sketch, &system, &order, &place.values);
            Outcome::Solved(sketch.solution(&place.values, facts))
        }
        None => Outcome::Conflict(vec![all]),
    }
}

struct Search<'a> {
    sketch: &'a Sketch,
    size: f64,
    scales: Vec<f64>,
    /// Places of sets that seemed to contradict until a wide search, to start from.
    seen: RefCell<Vec<Vec<f64>>>,
}

impl<'a> Search<'a> {
    /// Returns the system of some constraints, with the constraint of each of its equations.
    fn system(&self, constraints: &[usize]) -> (System<'a>, Vec<Option<usize>>) {
        let mut is_in = vec![false; self.sketch.constraint_count];
        constraints.iter().for_each(|constraint| is_in[*constraint] = true);
        // The equations that make arcs come first: no constraint is blamed for repeating them.
        let own = self.sketch.equations.iter().filter(|equation| equation.constraint.is_none());
        let given = self.sketch.equations.iter().filter(|it| it.constraint.is_some_and(|it| is_in[it]));
        let equations: Vec<&Equation> = own.chain(given).collect();
        let order = equations.iter().map(|equation| equation.constraint).collect();
        (System::new(equations, self.size, self.scales.clone()), order)
    }

    /// Returns places that keep some constraints: from the drawn ones, from `near`, or from shaken ones.
    fn solution(&self, constraints: &[usize], near: Option<&[f64]>) -> Option<Place> {
        let (system, _) = self.system(constraints);
        let drawn = &self.sketch.values;
        let place = system.search(drawn, None);
        if system.is_kept(&place) && self.is_sound(&place) {
            if self.keeps_senses(&place) {
                return Some(place);
            }
            // A long step may have led to a mirror image of what is drawn.
            let followed = system.follow(drawn).filter(|it| self.is_sound(it) && self.keeps_senses(it));
            // A mirror image keeps all constraints too, so it is better than none.
            return Some(followed.unwrap_or(place));
        }
        let from_near = near.map(|near| system.search(near, None));
        if let Some(place) = from_near.filter(|place| system.is_kept(place) && self.is_sound(place)) {
            return Some(place);
        }
        // A long step may have turned a radius over, to which some equations are blind.
        let turned = self.with_positive_radii(&place).map(|start| system.search(&start, None));
        if let Some(place) = turned.filter(|place| system.is_kept(place) && self.is_sound(place)) {
            return Some(place);
        }
        let along = self.along_axes(constraints).map(|place| system.search(&place.values, None));
        if let Some(place) = along.filter(|place| system.is_kept(place) && self.is_sound(place)) {
            return Some(place);
        }
        let from_seen = self.seen.borrow().iter().rev().take(MAX_SEEN).find_map(|seen| {
            let place = system.search(seen, None);
            (system.is_kept(&place) && self.is_sound(&place) && self.has_lines(&place)).then_some(place)
        });
        if from_seen.is_some() {
            return from_seen;
        }
        // From small to large: the nearest solution is the one that its author means.
        let mut starts =
            SHAKES.iter().zip(1..).map(|(share, seed)| shaken(drawn, &self.scales, share * self.size, seed));
        starts.find_map(|start| {
            let place = system.search(&start, None);
            (system.is_kept(&place) && self.is_sound(&place)).then_some(place)
        })
    }

    /// Searches for places that keep some constraints from many starts, up to such that have nothing of the drawing.
    fn wide_solution(&self, constraints: &[usize]) -> Option<Place> {
        let (system, _) = self.system(constraints);
        (0..WIDE_SEARCHES).find_map(|number| {
            let share = WIDE_SHAKES[number % WIDE_SHAKES.len()];
            // Other numbers than those of the shakes from small to large.
            let seed = 1000 + number as u64;
            let start = shaken(&self.sketch.values, &self.scales, share * self.size, seed);
            let mut place = system.glance(&start);
            if let Some(turned) = self.with_positive_radii(&place) {
                place = system.glance(&turned);
            }
            (system.is_kept(&place) && self.is_sound(&place) && self.has_lines(&place)).then_some(place)
        })
    }

    /// Returns true where no line has shrunk to nothing.
    fn has_lines(&self, place: &Place) -> bool {
        self.sketch.curves.iter().all(|curve| {
            let Curve::Line { from, to } = *curve else { return true };
            let [a, b] = [from, to].map(|point| self.sketch.points[point.0]);
            let length = |values: &[f64]| libm::hypot(values[b] - values[a], values[b + 1] - values[a + 1]);
            length(&place.values) > SHRUNK * self.size || length(&self.sketch.values) <= SHRUNK * self.size
        })
    }

    /// Searches with directions in the place of coordinates for lines along an axis, and from places where they have them: equal
    /// coordinates are also those of a line that shrinks to nothing, where another constraint holds its direction.
    fn along_axes(&self, constraints: &[usize]) -> Option<Place> {
        let (_, order) = self.system(constraints);
        let is_asked = |equation: &&Equation| order.contains(&equation.constraint);
        let mut equations: Vec<Equation> = self.sketch.equations.iter().filter(is_asked).cloned().collect();
        let xs: HashSet<usize> = self.sketch.points.iter().copied().collect();
        let same: HashSet<[usize; 2]> = equations
            .iter()
            .filter(|equation| equation.form == Form::Same)
            .map(|equation| [equation.variables[0], equation.variables[1]])
            .collect();
        let mut values = self.sketch.values.clone();
        let mut is_changed = false;
        for equation in equations.iter_mut().filter(|equation| equation.form == Form::Same) {
            let [one, other] = [equation.variables[0], equation.variables[1]];
            let is_y = [one, other].iter().all(|at| *at > 0 && xs.contains(&(at - 1)));
            if !is_y && ![one, other].iter().all(|at| xs.contains(at)) {
                continue;
            }
            let [from, to] = [one, other].map(|at| if is_y { at - 1 } else { at + 1 });
            // Two points that are one have no direction.
            if same.contains(&[from, to]) {
                continue;
            }
            is_changed = true;
            equation.form = Form::AlongAxis;
            equation.variables = vec![from, one, to, other];
            let length = libm::hypot(values[to] - values[from], values[other] - values[one]);
            let half = 0.5 * if values[to] < values[from] { -length } else { length };
            let [middle, level] = [[from, to], [one, other]].map(|[a, b]| 0.5 * (values[a] + values[b]));
            (values[from], values[to]) = (middle - half, middle + half);
            (values[one], values[other]) = (level, level);
        }
        let system = System::new(equations.iter().collect(), self.size, self.scales.clone());
        is_changed.then(|| system.search(&values, None)).filter(|place| system.is_kept(place))
    }

    /// Returns places with the radii that are negative turned over; `None` where none is.
    fn with_positive_radii(&self, place: &Place) -> Option<Vec<f64>> {
        let mut values = place.values.clone();
        for curve in &self.sketch.curves {
            let radii = match curve {
                Curve::Line { .. } => &[],
                Curve::Circle { radius, .. } | Curve::Arc { radius, .. } => std::slice::from_ref(radius),
                Curve::Ellipse { radii, .. } => radii.as_slice(),
            };
            radii.iter().for_each(|radius| values[*radius] = values[*radius].abs());
        }
        (values != place.values).then_some(values)
    }

    /// Returns true where every radius is one: the equations alone would take a negative one too.
    fn is_sound(&self, place: &Place) -> bool {
        self.sketch.curves.iter().all(|curve| match *curve {
            Curve::Line { .. } => true,
            Curve::Circle { radius, .. } | Curve::Arc { radius, .. } => place.values[radius] > 0.0,
            Curve::Ellipse { radii, .. } => radii.iter().all(|radius| place.values[*radius] > 0.0),
        })
    }

    /// Returns true where lines that meet turn to the side to which they are drawn, and arcs bulge to theirs.
    fn keeps_senses(&self, place: &Place) -> bool {
        let sketch = self.sketch;
        let turn = |values: &[f64], corners: [PointId; 3]| {
            let [a, b, c] = corners.map(|point| {
                let at = sketch.points[point.0];
                [values[at], values[at + 1]]
            });
            let (one, other) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
            // The sine of the angle between the two, by the cross product.
            let across = one[0] * other[1] - one[1] * other[0];
            let size = libm::hypot(one[0], one[1]) * libm::hypot(other[0], other[1]);
            if size > 0.0 { across / size } else { 0.0 }
        };
        let keeps = |corners: [PointId; 3]| {
            let (before, after) = (turn(&sketch.values, corners), turn(&place.values, corners));
            // Nearly straight corners may turn either way: the drawing does not determine their sense.
            before.abs() < HAS_SENSE || after.abs() < NO_SENSE || before * after > 0.0
        };
        let mut ends: Vec<(PointId, PointId)> = Vec::new();
        for curve in &sketch.curves {
            match *curve {
                Curve::Line { from, to } => ends.extend([(from, to), (to, from)]),
                Curve::Arc { center, start, end, .. } => {
                    if !keeps([start, end, center]) {
                        return false;
                    }
                }
                Curve::Circle { .. } | Curve::Ellipse { .. } => {}
            }
        }
        // Sorted by the shared point, so that lines that meet are neighbours.
        ends.sort_by_key(|(point, other)| (point.0, other.0));
        ends.windows(2).all(|pair| pair[0].0 != pair[1].0 || keeps([pair[0].0, pair[0].1, pair[1].1]))
    }

    /// Adds one constraint after another from the places so far; `None` where one cannot be kept.
    fn in_turn(&self) -> Option<Place> {
        let mut kept = Vec::new();
        let mut place = Place { values: self.sketch.values.clone(), worst: 0.0 };
        for constraint in 0..self.sketch.constraint_count {
            kept.push(constraint);
            place = self.solution(&kept, Some(&place.values))?;
        }
        Some(place)
    }

    /// Returns the sets of constraints that contradict each other: of each, the last one in the script is the first that cannot
    /// be kept beside all before it.
    fn conflicts(&self) -> Vec<Vec<usize>> {
        let mut found: Vec<Vec<usize>> = Vec::new();
        let mut kept: Vec<usize> = Vec::new();
        let mut left: Vec<usize> = (0..self.sketch.constraint_count).collect();
        let mut place = Place { values: self.sketch.values.clone(), worst: 0.0 };
        let mut rounds = 0;
        // Each round finds one conflict and leaves its last constraint out, so that the next one shows.
        while !left.is_empty() && found.len() < MAX_CONFLICTS {
            // The longest beginning that can be kept: those before the one that cannot.
            let (mut good, mut bad) = (0, left.len());
            let all = [&kept[..], &left].concat();
            if self.solution(&all, Some(&place.values)).is_some() {
                break;
            }
            // Bisection: a set that can be kept stays so without its last constraint.
            while bad - good > 1 {
                let middle = usize::midpoint(good, bad);
                let some = [&kept[..], &left[..middle]].concat();
                match self.solution(&some, Some(&place.values)) {
                    Some(next) => (good, place) = (middle, next),
                    None => bad = middle,
                }
            }
            kept.extend(left.drain(..good));
            let set = self.minimal(&kept, left[0], &place);
            // A set that can be kept after all is a place to start from: the next round finds another set, or none.
            let kept_after_all = if rounds < MAX_ROUNDS { self.wide_solution(&set) } else { None };
            if let Some(other) = kept_after_all {
                self.seen.borrow_mut().push(other.values);
                rounds += 1;
                continue;
            }
            left.remove(0);
            found.push(set);
        }
        found
    }

    /// Returns the fewest constraints of `kept` that one more contradicts, and that one.
    fn minimal(&self, kept: &[usize], blamed: usize, place: &Place) -> Vec<usize> {
        let with = |others: &[usize]| {
            let mut all = others.to_vec();
            all.push(blamed);
            all
        };
        // Every question is a whole search, so the number of questions decides how long a conflict takes.
        let is_refused = |others: &[usize]| self.solution(&with(others), Some(&place.values)).is_none();
        // Where the squares are least, those that are not kept pull against each other: only they can be to blame.
        let all = with(kept);
        let (system, order) = self.system(&all);
        let least = system.search(&place.values, None);
        let mut strain = vec![0.0_f64; self.sketch.constraint_count];
        for (row, constraint) in system.rows(&least.values).iter().zip(&order) {
            if let Some(constraint) = constraint {
                strain[*constraint] = strain[*constraint].max(row.value.abs());
            }
        }
        let mut blameable = kept.to_vec();
        // From the strongest strain down: the first set that is refused by itself holds a conflict, and is
        // smallest.
        for share in [1e-3, 1e-5, 1e-7] {
            let strained: Vec<usize> =
                kept.iter().copied().filter(|it| strain[*it] > share * least.worst.max(KEPT)).collect();
            if strained.len() < blameable.len() && is_refused(&strained) {
                blameable = strained;
                break;
            }
        }
        let mut needed = narrowed(&[], &blameable, &is_refused);
        needed.push(blamed);
        needed.sort_unstable();
        // So far, a place of other constraints counted too, which may be a mirror image of the drawing that no search from the
        // drawn places finds. The author sees the set alone, so each of its constraints must be missed there.
        let mut at = 0;
        while at < needed.len() {
            let rest = [&needed[..at], &needed[at + 1..]].concat();
            match self.solution(&rest, None) {
                Some(_) => at += 1,
                None => (needed, at) = (rest, 0),
            }
        }
        needed
    }
}

/// Returns the fewest of some constraints that are refused together with those that are needed already, by halving.
fn narrowed(needed: &[usize], among: &[usize], is_refused: &dyn Fn(&[usize]) -> bool) -> Vec<usize> {
    // QuickXplain (Junker, 2004): of k constraints that are needed among n, it asks about k · log(n / k) times.
    if among.is_empty() || is_refused(needed) {
        return Vec::new();
    }
    if among.len() == 1 {
        return among.to_vec();
    }
    let (first, second) = among.split_at(among.len() / 2);
    let with_first = [needed, first].concat();
    let of_second = narrowed(&with_first, second, is_refused);
    let with_second = [needed, &of_second[..]].concat();
    let of_first = narrowed(&with_second, first, is_refused);
    [of_first, of_second].concat()
}
