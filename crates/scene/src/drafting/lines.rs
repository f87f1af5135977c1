//! Lines of notes: centre lines, and the landings of leaders.

use std::f64::consts::TAU;

use crate::drafting::dimension_style::DimensionStyle;
use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::occupancy::{Role, TextBox};
use crate::drafting::parts::{push_arc, push_circle, push_line};
use crate::drafting::shapes::Shapes;
use crate::drafting::typeset::Fonts;
use crate::drafting::vectors::{ahead, sub, unit};
use scenewright_geometry::{Path, Point};

/// The lengths of a centre line's long dash, gap and short dash, in millimetres on paper.
const LONG: f64 = 9.0;
const GAP: f64 = 1.5;
const SHORT: f64 = 1.5;

/// The most short dashes: a line of more is solid.
const MAX_DASHES: f64 = 2_000.0;

/// The distance of lines of text, as a factor of their height.
const LINE_DISTANCE: f64 = 1.7;

/// Appends a line of long and short dashes with a long one in its middle; a short line is solid.
pub(crate) fn push_center_line(path: &mut Path, from: Point, to: Point) {
    let Some(along) = unit(sub(to, from)) else { return };
    let length = from.distance_to(to);
    let period = LONG + 2.0 * GAP + SHORT;
    // As many periods as fit, with a long dash of the same length at both ends.
    let count = (((length - LONG) / period).floor().max(0.0) * 0.5).floor() * 2.0;
    if count == 0.0 || count > MAX_DASHES {
        push_line(path, from, to);
        return;
    }
    let spare = length - LONG - count * period;
    let end = (LONG + spare) * 0.5;
    let end = if end < SHORT { LONG } else { end + LONG * 0.5 };
    let middle = (length - 2.0 * end - count * (2.0 * GAP + SHORT)) / (count - 1.0).max(1.0);
    let mut at = 0.0;
    let mut push = |at: f64, length: f64| {
        push_line(path, ahead(from, along, at), ahead(from, along, at + length));
    };
    push(at, end);
    at += end;
    let mut left = count;
    while left > 0.0 {
        push(at + GAP, SHORT);
        at += 2.0 * GAP + SHORT;
        left -= 1.0;
        let dash = if left > 0.0 { middle } else { end };
        push(at, dash);
        at += dash;
    }
}

/// Appends a circle of long and short dashes.
pub(crate) fn push_center_circle(path: &mut Path, center: Point, radius: f64) {
    let period = LONG + 2.0 * GAP + SHORT;
    let count = (TAU * radius / period).round().clamp(0.0, MAX_DASHES);
    if count < 2.0 {
        push_circle(path, center, radius);
        return;
    }
    let turn = TAU / count;
    let (long, gap, short) = (turn * LONG / period, turn * GAP / period, turn * SHORT / period);
    for step in 0..count as usize {
        // A long dash has its middle on the axis at the right.
        let start = turn * step as f64 - long * 0.5;
        push_arc(path, center, radius, start, long);
        push_arc(path, center, radius, start + long + gap, short);
    }
}

/// Returns the labels of the lines of a text.
pub(crate) fn lines_of_text(
    text: &str,
    style: &DimensionStyle,
    fonts: &Fonts,
) -> Result<Vec<Label>, SceneError> {
    text.lines().map(|line| Label::of_text(line, style.text_height, fonts)).collect()
}

/// Draws labels above each other after the landing of a leader; returns the end of the landing, and the end of the labels
/// nearest to the leader, at the middle of their height.
pub(crate) fn landing_labels(
    shapes: &mut Shapes,
    bend: Point,
    out: Point,
    labels: &[Label],
    style: &DimensionStyle,
) -> (Point, Point) {
    let way = if out.x < -1e-9 { -1.0 } else { 1.0 };
    let widest = labels.iter().map(|label| label.width).fold(0.0, f64::max);
    let landing = style.arrow_size;
    let end = Point::new(bend.x + way * landing, bend.y);
    shapes.line_as(Role::Leader, bend, end);
    let tallest = labels.iter().map(Label::height).fold(0.0, f64::max);
    let step = (style.text_height * LINE_DISTANCE).max(tallest + style.text_gap);
    let top = bend.y + step * (labels.len() as f64 - 1.0) * 0.5;
    let near = end.x + way * style.text_gap;
    for (index, label) in labels.iter().enumerate() {
        // Lines begin at the same place, on the right of the leader or up to it on the left.
        let left = if way > 0.0 { near } else { near - widest };
        let middle = Point::new(left + label.width * 0.5, top - step * index as f64 - label.descent * 0.5);
        label.draw(shapes, middle, Point::new(1.0, 0.0));
    }
    // Nothing goes between the lines of a text.
    let half = [widest * 0.5, (step * (labels.len() as f64 - 1.0) + tallest) * 0.5];
    let center = Point::new(near + way * widest * 0.5, bend.y);
    shapes.take(TextBox { center, along: Point::new(1.0, 0.0), half });
    (end, Point::new(near, bend.y))
}
