//! Parts laid out on a sheet by their outlines.
//!
//! A part is tried where its box fits against those of others, and on a raster that knows where there is room between
//! outlines. From there it slides towards the beginning of the sheet until it touches.

use super::footprint::{Footprint, Obstacle, edge_distance};
use scenewright_geometry::{Bounds, Point};

/// A part's place: which of its footprints, and how far that is moved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NestPlace {
    /// The footprint among those of the part, one for each rotation.
    pub turn: usize,
    /// The distance by which it is moved.
    pub by: Point,
}

/// The cells of the raster along the longer side of the sheet.
const CELLS: f64 = 200.0;

/// The most places that are tried for all parts together, and for one of them.
const MAX_TRIES: usize = 60_000;
const MAX_TRIES_OF_PART: usize = 2_000;

/// The distance, as a share of the sheet, by which parts are smaller where they may touch.
const SHRINK: f64 = 1e-7;

/// The error, as a share of the sheet, that is none.
const EXACT: f64 = 1e-10;

/// The most boxes of others that a part is put against.
const MAX_BOXES: usize = 40;

/// The most slides of a part in each direction.
const MAX_SLIDES: usize = 8;

/// Finds places for parts on a sheet, in their order: each is given by a footprint for every angle that it may be turned
/// by. No two come nearer to each other than the gap, nor to the edge of the sheet.
pub(super) fn nested(parts: &[Vec<Footprint>], sheet: &Footprint, gap: f64) -> Vec<Option<NestPlace>> {
    // The sheet is filled along its longer side, from the left.
    let is_tall = sheet.bounds.height() > sheet.bounds.width();
    let turned = |footprint: &Footprint| if is_tall { footprint.swapped() } else { footprint.clone() };
    let mut layout = Layout::new(turned(sheet), gap);
    let mut tried: Vec<(Shadow, bool)> = Vec::new();
    parts
        .iter()
        .map(|part| {
            let part: Vec<Footprint> = part.iter().map(turned).collect();
            let shadow = Shadow::of(&part);
            // Where there was no room for one, there is none for another of its kind.
            if tried.iter().any(|(known, is_placed)| !is_placed && known.is_like(&shadow)) {
                return None;
            }
            let place = layout.place(&part);
            tried.push((shadow, place.is_some()));
            place.map(|NestPlace { turn, by }| NestPlace {
                turn,
                by: if is_tall { Point::new(by.y, by.x) } else { by },
            })
        })
        .collect()
}

/// Edges of a part from a corner of its box.
struct Shadow(Vec<[Point; 2]>);

impl Shadow {
    fn of(part: &[Footprint]) -> Shadow {
        let Some(first) = part.first() else { return Shadow(Vec::new()) };
        let min = first.bounds.min;
        let own = |point: Point| Point::new(point.x - min.x, point.y - min.y);
        Shadow(first.edges.iter().map(|[from, to]| [own(*from), own(*to)]).collect())
    }

    fn is_like(&self, other: &Shadow) -> bool {
        let is_near =
            |one: Point, other: Point| one.distance_to(other) <= 1e-9 * (1.0 + one.x.abs() + one.y.abs());
        self.0.len() == other.0.len()
            && self
                .0
                .iter()
                .zip(&other.0)
                .all(|(one, other)| is_near(one[0], other[0]) && is_near(one[1], other[1]))
    }
}

struct Layout {
    sheet: Obstacle,
    placed: Vec<Obstacle>,
    raster: Raster,
    gap: f64,
    /// The distance by which parts are made smaller, so that touching can be told from overlapping.
    shrink: f64,
    exact: f64,
    tries: usize,
}

impl Layout {
    fn new(sheet: Footprint, gap: f64) -> Layout {
        let size = sheet.bounds.width().max(sheet.bounds.height());
        let shrink = if gap > size * SHRINK { 0.0 } else { size * SHRINK };
        Layout {
            raster: Raster::of_sheet(&sheet, size / CELLS),
            sheet: Obstacle::new(sheet),
            placed: Vec::new(),
            gap,
            shrink,
            exact: size * EXACT,
            tries: 0,
        }
    }

    fn place(&mut self, turned: &[Footprint]) -> Option<NestPlace> {
        let mut best: Option<(Bounds, NestPlace)> = None;
        for (turn, footprint) in turned.iter().enumerate() {
            let body = if self.shrink > 0.0 { footprint.shrunk(self.shrink) } else { footprint.clone() };
            let starts = [self.place_by_boxes(footprint, &body), self.place_by_raster(footprint, &body)];
            for by in starts.into_iter().flatten() {
                let by = self.slid(&body, by);
                let bounds = moved(&footprint.bounds, by);
                let is_better = best.as_ref().is_none_or(|(known, _)| {
                    let rank = |it: &Bounds| [it.max.x, it.max.y];
                    let (own, known) = (rank(&bounds), rank(known));
                    let is_same = (own[0] - known[0]).abs() <= self.exact * 10.0;
                    if is_same { own[1] < known[1] - self.exact * 10.0 } else { own[0] < known[0] }
                });
                if is_better {
                    best = Some((bounds, NestPlace { turn, by }));
                }
            }
        }
        let (_, place) = best?;
        let footprint = turned.get(place.turn)?.moved(place.by);
        self.raster.block(&footprint, self.gap);
        self.placed.push(Obstacle::new(footprint));
        Some(place)
    }

    /// Returns the first place, from the left and from below, where the box of a part is against those of others.
    fn place_by_boxes(&mut self, footprint: &Footprint, body: &Footprint) -> Option<Point> {
        let inside = &self.sheet.footprint.bounds;
        let own = &footprint.bounds;
        let (mut across, mut up) = (vec![inside.min.x + self.gap], vec![inside.min.y + self.gap]);
        for other in self.placed.iter().rev().take(MAX_BOXES) {
            let bounds = &other.footprint.bounds;
            across.extend([bounds.max.x + self.gap, bounds.min.x]);
            up.extend([bounds.max.y + self.gap, bounds.min.y]);
            // A hole has room in its lower left corner.
            let room = self.gap + body.sagitta + other.footprint.sagitta;
            for ring in other.footprint.areas.iter().flat_map(|area| area.rings.iter().skip(1)) {
                let Some(hole) = Bounds::of_points(ring.iter().copied()) else { continue };
                across.push(hole.min.x + room);
                up.push(hole.min.y + room);
            }
        }
        for (places, room) in
            [(&mut across, inside.max.x - own.width()), (&mut up, inside.max.y - own.height())]
        {
            places.retain(|place| *place <= room - self.gap + self.exact);
            places.sort_by(f64::total_cmp);
            places.dedup_by(|next, last| *next - *last <= self.exact);
        }
        let mut tries = 0;
        for x in &across {
            for y in &up {
                let by = Point::new(x - own.min.x, y - own.min.y);
                if self.is_free(body, by) {
                    return Some(by);
                }
                tries += 1;
                if tries > MAX_TRIES_OF_PART {
                    return None;
                }
            }
        }
        None
    }

    /// Returns the first place on the raster, from the left and from below.
    fn place_by_raster(&mut self, footprint: &Footprint, body: &Footprint) -> Option<Point> {
        let mask = self.raster.mask(footprint);
        let mut tries = 0;
        for column in 0..self.raster.columns {
            for row in 0..self.raster.rows {
                if !self.raster.has_room(&mask, column, row) {
                    continue;
                }
                if tries >= MAX_TRIES_OF_PART || self.tries >= MAX_TRIES {
                    return None;
                }
                tries += 1;
                self.tries += 1;
                let corner = self.raster.corner(column, row);
                let by = Point::new(corner.x - footprint.bounds.min.x, corner.y - footprint.bounds.min.y);
                if self.is_free(body, by) {
                    return Some(by);
                }
            }
        }
        None
    }

    fn clearance(&self, one: &Footprint, other: &Footprint) -> f64 {
        self.gap + self.shrink + one.sagitta + other.sagitta
    }

    fn is_free(&self, body: &Footprint, by: Point) -> bool {
        let slack = self.exact * 4.0;
        let sheet = &self.sheet.footprint;
        let own = moved(&body.bounds, by);
        let at = |point: &Point| Point::new(point.x + by.x, point.y + by.y);
        let fits = own.min.x >= sheet.bounds.min.x - slack
            && own.min.y >= sheet.bounds.min.y - slack
            && own.max.x <= sheet.bounds.max.x + slack
            && own.max.y <= sheet.bounds.max.y + slack;
        fits && body.starts.iter().all(|start| sheet.holds(at(start)))
            && self.sheet.is_clear_of(body, by, self.clearance(sheet, body) - slack)
            && self.placed.iter().all(|other| {
                let other_foot = &other.footprint;
                other.is_clear_of(body, by, self.clearance(other_foot, body) - slack)
                    && !body.starts.iter().any(|start| other_foot.holds(at(start)))
                    && !other_foot
                        .starts
                        .iter()
                        .any(|start| body.holds(Point::new(start.x - by.x, start.y - by.y)))
            })
    }

    /// Returns where a part comes to that slides to the left and down until it touches.
    fn slid(&self, body: &Footprint, start: Point) -> Point {
        let mut by = start;
        let most = self.sheet.footprint.bounds.width() + self.sheet.footprint.bounds.height();
        for _ in 0..MAX_SLIDES {
            let before = by;
            for way in [Point::new(-1.0, 0.0), Point::new(0.0, -1.0)] {
                let room = std::iter::once(&self.sheet).chain(&self.placed).fold(most, |room, other| {
                    let clearance = self.clearance(&other.footprint, body) - self.exact * 2.0;
                    other.travel(body, by, way, clearance.max(self.exact), room)
                });
                let next = Point::new(by.x + way.x * room, by.y + way.y * room);
                // Where rounding has a say, it stays.
                if room < most && self.is_free(body, next) {
                    by = next;
                }
            }
            if by.distance_to(before) <= self.exact * 10.0 {
                break;
            }
        }
        by
    }
}

fn moved(bounds: &Bounds, by: Point) -> Bounds {
    let at = |point: Point| Point::new(point.x + by.x, point.y + by.y);
    Bounds { min: at(bounds.min), max: at(bounds.max) }
}

/// Cells of a sheet, of which some are taken.
struct Raster {
    origin: Point,
    cell: f64,
    columns: usize,
    rows: usize,
    /// One for each cell, column by column.
    taken: Vec<bool>,
}

/// The cells of a part whose centres are in it, from the lower left cell of its box: columns of runs of rows.
struct Mask {
    columns: Vec<Vec<(usize, usize)>>,
}

impl Raster {
    fn of_sheet(sheet: &Footprint, cell: f64) -> Raster {
        let count = |length: f64| ((length / cell - 1e-9).ceil().max(1.0)) as usize;
        let (columns, rows) = (count(sheet.bounds.width()), count(sheet.bounds.height()));
        let mut raster =
            Raster { origin: sheet.bounds.min, cell, columns, rows, taken: vec![true; columns * rows] };
        for column in 0..columns {
            for (from, to) in raster.runs(sheet, column as f64 + 0.5, sheet.bounds.min) {
                raster.taken[column * rows + from..column * rows + to.min(rows)].fill(false);
            }
        }
        raster
    }

    fn corner(&self, column: usize, row: usize) -> Point {
        Point::new(self.origin.x + column as f64 * self.cell, self.origin.y + row as f64 * self.cell)
    }

    /// Returns the rows, from a point, whose centres on a vertical line are inside of a footprint's areas.
    fn runs(&self, footprint: &Footprint, column: f64, from: Point) -> Vec<(usize, usize)> {
        let x = from.x + column * self.cell;
        let mut runs = Vec::new();
        for area in &footprint.areas {
            let mut crossings: Vec<f64> = Vec::new();
            for ring in &area.rings {
                let mut last = ring.last().copied();
                for point in ring {
                    if let Some(last) = last
                        && (last.x <= x) != (point.x <= x)
                    {
                        crossings.push(last.y + (point.y - last.y) * (x - last.x) / (point.x - last.x));
                    }
                    last = Some(*point);
                }
            }
            crossings.sort_by(f64::total_cmp);
            runs.extend(crossings.chunks_exact(2).filter_map(|pair| {
                let row = |y: f64| ((y - from.y) / self.cell - 0.5).ceil().max(0.0) as usize;
                let (low, high) = (row(pair[0]), row(pair[1]));
                (low < high).then_some((low, high))
            }));
        }
        runs
    }

    fn mask(&self, footprint: &Footprint) -> Mask {
        let count = (footprint.bounds.width() / self.cell).ceil().max(1.0) as usize;
        let columns = (0..count.min(self.columns + 1))
            .map(|column| self.runs(footprint, column as f64 + 0.5, footprint.bounds.min))
            .collect();
        Mask { columns }
    }

    /// Returns true if no cell of a part is taken, when its box begins at a cell.
    fn has_room(&self, mask: &Mask, column: usize, row: usize) -> bool {
        mask.columns.iter().enumerate().all(|(index, runs)| {
            runs.iter().all(|(from, to)| {
                let (column, from, to) = (column + index, row + from, row + to);
                column < self.columns
                    && to <= self.rows
                    && !self.taken[column * self.rows + from..column * self.rows + to].contains(&true)
            })
        })
    }

    /// Takes the cells whose centres are in a footprint, or nearer to it than the gap.
    fn block(&mut self, footprint: &Footprint, gap: f64) {
        let (columns, rows) = (self.columns, self.rows);
        let column_of = |x: f64| (((x - self.origin.x) / self.cell).floor().max(0.0) as usize).min(columns);
        let row_of = |y: f64| (((y - self.origin.y) / self.cell).floor().max(0.0) as usize).min(rows);
        let mut taken: Vec<usize> = Vec::new();
        let bounds = &footprint.bounds;
        for column in column_of(bounds.min.x)..columns.min(column_of(bounds.max.x) + 1) {
            for (from, to) in self.runs(footprint, column as f64 + 0.5, self.origin) {
                taken.extend((from..to.min(rows)).map(|row| column * rows + row));
            }
        }
        for edge in &footprint.edges {
            let own = Bounds::of_point(edge[0]).union(Bounds::of_point(edge[1]));
            for column in column_of(own.min.x - gap)..columns.min(column_of(own.max.x + gap) + 1) {
                for row in row_of(own.min.y - gap)..rows.min(row_of(own.max.y + gap) + 1) {
                    let corner = self.corner(column, row);
                    let center = Point::new(corner.x + self.cell * 0.5, corner.y + self.cell * 0.5);
                    if edge_distance(center, *edge) < gap {
                        taken.push(column * rows + row);
                    }
                }
            }
        }
        taken.into_iter().for_each(|index| self.taken[index] = true);
    }
}
