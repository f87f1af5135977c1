//! The way from parts and sheets to places: constructed from the left, completed by search, and moved together.
//!
//! One part more at the end of a list does not make fewer parts placed: each part is added to the layout of those before it,
//! unless a layout of all up to there has more.

use std::collections::HashMap;

use scenewright_geometry::{Bounds, OffsetJoin, OffsetStyle, Point, Region};

use super::progress::NestStep;
use super::scan::Field;
use super::separate::{Patience, Search, Spot};
use super::solid::{Put, Solid};

/// The columns at which a place is looked for on a sheet, and those at which it is looked for before a part is left out.
const COLUMNS: f64 = 160.0;
const FINE_COLUMNS: f64 = 1200.0;

/// The factor by which fewer columns are looked at before a part of many is left out.
const FEWER: f64 = 3.0;

/// The parts from which on fewer columns are looked at.
const MANY: f64 = 60.0;

/// The columns of which each stands for all between it and the next, before a part is left out; how often they are halved at
/// most; the places that are looked at for one kind at one angle, and the work of a search in the place of one look in all. 96
/// columns halved ten times are a hundred-thousandth of the sheet: the place that a part may miss, by the invariant of this
/// crate.
const COARSE_COLUMNS: f64 = 96.0;
const MAX_HALVINGS: u32 = 10;
const MAX_LOOKS: u64 = 1_500;
const WORK_OF_LOOK: u64 = 200;

/// The longest beginnings that are tried where the work has ended before: a list that is longer by so many parts still begins
/// with a layout that the shorter one has.
const LONGEST: usize = 3;

/// The share of a sheet that parts of all kinds together never fill, so that no search is begun.
const FULL: f64 = 0.92;

/// The share of a sheet that is filled easily: shorter beginnings of a list are not tried.
const EASY: f64 = 0.4;

/// The factor from one beginning that is tried to the next, until one has parts without a place: seven or eight of them lead from
/// an easy sheet to a full one.
const GROWTH: f64 = 1.12;

/// The beginnings in a row that have parts without a place, after which longer ones are not tried.
const MAX_MISSES: usize = 5;

/// The attempts to make room for one more part, the failures in a row after which there are no more, and the most parts of a
/// sheet on which they are made.
const MAX_ATTEMPTS: usize = 12;
const MAX_FAILURES: usize = 2;
const MAX_PARTS: usize = 200;

/// The most kinds that are tried at one angle each, and the most angles: further ones are turned by half a turn, as a rule.
const MAX_ALIKE: usize = 3;
const MAX_TURNS: usize = 2;

/// Kinds of parts by their bodies, one for each angle.
pub(crate) type Kinds = Vec<Vec<Solid>>;

/// The area that the bodies of a kind are made of, and their angles.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    pub region: Region,
    pub angles: Vec<f64>,
    /// True for the angles at which the body looks as at no angle before: a disc looks alike at all of them.
    pub is_own: Vec<bool>,
}

/// A sheet: its frame, and what cannot be used in it.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub frame: Bounds,
    pub fixed: Vec<Solid>,
    /// The area that can be used.
    pub area: f64,
}

/// The effort of a layout.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// The work after which no further layout is tried.
    pub construction: u64,
    /// The work of the search that makes room for one part.
    pub insertion: u64,
    /// The work of the search that moves all parts together.
    pub compression: u64,
    /// The rounds, attempts and failures of a search.
    pub patience: [usize; 3],
    pub seed: u64,
}

/// A layout of the parts of a list on one sheet.
#[derive(Clone, Debug, Default)]
struct Layout {
    /// The spots of the parts; `None` for those without one.
    spots: Vec<Option<Spot>>,
}

impl Layout {
    fn count(&self) -> usize {
        self.spots.iter().flatten().count()
    }
}

/// The known facts about the room for a kind.
#[derive(Clone, Copy, Debug)]
enum Room {
    Spot(Spot),
    /// No place exists.
    None,
    /// A place may exist that was not looked at.
    Unknown,
}

/// A layout that is added to.
struct State<'k> {
    layout: Layout,
    /// The parts on the sheet in this layout.
    field: Field<'k>,
    /// The kinds that have no room in it.
    hopeless: Vec<usize>,
}

pub(crate) struct Packer<'k> {
    kinds: &'k Kinds,
    sources: &'k [Source],
    board: &'k Board,
    budget: Budget,
    /// The overlap up to which two bodies only touch.
    slack: f64,
    work: u64,
    /// Bodies of a kind, at all its angles, that are smaller all around by half of what a column stands for after so many
    /// halvings; `None` where nothing is left of one.
    smaller: HashMap<(usize, u32), Option<Vec<Solid>>>,
    /// The looks between columns that are left.
    looks: u64,
    listener: &'k dyn Fn(NestStep),
}

impl<'k> Packer<'k> {
    pub(crate) fn new(
        kinds: &'k Kinds,
        sources: &'k [Source],
        board: &'k Board,
        budget: Budget,
        slack: f64,
        listener: &'k dyn Fn(NestStep),
    ) -> Packer<'k> {
        let looks = budget.compression / WORK_OF_LOOK;
        Packer { kinds, sources, board, budget, slack, work: 0, smaller: HashMap::new(), looks, listener }
    }

    fn fixed(&self) -> Vec<Put<'k>> {
        self.board.fixed.iter().map(|solid| Put::new(solid, Point::ORIGIN)).collect()
    }

    /// Returns the spots of parts, which are given by their kinds. They are moved together where
    /// that is asked for and all have a spot.
    pub(crate) fn pack(&mut self, parts: &[usize], is_compressed: bool) -> Vec<Option<Spot>> {
        let mut layout = self.filled(parts);
        if is_compressed && layout.count() > 1 && layout.count() == parts.len() {
            self.compress(parts, &mut layout);
        }
        layout.spots
    }

    /// Returns the layout of a list.
    ///
    /// Unless a layout of all parts has a place for each, the list is worked through from its beginning: what was found for the
    /// first parts depends on no later part, and every further part is added to it. So one part more never makes fewer.
    fn filled(&mut self, parts: &[usize]) -> Layout {
        if area_of(self.kinds, parts) <= FULL * self.board.area {
            // The work of this try does not count, as a longer list would not have it.
            let work = self.work;
            let layout = self.constructed(parts);
            self.work = work;
            if layout.count() == parts.len() {
                return layout;
            }
        }
        let (base, known) = self.beginnings(parts);
        self.continued(parts, base, known)
    }

    /// Returns the layout of the longest beginning of a list that has a place for each part, and those of longer ones.
    fn beginnings(&mut self, parts: &[usize]) -> (Layout, HashMap<usize, Layout>) {
        let (kinds, area) = (self.kinds, self.board.area);
        let within = |share: f64| {
            let mut sum = 0.0;
            let fitting = parts.iter().take_while(|kind| {
                sum += area_of(kinds, &[**kind]);
                sum <= share * area
            });
            fitting.count()
        };
        let (easy, full) = (within(EASY).max(1), within(FULL));
        let mut known = HashMap::new();
        let mut base = Layout::default();
        let (mut length, mut step, mut misses) = (easy, GROWTH, 0);
        // Long strides first, as short beginnings all fit; from the first miss on one by one, as a longer
        // list may fit where a shorter one did not: the order by size differs.
        while length <= full && misses < MAX_MISSES && !self.is_spent() {
            let before = self.work;
            let layout = self.constructed(&parts[..length]);
            if layout.count() == length {
                base = layout;
                misses = 0;
            } else if step > 1.0 {
                // From the last one that has a place for each, one by one. The work of this try does not count, as a shorter
                // list would not have it.
                step = 1.0;
                length = base.spots.len();
                self.work = before;
            } else {
                misses += 1;
                known.insert(length, layout);
            }
            length = ((length as f64 * step) as usize).max(length + 1);
            if length > full && step > 1.0 {
                step = 1.0;
                length = base.spots.len() + 1;
            }
        }
        for length in (full.saturating_sub(LONGEST - 1)..=full).rev() {
            if length <= base.spots.len() || known.contains_key(&length) {
                continue;
            }
            let layout = self.constructed(&parts[..length]);
            if layout.count() == length {
                base = layout;
                break;
            }
        }
        (base, known)
    }

    /// Adds the parts after a beginning to its layout, one after the other.
    fn continued(&mut self, parts: &[usize], base: Layout, mut known: HashMap<usize, Layout>) -> Layout {
        let kinds = self.kinds;
        let mut state = self.state(parts, base);
        // Counted apart from the layouts that were tried, of which a longer list has others.
        let (mut attempts, mut failures, mut spent) = (0, 0, 0);
        for end in state.layout.spots.len() + 1..=parts.len() {
            let (own, kind) = (&parts[..end], parts[end - 1]);
            state.layout.spots.push(None);
            self.place(&mut state, own, end - 1);
            let taken = own.iter().zip(&state.layout.spots).filter(|(_, spot)| spot.is_some());
            let taken: f64 = taken.map(|(kind, _)| area_of(kinds, &[*kind])).sum();
            let is_tried = state.layout.spots[end - 1].is_none()
                && taken + area_of(kinds, &[kind]) <= FULL * self.board.area
                && attempts < MAX_ATTEMPTS
                && failures < MAX_FAILURES
                && spent < self.budget.compression
                && end <= MAX_PARTS;
            if is_tried {
                attempts += 1;
                failures += 1;
                let mut layout = state.layout.clone();
                let before = self.work;
                let is_inserted = self.insert(own, &mut layout, end - 1);
                spent += self.work - before;
                if is_inserted {
                    state = self.state(parts, layout);
                    self.fill_gaps(&mut state, own);
                    failures = 0;
                }
            }
            // A layout that was tried for exactly these parts, and left some out, may still hold more of them
            // than this one.
            if let Some(layout) = known.remove(&end) {
                let mut other = self.state(parts, layout);
                self.fill_gaps(&mut other, own);
                if other.layout.count() > state.layout.count() {
                    (state, failures) = (other, 0);
                }
            }
        }
        state.layout
    }

    fn state(&mut self, parts: &[usize], layout: Layout) -> State<'k> {
        let mut field = self.field(parts);
        for (kind, spot) in parts.iter().zip(&layout.spots) {
            if let Some(spot) = spot {
                field.add(Put::new(&self.kinds[*kind][spot.turn], spot.at), &mut self.work);
            }
        }
        State { layout, field, hopeless: Vec::new() }
    }

    /// Returns the empty sheet, for some parts: which others there are must not matter.
    fn field(&mut self, parts: &[usize]) -> Field<'k> {
        let circles = parts.iter().filter_map(|kind| self.kinds[*kind].first()?.poles.first());
        let radii = circles.fold((f64::INFINITY, 0.0_f64), |(least, most), (_, radius)| {
            (least.min(*radius), most.max(*radius))
        });
        let mut field = Field::new(self.board.frame, radii);
        for put in self.fixed() {
            field.add(put, &mut self.work);
        }
        field
    }

    /// Returns true when no more layouts may be tried: what is known is the answer.
    fn is_spent(&self) -> bool {
        self.work >= self.budget.construction
    }

    /// Puts parts without a spot where there is room.
    fn fill_gaps(&mut self, state: &mut State<'k>, parts: &[usize]) {
        for index in 0..parts.len() {
            if state.layout.spots[index].is_none() {
                self.place(state, parts, index);
            }
        }
    }

    /// Makes a layout from the left, the largest part first. Where few kinds do not all get a place, they are tried at one
    /// angle each: rows of equal parts that are all turned alike may fit where each of them alone would be turned.
    fn constructed(&mut self, parts: &[usize]) -> Layout {
        let mut best = self.constructed_at(parts, None);
        (self.listener)(NestStep::Placed { placed: best.count(), of: parts.len() });
        let mut of_kind: Vec<usize> = parts.to_vec();
        of_kind.sort_unstable();
        of_kind.dedup();
        if of_kind.len() > MAX_ALIKE {
            return best;
        }
        let turns = of_kind.iter().map(|kind| self.kinds[*kind].len()).max().unwrap_or(0);
        for turn in 0..turns.min(MAX_TURNS) {
            if turns < 2 || best.count() == parts.len() {
                break;
            }
            let layout = self.constructed_at(parts, Some(turn));
            if layout.count() > best.count() {
                best = layout;
            }
        }
        best
    }

    /// Makes a layout from the left, at any angles, or at one each.
    fn constructed_at(&mut self, parts: &[usize], turn: Option<usize>) -> Layout {
        // Large parts first: small ones fit into the gaps between them, not the other way round. Equal parts
        // keep their order, so that the result is the same in every run.
        let mut order: Vec<usize> = (0..parts.len()).collect();
        let size = |index: usize| {
            self.kinds[parts[index]].first().map_or(0.0, |it| it.weight * it.weight * it.diameter)
        };
        order.sort_by(|one, other| size(*other).total_cmp(&size(*one)).then(one.cmp(other)));
        let mut field = self.field(parts);
        let mut spots = vec![None; parts.len()];
        let mut from: HashMap<(usize, usize), f64> = HashMap::new();
        let mut hopeless: Vec<usize> = Vec::new();
        for index in order {
            let kind = parts[index];
            // A part without room now gets none later, as nothing moves away.
            if hopeless.contains(&kind) {
                continue;
            }
            // The work of a column grows with the parts that are there, so many parts get fewer columns.
            let columns = COLUMNS / (parts.len() as f64 / MANY).max(1.0);
            let spot = self.first_spot(&field, kind, turn, columns, &mut from);
            match spot {
                Some(spot) => field.add(Put::new(&self.kinds[kind][spot.turn], spot.at), &mut self.work),
                None => hopeless.push(kind),
            }
            spots[index] = spot;
        }
        Layout { spots }
    }

    /// Puts one more part where there is room.
    fn place(&mut self, state: &mut State<'k>, parts: &[usize], index: usize) {
        let kind = parts[index];
        if state.hopeless.contains(&kind) {
            return;
        }
        let columns = if parts.len() as f64 <= 2.0 * MANY { FINE_COLUMNS } else { FINE_COLUMNS / FEWER };
        // Most parts have no room, which is known sooner than all columns are looked at; where there is some, the place
        // furthest to the left is taken.
        let spot = match self.hidden_spot(&state.field, kind) {
            Room::None => None,
            room => {
                let first = self.first_spot(&state.field, kind, None, columns, &mut HashMap::new());
                first.or(if let Room::Spot(spot) = room { Some(spot) } else { None })
            }
        };
        state.layout.spots[index] = spot;
        match spot {
            Some(spot) => state.field.add(Put::new(&self.kinds[kind][spot.turn], spot.at), &mut self.work),
            None => state.hopeless.push(kind),
        }
    }

    /// Returns the spot whose end is furthest to the left, and of those alike the lowest. Each angle is looked for from where
    /// it was found last, as what is placed stays.
    fn first_spot(
        &mut self,
        field: &Field<'_>,
        kind: usize,
        only: Option<usize>,
        columns: f64,
        from: &mut HashMap<(usize, usize), f64>,
    ) -> Option<Spot> {
        let step = field.frame.width() / columns;
        let mut best: Option<([f64; 2], Spot)> = None;
        let last = self.kinds[kind].len() - 1;
        for (turn, solid) in self.kinds[kind].iter().enumerate() {
            let is_looked_at = match only {
                Some(only) => only.min(last) == turn,
                None => self.sources[kind].is_own[turn],
            };
            if !is_looked_at {
                continue;
            }
            let least = from.get(&(kind, turn)).copied().unwrap_or(f64::NEG_INFINITY);
            // One step back, since the last place was refined to the left of its column.
            let found = field.first_place(solid, step, least - step, self.slack, &mut self.work);
            from.insert((kind, turn), found.map_or(f64::INFINITY, |at| at.x));
            let Some(at) = found else { continue };
            let rank = [at.x + solid.bounds.max.x, at.y + solid.bounds.max.y];
            let is_better = best.as_ref().is_none_or(|(known, _)| {
                // Ends that differ by rounding of the refinement are one; without this the choice among
                // angles would be random.
                let is_same = (rank[0] - known[0]).abs() <= 1e-6 * field.frame.width();
                if is_same { rank[1] < known[1] } else { rank[0] < known[0] }
            });
            if is_better {
                best = Some((rank, Spot { turn, at }));
            }
        }
        best.map(|(_, spot)| spot)
    }

    /// Returns a spot at any place, or the answer that no place exists.
    ///
    /// A body that fits at some place leaves room at the column next to it for itself made smaller by the distance. So where not
    /// even that one fits, nothing near the column does; the rest is halved until the body itself fits, or there is no rest.
    fn hidden_spot(&mut self, field: &Field<'_>, kind: usize) -> Room {
        let kinds = self.kinds;
        let mut room = Room::None;
        for (turn, solid) in kinds[kind].iter().enumerate() {
            let own = &solid.bounds;
            let (least, most) = (field.frame.min.x - own.min.x, field.frame.max.x - own.max.x);
            if !self.sources[kind].is_own[turn] {
                continue;
            }
            if most < least {
                // Exactly as wide as the sheet, but for rounding.
                room = if most < least - self.slack { room } else { Room::Unknown };
                continue;
            }
            if self.looks == 0 {
                room = Room::Unknown;
                continue;
            }
            let mut step = field.frame.width() / COARSE_COLUMNS;
            let count = ((most - least) / step).ceil().max(1.0);
            let mut middles: Vec<f64> =
                (0..count as usize).map(|at| least + (at as f64 + 0.5) * step).collect();
            let all = self.looks.min(MAX_LOOKS);
            let mut looks = 0;
            for halvings in 0..=MAX_HALVINGS {
                let mut left = Vec::new();
                for middle in middles {
                    looks += 2;
                    let x = middle.clamp(least, most);
                    if let Some(y) = field.lowest(solid, x, self.slack, &mut self.work) {
                        self.looks -= looks.min(self.looks);
                        return Room::Spot(Spot { turn, at: Point::new(x, y) });
                    }
                    if self.has_rest(field, (kind, turn, halvings), middle, step) {
                        left.push(middle);
                    }
                }
                if left.is_empty() {
                    break;
                }
                // A whole level more may be looked at, so that every column has its turn.
                if looks > all || halvings == MAX_HALVINGS {
                    room = Room::Unknown;
                    break;
                }
                step *= 0.5;
                middles = left.iter().flat_map(|middle| [middle - 0.5 * step, middle + 0.5 * step]).collect();
            }
            self.looks -= looks.min(self.looks);
        }
        room
    }

    /// Returns true where a body that is smaller by half of a step fits at a column.
    fn has_rest(
        &mut self,
        field: &Field<'_>,
        (kind, turn, halvings): (usize, usize, u32),
        x: f64,
        step: f64,
    ) -> bool {
        let (sources, slack) = (self.sources, self.slack);
        let smaller = self.smaller.entry((kind, halvings)).or_insert_with(|| {
            let source = &sources[kind];
            let style =
                OffsetStyle { join: OffsetJoin::Miter, miter_limit: 2.0, tolerance: 0.1 * step.max(slack) };
            let region = source.region.offset(-0.5 * step, &style).ok()?;
            let solid = Solid::of(&region, slack)?;
            Some(source.angles.iter().map(|angle| solid.turned(*angle)).collect())
        });
        // Nothing is left of a thin body, which proves nothing.
        let Some(smaller) = smaller else { return true };
        field.lowest(&smaller[turn], x, slack, &mut self.work).is_some()
    }

    /// Makes room for a part by moving others; false where none was found.
    fn insert(&mut self, parts: &[usize], layout: &mut Layout, index: usize) -> bool {
        let fixed = self.fixed();
        let placed: Vec<usize> =
            (0..parts.len()).filter(|at| layout.spots[*at].is_some()).chain([index]).collect();
        let middle = self.board.frame.center();
        let spots =
            placed.iter().map(|at| layout.spots[*at].unwrap_or(Spot { turn: 0, at: middle })).collect();
        let bodies = placed.iter().map(|at| self.kinds[parts[*at]].as_slice()).collect();
        // Each attempt has a sequence of its own, and the same in every run. The factor spreads small indices
        // over the bits.
        let seed = self.budget.seed ^ (index as u64).wrapping_mul(0x9e37_79b9);
        let mut search = Search::new(bodies, spots, self.board.frame, &fixed, seed);
        search.relocate(placed.len() - 1);
        let [rounds, strikes, failures] = self.budget.patience;
        let is_free = search.separate(Patience { rounds, strikes, failures, work: self.budget.insertion });
        self.work += search.work;
        if is_free {
            for (at, spot) in placed.iter().zip(&search.spots) {
                layout.spots[*at] = Some(*spot);
            }
        }
        is_free
    }

    fn compress(&mut self, parts: &[usize], layout: &mut Layout) {
        let fixed = self.fixed();
        let placed: Vec<usize> = (0..parts.len()).filter(|at| layout.spots[*at].is_some()).collect();
        let spots = placed.iter().filter_map(|at| layout.spots[*at]).collect();
        let bodies = placed.iter().map(|at| self.kinds[parts[*at]].as_slice()).collect();
        let mut search = Search::new(bodies, spots, self.board.frame, &fixed, self.budget.seed);
        let [rounds, strikes, failures] = self.budget.patience;
        // The time that construction has used is subtracted here, except for a remainder that makes an
        // attempt worthwhile.
        let work = self.budget.compression.saturating_sub(self.work).max(self.budget.insertion);
        let (mut last, listener) = (u64::MAX, self.listener);
        search.compress(Patience { rounds, strikes, failures, work }, |done| {
            let percent = (100 * done / work.max(1)).min(100);
            if percent != last {
                last = percent;
                listener(NestStep::Compressed { percent: percent as u32 });
            }
        });
        self.work += search.work;
        for (at, spot) in placed.iter().zip(&search.spots) {
            layout.spots[*at] = Some(*spot);
        }
    }
}

fn area_of(kinds: &Kinds, parts: &[usize]) -> f64 {
    parts.iter().map(|kind| kinds[*kind].first().map_or(0.0, |it| it.area)).sum()
}
