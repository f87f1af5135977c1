//! The order in which contours are cut, where the tool goes in, and the tabs that hold a part.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use super::affine::{Affine, Point};
use super::bounds::Bounds;
use super::curve::Curve;
use super::curve_region::CurveRegion;
use super::extent::ArcSpan;
use super::nearness::CurveTree;
use super::region::RegionOperation;
use super::shape::Shape;
use super::shape_error::ShapeError;
use super::vector::{ahead, cross, dot, mix};
use super::wire::{Wire, length_of};

/// A line that is cut.
#[derive(Clone, Debug, PartialEq)]
pub struct Contour {
    /// The line. Of the outline of an area and of its holes, what falls off is on the right.
    pub wire: Wire,
    /// The area that the contour bounds, if any.
    pub side: ContourSide,
}

/// The area of a contour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ContourSide {
    /// A part from the outside: tabs hold it.
    Outline,
    /// A hole of a part.
    Hole,
    /// Nothing: a line that is followed as it is.
    Line,
}

/// The lead-in to a contour, on the side of what falls off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeadIn {
    /// The length of the lead-in.
    pub length: f64,
    /// True for a quarter of a circle, which ends along the contour; false for a line at a right angle.
    pub is_arc: bool,
}

/// The places where the outline of a part is not cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tabs {
    /// This many, of a width.
    Count(usize, f64),
    /// The largest distance between tabs along the contour, and the width of each.
    Spacing(f64, f64),
}

/// The way of the tool along one contour.
#[derive(Clone, Debug, PartialEq)]
pub struct ContourCut {
    /// The contour among those that were given.
    pub contour: usize,
    /// The pieces cut in one go, more than one with tabs.
    pub wires: Vec<Wire>,
    /// The length of the lead-in; 0 where there is no room for one.
    pub lead: f64,
    /// The number of tabs.
    pub tabs: usize,
}

/// The points of a curve that stand for it when contours are compared, and where a tool may go in.
const POINTS_OF_CURVE: usize = 8;
const STARTS: [f64; 3] = [0.5, 0.25, 0.75];

/// The shares of its length that a lead-in is tried with, where there is no room for all of it: a short one is better than to
/// pierce the contour itself.
const LEAD_SHARES: [f64; 3] = [1.0, 0.5, 0.25];

/// The places of a contour where a lead-in is tried, the nearest ones to the tool: each is compared with all contours around it.
const MAX_STARTS: usize = 48;

/// The share of a contour that tabs may take: with more, the part would be left uncut rather than held.
const MAX_TABS: f64 = 0.5;

/// The distances of a tab from corners that are tried, in widths of the tab: with room for the tool, and at least off the corner.
const CLEAR_OF_CORNERS: [f64; 3] = [3.0, 1.0, 0.25];

/// The turns between two curves, in radians, up to which they are one straight line, and one bend without a corner: chords of circles
/// in files of other programs turn by less than 10 degrees.
const STRAIGHT: f64 = 1e-6;
const CORNER: f64 = 0.175;

/// The share of a length that is only rounding.
const SAME_LENGTH: f64 = 1e-9;

/// Returns the outlines and the holes of an area; `None` where curves are too similar to be distinguished.
pub fn contours_of(shapes: &[(&Shape, Affine)]) -> Result<Option<Vec<Contour>>, ShapeError> {
    let Some(region) = CurveRegion::combined(RegionOperation::Union, shapes, &[])? else { return Ok(None) };
    let mut contours = Vec::new();
    for part in region.parts() {
        for (index, ring) in part.iter().enumerate() {
            let wire = Wire { curves: ring.clone(), is_closed: true };
            let side = if index == 0 { ContourSide::Outline } else { ContourSide::Hole };
            contours.push(Contour { wire, side });
        }
    }
    Ok(Some(contours))
}

/// A contour while the order is found.
struct Candidate {
    bounds: Bounds,
    /// The corners of the contour, with some points of its curves.
    points: Vec<Point>,
    /// The contours inside that are not cut yet.
    inner: usize,
    /// The contours around it.
    outer: Vec<usize>,
    is_done: bool,
}

/// Returns the cuts in their order: what is inside of a contour before the contour, and of what may be next, the nearest.
pub fn cutting_order(
    contours: &[Contour],
    start: Point,
    lead: Option<&LeadIn>,
    tabs: Option<&Tabs>,
) -> Vec<ContourCut> {
    let mut candidates: Vec<Candidate> = contours.iter().map(|it| candidate(&it.wire)).collect();
    for inner in 0..candidates.len() {
        for outer in 0..candidates.len() {
            if inner != outer
                && contours[outer].wire.is_closed
                && is_inside(&candidates[inner], &candidates[outer])
            {
                candidates[inner].outer.push(outer);
                candidates[outer].inner += 1;
            }
        }
    }
    let mut at = start;
    let mut cuts = Vec::with_capacity(contours.len());
    while let Some(next) = nearest(contours, &candidates, at) {
        candidates[next].is_done = true;
        for outer in candidates[next].outer.clone() {
            candidates[outer].inner -= 1;
        }
        let cut = cut_of(contours, &candidates, next, at, lead, tabs);
        at = cut.wires.last().map_or(at, |wire| wire.reversed().start());
        cuts.push(cut);
    }
    cuts
}

/// Leaves out of cuts the stretches along contours that are cut before, so that an edge of two parts is cut once. The rest of
/// such a contour is cut from end to end, without a lead-in and without tabs.
pub fn cut_once(contours: &[Contour], cuts: &mut Vec<ContourCut>) {
    let bounds: Vec<Option<Bounds>> = contours.iter().map(|it| CurveTree::new([&it.wire]).bounds()).collect();
    let mut done: Vec<usize> = Vec::with_capacity(cuts.len());
    cuts.retain_mut(|cut| {
        let wire = &contours[cut.contour].wire;
        let is_beside = |other: &usize| {
            bounds[cut.contour].zip(bounds[*other]).is_some_and(|(own, other)| {
                // The bounds of contours that touch overlap but for rounding.
                let slack = 1e-9 * (own.width() + own.height());
                own.widened(slack).meets(&other)
            })
        };
        let before: Vec<Wire> =
            done.iter().copied().filter(is_beside).map(|it| contours[it].wire.clone()).collect();
        done.push(cut.contour);
        if before.is_empty() {
            return true;
        }
        let tree = CurveTree::new(&before);
        let pieces = wire.split(&wire.meetings(&before));
        let is_left: Vec<bool> = pieces.iter().map(|piece| !tree.covers(piece)).collect();
        if is_left.iter().all(|it| *it) {
            return true;
        }
        // It starts after a piece that is left out, so that a piece over the beginning of a closed line stays whole.
        let first = is_left.iter().position(|it| !*it).unwrap_or(0);
        let mut wires: Vec<Wire> = Vec::new();
        let mut goes_on = false;
        for step in 1..=pieces.len() {
            let at = (first + step) % pieces.len();
            // The beginning of an open line does not follow its end.
            goes_on &= at != 0 || wire.is_closed;
            match (is_left[at], wires.last_mut()) {
                (true, Some(last)) if goes_on => last.curves.extend(pieces[at].curves.iter().copied()),
                (true, _) => wires.push(Wire { curves: pieces[at].curves.clone(), is_closed: false }),
                (false, _) => {}
            }
            goes_on = is_left[at];
        }
        (cut.wires, cut.lead, cut.tabs) = (wires, 0.0, 0);
        !cut.wires.is_empty()
    });
}

fn candidate(wire: &Wire) -> Candidate {
    let mut points = vec![wire.start()];
    for curve in &wire.curves {
        let count = if curve.is_line() { 1 } else { POINTS_OF_CURVE };
        points.extend((1..=count).map(|step| curve.at(step as f64 / count as f64)));
    }
    let bounds = CurveTree::new([wire]).bounds();
    let nothing = Bounds { min: wire.start(), max: wire.start() };
    Candidate { bounds: bounds.unwrap_or(nothing), points, inner: 0, outer: Vec::new(), is_done: false }
}

/// Returns true if most of a contour is inside of another: contours may touch.
fn is_inside(inner: &Candidate, outer: &Candidate) -> bool {
    let (one, other) = (&inner.bounds, &outer.bounds);
    // The bounds of contours that touch are equal but for rounding.
    let slack = 1e-9 * (other.width() + other.height());
    if one.min.x < other.min.x - slack
        || one.min.y < other.min.y - slack
        || one.max.x > other.max.x + slack
        || one.max.y > other.max.y + slack
        || one == other
    {
        return false;
    }
    let middles = inner.points.windows(2).map(|pair| mix(pair[0], pair[1], 0.5));
    let (mut within, mut count) = (0, 0);
    for point in middles {
        count += 1;
        within += usize::from(holds(&outer.points, point));
    }
    // More than half, not all: where contours touch, rounding decides about single points.
    2 * within > count
}

/// Returns true for a point inside of a ring of points.
fn holds(ring: &[Point], point: Point) -> bool {
    let mut is_inside = false;
    for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
        if (from.y > point.y) != (to.y > point.y)
            && point.x < from.x + (to.x - from.x) * (point.y - from.y) / (to.y - from.y)
        {
            is_inside = !is_inside;
        }
    }
    is_inside
}

fn nearest(contours: &[Contour], candidates: &[Candidate], at: Point) -> Option<usize> {
    let distance = |index: usize| {
        let own = &candidates[index];
        let ends = [own.points.first(), own.points.last()];
        let near = |all: &mut dyn Iterator<Item = &Point>| {
            all.map(|point| at.distance_to(*point)).fold(f64::INFINITY, f64::min)
        };
        match contours[index].wire.is_closed {
            true => near(&mut own.points.iter()),
            false => near(&mut ends.into_iter().flatten()),
        }
    };
    let free = (0..candidates.len()).filter(|index| {
        let own = &candidates[*index];
        !own.is_done && own.inner == 0
    });
    free.map(|index| (index, distance(index)))
        .min_by(|(_, one), (_, other)| one.total_cmp(other))
        .map(|(index, _)| index)
        // Contours that are the same are inside of each other: one of them has to be first.
        .or_else(|| candidates.iter().position(|own| !own.is_done))
}

fn cut_of(
    contours: &[Contour],
    candidates: &[Candidate],
    index: usize,
    at: Point,
    lead: Option<&LeadIn>,
    tabs: Option<&Tabs>,
) -> ContourCut {
    let Contour { wire, side } = &contours[index];
    if !wire.is_closed {
        let backwards = wire.reversed();
        // An open line may be followed from either end; the tool takes the nearer one.
        let is_turned = at.distance_to(backwards.start()) < at.distance_to(wire.start());
        let wires = vec![if is_turned { backwards } else { wire.clone() }];
        return ContourCut { contour: index, wires, lead: 0.0, tabs: 0 };
    }
    let led = lead
        .filter(|_| *side != ContourSide::Line)
        .and_then(|lead| led_in(contours, candidates, index, at, lead));
    let opened = match &led {
        Some((begin, ..)) => opened(wire, *begin),
        None => {
            let corners = wire.curves.iter().map(|curve| curve.from);
            let begin = corners.min_by(|one, other| at.distance_to(*one).total_cmp(&at.distance_to(*other)));
            opened(wire, begin.unwrap_or(wire.start()))
        }
    };
    let mut wires = vec![opened];
    let mut tab_count = 0;
    if let Some(tabs) = tabs.filter(|_| *side == ContourSide::Outline) {
        let pieces = between_tabs(&wires[0], tabs);
        tab_count = pieces.len().saturating_sub(1);
        if tab_count > 0 {
            wires = pieces;
        }
    }
    let length = match led {
        Some((_, way, length)) => {
            wires[0].curves.insert(0, way);
            length
        }
        None => {
            if tab_count == 0 {
                wires[0].is_closed = true;
            }
            0.0
        }
    };
    ContourCut { contour: index, wires, lead: length, tabs: tab_count }
}

/// Returns the place where a tool may go in that is nearest to where it is, the lead-in and its length.
fn led_in(
    contours: &[Contour],
    candidates: &[Candidate],
    index: usize,
    at: Point,
    lead: &LeadIn,
) -> Option<(Point, Curve, f64)> {
    let wire = &contours[index].wire;
    let mut starts: Vec<(Point, Point)> = Vec::new();
    for curve in &wire.curves {
        starts.extend(STARTS.map(|t| (curve.at(t), curve.direction(t))));
    }
    starts.sort_by(|(one, _), (other, _)| at.distance_to(*one).total_cmp(&at.distance_to(*other)));
    starts.truncate(MAX_STARTS);
    for share in LEAD_SHARES {
        let length = share * lead.length;
        for (begin, direction) in &starts {
            let way = way_in(*begin, *direction, length, lead.is_arc)?;
            if is_on_the_right(wire, way.from) && is_free(contours, candidates, index, &way, length) {
                return Some((*begin, way, length));
            }
        }
    }
    None
}

/// Returns the lead-in that ends at a point of a contour, from the right of it.
fn way_in(end: Point, direction: Point, length: f64, is_arc: bool) -> Option<Curve> {
    let size = direction.distance_to(Point::ORIGIN);
    if size == 0.0 {
        return None;
    }
    let along = Point::new(direction.x / size, direction.y / size);
    let right = Point::new(along.y, -along.x);
    if !is_arc {
        return Some(Curve::line(ahead(end, right, length), end));
    }
    let radius = length / FRAC_PI_2;
    let center = ahead(end, right, radius);
    let start = ahead(center, along, -radius);
    // Clockwise about a point on the right of the contour, so that it ends along it.
    let angle = (start.y - center.y).atan2(start.x - center.x);
    Some(Curve::arc(start, end, ArcSpan::circular(center, radius, angle, -2.0 * FRAC_PI_4)))
}

/// Returns true for a point to the right of the contour, where what falls off is. An arc that is flatter than a round hole touches
/// it from the other side, and meets it nowhere else.
fn is_on_the_right(wire: &Wire, point: Point) -> bool {
    let (place, _) = wire.nearest(point);
    let (near, direction) = wire.at_length(wire.length_at(&place));
    direction.x * (point.y - near.y) - direction.y * (point.x - near.x) < 0.0
}

/// Returns true if a lead-in meets no contour but its own, and that one only where it ends.
fn is_free(contours: &[Contour], candidates: &[Candidate], index: usize, way: &Curve, length: f64) -> bool {
    let way = Wire { curves: vec![*way], is_closed: false };
    let (start, end) = (way.start(), way.reversed().start());
    // A little longer, so that it does not begin on another contour.
    let reach = Bounds {
        min: Point::new(start.x.min(end.x) - length, start.y.min(end.y) - length),
        max: Point::new(start.x.max(end.x) + length, start.y.max(end.y) + length),
    };
    // The end of the lead-in is a computed point of the contour, off by rounding of the coordinates.
    let near = 1e-6 * length;
    contours.iter().enumerate().all(|(at, other)| {
        let bounds = &candidates[at].bounds;
        let is_far = bounds.min.x > reach.max.x
            || bounds.max.x < reach.min.x
            || bounds.min.y > reach.max.y
            || bounds.max.y < reach.min.y;
        // Engraved lines do not separate anything, so a lead-in may cross them.
        if is_far || other.side == ContourSide::Line {
            return true;
        }
        way.meetings(std::slice::from_ref(&other.wire))
            .iter()
            .all(|place| at == index && place.point.distance_to(end) <= near)
    })
}

/// Returns a closed wire as an open one that begins and ends at a point of it.
fn opened(wire: &Wire, begin: Point) -> Wire {
    let (place, _) = wire.nearest(begin);
    // Cut once more on the other side: an arc of a full turn has no beginning.
    let half = wire.place_at_length(0.5 * wire.length() + wire.length_at(&place));
    let mut parts = wire.split(&[place, half]);
    if let Some(first) = parts.iter().position(|part| part.start() == place.point) {
        parts.rotate_left(first);
    }
    Wire { curves: parts.into_iter().flat_map(|part| part.curves).collect(), is_closed: false }
}

/// Returns what is cut between tabs; one piece where there is no room for any.
fn between_tabs(wire: &Wire, tabs: &Tabs) -> Vec<Wire> {
    let whole = wire.length();
    let (count, width) = match *tabs {
        Tabs::Count(count, width) => (count, width),
        Tabs::Spacing(spacing, width) => ((whole / spacing).ceil() as usize, width),
    };
    // Tabs on more than half of the outline would leave the part uncut: it is cut whole instead.
    if count == 0 || count as f64 * width > MAX_TABS * whole {
        return vec![wire.clone()];
    }
    let stretches = stretches_of(wire);
    let mut middles = tab_middles(&stretches, whole, count, width);
    if let Tabs::Spacing(spacing, _) = *tabs {
        // Tabs that keep away from corners may be farther apart than was asked for: one more brings them nearer to each other.
        let more = (count + 1..=2 * count).take_while(|more| *more as f64 * width <= MAX_TABS * whole);
        let is_near = |middles: &Vec<f64>| widest_gap(middles, whole) <= spacing * (1.0 + SAME_LENGTH);
        middles = std::iter::once(middles)
            .chain(more.map(|more| tab_middles(&stretches, whole, more, width)))
            .find(is_near)
            .unwrap_or_else(|| evenly(whole, count).collect());
    }
    let ends = middles.iter().flat_map(|middle| [middle - 0.5 * width, middle + 0.5 * width]);
    let places: Vec<_> = ends.map(|at| wire.place_at_length(at)).collect();
    // Cuts and tabs take turns, and the first is a cut, as the first tab lies after the beginning.
    wire.split(&places).into_iter().step_by(2).collect()
}

/// A part of a contour between two corners, or between two bends.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    /// The lengths along the contour from its beginning.
    from: f64,
    to: f64,
    is_straight: bool,
}

/// Returns the parts of an open wire without corners, and the straight ones among them.
fn stretches_of(wire: &Wire) -> Vec<Stretch> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for is_straight in [true, false] {
        let (mut from, mut at) = (0.0, 0.0);
        let mut before: Option<&Curve> = None;
        for curve in &wire.curves {
            let goes_on = before.is_some_and(|before| {
                let both_are = before.is_line() && curve.is_line();
                let turn = turn_between(before.direction(1.0), curve.direction(0.0));
                turn <= if is_straight { STRAIGHT } else { CORNER } && (both_are || !is_straight)
            });
            if !goes_on {
                stretches.push(Stretch { from, to: at, is_straight });
                from = at;
            }
            at += length_of(curve, 1.0);
            before = (!is_straight || curve.is_line()).then_some(curve);
            // An arc is no straight stretch: the next one begins after it.
            if before.is_none() {
                from = at;
            }
        }
        stretches.push(Stretch { from, to: at, is_straight });
    }
    stretches.retain(|stretch| stretch.to > stretch.from);
    stretches
}

/// Returns the angle between two directions, from 0 to half a turn.
fn turn_between(one: Point, other: Point) -> f64 {
    cross(one, other).atan2(dot(one, other)).abs()
}

/// Returns the middles of tabs at equal distances, half of one from the beginning: there the tool goes in.
fn evenly(whole: f64, count: usize) -> impl Iterator<Item = f64> {
    let step = whole / count as f64;
    (0..count).map(move |index| (index as f64 + 0.5) * step)
}

/// Returns the middles of the tabs, about as far from each other: a bridge is cut off and filed on a straight stretch, and where there
/// is none, on a bend, but not at a corner.
fn tab_middles(stretches: &[Stretch], whole: f64, count: usize, width: f64) -> Vec<f64> {
    let step = whole / count as f64;
    let clear_of_corners = |middle: f64| {
        // A tab keeps to its own share of the contour, so that two never meet and none is where the tool goes in.
        let reach = (0.5 * step - width).max(0.0);
        let place = |is_straight: bool, clear: f64| {
            let own = stretches.iter().filter(|it| it.is_straight == is_straight);
            let nearest = own.filter_map(|stretch| {
                let room = 0.5 * width + clear;
                let low = (stretch.from + room).max(middle - reach);
                let high = (stretch.to - room).min(middle + reach);
                (low <= high).then(|| middle.clamp(low, high))
            });
            nearest.min_by(|one, other| (one - middle).abs().total_cmp(&(other - middle).abs()))
        };
        let ways = [true, false]
            .into_iter()
            .flat_map(|is_straight| CLEAR_OF_CORNERS.map(|clear| (is_straight, clear * width)));
        ways.into_iter().find_map(|(is_straight, clear)| place(is_straight, clear)).unwrap_or(middle)
    };
    evenly(whole, count).map(clear_of_corners).collect()
}

/// Returns the greatest distance along a contour from one tab to the next.
fn widest_gap(middles: &[f64], whole: f64) -> f64 {
    let around = middles.first().zip(middles.last()).map(|(first, last)| whole - last + first);
    middles.windows(2).map(|pair| pair[1] - pair[0]).chain(around).fold(0.0, f64::max)
}
