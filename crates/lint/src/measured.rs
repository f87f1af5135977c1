//! The rules about dimensions.

use std::collections::BTreeMap;

use scenewright_geometry::vector::{difference, dot};
use scenewright_geometry::{Bounds, BoxTree, Edge, Point};

use super::contours::{Contour, Strand, chain, strands};
use super::doubles::doubles as double_lines;
use super::edge_math::{bounds as bounds_of, distance_to, mix, unit};
use super::finding::{Collector, Fault};
use super::number::{mm, quoted};
use super::plan::{Content, DimensionMark, Item, MeasureOf, Plan};
use super::profile::{LayerUse, Profile, Settings};

/// The tolerance between the points of a dimension and the measured geometry, in millimetres on paper: less than the thinnest line
/// that is drawn there.
const SAME: f64 = 0.02;

type Mark<'a> = (usize, &'a Item, &'a DimensionMark);

/// Applies the rules about dimensions.
pub(crate) fn check(plan: &Plan, settings: &Settings, collector: &mut Collector<'_>) {
    let marks: Vec<Mark<'_>> = plan
        .items
        .iter()
        .enumerate()
        .filter_map(|(index, item)| match &item.content {
            Content::Dimension(mark) => Some((index, item, mark)),
            _ => None,
        })
        .collect();
    if marks.is_empty() {
        return;
    }
    contradictions(plan, &marks, collector);
    let near = SAME * plan.drawing_scale.max(1.0);
    doubles(plan, &marks, near, collector);
    // A sketch in a scene without a page need not state every size.
    if settings.profile == Profile::Drawing && plan.has_title.is_some() && !plan.shows_more {
        missing(plan, &marks, near, collector);
    }
}

fn contradictions(plan: &Plan, marks: &[Mark<'_>], collector: &mut Collector<'_>) {
    let written: Vec<(usize, &Item, &DimensionMark, &str, Said, f64)> = marks
        .iter()
        .filter_map(|(index, item, mark)| {
            let (text, value) = (mark.written.as_deref()?, mark.value?);
            Some((*index, *item, *mark, text, measure_in(text)?, value))
        })
        .collect();
    // A drawing may be written in another unit than it is drawn in; then most of its texts are.
    let count = |factor: f64| {
        let lengths = written.iter().filter(|it| it.2.kind != MeasureOf::Angle && it.4.unit.is_none());
        lengths.filter(|it| it.4.agrees(it.5, factor)).count()
    };
    let own = count(1.0);
    let of_drawing = UNITS.into_iter().find(|factor| {
        let texts = count(*factor);
        texts > 1 && texts > own
    });
    // The units that the drawing may be drawn in, in millimetres.
    let own = 1.0 / plan.to_source.a;
    let drawn: &[f64] = if plan.has_unit { &[own] } else { &[1.0, 10.0, 1000.0, 25.4, 304.8] };
    for (index, item, mark, text, said, value) in written {
        let is_angle = mark.kind == MeasureOf::Angle;
        let agrees = said.agrees(value, 1.0)
            || (!is_angle && of_drawing.is_some_and(|factor| said.agrees(value, factor)))
            || (!is_angle
                && said.unit.is_some_and(|unit| drawn.iter().any(|own| said.agrees(value, own / unit))));
        if agrees {
            continue;
        }
        collector.add(Fault {
            rule: "dimension-mismatch",
            message: format!("the dimension says {} and measures {}", quoted(text), mm(value)),
            items: vec![(index, item)],
            at: mark.at,
            measured: Some(value),
            limit: Some(said.value),
        });
    }
}

/// The factors between units of length in which a drawing may be drawn and written.
const UNITS: [f64; 10] = [10.0, 100.0, 1000.0, 0.1, 0.01, 0.001, 25.4, 1.0 / 25.4, 12.0, 1.0 / 12.0];

/// A number in a text, or the numbers from one to another.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Said {
    value: f64,
    /// The end of a range.
    to: Option<f64>,
    /// Half of its last digit.
    slack: f64,
    /// The unit of length that is written after the number, in millimetres.
    unit: Option<f64>,
}

impl Said {
    /// Returns true if the number is the measured one times a factor. A rounded number agrees, up to half of its last digit.
    fn agrees(&self, value: f64, factor: f64) -> bool {
        let measured = value.abs() * factor;
        let slack = self.slack * (1.0 + 1e-9) + 1e-6 * measured;
        let (low, high) = match self.to {
            Some(to) => (self.value.min(to), self.value.max(to)),
            None => (self.value, self.value),
        };
        (low - slack..=high + slack).contains(&measured)
    }
}

/// The words that stand before a measure.
const BEFORE_MEASURE: [&str; 14] = [
    "dia", "diam", "rad", "ref", "typ", "approx", "max", "min", "about", "length", "width", "height",
    "depth", "ca",
];

/// The units of length that a text may name, in millimetres.
const LENGTH_UNITS: [(&str, f64); 8] = [
    ("mm", 1.0),
    ("cm", 10.0),
    ("m", 1000.0),
    ("in", 25.4),
    ("inch", 25.4),
    ("inches", 25.4),
    ("ft", 304.8),
    ("µm", 0.001),
];

/// Returns the measure in the text of a dimension; `None` where words are about something else: `SEE NOTE 3`, `ISO 2768`, the thread
/// `M6`.
fn measure_in(text: &str) -> Option<Said> {
    let plain = plain_text(text);
    let is_other = |word: &str| {
        let word = word.to_lowercase();
        word == "m" || (word.chars().count() > 2 && !BEFORE_MEASURE.contains(&word.as_str()))
    };
    let rest = without_count(&plain);
    let start = rest.find(|it: char| it.is_ascii_digit())?;
    let mut words = rest[..start].split(|it: char| !it.is_alphabetic()).filter(|word| !word.is_empty());
    if words.any(is_other) { None } else { number_in(text) }
}

/// Returns a text without the count that it begins with, such as "4x" and "2 ×".
fn without_count(text: &str) -> &str {
    let start = text.trim_start();
    let after = start.trim_start_matches(|it: char| it.is_ascii_digit());
    let is_number = after.len() < start.len();
    let rest = after.trim_start().strip_prefix(['x', 'X', '×']).filter(|_| is_number);
    rest.unwrap_or(text)
}

/// Returns the number in a text; `None` without one, and for formulas.
fn number_in(text: &str) -> Option<Said> {
    let plain = plain_text(text);
    if plain.contains('=') {
        return None;
    }
    if plain.contains(['\'', '"', '/', '″', '′']) {
        return feet_and_inches(&plain);
    }
    let rest = without_count(&plain);
    let start = rest.find(|letter: char| letter.is_ascii_digit())?;
    let is_below = rest[..start].ends_with(['.', ',']);
    let start = if is_below { start - 1 } else { start };
    let (value, slack, after) = number_at(&rest[start..])?;
    let next = after.trim_start();
    // A range, or limits in two lines.
    let second = next.strip_prefix(['-', '–', '…']).or(Some(next)).map(str::trim_start);
    let second = second.filter(|it| it.starts_with(|it: char| it.is_ascii_digit())).and_then(number_at);
    let after = second.map_or(after, |(.., after)| after);
    let name: String = after.trim_start().chars().take_while(|it| it.is_alphabetic()).collect();
    let unit = LENGTH_UNITS.iter().find(|(own, _)| *own == name.to_lowercase()).map(|(_, size)| *size);
    Some(Said { value, to: second.map(|(to, ..)| to), slack, unit })
}

/// Reads the feet and inches of a text, and inches with a fraction: `5'-3 1/2"`, `2-1/2"`, `3/4`. Without a mark, the number is in the
/// unit of the drawing. `None` where more numbers follow, as in the thread `1/4-20`.
fn feet_and_inches(plain: &str) -> Option<Said> {
    const FEET: [char; 2] = ['\'', '′'];
    const INCHES: [char; 2] = ['"', '″'];
    let rest = without_count(plain);
    let rest = &rest[rest.find(|letter: char| letter.is_ascii_digit())?..];
    let (first, first_slack, after) = number_at(rest)?;
    let after_feet = after.trim_start().strip_prefix(FEET).map(|it| it.trim_start_matches([' ', '-']));
    let (feet, inches) = match after_feet {
        Some(inches) => (first, inches),
        None => (0.0, rest),
    };
    let (inches, slack, after) = match with_fraction(inches) {
        Some(read) => read,
        // Feet alone.
        None => (0.0, first_slack * 12.0, inches),
    };
    let marked = after.trim_start().strip_prefix(INCHES);
    let after = marked.unwrap_or(after);
    if after.contains(|letter: char| letter.is_ascii_digit() || letter == '/') {
        return None;
    }
    let is_in_inches = after_feet.is_some() || marked.is_some();
    Some(Said { value: feet * 12.0 + inches, to: None, slack, unit: is_in_inches.then_some(25.4) })
}

/// Reads the number with a fraction that a text begins with: the number, half of its last step, and the text after it.
fn with_fraction(text: &str) -> Option<(f64, f64, &str)> {
    let (first, slack, after) = number_at(text)?;
    let fraction = |above: f64, after: &'_ str| -> Option<(f64, usize)> {
        let below = after.strip_prefix('/')?;
        let end = below.find(|it: char| !it.is_ascii_digit()).unwrap_or(below.len());
        let below: f64 = below[..end].parse().ok().filter(|below| *below > above)?;
        Some((above / below, 1 + end)).filter(|_| below > 0.0)
    };
    if let Some((share, length)) = fraction(first, after) {
        let step = share / first;
        return Some((share, 0.5 * step, &after[length..]));
    }
    let next = after.trim_start_matches([' ', '-']);
    if let Some((above, _, rest)) = number_at(next).filter(|_| next.len() < after.len())
        && let Some((share, length)) = fraction(above, rest)
    {
        return Some((first + share, 0.5 * share / above, &rest[length..]));
    }
    Some((first, slack, after))
}

/// Reads the number that a text begins with: the number, half of its last digit, and the text after it.
fn number_at(text: &str) -> Option<(f64, f64, &str)> {
    let end = text.find(|it: char| !it.is_ascii_digit() && !".,".contains(it)).unwrap_or(text.len());
    let number = text[..end].trim_end_matches(['.', ',']).replace(',', ".");
    let value: f64 = number.parse().ok()?;
    let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    Some((value, 0.5 * 0.1_f64.powi(decimals as i32), &text[end..]))
}

/// Returns a text without the codes of formatted DXF text.
fn plain_text(text: &str) -> String {
    let mut plain = String::new();
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' => {}
            '%' if letters.peek() == Some(&'%') => {
                letters.next();
                match letters.next() {
                    Some('p' | 'P') => plain.push('±'),
                    Some('c' | 'C') => plain.push('⌀'),
                    Some('d' | 'D') => plain.push('°'),
                    // Others turn lines over and under the text on and off.
                    _ => {}
                }
            }
            '\\' => match letters.next() {
                Some('P' | '~') => plain.push(' '),
                // These codes have a value that ends with a semicolon.
                Some('A' | 'C' | 'c' | 'F' | 'f' | 'H' | 'Q' | 'T' | 'W' | 'p') => {
                    for letter in letters.by_ref() {
                        if letter == ';' {
                            break;
                        }
                    }
                }
                // A stacked part is a tolerance or a fraction.
                Some('S') => break,
                _ => {}
            },
            _ => plain.push(letter),
        }
    }
    plain
}

fn doubles(plan: &Plan, marks: &[Mark<'_>], near: f64, collector: &mut Collector<'_>) {
    let circles: Vec<Option<(Point, f64)>> = marks.iter().map(|(_, _, mark)| circle_of(mark)).collect();
    let is_same = |first: usize, second: usize| match (circles[first], circles[second]) {
        (Some((c, r)), Some((d, s))) => c.distance_to(d) <= near && (r - s).abs() <= near,
        (None, None) => is_same_measure(marks[first].2, marks[second].2, near),
        _ => false,
    };
    // Two dimensions of one measure have a point in common, or for circles the centre: only those are compared, as a drawing may have
    // thousands of dimensions.
    let mut points: Vec<(usize, Point)> = Vec::new();
    for (place, (_, _, mark)) in marks.iter().enumerate() {
        match circles[place] {
            Some((center, _)) => points.push((place, center)),
            None => points.extend(mark.points.iter().map(|point| (place, *point))),
        }
    }
    let tree = BoxTree::new(points.iter().map(|(_, point)| Bounds::of_point(*point)).collect());
    let mut firsts: Vec<Option<usize>> = vec![None; marks.len()];
    tree.pairs(near, |a, b| {
        let (first, second) = (points[a].0.min(points[b].0), points[a].0.max(points[b].0));
        // Of three, the last is reported with the first.
        let is_earlier = firsts[second].is_none_or(|known| first < known);
        if first != second && is_earlier && is_same(first, second) {
            firsts[second] = Some(first);
        }
        true
    });
    spans_between_edges(plan, marks, near, &mut firsts);
    for (second, first) in marks.iter().zip(firsts) {
        let Some(first) = first.map(|first| &marks[first]) else { continue };
        collector.add(Fault {
            rule: "dimension-double",
            message: "the same measure has two dimensions".to_owned(),
            items: vec![(second.0, second.1), (first.0, first.1)],
            at: second.2.at,
            measured: second.2.value,
            limit: None,
        });
    }
}

/// A distance along a direction, from one line across it to another.
struct Span {
    mark: usize,
    /// The places of the ends along the direction.
    range: Point,
    ends: [Point; 2],
    /// The edges of outlines that run through the ends, across the direction.
    edges: [Vec<usize>; 2],
}

/// Finds dimensions of one distance that have no point in common: both are between the same two edges, at different places of them.
fn spans_between_edges(plan: &Plan, marks: &[Mark<'_>], near: f64, firsts: &mut [Option<usize>]) {
    /// Directions by tenths of a milliradian.
    const STEPS: f64 = 1e4;
    let is_straight = |edge: &Edge| edge.arc.is_none() && !edge.is_approximate;
    let outlines = plan.items.iter().filter(|item| item.part_of.is_none());
    let wires = outlines.filter(|item| matches!(item.content, Content::Outline(_))).flat_map(Item::wires);
    let edges: Vec<Edge> = wires.flat_map(|wire| wire.edges(0.1)).filter(is_straight).collect();
    let tree = BoxTree::new(edges.iter().map(bounds_of).collect());
    let edges_at = |point: Point, way: Point| {
        let place = Bounds::of_point(point).widened(near);
        let mut found = Vec::new();
        tree.search(
            |bounds| bounds.meets(&place),
            |index| {
                let edge = &edges[index];
                let is_across = dot(unit(difference(edge.to, edge.from)), way).abs() <= 1.0 / STEPS;
                if is_across && distance_to(edge, point) <= near {
                    found.push(index);
                }
            },
        );
        found
    };
    let mut groups: BTreeMap<i64, Vec<Span>> = BTreeMap::new();
    for (mark, (_, _, dimension)) in marks.iter().enumerate() {
        let (MeasureOf::Length, Some(angle), [a, b]) =
            (dimension.kind, dimension.direction, dimension.points.as_slice())
        else {
            continue;
        };
        // A direction and the opposite one measure the same.
        let half_turn = (std::f64::consts::PI * STEPS).round() as i64;
        let group = ((angle * STEPS).round() as i64).rem_euclid(half_turn);
        let angle = group as f64 / STEPS;
        let way = Point::new(angle.cos(), angle.sin());
        let (low, high) = if dot(way, *a) <= dot(way, *b) { (*a, *b) } else { (*b, *a) };
        groups.entry(group).or_default().push(Span {
            mark,
            range: Point::new(dot(way, low), dot(way, high)),
            ends: [low, high],
            edges: [edges_at(low, way), edges_at(high, way)],
        });
    }
    for spans in groups.values() {
        // Each range, from its low to its high end along the direction, is a point of the plane: equal ranges are points that are
        // near.
        let tree = BoxTree::new(spans.iter().map(|span| Bounds::of_point(span.range)).collect());
        tree.pairs(near, |a, b| {
            let (one, other) = (&spans[a], &spans[b]);
            let (first, second) = (one.mark.min(other.mark), one.mark.max(other.mark));
            let is_joined = |end: usize| {
                one.ends[end].distance_to(other.ends[end]) <= near
                    || one.edges[end].iter().any(|edge| other.edges[end].contains(edge))
            };
            let is_earlier = firsts[second].is_none_or(|known| first < known);
            if is_earlier && is_joined(0) && is_joined(1) {
                firsts[second] = Some(first);
            }
            true
        });
    }
}

fn is_same_measure(one: &DimensionMark, other: &DimensionMark, near: f64) -> bool {
    let is_near = |a: Point, b: Point| a.distance_to(b) <= near;
    if one.kind != other.kind || !matches!(one.kind, MeasureOf::Length | MeasureOf::Angle) {
        return false;
    }
    if let ([a, b], [c, d]) = (one.points.as_slice(), other.points.as_slice()) {
        let (way, other_way) = (direction_of(one), direction_of(other));
        let is_parallel = (way.x * other_way.y - way.y * other_way.x).abs() <= 1e-6;
        // A distance along an axis is between lines across it, wherever on them its points are.
        let across = |p: Point, q: Point| dot(way, difference(p, q)).abs() <= near;
        let is_one_line = is_near(*a, *c) && is_near(*b, *d) || is_near(*a, *d) && is_near(*b, *c);
        let is_moved = one.direction.is_some()
            && other.direction.is_some()
            && (across(*a, *c) && across(*b, *d) || across(*a, *d) && across(*b, *c))
            && (is_near(*a, *c) || is_near(*b, *d) || is_near(*a, *d) || is_near(*b, *c));
        return is_parallel && (is_one_line || is_moved);
    }
    if let ([vertex, from, to], [other_vertex, other_from, other_to]) =
        (one.points.as_slice(), other.points.as_slice())
    {
        // The sides may be measured at any length of them, but must be seen from the same side.
        let way = |vertex: &Point, end: &Point| unit(difference(*end, *vertex));
        let is_one_way = |a: Point, b: Point| a.distance_to(b) <= 1e-6;
        let [a, b] = [from, to].map(|end| way(vertex, end));
        let [c, d] = [other_from, other_to].map(|end| way(other_vertex, end));
        let is_same_size = match (one.value, other.value) {
            (Some(size), Some(other_size)) => (size - other_size).abs() <= 1e-3,
            _ => true,
        };
        return is_near(*vertex, *other_vertex)
            && is_same_size
            && (is_one_way(a, c) && is_one_way(b, d) || is_one_way(a, d) && is_one_way(b, c));
    }
    one.points.len() == other.points.len()
        && one.points.iter().zip(&other.points).all(|(p, q)| is_near(*p, *q))
}

fn direction_of(mark: &DimensionMark) -> Point {
    match (mark.direction, mark.points.as_slice()) {
        (Some(angle), _) => Point::new(angle.cos(), angle.sin()),
        (None, [from, to, ..]) => unit(difference(*to, *from)),
        _ => Point::new(1.0, 0.0),
    }
}

/// Returns centre and radius of the circle that a dimension measures.
fn circle_of(mark: &DimensionMark) -> Option<(Point, f64)> {
    let [a, b] = mark.points.as_slice() else { return None };
    match mark.kind {
        MeasureOf::Radius => Some((*a, a.distance_to(*b))),
        MeasureOf::Diameter => Some((mix(*a, *b, 0.5), 0.5 * a.distance_to(*b))),
        _ => None,
    }
}

/// Numbers in order, to be found by their nearness.
#[derive(Debug, Default)]
struct Sorted(Vec<f64>);

impl Sorted {
    fn of(mut numbers: Vec<f64>) -> Sorted {
        numbers.sort_by(f64::total_cmp);
        Sorted(numbers)
    }

    fn has(&self, wanted: f64, near: f64) -> bool {
        let first = self.0.partition_point(|number| *number < wanted - near);
        self.0.get(first).is_some_and(|number| *number <= wanted + near)
    }

    fn add(&mut self, number: f64) {
        let place = self.0.partition_point(|known| *known < number);
        self.0.insert(place, number);
    }
}

/// The measures that the dimensions and notes of a drawing determine, in order, since each outline looks them up.
struct Known<'m> {
    near: f64,
    /// The radii of dimensioned circles.
    radii: Sorted,
    /// The numbers in notes.
    words: Sorted,
    /// The dimensions of a distance.
    lengths: Vec<&'m DimensionMark>,
    /// Their points, two each.
    ends: BoxTree,
    /// The places from left to right that they fix, and the heights.
    places: [Sorted; 2],
}

impl<'m> Known<'m> {
    fn of(plan: &Plan, marks: &[Mark<'m>], near: f64) -> Known<'m> {
        // A number without a unit is in the unit of the drawing, or in millimetres, as is common in notes on drawings in inches.
        let own = plan.text_unit;
        let words = plan.items.iter().filter_map(|item| match &item.content {
            Content::Text(text) => number_in(&text.words),
            _ => None,
        });
        let words =
            words.flat_map(|said| said.unit.map_or([own, 1.0], |unit| [unit; 2]).map(|it| said.value * it));
        let lengths: Vec<&DimensionMark> = marks
            .iter()
            .map(|(_, _, mark)| *mark)
            .filter(|mark| mark.kind == MeasureOf::Length && mark.points.len() == 2)
            .collect();
        let ends = lengths.iter().flat_map(|mark| mark.points.iter().map(|point| Bounds::of_point(*point)));
        let fixed = |along: fn(Point) -> f64| {
            // A slanted dimension fixes its points along both axes.
            let own = lengths.iter().filter(|mark| along(direction_of(mark)).abs() > 0.1);
            Sorted::of(own.flat_map(|mark| mark.points.iter().map(|point| along(*point))).collect())
        };
        Known {
            near,
            radii: Sorted::of(
                marks.iter().filter_map(|(_, _, mark)| circle_of(mark)).map(|(_, radius)| radius).collect(),
            ),
            words: Sorted::of(words.collect()),
            places: [fixed(|point| point.x), fixed(|point| point.y)],
            ends: BoxTree::new(ends.collect()),
            lengths,
        }
    }

    fn is_size_known(&self, center: Point, radius: f64) -> bool {
        let near = self.near;
        if self.radii.has(radius, near)
            // A note may give the size: "4 × ⌀6".
            || self.words.has(2.0 * radius, near)
            || self.words.has(radius, near)
        {
            return true;
        }
        let touches = |point: &Point| (point.distance_to(center) - radius).abs() <= near;
        let around = Bounds::of_point(center).widened(radius + near);
        let mut is_measured = false;
        self.ends.search(
            |bounds| around.meets(bounds),
            |end| is_measured |= self.lengths[end / 2].points.iter().all(touches),
        );
        is_measured
    }

    /// Returns true where two dimensions or more touch an outline: one with a single dimension shows a size and describes no part.
    fn describes(&self, edges: &[Edge]) -> bool {
        let Some(around) = edges.iter().map(bounds_of).reduce(Bounds::union) else {
            return false;
        };
        let around = around.widened(self.near);
        let mut ends = Vec::new();
        self.ends.search(|bounds| around.meets(bounds), |end| ends.push(end));
        let tree = match ends.is_empty() {
            true => return false,
            false => BoxTree::new(edges.iter().map(bounds_of).collect()),
        };
        let mut touching: Option<usize> = None;
        for end in ends {
            let mark = end / 2;
            if touching == Some(mark) {
                continue;
            }
            let point = self.lengths[mark].points[end % 2];
            let place = Bounds::of_point(point).widened(self.near);
            let mut touches = false;
            tree.search(
                |bounds| place.meets(bounds),
                |edge| touches |= distance_to(&edges[edge], point) <= self.near,
            );
            match touching {
                _ if !touches => {}
                Some(_) => return true,
                None => touching = Some(mark),
            }
        }
        false
    }
}

/// Reports holes and edges of dimensioned parts whose position or size no dimension determines.
fn missing(plan: &Plan, marks: &[Mark<'_>], near: f64, collector: &mut Collector<'_>) {
    let points = marks.iter().flat_map(|(_, _, mark)| mark.points.iter().copied());
    // A drawing without dimensions is a picture: nothing in it is missing one.
    let Some(measured) = Bounds::of_points(points) else { return };
    let known = Known::of(plan, marks, near);
    let parts = Parts::of(plan, near);
    let described: Vec<bool> =
        parts.contours.iter().map(|contour| known.describes(&edges_of(contour))).collect();
    for (contour, is_described) in parts.contours.iter().zip(&described) {
        if let Some((center, radius)) = parts.circle(contour) {
            if measured.holds(center) && radius > 2.0 * near && !known.is_size_known(center, radius) {
                collector.add(Fault {
                    rule: "dimension-missing",
                    message: format!(
                        "no dimension gives the diameter of this circle, {} mm",
                        mm(2.0 * radius)
                    ),
                    items: parts.items(contour),
                    at: center,
                    measured: Some(2.0 * radius),
                    limit: None,
                });
            }
        } else if *is_described {
            straight_edges(contour, &known, &mut |at, along_x, length, strand| {
                let axis = if along_x { "height" } else { "place from left to right" };
                collector.add(Fault {
                    rule: "dimension-missing",
                    message: format!("no dimension fixes the {axis} of this edge"),
                    items: vec![parts.item(strand)],
                    at,
                    measured: Some(length),
                    limit: None,
                });
            });
        } else if parts.is_unknown_hole(contour, &described, &known) {
            collector.add(Fault {
                rule: "dimension-missing",
                message: "no dimension gives the size and the place of this hole".to_owned(),
                items: parts.items(contour),
                at: contour.bounds.center(),
                measured: None,
                limit: None,
            });
        }
    }
}

/// The closed outlines of a drawing, each of one curve or of several whose ends meet.
struct Parts<'p> {
    plan: &'p Plan,
    strands: Vec<Strand>,
    contours: Vec<Contour>,
    near: f64,
}

impl<'p> Parts<'p> {
    fn of(plan: &'p Plan, near: f64) -> Parts<'p> {
        // Each layer alone: a centre line that ends at an outline is no part of it.
        let strands = strands(&plan.items, |_| LayerUse::Unknown, near);
        let found = double_lines(&strands);
        let takes_part =
            |strand: usize| plan.items[strands[strand].item].stroke.is_some() && !found.is_double[strand];
        let mut contours = chain(&strands, near, &[], takes_part).contours;
        contours.retain(|contour| contour.is_closed && !contour.edges.is_empty());
        // In the order of the file, whatever the outlines are made of.
        contours.sort_by_key(|contour| contour.strands.iter().map(|(strand, _)| *strand).min());
        Parts { plan, strands, contours, near }
    }

    fn item(&self, strand: usize) -> (usize, &'p Item) {
        let index = self.strands[strand].item;
        (index, &self.plan.items[index])
    }

    fn items(&self, contour: &Contour) -> Vec<(usize, &'p Item)> {
        let mut items: Vec<(usize, &Item)> = Vec::new();
        for (strand, _) in &contour.strands {
            let item = self.item(*strand);
            if items.iter().all(|(index, _)| *index != item.0) {
                items.push(item);
            }
        }
        items
    }

    /// Returns the centre and the radius of an outline that is a circle, drawn at once or in arcs.
    fn circle(&self, contour: &Contour) -> Option<(Point, f64)> {
        let first = contour.edges[0].0.arc?;
        let is_same = |edge: &Edge| {
            !edge.is_approximate
                && edge.arc.is_some_and(|arc| {
                    arc.center.distance_to(first.center) <= self.near
                        && (arc.radius - first.radius).abs() <= self.near
                })
        };
        let turn: f64 = contour.edges.iter().filter_map(|(edge, _)| edge.arc).map(|arc| arc.sweep).sum();
        let is_round = (turn.abs() - std::f64::consts::TAU).abs() <= 0.01;
        (is_round && contour.edges.iter().all(|(edge, _)| is_same(edge)))
            .then_some((first.center, first.radius))
    }

    /// Returns true for an outline in one that dimensions describe, of which nothing is known: neither the place of an edge nor a
    /// radius, its width or its height, nor those of another hole of its size.
    fn is_unknown_hole(&self, hole: &Contour, described: &[bool], known: &Known<'_>) -> bool {
        let point = hole.edges[0].0.from;
        let around = |(contour, is_described): (&Contour, &bool)| {
            *is_described && contour.layer == hole.layer && contour.holds(point)
        };
        if !self.contours.iter().zip(described).any(around) {
            return false;
        }
        let size = |contour: &Contour| [contour.bounds.width(), contour.bounds.height()];
        let [width, height] = size(hole);
        let near = known.near;
        let is_as_large = |other: &Contour| {
            let [w, h] = size(other);
            (w - width).abs() <= near && (h - height).abs() <= near
        };
        let is_known = |edge: &Edge| match edge.arc {
            Some(arc) => known.radii.has(arc.radius, near) || known.words.has(arc.radius, near),
            None => axis_of(edge).is_some_and(|(axis, place)| known.places[axis].has(place, near)),
        };
        !(hole.edges.iter().any(|(edge, _)| is_known(edge))
            || known.words.has(width, near)
            || known.words.has(height, near)
            || self.contours.iter().zip(described).any(|(it, is_described)| *is_described && is_as_large(it)))
    }
}

fn edges_of(contour: &Contour) -> Vec<Edge> {
    contour.edges.iter().map(|(edge, _)| *edge).collect()
}

/// Returns the axis across which a straight edge lies, 0 for x and 1 for y, and its place there; `None` for a slanted one: its
/// place is more than a single number.
fn axis_of(edge: &Edge) -> Option<(usize, f64)> {
    let way = difference(edge.to, edge.from);
    let length = edge.from.distance_to(edge.to);
    match () {
        () if way.y.abs() <= 1e-9 * length => Some((1, edge.from.y)),
        () if way.x.abs() <= 1e-9 * length => Some((0, edge.from.x)),
        () => None,
    }
}

/// Reports the edges along the axes of an outline that dimensions touch, where none of them is at the edge.
fn straight_edges(contour: &Contour, known: &Known<'_>, report: &mut dyn FnMut(Point, bool, f64, usize)) {
    let mut missing: Vec<(Point, bool, f64, usize)> = Vec::new();
    let mut lines = [Sorted::default(), Sorted::default()];
    let mut count = 0;
    for (edge, strand) in contour.edges.iter().filter(|(edge, _)| edge.arc.is_none() && !edge.is_approximate)
    {
        let Some((axis, place)) = axis_of(edge) else { continue };
        // Of several edges in one line, the first is enough.
        if lines[axis].has(place, known.near) {
            continue;
        }
        lines[axis].add(place);
        count += 1;
        if !known.places[axis].has(place, known.near) {
            let length = edge.from.distance_to(edge.to);
            missing.push((mix(edge.from, edge.to, 0.5), axis == 1, length, *strand));
        }
    }
    // If most of it has no dimensions, the drawing shows the part and does not describe it.
    if 2 * missing.len() <= count {
        missing.into_iter().for_each(|(at, along_x, length, strand)| report(at, along_x, length, strand));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_a_dimension_is_read_in_the_usual_forms() {
        let value = |text: &str| number_in(text).map(|said| said.value);
        for (text, expected) in [
            ("25", Some(25.0)),
            ("25,50", Some(25.5)),
            ("%%c12.5", Some(12.5)),
            ("⌀ 8 H7", Some(8.0)),
            ("R.5", Some(0.5)),
            ("4x 6.6", Some(6.6)),
            ("2 × M6", Some(6.0)),
            ("\\A1;{\\fArial|b0;31}", Some(31.0)),
            ("40±0.1", Some(40.0)),
            ("60%%p0.1", Some(60.0)),
            ("2x %%c8.5", Some(8.5)),
            ("%%u45%%d", Some(45.0)),
            ("12\\S+0.1^-0.2;", Some(12.0)),
            ("varies", None),
            ("2'-6\"", Some(30.0)),
            ("5'-3 1/2\" TYP.", Some(63.5)),
            ("3' 6-1/4\"", Some(42.25)),
            ("12'", Some(144.0)),
            ("Ø3/4\"", Some(0.75)),
            ("63 1/2", Some(63.5)),
            ("3/4", Some(0.75)),
            ("1/4-20 UNC", None),
            ("2'-8\" × 6'-8\"", None),
            ("a/b = 1/2", None),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn written_number_agrees_within_its_last_digit() {
        let check = |text: &str, value: f64| measure_in(text).is_none_or(|said| said.agrees(value, 1.0));
        assert!(check("12.5", 12.46) && !check("12.5", 12.44));
        assert!(check("33", 33.3) && !check("33", 34.0));
        assert!(!check("45", 40.0) && !check("5", 50.0) && !check("500", 50.0));
        assert!(check("49.9-50.1", 50.0) && check("50.1 49.9", 50.0) && !check("49.9-50.1", 51.0));
        for words in ["SEE NOTE 3", "ISO 2768", "M6", "4x M6"] {
            assert!(check(words, 50.0), "{words}");
        }
        assert!(!check("R100", 10.0) && !check("dia 8", 10.0));
    }
}
