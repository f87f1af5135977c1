//! The way from parts and sheets to places: constructed from the left, completed by search, and moved together.
//!
//! One part more at the end of a list does not make fewer parts placed: each part is added to the layout of those before it,
//! unless a fresh layout of all up to there has more.

use std::collections::HashMap;

use scenewright_geometry::{Bounds, Point};

use super::scan::Field;
use super::separate::{Patience, Search, Spot};
use super::solid::{Put, Solid};

/// The columns at which a place is looked for on a sheet, and those at which it is looked for before a part is left out.
const COLUMNS: f64 = 160.0;
const FINE_COLUMNS: f64 = 400.0;

/// The parts from which on fewer columns are looked at.
const MANY: f64 = 60.0;

/// The share of a sheet that parts of all kinds together never fill: nobody has to try.
const FULL: f64 = 0.92;

/// The last beginnings of a list for each of which a fresh layout is made, and about how many of the shorter ones between a
/// length and its half.
const LAST_BEGINNINGS: usize = 6;
const BEGINNINGS: usize = 8;

/// The attempts to make room for one more part, the failures in a row after which there are no more, and the most parts of a
/// sheet on which they are made.
const MAX_ATTEMPTS: usize = 12;
const MAX_FAILURES: usize = 2;
const MAX_PARTS: usize = 200;

/// Kinds of parts by their bodies, one for each angle.
pub(crate) type Kinds = Vec<Vec<Solid>>;

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

pub(crate) struct Packer<'k> {
    pub kinds: &'k Kinds,
    pub board: &'k Board,
    pub budget: Budget,
    /// What two bodies may overlap by and still touch.
    pub slack: f64,
    pub work: u64,
}

impl<'k> Packer<'k> {
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

    /// Returns the layout of a list, by the layouts of its beginnings.
    fn filled(&mut self, parts: &[usize]) -> Layout {
        let count = parts.len();
        // The first try is for all of them; where all have a place, there is nothing better.
        let is_level = |length: usize| {
            let step = (length / BEGINNINGS + 1).next_power_of_two();
            length.is_multiple_of(step)
        };
        let kinds = self.kinds;
        let most = FULL * self.board.area;
        let can_fit = |length: usize| area_of(kinds, &parts[..length]) <= most;
        let mut known: HashMap<usize, Layout> = HashMap::new();
        let mut whole = (0, Layout::default());
        let mut length = count;
        while length > 0 {
            if can_fit(length) && (is_level(length) || count - length < LAST_BEGINNINGS) {
                let layout = self.constructed(&parts[..length]);
                if layout.count() == length {
                    whole = (length, layout);
                    break;
                }
                known.insert(length, layout);
                if self.is_spent() {
                    return self.fullest(parts, Layout::default(), known);
                }
            }
            length -= 1;
        }
        let (length, mut layout) = whole;
        let (mut attempts, mut failures) = (0, 0);
        let mut hopeless: Vec<usize> = Vec::new();
        for end in length + 1..=count {
            if self.is_spent() {
                return self.fullest(parts, layout, known);
            }
            let kind = parts[end - 1];
            layout.spots.push(None);
            let own = &parts[..end];
            if !hopeless.contains(&kind) {
                let spot = self.place(own, &layout, kind);
                layout.spots[end - 1] = spot;
                let taken: Vec<usize> = own
                    .iter()
                    .zip(&layout.spots)
                    .filter(|(_, spot)| spot.is_some())
                    .map(|(kind, _)| *kind)
                    .collect();
                let may_fit = area_of(kinds, &taken) + area_of(kinds, &[kind]) <= most;
                if spot.is_none() {
                    let is_tried =
                        may_fit && attempts < MAX_ATTEMPTS && failures < MAX_FAILURES && end <= MAX_PARTS;
                    if is_tried {
                        attempts += 1;
                    }
                    if is_tried && self.insert(own, &mut layout, end - 1) {
                        failures = 0;
                        hopeless.clear();
                        self.fill_gaps(own, &mut layout, &mut hopeless);
                    } else {
                        failures += usize::from(is_tried);
                        hopeless.push(kind);
                    }
                }
            }
            if let Some(other) = known.remove(&end).filter(|other| other.count() > layout.count()) {
                layout = other;
                hopeless.clear();
                self.fill_gaps(own, &mut layout, &mut hopeless);
            }
        }
        layout
    }

    /// Returns true when no more layouts may be tried: what is known by then is the answer.
    fn is_spent(&self) -> bool {
        self.work >= self.budget.construction
    }

    /// Returns the layout that has most parts, with the others wherever there is room for them.
    fn fullest(&mut self, parts: &[usize], current: Layout, known: HashMap<usize, Layout>) -> Layout {
        // The longest list wins among those alike, so that the answer does not depend on the order of a map.
        let rank = |layout: &Layout| (layout.count(), layout.spots.len());
        let mut layout = known.into_values().chain([current]).max_by_key(rank).unwrap_or_default();
        layout.spots.resize(parts.len(), None);
        self.fill_gaps(parts, &mut layout, &mut Vec::new());
        layout
    }

    /// Puts parts without a spot where there is room.
    fn fill_gaps(&mut self, parts: &[usize], layout: &mut Layout, hopeless: &mut Vec<usize>) {
        for index in 0..parts.len() {
            if layout.spots[index].is_none() && !hopeless.contains(&parts[index]) {
                layout.spots[index] = self.place(parts, layout, parts[index]);
                if layout.spots[index].is_none() {
                    hopeless.push(parts[index]);
                }
            }
        }
    }

    /// Makes a layout from the left, the largest part first.
    fn constructed(&mut self, parts: &[usize]) -> Layout {
        let mut order: Vec<usize> = (0..parts.len()).collect();
        let size = |index: usize| {
            self.kinds[parts[index]].first().map_or(0.0, |it| it.weight * it.weight * it.diameter)
        };
        order.sort_by(|one, other| size(*other).total_cmp(&size(*one)).then(one.cmp(other)));
        let mut field = Field { frame: self.board.frame, others: self.fixed() };
        let mut spots = vec![None; parts.len()];
        let mut from: HashMap<(usize, usize), f64> = HashMap::new();
        let mut hopeless: Vec<usize> = Vec::new();
        for index in order {
            let kind = parts[index];
            if hopeless.contains(&kind) {
                continue;
            }
            let columns = COLUMNS / (parts.len() as f64 / MANY).max(1.0);
            let spot = self.first_spot(&field, kind, columns, &mut from);
            match spot {
                Some(spot) => field.others.push(Put::new(&self.kinds[kind][spot.turn], spot.at)),
                None => hopeless.push(kind),
            }
            spots[index] = spot;
        }
        Layout { spots }
    }

    /// Returns the spot of one more part in a layout.
    fn place(&mut self, parts: &[usize], layout: &Layout, kind: usize) -> Option<Spot> {
        let mut field = Field { frame: self.board.frame, others: self.fixed() };
        let own = parts.iter().zip(&layout.spots).filter_map(|(kind, spot)| Some((*kind, (*spot)?)));
        field.others.extend(own.map(|(kind, spot)| Put::new(&self.kinds[kind][spot.turn], spot.at)));
        let columns = if parts.len() as f64 <= 2.0 * MANY { FINE_COLUMNS } else { COLUMNS };
        self.first_spot(&field, kind, columns, &mut HashMap::new())
    }

    /// Returns the spot whose end is furthest to the left, and of those alike the lowest. Each angle is looked for from where
    /// it was found last, as what is placed stays.
    fn first_spot(
        &mut self,
        field: &Field<'_>,
        kind: usize,
        columns: f64,
        from: &mut HashMap<(usize, usize), f64>,
    ) -> Option<Spot> {
        let step = field.frame.width() / columns;
        let mut best: Option<([f64; 2], Spot)> = None;
        for (turn, solid) in self.kinds[kind].iter().enumerate() {
            let least = from.get(&(kind, turn)).copied().unwrap_or(f64::NEG_INFINITY);
            let found = field.first_place(solid, step, least - step, self.slack, &mut self.work);
            from.insert((kind, turn), found.map_or(f64::INFINITY, |at| at.x));
            let Some(at) = found else { continue };
            let rank = [at.x + solid.bounds.max.x, at.y + solid.bounds.max.y];
            let is_better = best.as_ref().is_none_or(|(known, _)| {
                let is_same = (rank[0] - known[0]).abs() <= 1e-6 * field.frame.width();
                if is_same { rank[1] < known[1] } else { rank[0] < known[0] }
            });
            if is_better {
                best = Some((rank, Spot { turn, at }));
            }
        }
        best.map(|(_, spot)| spot)
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
        let work = self.budget.compression.saturating_sub(self.work).max(self.budget.insertion);
        search.compress(Patience { rounds, strikes, failures, work });
        self.work += search.work;
        for (at, spot) in placed.iter().zip(&search.spots) {
            layout.spots[*at] = Some(*spot);
        }
    }
}

fn area_of(kinds: &Kinds, parts: &[usize]) -> f64 {
    parts.iter().map(|kind| kinds[*kind].first().map_or(0.0, |it| it.area)).sum()
}
