//! The rules about dimensions.

use scenewright_geometry::vector::{difference, dot};
use scenewright_geometry::{Bounds, Point};

use super::finding::{Collector, Fault};
use super::number::{mm, quoted};
use super::plan::{Content, DimensionMark, Item, MeasureOf, Plan};
use super::profile::{Profile, Settings};

/// The tolerance between the points of a dimension and the measured geometry, in millimetres on paper.
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
    contradictions(&marks, collector);
    let near = SAME * plan.drawing_scale.max(1.0);
    doubles(&marks, near, collector);
    // A sketch in a scene without a page need not state every size.
    if settings.profile == Profile::Drawing && plan.has_title.is_some() {
        missing(plan, &marks, near, collector);
    }
}

fn contradictions(marks: &[Mark<'_>], collector: &mut Collector<'_>) {
    for (index, item, mark) in marks {
        let (Some(written), Some(value)) = (&mark.written, mark.value) else { continue };
        let Some(said) = number_in(written) else { continue };
        if agrees(said, value) {
            continue;
        }
        collector.add(Fault {
            rule: "dimension-mismatch",
            message: format!("the dimension says {} and measures {}", quoted(written), mm(value)),
            items: vec![(*index, *item)],
            at: mark.at,
            measured: Some(value),
            limit: Some(said.value),
        });
    }
}

/// A number in a text.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Said {
    value: f64,
    /// Half of its last digit.
    slack: f64,
}

/// Returns the number in the text of a dimension; `None` without one, or for feet and inches.
fn number_in(text: &str) -> Option<Said> {
    let plain = plain_text(text);
    // Feet and inches, fractions, and formulas are not read.
    if plain.contains(['\'', '"', '/', '=', '″', '′']) {
        return None;
    }
    let mut rest = plain.as_str();
    // "4x", "2 ×" and the like are counts.
    let digits = rest.trim_start().chars().take_while(char::is_ascii_digit).count();
    let after = rest.trim_start().get(digits..)?.trim_start();
    if digits > 0 && after.starts_with(['x', 'X', '×']) {
        rest = &after[after.chars().next()?.len_utf8()..];
    }
    let start = rest.find(|letter: char| letter.is_ascii_digit())?;
    let is_below = rest[..start].ends_with(['.', ',']);
    let start = if is_below { start - 1 } else { start };
    let number: String = rest[start..]
        .chars()
        .take_while(|letter| letter.is_ascii_digit() || ".,".contains(*letter))
        .collect();
    let number = number.trim_end_matches(['.', ',']).replace(',', ".");
    let value: f64 = number.parse().ok()?;
    let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    Some(Said { value, slack: 0.5 * 0.1_f64.powi(decimals as i32) })
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
                letters.next();
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

/// Returns true if a written number equals the measured one, in some unit of length.
fn agrees(said: Said, value: f64) -> bool {
    const FACTORS: [f64; 11] =
        [1.0, 10.0, 100.0, 1000.0, 0.1, 0.01, 0.001, 25.4, 1.0 / 25.4, 12.0, 1.0 / 12.0];
    FACTORS.iter().any(|factor| {
        let measured = value.abs() * factor;
        (said.value - measured).abs() <= said.slack * (1.0 + 1e-9) + 1e-6 * measured
    })
}

fn doubles(marks: &[Mark<'_>], near: f64, collector: &mut Collector<'_>) {
    for (place, second) in marks.iter().enumerate() {
        let Some(first) = marks[..place].iter().find(|first| is_same_measure(first.2, second.2, near)) else {
            continue;
        };
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

fn is_same_measure(one: &DimensionMark, other: &DimensionMark, near: f64) -> bool {
    let is_near = |a: Point, b: Point| a.distance_to(b) <= near;
    if let (Some((c, r)), Some((d, s))) = (circle_of(one), circle_of(other)) {
        return is_near(c, d) && (r - s).abs() <= near;
    }
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
    one.points.len() == other.points.len()
        && one.points.iter().zip(&other.points).all(|(p, q)| is_near(*p, *q))
}

fn direction_of(mark: &DimensionMark) -> Point {
    match (mark.direction, mark.points.as_slice()) {
        (Some(angle), _) => Point::new(angle.cos(), angle.sin()),
        (None, [from, to, ..]) => super::edge_math::unit(difference(*to, *from)),
        _ => Point::new(1.0, 0.0),
    }
}

/// Returns centre and radius of the circle that a dimension measures.
fn circle_of(mark: &DimensionMark) -> Option<(Point, f64)> {
    let [a, b] = mark.points.as_slice() else { return None };
    match mark.kind {
        MeasureOf::Radius => Some((*a, a.distance_to(*b))),
        MeasureOf::Diameter => Some((super::edge_math::mix(*a, *b, 0.5), 0.5 * a.distance_to(*b))),
        _ => None,
    }
}

/// Reports holes and edges of dimensioned parts whose position or size no dimension determines.
fn missing(plan: &Plan, marks: &[Mark<'_>], near: f64, collector: &mut Collector<'_>) {
    let points: Vec<Point> = marks.iter().flat_map(|(_, _, mark)| mark.points.iter().copied()).collect();
    let Some(measured) = Bounds::of_points(points.iter().copied()) else { return };
    let circles: Vec<(Point, f64)> = marks.iter().filter_map(|(_, _, mark)| circle_of(mark)).collect();
    let words: Vec<f64> = plan
        .items
        .iter()
        .filter_map(|item| match &item.content {
            Content::Text(text) => number_in(&text.words).map(|said| said.value),
            _ => None,
        })
        .collect();
    let is_size_known = |center: Point, radius: f64| {
        let touches = |point: &Point| (point.distance_to(center) - radius).abs() <= near;
        circles.iter().any(|(_, known)| (known - radius).abs() <= near)
            || marks.iter().any(|(_, _, mark)| {
                mark.kind == MeasureOf::Length && mark.points.len() == 2 && mark.points.iter().all(touches)
            })
            // A note may give the size: "4 × ⌀6".
            || words.iter().any(|said| (said - 2.0 * radius).abs() <= near || (said - radius).abs() <= near)
    };
    for (index, item) in plan.items.iter().enumerate() {
        let Content::Outline(wires) = &item.content else { continue };
        if item.part_of.is_some() || item.stroke.is_none() {
            continue;
        }
        for wire in wires.iter().filter(|wire| wire.is_closed()) {
            let edges = wire.edges(0.01);
            if let [edge] = edges.as_slice() {
                let Some(arc) = edge.arc else { continue };
                if measured.holds(arc.center)
                    && arc.radius > 2.0 * near
                    && !is_size_known(arc.center, arc.radius)
                {
                    collector.add(Fault {
                        rule: "dimension-missing",
                        message: format!(
                            "no dimension gives the diameter of this circle, {} mm",
                            mm(2.0 * arc.radius)
                        ),
                        items: vec![(index, item)],
                        at: arc.center,
                        measured: Some(2.0 * arc.radius),
                        limit: None,
                    });
                }
                continue;
            }
            straight_edges(&edges, marks, near, &mut |at, along_x, length| {
                let axis = if along_x { "height" } else { "place from left to right" };
                collector.add(Fault {
                    rule: "dimension-missing",
                    message: format!("no dimension fixes the {axis} of this edge"),
                    items: vec![(index, item)],
                    at,
                    measured: Some(length),
                    limit: None,
                });
            });
        }
    }
}

/// Reports the edges along the axes of an outline that dimensions touch, where none of them is at the edge.
fn straight_edges(
    edges: &[scenewright_geometry::Edge],
    marks: &[Mark<'_>],
    near: f64,
    report: &mut dyn FnMut(Point, bool, f64),
) {
    let lengths =
        || marks.iter().filter(|(_, _, mark)| mark.kind == MeasureOf::Length && mark.points.len() == 2);
    let touches =
        |point: &Point| edges.iter().any(|edge| super::edge_math::distance_to(edge, *point) <= near);
    // A drawing with a single dimension shows one size and does not describe a part.
    if lengths().filter(|(_, _, mark)| mark.points.iter().any(touches)).count() < 2 {
        return;
    }
    let mut known: Vec<(bool, f64)> = Vec::new();
    for (_, _, mark) in lengths() {
        let way = direction_of(mark);
        for point in &mark.points {
            if way.x.abs() > 0.1 {
                known.push((false, point.x));
            }
            if way.y.abs() > 0.1 {
                known.push((true, point.y));
            }
        }
    }
    let mut missing: Vec<(Point, bool, f64)> = Vec::new();
    let mut lines: Vec<(bool, f64)> = Vec::new();
    for edge in edges.iter().filter(|edge| edge.arc.is_none() && !edge.is_approximate) {
        let way = difference(edge.to, edge.from);
        let length = edge.from.distance_to(edge.to);
        let (along_x, place) = match () {
            () if way.y.abs() <= 1e-9 * length => (true, edge.from.y),
            () if way.x.abs() <= 1e-9 * length => (false, edge.from.x),
            () => continue,
        };
        let is_at = |(axis, value): &(bool, f64)| *axis == along_x && (value - place).abs() <= near;
        // Of several edges in one line, the first is enough.
        if lines.iter().any(is_at) {
            continue;
        }
        lines.push((along_x, place));
        if !known.iter().any(is_at) {
            missing.push((super::edge_math::mix(edge.from, edge.to, 0.5), along_x, length));
        }
    }
    // If most of it has no dimensions, the drawing shows the part and does not describe it.
    if 2 * missing.len() <= lines.len() {
        missing.into_iter().for_each(|(at, along_x, length)| report(at, along_x, length));
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
            ("12\\S+0.1^-0.2;", Some(12.0)),
            ("varies", None),
            ("2'-6\"", None),
            ("3/4", None),
        ] {
            assert_eq!(value(text), expected, "{text}");
        }
    }

    #[test]
    fn written_number_agrees_within_its_last_digit_and_in_other_units() {
        let check = |text: &str, value: f64| agrees(number_in(text).unwrap(), value);
        assert!(check("12.5", 12.46) && !check("12.5", 12.44));
        assert!(check("33", 33.3) && !check("33", 34.0));
        assert!(check("2.5", 2500.0), "metres of a drawing in millimetres");
        assert!(!check("45", 40.0));
    }
}
