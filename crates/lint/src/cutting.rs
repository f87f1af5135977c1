//! The rules for sheets that a machine cuts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::f64::consts::PI;

use scenewright_geometry::vector::{cross, difference, dot, length};
use scenewright_geometry::{Bounds, BoxTree, DisjointSets, Edge, Point, Wire};

use super::contours::{Chains, Contour, End, Strand, chain, strands};
use super::doubles::{Doubles, SAME, doubles};
use super::edge_math::{
    Strip, at, bounds, cover, direction, distance_to, edge_length, meetings, mix, nearest, strip, unit,
};
use super::finding::{Collector, Fault};
use super::hinges::hinge_slits;
use super::number::mm;
use super::plan::{Content, Item, Plan};
use super::profile::{LayerUse, NO_SIZE, Profile, ROUNDING, Settings, TOUCHING};
use super::rules::Severity;

/// Ends that are farther apart are not a gap by mistake.
const WIDEST_GAP: f64 = 3.0;

/// The largest gap as a share of the shorter outline: two separate marks side by side are not a gap.
const GAP_SHARE: f64 = 0.5;

/// The least width of an outline, as a multiple of a gap in it, with which the gap is a mistake beyond doubt: two slits side by side and
/// the dashes of a perforation nearly meet too.
const CLEAR_WIDTH: f64 = 4.0;

/// The turn of a corner, in radians, from which a round tool leaves material in it: 40 degrees.
pub(crate) const SHARP: f64 = 0.7;

/// The cosine of the angle between the sides of a strip and the way across it, up to which they face each other: 20 degrees from a
/// right angle.
pub(crate) const ASLANT: f64 = 0.35;

/// The most crossings of two contours that are reported one by one: two outlines that cross more often lie across each other, and
/// are fixed as a whole.
const MAX_CROSSINGS: usize = 8;

/// The longest loop, in millimetres along its line, that may lie within a cut, however wide that is: the burn that programs allow
/// for is less, and a router's path is computed from the outline, which must not cross itself visibly.
const MAX_LOOP: f64 = 0.8;

/// The longest line that closes an outline only because its file has three decimals.
const CLOSING: f64 = 2e-3;

/// An edge up to this length, in millimetres, is the rounding of a program: files have six decimals at most.
const NO_EDGE: f64 = 1e-7;

/// The tolerance at the edge of the sheet, in millimetres: as far apart as ends that count as joined (`JOINED`).
const OFF: f64 = 0.05;

/// The greatest distance between curves and the lines in which their bends are searched for, in millimetres: far below the radius
/// of any cutter.
const BEND: f64 = 0.002;

/// The most places of two contours that are reported as too near each other: contours that run along each other have as many as
/// edges.
const MAX_NEAR: usize = 8;

/// The most places of two contours that are compared to find the stretches in which they are near each other, after which only
/// nearer ones count: a drawing in inches that is taken for one in millimetres has all its edges near each other.
const MAX_COMPARED: usize = 2_000;

/// The places of a sheet in which contours are near each other after which only the nearest one of each two contours counts: some
/// hundred thousand are no mistakes of single parts, but of the unit.
const MAX_PLACES: usize = 100_000;

/// The relation of two contours, or of one to itself.
struct PairFacts {
    crossings: Vec<Crossing>,
    near: Vec<Nearest>,
    /// The distance of the nearest of these.
    nearest: f64,
    is_touching: bool,
    /// True where the nearest place alone counts.
    is_one_place: bool,
}

impl Default for PairFacts {
    fn default() -> Self {
        PairFacts {
            crossings: Vec::new(),
            near: Vec::new(),
            nearest: f64::INFINITY,
            is_touching: false,
            is_one_place: false,
        }
    }
}

impl PairFacts {
    /// Returns true if not all places in which the contours are near each other are known.
    fn is_full(&self) -> bool {
        self.is_one_place || self.near.len() >= MAX_COMPARED
    }

    /// Returns the distance up to which further edges add something that is reported.
    fn reach(&self, pair: (usize, usize), near: f64) -> f64 {
        // Contours that touch are not reported as near each other.
        if self.is_touching && pair.0 != pair.1 {
            return 0.0;
        }
        if self.is_full() { near.min(self.nearest) } else { near }
    }
}

/// A place where two contours, or one and itself, cross.
#[derive(Clone, Copy)]
struct Crossing {
    at: Point,
    /// The lengths from the beginnings of the contours to there.
    lengths: [f64; 2],
    strands: [usize; 2],
}

#[derive(Clone, Copy)]
struct Nearest {
    distance: f64,
    /// The length of the strip between two lines.
    length: f64,
    one: Point,
    other: Point,
    /// The numbers of the edges in their contours.
    edges: [usize; 2],
    strands: [usize; 2],
}

impl Nearest {
    /// Returns true if this place is the better one: it is nearer, or as near with a longer strip, as corners are at its ends.
    fn is_before(&self, other: &Nearest) -> bool {
        /// A difference in millimetres that is only rounding.
        const EQUAL: f64 = 1e-6;
        let nearer = other.distance - self.distance;
        nearer > EQUAL || (nearer >= -EQUAL && self.length > other.length)
    }
}

/// A check of one sheet.
pub(crate) struct Sheet<'a> {
    plan: &'a Plan,
    settings: &'a Settings,
    strands: Vec<Strand>,
    pub(crate) contours: Vec<Contour>,
    /// The contours by their boxes.
    tree: BoxTree,
}

/// Two ends that nearly meet.
struct Gap {
    width: f64,
    ends: [End; 2],
    kind: GapKind,
}

/// What the ends of a gap meet besides.
#[derive(PartialEq)]
enum GapKind {
    /// Both ends meet nothing.
    Open,
    /// One end goes beyond the line that the other one touches.
    Overshoot,
    /// The second end meets these strands already.
    AtNode(Vec<usize>),
}

/// The open ends and repeated lines of a sheet.
struct Remains {
    gaps: Vec<Gap>,
    /// The other ends without a partner.
    free: Vec<End>,
    doubles: Doubles,
}

/// Applies all rules for cutting.
pub(crate) fn check(plan: &Plan, settings: &Settings, collector: &mut Collector<'_>) {
    let (sheet, Remains { gaps, free, doubles: found }) = Sheet::with_remains(plan, settings);
    let first = collector.findings.len();
    // All rules add to one list; the order of the findings is made at the end, by severity and rule.
    sheet.open_ends(&gaps, &free, collector);
    sheet.repeated(&found, collector);
    sheet.short_edges(collector);
    sheet.pairs(&found, collector);
    sheet.small_holes(collector);
    if settings.profile == Profile::Cnc {
        sheet.inner_corners(collector);
    }
    sheet.texts(collector);
    sheet.fills(collector);
    sheet.layers(collector);
    sheet.off_sheet(collector);
    // An unknown layer may not be cut at all.
    for finding in &mut collector.findings[first..] {
        if settings.layer_use(&finding.layer) == LayerUse::Unknown && finding.rule != "off-sheet" {
            finding.severity = Severity::Warning;
        }
    }
}

impl<'a> Sheet<'a> {
    /// Chains the outlines of a sheet.
    pub(crate) fn new(plan: &'a Plan, settings: &'a Settings) -> Self {
        Sheet::with_remains(plan, settings).0
    }

    fn with_remains(plan: &'a Plan, settings: &'a Settings) -> (Self, Remains) {
        let all = strands(&plan.items, |layer| settings.layer_use(layer), settings.limits.gap);
        let found = doubles(&all);
        // A line that is drawn twice would give its ends three partners, and hide the outline that it belongs to.
        let takes_part = |strand: usize| {
            matches!(all[strand].layer_use, LayerUse::Cut | LayerUse::Unknown) && !found.is_double[strand]
        };
        let Chains { mut contours, mut free, mut touching, nodes } =
            chain(&all, settings.limits.gap, &[], takes_part);
        let slits = hinge_slits(&contours);
        // Between two tabs a planned cut is open on purpose, and so are the slits of a hinge.
        free.retain(|end| !plan.items[all[end.strand].item].is_planned_cut && !slits.contains(&end.strand));
        touching.retain(|end| !slits.contains(&end.strand));
        let (gaps, free) = gaps(&all, &contours, free, touching, nodes);
        // An outline with a gap counts as one outline: what is inside, and how near others are, does not depend on the gap. A further
        // line at a point where two meet would open the outline that they are in.
        let bridges: Vec<[End; 2]> =
            gaps.iter().filter(|gap| !matches!(gap.kind, GapKind::AtNode(_))).map(|gap| gap.ends).collect();
        if !bridges.is_empty() {
            contours = chain(&all, settings.limits.gap, &bridges, takes_part).contours;
        }
        let tree = BoxTree::new(contours.iter().map(|contour| contour.bounds).collect());
        (Sheet { plan, settings, strands: all, contours, tree }, Remains { gaps, free, doubles: found })
    }

    fn item(&self, strand: usize) -> (usize, &'a Item) {
        let index = self.strands[strand].item;
        (index, &self.plan.items[index])
    }

    /// Returns the wire that a strand is made of.
    pub(crate) fn wire(&self, strand: usize) -> &'a Wire {
        let Strand { item, wire, .. } = self.strands[strand];
        &self.plan.items[item].wires()[wire]
    }

    pub(crate) fn items(&self, strands: impl IntoIterator<Item = usize>) -> Vec<(usize, &'a Item)> {
        let mut items: Vec<(usize, &Item)> = Vec::new();
        for strand in strands {
            let item = self.item(strand);
            if items.iter().all(|(index, _)| *index != item.0) {
                items.push(item);
            }
        }
        items
    }

    /// Reports ends without a partner, as a gap if two of them nearly meet.
    fn open_ends(&self, gaps: &[Gap], free: &[End], collector: &mut Collector<'_>) {
        let mut outlines: Vec<Option<usize>> = vec![None; self.strands.len()];
        for (index, contour) in self.contours.iter().enumerate().filter(|_| !gaps.is_empty()) {
            contour.strands.iter().for_each(|(strand, _)| outlines[*strand] = Some(index));
        }
        for Gap { width, ends, kind } in gaps {
            let [one, other] = ends;
            let met = if let GapKind::AtNode(met) = kind { met.as_slice() } else { &[other.strand] };
            let items = self.items([one.strand].into_iter().chain(met.iter().copied()));
            let what = match kind {
                GapKind::AtNode(met) if met.len() > 1 => "an end and the point where others meet",
                _ if items.len() == 1 => "both ends",
                _ => "ends of two lines",
            };
            let finding = collector.add(Fault {
                rule: "gap",
                message: format!("{what} are {} mm apart, and the outline is open", mm(*width)),
                items,
                at: mix(one.at, other.at, 0.5),
                measured: Some(*width),
                limit: Some(self.settings.limits.gap),
            });
            let is_clear = outlines[one.strand].is_some_and(|outline| {
                let least = CLEAR_WIDTH * width;
                self.contours[outline].narrowest(least) > least
            });
            // An end that goes too far would have to be cut off, and at a point where others meet a line may end nearby on purpose.
            if let Some(finding) = finding.filter(|_| *kind == GapKind::Open && is_clear) {
                finding.offer("join");
                finding.ends = ends.map(|end| (self.strands[end.strand].item, [end.at.x, end.at.y])).to_vec();
            }
        }
        for end in free {
            collector.add(Fault {
                rule: "open-contour",
                message: "the outline has an end here that meets nothing".to_owned(),
                items: self.items([end.strand]),
                at: end.at,
                measured: None,
                limit: None,
            });
        }
    }

    fn repeated(&self, doubles: &Doubles, collector: &mut Collector<'_>) {
        for double in &doubles.found {
            let [one, other] = double.strands;
            let is_whole = double.is_whole;
            let is_sheet = self.strands[one].layer_use == LayerUse::Sheet;
            // Sheets that lie side by side share an edge.
            if is_sheet && !is_whole {
                continue;
            }
            let finding = collector.add(Fault {
                rule: if is_whole { "duplicate-line" } else { "overlapping-line" },
                message: match is_whole {
                    true => "the same line is drawn twice".to_owned(),
                    false => format!("{} mm of two lines cover each other", mm(double.length)),
                },
                items: self.items([other, one]),
                at: double.at,
                measured: Some(double.length),
                limit: None,
            });
            if let Some(finding) = finding.filter(|_| double.is_item) {
                finding.offer("drop");
            }
        }
    }

    /// Reports edges and whole entities that are too short to be intended.
    fn short_edges(&self, collector: &mut Collector<'_>) {
        let least = self.settings.limits.edge;
        // Strands without a size are reported as zero-length.
        for strand in self.strands.iter().filter(|strand| strand.length > NO_SIZE) {
            let edges = strand.edges.as_slice();
            let mut begin = 0;
            while begin < edges.len() {
                let (mut end, mut size) = end_of_curve(edges, begin);
                // Short lines that join smoothly stand for a curve together.
                while size <= least && end < edges.len() && goes_on(&edges[end - 1], &edges[end]) {
                    let (next, own) = end_of_curve(edges, end);
                    if own > least {
                        break;
                    }
                    (end, size) = (next, size + own);
                }
                // The line that closes an outline compensates for rounding.
                let closes = strand.is_closed && begin > 0 && end == edges.len() && size <= CLOSING;
                if size <= least && size > NO_EDGE && !closes {
                    collector.add(Fault {
                        rule: "tiny-segment",
                        message: format!("an edge is only {} mm long", mm(size)),
                        items: vec![(strand.item, &self.plan.items[strand.item])],
                        at: mix(edges[begin].from, edges[end - 1].to, 0.5),
                        measured: Some(size),
                        limit: Some(least),
                    });
                }
                begin = end;
            }
        }
    }

    /// Compares contours with each other, and with themselves.
    fn pairs(&self, doubles: &Doubles, collector: &mut Collector<'_>) {
        let limits = &self.settings.limits;
        let overlaps: HashSet<[usize; 2]> = doubles.found.iter().map(|double| double.strands).collect();
        // One walk over all near pairs serves both rules.
        let near = limits.web.max(limits.kerf) + ROUNDING;
        let tree_of =
            |contour: &Contour| BoxTree::new(contour.edges.iter().map(|(it, _)| bounds(it)).collect());
        let trees: Vec<BoxTree> = self.contours.iter().map(tree_of).collect();
        let mut pairs: Vec<(usize, usize)> =
            (0..self.contours.len()).map(|contour| (contour, contour)).collect();
        self.tree.pairs(near, |a, b| {
            if self.contours[a].layer == self.contours[b].layer {
                pairs.push((a, b));
            }
            true
        });
        pairs.sort_unstable();
        let mut found: Vec<((usize, usize), PairFacts)> = Vec::new();
        let mut places = 0;
        for pair in pairs {
            let mut facts = PairFacts { is_one_place: places >= MAX_PLACES, ..PairFacts::default() };
            let [one, other] = [pair.0, pair.1].map(|contour| &trees[contour]);
            let visit = |a: usize, b: usize| {
                // Edges whose boxes are apart do not cross.
                let apart = one.distance_to(a, other, b);
                let is_settled = apart > facts.reach(pair, near)
                    || (pair.0 == pair.1 && apart > 0.0 && {
                        let [(a, _), (b, _)] = [a, b].map(|edge| self.contours[pair.0].edges[edge]);
                        runs_along(&a, &b)
                    });
                if !is_settled {
                    self.compare([(pair.0, a), (pair.1, b)], near, &overlaps, &mut facts);
                }
                facts.reach(pair, near)
            };
            visit_pairs(one, other, pair.0 == pair.1, near, visit);
            places += facts.near.len();
            found.push((pair, facts));
        }
        for (pair, facts) in &found {
            self.crossings(*pair, &facts.crossings, &overlaps, collector);
        }
        for (pair, facts) in &found {
            // Contours that touch share an edge, or are reported as crossing.
            if !facts.is_touching || pair.0 == pair.1 {
                for near in self.stretches(*pair, facts) {
                    self.nearness(*pair, &near, collector);
                }
            }
        }
    }

    fn compare(
        &self,
        [one, other]: [(usize, usize); 2],
        near: f64,
        overlaps: &HashSet<[usize; 2]>,
        facts: &mut PairFacts,
    ) {
        let is_self = one.0 == other.0;
        let (contour, other_contour) = (&self.contours[one.0], &self.contours[other.0]);
        let ((a, strand), (b, other_strand)) = (contour.edges[one.1], other_contour.edges[other.1]);
        if is_self && is_chord_of_one_curve(&a, &b, strand == other_strand) {
            return;
        }
        let found = meetings(&a, &b);
        if !found.is_empty() {
            // Where lines cover each other, that is reported: they cross again and again there, by their rounding.
            if overlaps.contains(&[strand.min(other_strand), strand.max(other_strand)])
                && cover(&a, &b, SAME).is_some()
            {
                facts.is_touching = true;
                return;
            }
            let is_closed = contour.is_closed && other_contour.is_closed;
            for (t, u) in found {
                let (s, r) = (contour.length_to(one.1, t), other_contour.length_to(other.1, u));
                let point = at(&a, t);
                // Neighbouring edges of one outline meet at their corner, which is no crossing.
                let least = (1e-6 * contour.length().max(1.0)).max(self.loop_within_cut());
                if is_self && contour.way_between(s, r) <= least {
                    continue;
                }
                // Open lines that meet at their ends are many and no fault, and the distance to one is not asked for.
                if !is_closed && !crosses(contour, s, other_contour, r) {
                    continue;
                }
                facts.is_touching = true;
                // No more are reported, and those that are known are gone through for each.
                if facts.crossings.len() >= MAX_CROSSINGS {
                    continue;
                }
                // At a corner of the other contour two edges are crossed at one place.
                let is_known = facts.crossings.iter().any(|known| known.at.distance_to(point) <= 0.02);
                if !is_known && (!is_closed || crosses(contour, s, other_contour, r)) {
                    let (lengths, strands) = ([s, r], [strand, other_strand]);
                    facts.crossings.push(Crossing { at: point, lengths, strands });
                }
            }
            return;
        }
        if is_self && runs_along(&a, &b) {
            return;
        }
        let beside = strip(&a, &b);
        let (distance, t, u) = match &beside {
            Some(Strip { distance, middle: [t, u], .. }) => (*distance, *t, *u),
            None => nearest(&a, &b),
        };
        if distance > near {
            return;
        }
        let (p, q) = (at(&a, t), at(&b, u));
        let length = beside.map_or(0.0, |strip| strip.length);
        if is_self {
            let way = contour.way_between(contour.length_to(one.1, t), other_contour.length_to(other.1, u));
            // Near a corner the two sides are near each other, and a strip of material is something that both sides
            // face. Where they run beside each other for longer than they are apart, it is one however near its end is.
            let is_corner = way < 4.0 * distance && length < distance;
            let is_loop = way <= (2.0 * TOUCHING).max(self.loop_within_cut());
            if is_corner || is_loop || !is_facing(contour, (one.1, t), (other.1, u), ASLANT) {
                return;
            }
        }
        let strands = [strand, other_strand];
        let edges = [one.1, other.1];
        facts.nearest = facts.nearest.min(distance);
        facts.near.push(Nearest { distance, length, one: p, other: q, edges, strands });
    }

    /// Returns the longest loop of an outline that lies within the cut: programs that allow for the burn draw one at each inner
    /// corner.
    fn loop_within_cut(&self) -> f64 {
        // No line of a length surrounds a point that is farther from it than the radius of the circle of that length.
        (PI * self.settings.limits.kerf).min(MAX_LOOP)
    }

    fn crossings(
        &self,
        pair: (usize, usize),
        crossings: &[Crossing],
        overlaps: &HashSet<[usize; 2]>,
        collector: &mut Collector<'_>,
    ) {
        let is_self = pair.0 == pair.1;
        let is_overlap = |it: &Crossing| {
            let [one, other] = it.strands;
            overlaps.contains(&[one.min(other), one.max(other)])
        };
        // Where lines cover each other, that is reported already.
        let depth = if crossings.iter().any(is_overlap) { SAME } else { ROUNDING };
        let touches =
            if is_self { vec![false; crossings.len()] } else { self.touches(pair, crossings, depth) };
        let deep = crossings.iter().zip(touches).filter(|(_, is_touch)| !is_touch);
        for (crossing, _) in deep.take(MAX_CROSSINGS) {
            collector.add(Fault {
                rule: if is_self { "self-crossing" } else { "crossing-contours" },
                message: match is_self {
                    true => "the outline crosses itself".to_owned(),
                    false => "two outlines cross".to_owned(),
                },
                items: self.items(crossing.strands),
                at: crossing.at,
                measured: None,
                limit: None,
            });
        }
    }

    /// Returns for each crossing of two closed contours whether it is one by rounding alone: from there to the next crossing, one
    /// contour is nowhere farther from the other than a depth.
    fn touches(&self, pair: (usize, usize), crossings: &[Crossing], depth: f64) -> Vec<bool> {
        let contours = [&self.contours[pair.0], &self.contours[pair.1]];
        let mut touches = vec![false; crossings.len()];
        if crossings.len() < 2 || contours.iter().any(|it| !it.is_closed) {
            return touches;
        }
        for side in [0, 1] {
            let (own, other) = (contours[side], contours[1 - side]);
            let mut order: Vec<usize> = (0..crossings.len()).collect();
            order.sort_by(|a, b| crossings[*a].lengths[side].total_cmp(&crossings[*b].lengths[side]));
            for (place, from) in order.iter().enumerate() {
                let to = order[(place + 1) % order.len()];
                let [start, end] = [*from, to].map(|it| crossings[it].lengths[side]);
                if own.places_between(start, end).all(|point| other.is_within(point, depth)) {
                    (touches[*from], touches[to]) = (true, true);
                }
            }
        }
        touches
    }

    /// Returns the nearest place of each stretch in which two contours are near each other, the nearest first.
    fn stretches(&self, pair: (usize, usize), facts: &PairFacts) -> Vec<Nearest> {
        let near = facts.near.as_slice();
        let [count, other_count] = [pair.0, pair.1].map(|contour| self.contours[contour].edges.len());
        // The two edges of one outline have no order.
        let key = |[one, other]: [usize; 2]| match pair.0 == pair.1 && one > other {
            true => [other, one],
            false => [one, other],
        };
        let numbers: HashMap<[usize; 2], usize> =
            near.iter().enumerate().map(|(number, place)| (key(place.edges), number)).collect();
        let mut stretches = DisjointSets::new(near.len());
        // A stretch continues with the edges before and after those of a place. Steps back are steps ahead from the other place;
        // but for one ahead and one back, as the edges of one outline may be in either order.
        let steps = [[0, 1], [1, 0], [1, 1], [1, other_count - 1], [count - 1, 1]];
        for (number, place) in near.iter().enumerate() {
            let [one, other] = key(place.edges);
            for [step, other_step] in steps {
                let beside = key([(one + step) % count, (other + other_step) % other_count]);
                if let Some(next) = numbers.get(&beside) {
                    stretches.unite(number, *next);
                }
            }
        }
        let mut best: BTreeMap<usize, Nearest> = BTreeMap::new();
        for (number, place) in near.iter().enumerate() {
            let known = best.entry(stretches.root(number)).or_insert(*place);
            if place.is_before(known) {
                *known = *place;
            }
        }
        let mut found: Vec<Nearest> = best.into_values().collect();
        found.sort_by(|one, other| one.distance.total_cmp(&other.distance).then(one.edges.cmp(&other.edges)));
        // Of two contours that are near each other all over, not all places are known, and stretches seem to end.
        found.truncate(if facts.is_full() { 1 } else { MAX_NEAR });
        found
    }

    fn nearness(&self, pair: (usize, usize), near: &Nearest, collector: &mut Collector<'_>) {
        let limits = &self.settings.limits;
        let is_self = pair.0 == pair.1;
        if near.distance <= TOUCHING {
            return;
        }
        let (one, other) = (&self.contours[pair.0], &self.contours[pair.1]);
        // The distance to an open line is meaningless until it is closed.
        if !(one.is_closed && other.is_closed) {
            return;
        }
        let middle = mix(near.one, near.other, 0.5);
        let is_material = self.is_material_for(pair.0, middle, &[]);
        let mut report = |rule: &'static str, limit: f64, message: String| {
            collector.add(Fault {
                rule,
                message,
                items: self.items(near.strands),
                at: middle,
                measured: Some(near.distance),
                limit: Some(limit),
            });
        };
        let apart = mm(near.distance);
        // Strictly below, as outlines at exactly the width of the cut are drawn on purpose; the web limit includes
        // its value.
        if near.distance < limits.kerf - ROUNDING {
            let what = if is_self { "two edges of an outline" } else { "two outlines" };
            report(
                "too-near",
                limits.kerf,
                format!("{what} are {apart} mm apart, less than the width of the cut"),
            );
        }
        if is_material && near.distance <= limits.web + ROUNDING {
            report("thin-web", limits.web, format!("only {apart} mm of material are left between two cuts"));
        }
        // A slot with a bend is wide as a whole. Where its sides are nearer than the cut is wide, that is reported already.
        let hole = limits.hole + ROUNDING;
        let is_slot = is_self && !is_material && near.length > near.distance && one.holds(middle);
        if is_slot
            && near.distance >= limits.kerf - ROUNDING
            && near.distance <= hole
            && one.narrowest(hole) > hole
        {
            report("small-hole", limits.hole, format!("a slot is only {apart} mm wide"));
        }
    }

    /// Returns true for a point in a part that a contour belongs to, inside an odd number of contours besides some. A contour on an
    /// unknown layer, such as a frame, makes no hole in a part.
    fn is_material_for(&self, contour: usize, point: Point, without: &[usize]) -> bool {
        let use_of = |contour: usize| {
            self.contours[contour].strands.first().map(|(strand, _)| self.strands[*strand].layer_use)
        };
        if use_of(contour) != Some(LayerUse::Cut) {
            return self.is_material_without(point, without);
        }
        let mut count = 0;
        self.tree.search(
            |bounds| bounds.holds(point),
            |at| {
                let counts = !without.contains(&at) && use_of(at) == Some(LayerUse::Cut);
                count += usize::from(counts && self.contours[at].holds(point));
            },
        );
        count % 2 == 1
    }

    /// Returns true for a point in a part: inside an odd number of contours.
    pub(crate) fn is_material(&self, point: Point) -> bool {
        self.is_material_without(point, &[])
    }

    /// Returns true for a point inside an odd number of contours besides some.
    pub(crate) fn is_material_without(&self, point: Point, without: &[usize]) -> bool {
        let mut count = 0;
        self.tree.search(
            |bounds| bounds.holds(point),
            |at| count += usize::from(!without.contains(&at) && self.contours[at].holds(point)),
        );
        // Even and odd, as for the rings of a report: material is what an odd number of cuts surrounds.
        count % 2 == 1
    }

    fn small_holes(&self, collector: &mut Collector<'_>) {
        let least = self.settings.limits.hole;
        for contour in self.contours.iter().filter(|contour| contour.is_closed) {
            // A slot is as wide as the tool, and longer.
            let size = contour.narrowest(least + ROUNDING);
            // One of nothing but tiny edges is reported as those.
            let edge = self.settings.limits.edge;
            let is_tiny = size <= edge && contour.edges.iter().all(|(it, _)| edge_length(it) <= edge);
            if size > least + ROUNDING || is_tiny {
                continue;
            }
            collector.add(Fault {
                rule: "small-hole",
                message: format!("a hole is only {} mm wide", mm(size)),
                items: self.items(contour.strands.iter().map(|(strand, _)| *strand)),
                at: contour.bounds.center(),
                measured: Some(size),
                limit: Some(least),
            });
        }
    }

    /// Reports corners and radii that a round tool cannot make.
    fn inner_corners(&self, collector: &mut Collector<'_>) {
        let limits = &self.settings.limits;
        for (index, contour) in self.contours.iter().enumerate() {
            if !contour.is_closed || contour.edges.is_empty() {
                continue;
            }
            // A round hole is reported as small-hole and has no corner.
            let is_circle = contour.edges.len() == 1;
            // The tool runs outside of a part and inside of a hole.
            let turn = contour.area().signum() * if self.is_hole(index) { 1.0 } else { -1.0 };
            self.curved_corners(contour, turn, collector);
            for (at_edge, (edge, strand)) in contour.edges.iter().enumerate() {
                if let Some(arc) = edge.arc.filter(|_| !is_circle)
                    // Below some three degrees an arc is the rounding of an almost straight line.
                    && arc.sweep * turn > 0.05
                    && arc.radius <= limits.radius + ROUNDING
                {
                    collector.add(Fault {
                        rule: "small-radius",
                        message: format!("an inner radius is only {} mm", mm(arc.radius)),
                        items: self.items([*strand]),
                        at: at(edge, 0.5),
                        measured: Some(arc.radius),
                        limit: Some(limits.radius),
                    });
                }
                let is_long = |edge: &Edge| edge_length(edge) > limits.edge;
                let next = contour.next_edge(at_edge, is_long).filter(|_| is_long(edge) && !is_circle);
                let Some((next, next_strand)) = next else { continue };
                if edge.is_approximate && next.is_approximate && edge.curve == next.curve {
                    continue;
                }
                let (before, after) = (direction(edge, 1.0), direction(next, 0.0));
                let angle = cross(before, after).atan2(dot(before, after));
                if angle * turn > SHARP {
                    collector.add(Fault {
                        rule: "unreachable-corner",
                        message: format!(
                            "an inner corner of {:.0}° is sharp, and the tool is round",
                            180.0 - angle.abs().to_degrees()
                        ),
                        items: self.items([*strand, *next_strand]),
                        at: edge.to,
                        measured: None,
                        limit: None,
                    });
                }
            }
        }
    }

    /// Reports the tightest bends of curves other than arcs, which many programs draw round corners with.
    fn curved_corners(&self, contour: &Contour, turn: f64, collector: &mut Collector<'_>) {
        let limit = self.settings.limits.radius;
        // A round hole is reported as small-hole.
        let is_one_curve = contour
            .edges
            .iter()
            .all(|(edge, _)| edge.is_approximate && edge.curve == contour.edges[0].0.curve);
        if is_one_curve || contour.edges.iter().all(|(edge, _)| !edge.is_approximate) {
            return;
        }
        for (strand, _) in &contour.strands {
            let (index, item) = self.item(*strand);
            for (radius, place) in self.wire(*strand).tightest_bends(BEND) {
                if radius > limit + ROUNDING {
                    continue;
                }
                let near = |edge: &Edge| distance_to(edge, place);
                let own = contour
                    .edges
                    .iter()
                    .enumerate()
                    .filter(|(_, (edge, of))| of == strand && edge.is_approximate);
                let Some((at_edge, (edge, _))) = own.min_by(|a, b| near(&a.1.0).total_cmp(&near(&b.1.0)))
                else {
                    continue;
                };
                // The way in to a planned cut is part of its wire, but not of the outline.
                if near(edge) > 10.0 * BEND {
                    continue;
                }
                let bend = |is_next: bool| {
                    let other = contour
                        .neighbour(at_edge, is_next)
                        .filter(|it| it.is_approximate && it.curve == edge.curve);
                    other.map_or(0.0, |other| match is_next {
                        true => cross(direction(edge, 1.0), direction(other, 0.0)),
                        false => cross(direction(other, 1.0), direction(edge, 0.0)),
                    })
                };
                if (bend(true) + bend(false)) * turn > 0.0 {
                    collector.add(Fault {
                        rule: "small-radius",
                        message: format!("an inner radius is only {} mm", mm(radius)),
                        items: vec![(index, item)],
                        at: place,
                        measured: Some(radius),
                        limit: Some(limit),
                    });
                }
            }
        }
    }

    /// Returns true for a contour inside an odd number of others.
    pub(crate) fn is_hole(&self, index: usize) -> bool {
        // In the middle of an edge: at a corner other contours may touch.
        let point = at(&self.contours[index].edges[0].0, 0.5);
        self.is_material_for(index, point, &[index])
    }

    fn texts(&self, collector: &mut Collector<'_>) {
        let mut single: BTreeSet<String> = BTreeSet::new();
        let mut parted: HashSet<(&[String], usize)> = HashSet::new();
        for (index, item) in self.plan.items.iter().enumerate() {
            let Content::Text(text) = &item.content else { continue };
            let layer_use = self.settings.layer_use(&item.layer);
            if layer_use == LayerUse::Sheet || item.is_annotation {
                continue;
            }
            // A text by its letters is one.
            if item.part_of.is_some_and(|text| !parted.insert((&item.names, text))) {
                continue;
            }
            let fault = |rule: &'static str, message: String| Fault {
                rule,
                message,
                items: vec![(index, item)],
                at: text.at,
                measured: None,
                limit: None,
            };
            let words = super::number::quoted(&text.words);
            if !text.is_outlined {
                let message = format!("the text {words} is not outlined");
                if let Some(finding) = collector.add(fault("text-not-outlined", message)) {
                    finding.offer("outline");
                }
            }
            let is_cut = layer_use == LayerUse::Cut;
            if text.is_single_stroke && is_cut && single.insert(format!("{} {index}", item.name())) {
                collector.add(fault(
                    "open-text",
                    format!("the text {words} is of single strokes, and would be cut"),
                ));
            }
        }
    }

    fn fills(&self, collector: &mut Collector<'_>) {
        let mut hatches: HashSet<usize> = HashSet::new();
        for (index, item) in self.plan.items.iter().enumerate() {
            let is_area = matches!(item.content, Content::Outline(_) | Content::Ornament(_));
            // The lines of a pattern are one hatch, whose first piece is named.
            let is_filled = item.fill.is_some_and(|color| color.a > 0.0);
            let is_hatched = !is_filled
                && matches!(item.content, Content::Ornament(_))
                && item.part_of.is_some_and(|hatch| hatches.insert(hatch));
            let is_seen = is_filled || is_hatched;
            if !is_area
                || !is_seen
                || item.is_annotation
                || self.settings.layer_use(&item.layer) != LayerUse::Cut
            {
                continue;
            }
            let Some(place) = item.wires().first().map(|wire| wire.start()) else { continue };
            collector.add(Fault {
                rule: "fill-in-cut-layer",
                message: format!(
                    "an area on a cut layer is {}",
                    if is_hatched { "hatched" } else { "filled" }
                ),
                items: vec![(index, item)],
                at: place,
                measured: None,
                limit: None,
            });
        }
    }

    /// Reports each layer that machines do not know once, with its contents.
    fn layers(&self, collector: &mut Collector<'_>) {
        /// The message has the number of all.
        const MAX_NAMED: usize = 50;
        let mut unknown: BTreeMap<String, Vec<(usize, &Item)>> = BTreeMap::new();
        for (index, item) in self.plan.items.iter().enumerate() {
            if !item.is_annotation && self.settings.layer_use(&item.layer) == LayerUse::Unknown {
                unknown.entry(item.layer.to_lowercase()).or_default().push((index, item));
            }
        }
        for items in unknown.into_values() {
            let Some((_, first)) = items.first() else { continue };
            let Some(place) = place_of(first) else { continue };
            let count = items.len();
            collector.add(Fault {
                rule: "unknown-layer",
                message: format!(
                    "the layer {} has {count} {}, and is none of cut, engrave, score, sheet and 0",
                    super::number::quoted(&first.layer),
                    if count == 1 { "entity" } else { "entities" },
                ),
                items: items.into_iter().take(MAX_NAMED).collect(),
                at: place,
                measured: None,
                limit: None,
            });
        }
    }

    /// Reports items outside of the sheet.
    fn off_sheet(&self, collector: &mut Collector<'_>) {
        let on_sheet: Vec<&Strand> =
            self.strands.iter().filter(|strand| strand.layer_use == LayerUse::Sheet).collect();
        let sheets: Vec<Contour> = if on_sheet.is_empty() {
            Vec::new()
        } else {
            let is_sheet = |strand: usize| self.strands[strand].layer_use == LayerUse::Sheet;
            chain(&self.strands, WIDEST_GAP, &[], is_sheet)
                .contours
                .into_iter()
                .filter(|it| it.is_closed)
                .collect()
        };
        // A single sheet that is a box is one by its bounds.
        let box_sheet = match sheets.as_slice() {
            [sheet] if is_box(sheet) => Some(sheet.bounds),
            _ => None,
        };
        // A sheet that is drawn says more than the page of the file.
        let mut pages: Vec<Bounds> = box_sheet.into_iter().collect();
        if sheets.is_empty() {
            pages.extend(self.plan.pages());
        }
        if sheets.is_empty() && pages.is_empty() {
            return;
        }
        for (index, item) in self.plan.items.iter().enumerate() {
            if item.is_annotation || self.settings.layer_use(&item.layer) == LayerUse::Sheet {
                continue;
            }
            if pages.iter().any(|page| is_inside(item, page)) {
                continue;
            }
            let far = match pages.is_empty() {
                false => farthest_outside(item, &|point| outside_all(&pages, point)),
                true => sheets
                    .iter()
                    .map(|sheet| farthest_outside(item, &|point| outside_contour(sheet, point)))
                    // The sheet that the item leaves by the least is the one that it is meant for.
                    .reduce(|one, other| if distance(one) <= distance(other) { one } else { other })
                    .flatten(),
            };
            let Some((off, point)) = far.filter(|(off, _)| *off > OFF) else { continue };
            collector.add(Fault {
                rule: "off-sheet",
                message: format!("it leaves the sheet by {} mm", mm(off)),
                items: vec![(index, item)],
                at: point,
                measured: Some(off),
                limit: Some(0.0),
            });
        }
    }
}

/// The place of a strand in its contour.
#[derive(Clone, Copy)]
struct Place {
    contour: usize,
    /// The length from the beginning of the contour to the strand.
    start: f64,
    is_reversed: bool,
}

/// Returns the places of strands in their contours; `None` for those that are in none.
fn places(strands: &[Strand], contours: &[Contour]) -> Vec<Option<Place>> {
    let mut places = vec![None; strands.len()];
    for (contour, own) in contours.iter().enumerate() {
        let mut start = 0.0;
        for (strand, is_reversed) in &own.strands {
            places[*strand] = Some(Place { contour, start, is_reversed: *is_reversed });
            start += strands[*strand].length;
        }
    }
    places
}

/// The end of a strand that a free end may be meant to meet.
enum Partner {
    Free,
    /// It lies on another strand.
    Touching,
    /// It meets others; the number of their node.
    AtNode(usize),
}

/// How much nearer a point where ends meet, or touch a line, must be than a free end to be taken for the partner of an end: its lines
/// have a partner each.
const TAKEN: f64 = 2.0;

/// Pairs free ends with ends that they nearly meet, and returns the others after them. Two free ends are a gap, and so are a free end
/// and a point where others meet. An end that goes too far is paired with the one that touches its line: both were meant for the
/// corner.
fn gaps(
    strands: &[Strand],
    contours: &[Contour],
    free: Vec<End>,
    touching: Vec<End>,
    nodes: Vec<Vec<End>>,
) -> (Vec<Gap>, Vec<End>) {
    if free.is_empty() {
        return (Vec::new(), free);
    }
    let partners: Vec<(End, Partner)> = free
        .iter()
        .map(|end| (*end, Partner::Free))
        .chain(touching.into_iter().map(|end| (end, Partner::Touching)))
        .chain(
            nodes
                .iter()
                .enumerate()
                .flat_map(|(node, ends)| ends.iter().map(move |end| (*end, Partner::AtNode(node)))),
        )
        .collect();
    let mut near = near_pairs(strands, contours, &free, &partners);
    // The nearest ends pair first. Equal distances go by index, so that the same drawing gives the same findings.
    near.sort_by(|one, other| one.0.total_cmp(&other.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let mut is_paired = vec![false; partners.len()];
    let mut gaps = Vec::new();
    for (_, a, b) in near {
        let (other, partner) = &partners[b];
        let end = free[a];
        let kind = match partner {
            _ if is_paired[a] || is_paired[b] => continue,
            Partner::Free if runs_over_itself(strands, end, *other) => GapKind::Overshoot,
            Partner::Free => GapKind::Open,
            Partner::Touching if goes_beyond(strands, &end, other) => GapKind::Overshoot,
            Partner::Touching => GapKind::AtNode(vec![other.strand]),
            Partner::AtNode(node) => {
                // The nearest line comes first.
                let others = nodes[*node].iter().map(|end| end.strand).filter(|it| *it != other.strand);
                GapKind::AtNode([other.strand].into_iter().chain(others).collect())
            }
        };
        // Several ends may be meant for a point where others meet.
        is_paired[a] = true;
        is_paired[b] = !matches!(kind, GapKind::AtNode(_));
        gaps.push(Gap { width: end.at.distance_to(other.at), ends: [end, *other], kind });
    }
    let alone = free.into_iter().zip(is_paired).filter(|(_, is_paired)| !is_paired);
    (gaps, alone.map(|(end, _)| end).collect())
}

/// Returns the pairs of a free end and a partner, by number, that may be meant to meet, each after its distance.
fn near_pairs(
    strands: &[Strand],
    contours: &[Contour],
    free: &[End],
    partners: &[(End, Partner)],
) -> Vec<(f64, usize, usize)> {
    let places = places(strands, contours);
    let length_to = |end: &End, place: Place| {
        let is_behind = end.is_last != place.is_reversed;
        place.start + if is_behind { strands[end.strand].length } else { 0.0 }
    };
    // The length of the shorter outline, or of the way between two ends of one: along an outline each end is near the one before.
    let room = |one: &End, other: &End| {
        let (Some(a), Some(b)) = (places[one.strand], places[other.strand]) else { return 0.0 };
        if a.contour == b.contour {
            (length_to(one, a) - length_to(other, b)).abs()
        } else {
            contours[a.contour].length().min(contours[b.contour].length())
        }
    };
    let tree = BoxTree::new(partners.iter().map(|(end, _)| Bounds::of_point(end.at)).collect());
    let mut near: Vec<(f64, usize, usize)> = Vec::new();
    for (a, end) in free.iter().enumerate() {
        let around = Bounds::of_point(end.at).widened(WIDEST_GAP);
        // Of the points that others are at, one serves: any number of ends may be meant for it.
        let mut at_node: Option<(f64, usize)> = None;
        tree.search(
            |bounds| bounds.meets(&around),
            |b| {
                let (other, partner) = &partners[b];
                let distance = end.at.distance_to(other.at);
                // Two free ends are found from either of them.
                let is_again = b <= a;
                let is_gap = distance <= WIDEST_GAP && distance <= GAP_SHARE * room(end, other);
                if is_again || !is_gap || strands[end.strand].layer != strands[other.strand].layer {
                    return;
                }
                let is_first_choice = match partner {
                    Partner::Free => true,
                    Partner::Touching => goes_beyond(strands, end, other),
                    Partner::AtNode(_) => false,
                };
                if is_first_choice {
                    near.push((distance, a, b));
                } else if at_node.is_none_or(|known| (TAKEN * distance, b) < known) {
                    at_node = Some((TAKEN * distance, b));
                }
            },
        );
        near.extend(at_node.map(|(distance, b)| (distance, a, b)));
    }
    near
}

/// Returns true for an end that goes beyond the line that another one touches.
fn goes_beyond(strands: &[Strand], over: &End, on: &End) -> bool {
    over.strand != on.strand
        && strands[over.strand].edges.iter().any(|edge| distance_to(edge, on.at) <= TOUCHING)
}

/// Returns true for the two ends of one strand where one goes beyond the other: closed, its edge would be cut twice there.
fn runs_over_itself(strands: &[Strand], one: End, other: End) -> bool {
    let edges = strands[one.strand].edges.as_slice();
    let (Some((first, from_second)), Some((last, to_last))) = (edges.split_first(), edges.split_last())
    else {
        return false;
    };
    // The edge that an end is of is always near to it.
    one.strand == other.strand
        && (from_second.iter().any(|edge| distance_to(edge, first.from) <= TOUCHING)
            || to_last.iter().any(|edge| distance_to(edge, last.to) <= TOUCHING))
}

/// Returns true for a rectangle along the axes.
fn is_box(sheet: &Contour) -> bool {
    let is_along = |edge: &Edge| edge.arc.is_none() && (edge.from.x == edge.to.x || edge.from.y == edge.to.y);
    sheet.edges.len() == 4 && sheet.edges.iter().all(|(edge, _)| is_along(edge))
}

/// Returns true for an item whose box is inside of a page.
pub(crate) fn is_inside(item: &Item, page: &Bounds) -> bool {
    let mut own: Option<Bounds> = None;
    for edge in item.wires().iter().flat_map(|wire| wire.edges(1.0)) {
        // The box of lines that stand for a curve is not exact.
        if edge.is_approximate {
            return false;
        }
        let around = bounds(&edge);
        own = Some(own.map_or(around, |own| own.union(around)));
    }
    own.is_some_and(|own| page.holds(own.min) && page.holds(own.max))
}

fn distance(far: Option<(f64, Point)>) -> f64 {
    far.map_or(0.0, |(off, _)| off)
}

/// Returns a visible point of an item.
pub(crate) fn place_of(item: &Item) -> Option<Point> {
    match &item.content {
        Content::Text(text) => Some(text.at),
        Content::Dimension(mark) => Some(mark.at),
        Content::Nothing(at) => Some(*at),
        Content::Outline(wires) | Content::Glyph(wires) | Content::Ornament(wires) => {
            let wire = wires.first()?;
            Some(wire.at_length(0.5 * wire.length()).0)
        }
    }
}

/// Returns the distance of a point from the nearest of some boxes that it is outside of.
pub(crate) fn outside_all(pages: &[Bounds], point: Point) -> f64 {
    pages.iter().map(|page| outside(page, point)).fold(f64::INFINITY, f64::min)
}

/// Returns the distance of an outside point from a box.
fn outside(page: &Bounds, point: Point) -> f64 {
    let x = (page.min.x - point.x).max(point.x - page.max.x).max(0.0);
    let y = (page.min.y - point.y).max(point.y - page.max.y).max(0.0);
    x.hypot(y)
}

fn outside_contour(sheet: &Contour, point: Point) -> f64 {
    if sheet.holds(point) {
        return 0.0;
    }
    let distances = sheet.edges.iter().map(|(edge, _)| super::edge_math::distance_to(edge, point));
    distances.fold(f64::INFINITY, f64::min)
}

/// Returns the point of an item that is farthest outside of a box.
pub(crate) fn farthest_outside(item: &Item, outside: &dyn Fn(Point) -> f64) -> Option<(f64, Point)> {
    let mut points: Vec<Point> = Vec::new();
    match &item.content {
        Content::Text(text) => points.extend(text.corners),
        Content::Dimension(_) => {}
        Content::Nothing(at) => points.push(*at),
        Content::Outline(_) | Content::Glyph(_) | Content::Ornament(_) => {
            for edge in item.wires().iter().flat_map(|wire| wire.edges(0.01)) {
                points.push(edge.from);
                points.push(edge.to);
                if let Some(arc) = edge.arc {
                    let count = (arc.sweep.abs() / 0.05).ceil() as usize;
                    // Ends alone are not enough: the farthest point of an arc may be in the middle of it.
                    points.extend((1..count).map(|step| at(&edge, step as f64 / count as f64)));
                }
            }
        }
    }
    let all = points.into_iter().map(|point| (outside(point), point));
    all.filter(|(off, _)| *off > 0.0).max_by(|one, other| one.0.total_cmp(&other.0))
}

/// Returns the edge after the lines that stand for one curve, and their length.
fn end_of_curve(edges: &[Edge], begin: usize) -> (usize, f64) {
    let own = edges[begin..].iter().take_while(|edge| edge.curve == edges[begin].curve);
    own.fold((begin, 0.0), |(end, size), edge| (end + 1, size + edge_length(edge)))
}

/// Returns true if the next edge continues in nearly the same direction: within 25 degrees.
fn goes_on(edge: &Edge, next: &Edge) -> bool {
    dot(direction(edge, 1.0), direction(next, 0.0)) > 0.9
}

/// Returns true for two parts of one curve, whose lines are near each other where it bends.
pub(crate) fn is_chord_of_one_curve(a: &Edge, b: &Edge, is_one_strand: bool) -> bool {
    // Exactly 0: consecutive lines of one curve share the point, bit by bit.
    is_one_strand && a.curve == b.curve && a.is_approximate && length(difference(a.to, b.from)) == 0.0
}

/// Returns true if two places of one contour, each on an edge, face each other: a way along the contour brings neither nearer to
/// the other, but for a cosine of its angle with the way between both. The tip of a notch faces the edge that it points at.
pub(crate) fn is_facing(
    contour: &Contour,
    (one, t): (usize, f64),
    (other, u): (usize, f64),
    most: f64,
) -> bool {
    const END: f64 = 1e-9;
    let (a, b) = (&contour.edges[one].0, &contour.edges[other].0);
    let way = unit(difference(at(b, u), at(a, t)));
    let back = Point::new(-way.x, -way.y);
    // The directions in which the contour leaves a place.
    let leaves = |edge: usize, t: f64| -> [Option<Point>; 2] {
        let own = &contour.edges[edge].0;
        let reversed = |point: Point| Point::new(-point.x, -point.y);
        let ahead = match t {
            t if t >= 1.0 - END => contour.neighbour(edge, true).map(|next| direction(next, 0.0)),
            t => Some(direction(own, t)),
        };
        let behind = match t {
            t if t <= END => contour.neighbour(edge, false).map(|last| reversed(direction(last, 1.0))),
            t => Some(reversed(direction(own, t))),
        };
        [ahead, behind]
    };
    let is_nearest = |edge: usize, t: f64, way: Point| {
        leaves(edge, t).into_iter().flatten().all(|leaving| dot(leaving, way) <= most)
    };
    let is_tip = |t: f64| t <= END || t >= 1.0 - END;
    let runs_back = is_tip(t) || is_tip(u) || dot(direction(a, t), direction(b, u)) < 0.0;
    runs_back && is_nearest(one, t, way) && is_nearest(other, u, back)
}

/// Visits the near edges of two contours, or of one with itself.
fn visit_pairs(
    one: &BoxTree,
    other: &BoxTree,
    is_self: bool,
    near: f64,
    mut visit: impl FnMut(usize, usize) -> f64,
) {
    if is_self {
        one.pairs(near, |a, b| {
            visit(a, b);
            true
        });
    } else {
        one.pairs_with(other, near, visit);
    }
}

/// Returns true for two lines of one outline that run the same way, and so are no two sides of a strip: most neighbours are the lines
/// of one curve.
fn runs_along(a: &Edge, b: &Edge) -> bool {
    a.arc.is_none() && b.arc.is_none() && dot(difference(a.to, a.from), difference(b.to, b.from)) >= 0.0
}

/// Returns true where two contours that meet at these lengths change sides.
pub(crate) fn crosses(one: &Contour, s: f64, other: &Contour, r: f64) -> bool {
    // Short enough not to reach the next corner of either, and long enough to be more than rounding.
    let step = 0.02_f64.min(0.01 * one.length()).min(0.01 * other.length()).max(1e-6);
    // A shared piece is skipped: the sides are compared where the contours part.
    for step in [step, 8.0 * step] {
        let around = |contour: &Contour, place: f64| {
            Some([contour.at_length(place - step)?, contour.at_length(place + step)?])
        };
        let (Some(own), Some(others)) = (around(one, s), around(other, r)) else { return false };
        let Some(center) = one.at_length(s) else { return false };
        let angle = |point: Point| (point.y - center.y).atan2(point.x - center.x);
        let begin = angle(own[0]);
        let turned = |point: Point| (angle(point) - begin).rem_euclid(std::f64::consts::TAU);
        let end = turned(own[1]);
        let [a, b] = others.map(turned);
        // Directions that are nearly one are the same for two lines that touch.
        const SAME: f64 = 2e-3;
        let is_on =
            |angle: f64| [0.0, end, std::f64::consts::TAU].iter().any(|other| (angle - other).abs() <= SAME);
        if is_on(a) || is_on(b) {
            continue;
        }
        // Seen from the meeting point, the other contour comes from one side of the first and leaves to the other.
        return (a < end) != (b < end);
    }
    false
}
