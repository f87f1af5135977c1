//! Call-outs of holes, frames of tolerances, symbols of datums.

use std::f64::consts::{FRAC_PI_2, PI};

use crate::drafting::dimension_style::{Arrow, DimensionStyle};
use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::leader_places::BACK;
use crate::drafting::lines::landing_labels;
use crate::drafting::note_source::{Characteristic, FrameRow, HoleSizes};
use crate::drafting::occupancy::{Occupancy, Role, TextBox};
use crate::drafting::page::LARGEST_SHEET;
use crate::drafting::point_ref::Round;
use crate::drafting::shapes::Shapes;
use crate::drafting::signs::circled_letter;
use crate::drafting::table::push_box;
use crate::drafting::typeset::Fonts;
use crate::drafting::units::Units;
use crate::drafting::vectors::{ahead, direction, dot, left_of, negative, sub, unit};
use scenewright_geometry::{Bounds, Point};

/// The height of a frame as a factor of the height of its text, after ISO 1101.
const FRAME: f64 = 2.0;

/// The room around a frame, in millimetres on paper: lines that are nearer each other run together in print (ISO 128-2).
const BESIDE_FRAME: f64 = 0.7;

/// The width of the triangle of a datum as a factor of the height of the text, and its height as a factor of that.
const TRIANGLE: f64 = 1.2;
const EQUILATERAL: f64 = 0.866;

/// The lengths of the line of a datum that are tried, in millimetres on paper, and their costs by the millimetre.
const LINE: f64 = 8.0;
const LINES: [f64; 4] = [LINE, 14.0, 22.0, 32.0];
const LONGER: f64 = 0.03;

/// The places beside the middle of a side that a datum may stand at, in millimetres on paper, and the cost of each further one: a
/// datum means the whole surface, so that it stands anywhere on it.
const ASIDE: [f64; 8] = [12.0, -12.0, 20.0, -20.0, 28.0, -28.0, 36.0, -36.0];
const NEXT_ASIDE: f64 = 0.6;

/// The angles by which a datum goes around a circle.
const RIM_TURNS: [f64; 6] = [PI / 6.0, -PI / 6.0, PI / 4.0, -PI / 4.0, PI / 3.0, -PI / 3.0];

/// The cost of a datum on an extension line of its surface, as ISO 5459 allows: more than any place on the surface itself, and less than
/// its line across a dimension line.
const ON_EXTENSION: f64 = 6.0;

/// The place of the triangle on an extension line, from where that begins, and the length that it needs there: the dimension line is
/// about 9 mm away, and must be clearly apart.
const EXTENSION_PLACE: f64 = 4.0;
const EXTENSION_ROOM: f64 = 8.0;

/// The distance, in millimetres on paper, beyond the end of a surface within which its extension line begins.
const EXTENSION_GAP: f64 = 3.0;

/// The cost of a datum in another direction than the usual one: more than one inside of an outline.
const TURNED: f64 = 12.0;

/// The most decimals of the sizes in frames and call-outs where the style has fewer.
const DECIMALS: usize = 4;

impl Characteristic {
    /// Returns its sign.
    pub(crate) fn sign(self) -> char {
        match self {
            Characteristic::Straightness => '⏤',
            Characteristic::Flatness => '⏥',
            Characteristic::Roundness => '○',
            Characteristic::Cylindricity => '⌭',
            Characteristic::LineProfile => '⌒',
            Characteristic::SurfaceProfile => '⌓',
            Characteristic::Parallelism => '∥',
            Characteristic::Perpendicularity => '⟂',
            Characteristic::Angularity => '∠',
            Characteristic::Position => '⌖',
            Characteristic::Concentricity => '◎',
            Characteristic::Symmetry => '⌯',
            Characteristic::CircularRunout => '↗',
            Characteristic::TotalRunout => '⌰',
        }
    }
}

/// Returns a size as the style writes it, with more decimals where it has them.
fn size(value: f64, style: &DimensionStyle) -> String {
    let written = value * style.factor;
    let power = 10_f64.powi(style.decimals as i32);
    let is_enough = ((written * power).round() / power - written).abs() <= 1e-9 * written.abs();
    style.exact_length(written, if is_enough { style.decimals } else { style.decimals.max(DECIMALS) })
}

/// Returns the part of the first line of a call-out that follows the diameter, and the lines beneath it.
pub(crate) fn hole_lines(
    hole: &HoleSizes,
    diameter: f64,
    units: Units,
    style: &DimensionStyle,
) -> (String, Vec<String>) {
    let depth = |depth: f64| format!(" ↧{}", size(depth, style));
    let through = if hole.is_through { " THRU" } else { "" };
    let drilled = format!("{through}{}", hole.depth.map(depth).unwrap_or_default());
    let mut lines = Vec::new();
    let first = match &hole.thread {
        None => drilled,
        Some(thread) => {
            // A circle that is smaller than the thread is the hole that is drilled for it. Of a thread whose size is not known it
            // may be, and its diameter stands there where the hole is deeper than the thread.
            let own = diameter * units.in_millimeters();
            let nominal = nominal_of(thread);
            let is_core = nominal.is_some_and(|nominal| own < nominal * 0.99);
            let is_deeper = hole.thread_depth.is_some() && !drilled.is_empty();
            if is_core || (is_deeper && nominal.is_none()) {
                lines.push(format!("Ø{}{drilled}", size(diameter, style)));
            } else if is_deeper {
                lines.push(format!("DRILL{drilled}"));
            }
            let own = hole.thread_depth.map(depth).unwrap_or_default();
            if is_core || !own.is_empty() { own } else { drilled }
        }
    };
    if let Some([diameter, depth]) = hole.counterbore {
        lines.push(format!("⌴ Ø{} ↧{}", size(diameter, style), size(depth, style)));
    }
    if let Some([diameter, angle]) = hole.countersink {
        lines.push(format!("⌵ Ø{} × {}°", size(diameter, style), style.number(angle.to_degrees(), 1)));
    }
    (first, lines)
}

/// Returns the diameter that the name of a thread says, in millimetres: metric ones such as `M6`, and those of ASME B1.1 such as
/// `1/4-20 UNC`, `1 1/8-7` and `#10-32`. A pipe thread is named after a bore, which says nothing of its diameter.
fn nominal_of(thread: &str) -> Option<f64> {
    const INCH: f64 = 25.4;
    let thread = thread.trim();
    let digits = |text: &str| -> Option<f64> {
        let end = text.find(|it: char| !it.is_ascii_digit() && it != '.').unwrap_or(text.len());
        text[..end].parse().ok()
    };
    if let Some(metric) = thread.strip_prefix('M') {
        return digits(metric);
    }
    // The number of threads in an inch follows the size.
    let (size, _) = thread.split_once('-')?;
    let size = size.trim().trim_end_matches('"');
    if let Some(number) = size.strip_prefix('#') {
        return digits(number).map(|number| (0.06 + 0.013 * number) * INCH);
    }
    let (whole, part) = match size.rsplit_once(' ') {
        Some((whole, part)) => (whole.parse().ok()?, part),
        None => (0.0, size),
    };
    let part: f64 = match part.split_once('/') {
        Some((above, below)) => above.parse::<f64>().ok()? / below.parse::<f64>().ok()?,
        None => part.parse().ok()?,
    };
    Some((whole + part) * INCH)
}

/// Draws lines of text with an arrow to a point.
pub(crate) fn draw_callout(
    shapes: &mut Shapes,
    target: Point,
    place: Point,
    labels: &[Label],
    style: &DimensionStyle,
) -> Result<(), SceneError> {
    let way = leader_way(target, place)?;
    shapes.line_as(Role::Leader, target, place);
    shapes.arrow(target, negative(way), pointed(style.arrow), style.arrow_size);
    landing_labels(shapes, place, way, labels, style);
    Ok(())
}

/// Draws an arrow to a point with a level line at its other end, and returns the end of that.
pub(crate) fn draw_landing(
    shapes: &mut Shapes,
    target: Point,
    place: Point,
    style: &DimensionStyle,
) -> Result<Point, SceneError> {
    let way = leader_way(target, place)?;
    let step = if way.x < -1e-9 { -2.0 } else { 2.0 } * style.arrow_size;
    let end = Point::new(place.x + step, place.y);
    shapes.line_as(Role::Leader, target, place);
    shapes.line_as(Role::Leader, place, end);
    shapes.arrow(target, negative(way), pointed(style.arrow), style.arrow_size);
    // A symbol stands on the landing, not at its end.
    Ok(Point::new(place.x + step * 0.5, place.y))
}

fn leader_way(target: Point, place: Point) -> Result<Point, SceneError> {
    unit(sub(place, target))
        .ok_or_else(|| SceneError::range("the text of the leader would be at its target; give offset or to"))
}

/// Returns the arrow of a leader: a stroke would not show where it ends.
fn pointed(arrow: Arrow) -> Arrow {
    if arrow == Arrow::Tick { Arrow::Filled } else { arrow }
}

/// The frame of a tolerance with its texts laid out.
pub(crate) struct LaidFrame {
    rows: Vec<Vec<Label>>,
    above: Option<Label>,
    widths: Vec<f64>,
    height: f64,
    /// The text as it is read, a line for each row.
    pub(crate) text: String,
}

impl LaidFrame {
    pub(crate) fn new(
        rows: &[FrameRow],
        above: &str,
        style: &DimensionStyle,
        fonts: &Fonts,
    ) -> Result<LaidFrame, SceneError> {
        let height = style.text_height;
        let mut laid = Vec::with_capacity(rows.len());
        let mut lines: Vec<String> =
            (!above.trim().is_empty()).then(|| above.to_owned()).into_iter().collect();
        for row in rows {
            let value = row.value.map(|value| size(value, style)).unwrap_or_default();
            let cells: Vec<String> =
                [row.characteristic.sign().to_string(), format!("{}{value}{}", row.before, row.after)]
                    .into_iter()
                    .chain(row.datums.iter().cloned())
                    .collect();
            lines.push(cells.join(" | "));
            let labels = cells.iter().map(|cell| Label::of_text(cell, height, fonts));
            laid.push(labels.collect::<Result<Vec<Label>, SceneError>>()?);
        }
        let columns = laid.iter().map(Vec::len).max().unwrap_or(0);
        // Every cell is a square at least, and as wide as its text with the distance of text from lines.
        let width = |column: usize| {
            let texts = laid.iter().filter_map(|row| row.get(column)).map(|label| label.width);
            (texts.fold(0.0, f64::max) + 2.0 * style.text_gap).max(FRAME * height)
        };
        let widths: Vec<f64> = (0..columns).map(width).collect();
        let above = if above.trim().is_empty() { None } else { Some(Label::of_text(above, height, fonts)?) };
        Ok(LaidFrame { rows: laid, above, widths, height: FRAME * height, text: lines.join("\n") })
    }

    /// Draws the frame with an arrow from its nearer side to a point.
    pub(crate) fn draw(
        &self,
        shapes: &mut Shapes,
        target: Point,
        place: Point,
        style: &DimensionStyle,
    ) -> Result<(), SceneError> {
        let way = leader_way(target, place)?;
        let is_left = way.x < -1e-9;
        let landing = Point::new(place.x + if is_left { -1.0 } else { 1.0 } * style.arrow_size, place.y);
        shapes.line_as(Role::Leader, target, place);
        shapes.line_as(Role::Leader, place, landing);
        shapes.arrow(target, negative(way), pointed(style.arrow), style.arrow_size);
        let length: f64 = self.widths.iter().sum();
        let left = if is_left { landing.x - length } else { landing.x };
        let top = landing.y + self.height * 0.5;
        let mut right: f64 = left;
        for (index, row) in self.rows.iter().enumerate() {
            let (high, mut x) = (top - self.height * index as f64, left);
            for (label, width) in row.iter().zip(&self.widths) {
                let cell =
                    Bounds { min: Point::new(x, high - self.height), max: Point::new(x + width, high) };
                push_box(&mut shapes.lines, &cell);
                label.draw(shapes, cell.center(), Point::new(1.0, 0.0));
                x += width;
            }
            right = right.max(x);
        }
        let low = top - self.height * self.rows.len() as f64;
        take_box(shapes, Bounds { min: Point::new(left, low), max: Point::new(right, top) });
        if let Some(above) = &self.above {
            let middle = Point::new(left + above.width * 0.5, top + style.text_gap + above.height() * 0.5);
            above.draw(shapes, middle, Point::new(1.0, 0.0));
        }
        Ok(())
    }
}

fn take_box(shapes: &mut Shapes, bounds: Bounds) {
    let bounds = bounds.widened(BESIDE_FRAME);
    let half = [bounds.width() * 0.5, bounds.height() * 0.5];
    shapes.take(TextBox { center: bounds.center(), along: Point::new(1.0, 0.0), half });
}

/// A place of the symbol of a datum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DatumPlace {
    /// The point on the surface.
    pub(crate) target: Point,
    /// The direction away from the surface.
    pub(crate) angle: f64,
    /// The length of the line.
    pub(crate) length: f64,
}

/// The surface of a datum.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    /// The point on it.
    pub(crate) target: Point,
    /// The direction away from the thing whose edge it is.
    pub(crate) outward: Option<Point>,
    /// True for a side, which is the same surface all along.
    pub(crate) is_side: bool,
    /// The circle that it is, for a side of one.
    pub(crate) rim: Option<Round>,
}

/// Returns the places for the symbol of a datum with their costs. One at a side may stand anywhere on its surface.
pub(crate) fn datum_places(
    &Surface { target, outward, is_side, rim }: &Surface,
    angle: Option<f64>,
    offset: Option<f64>,
    occupancy: Option<&Occupancy>,
) -> Vec<(f64, DatumPlace)> {
    let usual = angle.unwrap_or_else(|| outward.map_or(-FRAC_PI_2, |out| out.y.atan2(out.x)));
    // A triangle stands across the surface. Where its direction is not known, another one is worth much more line.
    let turns: &[(f64, f64)] = match outward {
        _ if angle.is_some() || occupancy.is_none() => &[(0.0, 0.0)],
        Some(_) => &[(0.0, 0.0), (PI, BACK)],
        None => &[(0.0, 0.0), (FRAC_PI_2, TURNED), (-FRAC_PI_2, TURNED), (PI, TURNED)],
    };
    let lengths = match offset {
        Some(offset) => vec![offset],
        None if occupancy.is_none() => vec![LINE],
        None => LINES.to_vec(),
    };
    let mut places = Vec::new();
    for (turn, cost) in turns {
        places.extend(lengths.iter().map(|length| {
            (cost + LONGER * length, DatumPlace { target, angle: usual + turn, length: *length })
        }));
    }
    let is_free = is_side && angle.is_none() && offset.is_none();
    let (Some(out), Some(occupancy)) = (outward.filter(|_| is_free), occupancy) else { return places };
    for (rank, aside) in ASIDE.into_iter().enumerate() {
        let target = ahead(target, left_of(out), aside);
        if occupancy.is_on_outline(target) {
            let cost = NEXT_ASIDE * (rank + 1) as f64;
            places.extend(lengths.iter().map(|length| {
                (cost + LONGER * length, DatumPlace { target, angle: usual, length: *length })
            }));
        }
    }
    // Around a circle the surface is the same too, and the axes run through its usual places.
    for (rank, turn) in RIM_TURNS.into_iter().enumerate() {
        let Some(rim) = rim else { break };
        let way = sub(target, rim.center);
        let turned = direction(way.y.atan2(way.x) + turn);
        let target = ahead(rim.center, turned, rim.radius);
        if occupancy.is_on_outline(target) {
            let away = if dot(out, way) < 0.0 { negative(turned) } else { turned };
            let cost = NEXT_ASIDE * (rank + 1) as f64;
            places.extend(lengths.iter().map(|length| {
                let angle = away.y.atan2(away.x);
                (cost + LONGER * length, DatumPlace { target, angle, length: *length })
            }));
        }
    }
    for way in [left_of(out), negative(left_of(out))] {
        let Some(target) = place_on_extension(target, way, occupancy) else { continue };
        places.extend(lengths.iter().map(|length| {
            (ON_EXTENSION + LONGER * length, DatumPlace { target, angle: usual, length: *length })
        }));
    }
    places
}

/// Returns the place for a datum on the line that extends a surface along a way.
fn place_on_extension(target: Point, way: Point, occupancy: &Occupancy) -> Option<Point> {
    const TOUCHING: f64 = 0.3;
    let far = ahead(target, way, LARGEST_SHEET);
    let first = |role: Role| occupancy.lines_along(target, far, TOUCHING, &[role]).first().copied();
    let [_, end] = first(Role::Outline).filter(|[start, _]| *start <= TOUCHING)?;
    let [start, stop] = first(Role::Extension)?;
    let is_own = start >= end - TOUCHING && start <= end + EXTENSION_GAP;
    (is_own && stop - start >= EXTENSION_ROOM).then(|| ahead(target, way, start + EXTENSION_PLACE))
}

/// Draws the symbol of a datum: a triangle on a surface, and a letter in a box at the end of a line.
pub(crate) fn draw_datum(shapes: &mut Shapes, place: DatumPlace, letter: &Label, style: &DimensionStyle) {
    let DatumPlace { target, angle, length } = place;
    let out = direction(angle);
    let side = left_of(out);
    let half = style.text_height * TRIANGLE * 0.5;
    let height = half * 2.0 * EQUILATERAL;
    let tip = ahead(target, out, height);
    shapes.fills.push_chain([ahead(target, side, half), tip, ahead(target, side, -half)], true);
    let end = ahead(target, out, length.max(height));
    shapes.line_as(Role::Leader, tip, end);
    let width = (letter.width + 2.0 * style.text_gap).max(FRAME * style.text_height);
    let (half_width, half_height) = (width * 0.5, FRAME * style.text_height * 0.5);
    // The line ends at the side of the box.
    let reach = (half_width / out.x.abs().max(1e-9)).min(half_height / out.y.abs().max(1e-9));
    let middle = ahead(end, out, reach);
    let bounds = Bounds {
        min: Point::new(middle.x - half_width, middle.y - half_height),
        max: Point::new(middle.x + half_width, middle.y + half_height),
    };
    push_box(&mut shapes.lines, &bounds);
    letter.draw(shapes, middle, Point::new(1.0, 0.0));
    take_box(shapes, bounds);
}

impl FrameRow {
    /// Returns the text of a modifier: the letters of ISO 1101 stand in circles, longer ones are written as they are.
    pub fn modifier(text: &str) -> String {
        let mut letters = text.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) => circled_letter(letter).map_or_else(|| text.to_owned(), String::from),
            _ => text.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn call_out_of_a_thread_has_the_drilled_hole_beneath() {
        let style = DimensionStyle::iso();
        let thread = HoleSizes {
            thread: Some("M6".into()),
            thread_depth: Some(12.0),
            depth: Some(16.0),
            ..HoleSizes::default()
        };
        assert_eq!(
            hole_lines(&thread, 5.0, Units::Millimeters, &style),
            (" ↧12".into(), vec!["Ø5 ↧16".into()])
        );
        // A circle of the thread's own size does not say how wide the hole is drilled, only how deep.
        assert_eq!(
            hole_lines(&thread, 6.0, Units::Millimeters, &style),
            (" ↧12".into(), vec!["DRILL ↧16".into()])
        );
        let through = HoleSizes { thread: Some("M6".into()), is_through: true, ..HoleSizes::default() };
        assert_eq!(hole_lines(&through, 6.0, Units::Millimeters, &style), (" THRU".into(), Vec::new()));
    }

    #[test]
    fn threads_of_inches_and_unknown_ones_have_the_depth_of_their_hole() {
        let style = DimensionStyle { decimals: 3, ..DimensionStyle::iso() };
        let lines = |thread: &str, diameter: f64| {
            let thread = HoleSizes {
                thread: Some(thread.into()),
                thread_depth: Some(0.5),
                depth: Some(0.75),
                ..HoleSizes::default()
            };
            hole_lines(&thread, diameter, Units::Inches, &style).1.join("")
        };
        assert_eq!(lines("1/4-20 UNC", 0.201), "Ø0.201 ↧0.75");
        assert_eq!(lines("1/4-20 UNC", 0.25), "DRILL ↧0.75");
        assert_eq!(lines("1 1/8-7 UNC", 0.984), "Ø0.984 ↧0.75");
        assert_eq!(lines("#10-32 UNF", 0.159), "Ø0.159 ↧0.75");
        assert_eq!(lines("#10-32 UNF", 0.19), "DRILL ↧0.75");
        // The name of a pipe thread does not say how wide it is.
        assert_eq!(lines("G 1/4", 0.465), "Ø0.465 ↧0.75");
        assert_eq!(lines("Tr 20x4", 0.63), "Ø0.63 ↧0.75");
    }

    #[test]
    fn call_out_has_a_line_for_each_seat_in_the_unit_of_the_sheet() {
        let style = DimensionStyle { factor: 1.0 / 25.4, decimals: 3, ..DimensionStyle::iso() };
        let hole = HoleSizes {
            depth: Some(12.7),
            counterbore: Some([11.0, 6.5]),
            countersink: Some([12.7, FRAC_PI_2]),
            ..HoleSizes::default()
        };
        let (first, lines) = hole_lines(&hole, 6.6, Units::Millimeters, &style);
        assert_eq!(first, " ↧0.5");
        assert_eq!(lines, ["⌴ Ø0.4331 ↧0.2559", "⌵ Ø0.5 × 90°"]);
    }

    #[test]
    fn modifiers_are_letters_in_circles() {
        assert_eq!(["M", "l", "CZ"].map(FrameRow::modifier), ["Ⓜ", "Ⓛ", "CZ"]);
    }
}
