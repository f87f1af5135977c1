//! Dimensions without a block, drawn by the points that define them.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use scenewright_geometry::vector::{ahead, difference, length};
use scenewright_geometry::{Affine, Point, Shape};
use scenewright_scene::Align;

use super::dimension_style::{DimensionStyle, codes};
use super::header::File;
use super::leader::{ARROW_SIZE, Arrow, TEXT_GAP};
use super::measured::measured;
use super::record::Record;
use super::text::{Setting, Words};
use crate::import::drawing::Raise;
use crate::import::paragraphs::RunLook;

/// The sizes where neither the entity nor its style has one, in inches and in millimetres, as AutoCAD has them.
pub(super) const TEXT_HEIGHT: [f64; 2] = [0.18, 2.5];
const EXTENSION_GAP: [f64; 2] = [0.0625, 0.625];
const EXTENSION_BEYOND: [f64; 2] = [0.18, 1.25];

/// The width of a character as a share of its height, to estimate the room of a text before its font is known: digits are about as wide.
const CHARACTER: f64 = 0.9;

/// A dimension by its parts.
#[derive(Default)]
pub(super) struct PlainDimension {
    pub lines: Vec<Shape>,
    pub arrows: Vec<Arrow>,
    pub text: Option<Words>,
    /// The indices of the colours of the lines and of the text, where its style has them.
    pub colors: [Option<i64>; 2],
}

/// The sizes and the text of a dimension.
struct Plan {
    arrow: f64,
    /// Half of the length of the oblique strokes that stand in the place of arrows.
    tick: f64,
    gap: f64,
    beyond: f64,
    text_gap: f64,
    height: f64,
    is_above: bool,
    is_level: bool,
    text: String,
    text_at: Option<Point>,
    text_turn: Option<f64>,
    blocks: [Option<String>; 2],
    drawn: PlainDimension,
}

/// Draws a dimension; `None` for one of a kind, or with a number, that is not drawn here.
pub(super) fn plain_dimension(record: &Record<'_>, file: &File<'_>) -> Option<PlainDimension> {
    const KINDS: i64 = 15;
    // Seen from elsewhere than above, its points are not those of the drawing. Oblique lines lean by an angle.
    if record.real_or(230, 1.0) < 1.0 - 1e-9 || record.real_or(52, 0.0) != 0.0 {
        return None;
    }
    let style = DimensionStyle::of(record, file);
    let kind = record.whole(70) & KINDS;
    let point = |code: i32| record.point(code);
    let size = |code: i32, usual: [f64; 2]| style.size(code, usual);
    let has_two_blocks = style.whole(codes::HAS_TWO_ARROWS).is_some_and(|it| it != 0);
    let block_codes = if has_two_blocks { [codes::ARROW_1, codes::ARROW_2] } else { [codes::ARROW; 2] };
    let mut plan = Plan {
        arrow: size(codes::ARROW_SIZE, ARROW_SIZE),
        tick: style.real(codes::TICK_SIZE).unwrap_or(0.0) * style.scale(),
        gap: size(codes::EXTENSION_GAP, EXTENSION_GAP),
        beyond: size(codes::EXTENSION_BEYOND, EXTENSION_BEYOND),
        text_gap: size(codes::TEXT_GAP, TEXT_GAP).abs(),
        height: size(codes::TEXT_HEIGHT, TEXT_HEIGHT),
        is_above: style.whole(codes::TEXT_ABOVE).is_some_and(|it| it != 0),
        is_level: style.whole(codes::TEXT_LEVEL).map_or(!file.is_metric, |it| it != 0),
        text: text_of(record, file, &style, kind)?,
        text_at: point(11).filter(|at| at.x != 0.0 || at.y != 0.0),
        text_turn: record.real(53).filter(|turn| *turn != 0.0).map(f64::to_radians),
        blocks: block_codes.map(|code| style.block(code)),
        drawn: PlainDimension {
            colors: [style.whole(codes::LINE_COLOR), style.whole(codes::TEXT_COLOR)],
            ..PlainDimension::default()
        },
    };
    match kind {
        0 | 1 => {
            let (from, to, through) = (point(13)?, point(14)?, point(10)?);
            let way = difference(to, from);
            let angle = if kind == 0 { record.real_or(50, 0.0).to_radians() } else { way.y.atan2(way.x) };
            let hides = |code: i32| style.whole(code).is_some_and(|it| it != 0);
            plan.distance([from, to, through], angle, [codes::HIDES_1, codes::HIDES_2].map(hides))?;
        }
        3 => plan.diameter(point(15)?, point(10)?)?,
        4 => plan.radius(point(10)?, point(15)?)?,
        2 | 5 => {
            let mark = measured(record, file, &Affine::IDENTITY)?;
            let [vertex, from, to] = <[Point; 3]>::try_from(mark.points).ok()?;
            plan.angle(vertex, [from, to], point(if kind == 2 { 16 } else { 10 })?, mark.value?)?;
        }
        6 => plan.ordinate(point(13)?, point(14)?, record.whole(70) & 64 != 0)?,
        _ => return None,
    }
    Some(plan.drawn)
}

impl Plan {
    fn line(&mut self, from: Point, to: Point) {
        if from != to {
            self.drawn.lines.push(Shape::Line { points: vec![from, to] });
        }
    }

    /// Adds the end of a dimension line at its first or second point, which points along an angle.
    fn end(&mut self, tip: Point, angle: f64, second: bool) {
        if self.tick > 0.0 {
            let way =
                Point::new((angle + PI * 0.25).cos() * self.tick, (angle + PI * 0.25).sin() * self.tick);
            self.line(Point::new(tip.x - way.x, tip.y - way.y), Point::new(tip.x + way.x, tip.y + way.y));
        } else if self.arrow > 0.0 {
            let block = self.blocks[usize::from(second)].clone();
            self.drawn.arrows.push(Arrow { block, tip, angle, size: self.arrow });
        }
    }

    /// Adds the text at its own place, or else at another, along an angle that is read from below or from the right.
    fn put_text(&mut self, at: Point, along: f64) -> Option<()> {
        if self.text.trim().is_empty() {
            return Some(());
        }
        let along = self.turn_along(along);
        let setting = Setting {
            at: self.text_at.unwrap_or(at),
            align: Align::Center,
            raise: Raise::Middle,
            rotation: self.text_turn.unwrap_or(along),
            wrap: None,
            spacing: 1.0,
            line_height: None,
            columns: None,
        };
        self.drawn.text = setting.words(&self.text, RunLook::plain(self.height));
        self.drawn.text.as_ref().map(|_| ())
    }

    /// Half of the room that the text takes along a direction, where it is turned along another.
    fn half_text(&self, direction: f64, turn: f64) -> f64 {
        let (along, across) = ((direction - turn).cos().abs(), (direction - turn).sin().abs());
        let width = self.text.chars().count() as f64 * self.height * CHARACTER;
        (along * width + across * self.height) * 0.5 + self.text_gap
    }

    /// Returns the angle of a text along a line.
    fn turn_along(&self, line: f64) -> f64 {
        if self.is_level { 0.0 } else { readable(line) }
    }

    /// Returns true for a text above its line; one that stays level stands on a line that is not.
    fn is_above_line(&self, line: f64) -> bool {
        self.is_above && (!self.is_level || line.sin().abs() < 1e-9)
    }

    /// Adds the text at the middle of a straight line, above it or on it.
    fn put_text_on_line(&mut self, middle: Point, line: f64) -> Option<()> {
        let read = readable(line);
        let lift = if self.is_above_line(line) { self.text_gap + self.height * 0.5 } else { 0.0 };
        self.put_text(ahead(middle, Point::new(-read.sin(), read.cos()), lift), line)
    }

    fn distance(&mut self, [from, to, through]: [Point; 3], angle: f64, hides: [bool; 2]) -> Option<()> {
        let along = Point::new(angle.cos(), angle.sin());
        let across = Point::new(-along.y, along.x);
        let up = |point: Point| {
            let way = difference(through, point);
            way.x * across.x + way.y * across.y
        };
        let mut ends = [from, to].map(|point| ahead(point, across, up(point)));
        for ((point, end), hidden) in [from, to].into_iter().zip(ends).zip(hides) {
            let rise = up(point);
            if !hidden && rise.abs() > self.gap {
                let side = rise.signum();
                self.line(ahead(point, across, side * self.gap), ahead(end, across, side * self.beyond));
            }
        }
        let way = difference(ends[1], ends[0]);
        let whole = length(way);
        if whole == 0.0 {
            return None;
        }
        if way.x * along.x + way.y * along.y < 0.0 {
            ends.swap(0, 1);
        }
        self.span(ends, [angle + PI, angle], whole);
        let middle = Point::new((ends[0].x + ends[1].x) * 0.5, (ends[0].y + ends[1].y) * 0.5);
        self.put_text_on_line(middle, angle)
    }

    /// Adds a straight dimension line, whose ends point outward along angles, or inward where there is no room; it is broken where its
    /// text stands on it.
    fn span(&mut self, ends: [Point; 2], outward: [f64; 2], whole: f64) {
        let is_inside = whole >= 3.0 * self.arrow || self.tick > 0.0;
        let out = outward.map(|angle| Point::new(angle.cos(), angle.sin()));
        for (index, second) in [(0, false), (1, true)] {
            if is_inside {
                self.end(ends[index], outward[index], second);
            } else {
                self.end(ends[index], outward[index] + PI, second);
                let tail = ahead(ends[index], out[index], self.arrow * 2.0);
                self.line(ahead(ends[index], out[index], self.arrow), tail);
            }
        }
        let middle = Point::new((ends[0].x + ends[1].x) * 0.5, (ends[0].y + ends[1].y) * 0.5);
        let text_at = self.text_at.unwrap_or(middle);
        let way = difference(text_at, ends[0]);
        let on = way.x * out[1].x + way.y * out[1].y;
        let off = (way.x * out[1].y - way.y * out[1].x).abs();
        let half = self.half_text(outward[1], self.turn_along(outward[1]));
        let is_broken =
            !self.is_above_line(outward[1]) && off < self.height * 0.5 && on > half && on + half < whole;
        if is_broken && !self.text.trim().is_empty() {
            self.line(ends[0], ahead(ends[0], out[1], on - half));
            self.line(ahead(ends[0], out[1], on + half), ends[1]);
        } else {
            self.line(ends[0], ends[1]);
        }
    }

    fn diameter(&mut self, one: Point, other: Point) -> Option<()> {
        let way = difference(other, one);
        let whole = length(way);
        if whole == 0.0 {
            return None;
        }
        let angle = way.y.atan2(way.x);
        let middle = Point::new((one.x + other.x) * 0.5, (one.y + other.y) * 0.5);
        self.span([one, other], [angle + PI, angle], whole);
        self.lead_to_text(middle, whole * 0.5);
        self.put_text_on_line(middle, angle)
    }

    fn radius(&mut self, center: Point, on: Point) -> Option<()> {
        let way = difference(on, center);
        let radius = length(way);
        if radius == 0.0 {
            return None;
        }
        let angle = way.y.atan2(way.x);
        let middle = Point::new((center.x + on.x) * 0.5, (center.y + on.y) * 0.5);
        let is_outside = self.text_at.is_some_and(|at| at.distance_to(center) > radius);
        self.end(on, if is_outside { angle + PI } else { angle }, true);
        if !is_outside {
            self.line(center, on);
        }
        self.lead_to_text(center, radius);
        self.put_text_on_line(middle, angle)
    }

    /// Adds the line from a circle to a text outside of it.
    fn lead_to_text(&mut self, center: Point, radius: f64) {
        let Some(at) = self.text_at else { return };
        let way = difference(at, center);
        let away = length(way);
        let angle = way.y.atan2(way.x);
        let reach = away - self.half_text(angle, self.turn_along(angle));
        if reach > radius {
            let along = Point::new(way.x / away, way.y / away);
            self.line(ahead(center, along, radius), ahead(center, along, reach));
        }
    }

    /// Draws an angle of so many degrees, whose arc is between two directions and passes through a point.
    fn angle(&mut self, vertex: Point, sides: [Point; 2], on_arc: Point, degrees: f64) -> Option<()> {
        let direction = |point: Point| {
            let way = difference(point, vertex);
            way.y.atan2(way.x)
        };
        let radius = vertex.distance_to(on_arc);
        let sweep = degrees.to_radians();
        if radius == 0.0 || sweep <= 0.0 || sweep >= TAU {
            return None;
        }
        // The arc begins at one of both sides, or opposite to one of them.
        let starts = sides.map(direction).into_iter().flat_map(|start| [start, start + PI]);
        let turn = |from: f64, to: f64| (to - from).rem_euclid(TAU);
        let ends: Vec<f64> = sides.map(direction).into_iter().flat_map(|end| [end, end + PI]).collect();
        let holds = |start: &f64| {
            let is_end = ends.iter().any(|end| {
                let off = turn(start + sweep, *end);
                off.min(TAU - off) < 1e-6
            });
            is_end && turn(*start, direction(on_arc)) <= sweep
        };
        let start = starts.into_iter().find(holds)?;
        let on = |angle: f64, radius: f64| ahead(vertex, Point::new(angle.cos(), angle.sin()), radius);
        for (angle, second) in [(start, false), (start + sweep, true)] {
            let reach = sides.iter().find(|side| {
                let off = turn(angle, direction(**side));
                off.min(TAU - off) < 1e-6
            });
            let reach = reach.map_or(0.0, |side| vertex.distance_to(*side));
            if reach + self.gap < radius {
                self.line(on(angle, reach + self.gap), on(angle, radius + self.beyond));
            }
            self.end(on(angle, radius), angle + if second { FRAC_PI_2 } else { -FRAC_PI_2 }, second);
        }
        self.drawn.lines.push(Shape::Arc { center: vertex, radius, start, end: start + sweep });
        let middle = start + sweep * 0.5;
        // A level text stands beyond the arc, as it would lie across it.
        let lift = match (self.is_level, self.is_above) {
            (true, _) => self.half_text(middle, 0.0),
            (false, true) => self.text_gap + self.height * 0.5,
            (false, false) => 0.0,
        };
        self.put_text(on(middle, radius + lift), middle - FRAC_PI_2)
    }

    fn ordinate(&mut self, feature: Point, end: Point, is_along_x: bool) -> Option<()> {
        let turned = |point: Point| if is_along_x { Point::new(point.y, point.x) } else { point };
        let (from, to) = (turned(feature), turned(end));
        let side = (to.x - from.x).signum();
        let begin = Point::new(from.x + side * self.gap, from.y);
        let mut points = vec![begin, to];
        // The line steps aside on its way where the text stands elsewhere.
        if from.y != to.y {
            let knee = [to.x - side * self.arrow * 2.0, to.x - side * self.arrow];
            points = vec![begin, Point::new(knee[0], from.y), Point::new(knee[1], to.y), to];
        }
        self.drawn.lines.push(Shape::line(points.into_iter().map(turned).collect()).ok()?);
        let line = if is_along_x { FRAC_PI_2 } else { 0.0 };
        let away = Point::new(to.x + side * self.half_text(line, self.turn_along(line)), to.y);
        self.put_text(turned(away), line)
    }
}

/// Returns an angle or its opposite, along which a text is read from below or from the right.
fn readable(angle: f64) -> f64 {
    let angle = angle.rem_euclid(TAU);
    // A hair more than upright is still read from the right.
    if angle > FRAC_PI_2 + 1e-6 && angle <= FRAC_PI_2 * 3.0 + 1e-6 { angle - PI } else { angle }
}

/// Returns the text of a dimension, with the formats of paragraphs; `None` where it has a number that is not written here.
fn text_of(
    record: &Record<'_>,
    file: &File<'_>,
    style: &DimensionStyle<'_, '_, '_>,
    kind: i64,
) -> Option<String> {
    const NUMBER: &str = "<>";
    let own = record.find(1).map(|tag| file.decode(tag.raw())).unwrap_or_default();
    // One blank hides the number.
    if own.trim().is_empty() && !own.is_empty() {
        return Some(String::new());
    }
    if !own.is_empty() && !own.contains(NUMBER) {
        return Some(own);
    }
    let has = |code: i32| style.whole(code).is_some_and(|it| it != 0);
    const DECIMAL: [i64; 2] = [2, 6];
    // Tolerances, limits, and feet with fractions.
    let is_plain = !has(codes::HAS_TOLERANCE) && !has(codes::HAS_LIMITS);
    if !is_plain || !DECIMAL.contains(&style.whole(codes::UNIT).unwrap_or(DECIMAL[0])) {
        return None;
    }
    let value = measured(record, file, &Affine::IDENTITY)?.value?;
    let is_angle = matches!(kind, 2 | 5);
    let usual = if file.is_metric { 2 } else { 4 };
    let decimals = match is_angle {
        true => style.whole(codes::ANGLE_DECIMALS).unwrap_or(0),
        false => style.whole(codes::DECIMALS).unwrap_or(usual),
    };
    let step = style.real(codes::ROUNDING).filter(|step| *step > 0.0 && !is_angle);
    let value = step.map_or(value, |step| (value / step).round() * step);
    let mut number = format!("{value:.*}", decimals.clamp(0, 8) as usize);
    const NO_ZEROS_AT_END: i64 = 8;
    const NO_ZERO_BEFORE: i64 = 4;
    let zeros = style.whole(codes::ZEROS).unwrap_or(if file.is_metric { NO_ZEROS_AT_END } else { 0 });
    if (zeros & NO_ZEROS_AT_END != 0 || is_angle) && number.contains('.') {
        number.truncate(number.trim_end_matches('0').trim_end_matches('.').len());
    }
    if zeros & NO_ZERO_BEFORE != 0 && number.starts_with("0.") {
        number.remove(0);
    }
    if let Some(mark) = style.whole(codes::DECIMAL_MARK).and_then(|it| char::from_u32(it as u32)) {
        number = number.replace('.', &mark.to_string());
    }
    let sign = match kind {
        3 => "⌀",
        4 => "R",
        _ => "",
    };
    let number = match is_angle {
        true => format!("{number}°"),
        false => match style.words(codes::AROUND_NUMBER).filter(|words| !words.is_empty()) {
            Some(words) if words.contains(NUMBER) => words.replace(NUMBER, &format!("{sign}{number}")),
            Some(words) => format!("{sign}{number}{words}"),
            None => format!("{sign}{number}"),
        },
    };
    Some(if own.is_empty() { number } else { own.replace(NUMBER, &number) })
}
