//! Distances: one, a chain of them, or several from one point.

use crate::drafting::detail::Detail;
use crate::drafting::dimension_source::{DimensionSide, Row};
use crate::drafting::dimension_style::{Arrow, DimensionStyle, TextPlace};
use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::measure::{Measure, MeasureKind};
use crate::drafting::occupancy::{Occupancy, Role};
use crate::drafting::page::LARGEST_SHEET;
use crate::drafting::shapes::Shapes;
use crate::drafting::vectors::{add, ahead, dot, left_of, negative, reading, sub};
use scenewright_geometry::{Bounds, Point};

/// The height on which a text that finds no room stands, beyond the ends of the extension lines.
const RAISED_GAP: f64 = 1.0;

/// The most dimension lines above each other that are tried on a side, and the most levels at which the first one may stand: beside the
/// points, and around outlines.
const MAX_ROWS: usize = 6;
const MAX_AREAS: usize = 4;

/// The costs of a place by itself, beside those of what lies there: the side that is not the usual one, another row,
/// and a millimetre further away.
const OTHER_SIDE: f64 = 1.5;
const ROW: f64 = 0.6;
const FURTHER: f64 = 0.05;

/// The cost of a line beyond an outline that only rows further out than the first would run through: as much as the next line costs
/// that crosses one, so that rows with room stay the first choice.
const AROUND: f64 = 3.0;

/// The cost of an extension line through the part where none leads through it on the other side: more than that side, and than a place
/// there that is 60 mm further away.
const THROUGH_PART: f64 = 5.0;

/// The cost of a millimetre of the way of an extension line through the part, as far as the line is not further away for it: what is near
/// an edge is measured there, and what is in the middle on the usual side.
const WAY_THROUGH: f64 = 0.04;

/// The shares of the free length by which a text is moved along its line, with their cost.
const SLIDES: [(f64, f64); 3] = [(0.0, 0.0), (0.25, 0.4), (-0.25, 0.4)];

/// The place of dimension lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LinePlace {
    /// The direction from what is measured to the lines, of length 1.
    normal: Point,
    /// The place of the first line along that direction.
    first: f64,
    /// The share of the free length by which a text inside is moved; one outside stands before a line instead of after it
    /// where this is less than zero.
    slide: f64,
}

/// Distances to be drawn, in millimetres on paper.
pub(crate) struct Distances<'a> {
    pub points: Vec<Point>,
    pub along: Point,
    pub row: Row,
    pub is_aligned: bool,
    /// Points at the same places along the direction as the points, in their order; none, or as many.
    pub(crate) others: &'a [Point],
    pub clear: &'a [Point],
    /// The lengths of the outlines that lead from the points, and from those others, to the left of the direction and to the right of
    /// it; none where the sheet is not known.
    pub(crate) outlines: &'a [[f64; 2]],
    pub outward: Option<Point>,
    pub side: Option<DimensionSide>,
    pub through: Option<Point>,
    pub offset: Option<f64>,
    pub style: &'a DimensionStyle,
}

/// One distance with its place.
struct Span {
    /// The points, the first of which is the left one along the direction.
    points: [Point; 2],
    level: f64,
    /// True for ends beyond which there is no other distance.
    free: [bool; 2],
    draws_first_extension: bool,
}

impl Distances<'_> {
    /// Returns the pairs of points that are measured, in the order of drawing.
    pub(crate) fn pairs(&self) -> Result<Vec<[Point; 2]>, SceneError> {
        let place = |point: &Point| dot(*point, self.along);
        let mut points = self.points.clone();
        let pairs: Vec<[Point; 2]> = match self.row {
            Row::Chain => {
                points.sort_by(|one, other| place(one).total_cmp(&place(other)));
                points.windows(2).map(|pair| [pair[0], pair[1]]).collect()
            }
            Row::Baseline => {
                let origin = points.remove(0);
                let away = |point: &Point| (place(point) - place(&origin)).abs();
                points.sort_by(|one, other| away(one).total_cmp(&away(other)));
                let ordered = |point: Point| {
                    if place(&point) < place(&origin) { [point, origin] } else { [origin, point] }
                };
                points.into_iter().map(ordered).collect()
            }
        };
        let reach = pairs.iter().flatten().map(|point| point.x.abs().max(point.y.abs())).fold(0.0, f64::max);
        // Relative to the coordinates: far from the origin, rounding alone makes a difference.
        if pairs.iter().any(|[from, to]| place(to) - place(from) <= reach * 1e-12) {
            return Err(SceneError::range(
                "two of the points are at the same place along the direction that is measured, so there is no distance; \
                 give other points, another type or an angle",
            ));
        }
        Ok(pairs)
    }

    /// Returns the places for the lines with their costs, the usual one first. A place that was given is the only one.
    pub(crate) fn places(
        &self,
        labels: &[Label],
        occupancy: Option<&Occupancy>,
    ) -> Result<Vec<(f64, LinePlace)>, SceneError> {
        let normal = self.normal()?;
        let usual = LinePlace { normal, first: self.level(normal), slide: 0.0 };
        let is_given = self.through.is_some() || self.offset.is_some();
        let Some(occupancy) = occupancy.filter(|_| !is_given) else { return Ok(vec![(0.0, usual)]) };
        let through = match self.side {
            Some(_) => [(0, 0.0); 2],
            None => [normal, negative(normal)].map(|normal| self.through(normal, occupancy)),
        };
        let fewest = through[0].0.min(through[1].0);
        let extra = through.map(|(count, _)| THROUGH_PART * (count - fewest) as f64);
        let sides =
            [(extra[0], normal, through[0].1), (OTHER_SIDE + extra[1], negative(normal), through[1].1)];
        // A side that the call names is never left.
        let sides = if self.side.is_some() { &sides[..1] } else { &sides[..] };
        // In a chain the texts keep to the middle, as a row of them is read as one.
        let slides = if labels.len() == 1 { &SLIDES[..] } else { &SLIDES[..1] };
        let mut places = Vec::new();
        for (side_cost, normal, way) in sides {
            let nearest = self.level(*normal);
            // Another row at the same level does not lengthen the way through the part.
            let far = |level: f64, first: f64| {
                FURTHER * (first - nearest) + WAY_THROUGH * (way - (level - nearest)).max(0.0)
            };
            let mut levels = vec![nearest];
            let mut edges: Vec<f64> = Vec::new();
            // Outlines around a point, and those that the nearest line would run through.
            let around = self.points.iter().flat_map(|point| occupancy.areas_around(*point));
            let [from, to] = self.ends_at(*normal, nearest);
            for area in around.chain(occupancy.areas_across(from, to)) {
                // The line may also stand beyond an outline that contains a point, up to the outermost one.
                let edge = edge_of(area, *normal);
                let level = edge + self.style.offset;
                // Outlines whose edges nearly agree would only give the same place again.
                let is_known = levels.iter().any(|known| (known - level).abs() < self.style.extension_gap);
                if level > nearest && !is_known {
                    levels.push(level);
                    edges.push(edge);
                }
            }
            levels.sort_by(f64::total_cmp);
            // The nearest ones, and the outermost, where the room is largest.
            let outermost = levels.split_off(levels.len().min(MAX_AREAS - 1)).pop();
            levels.extend(outermost);
            edges.retain(|edge| levels.contains(&(edge + self.style.offset)));
            // The other side may have room where this one has none. Of a side that the call names, all is tried.
            let around = if self.side.is_some() {
                self.levels_around(*normal, nearest, self.step(labels), occupancy)
            } else {
                Vec::new()
            };
            for level in around.into_iter().filter(|it| !levels.contains(it)) {
                for row in 0..MAX_ROWS {
                    let first = level + self.step(labels) * row as f64;
                    let cost = side_cost + AROUND + ROW * row as f64 + far(level, first);
                    places.push((cost, LinePlace { normal: *normal, first, slide: 0.0 }));
                }
            }
            for level in levels {
                for row in 0..MAX_ROWS {
                    let first = level + self.step(labels) * row as f64;
                    // Lines beyond an outline keep the usual distance from it, and so from each other; those of the outline's own level
                    // do.
                    let own = level - self.style.offset;
                    let is_beside_others =
                        |edge: &f64| *edge > own + self.style.extension_gap && first > *edge;
                    if edges.iter().any(is_beside_others) {
                        break;
                    }
                    let cost = side_cost + ROW * row as f64 + far(level, first);
                    places.extend(slides.iter().map(|(slide, extra)| {
                        (cost + extra, LinePlace { normal: *normal, first, slide: *slide })
                    }));
                }
            }
        }
        Ok(places)
    }

    /// Returns the number of extension lines that lead through an outline on a side, and the longest way of one. Those of a hole do so
    /// on both.
    fn through(&self, normal: Point, occupancy: &Occupancy) -> (usize, f64) {
        let is_left = dot(left_of(self.along), normal) > 0.0;
        let way_of = |point: &Point| {
            let start = self.nearest(*point, normal);
            // Along an outline, the extension line begins where that ends.
            let begin = ahead(start, normal, self.outline_from(start, is_left) + self.style.extension_gap);
            let is_through = occupancy.leaves_area(begin, ahead(begin, normal, LARGEST_SHEET));
            let edges = occupancy.areas_around(begin).map(|area| edge_of(area, normal));
            is_through.then(|| edges.fold(0.0, |longest, edge| f64::max(longest, edge - dot(begin, normal))))
        };
        let ways = self.points.iter().filter_map(way_of);
        ways.fold((0, 0.0), |(count, longest), way| (count + 1, f64::max(longest, way)))
    }

    /// Returns the place of a point, of two at the same place along the direction, that is further along the other one.
    fn nearest(&self, point: Point, normal: Point) -> Point {
        let other = self.points.iter().position(|it| *it == point).and_then(|at| self.others.get(at));
        other.copied().filter(|other| dot(*other, normal) > dot(point, normal)).unwrap_or(point)
    }

    /// Returns the levels beyond outlines that the rows after the first would run through.
    fn levels_around(&self, normal: Point, nearest: f64, step: f64, occupancy: &Occupancy) -> Vec<f64> {
        let mut levels: Vec<f64> = Vec::new();
        for row in 1..MAX_ROWS {
            let [from, to] = self.ends_at(normal, nearest + step * row as f64);
            for area in occupancy.areas_across(from, to) {
                levels.push(edge_of(area, normal) + self.style.offset);
            }
        }
        levels.sort_by(f64::total_cmp);
        levels.dedup_by(|next, last| *next - *last < self.style.extension_gap);
        let outermost = levels.split_off(levels.len().min(MAX_AREAS - 1)).pop();
        levels.extend(outermost);
        levels
    }

    /// Returns the ends of the line from the first point to the last at a height along a direction.
    fn ends_at(&self, normal: Point, height: f64) -> [Point; 2] {
        let places = self.points.iter().map(|point| dot(*point, self.along));
        let (low, high) =
            places.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
        let foot = ahead(Point::ORIGIN, normal, height);
        [ahead(foot, self.along, low), ahead(foot, self.along, high)]
    }

    /// Returns the usual place of the first line along a direction.
    fn level(&self, normal: Point) -> f64 {
        let height = |point: &Point| dot(*point, normal);
        match self.through {
            Some(point) => height(&point),
            None => {
                let furthest =
                    self.points.iter().chain(self.clear).map(height).fold(f64::NEG_INFINITY, f64::max);
                // Beyond all points, so that extension lines lead away from the part and not through it.
                furthest + self.offset.unwrap_or(self.style.offset)
            }
        }
    }

    /// Returns the distance from one line to the next.
    fn step(&self, labels: &[Label]) -> f64 {
        let tallest = labels.iter().map(Label::height).fold(0.0, f64::max);
        // A text with tolerances may be higher than the usual distance of lines.
        self.style.step.max(tallest + 2.0 * self.style.text_gap)
    }

    /// Draws the distances between the pairs with their labels.
    pub(crate) fn draw(
        &self,
        pairs: &[[Point; 2]],
        labels: &[Label],
        place: &LinePlace,
        detail: Detail,
    ) -> Vec<(Shapes, Measure)> {
        let LinePlace { normal, first, .. } = *place;
        let height = |point: &Point| dot(*point, normal);
        let step = self.step(labels);
        let count = pairs.len();
        let origin = self.points.first().copied().unwrap_or(Point::ORIGIN);
        let (mut below, mut above) = (0, 0);
        let mut drawn = Vec::with_capacity(count);
        let mut raised = Raised::default();
        // An extension line begins where the outline is nearest to the dimension line, so that it runs over nothing.
        let nearest = |point: Point| {
            let other = self.points.iter().position(|it| *it == point).and_then(|at| self.others.get(at));
            let way = |point: Point| (height(&point) - first).abs();
            other.copied().filter(|other| way(*other) < way(point)).unwrap_or(point)
        };
        let pairs = pairs.iter().map(|pair| pair.map(nearest));
        for (index, (pair, label)) in pairs.zip(labels).enumerate() {
            let span = match self.row {
                Row::Chain => Span {
                    points: pair,
                    level: first,
                    free: [index == 0, index + 1 == count],
                    draws_first_extension: index == 0,
                },
                Row::Baseline => {
                    // Distances on both sides of the origin have rows of their own, since they do not meet.
                    let is_after = pair[0] == origin;
                    let rank = if is_after { &mut above } else { &mut below };
                    *rank += 1;
                    let level = first + step * f64::from(*rank - 1);
                    // A text that is not inside stands where no other extension line goes.
                    Span { points: pair, level, free: [is_after, !is_after], draws_first_extension: true }
                }
            };
            drawn.push(self.draw_span(&span, label, place, &mut raised, detail));
        }
        drawn
    }

    /// Returns the direction from what is measured to the dimension line.
    fn normal(&self) -> Result<Point, SceneError> {
        let left = left_of(self.along);
        let toward = match (self.side, self.through, self.outward) {
            (Some(side), _, _) => match side {
                DimensionSide::Above => Point::new(0.0, 1.0),
                DimensionSide::Below => Point::new(0.0, -1.0),
                DimensionSide::Left => Point::new(-1.0, 0.0),
                DimensionSide::Right => Point::new(1.0, 0.0),
            },
            (None, Some(through), _) => {
                let count = (self.points.len() + self.others.len()).max(1) as f64;
                let sum =
                    self.points.iter().chain(self.others).fold(Point::ORIGIN, |sum, point| add(sum, *point));
                sub(through, Point::new(sum.x / count, sum.y / count))
            }
            (None, None, Some(outward)) => outward,
            // Below, and left of what is upright.
            (None, None, None) if self.along.x.abs() >= self.along.y.abs() - 1e-12 => Point::new(0.0, -1.0),
            (None, None, None) => Point::new(-1.0, 0.0),
        };
        let share = dot(left, toward);
        // The side is along the line, so it selects neither of the two.
        if share.abs() < 1e-9 && self.side.is_some() {
            return Err(SceneError::range(
                "option side is along the dimension line; use above or below for one that is level, left or right for one \
                 that is upright",
            ));
        }
        Ok(if share < 0.0 { negative(left) } else { left })
    }

    /// Returns the point at a distance along the dimension and at one along the normal.
    fn place(&self, normal: Point, s: f64, h: f64) -> Point {
        let along = self.along;
        Point::new(along.x * s + normal.x * h, along.y * s + normal.y * h)
    }

    /// Draws the lines from the points of a span to its dimension line.
    fn draw_extension_lines(&self, shapes: &mut Shapes, span: &Span, normal: Point) {
        let (style, along, level) = (self.style, self.along, span.level);
        let place = |s: f64, h: f64| self.place(normal, s, h);
        for (index, point) in span.points.iter().enumerate() {
            if index == 0 && !span.draws_first_extension {
                continue;
            }
            let height = dot(*point, normal);
            let way = if level >= height { 1.0 } else { -1.0 };
            // Along an outline, it begins where that ends: two lines on each other are a thick one in print.
            let drawn = self.outline_from(*point, dot(left_of(along), normal) * way > 0.0);
            let height = if drawn < (level - height).abs() { height + way * drawn } else { height };
            // A point on the line itself has no extension line.
            if (level - height).abs() > style.extension_gap {
                let s = dot(*point, along);
                shapes.line_as(
                    Role::Extension,
                    place(s, height + way * style.extension_gap),
                    place(s, level + way * style.extension_beyond),
                );
            }
        }
    }

    /// Returns how far an outline leads from a point, to the left of the direction or to the right of it.
    fn outline_from(&self, point: Point, is_left: bool) -> f64 {
        let at = self.points.iter().chain(self.others).position(|it| *it == point);
        at.and_then(|at| self.outlines.get(at)).map_or(0.0, |lengths| lengths[usize::from(!is_left)])
    }

    fn draw_span(
        &self,
        span: &Span,
        label: &Label,
        &LinePlace { normal, slide, .. }: &LinePlace,
        raised: &mut Raised,
        detail: Detail,
    ) -> (Shapes, Measure) {
        let style = self.style;
        let (along, level) = (self.along, span.level);
        let place = |s: f64, h: f64| self.place(normal, s, h);
        let [a, b] = span.points.map(|point| dot(point, along));
        let mut shapes = Shapes::new(detail);
        shapes.stand_outside();
        self.draw_extension_lines(&mut shapes, span, normal);
        let read = if style.is_horizontal { Point::new(1.0, 0.0) } else { reading(along) };
        let up = left_of(read);
        // Only a text along the line can stand on it; a level text at a slanted line breaks it.
        let is_above = style.text_place == TextPlace::Above && dot(read, along).abs() > 0.999;
        // The room that the text takes along the line, and across it.
        let half = (dot(read, along).abs() * label.width + dot(up, along).abs() * label.height()) * 0.5;
        let across = (dot(read, normal).abs() * label.width + dot(up, normal).abs() * label.height()) * 0.5;
        // Above the line, a text may come nearer to the extension lines than in a gap of it.
        let room = half * 2.0 + if is_above { 1.0 } else { 2.0 } * style.text_gap;
        let (length, size) = (b - a, style.arrow_size);
        let is_pointed = matches!(style.arrow, Arrow::Filled | Arrow::Open);
        let arrows = if is_pointed { 2.0 * size } else { 0.0 };
        let is_text_inside = length >= room;
        let are_arrows_inside = !is_pointed
            || if is_above {
                length >= arrows * 1.5
            } else {
                length >= arrows * 1.5 + if is_text_inside { room } else { 0.0 }
            };
        let middle = (a + b) * 0.5 + if is_text_inside { slide * (length - room) } else { 0.0 };
        let lift = if is_above { dot(up, normal) * (style.text_gap + label.height() * 0.5) } else { 0.0 };
        let tail = if are_arrows_inside { 0.0 } else { 2.0 * size };
        // Arrows from outside need a piece of line to stand on.
        let mut ends = [a - if span.free[0] { tail } else { 0.0 }, b + if span.free[1] { tail } else { 0.0 }];
        let at = if is_text_inside {
            place(middle, level + lift)
        } else if span.free[0] || span.free[1] {
            // The slide that moves a text inside selects the end for one that has no room there.
            let after = span.free[1] && (slide >= 0.0 || !span.free[0]);
            let begin = if after { ends[1].max(b + size) } else { ends[0].min(a - size) };
            let way = if after { 1.0 } else { -1.0 };
            let end = begin + way * if is_above { 2.0 * half } else { 0.0 };
            ends[usize::from(after)] = end;
            let gap = if is_above { 0.0 } else { style.text_gap };
            place(begin + way * (half + gap), level + lift)
        } else {
            let row = raised.row(middle, half + style.text_gap);
            let base = level + style.extension_beyond + RAISED_GAP + (2.0 * across + RAISED_GAP) * row as f64;
            shapes.line(place(middle, level), place(middle, base - RAISED_GAP * 0.5));
            place(middle, base + across)
        };
        let angle = label.draw(&mut shapes, at, read);
        if is_text_inside && !is_above {
            shapes.line(place(ends[0], level), place(middle - half - style.text_gap, level));
            shapes.line(place(middle + half + style.text_gap, level), place(ends[1], level));
        } else {
            shapes.line(place(ends[0], level), place(ends[1], level));
        }
        for (end, pointing, is_free) in [(a, negative(along), span.free[0]), (b, along, span.free[1])] {
            let (pointing, arrow) = match (are_arrows_inside, is_free) {
                (true, _) => (pointing, style.arrow),
                (false, true) => (negative(pointing), style.arrow),
                // Between two distances, there is no room for arrows.
                (false, false) => (pointing, Arrow::Dot),
            };
            shapes.arrow(place(end, level), pointing, arrow, size);
        }
        let [from, to] = span.points;
        let kind = MeasureKind::Linear {
            from,
            to,
            line: place(b, level),
            angle: along.y.atan2(along.x),
            is_aligned: self.is_aligned,
        };
        label.measured(shapes, kind, at, angle)
    }
}

/// Returns how far a box reaches along a direction.
fn edge_of(area: &Bounds, normal: Point) -> f64 {
    let corners =
        [area.min, area.max, Point::new(area.min.x, area.max.y), Point::new(area.max.x, area.min.y)];
    corners.iter().map(|corner| dot(*corner, normal)).fold(f64::NEG_INFINITY, f64::max)
}

/// The texts of a chain that stand beyond its dimension line, by their rows.
#[derive(Default)]
struct Raised {
    /// The end of the last text of each row.
    ends: Vec<f64>,
}

impl Raised {
    /// Returns the first row in which a text has room.
    fn row(&mut self, middle: f64, half: f64) -> usize {
        let free = self.ends.iter().position(|end| *end <= middle - half);
        let row = free.unwrap_or_else(|| {
            self.ends.push(f64::NEG_INFINITY);
            self.ends.len() - 1
        });
        self.ends[row] = middle + half;
        row
    }
}
