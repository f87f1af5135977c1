//! Layouts without overlaps, found by moving bodies that overlap to where they overlap less.
//!
//! It is the guided local search of sparrow (arXiv 2509.13329): every pair has a weight, which grows while the pair overlaps, so
//! that what is hard to solve is worth more and more. Bodies go where the weighted sum is least of some random places, improved
//! by small steps. A strip is shortened by a little and made free of overlaps again and again.

use scenewright_geometry::{Bounds, Point};

use super::random::Random;
use super::solid::{Put, Solid};

/// A place of a body: its turn and how far it is moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spot {
    pub turn: usize,
    pub at: Point,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// The rounds without a better layout until it gives up an attempt, and the attempts.
    pub rounds: usize,
    pub strikes: usize,
    /// The layouts with overlaps at one length, each made of another by a change, until it tries a longer one.
    pub failures: usize,
    /// The work that it may do.
    pub work: u64,
}

/// The factors by which the weight of a pair that overlaps grows, from the least to the worst overlap, and shrinks of one that
/// does not. As in the paper.
const GROWTH: (f64, f64) = (1.2, 2.0);
const DECAY: f64 = 0.95;

/// The random places on the whole sheet and about the body itself that are tried for a move, and the best of them that are
/// improved. Sparrow takes 50 and 25; fewer leave more rounds in the same work.
const WIDE_SAMPLES: usize = 30;
const NEAR_SAMPLES: usize = 15;
const KEPT: usize = 3;

/// The first and the last step of an improvement, as shares of a body's smaller side: of all kept places, and of the best one.
/// These steps, the number of kept places and the two shares below are sparrow's.
const FIRST_STEPS: (f64, f64) = (0.25, 0.02);
const LAST_STEPS: (f64, f64) = (0.01, 0.001);

/// Places of which both coordinates differ by less than this share of a body's smaller side count as one.
const SAME: f64 = 0.05;

/// A gain that leaves more than this share of the overlap does not count.
const GAIN: f64 = 0.98;

/// The shares by which a strip is shortened at first and at last, and how the share shrinks with every failure.
const SHRINK: (f64, f64) = (0.02, 0.000_1);
const SHRINK_DECAY: f64 = 0.6;

/// The work of comparing all circles of two bodies, in units of a look at two boxes.
const OVERLAP_WORK: u64 = 4;

/// A layout that is worked on.
pub(crate) struct Search<'a> {
    /// The bodies, each at the angles that it may have.
    pub bodies: Vec<&'a [Solid]>,
    pub spots: Vec<Spot>,
    pub frame: Bounds,
    fixed: &'a [Put<'a>],
    boxes: Vec<Bounds>,
    fixed_boxes: Vec<Bounds>,
    /// A row for each body: its overlaps with all bodies, with the fixed ones, and with the outside.
    losses: Vec<f64>,
    weights: Vec<f64>,
    width: usize,
    random: Random,
    pub work: u64,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        bodies: Vec<&'a [Solid]>,
        spots: Vec<Spot>,
        frame: Bounds,
        fixed: &'a [Put<'a>],
        seed: u64,
    ) -> Search<'a> {
        let width = bodies.len() + fixed.len() + 1;
        let mut search = Search {
            boxes: Vec::new(),
            fixed_boxes: fixed.iter().map(Put::bounds).collect(),
            losses: vec![0.0; bodies.len() * width],
            weights: vec![1.0; bodies.len() * width],
            width,
            random: Random::new(seed),
            work: 0,
            bodies,
            spots,
            frame,
            fixed,
        };
        search.measure();
        search
    }

    fn put(&self, index: usize, spot: Spot) -> Put<'a> {
        Put::new(&self.bodies[index][spot.turn], spot.at)
    }

    /// Computes all overlaps.
    fn measure(&mut self) {
        self.boxes =
            (0..self.bodies.len()).map(|index| self.put(index, self.spots[index]).bounds()).collect();
        for index in 0..self.bodies.len() {
            self.measure_row(index);
        }
    }

    fn measure_row(&mut self, index: usize) {
        let own = self.put(index, self.spots[index]);
        let bounds = self.boxes[index];
        for other in 0..self.bodies.len() {
            if other == index {
                continue;
            }
            let put = self.put(other, self.spots[other]);
            let is_over = do_meet(&bounds, &self.boxes[other]) && own.overlaps(&put, &mut self.work);
            // The measure is greater than 0 even for bodies that are apart, so an exact test comes first.
            let loss = if is_over { own.overlap(&put) } else { 0.0 };
            self.losses[index * self.width + other] = loss;
            self.losses[other * self.width + index] = loss;
        }
        for (at, other) in self.fixed.iter().enumerate() {
            let is_over = do_meet(&bounds, &self.fixed_boxes[at]) && own.overlaps(other, &mut self.work);
            let loss = if is_over { own.overlap(other) } else { 0.0 };
            self.losses[index * self.width + self.bodies.len() + at] = loss;
        }
        self.losses[index * self.width + self.width - 1] = self.outside(own.solid, &bounds);
    }

    /// Returns a measure of how much of a body is outside of the frame.
    fn outside(&self, solid: &Solid, bounds: &Bounds) -> f64 {
        let frame = &self.frame;
        // Bodies are placed flush with the frame, which rounding may put a little outside.
        let slack = 1e-9 * (frame.width() + frame.height());
        let is_inside = bounds.min.x >= frame.min.x - slack
            && bounds.min.y >= frame.min.y - slack
            && bounds.max.x <= frame.max.x + slack
            && bounds.max.y <= frame.max.y + slack;
        if is_inside {
            return 0.0;
        }
        let wide = bounds.max.x.min(frame.max.x) - bounds.min.x.max(frame.min.x);
        let high = bounds.max.y.min(frame.max.y) - bounds.min.y.max(frame.min.y);
        let own = bounds.width() * bounds.height();
        let over = if wide > 0.0 && high > 0.0 {
            // The area outside; a little more, so that a sliver outside never counts as nothing.
            own - wide * high + 0.0001 * own
        } else {
            // All of it is outside, and the distance leads it back.
            own + bounds.center().distance_to(frame.center())
        };
        // In the unit of an overlap: a root of an area times the size of the bodies.
        2.0 * over.sqrt() * solid.weight
    }

    fn row(&self, index: usize) -> &[f64] {
        &self.losses[index * self.width..(index + 1) * self.width]
    }

    fn has_overlap(&self, index: usize) -> bool {
        self.row(index).iter().any(|loss| *loss > 0.0)
    }

    fn total(&self) -> f64 {
        let count = self.bodies.len();
        (0..count)
            .map(|index| {
                let row = self.row(index);
                // The rest of the row, as a pair stands in the rows of both.
                row[index + 1..].iter().sum::<f64>()
            })
            .sum()
    }

    /// Returns the weighted overlap of a body at a spot, or something greater than the bound.
    fn rate(&mut self, index: usize, spot: Spot, bound: f64) -> f64 {
        self.work += 1 + (self.bodies.len() as u64 >> 4);
        let own = self.put(index, spot);
        let bounds = own.bounds();
        let row = index * self.width;
        let mut sum = self.outside(own.solid, &bounds) * self.weights[row + self.width - 1];
        for other in 0..self.bodies.len() {
            // Most samples lose early: the rest of their sum is not computed.
            if sum >= bound {
                return sum;
            }
            if other == index || !do_meet(&bounds, &self.boxes[other]) {
                continue;
            }
            let put = self.put(other, self.spots[other]);
            if own.overlaps(&put, &mut self.work) {
                self.work += OVERLAP_WORK;
                sum += own.overlap(&put) * self.weights[row + other];
            }
        }
        for at in 0..self.fixed.len() {
            if sum >= bound {
                return sum;
            }
            if do_meet(&bounds, &self.fixed_boxes[at]) && own.overlaps(&self.fixed[at], &mut self.work) {
                sum += own.overlap(&self.fixed[at]) * self.weights[row + self.bodies.len() + at];
            }
        }
        sum
    }

    /// Returns a random spot whose box is in the frame, with its middle in a box.
    fn sample(&mut self, index: usize, within: Option<&Bounds>) -> Spot {
        let bodies = self.bodies[index];
        let turn = self.random.below(bodies.len());
        let own = &bodies[turn].bounds;
        let (frame, middle) = (self.frame, own.center());
        let mut along = |least: f64, most: f64, near: Option<(f64, f64)>| {
            let (least, most) = (least, most.max(least));
            let (from, to) =
                near.map_or((least, most), |(from, to)| (from.clamp(least, most), to.clamp(least, most)));
            self.random.between(from, to)
        };
        let x = along(
            frame.min.x - own.min.x,
            frame.max.x - own.max.x,
            within.map(|it| (it.min.x - middle.x, it.max.x - middle.x)),
        );
        let y = along(
            frame.min.y - own.min.y,
            frame.max.y - own.max.y,
            within.map(|it| (it.min.y - middle.y, it.max.y - middle.y)),
        );
        Spot { turn, at: Point::new(x, y) }
    }

    /// Moves a body to the best spot that is found.
    pub(crate) fn relocate(&mut self, index: usize) {
        let own = &self.bodies[index][0].bounds;
        // The smaller side is what a body must move by to get out of the way, and the unit of all steps.
        let size = own.width().min(own.height());
        let mut best: Vec<(f64, Spot)> = Vec::with_capacity(KEPT + 1);
        let start = self.spots[index];
        let rating = self.rate(index, start, f64::INFINITY);
        best.push((rating, start));
        let around = self.boxes[index];
        for at in 0..NEAR_SAMPLES + WIDE_SAMPLES {
            let spot = self.sample(index, (at < NEAR_SAMPLES).then_some(&around));
            // A sample that is worse than all kept ones is dropped, so its exact rating does not matter.
            let bound = if best.len() < KEPT { f64::INFINITY } else { best[best.len() - 1].0 };
            let rating = self.rate(index, spot, bound);
            if rating < bound {
                keep(&mut best, rating, spot, SAME * size);
                if rating == 0.0 {
                    break;
                }
            }
        }
        if best[0].0 > 0.0 {
            // Coarse steps for all kept samples, fine ones for the winner alone, as in sparrow.
            for (rating, spot) in best.clone() {
                let (rating, spot) = self.descend(index, rating, spot, size, FIRST_STEPS);
                keep(&mut best, rating, spot, SAME * size);
            }
        }
        let (rating, spot) = best[0];
        let (_, spot) =
            if rating > 0.0 { self.descend(index, rating, spot, size, LAST_STEPS) } else { best[0] };
        self.spots[index] = spot;
        self.boxes[index] = self.put(index, spot).bounds();
        self.measure_row(index);
    }

    /// Improves a spot by steps in random directions, which get longer after a success and shorter after a failure.
    fn descend(
        &mut self,
        index: usize,
        mut rating: f64,
        mut spot: Spot,
        size: f64,
        (first, last): (f64, f64),
    ) -> (f64, Spot) {
        let mut steps = [first * size; 2];
        let least = last * size;
        // Along x, along y, and both diagonals: sides in a layout are seldom parallel to an axis alone.
        let mut axis = self.random.below(4);
        while (steps[0] >= least || steps[1] >= least) && rating > 0.0 {
            let (x, y) = match axis {
                0 => (steps[0], 0.0),
                1 => (0.0, steps[1]),
                2 => (steps[0], steps[1]),
                _ => (-steps[0], steps[1]),
            };
            let mut best = (rating, spot);
            for sign in [1.0, -1.0] {
                let tried = Spot { at: Point::new(spot.at.x + sign * x, spot.at.y + sign * y), ..spot };
                let own = self.rate(index, tried, best.0);
                if own < best.0 {
                    best = (own, tried);
                }
            }
            let is_better = best.0 < rating;
            (rating, spot) = best;
            // Sparrow's factors. On a diagonal both steps change, each by the root, so that the way changes
            // by as much.
            let factor: f64 = if is_better { 1.1 } else { 0.5 };
            match axis {
                0 => steps[0] *= factor,
                1 => steps[1] *= factor,
                _ => steps.iter_mut().for_each(|step| *step *= factor.sqrt()),
            }
            if !is_better {
                axis = self.random.below(4);
            }
        }
        (rating, spot)
    }

    fn reweigh(&mut self) {
        let worst = self.losses.iter().copied().fold(0.0, f64::max);
        for (weight, loss) in self.weights.iter_mut().zip(&self.losses) {
            let factor = if *loss > 0.0 { GROWTH.0 + (GROWTH.1 - GROWTH.0) * loss / worst } else { DECAY };
            // Never below 1: a pair that does not overlap must not become worthless, or it would be pushed
            // together at once.
            *weight = (*weight * factor).max(1.0);
        }
    }

    /// Moves bodies until none overlaps; false where that was not reached. The best layout stays.
    pub(crate) fn separate(&mut self, patience: Patience) -> bool {
        let end = self.work + patience.work;
        let mut least = self.total();
        let mut best = (self.spots.clone(), self.losses.clone());
        let mut strikes = 0;
        while least > 0.0 && strikes < patience.strikes && self.work < end {
            let at_first = least;
            let mut idle = 0;
            while idle < patience.rounds && self.work < end {
                let mut moved: Vec<usize> =
                    (0..self.bodies.len()).filter(|index| self.has_overlap(*index)).collect();
                self.random.shuffle(&mut moved);
                for index in moved {
                    if self.has_overlap(index) {
                        self.relocate(index);
                    }
                    if self.work >= end {
                        break;
                    }
                }
                let total = self.total();
                if total < least {
                    // Sparrow's 2 %: smaller gains are kept, but an attempt that makes only those is given
                    // up.
                    if total < least * GAIN {
                        idle = 0;
                    }
                    best = (self.spots.clone(), self.losses.clone());
                    least = total;
                    if total == 0.0 {
                        break;
                    }
                } else {
                    idle += 1;
                }
                self.reweigh();
            }
            strikes = if least < at_first * GAIN { 0 } else { strikes + 1 };
            // The weights stay: what was hard remains expensive in the next attempt.
            self.restore(best.clone());
        }
        self.restore(best);
        least == 0.0
    }

    fn restore(&mut self, (spots, losses): (Vec<Spot>, Vec<f64>)) {
        self.spots = spots;
        self.losses = losses;
        self.boxes =
            (0..self.bodies.len()).map(|index| self.put(index, self.spots[index]).bounds()).collect();
    }

    /// Sets the length of the frame, and moves what is right of a split with its end.
    fn shorten(&mut self, right: f64, split: f64) {
        let by = right - self.frame.max.x;
        self.frame.max.x = right;
        for index in 0..self.bodies.len() {
            // Bodies on the right keep their distances to each other, so that only those around the split
            // collide.
            if self.boxes[index].center().x > split {
                self.spots[index].at.x += by;
            }
        }
        self.weights.fill(1.0);
        self.measure();
    }

    fn end(&self) -> f64 {
        self.boxes.iter().map(|bounds| bounds.max.x).fold(self.frame.min.x, f64::max)
    }

    /// Shortens the frame as far as bodies can be moved together. The layout must have no overlaps, and has none afterwards.
    ///
    /// The listener hears how much of the work is done.
    pub(crate) fn compress(&mut self, patience: Patience, mut listener: impl FnMut(u64)) {
        let begin = self.work;
        let end = begin + patience.work;
        let start = self.frame.min.x;
        self.frame.max.x = self.end();
        let mut best = (self.spots.clone(), self.frame.max.x);
        let mut step = SHRINK.0;
        while self.work < end && step >= SHRINK.1 {
            listener(self.work - begin);
            let length = (best.1 - start) * (1.0 - step);
            let split = start + self.random.share() * (best.1 - start);
            let mut pool: Vec<(f64, Vec<Spot>)> = Vec::new();
            self.shorten(start + length, split);
            let mut is_free = self.separate(Patience { work: end.saturating_sub(self.work), ..patience });
            while !is_free && self.work < end && pool.len() < patience.failures {
                let total = self.total();
                let place = pool.partition_point(|(known, _)| *known < total);
                pool.insert(place, (total, self.spots.clone()));
                // Better ones are taken more often.
                let share = self.random.share();
                let chosen = ((share * share) * pool.len() as f64) as usize;
                self.spots = pool[chosen.min(pool.len() - 1)].1.clone();
                self.weights.fill(1.0);
                self.measure();
                self.disrupt();
                is_free = self.separate(Patience { work: end.saturating_sub(self.work), ..patience });
            }
            if is_free {
                self.frame.max.x = self.end();
                best = (self.spots.clone(), self.frame.max.x);
                continue;
            }
            // Shorter by so much was not possible; less may be. A success keeps the step.
            step *= SHRINK_DECAY;
            self.frame.max.x = best.1;
            self.spots = best.0.clone();
            self.measure();
        }
        self.spots = best.0;
        self.frame.max.x = best.1;
        self.measure();
    }

    /// Exchanges two large bodies.
    fn disrupt(&mut self) {
        const LARGE: f64 = 0.75;
        let count = self.bodies.len();
        if count < 2 {
            return;
        }
        let size = |search: &Self, index: usize| search.bodies[index][0].weight;
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|one, other| size(self, *other).total_cmp(&size(self, *one)).then(one.cmp(other)));
        // The weight is the root of the hull's area, so its square is that area.
        let whole: f64 = order.iter().map(|index| size(self, *index).powi(2)).sum();
        let mut sum = 0.0;
        let large = order.iter().take_while(|index| {
            sum += size(self, **index).powi(2);
            sum <= LARGE * whole
        });
        let large = large.count().clamp(2, count);
        let one = order[self.random.below(large)];
        let others: Vec<usize> = order[..large]
            .iter()
            .copied()
            // Exchanging two of one kind would change nothing.
            .filter(|other| (size(self, *other) / size(self, one) - 1.0).abs() > 0.005)
            .collect();
        let other = match others.len() {
            0 => order[self.random.below(count)],
            many => others[self.random.below(many)],
        };
        if one == other {
            return;
        }
        let (first, second) = (self.boxes[one].center(), self.boxes[other].center());
        for (index, to) in [(one, second), (other, first)] {
            let turn = self.random.below(self.bodies[index].len());
            let own = self.bodies[index][turn].bounds;
            let (frame, middle) = (self.frame, own.center());
            let fit = |at: f64, least: f64, most: f64| at.clamp(least, most.max(least));
            let at = Point::new(
                fit(to.x - middle.x, frame.min.x - own.min.x, frame.max.x - own.max.x),
                fit(to.y - middle.y, frame.min.y - own.min.y, frame.max.y - own.max.y),
            );
            self.spots[index] = Spot { turn, at };
        }
        self.measure();
    }
}

fn do_meet(one: &Bounds, other: &Bounds) -> bool {
    one.min.x < other.max.x && other.min.x < one.max.x && one.min.y < other.max.y && other.min.y < one.max.y
}

/// Keeps a spot among the best ones, of which none is near another.
fn keep(best: &mut Vec<(f64, Spot)>, rating: f64, spot: Spot, near: f64) {
    let is_near = |other: &Spot| {
        other.turn == spot.turn
            && (other.at.x - spot.at.x).abs() < near
            && (other.at.y - spot.at.y).abs() < near
    };
    if let Some(known) = best.iter().position(|(_, other)| is_near(other)) {
        if best[known].0 <= rating {
            return;
        }
        best.remove(known);
    }
    let place = best.partition_point(|(known, _)| *known <= rating);
    best.insert(place, (rating, spot));
    best.truncate(KEPT);
}
