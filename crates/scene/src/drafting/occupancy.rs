//! The occupied places of a sheet, and the cost to draw a line or a text there.
//!
//! A place is found by trying a bounded list of candidates in a fixed order, so that the same scene gives the same sheet.
//! All lengths are millimetres on paper.

use std::cell::RefCell;
use std::sync::Arc;

use crate::drafting::detail::Detail;
use crate::drafting::vectors::{add, ahead, dot, left_of, negative, sub, unit};
use scenewright_geometry::{Bounds, Point};

/// The size of a cell of the grid in which lines and texts are looked up: about two lines of text.
const CELL: f64 = 6.0;

/// The most cells along a side, so that a drawing kilometres wide needs no more memory than a sheet.
const MAX_CELLS: usize = 400;

/// The most outlines that texts may be inside of: each text is compared with all of them.
const MAX_AREAS: usize = 1_000;

/// The room around the drawing in which dimensions are placed, as a part of the grid.
const ROOM: f64 = 120.0;

/// The length at the ends of a line that may touch what it starts at.
const TOUCH: f64 = 0.3;

/// The distance within which two lines along each other are read as one.
const BESIDE: f64 = 0.8;

/// The distance within which two lines are one when they are drawn: far less than the width of a thin line.
const SAME_LINE: f64 = 0.02;

/// The sine of the angle up to which two lines count as parallel.
const NEARLY_PARALLEL: f64 = 1e-3;

/// The room that a text has on all sides; at the end of a leader as much as between the leader and the text, or the leader would seem to
/// end at the line beside the text.
const TEXT_ROOM: f64 = 0.5;
const LEADER_TEXT_ROOM: f64 = 1.0;

/// The room between texts beside each other, about the width of a space more than between words: with less they are read as one.
const BETWEEN_TEXTS: f64 = 2.0;

/// The distance within which the tip of an arrow lies on an outline.
const ON_OUTLINE: f64 = 0.15;

/// The distance from the edge of an area up to which a leader points at it: curves are in pieces, a little off the true ones.
pub(crate) const ON_EDGE: f64 = 0.3;

/// The costs of a text on something else: more than any way around it.
const TEXT_ON_TEXT: f64 = 90.0;
const TEXT_ON_LINE: f64 = 45.0;
/// The cost of a text on an axis, which drafters break there.
const TEXT_ON_AXIS: f64 = 12.0;
/// The cost of a text at the end of a leader on an axis, which is not broken there: more than the way of the leader through the part.
const LEADER_TEXT_ON_AXIS: f64 = 30.0;

/// The cost of a line through a text.
const LINE_ON_TEXT: f64 = 60.0;

/// The factor by which a line along another costs more than one across it.
const ALONG: f64 = 4.0;

/// The cost of an arrow that points at nothing.
pub(crate) const TIP_IN_THE_AIR: f64 = 15.0;

/// The cost of a text inside of an outline: dimensions stand outside first.
const INSIDE: f64 = 4.0;

/// The cost of the text of a distance inside of an outline: as much as extension lines of 160 mm out of it. It is more than a line of
/// the part that they run along there, and than the lines of some other dimensions.
const DISTANCE_INSIDE: f64 = 8.0;

/// The cost of the text of a leader inside of an outline: as much as 70 mm of the way out of it.
const LEADER_INSIDE: f64 = 10.0;

/// The costs of the way of a leader through the part: of the first outline across it, which it cannot avoid where it points at
/// something within the part, each further one costing as much more again, and of a millimetre up to the last one. At most this
/// much together, so that a map full of lines is not worse than two leaders across each other.
const ACROSS_OUTLINE: f64 = 1.2;
const WITHIN: f64 = 0.1;
const MAX_THROUGH: f64 = 24.0;

/// The distance up to which two outlines are seen as one, such as a part and the hatched half of it.
const SAME_OUTLINE: f64 = 0.15;

/// The costs of a text, and of a leader, in the way that is left free for the leader of a note without a place yet: more than a leader
/// around it, less than one through the part.
const TEXT_ON_WAY: f64 = 6.0;
const LEADER_ON_WAY: f64 = 4.0;

/// The length of that way, in millimetres on paper: as long as the usual leader with its text.
const WAY: f64 = 24.0;

/// The cost of a leader across a dimension line: more than the text of the leader inside of the part, as a drafter has it.
const LEADER_ON_DIMENSION: f64 = 16.0;

/// The cost of two leaders across each other: more than any way through the part, less than a text on something.
const LEADER_ON_LEADER: f64 = 44.0;

/// The most outlines that a text pays for being inside of: what is around the whole drawing counts no more than once.
const MAX_INSIDE: usize = 2;

/// The meaning of a line on the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// The edge of a thing that is drawn.
    Outline,
    /// A centre line.
    Axis,
    /// The line from what is measured to a dimension line.
    Extension,
    /// A dimension line, or the line of a symbol.
    Dimension,
    /// The line from a text to what it is about.
    Leader,
}

/// A straight line on the sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) from: Point,
    pub(crate) to: Point,
    pub(crate) role: Role,
    /// True for the edge of an area at its left.
    pub(crate) is_edge: bool,
}

impl Mark {
    pub(crate) fn line(from: Point, to: Point, role: Role) -> Mark {
        Mark { from, to, role, is_edge: false }
    }
}

/// The box around a text, which may be turned.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TextBox {
    pub(crate) center: Point,
    /// The direction of the baseline, of length 1.
    pub(crate) along: Point,
    /// Half of the length along the baseline, and half of the height.
    pub(crate) half: [f64; 2],
}

/// The lines and texts of something that is to be drawn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Footprint {
    pub(crate) marks: Vec<Mark>,
    pub(crate) texts: Vec<TextBox>,
    /// The boxes of views, on which nothing stands either, but from which lines may lead.
    pub(crate) views: Vec<TextBox>,
    /// The rooms beside arrows that dimension lines and texts keep clear of; one that is given there lies on nothing.
    pub(crate) rooms: Vec<TextBox>,
    /// True for a distance, whose dimension line belongs outside of the part.
    pub(crate) is_distance: bool,
}

/// The cost of a place, and what is in the way there.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) total: f64,
    pub(crate) hits: Hits,
}

/// The owners of what is in the way of a drawing, the one that was drawn first of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hits {
    /// The owner of what a text lies on, or of a text that a line runs through.
    pub(crate) text: Option<u32>,
    /// The owner of a leader that a leader runs across.
    pub(crate) leader: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
enum Item {
    Mark(Mark, u32),
    Text(TextBox, u32),
    View(TextBox, u32),
    Room(TextBox),
}

/// The occupied places of a sheet.
#[derive(Debug)]
pub(crate) struct Occupancy {
    items: Vec<Item>,
    cells: Vec<Vec<u32>>,
    columns: usize,
    rows: usize,
    origin: Point,
    cell: f64,
    /// The boxes around closed outlines, from the smallest.
    areas: Vec<Bounds>,
    owners: Vec<Arc<str>>,
    /// The ways that are left free for leaders.
    ways: Vec<Mark>,
    /// The cells that items were entered in, in the order in which that was done.
    entries: Vec<u32>,
    scratch: RefCell<Scratch>,
}

/// A state that [`Occupancy::roll_back`] restores.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Checkpoint {
    items: usize,
    owners: usize,
    entries: usize,
}

/// The results of a look-up, whose memory is used again by the next: thousands of places are looked at for one sheet.
#[derive(Debug, Default)]
struct Scratch {
    found: Vec<u32>,
    /// The number of the look-up that found an item last.
    seen: Vec<u32>,
    look_up: u32,
    passage: Passage,
}

/// The way of a leader through the part.
#[derive(Debug, Default)]
struct Passage {
    /// The end of the line before, and its distance from the tip along the leader.
    end: Option<Point>,
    length: f64,
    /// The distances from the tip to the outlines that it runs across.
    crossings: Vec<f64>,
    /// The distance to the last of them.
    last: f64,
    cost: f64,
}

impl Passage {
    /// Begins a line of a leader, which starts at the end of the one before or at the tip of another leader. Returns the distance
    /// from the tip to its start.
    fn begin(&mut self, mark: &Mark) -> f64 {
        if self.end != Some(mark.from) {
            self.crossings.clear();
            (self.length, self.last, self.cost) = (0.0, 0.0, 0.0);
        }
        let start = self.length;
        self.end = Some(mark.to);
        self.length += mark.from.distance_to(mark.to);
        start
    }

    /// Adds an outline at a distance from the tip; returns what the leader costs more.
    fn cross(&mut self, at: f64) -> f64 {
        if self.crossings.iter().any(|other| (other - at).abs() <= SAME_OUTLINE) {
            return 0.0;
        }
        self.crossings.push(at);
        self.last = self.last.max(at);
        let count = self.crossings.len() as f64;
        let across = ACROSS_OUTLINE * count * (count + 1.0) * 0.5;
        let before = std::mem::replace(&mut self.cost, (across + WITHIN * self.last).min(MAX_THROUGH));
        self.cost - before
    }
}

impl Occupancy {
    /// Makes an empty sheet around a drawing with those bounds.
    pub(crate) fn new(bounds: Bounds) -> Occupancy {
        let (width, height) = (bounds.width() + 2.0 * ROOM, bounds.height() + 2.0 * ROOM);
        // A larger sheet has larger cells, not more of them: only the speed depends on their size, never the
        // result.
        let cell = CELL.max(width.max(height) / MAX_CELLS as f64);
        let count = |length: f64| ((length / cell).ceil() as usize).clamp(1, MAX_CELLS);
        let (columns, rows) = (count(width), count(height));
        Occupancy {
            items: Vec::new(),
            cells: vec![Vec::new(); columns * rows],
            columns,
            rows,
            origin: Point::new(bounds.min.x - ROOM, bounds.min.y - ROOM),
            cell,
            areas: Vec::new(),
            owners: Vec::new(),
            ways: Vec::new(),
            entries: Vec::new(),
            scratch: RefCell::default(),
        }
    }

    /// Adds an owner of lines and texts by its name.
    pub(crate) fn add_owner(&mut self, name: Arc<str>) -> u32 {
        self.owners.push(name);
        (self.owners.len() - 1) as u32
    }

    pub(crate) fn owner(&self, owner: u32) -> Option<&str> {
        self.owners.get(owner as usize).map(|name| &**name)
    }

    /// Adds the box around a closed outline; a text inside of it is not outside of the drawing.
    pub(crate) fn add_area(&mut self, bounds: Bounds) {
        self.areas.push(bounds);
    }

    /// Sorts the areas, after the last was added: the smallest first, as those that are left first. Of very many, the
    /// largest are kept.
    pub(crate) fn sort_areas(&mut self) {
        let size = |area: &Bounds| area.width() * area.height();
        self.areas.sort_by(|one, other| size(one).total_cmp(&size(other)));
        // The small ones go: the large outlines decide what is outside of the drawing.
        self.areas.drain(..self.areas.len().saturating_sub(MAX_AREAS));
    }

    /// Adds what was drawn.
    pub(crate) fn add(&mut self, footprint: &Footprint, owner: u32) {
        for mark in &footprint.marks {
            self.add_mark(*mark, owner);
        }
        for text in &footprint.texts {
            self.add_text(*text, owner);
        }
        for view in &footprint.views {
            self.enter(self.items.len() as u32, &view.bounds());
            self.items.push(Item::View(*view, owner));
        }
        for room in &footprint.rooms {
            self.enter(self.items.len() as u32, &room.bounds());
            self.items.push(Item::Room(*room));
        }
    }

    pub(crate) fn add_mark(&mut self, mark: Mark, owner: u32) {
        let index = self.items.len() as u32;
        self.items.push(Item::Mark(mark, owner));
        // A long line goes by pieces, so that a slanted one is not in every cell of its box.
        let length = mark.from.distance_to(mark.to);
        let steps = ((length / self.cell).ceil() as usize).clamp(1, 2 * MAX_CELLS);
        let at = |step: usize| {
            let share = step as f64 / steps as f64;
            Point::new(
                mark.from.x + (mark.to.x - mark.from.x) * share,
                mark.from.y + (mark.to.y - mark.from.y) * share,
            )
        };
        for step in 0..steps {
            let piece = Bounds::of_point(at(step)).union(Bounds::of_point(at(step + 1)));
            self.enter(index, &piece);
        }
    }

    pub(crate) fn add_text(&mut self, text: TextBox, owner: u32) {
        let index = self.items.len() as u32;
        self.items.push(Item::Text(text, owner));
        self.enter(index, &text.bounds());
    }

    fn enter(&mut self, index: u32, bounds: &Bounds) {
        let ([left, low], [right, high]) = (self.cell_of(bounds.min), self.cell_of(bounds.max));
        for row in low..=high {
            for column in left..=right {
                let at = row * self.columns + column;
                // Pieces of one line follow each other, so a repeated entry can only be the last one.
                if self.cells[at].last() != Some(&index) {
                    self.cells[at].push(index);
                    self.entries.push(at as u32);
                }
            }
        }
    }

    /// Returns the state, so that what is added from here on can be removed again.
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        Checkpoint { items: self.items.len(), owners: self.owners.len(), entries: self.entries.len() }
    }

    /// Removes the lines, texts and owners that were added after a state.
    pub(crate) fn roll_back(&mut self, to: Checkpoint) {
        // From the last to the first, so that each is the last of its cell.
        for at in self.entries.drain(to.entries..).rev() {
            self.cells[at as usize].pop();
        }
        self.items.truncate(to.items);
        self.owners.truncate(to.owners);
    }

    /// Returns the cell of a point; what is beyond the grid is in the cells at its border.
    fn cell_of(&self, point: Point) -> [usize; 2] {
        // Clamped before the cast, which turns a NaN into 0.
        let at = |value: f64, count: usize| (value / self.cell).clamp(0.0, (count - 1) as f64) as usize;
        [at(point.x - self.origin.x, self.columns), at(point.y - self.origin.y, self.rows)]
    }

    /// Begins a look-up.
    fn look_up(&self, scratch: &mut Scratch) {
        scratch.found.clear();
        // Of items that were removed, numbers of earlier look-ups stay, which no later one has.
        scratch.seen.resize(self.items.len().max(scratch.seen.len()), 0);
        scratch.look_up = scratch.look_up.checked_add(1).unwrap_or_else(|| {
            scratch.seen.fill(0);
            1
        });
    }

    /// Adds what is near a box, each once in a look-up.
    fn find(&self, bounds: &Bounds, scratch: &mut Scratch) {
        let ([left, low], [right, high]) = (self.cell_of(bounds.min), self.cell_of(bounds.max));
        for row in low..=high {
            for column in left..=right {
                for index in &self.cells[row * self.columns + column] {
                    let seen = &mut scratch.seen[*index as usize];
                    if *seen != scratch.look_up {
                        *seen = scratch.look_up;
                        scratch.found.push(*index);
                    }
                }
            }
        }
    }

    /// Finds what is near a box, each once.
    fn near(&self, bounds: &Bounds, scratch: &mut Scratch) {
        self.look_up(scratch);
        self.find(bounds, scratch);
    }

    /// Finds what is within a distance of a line, each once: by pieces, as the box of a slanted one is full of what is not near.
    fn near_line(&self, mark: &Mark, distance: f64, scratch: &mut Scratch) {
        self.look_up(scratch);
        let (way_x, way_y) = (mark.to.x - mark.from.x, mark.to.y - mark.from.y);
        let steps = ((way_x.abs().min(way_y.abs()) / self.cell).ceil() as usize).clamp(1, 2 * MAX_CELLS);
        let at = |step: usize| {
            let share = step as f64 / steps as f64;
            Point::new(mark.from.x + way_x * share, mark.from.y + way_y * share)
        };
        for step in 0..steps {
            let piece = Bounds::of_point(at(step)).union(Bounds::of_point(at(step + 1)));
            // A line beside it counts too.
            let room = if steps > 1 { BESIDE.max(distance) } else { distance };
            self.find(&piece.widened(room), scratch);
        }
    }

    /// Returns the boxes around outlines that a point is in, from the smallest.
    pub(crate) fn areas_around(&self, point: Point) -> impl Iterator<Item = &Bounds> {
        // A point on the outline counts as inside: dimensions measure from there.
        self.areas.iter().filter(move |area| {
            point.x >= area.min.x - TOUCH
                && point.x <= area.max.x + TOUCH
                && point.y >= area.min.y - TOUCH
                && point.y <= area.max.y + TOUCH
        })
    }

    /// Returns the boxes around outlines that a line runs through, from the smallest.
    pub(crate) fn areas_across(&self, from: Point, to: Point) -> impl Iterator<Item = &Bounds> {
        self.areas.iter().filter(move |area| {
            let half = [area.width() * 0.5, area.height() * 0.5];
            TextBox { center: area.center(), along: Point::new(1.0, 0.0), half }.meets_line(from, to)
        })
    }

    /// Returns true if there is an outline at a point.
    pub(crate) fn is_on_outline(&self, point: Point) -> bool {
        let scratch = &mut *self.scratch.borrow_mut();
        self.near(&Bounds::of_point(point).widened(ON_OUTLINE), scratch);
        scratch.found.iter().any(|index| {
            matches!(self.items[*index as usize], Item::Mark(mark, _)
                if mark.role == Role::Outline
                    && square_of_distance(point, mark.from, mark.to) <= ON_OUTLINE * ON_OUTLINE)
        })
    }

    /// Returns true if a line leads out of an area, whose outline it crosses from the inside.
    pub(crate) fn leaves_area(&self, from: Point, to: Point) -> bool {
        let line = Mark::line(from, to, Role::Extension);
        let Some(probe) = Probe::of(&line, false) else { return false };
        let scratch = &mut *self.scratch.borrow_mut();
        self.near_line(&line, 0.0, scratch);
        scratch.found.iter().any(|index| {
            // The area is at the left of its edge.
            matches!(self.items[*index as usize], Item::Mark(mark, _)
                if mark.is_edge
                    && mark.role == Role::Outline
                    && dot(left_of(sub(mark.to, mark.from)), probe.along) < 0.0
                    && matches!(probe.meeting(&mark), Meeting::Crossing(_)))
        })
    }

    /// Returns the direction away from the areas whose edge a point is on; `None` where there is no edge, or an area on both sides.
    pub(crate) fn outward_at(&self, point: Point) -> Option<Point> {
        let scratch = &mut *self.scratch.borrow_mut();
        self.near(&Bounds::of_point(point).widened(ON_EDGE), scratch);
        let mut outward = Point::ORIGIN;
        for index in &scratch.found {
            let Item::Mark(mark, _) = &self.items[*index as usize] else { continue };
            if mark.is_edge
                && mark.role == Role::Outline
                && square_of_distance(point, mark.from, mark.to) <= ON_EDGE * ON_EDGE
                && let Some(along) = unit(sub(mark.to, mark.from))
            {
                outward = add(outward, negative(left_of(along)));
            }
        }
        // Of two areas side by side, only rounding is left.
        unit(outward).filter(|_| dot(outward, outward) > NEARLY_PARALLEL)
    }

    /// Returns the way to leave free for a leader that points at the edge of an area, straight away from it.
    pub(crate) fn way_from(&self, target: Point) -> Option<Mark> {
        let outward = self.outward_at(target)?;
        Some(Mark::line(target, ahead(target, outward, WAY), Role::Leader))
    }

    /// Leaves ways free, in place of those before.
    pub(crate) fn keep_free(&mut self, ways: impl Iterator<Item = Mark>) {
        self.ways.clear();
        self.ways.extend(ways);
    }

    /// Returns the parts of a line on which lines of some roles are drawn, as distances from its start, in order. Those with less than
    /// `gap` between them are one.
    pub(crate) fn lines_along(&self, from: Point, to: Point, gap: f64, roles: &[Role]) -> Vec<[f64; 2]> {
        let Some(along) = unit(sub(to, from)) else { return Vec::new() };
        let length = from.distance_to(to);
        let scratch = &mut *self.scratch.borrow_mut();
        self.near_line(&Mark::line(from, to, Role::Outline), ON_OUTLINE, scratch);
        let span = |index: &u32| {
            let Item::Mark(mark, _) = &self.items[*index as usize] else { return None };
            let ends = [mark.from, mark.to].map(|end| sub(end, from));
            let is_on = ends.iter().all(|end| dot(*end, left_of(along)).abs() <= ON_OUTLINE);
            let [one, other] = ends.map(|end| dot(end, along));
            let span = [one.min(other).max(0.0), one.max(other).min(length)];
            // What is only as long as the tolerance may run any way.
            let is_long = span[1] - span[0] > 2.0 * ON_OUTLINE;
            (is_on && is_long && roles.contains(&mark.role)).then_some(span)
        };
        let mut spans: Vec<[f64; 2]> = scratch.found.iter().filter_map(span).collect();
        spans.sort_by(|one, other| one[0].total_cmp(&other[0]));
        let mut joined: Vec<[f64; 2]> = Vec::with_capacity(spans.len());
        for span in spans {
            match joined.last_mut() {
                Some(last) if span[0] <= last[1] + gap => last[1] = last[1].max(span[1]),
                _ => joined.push(span),
            }
        }
        joined
    }

    /// Returns the cost of drawing something, apart from what its place costs by itself. Stops above a limit.
    pub(crate) fn cost(&self, footprint: &Footprint, limit: f64) -> Cost {
        self.cost_of_all(&[footprint], limit)
    }

    /// Returns the cost of drawing several things together.
    fn cost_of_all(&self, footprints: &[&Footprint], limit: f64) -> Cost {
        let mut cost = Cost::default();
        let scratch = &mut *self.scratch.borrow_mut();
        let is_leader = |mark: &Mark| mark.role == Role::Leader;
        let has_leader = footprints.iter().any(|footprint| footprint.marks.iter().any(is_leader));
        let has_distance = footprints.iter().any(|footprint| footprint.is_distance);
        let inside = if has_leader {
            LEADER_INSIDE
        } else if has_distance {
            DISTANCE_INSIDE
        } else {
            INSIDE
        };
        let ways = if has_leader { &self.ways[..] } else { &[] };
        // The centre decides. A text across an outline also pays for the line. One of several lines is one text.
        let count = |text: &TextBox| self.areas_around(text.center).take(MAX_INSIDE).count();
        for footprint in footprints {
            let areas = footprint.texts.iter().chain(&footprint.views).map(count).max();
            cost.total += inside * areas.unwrap_or(0) as f64;
        }
        // Before anything is looked up, which takes most of the time.
        if cost.total > limit {
            return cost;
        }
        let boxes = footprints.iter().flat_map(|footprint| footprint.texts.iter().chain(&footprint.views));
        for text in boxes {
            let roomy = text.grown(if has_leader { LEADER_TEXT_ROOM } else { TEXT_ROOM });
            let wide = text.grown(TEXT_ROOM).lengthened(BETWEEN_TEXTS - TEXT_ROOM);
            let is_on = |way: &&Mark| roomy.meets_line(way.from, way.to);
            cost.total += TEXT_ON_WAY * ways.iter().filter(is_on).count() as f64;
            self.near(&roomy.bounds().union(wide.bounds()), scratch);
            let mut first = First::new(cost.hits.text);
            for index in &scratch.found {
                let (extra, owner) = match &self.items[*index as usize] {
                    Item::Mark(mark, owner) if roomy.meets_line(mark.from, mark.to) => match mark.role {
                        // Not a collision that a warning would name: the axis is broken at the text.
                        Role::Axis => {
                            cost.total += if has_leader { LEADER_TEXT_ON_AXIS } else { TEXT_ON_AXIS };
                            continue;
                        }
                        _ => (TEXT_ON_LINE, *owner),
                    },
                    Item::Text(other, owner) if wide.meets_box(other) => (TEXT_ON_TEXT, *owner),
                    Item::View(other, owner) if roomy.meets_box(other) => (TEXT_ON_TEXT, *owner),
                    Item::Room(other) if text.meets_box(other) => {
                        cost.total += TEXT_ON_LINE;
                        continue;
                    }
                    _ => continue,
                };
                cost.total += extra;
                cost.hits.text = first.with(*index, owner);
                if cost.total > limit {
                    return cost;
                }
            }
        }
        scratch.passage.end = None;
        for mark in footprints.iter().flat_map(|footprint| &footprint.marks) {
            self.near_line(mark, 0.0, scratch);
            let start = if is_leader(mark) { scratch.passage.begin(mark) } else { 0.0 };
            let probe = Probe::of(mark, start > 0.0);
            if let Some(probe) = &probe {
                let is_across = |way: &&Mark| matches!(probe.meeting(way), Meeting::Crossing(_));
                cost.total += LEADER_ON_WAY * ways.iter().filter(is_across).count() as f64;
            }
            let (mut first_text, mut first_leader) =
                (First::new(cost.hits.text), First::new(cost.hits.leader));
            for index in &scratch.found {
                match &self.items[*index as usize] {
                    Item::Mark(other, owner) => {
                        let meeting = probe.as_ref().map_or(Meeting::None, |it| it.meeting(other));
                        cost.total += match (meeting, mark.role, other.role) {
                            (Meeting::None, ..) => 0.0,
                            (Meeting::Crossing(at), Role::Leader, Role::Outline) => {
                                scratch.passage.cross(start + at)
                            }
                            // Two dimensions from one point share its extension line, at which the arrow of the other ends.
                            (Meeting::Along, Role::Extension, Role::Extension)
                                if probe.as_ref().is_some_and(|it| it.holds_both_ends(other)) =>
                            {
                                0.0
                            }
                            (Meeting::Crossing(_), Role::Extension, Role::Dimension)
                                if probe.as_ref().is_some_and(|it| it.holds_an_end(other)) =>
                            {
                                0.0
                            }
                            (Meeting::Crossing(_), ..) => crossing(mark.role, other.role),
                            (Meeting::Along, ..) => ALONG * crossing(mark.role, other.role),
                        };
                        if meeting != Meeting::None && is_leader(mark) && is_leader(other) {
                            cost.hits.leader = first_leader.with(*index, *owner);
                        }
                    }
                    Item::Room(room)
                        if mark.role == Role::Dimension && room.meets_line(mark.from, mark.to) =>
                    {
                        cost.total += LINE_ON_TEXT;
                    }
                    // A line that begins or ends in a view is about what it shows.
                    Item::View(view, _) if view.holds(mark.from) || view.holds(mark.to) => {}
                    // Without the room around the text here: a line beside a text is no fault.
                    Item::Text(text, owner) | Item::View(text, owner)
                        if text.meets_line(mark.from, mark.to) =>
                    {
                        cost.total += LINE_ON_TEXT;
                        cost.hits.text = first_text.with(*index, *owner);
                    }
                    _ => {}
                }
                if cost.total > limit {
                    return cost;
                }
            }
        }
        cost
    }
}

/// The owner of the item that was drawn first of those that a look-up finds, in whichever cell it is.
struct First {
    owner: Option<u32>,
    index: u32,
}

impl First {
    /// Begins with the owner that an earlier look-up found, which stays.
    fn new(known: Option<u32>) -> First {
        First { owner: known, index: if known.is_some() { 0 } else { u32::MAX } }
    }

    /// Returns the owner with one more item.
    fn with(&mut self, index: u32, owner: u32) -> Option<u32> {
        if index < self.index {
            *self = First { owner: Some(owner), index };
        }
        self.owner
    }
}

/// Returns the cost of one line across another. Extension lines may cross outlines; dimension lines cross nothing.
fn crossing(one: Role, other: Role) -> f64 {
    match (one, other) {
        (Role::Axis, _) | (_, Role::Axis) => 0.2,
        (Role::Extension, Role::Outline) | (Role::Outline, Role::Extension) => 0.3,
        (Role::Extension, Role::Extension) => 1.0,
        (Role::Leader, Role::Outline) | (Role::Outline, Role::Leader) => ACROSS_OUTLINE,
        (Role::Dimension, Role::Outline) | (Role::Outline, Role::Dimension) => 4.0,
        (Role::Outline, Role::Outline) => 0.0,
        (Role::Leader, Role::Extension) | (Role::Extension, Role::Leader) => 3.0,
        (Role::Extension, Role::Dimension) | (Role::Dimension, Role::Extension) => 7.0,
        (Role::Leader, Role::Leader) => LEADER_ON_LEADER,
        (Role::Dimension, Role::Dimension) => 10.0,
        (Role::Dimension, Role::Leader) | (Role::Leader, Role::Dimension) => LEADER_ON_DIMENSION,
    }
}

impl TextBox {
    fn grown(self, room: f64) -> TextBox {
        TextBox { half: self.half.map(|it| it + room), ..self }
    }

    fn lengthened(self, room: f64) -> TextBox {
        TextBox { half: [self.half[0] + room, self.half[1]], ..self }
    }

    pub(crate) fn bounds(&self) -> Bounds {
        let [half, height] = self.half;
        let reach_x = self.along.x.abs() * half + self.along.y.abs() * height;
        let reach_y = self.along.y.abs() * half + self.along.x.abs() * height;
        Bounds {
            min: Point::new(self.center.x - reach_x, self.center.y - reach_y),
            max: Point::new(self.center.x + reach_x, self.center.y + reach_y),
        }
    }

    fn local(&self, point: Point) -> Point {
        let way = sub(point, self.center);
        Point::new(dot(way, self.along), dot(way, left_of(self.along)))
    }

    fn holds(&self, point: Point) -> bool {
        let local = self.local(point);
        local.x.abs() <= self.half[0] && local.y.abs() <= self.half[1]
    }

    /// Returns true if a part of a line is in the box.
    fn meets_line(&self, from: Point, to: Point) -> bool {
        let (from, to) = (self.local(from), self.local(to));
        let (mut first, mut last) = (0.0_f64, 1.0_f64);
        for (start, way, half) in
            [(from.x, to.x - from.x, self.half[0]), (from.y, to.y - from.y, self.half[1])]
        {
            // Parallel to the sides: the line is in the strip as a whole, or not at all.
            if way.abs() < 1e-12 {
                if start.abs() >= half {
                    return false;
                }
                continue;
            }
            let (one, other) = ((-half - start) / way, (half - start) / way);
            first = first.max(one.min(other));
            last = last.min(one.max(other));
        }
        first < last
    }

    /// Returns true if two boxes overlap.
    fn meets_box(&self, other: &TextBox) -> bool {
        let apart = |one: &TextBox, other: &TextBox| {
            let center = one.local(other.center);
            let turned = Point::new(dot(other.along, one.along), dot(other.along, left_of(one.along)));
            let reach_x = turned.x.abs() * other.half[0] + turned.y.abs() * other.half[1];
            let reach_y = turned.y.abs() * other.half[0] + turned.x.abs() * other.half[1];
            center.x.abs() >= one.half[0] + reach_x || center.y.abs() >= one.half[1] + reach_y
        };
        // Two rectangles are apart exactly if one of their four directions separates them.
        !apart(self, other) && !apart(other, self)
    }
}

/// The way in which two lines meet.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Meeting {
    None,
    /// They cross at this distance from the start of the line.
    Crossing(f64),
    /// One lies on the other, or so near that both are read as one.
    Along,
}

/// A line that is compared with others, apart from where it starts and ends.
struct Probe {
    along: Point,
    normal: Point,
    /// The line without the ends that may touch, its way, its length, and the length of the whole line.
    from: Point,
    to: Point,
    way: Point,
    inner: f64,
    length: f64,
    /// The length at its start that may touch.
    skipped: f64,
    /// The sine of the angle up to which another line runs along this one.
    lean: f64,
}

impl Probe {
    /// Returns the line, which may be what follows the bend of a leader; `None` for one that consists of ends, which may touch
    /// anything.
    fn of(mark: &Mark, is_after_bend: bool) -> Option<Probe> {
        let along = unit(sub(mark.to, mark.from))?;
        let length = mark.from.distance_to(mark.to);
        // A leader touches what it points at, and nothing at its bend.
        let [skipped, end] = match mark.role {
            Role::Leader => [if is_after_bend { 0.0 } else { TOUCH }, 0.0],
            _ => [TOUCH; 2],
        };
        let inner = length - skipped - end;
        if inner <= 0.0 {
            return None;
        }
        let (from, to) = (ahead(mark.from, along, skipped), ahead(mark.from, along, length - end));
        let lean = NEARLY_PARALLEL * length / inner;
        Some(Probe {
            along,
            normal: left_of(along),
            from,
            to,
            way: sub(to, from),
            inner,
            length,
            skipped,
            lean,
        })
    }

    /// Returns true where no point of another line is so near that the two could meet.
    fn is_far(&self, other: &Mark) -> bool {
        let (wide, high) = ((other.to.x - other.from.x).abs(), (other.to.y - other.from.y).abs());
        // One that runs along this one comes within a distance of it, and departs from it by its lean at most.
        let room = BESIDE + 1.01 * self.lean * (wide + high);
        let is_apart = |from: f64, to: f64, one: f64, other: f64| {
            from.max(to) + room < one.min(other) || one.max(other) + room < from.min(to)
        };
        is_apart(self.from.x, self.to.x, other.from.x, other.to.x)
            || is_apart(self.from.y, self.to.y, other.from.y, other.to.y)
    }

    /// Returns true if another line lies on this one, or on what it would be if it were longer.
    fn holds_both_ends(&self, other: &Mark) -> bool {
        self.is_along(other.from) && self.is_along(other.to)
    }

    /// Returns true if another line ends at this one.
    fn holds_an_end(&self, other: &Mark) -> bool {
        self.is_along(other.from) || self.is_along(other.to)
    }

    fn is_along(&self, point: Point) -> bool {
        dot(sub(point, self.from), self.normal).abs() <= SAME_LINE
    }

    /// Returns how the line meets another.
    fn meeting(&self, other: &Mark) -> Meeting {
        if self.is_far(other) {
            return Meeting::None;
        }
        let (way, second) = (self.way, sub(other.to, other.from));
        let area = way.x * second.y - way.y * second.x;
        let between = sub(other.from, self.from);
        // Nearly along each other: the ends of the shorter one show how far they are apart.
        // Compared as squares: there are a hundred comparisons for a line, and a root in each takes longer than the rest of it.
        let lean = NEARLY_PARALLEL * self.length;
        if area * area <= lean * lean * dot(second, second) {
            // Along each other: an edge that a line would lie on.
            let (first, last) = (dot(between, self.along), dot(sub(other.to, self.from), self.along));
            let overlap = self.inner.min(first.max(last)) - first.min(last).max(0.0);
            let is_along = dot(between, self.normal).abs() < BESIDE && overlap > TOUCH;
            return if is_along { Meeting::Along } else { Meeting::None };
        }
        // `at` is the share along this line, which was shortened at its ends; `on_other` is that along the whole of the
        // other.
        let at = (between.x * second.y - between.y * second.x) / area;
        let on_other = (between.x * way.y - between.y * way.x) / area;
        let is_crossing = (0.0..=1.0).contains(&at) && (0.0..=1.0).contains(&on_other);
        if is_crossing { Meeting::Crossing(self.skipped + at * self.inner) } else { Meeting::None }
    }
}

/// Returns the square of the distance of a point from a line.
fn square_of_distance(point: Point, from: Point, to: Point) -> f64 {
    let way = sub(to, from);
    let length = dot(way, way);
    let share = if length == 0.0 { 0.0 } else { (dot(sub(point, from), way) / length).clamp(0.0, 1.0) };
    let between = sub(point, ahead(from, way, share));
    dot(between, between)
}

/// The drawing at the place that was found, and what that costs.
pub(crate) struct Chosen<T> {
    pub(crate) drawn: T,
    pub(crate) cost: Cost,
}

/// Compares the candidates from the cheapest, until the place of one costs no more than the next candidate by itself, and draws that
/// one. The cost of a candidate counts before anything is drawn, and `compared` is what is drawn of each to compare it.
pub(crate) fn cheapest<C, T, E>(
    occupancy: Option<&Occupancy>,
    mut candidates: Vec<(f64, C)>,
    compared: Detail,
    mut draw: impl FnMut(&C, Detail) -> Result<T, E>,
    footprints: impl Fn(&T) -> Vec<&Footprint>,
) -> Result<Option<Chosen<T>>, E> {
    candidates.sort_by(|one, other| one.0.total_cmp(&other.0));
    // While the script still runs nothing is known of the sheet, and the usual place is taken.
    let Some(occupancy) = occupancy else {
        let usual = candidates.first().map(|(_, candidate)| draw(candidate, Detail::Whole)).transpose()?;
        return Ok(usual.map(|drawn| Chosen { drawn, cost: Cost::default() }));
    };
    let mut best: Option<(Cost, &C, T)> = None;
    for (own, candidate) in &candidates {
        let limit = best.as_ref().map_or(f64::INFINITY, |(cost, ..)| cost.total);
        // The candidates are sorted, so no later one can be cheaper either.
        if *own >= limit {
            break;
        }
        let drawn = draw(candidate, compared)?;
        let cost = occupancy.cost_of_all(&footprints(&drawn), limit - own);
        // Less, not equal: of equal places the first one stays, so that the result does not change.
        if own + cost.total < limit {
            best = Some((Cost { total: own + cost.total, ..cost }, candidate, drawn));
        }
    }
    let Some((cost, candidate, drawn)) = best else { return Ok(None) };
    let drawn = match compared {
        Detail::Whole => drawn,
        Detail::Footprint => draw(candidate, Detail::Whole)?,
    };
    Ok(Some(Chosen { drawn, cost }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet() -> Occupancy {
        Occupancy::new(Bounds { min: Point::ORIGIN, max: Point::new(100.0, 100.0) })
    }

    fn text(x: f64, y: f64, angle: f64) -> TextBox {
        TextBox { center: Point::new(x, y), along: Point::new(angle.cos(), angle.sin()), half: [10.0, 2.0] }
    }

    fn of_text(text: TextBox) -> Footprint {
        Footprint { texts: vec![text], ..Footprint::default() }
    }

    #[test]
    fn text_pays_for_shapes_beneath_it() {
        let mut sheet = sheet();
        let owner = sheet.add_owner("plate".into());
        let edge = Mark::line(Point::new(50.0, 0.0), Point::new(50.0, 100.0), Role::Outline);
        sheet.add_mark(edge, owner);
        let over = sheet.cost(&of_text(text(45.0, 50.0, 0.0)), f64::INFINITY);
        assert_eq!((over.total, over.hits.text), (TEXT_ON_LINE, Some(owner)));
        for free in [text(39.0, 50.0, 0.0), text(47.0, 50.0, std::f64::consts::FRAC_PI_2)] {
            let cost = sheet.cost(&of_text(free), f64::INFINITY);
            assert_eq!((cost.total, cost.hits.text), (0.0, None), "{free:?}");
        }
        sheet.add_text(text(20.0, 20.0, 0.6), owner);
        assert_eq!(sheet.cost(&of_text(text(25.0, 22.0, 0.0)), f64::INFINITY).total, TEXT_ON_TEXT);
        assert_eq!(sheet.cost(&of_text(text(25.0, 8.0, 0.0)), f64::INFINITY).total, 0.0);
    }

    #[test]
    fn line_may_lead_out_of_a_view_but_not_across_it() {
        let mut sheet = sheet();
        let owner = sheet.add_owner("detail".into());
        sheet.add(&Footprint { views: vec![text(50.0, 50.0, 0.0)], ..Footprint::default() }, owner);
        let cost = |from: [f64; 2], to: [f64; 2]| {
            let mark = Mark::line(from.into(), to.into(), Role::Leader);
            let footprint = Footprint { marks: vec![mark], ..Footprint::default() };
            sheet.cost(&footprint, f64::INFINITY).total
        };
        assert_eq!(cost([50.0, 50.0], [50.0, 80.0]), 0.0);
        assert_eq!(cost([50.0, 30.0], [50.0, 80.0]), LINE_ON_TEXT);
        assert_eq!(sheet.cost(&of_text(text(50.0, 51.0, 0.0)), f64::INFINITY).total, TEXT_ON_TEXT);
    }

    #[test]
    fn line_may_touch_its_start_but_not_lie_on_it() {
        let edge = Mark::line(Point::new(0.0, 0.0), Point::new(100.0, 0.0), Role::Outline);
        let line = |from: [f64; 2], to: [f64; 2]| Mark::line(from.into(), to.into(), Role::Leader);
        let cases = [
            ([50.0, 0.0], [60.0, 20.0], Meeting::None),
            ([50.0, -5.0], [50.0, 20.0], Meeting::Crossing(5.0)),
            // The bend of a leader touches nothing.
            ([50.0, 20.0], [50.0, 0.0], Meeting::Crossing(20.0)),
            ([20.0, 0.0], [40.0, 0.0], Meeting::Along),
            ([20.0, 0.5], [40.0, 0.5], Meeting::Along),
            ([20.0, 1.0], [40.0, 1.0], Meeting::None),
            ([100.0, 0.0], [140.0, 0.0], Meeting::None),
        ];
        for (from, to, expected) in cases {
            let line = line(from, to);
            let met = match Probe::of(&line, false).map_or(Meeting::None, |probe| probe.meeting(&edge)) {
                Meeting::Crossing(at) => Meeting::Crossing((at * 1e6).round() / 1e6),
                met => met,
            };
            assert_eq!(met, expected, "{from:?} {to:?}");
        }
    }

    #[test]
    fn first_of_the_cheapest_candidates_is_taken() {
        let mut sheet = sheet();
        let owner = sheet.add_owner("note".into());
        sheet.add_text(text(20.0, 20.0, 0.0), owner);
        let candidates = vec![(0.0, 20.0), (0.5, 22.0), (1.0, 40.0), (1.0, 60.0)];
        for (compared, times) in [(Detail::Footprint, 4), (Detail::Whole, 3)] {
            let mut drawn = 0;
            let draw = |y: &f64, _: Detail| {
                drawn += 1;
                Ok::<Footprint, ()>(of_text(text(20.0, *y, 0.0)))
            };
            let chosen = cheapest(Some(&sheet), candidates.clone(), compared, draw, |drawn| vec![drawn]);
            let chosen = chosen.unwrap().unwrap();
            assert_eq!((chosen.drawn.texts[0].center.y, chosen.cost.hits.text), (40.0, None));
            assert_eq!(drawn, times, "what was compared as a whole is not drawn again");
        }
    }

    #[test]
    fn sheet_that_was_taken_back_costs_what_it_did_before() {
        let edge = Mark::line(Point::new(50.0, 0.0), Point::new(50.0, 100.0), Role::Outline);
        let mut sheet = sheet();
        let plate = sheet.add_owner("plate".into());
        sheet.add_mark(edge, plate);
        let before = sheet.checkpoint();
        let tried = of_text(text(45.0, 50.0, 0.0));
        for height in [50.0, 70.0] {
            let note = sheet.add_owner("note".into());
            sheet.add_text(text(45.0, height, 0.3), note);
            let over = sheet.cost(&of_text(text(45.0, height, 0.0)), f64::INFINITY);
            assert_eq!((over.total, over.hits.text), (TEXT_ON_LINE + TEXT_ON_TEXT, Some(plate)), "{height}");
            sheet.roll_back(before);
            let again = sheet.cost(&tried, f64::INFINITY);
            assert_eq!((again.total, again.hits.text), (TEXT_ON_LINE, Some(plate)), "{height}");
        }
    }
}
