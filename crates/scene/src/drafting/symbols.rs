//! Symbols: surface finish, north arrow, scale bar.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_3};

use crate::drafting::dimension_style::{DimensionStyle, NumberFormat};
use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::note_source::SurfaceDetails;
use crate::drafting::occupancy::Role;
use crate::drafting::parts::push_circle;
use crate::drafting::shapes::Shapes;
use crate::drafting::typeset::Fonts;
use crate::drafting::units::Units;
use crate::drafting::vectors::{add, ahead, direction, left_of, reading};
use scenewright_geometry::{Point, number_text};

/// The heights of the short and of the long leg of the symbol of surface finish, as factors of the height of the text: 3.5 and
/// 7.5 mm for letters of 2.5 mm in ISO 1302, the predecessor of ISO 21920.
const SHORT_LEG: f64 = 1.4;
const LONG_LEG: f64 = 3.0;

/// The height of a scale bar, in millimetres on paper.
const BAR_HEIGHT: f64 = 2.0;

/// The most divisions of a scale bar: on a sheet of A4 they are some 2 mm wide.
const MAX_DIVISIONS: usize = 100;

/// Draws the symbol of ISO 21920 with its tip at a point; `closed` says whether machining is required, and whether it is
/// prohibited.
#[expect(clippy::too_many_arguments, reason = "each is a part of the symbol, and only its source calls it")]
pub(crate) fn draw_surface_finish(
    shapes: &mut Shapes,
    tip: Point,
    text: &str,
    closed: [bool; 2],
    angle: f64,
    details: &SurfaceDetails,
    style: &DimensionStyle,
    fonts: &Fonts,
) -> Result<(), SceneError> {
    let height = style.text_height;
    let along = direction(angle);
    let up = left_of(along);
    let point = |x: f64, y: f64| ahead(ahead(tip, along, x), up, y);
    let slope = 1.0 / FRAC_PI_3.tan();
    let (short, long) = (SHORT_LEG * height, LONG_LEG * height);
    shapes.line_as(Role::Leader, tip, point(-short * slope, short));
    shapes.line_as(Role::Leader, tip, point(long * slope, long));
    if closed[0] {
        shapes.line_as(Role::Leader, point(-short * slope, short), point(short * slope, short));
    }
    if closed[1] {
        // In the angle of 60 degrees, between the tip and the height of the short leg.
        let radius = short / 3.0;
        push_circle(&mut shapes.lines, point(0.0, radius * 2.0), radius);
    }
    let read = reading(along);
    let label = |text: &str| match text.trim() {
        "" => Ok(None),
        text => Label::of_text(text, height, fonts).map(Some),
    };
    let (first, second, method) = (label(text)?, label(&details.second)?, label(&details.method)?);
    let widest = [&first, &second, &method].into_iter().flatten().map(|it| it.width).fold(0.0, f64::max);
    let corner = long * slope;
    // Beneath the bar, clear of the long leg.
    let left = (short * slope + style.text_gap).max(corner) + style.text_gap;
    let mut top = long - style.text_gap;
    for line in [first, second].into_iter().flatten() {
        line.draw(shapes, point(left + line.width * 0.5, top - line.height() * 0.5), read);
        top -= line.height() + style.text_gap;
    }
    if let Some(method) = method {
        let middle = point(
            corner + style.text_gap + method.width * 0.5,
            long + style.text_gap + method.height() * 0.5,
        );
        method.draw(shapes, middle, read);
    }
    if widest > 0.0 {
        let end = corner + widest + 2.0 * style.text_gap;
        shapes.line_as(Role::Leader, point(corner, long), point(end, long));
    }
    if details.is_all_around {
        push_circle(&mut shapes.lines, point(corner, long), height * 0.35);
    }
    if let Some(lay) = label(&details.lay)? {
        // Beside the long leg, beneath the requirements.
        let x = short * 0.5 * slope + style.text_gap + lay.width * 0.5 + height * 0.3;
        lay.draw(shapes, point(x, height * 0.5), read);
    }
    if let Some(allowance) = label(&details.allowance)? {
        let x = -short * slope - style.text_gap - allowance.width * 0.5;
        allowance.draw(shapes, point(x, short - allowance.height() * 0.5), read);
    }
    Ok(())
}

/// Draws an arrow to the north with its middle at a point; the angle runs from y to north, counter-clockwise.
pub(crate) fn draw_north_arrow(
    shapes: &mut Shapes,
    middle: Point,
    size: f64,
    angle: f64,
    fonts: &Fonts,
) -> Result<(), SceneError> {
    let north = direction(angle + FRAC_PI_2);
    let east = direction(angle);
    let half = size * 0.5;
    let tip = ahead(middle, north, half);
    let foot = ahead(middle, north, -half);
    let notch = ahead(middle, north, -half * 0.55);
    let (left, right) = (ahead(foot, east, -size * 0.22), ahead(foot, east, size * 0.22));
    shapes.fills.push_chain([tip, left, notch], true);
    shapes.lines.push_chain([tip, right, notch], true);
    let label = Label::of_text("N", size * 0.22, fonts)?;
    let place = ahead(tip, north, size * 0.06 + label.height() * 0.5);
    label.draw(shapes, place, east);
    Ok(())
}

/// Draws a bar of alternating boxes from a point to the right: the length of a division, that on paper, and the number of
/// divisions.
pub(crate) fn draw_scale_bar(
    shapes: &mut Shapes,
    at: Point,
    (division, length, count): (f64, f64, usize),
    unit: &str,
    style: &DimensionStyle,
    fonts: &Fonts,
) -> Result<(), SceneError> {
    if count == 0 || count > MAX_DIVISIONS {
        return Err(SceneError::range(format!(
            "option divisions must be between 1 and {MAX_DIVISIONS}, got {count}"
        )));
    }
    let right = |steps: usize| Point::new(at.x + length * steps as f64, at.y);
    for index in 0..count {
        let corners = [
            right(index),
            right(index + 1),
            add(right(index + 1), Point::new(0.0, BAR_HEIGHT)),
            add(right(index), Point::new(0.0, BAR_HEIGHT)),
        ];
        shapes.lines.push_chain(corners, true);
        if index % 2 == 0 {
            shapes.fills.push_chain(corners, true);
        }
    }
    let mut free = f64::NEG_INFINITY;
    for index in 0..=count {
        let length = (division * index as f64 * 1e9).round() / 1e9;
        let number = match style.format {
            NumberFormat::Fractional(_) | NumberFormat::Architectural(_) if index > 0 => {
                style.length(length * style.factor, style.decimals)
            }
            _ => number_text(length),
        };
        let is_last = index == count;
        let label = Label::of_text(&number, style.text_height * 0.7, fonts)?;
        let x = right(index).x;
        // A number that would touch the one before is left out, but the last is always there.
        if !is_last && x - label.width * 0.5 < free {
            continue;
        }
        let middle = Point::new(x, at.y + BAR_HEIGHT + style.text_gap + label.height() * 0.5);
        label.draw(shapes, middle, Point::new(1.0, 0.0));
        free = x + label.width * 0.5 + style.text_gap;
        // Feet and inches have their marks.
        let unit = match style.format {
            NumberFormat::Decimal => unit,
            NumberFormat::Fractional(_) => Units::Inches.as_str(),
            NumberFormat::Architectural(_) => "",
        };
        if is_last && !unit.is_empty() {
            let name = Label::of_text(unit, style.text_height * 0.7, fonts)?;
            let place = Point::new(free + name.width * 0.5, middle.y);
            name.draw(shapes, place, Point::new(1.0, 0.0));
        }
    }
    Ok(())
}
