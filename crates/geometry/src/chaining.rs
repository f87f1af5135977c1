//! Loose wires joined to long ones where their ends meet.

use super::affine::Point;
use super::boundary::join;
use super::bounds::Bounds;
use super::box_tree::BoxTree;
use super::curve::Curve;
use super::disjoint_sets::DisjointSets;
use super::vector::dot;
use super::wire::Wire;

/// A wire made of others, which are given by their places in the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Chained {
    /// The wire.
    pub wire: Wire,
    /// The wires that it is made of, in their order.
    pub parts: Vec<usize>,
}

/// Wires joined at their ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chains {
    /// The wires, by the first of their parts.
    pub chains: Vec<Chained>,
    /// Wires left out, as others are drawn over the same points.
    pub doubled: Vec<usize>,
    /// Points where more than two ends meet, with the wires that end there.
    pub branches: Vec<(Point, Vec<usize>)>,
}

/// The distance, as a share of the size of everything, below which ends are the same but for rounding: a line as short as that
/// would have no direction.
const SAME: f64 = 1e-12;

/// The distance of the ends of a wire, as a share of its length, below which they are one: what rounding leaves of points on a circle.
const ENDS: f64 = 1e-9;

/// The shares of a wire at which it is compared with another: both ends, the middle, and two places that no symmetry repeats.
const PROBES: [f64; 5] = [0.0, 0.23, 0.5, 0.81, 1.0];

/// The number of ends at one place of which all pairs are compared: 2,016 pairs. Of more ends, those that leave the opposite way
/// are joined first, as the number of pairs grows with the square.
const MANY: usize = 64;

/// An end of a wire: the wire, and true for its last point.
type End = (usize, bool);

/// Joins wires whose ends are no further apart than the tolerance, whichever way they run. Closed ones stay as they are. Where
/// more than two ends meet, those of wires that are part of a ring are joined before others, and of these those that go on most
/// nearly straight: a line that ends at a corner of an outline leaves it closed.
pub fn chained(wires: &[Wire], tolerance: f64) -> Chains {
    let mut found = Chains::default();
    let mut open: Vec<usize> = Vec::new();
    for (index, wire) in wires.iter().enumerate() {
        if wire.is_closed() {
            found.chains.push(Chained { wire: wire.clone(), parts: vec![index] });
        } else {
            open.push(index);
        }
    }
    found.doubled = doubled(wires, &open, tolerance);
    open.retain(|index| found.doubled.binary_search(index).is_err());
    let ends: Vec<End> = open.iter().flat_map(|index| [(*index, false), (*index, true)]).collect();
    let groups = grouped(wires, &ends, tolerance);
    let is_on_ring = on_rings(wires.len(), &open, &groups);
    // The end that each end is joined to.
    let mut next: Vec<Option<End>> = vec![None; 2 * wires.len()];
    for group in groups {
        if group.len() > 2 {
            let mut parts: Vec<usize> = group.iter().map(|(index, _)| *index).collect();
            // Both ends of one wire may be in a group; they stand beside each other there.
            parts.dedup();
            found.branches.push((point_of(wires, group[0]), parts));
        }
        for (one, other) in pairs(wires, group, &is_on_ring) {
            next[slot(one)] = Some(other);
            next[slot(other)] = Some(one);
        }
    }
    let mut is_used = vec![false; wires.len()];
    for first in &open {
        if is_used[*first] {
            continue;
        }
        // Back to the beginning, or once around.
        let mut start = (*first, false);
        while let Some((before, is_last)) = next[slot(start)] {
            start = (before, !is_last);
            // Once around: the wires make a ring, and any of them may be the first.
            if start == (*first, false) {
                break;
            }
        }
        let mut chain = Chained { wire: Wire { curves: Vec::new(), is_closed: false }, parts: Vec::new() };
        let mut at = start;
        loop {
            let (index, is_reversed) = at;
            is_used[index] = true;
            chain.parts.push(index);
            let own = if is_reversed { wires[index].reversed() } else { wires[index].clone() };
            append(&mut chain.wire.curves, own.curves);
            match next[slot((index, !is_reversed))] {
                Some(following) if following == start => {
                    chain.wire = ring_of(chain.wire.curves.clone()).unwrap_or(chain.wire);
                    break;
                }
                Some(following) => at = following,
                None => break,
            }
        }
        found.chains.push(chain);
    }
    found.chains.sort_by_key(|chain| chain.parts.iter().copied().min());
    found
}

fn slot((index, is_last): End) -> usize {
    2 * index + usize::from(is_last)
}

fn point_of(wires: &[Wire], (index, is_last): End) -> Point {
    let curves = &wires[index].curves;
    let end =
        if is_last { curves.last().map(|curve| curve.to) } else { curves.first().map(|curve| curve.from) };
    end.unwrap_or_default()
}

/// Returns the direction in which a wire leaves one of its ends.
fn leaving(wires: &[Wire], (index, is_last): End) -> Point {
    let curves = &wires[index].curves;
    let way = if is_last {
        curves.last().map(|curve| curve.direction(1.0)).map(|way| Point::new(-way.x, -way.y))
    } else {
        curves.first().map(|curve| curve.direction(0.0))
    };
    way.unwrap_or_default()
}

/// Returns the wires that run over the same points as one before them.
fn doubled(wires: &[Wire], open: &[usize], tolerance: f64) -> Vec<usize> {
    let places = |index: usize| {
        let length = wires[index].length();
        PROBES.map(|share| wires[index].at_length(share * length).0)
    };
    let known: Vec<[Point; 5]> = open.iter().map(|index| places(*index)).collect();
    let boxes = known.iter().map(|points| Bounds::of_point(points[2])).collect();
    let mut found = Vec::new();
    BoxTree::new(boxes).pairs(tolerance, |one, other| {
        let (one, other) = (one.min(other), one.max(other));
        let (a, b) = (&known[one], &known[other]);
        let is_near = |a: &Point, b: &Point| a.distance_to(*b) <= tolerance;
        let is_same = a.iter().zip(b).all(|(a, b)| is_near(a, b));
        // The probes are not symmetric: of one that runs back, they are taken again.
        let is_turned = is_near(&a[0], &b[4]) && is_near(&a[4], &b[0]) && {
            let length = wires[open[other]].length();
            let turned = PROBES.map(|share| wires[open[other]].at_length((1.0 - share) * length).0);
            a.iter().zip(&turned).all(|(a, b)| is_near(a, b))
        };
        // Of many copies, all but the first are left out: one that is left out itself makes no other a copy.
        if (is_same || is_turned) && !found.contains(&open[other]) && !found.contains(&open[one]) {
            found.push(open[other]);
        }
        true
    });
    found.sort_unstable();
    found
}

/// Returns the ends that are near each other, in groups.
fn grouped(wires: &[Wire], ends: &[End], tolerance: f64) -> Vec<Vec<End>> {
    let points: Vec<Point> = ends.iter().map(|end| point_of(wires, *end)).collect();
    let mut sets = DisjointSets::new(ends.len());
    let boxes = points.iter().map(|point| Bounds::of_point(*point)).collect();
    BoxTree::new(boxes).pairs(tolerance, |one, other| {
        if points[one].distance_to(points[other]) <= tolerance {
            sets.unite(one, other);
        }
        true
    });
    let mut groups: Vec<Vec<End>> = vec![Vec::new(); ends.len()];
    for (at, end) in ends.iter().enumerate() {
        groups[sets.root(at)].push(*end);
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// Returns which wires are part of a ring: all but those without which what they connect would fall apart (the bridges of the
/// graph of wires and places, found by Tarjan's lowest numbers).
fn on_rings(wires: usize, open: &[usize], groups: &[Vec<End>]) -> Vec<bool> {
    let mut place: Vec<Option<usize>> = vec![None; 2 * wires];
    for (at, group) in groups.iter().enumerate() {
        for end in group {
            place[slot(*end)] = Some(at);
        }
    }
    // The number of a place in the order of the visits, and the lowest one that is reached from it by another way than back.
    let mut number: Vec<usize> = vec![0; groups.len()];
    let mut lowest: Vec<usize> = vec![0; groups.len()];
    let mut visits = 0;
    // Without a group at both ends, a wire is no part of a ring.
    let mut is_on_ring = vec![false; wires];
    for index in open {
        is_on_ring[*index] = place[slot((*index, false))].is_some() && place[slot((*index, true))].is_some();
    }
    for root in 0..groups.len() {
        if number[root] > 0 {
            continue;
        }
        visits += 1;
        (number[root], lowest[root]) = (visits, visits);
        // Places on the way, each with the wire that led there and the ends that were tried. A stack of its own, since a chain may
        // have more places than calls fit.
        let mut way: Vec<(usize, Option<usize>, usize)> = vec![(root, None, 0)];
        while let Some((at, came_by, tried)) = way.last_mut() {
            let (here, wire) = (*at, *came_by);
            if let Some((index, is_last)) = groups[here].get(*tried).copied() {
                *tried += 1;
                let Some(there) = place[slot((index, !is_last))] else { continue };
                if wire == Some(index) {
                    continue;
                }
                if number[there] == 0 {
                    visits += 1;
                    (number[there], lowest[there]) = (visits, visits);
                    way.push((there, Some(index), 0));
                } else {
                    lowest[here] = lowest[here].min(number[there]);
                }
                continue;
            }
            way.pop();
            if let (Some((before, ..)), Some(wire)) = (way.last(), wire) {
                lowest[*before] = lowest[*before].min(lowest[here]);
                is_on_ring[wire] &= lowest[here] <= number[*before];
            }
        }
    }
    is_on_ring
}

/// Returns which ends of a group are joined: those of rings first, then what is left.
fn pairs(wires: &[Wire], group: Vec<End>, is_on_ring: &[bool]) -> Vec<(End, End)> {
    if let [one, other] = group.as_slice() {
        return vec![(*one, *other)];
    }
    let (of_rings, mut rest): (Vec<End>, Vec<End>) =
        group.into_iter().partition(|(index, _)| is_on_ring[*index]);
    let (mut found, left) = straightest(wires, of_rings);
    rest.extend(left);
    found.extend(straightest(wires, rest).0);
    found
}

/// Joins ends in pairs, those first that go on most nearly straight, and returns the pairs and the end that is left of an odd number.
fn straightest(wires: &[Wire], ends: Vec<End>) -> (Vec<(End, End)>, Vec<End>) {
    let (mut found, mut left) = if ends.len() > MANY { opposite(wires, &ends) } else { (Vec::new(), ends) };
    let mut rated = Vec::new();
    for (at, one) in left.iter().enumerate() {
        for other in &left[at + 1..] {
            // Both leave the point, so wires that go straight on leave it in opposite directions.
            let straightness = -dot(leaving(wires, *one), leaving(wires, *other));
            rated.push((straightness, *one, *other));
        }
    }
    rated.sort_by(|one, other| other.0.total_cmp(&one.0));
    let mut taken: Vec<End> = Vec::new();
    for (_, one, other) in rated {
        if !taken.contains(&one) && !taken.contains(&other) {
            taken.extend([one, other]);
            found.push((one, other));
        }
    }
    left.retain(|end| !taken.contains(end));
    (found, left)
}

/// Joins ends of a large group until few are left, and returns the pairs and the rest. Two ends that are each other's straightest
/// continuation are joined whatever becomes of the others, so that not all pairs have to be compared.
fn opposite(wires: &[Wire], group: &[End]) -> (Vec<(End, End)>, Vec<End>) {
    let angle = |way: Point| way.y.atan2(way.x);
    let mut left: Vec<(f64, Point, End)> = group
        .iter()
        .map(|end| {
            let way = leaving(wires, *end);
            (angle(way), way, *end)
        })
        .collect();
    left.sort_by(|one, other| one.0.total_cmp(&other.0));
    let mut found = Vec::new();
    while left.len() > MANY {
        let count = left.len();
        // Of each end, the one that leaves most nearly the other way: beside the opposite angle, on one side or the other.
        let best: Vec<(f64, usize)> = left
            .iter()
            .enumerate()
            .map(|(at, (_, way, _))| {
                let wanted = angle(Point::new(-way.x, -way.y));
                let next = left.partition_point(|it| it.0 < wanted);
                let near = [count - 2, count - 1, 0, 1].map(|step| (next + step) % count);
                let others = near.into_iter().filter(|other| *other != at);
                let rated = others.map(|other| (-dot(*way, left[other].1), other));
                rated.max_by(|one, other| one.0.total_cmp(&other.0)).unwrap_or((f64::NEG_INFINITY, at))
            })
            .collect();
        let mut joined: Vec<(usize, usize)> = (0..count)
            .map(|at| (at, best[at].1))
            .filter(|(at, other)| at < other && best[*other].1 == *at)
            .collect();
        // Ends in one direction may each prefer another one of several.
        if joined.is_empty() {
            let first = (0..count).max_by(|one, other| best[*one].0.total_cmp(&best[*other].0));
            joined.extend(first.map(|at| (at, best[at].1)));
        }
        let mut is_joined = vec![false; count];
        for (one, other) in joined {
            is_joined[one] = true;
            is_joined[other] = true;
            found.push((left[one].2, left[other].2));
        }
        let mut is_joined = is_joined.into_iter();
        left.retain(|_| !is_joined.next().unwrap_or_default());
    }
    (found, left.into_iter().map(|(_, _, end)| end).collect())
}

/// Appends curves, so that they begin where the others end.
fn append(curves: &mut Vec<Curve>, more: Vec<Curve>) {
    let Some(mut last) = curves.pop() else {
        *curves = more;
        return;
    };
    let mut more = more.into_iter();
    let Some(mut first) = more.next() else {
        curves.push(last);
        return;
    };
    let bridge = meet(&mut last, &mut first);
    curves.push(last);
    curves.extend(bridge);
    curves.push(first);
    curves.extend(more);
}

impl Wire {
    /// Returns the wire closed if its end is its beginning and it encloses something: an outline is often drawn as a line back to
    /// its first point.
    pub fn closed_where_it_ends(self) -> Wire {
        let [Some(first), Some(last)] = [self.curves.first(), self.curves.last()] else { return self };
        let is_ring = !self.is_closed && first.from.distance_to(last.to) <= ENDS * self.length();
        let ring = is_ring.then(|| ring_of(self.curves.clone())).flatten();
        ring.unwrap_or(self)
    }
}

/// Returns the closed wire of curves whose end is near their beginning; `None` for fewer than three lines, which go there and back
/// and enclose nothing.
fn ring_of(mut curves: Vec<Curve>) -> Option<Wire> {
    close(&mut curves);
    join(&mut curves, f64::NEG_INFINITY);
    let encloses = curves.len() > 2 || curves.iter().any(|curve| !curve.is_line());
    encloses.then_some(Wire { curves, is_closed: true })
}

/// Lets the last curve end where the first begins.
fn close(curves: &mut Vec<Curve>) {
    let (Some(mut last), Some(mut first)) = (curves.last().copied(), curves.first().copied()) else { return };
    let bridge = if curves.len() == 1 {
        // A curve that comes back to its own beginning.
        (last.to != last.from).then(|| Curve::line(last.to, last.from))
    } else {
        let bridge = meet(&mut last, &mut first);
        let end = curves.len() - 1;
        (curves[end], curves[0]) = (last, first);
        bridge
    };
    curves.extend(bridge);
}

/// Moves the end of one curve, and the beginning of the next, into one point: lines give way to other curves. Between two of
/// these, what is more than rounding is bridged by a line.
fn meet(last: &mut Curve, first: &mut Curve) -> Option<Curve> {
    let (from, to) = (last.to, first.from);
    if from == to {
        return None;
    }
    match (last.is_line(), first.is_line()) {
        // Neither line knows better where they meet; each gives way by half.
        (true, true) => {
            let middle = Point::new(0.5 * (from.x + to.x), 0.5 * (from.y + to.y));
            (last.to, first.from) = (middle, middle);
        }
        // The end of an arc or curve follows from its form, and moving it would change the form.
        (true, false) => last.to = to,
        (false, true) => first.from = from,
        (false, false) => {
            let size = from.x.abs().max(from.y.abs()).max(last.from.distance_to(last.to));
            if from.distance_to(to) > SAME * size {
                return Some(Curve::line(from, to));
            }
            first.from = from;
        }
    }
    None
}
