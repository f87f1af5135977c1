//! The rules for drawings that people read.

use scenewright_geometry::vector::{cross, difference, dot};
use scenewright_geometry::{Bounds, BoxTree, Edge, Point, Wire, projected};
use scenewright_scene::Color;

use super::cutting::{farthest_outside, is_inside, outside_all, place_of};
use super::edge_math::{at, bounds, is_in_ring, mix, unit};
use super::finding::{Collector, Fault};
use super::number::{mm, quoted};
use super::plan::{Content, Item, Plan, TextMark};
use super::profile::{LayerUse, Profile, ROUNDING, Settings};

/// The share of a text's height by which lines may reach into its box: descenders are rare.
const INSET: f64 = 0.18;

/// The share of its height from which a text counts as covered by another.
const COVERED: f64 = 0.2;

/// The tolerance between curves and the lines that stand for them, in millimetres: far below the height of a text.
const FLATNESS: f64 = 0.05;

/// The tolerance at the edge of the page, in millimetres on paper: less than the width of a fine line along the edge.
const OFF: f64 = 0.1;

/// A text with its box.
struct Room<'a> {
    index: usize,
    item: &'a Item,
    mark: &'a TextMark,
    origin: Point,
    along: Point,
    up: Point,
    width: f64,
    height: f64,
    bounds: Bounds,
}

/// Applies the rules for paper.
pub(crate) fn check(plan: &Plan, settings: &Settings, collector: &mut Collector<'_>) {
    off_page(plan, settings, collector);
    let rooms = rooms(plan);
    texts_on_texts(&rooms, collector);
    lines_on_texts(plan, &rooms, collector);
    contrasts(plan, settings, collector);
    thin_lines(plan, settings, collector);
    small_texts(plan, settings, collector);
    if settings.profile == Profile::Drawing {
        missing_titles(plan, collector);
    }
}

fn missing_titles(plan: &Plan, collector: &mut Collector<'_>) {
    let mut add = |message: String, page: Option<&Bounds>| {
        collector.add(Fault {
            rule: "missing-title",
            message,
            items: Vec::new(),
            at: page.map_or(Point::ORIGIN, |page| Point::new(page.max.x, page.min.y)),
            measured: None,
            limit: None,
        });
    };
    if plan.has_title == Some(false) {
        return add("the drawing has no title block".to_owned(), plan.page.as_ref());
    }
    for (name, page) in plan.untitled.iter().zip(plan.pages()) {
        if let Some(name) = name {
            add(format!("the sheet {} has no title block", quoted(name)), Some(page));
        }
    }
}

fn off_page(plan: &Plan, settings: &Settings, collector: &mut Collector<'_>) {
    let is_sheet = |item: &Item| settings.layer_use(&item.layer) == LayerUse::Sheet;
    let sheets = plan.items.iter().filter(|item| is_sheet(item));
    let sheet_points = sheets.flat_map(|item| item.wires()).flat_map(|wire| wire.edges(0.01));
    let sheet = Bounds::of_points(sheet_points.flat_map(|edge| [edge.from, edge.to, at(&edge, 0.5)]));
    let mut pages: Vec<Bounds> = plan.pages().copied().collect();
    // Without a page, an outline on the layer of the sheet stands for one.
    if pages.is_empty() {
        pages.extend(sheet);
    }
    if pages.is_empty() {
        return;
    }
    let off = OFF * plan.drawing_scale;
    for (index, item) in plan.items.iter().enumerate() {
        if is_sheet(item) || matches!(item.content, Content::Glyph(_)) {
            continue;
        }
        if pages.iter().any(|page| is_inside(item, page)) {
            continue;
        }
        let far = farthest_outside(item, &|point| outside_all(&pages, point));
        let Some((distance, point)) = far.filter(|(distance, _)| *distance > off) else { continue };
        collector.add(Fault {
            rule: "off-page",
            message: format!("it leaves the page by {} mm", mm(distance)),
            items: vec![(index, item)],
            at: point,
            measured: Some(distance),
            limit: Some(0.0),
        });
    }
}

fn rooms(plan: &Plan) -> Vec<Room<'_>> {
    let mut rooms = Vec::new();
    for (index, item) in plan.items.iter().enumerate() {
        let Content::Text(mark) = &item.content else { continue };
        let [origin, right, _, top] = mark.corners;
        let (width, height) = (origin.distance_to(right), origin.distance_to(top));
        let Some(bounds) = Bounds::of_points(mark.corners).filter(|_| width > 0.0 && height > 0.0) else {
            continue;
        };
        let (along, up) = (unit(difference(right, origin)), unit(difference(top, origin)));
        rooms.push(Room { index, item, mark, origin, along, up, width, height, bounds });
    }
    rooms
}

fn is_one_part(one: &Item, other: &Item) -> bool {
    one.part_of.is_some() && one.part_of == other.part_of
}

fn texts_on_texts(rooms: &[Room<'_>], collector: &mut Collector<'_>) {
    let tree = BoxTree::new(rooms.iter().map(|room| room.bounds).collect());
    let mut pairs = Vec::new();
    tree.pairs(0.0, |a, b| {
        pairs.push((a, b));
        true
    });
    pairs.sort_unstable();
    for (a, b) in pairs {
        let (one, other) = (&rooms[a], &rooms[b]);
        if is_one_part(one.item, other.item) {
            continue;
        }
        let Some((depth, middle)) = common_room(one, other) else { continue };
        let least = COVERED * one.height.min(other.height);
        if depth < least {
            continue;
        }
        collector.add(Fault {
            rule: "text-on-text",
            message: format!(
                "the texts {} and {} cover each other",
                quoted(&one.mark.words),
                quoted(&other.mark.words)
            ),
            items: vec![(other.index, other.item), (one.index, one.item)],
            at: middle,
            measured: Some(depth),
            limit: None,
        });
    }
}

/// Returns the depth by which two boxes overlap, and the middle of the overlap.
fn common_room(one: &Room<'_>, other: &Room<'_>) -> Option<(f64, Point)> {
    let mut depth = f64::INFINITY;
    for axis in [one.along, one.up, other.along, other.up] {
        let range = |room: &Room<'_>| {
            let all = room.mark.corners.map(|corner| dot(axis, corner));
            all.iter()
                .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), it| (low.min(*it), high.max(*it)))
        };
        let ((a, b), (c, d)) = (range(one), range(other));
        // Two convex boxes overlap only if they do along every axis across a side of either; the least overlap is
        // the depth.
        depth = depth.min(b.min(d) - a.max(c));
    }
    if depth <= 0.0 {
        return None;
    }
    let mut common: Vec<Point> = one.mark.corners.to_vec();
    let corners = other.mark.corners;
    // A mirrored text has its corners clockwise.
    let side = cross(difference(corners[1], corners[0]), difference(corners[2], corners[1])).signum();
    for index in 0..4 {
        let (from, to) = (corners[index], corners[(index + 1) % 4]);
        let inside = |point: Point| cross(difference(to, from), difference(point, from)) * side;
        let mut kept = Vec::new();
        for at in 0..common.len() {
            let (a, b) = (common[at], common[(at + 1) % common.len()]);
            let (p, q) = (inside(a), inside(b));
            // Sutherland and Hodgman: one polygon is cut along each side of the other.
            if p >= 0.0 {
                kept.push(a);
            }
            if (p > 0.0 && q < 0.0) || (p < 0.0 && q > 0.0) {
                kept.push(mix(a, b, p / (p - q)));
            }
        }
        common = kept;
    }
    Some((depth, Bounds::of_points(common)?.center()))
}

/// The part of a line that lies in a text.
struct Strike {
    length: f64,
    /// The pieces, each with its length, in order.
    pieces: Vec<(Point, Point, f64)>,
    /// True where it comes from outside, and where it goes there.
    enters: bool,
    leaves: bool,
}

impl Strike {
    fn extend(&mut self, next: &Strike) {
        self.length += next.length;
        self.pieces.extend_from_slice(&next.pieces);
        self.leaves = next.leaves;
    }

    /// Returns true where the line runs from one side of the text to another.
    fn is_through(&self, room: &Room<'_>) -> bool {
        let least = room.height.min(room.width);
        self.enters && self.leaves && self.length >= 0.9 * least * (1.0 - 2.0 * INSET)
    }

    /// Returns the point half way along.
    fn middle(&self) -> Point {
        let mut rest = 0.5 * self.length;
        for (from, to, length) in &self.pieces {
            if rest <= *length {
                return mix(*from, *to, if *length > 0.0 { rest / length } else { 0.0 });
            }
            rest -= length;
        }
        self.pieces.last().map_or(Point::ORIGIN, |(_, to, _)| *to)
    }
}

fn lines_on_texts(plan: &Plan, rooms: &[Room<'_>], collector: &mut Collector<'_>) {
    let tree = BoxTree::new(rooms.iter().map(|room| room.bounds).collect());
    for (index, item) in plan.items.iter().enumerate() {
        let Content::Outline(wires) = &item.content else { continue };
        // An area without an outline is a background for texts.
        if item.stroke.is_none() {
            continue;
        }
        let mut strikes: Vec<(usize, Strike)> = Vec::new();
        for wire in wires {
            let edges = wire.edges(FLATNESS);
            let Some(around) = edges.iter().map(bounds).reduce(Bounds::union) else { continue };
            let mut near: Vec<usize> = Vec::new();
            tree.search(
                |bounds| bounds.meets(&around),
                |found| {
                    if !is_one_part(rooms[found].item, item) {
                        near.push(found);
                    }
                },
            );
            // Most wires are near no text, and then their short lines are not needed.
            if near.is_empty() {
                continue;
            }
            near.sort_unstable();
            let near_tree = BoxTree::new(near.iter().map(|found| rooms[*found].bounds).collect());
            // The run of this wire in each text, so far: a curve runs through in many short lines.
            let mut runs: Vec<(usize, usize, Strike)> = Vec::new();
            for (step, edge) in short_lines(edges).iter().enumerate() {
                let around = Bounds::of_point(edge.from).union(Bounds::of_point(edge.to));
                near_tree.search(
                    |bounds| bounds.meets(&around),
                    |place| {
                        let found = near[place];
                        let room = &rooms[found];
                        let Some(strike) = strike(room, edge) else { return };
                        match runs.iter_mut().rev().find(|(known, _, _)| *known == found) {
                            // The line before ended inside, where this one begins.
                            Some((_, last, run)) if *last + 1 == step && !run.leaves && !strike.enters => {
                                *last = step;
                                run.extend(&strike);
                            }
                            _ => runs.push((found, step, strike)),
                        }
                    },
                );
            }
            for (found, _, strike) in runs {
                let room = &rooms[found];
                if strike.length < 0.25 * room.height.min(room.width) {
                    continue;
                }
                match strikes.iter_mut().find(|(known, _)| *known == found) {
                    Some((_, known))
                        // Of several lines of one item, one that runs through says most, then the longest.
                        if known.is_through(room) || (!strike.is_through(room) && known.length >= strike.length) => {}
                    Some((_, known)) => *known = strike,
                    None => strikes.push((found, strike)),
                }
            }
        }
        for (found, strike) in strikes {
            let room = &rooms[found];
            let words = quoted(&room.mark.words);
            let mut add = |rule: &'static str, message: String| {
                collector.add(Fault {
                    rule,
                    message,
                    items: vec![(room.index, room.item), (index, item)],
                    at: strike.middle(),
                    measured: Some(strike.length),
                    limit: None,
                });
            };
            if strike.is_through(room) {
                add("line-through-text", format!("a line runs through the text {words}"));
            }
            add("text-on-geometry", format!("the text {words} stands on a line"));
        }
    }
}

/// Returns edges with arcs as short lines.
fn short_lines(edges: Vec<Edge>) -> Vec<Edge> {
    let mut lines = Vec::with_capacity(edges.len());
    for edge in edges {
        let Some(arc) = edge.arc else {
            lines.push(edge);
            continue;
        };
        let count = (arc.sweep.abs() / 0.1).ceil().max(1.0) as usize;
        let mut last = edge.from;
        for step in 1..=count {
            let next = at(&edge, step as f64 / count as f64);
            lines.push(Edge { from: last, to: next, arc: None, ..edge });
            last = next;
        }
    }
    lines
}

/// Returns the part of a line inside a text's box, less a margin.
fn strike(room: &Room<'_>, edge: &Edge) -> Option<Strike> {
    let inset = INSET * room.height.min(room.width);
    let local = |point: Point| {
        let way = difference(point, room.origin);
        Point::new(dot(way, room.along), dot(way, room.up))
    };
    let (from, to) = (local(edge.from), local(edge.to));
    let way = difference(to, from);
    // Liang and Barsky: the part of a line inside of a box.
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for (start, step, low, high) in
        [(from.x, way.x, inset, room.width - inset), (from.y, way.y, inset, room.height - inset)]
    {
        if step.abs() < 1e-12 {
            if start <= low || start >= high {
                return None;
            }
            continue;
        }
        let (a, b) = ((low - start) / step, (high - start) / step);
        enter = enter.max(a.min(b));
        leave = leave.min(a.max(b));
    }
    if leave <= enter {
        return None;
    }
    let length = (leave - enter) * edge.from.distance_to(edge.to);
    let piece = (mix(edge.from, edge.to, enter), mix(edge.from, edge.to, leave), length);
    Some(Strike { length, pieces: vec![piece], enters: enter > 0.0, leaves: leave < 1.0 })
}

/// Returns the corners of a wire with curves as short lines.
fn ring_of(wire: &Wire) -> Vec<Point> {
    short_lines(wire.edges(FLATNESS)).iter().map(|edge| edge.from).collect()
}

/// An area that is the background of others.
struct Ground {
    index: usize,
    bounds: Bounds,
    color: Color,
    rings: Vec<Vec<Point>>,
}

fn grounds(plan: &Plan) -> Vec<Ground> {
    let mut grounds = Vec::new();
    for (index, item) in plan.items.iter().enumerate() {
        let (Content::Outline(wires) | Content::Ornament(wires)) = &item.content else { continue };
        // A fainter area hardly changes what is behind a text.
        let Some(color) = item.fill.filter(|color| color.a > 0.2) else { continue };
        let rings: Vec<Vec<Point>> = wires.iter().map(ring_of).collect();
        let Some(bounds) = Bounds::of_points(rings.iter().flatten().copied()) else { continue };
        grounds.push(Ground { index, bounds, color, rings });
    }
    grounds
}

impl Ground {
    fn holds(&self, point: Point) -> bool {
        // Rings in rings are holes.
        self.rings.iter().filter(|ring| is_in_ring(ring, point)).count() % 2 == 1
    }

    /// Returns true for a point on the edge, where an outline of the area runs that is drawn by itself.
    fn has_on_edge(&self, point: Point) -> bool {
        let edges = |ring: &Vec<Point>| -> Vec<[Point; 2]> {
            let ends = ring.iter().skip(1).chain(ring.first());
            ring.iter().zip(ends).map(|(from, to)| [*from, *to]).collect()
        };
        let is_near = |edge: [Point; 2]| projected(point, edge).distance_to(point) <= 2.0 * FLATNESS;
        self.rings.iter().flat_map(edges).any(is_near)
    }
}

fn contrasts(plan: &Plan, settings: &Settings, collector: &mut Collector<'_>) {
    const PAPER: Color = Color { r: 1.0, g: 1.0, b: 1.0, a: 1.0 };
    let grounds = grounds(plan);
    let tree = BoxTree::new(grounds.iter().map(|ground| ground.bounds).collect());
    let behind = |index: usize, point: Point| {
        let is_annotation = plan.items[index].is_annotation;
        let is_line = !matches!(plan.items[index].content, Content::Text(_));
        let mut top: Vec<usize> = Vec::new();
        tree.search(
            |bounds| bounds.holds(point),
            |found| {
                // Only what was drawn before is behind. A line of a dimension may run over the arrow of another one.
                let ground = &grounds[found];
                let is_arrow = is_annotation && plan.items[ground.index].is_annotation;
                // The outline of an area is seen as the area is, as of a letter that a DXF has as a hatch and lines.
                let is_behind = || ground.holds(point) && !(is_line && ground.has_on_edge(point));
                if ground.index < index && !is_arrow && is_behind() {
                    top.push(found);
                }
            },
        );
        top.sort_unstable();
        top.into_iter().fold(PAPER, |behind, found| over(grounds[found].color, behind))
    };
    for (index, item) in plan.items.iter().enumerate() {
        let color = match &item.content {
            Content::Text(_) => item.fill.or(item.stroke),
            // An outline is visible if its area is.
            Content::Outline(_) if item.fill.is_none() => item.stroke,
            _ => continue,
        };
        let Some(color) = color.filter(|color| color.a > 0.0) else { continue };
        let place = || match &item.content {
            Content::Text(mark) => Some(mix(mark.corners[0], mark.corners[2], 0.5)),
            _ => place_of(item),
        };
        let is_on_ground = grounds.first().is_some_and(|lowest| lowest.index < index);
        let behind = match is_on_ground {
            true => place().map_or(PAPER, |point| behind(index, point)),
            false => PAPER,
        };
        let contrast = contrast(over(color, behind), behind);
        if contrast > settings.limits.contrast {
            continue;
        }
        let Some(point) = place() else { continue };
        let what = if matches!(item.content, Content::Text(_)) { "a text" } else { "a line" };
        collector.add(Fault {
            rule: "low-contrast",
            message: format!("{what} has a contrast of {contrast:.2} to what is behind it"),
            items: vec![(index, item)],
            at: point,
            measured: Some(contrast),
            limit: Some(settings.limits.contrast),
        });
    }
}

fn over(front: Color, behind: Color) -> Color {
    let part = |front_part: f64, behind_part: f64| front_part * front.a + behind_part * (1.0 - front.a);
    Color { r: part(front.r, behind.r), g: part(front.g, behind.g), b: part(front.b, behind.b), a: 1.0 }
}

/// Returns the contrast of two colours as WCAG defines it, from 1 to 21.
fn contrast(one: Color, other: Color) -> f64 {
    let linear = |part: f64| if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    let light = |color: Color| 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
    let (a, b) = (light(one), light(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

fn thin_lines(plan: &Plan, settings: &Settings, collector: &mut Collector<'_>) {
    let least = settings.limits.line;
    for (index, item) in plan.items.iter().enumerate() {
        let (Content::Outline(_), Some(_), Some(width)) = (&item.content, item.stroke, item.width) else {
            continue;
        };
        // An area is visible without its outline.
        if width > least + ROUNDING || item.fill.is_some() {
            continue;
        }
        let Some(place) = place_of(item) else { continue };
        collector.add(Fault {
            rule: "thin-line",
            message: format!("a line is only {} mm wide", mm(width)),
            items: vec![(index, item)],
            at: place,
            measured: Some(width),
            limit: Some(least),
        });
    }
}

fn small_texts(plan: &Plan, settings: &Settings, collector: &mut Collector<'_>) {
    if !plan.is_on_paper {
        return;
    }
    let least = settings.limits.text;
    for (index, item) in plan.items.iter().enumerate() {
        let Content::Text(mark) = &item.content else { continue };
        let Some(height) = mark.capitals.map(|height| height / plan.drawing_scale) else { continue };
        // A text without a size is one for `zero-length`.
        if height <= 0.0 || height > least + ROUNDING || mark.words.trim().is_empty() {
            continue;
        }
        collector.add(Fault {
            rule: "small-text",
            message: format!("the text {} is only {} mm high on paper", quoted(&mark.words), mm(height)),
            items: vec![(index, item)],
            at: mix(mark.corners[0], mark.corners[2], 0.5),
            measured: Some(height),
            limit: Some(least),
        });
    }
}
