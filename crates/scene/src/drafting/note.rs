//! The drawing of leaders and section lines, and the words for scales.

use crate::drafting::annotation::{Form, LeaderForm};
use crate::drafting::dimension_style::{Arrow, DimensionStyle, NumberFormat};
use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::lines::{landing_labels, push_center_line};
use crate::drafting::occupancy::{Role, TextBox};
use crate::drafting::parts::push_line;
use crate::drafting::shapes::{SLENDERNESS, Shapes};
use crate::drafting::sheet::Sheet;
use crate::drafting::typeset::Fonts;
use crate::drafting::vectors::{ahead, left_of, negative, sub, unit};
use scenewright_geometry::{Point, number_text};

/// The distance of a leader's text from its target, in millimetres on paper.
pub const LEADER_OFFSET: [f64; 2] = [10.0, 10.0];

/// The length of a thick stroke at the ends of a section line.
const SECTION_STROKE: f64 = 8.0;

/// The size of a section line's arrows relative to those of a dimension: larger, so that a reader finds the cut first (ISO 128-3).
const SECTION_ARROW: f64 = 1.3;

/// The room at the tip of such an arrow that belongs to the section line, along which a drafter may measure.
const TIP_ROOM: f64 = 0.8;

/// The room beside such an arrow: a dimension line that is nearer seems to be its shaft.
const ARROW_ROOM: f64 = 2.0;

/// Draws a line along which a thing is cut: a thin line with thick ends and corners, arrows and letters.
pub(crate) fn draw_section(
    shapes: &mut Shapes,
    points: &[Point],
    text: &str,
    looks_left: bool,
    style: &DimensionStyle,
    fonts: &Fonts,
) -> Result<(), SceneError> {
    for pair in points.windows(2) {
        if unit(sub(pair[1], pair[0])).is_none() {
            return Err(SceneError::range("two neighbouring points of the section line are the same"));
        }
        push_center_line(&mut shapes.lines, pair[0], pair[1]);
    }
    for corner in points.windows(3) {
        for other in [corner[0], corner[2]] {
            if let Some(way) = unit(sub(other, corner[1])) {
                let length = (SECTION_STROKE * 0.5).min(corner[1].distance_to(other) * 0.4);
                push_line(&mut shapes.thick, corner[1], ahead(corner[1], way, length));
            }
        }
    }
    let ends = [(points[0], points[1]), (points[points.len() - 1], points[points.len() - 2])];
    for (index, (end, next)) in ends.into_iter().enumerate() {
        let Some(inward) = unit(sub(next, end)) else { continue };
        let length = SECTION_STROKE.min(end.distance_to(next) * 0.4);
        push_line(&mut shapes.thick, end, ahead(end, inward, length));
        let along = if index == 0 { inward } else { negative(inward) };
        let view = if looks_left { left_of(along) } else { negative(left_of(along)) };
        // The arrow points at the stroke's end, in the direction of the view.
        let tip = ahead(end, inward, 1.0);
        let tail = ahead(tip, view, -(style.arrow_size * 2.5));
        shapes.line(tail, tip);
        shapes.arrow(tip, view, Arrow::Filled, style.arrow_size * SECTION_ARROW);
        // A dimension line beside the arrow would hide it; lines across its tip follow the stroke.
        let length = tail.distance_to(tip) - TIP_ROOM;
        let wing = style.arrow_size * SECTION_ARROW / SLENDERNESS;
        let center = ahead(tail, view, length * 0.5);
        shapes.take(TextBox { center, along: view, half: [length * 0.5, wing] });
        shapes.keep_clear(TextBox { center, along: view, half: [length * 0.5, wing + ARROW_ROOM] });
        let label = Label::of_text(text, style.text_height * 1.4, fonts)?;
        let away = ahead(tail, negative(inward), label.width * 0.5 + 2.5);
        label.draw(shapes, away, Point::new(1.0, 0.0));
    }
    Ok(())
}

/// Draws a line with an arrow to a target, and a text at its other end. Returns the points of the line, and the place of the text.
pub(crate) fn draw_leader(
    shapes: &mut Shapes,
    target: Point,
    lines: &[Label],
    place: Point,
    style: &DimensionStyle,
) -> Result<([Point; 3], Point), SceneError> {
    let Some(way) = unit(sub(place, target)) else {
        return Err(SceneError::range("the text of the leader would be at its target; give offset or to"));
    };
    let arrow = if style.arrow == Arrow::Tick { Arrow::Filled } else { style.arrow };
    shapes.line_as(Role::Leader, target, place);
    shapes.arrow(target, negative(way), arrow, style.arrow_size);
    let (end, text_at) = landing_labels(shapes, place, way, lines, style);
    Ok(([target, place, end], text_at))
}

/// Returns what a leader with those points and that place of its text says in a file.
pub(crate) fn leader_form(
    (points, text_at): ([Point; 3], Point),
    text: &str,
    sheet: &Sheet<'_>,
    style: &DimensionStyle,
) -> Form {
    let [target, place, _] = points;
    let grow = |point: Point| Point::new(point.x * sheet.millimeter, point.y * sheet.millimeter);
    let way = unit(sub(place, target)).unwrap_or(Point::ORIGIN);
    Form::Leader(LeaderForm {
        points: points.map(grow).to_vec(),
        text: text.to_owned(),
        text_at: grow(text_at),
        text_height: style.text_height * sheet.millimeter,
        is_left: way.x < -1e-9,
        arrow_size: style.arrow_size * sheet.millimeter,
    })
}

/// Returns the scale as drafters write it: 1:50 or 2:1.
pub(crate) fn ratio_text(scale: f64) -> String {
    let rounded = |value: f64| {
        let nearest = (value * 1e6).round() / 1e6;
        number_text(nearest)
    };
    if scale >= 1.0 { format!("1:{}", rounded(scale)) } else { format!("{}:1", rounded(1.0 / scale)) }
}

/// Returns the first round length that is at least 10 mm on paper: 1, 2 and 5 times a power of ten, or where numbers are feet and
/// inches, so many feet, 6, 3, 2 or 1 inches, or a half, a quarter and so on of an inch.
pub(crate) fn round_division(millimeter: f64, style: &DimensionStyle) -> f64 {
    const INCHES: [f64; 4] = [2.0, 3.0, 6.0, 12.0];
    let least = 10.0 * millimeter;
    let decimal = |least: f64| {
        let decade = 10_f64.powf(least.log10().floor());
        [1.0, 2.0, 5.0, 10.0]
            .map(|step| step * decade)
            .into_iter()
            .find(|length| *length >= least * (1.0 - 1e-9))
            .unwrap_or(least)
    };
    if !matches!(style.format, NumberFormat::Architectural(_)) {
        return decimal(least);
    }
    // A little less, since products of scales are rounded.
    let inches = least * style.factor * (1.0 - 1e-9);
    let round = if inches <= 1.0 {
        2_f64.powf(inches.log2().ceil())
    } else {
        let few = INCHES.into_iter().find(|length| *length >= inches);
        few.unwrap_or_else(|| 12.0 * decimal(inches / 12.0))
    };
    round / style.factor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scale_is_written_as_drafters_do() {
        for (scale, text) in
            [(50.0, "1:50"), (1.0, "1:1"), (0.5, "2:1"), (2.5, "1:2.5"), (0.1, "10:1"), (1.0 / 3.0, "3:1")]
        {
            assert_eq!(ratio_text(scale), text);
        }
    }

    #[test]
    fn division_of_scale_bar_is_round_and_wide_enough() {
        for (millimeter, length) in [(1.0, 10.0), (50.0, 500.0), (0.02, 0.2), (1.2, 20.0), (3.0, 50.0)] {
            let division = round_division(millimeter, &DimensionStyle::iso());
            assert!((division - length).abs() < 1e-9 * length, "{millimeter}");
        }
    }

    #[test]
    fn division_in_feet_and_inches_is_round_there() {
        // A scene in millimetres, whose numbers are in inches.
        let style = DimensionStyle {
            format: NumberFormat::Architectural(16),
            factor: 1.0 / 25.4,
            ..DimensionStyle::iso()
        };
        for (scale, inches) in [(48.0, 24.0), (96.0, 60.0), (12.0, 6.0), (4.0, 2.0), (2.0, 1.0), (1.0, 0.5)] {
            let division = round_division(scale, &style) / 25.4;
            assert!((division - inches).abs() < 1e-9, "1:{scale} {division}");
        }
    }
}
