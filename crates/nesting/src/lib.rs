//! Parts laid out on sheets: a search that is seeded and bounded in steps, so that every run gives the same places.
//!
//! Invariant: placed parts keep the gap from each other and the margin from the edge of their sheet, but for a millionth of the
//! gap; no part is left out for which an empty place of the sheet has room, but for a hundred-thousandth of the sheet.

mod clearance;
mod layout;
mod progress;
mod random;
mod scan;
mod separate;
mod solid;

use scenewright_geometry::{
    Affine, Bounds, FillRule, OffsetJoin, OffsetStyle, Outline, Point, Region, RegionOperation, Shape,
    ShapeError,
};

pub use progress::NestStep;

use layout::{Board, Budget, Kinds, Packer, Source};
use solid::Solid;

/// A part: its shapes with their places, and the angles that it may be turned by about the origin.
#[derive(Clone, Debug)]
pub struct NestPart<'a> {
    /// The shapes; lines take room as well as areas.
    pub shapes: Vec<(&'a Shape, Affine)>,
    /// The angles in radians, one at least.
    pub angles: Vec<f64>,
}

/// A sheet.
#[derive(Clone, Debug)]
pub enum NestSheet<'a> {
    /// A rectangle.
    Box(Bounds),
    /// The area of some shapes, without their holes.
    Area(Vec<(&'a Shape, Affine)>),
}

/// The choices of a layout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NestChoices {
    /// The least distance between parts.
    pub gap: f64,
    /// The least distance from the edge of a sheet.
    pub margin: f64,
    /// The length of the search.
    pub effort: NestEffort,
    /// The beginning of the random numbers.
    pub seed: u64,
    /// The most that curves are straightened by.
    pub tolerance: f64,
    /// The work that may be done in all.
    pub most_work: u64,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NestEffort {
    /// About a second.
    #[default]
    Fast,
    /// About five seconds.
    Good,
    /// About a minute.
    Best,
}

impl NestEffort {
    /// Returns the work of the search that moves parts together.
    fn work(self) -> u64 {
        match self {
            NestEffort::Fast => 6_000_000,
            NestEffort::Good => 30_000_000,
            NestEffort::Best => 400_000_000,
        }
    }

    /// Returns the rounds without success after which an attempt ends, the attempts, and the failures at one length.
    fn patience(self) -> [usize; 3] {
        match self {
            NestEffort::Fast => [25, 1, 0],
            NestEffort::Good => [100, 1, 1],
            NestEffort::Best => [150, 2, 4],
        }
    }
}

/// The place of a part.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NestPlace {
    /// The sheet among those that were given.
    pub sheet: usize,
    /// The angle among those of the part.
    pub turn: usize,
    /// The distance by which it is moved after it was turned.
    pub by: Point,
}

/// A layout.
#[derive(Clone, Debug, PartialEq)]
pub struct NestLayout {
    /// The places of the parts; `None` for those that no sheet has room for.
    pub places: Vec<Option<NestPlace>>,
    /// The extents of the parts on each sheet.
    pub extents: Vec<Option<Bounds>>,
    /// True where it was allowed less than a quarter of the work that belongs to the effort.
    pub is_stopped: bool,
}

/// The share of a sheet's size that bodies may overlap by and still touch, and its part of the gap at most.
const SLACK: f64 = 1e-9;
const SLACK_OF_GAP: f64 = 1e-7;

/// The share of a sheet's size that curves are straightened by at most.
const FINE: f64 = 1e-4;

/// The farthest that a corner reaches beyond the gap, in gaps: what would reach farther is cut off at the gap.
const MITER: f64 = 1.08;

/// The part of the work of an effort that finds most of what all of it does.
const ENOUGH: u64 = 4;

/// The part of the work that may be done to make room for one more part.
const INSERTIONS: u64 = 5;

/// The work of trying layouts, in the work of the search that moves parts together.
const CONSTRUCTIONS: u64 = 1;

/// The share of its size by which an offset may be off its place by rounding.
const ROUNDING: f64 = 1e-6;

/// The half width of a line, as a share of the sheet's size.
const HAIR: f64 = 1e-7;

/// Lays parts out on sheets, which are filled one after the other. A sheet is filled along its longer side. The listener hears
/// now and then what the search is doing, which changes nothing of it.
pub fn nest(
    parts: &[NestPart<'_>],
    sheets: &[NestSheet<'_>],
    choices: &NestChoices,
    listener: &dyn Fn(NestStep),
) -> Result<NestLayout, ShapeError> {
    let sizes = sheets.iter().map(|sheet| match sheet {
        NestSheet::Box(bounds) => *bounds,
        NestSheet::Area(shapes) => {
            let all = shapes.iter().map(|(shape, place)| shape.bounds(place)).reduce(Bounds::union);
            all.unwrap_or(Bounds { min: Point::ORIGIN, max: Point::ORIGIN })
        }
    });
    let sizes: Vec<Bounds> = sizes.collect();
    let size = sizes.iter().map(|it| it.width().max(it.height())).fold(0.0, f64::max);
    // A small gap on a large sheet must not be eaten up by the slack.
    let slack = if choices.gap > 0.0 { (size * SLACK).min(choices.gap * SLACK_OF_GAP) } else { size * SLACK };
    let straightened = choices.tolerance.min(size * FINE);
    let mut places: Vec<Option<NestPlace>> = vec![None; parts.len()];
    let mut extents = Vec::with_capacity(sheets.len());
    let mut regions = Vec::with_capacity(parts.len());
    for part in parts {
        // Each body carries half of the gap, so that bodies which touch are parts with the gap between them.
        regions.push(grown(&part.shapes, 0.5 * choices.gap, straightened, size)?);
    }
    let work = choices.effort.work().min(choices.most_work);
    let budget = Budget {
        construction: CONSTRUCTIONS.saturating_mul(work),
        insertion: work / INSERTIONS,
        compression: work,
        patience: choices.effort.patience(),
        seed: choices.seed,
    };
    let is_stopped = choices.most_work < choices.effort.work() / ENOUGH;
    /// The kinds of parts, where each comes from, and the kind of each part.
    type Made = (Kinds, Vec<Source>, Vec<Option<usize>>);
    let mut made: [Option<Made>; 2] = [None, None];
    for (index, sheet) in sheets.iter().enumerate() {
        let left: Vec<usize> = (0..parts.len()).filter(|at| places[*at].is_none()).collect();
        // The search fills from left to right, so a tall sheet is turned by exchanging x and y.
        let is_tall = sizes[index].height() > sizes[index].width();
        let (kinds, sources, kind_of) = made[usize::from(is_tall)]
            .get_or_insert_with(|| kinds_of(parts, &regions, is_tall, slack, straightened));
        // A sheet that is smaller than its margin.
        let Some(board) = board(sheet, &sizes[index], choices, straightened, is_tall, slack)? else {
            extents.push(None);
            continue;
        };
        let known: Vec<(usize, usize)> = left.iter().filter_map(|at| Some((*at, kind_of[*at]?))).collect();
        let of_kind: Vec<usize> = known.iter().map(|(_, kind)| *kind).collect();
        let mut packer = Packer::new(kinds, sources, &board, budget, slack, listener);
        let spots = packer.pack(&of_kind, true);
        let mut extent: Option<Bounds> = None;
        for ((at, kind), spot) in known.iter().zip(spots) {
            let Some(spot) = spot else { continue };
            let by = if is_tall { Point::new(spot.at.y, spot.at.x) } else { spot.at };
            places[*at] = Some(NestPlace { sheet: index, turn: spot.turn, by });
            let own = kinds[*kind][spot.turn].bounds;
            let own = if is_tall { swapped_box(&own) } else { own };
            let own = Bounds {
                min: Point::new(own.min.x + by.x + 0.5 * choices.gap, own.min.y + by.y + 0.5 * choices.gap),
                max: Point::new(own.max.x + by.x - 0.5 * choices.gap, own.max.y + by.y - 0.5 * choices.gap),
            };
            extent = Some(extent.map_or(own, |all| all.union(own)));
        }
        extents.push(extent);
    }
    Ok(NestLayout { places, extents, is_stopped })
}

/// Returns the bodies of parts at their angles, with those that are alike as one, and for each part which it is.
fn kinds_of(
    parts: &[NestPart<'_>],
    regions: &[Region],
    is_tall: bool,
    slack: f64,
    straightened: f64,
) -> (Kinds, Vec<Source>, Vec<Option<usize>>) {
    let mut kinds = Kinds::new();
    let mut sources: Vec<Source> = Vec::new();
    let mut firsts: Vec<usize> = Vec::new();
    let mut kind_of = Vec::with_capacity(parts.len());
    for (at, (part, region)) in parts.iter().zip(regions).enumerate() {
        // Copies share a body, and a result for one holds for all.
        let is_same = |first: &usize| parts[*first].angles == part.angles && regions[*first] == *region;
        if let Some(kind) = firsts.iter().position(is_same) {
            kind_of.push(Some(kind));
            continue;
        }
        let own = if is_tall { swapped(region) } else { region.clone() };
        let Some(solid) = Solid::of(&own, slack) else {
            kind_of.push(None);
            continue;
        };
        // Exchanging the axes mirrors the plane, which turns angles round.
        let angles: Vec<f64> =
            part.angles.iter().map(|angle| if is_tall { -angle } else { *angle }).collect();
        let turned: Vec<Solid> = angles.iter().map(|angle| solid.turned(*angle)).collect();
        // Chords of a curve lie otherwise at another angle.
        let near = match part.shapes.iter().all(|(shape, _)| shape.is_straight()) {
            true => ROUNDING * (solid.bounds.width() + solid.bounds.height()),
            false => 3.0 * straightened,
        };
        let is_own =
            (0..turned.len()).map(|at| !turned[..at].iter().any(|it| it.looks_like(&turned[at], near)));
        let is_own = is_own.collect();
        sources.push(Source { region: own, angles, is_own });
        kinds.push(turned);
        firsts.push(at);
        kind_of.push(Some(kinds.len() - 1));
    }
    (kinds, sources, kind_of)
}

/// Returns the room that some shapes take with half of the gap around them.
fn grown(
    shapes: &[(&Shape, Affine)],
    distance: f64,
    tolerance: f64,
    size: f64,
) -> Result<Region, ShapeError> {
    let mut outlines: Vec<Outline> = Vec::new();
    let mut is_curved = false;
    let mut exact: Option<Bounds> = None;
    for (shape, place) in shapes {
        let own = shape.bounds(place);
        exact = Some(exact.map_or(own, |all| all.union(own)));
        // Small shapes must stay round on a large sheet.
        let tolerance = tolerance.min(1e-3 * own.width().max(own.height())).max(f64::MIN_POSITIVE);
        is_curved |= !shape.is_straight();
        match shape.is_closed() {
            true => outlines.extend(shape.area_outline(place, tolerance)?),
            false => {
                // A line without a width has no area, and nothing would be placed around it. It is grown with all others.
                let half = HAIR * size;
                let chains = shape.flattened(place, tolerance)?;
                outlines.extend(chains.iter().flat_map(|chain| chain.edges()).map(|edge| strip(edge, half)));
            }
        }
    }
    let closed = Region::of(&outlines)?;
    // Curves are outside of their chords by the tolerance.
    let delta = distance + if is_curved { tolerance } else { 0.0 };
    if delta == 0.0 || closed.is_empty() {
        return Ok(closed);
    }
    let style =
        OffsetStyle { join: OffsetJoin::Miter, miter_limit: MITER, tolerance: tolerance.max(size * SLACK) };
    let mut region = closed.offset(delta, &style)?;
    let Some(exact) = exact.map(|own| own.widened(distance)) else { return Ok(region) };
    if is_curved && exact.width() > 0.0 && exact.height() > 0.0 {
        // Chords lead outside of their curves, but nothing does of the box of the curves: what fits side by side is not to be
        // kept apart by them.
        let within = [box_region(&exact).to_outline()];
        region = Region::combined(RegionOperation::Intersection, &[region.to_outline()], &within)?;
    }
    Ok(fitted(region, &exact))
}

/// Returns a region that fills a box that it fills but for rounding: offsets are computed on a grid, and parts that fit their
/// sheet exactly would not.
fn fitted(mut region: Region, target: &Bounds) -> Region {
    let Some(own) = Bounds::of_points(region.rings().flatten().copied()) else { return region };
    let reach = ROUNDING * (target.width() + target.height());
    let is_near = |one: Point, other: Point| one.distance_to(other) <= reach;
    if !is_near(own.min, target.min) || !is_near(own.max, target.max) {
        return region;
    }
    let along = |at: f64, [from, to]: [f64; 2], [first, last]: [f64; 2]| match at {
        // The ends are hit exactly.
        _ if at <= from => first,
        _ if at >= to => last,
        _ => first + (at - from) * (last - first) / (to - from),
    };
    for part in &mut region.parts {
        for point in std::iter::once(&mut part.outline).chain(&mut part.holes).flatten() {
            point.x = along(point.x, [own.min.x, own.max.x], [target.min.x, target.max.x]);
            point.y = along(point.y, [own.min.y, own.max.y], [target.min.y, target.max.y]);
        }
    }
    region
}

/// Returns an edge with a width.
fn strip([from, to]: [Point; 2], half: f64) -> Outline {
    let size = from.distance_to(to);
    let way = if size > 0.0 {
        Point::new(half * (to.x - from.x) / size, half * (to.y - from.y) / size)
    } else {
        Point::new(half, 0.0)
    };
    let at = |point: Point, along: f64, aside: f64| {
        Point::new(point.x + along * way.x - aside * way.y, point.y + along * way.y + aside * way.x)
    };
    let ring = vec![at(from, -1.0, -1.0), at(to, 1.0, -1.0), at(to, 1.0, 1.0), at(from, -1.0, 1.0)];
    Outline { rings: vec![ring], rule: FillRule::NonZero }
}

/// Returns what a sheet offers to parts with half of the gap around them; `None` where that is nothing.
fn board(
    sheet: &NestSheet<'_>,
    bounds: &Bounds,
    choices: &NestChoices,
    tolerance: f64,
    is_tall: bool,
    slack: f64,
) -> Result<Option<Board>, ShapeError> {
    // Bodies already hold half of the gap beyond their parts.
    let inset = choices.margin - 0.5 * choices.gap;
    let room = match sheet {
        NestSheet::Box(bounds) => box_region(&bounds.widened(-inset)),
        NestSheet::Area(shapes) => {
            let mut outlines = Vec::new();
            for (shape, place) in shapes {
                outlines.extend(shape.area_outline(place, tolerance)?);
            }
            let region = Region::of(&outlines)?;
            let delta =
                -inset - if shapes.iter().all(|(shape, _)| shape.is_straight()) { 0.0 } else { tolerance };
            let style = OffsetStyle { join: OffsetJoin::Miter, miter_limit: 2.0, tolerance };
            if delta == 0.0 { region } else { region.offset(delta, &style)? }
        }
    };
    let room = if is_tall { swapped(&room) } else { room };
    let Some(frame) = Bounds::of_points(room.rings().flatten().copied()) else { return Ok(None) };
    if !(frame.width() > 0.0 && frame.height() > 0.0) {
        return Ok(None);
    }
    let area = room.area();
    let is_box = (area - frame.width() * frame.height()).abs() <= 1e-9 * area;
    let mut fixed = Vec::new();
    if !is_box {
        // The surroundings of the room are a body that nothing may overlap, a little beyond the frame.
        let side = 0.05 * bounds.width().max(bounds.height());
        let around = box_region(&frame.widened(side));
        let rest =
            Region::combined(RegionOperation::Difference, &[around.to_outline()], &[room.to_outline()])?;
        for part in rest.parts {
            fixed.extend(Solid::of(&Region { parts: vec![part] }, slack));
        }
    }
    Ok(Some(Board { frame, fixed, area }))
}

fn box_region(bounds: &Bounds) -> Region {
    let (min, max) = (bounds.min, bounds.max);
    if !(max.x > min.x && max.y > min.y) {
        return Region::default();
    }
    let outline = vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
    Region { parts: vec![scenewright_geometry::RegionPart { outline, holes: Vec::new() }] }
}

fn swapped_box(bounds: &Bounds) -> Bounds {
    let swap = |point: Point| Point::new(point.y, point.x);
    Bounds { min: swap(bounds.min), max: swap(bounds.max) }
}

/// Returns a region with x and y exchanged; its outlines still have the area on their left.
fn swapped(region: &Region) -> Region {
    let ring =
        |ring: &Vec<Point>| ring.iter().rev().map(|point| Point::new(point.y, point.x)).collect::<Vec<_>>();
    let parts = region.parts.iter().map(|part| scenewright_geometry::RegionPart {
        outline: ring(&part.outline),
        holes: part.holes.iter().map(ring).collect(),
    });
    Region { parts: parts.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solid::Put;

    #[test]
    fn bodies_overlap_whichever_of_them_moves() {
        let body = |shape: &Shape| {
            let region = grown(&[(shape, Affine::IDENTITY)], 0.05, 0.01, 120.0).unwrap();
            Solid::of(&region, 1e-9).unwrap()
        };
        let angle = body(&Shape::path("M 0 0 H 10.5 V 1 H 1 V 15.2 H 0 Z").unwrap());
        let disc = body(&Shape::circle(3.0, 4.0, 2.5).unwrap());
        // The edge that is crossed is on the border of the box that both have in common.
        let places = [
            (
                Point::new(5.728_001_540_365_63, 24.699_921_360_476_345),
                Point::new(1.029_372_304_431_539_5, 33.389_813_424_108_17),
                true,
            ),
            (Point::new(0.0, 0.0), Point::new(0.0, 0.0), true),
            (Point::new(0.0, 0.0), Point::new(2.0, 2.0), false),
            (Point::new(0.0, 0.0), Point::new(50.0, 2.0), false),
        ];
        for (one, other, expected) in places {
            let (one, other) = (Put::new(&angle, one), Put::new(&disc, other));
            assert_eq!([one.overlaps(&other, &mut 0), other.overlaps(&one, &mut 0)], [expected; 2]);
        }
    }

    fn nested(shapes: &[Shape], size: (f64, f64), gap: f64, margin: f64) -> NestLayout {
        let part = |shape| NestPart { shapes: vec![(shape, Affine::IDENTITY)], angles: vec![0.0, 1.0] };
        let parts: Vec<NestPart<'_>> = shapes.iter().map(part).collect();
        let sheet = NestSheet::Box(Bounds { min: Point::ORIGIN, max: Point::new(size.0, size.1) });
        let effort = NestEffort::Fast;
        let choices = NestChoices { gap, margin, effort, seed: 0, tolerance: 0.01, most_work: 1_000_000 };
        nest(&parts, &[sheet], &choices, &|_| ()).unwrap()
    }

    #[test]
    fn round_parts_that_fit_side_by_side_exactly_are_placed() {
        // Three discs of 49 in a row with gaps of 2, and six plates with round corners that fill the sheet.
        let discs = vec![Shape::circle(0.0, 0.0, 24.5).unwrap(); 3];
        assert_eq!(nested(&discs, (151.0, 49.0), 2.0, 0.0).places.iter().flatten().count(), 3);
        let round = Shape::path(
            "M 5 0 H 27 A 5 5 0 0 1 32 5 V 44 A 5 5 0 0 1 27 49 H 5 A 5 5 0 0 1 0 44 V 5 A 5 5 0 0 1 5 0 Z",
        );
        let plates = vec![round.unwrap(); 6];
        assert_eq!(nested(&plates, (100.0, 100.0), 2.0, 0.0).places.iter().flatten().count(), 6);
    }

    #[test]
    fn lines_keep_one_gap_and_not_two() {
        let lines = vec![Shape::line(vec![Point::ORIGIN, Point::new(50.0, 0.0)]).unwrap(); 5];
        let layout = nested(&lines, (60.0, 20.0), 3.0, 3.0);
        assert_eq!(layout.places.iter().flatten().count(), 5);
        let extent = layout.extents[0].unwrap();
        assert!((extent.min.x - 3.0).abs() < 1e-4 && (extent.height() - 12.0).abs() < 1e-3, "{extent:?}");
    }

    #[test]
    fn angles_at_which_a_body_looks_alike_are_tried_once() {
        let angles: Vec<f64> = (0..4).map(|turns| f64::from(turns) * std::f64::consts::FRAC_PI_2).collect();
        for (path, distinct) in [
            ("M 5 0 A 5 5 0 0 1 -5 0 A 5 5 0 0 1 5 0 Z", 1),
            ("M 0 0 H 9 V 4 H 0 Z", 2),
            ("M 0 0 H 9 V 2 H 2 V 5 H 0 Z", 4),
        ] {
            let shape = Shape::path(path).unwrap();
            let part = NestPart { shapes: vec![(&shape, Affine::IDENTITY)], angles: angles.clone() };
            let region = grown(&part.shapes, 0.5, 0.001, 20.0).unwrap();
            let (_, sources, _) = kinds_of(&[part], &[region], false, 1e-8, 0.001);
            assert_eq!(sources[0].is_own.iter().filter(|it| **it).count(), distinct, "{path}");
        }
    }

    #[test]
    fn place_between_columns_is_found() {
        let diamond = |x: f64, y: f64, half: f64| {
            let points = [(half, 0.0), (0.0, half), (-half, 0.0), (0.0, -half)];
            let points = points.map(|(dx, dy)| Point::new(x + dx, y + dy)).to_vec();
            Shape::polygon(points, Vec::new()).unwrap()
        };
        // Needles at both ends, so that the box of the place does not show where it is.
        let needled = |x: f64, y: f64, half: f64| {
            let side = |way: f64| {
                [(half - 0.02, 0.02 * way), (half + 15.0, 0.0), (half - 0.02, -0.02 * way)]
                    .map(|(dx, dy)| (way * dx, dy))
            };
            let points = [vec![(0.0, half)], side(1.0).to_vec(), vec![(0.0, -half)], side(-1.0).to_vec()];
            let points = points.concat().into_iter().map(|(dx, dy)| Point::new(x + dx, y + dy)).collect();
            Shape::polygon(points, Vec::new()).unwrap()
        };
        // A long sheet, too narrow for the part but at one place, where it can move by a fiftieth alone.
        let strip = Shape::rect(500.0, 2.5, 1000.0, 5.0).unwrap();
        let part = diamond(0.0, 0.0, 10.0);
        for (x, room, expected) in [(371.317, 0.02, true), (613.91, 0.04, true), (371.317, -0.02, false)] {
            let pocket = needled(x, 40.0, 10.0 + room);
            let sheet = NestSheet::Area(vec![(&strip, Affine::IDENTITY), (&pocket, Affine::IDENTITY)]);
            let parts = [NestPart { shapes: vec![(&part, Affine::IDENTITY)], angles: vec![0.0] }];
            let choices = NestChoices {
                gap: 0.0,
                margin: 0.0,
                effort: NestEffort::Fast,
                seed: 0,
                tolerance: 0.01,
                most_work: 100_000,
            };
            let found = nest(&parts, &[sheet], &choices, &|_| {}).unwrap();
            assert_eq!(found.places[0].is_some(), expected, "{x} {room}: {found:?}");
        }
    }
}
