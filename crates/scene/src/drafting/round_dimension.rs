//! Radii, diameters, and the lengths of arcs.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4, PI, TAU};

use crate::drafting::detail::Detail;
use crate::drafting::dimension_source::{DimensionOptions, RoundMeasure};
use crate::drafting::dimension_style::{Arrow, DimensionStyle, TextPlace};
use crate::drafting::label::Label;
use crate::drafting::measure::{Measure, MeasureKind};
use crate::drafting::occupancy::{Occupancy, Role, TIP_IN_THE_AIR};
use crate::drafting::point_ref::Round;
use crate::drafting::shapes::Shapes;
use crate::drafting::vectors::{ahead, direction, dot, left_of, negative, reading, sub};
use scenewright_geometry::{Bounds, Point};

/// The length of a leader from the circle to its bend, in millimetres on paper.
const LEADER: f64 = 8.0;

/// The lengths of leaders that are tried, in millimetres on paper, and the room between an outline and a text outside of it.
const LENGTHS: [f64; 5] = [LEADER, 14.0, 22.0, 32.0, 45.0];
const OUTSIDE: f64 = 5.0;

/// The costs of a leader by itself: a millimetre longer, and a direction that is not the usual one.
const LONGER: f64 = 0.03;
const OTHER_DIAGONAL: f64 = 0.3;
const OTHER_DIRECTION: f64 = 0.8;

/// The distances between an arc and its dimension line that are tried, as factors of the usual one.
const DISTANCES: [f64; 4] = [1.0, 1.8, 2.6, 3.4];

/// The angle between a diagonal and the directions beside it that are tried: 30 and 60 degrees, as a drafter's set squares have.
const LEAN: f64 = PI / 12.0;

/// The number of directions around a circle in which an outline is looked for, 2.5 degrees apart: a gear of 60 teeth has two on
/// each.
const DIRECTIONS: usize = 144;

/// The reach of the arc beside the tip of an arrow that points at no outline, in millimetres on paper.
const REACH: f64 = 6.0;

/// The place of the dimension of a circle or an arc.
#[derive(Clone, Copy, Debug)]
pub(crate) enum RoundPlace {
    /// A leader in a direction, from the circle to its bend.
    Leader {
        angle: f64,
        length: f64,
        /// True where the outline does not go by the tip, so that an arc is drawn there.
        is_in_the_air: bool,
    },
    /// A line through the circle.
    Inside,
    /// A line beside the arc, with this radius.
    Beside(f64),
}

/// Returns the places for the dimension of a circle or an arc with their costs, the usual one first. A direction or a
/// length that was given stays.
pub(crate) fn round_places(
    round: &Round,
    measure: RoundMeasure,
    options: &DimensionOptions,
    through: Option<Point>,
    style: &DimensionStyle,
    occupancy: Option<&Occupancy>,
) -> Vec<(f64, RoundPlace)> {
    if measure == RoundMeasure::ArcLength {
        return match (through, options.offset, occupancy) {
            (Some(through), ..) => vec![(0.0, RoundPlace::Beside(round.center.distance_to(through)))],
            (None, None, Some(_)) => {
                let beside = |(row, factor): (usize, &f64)| {
                    (row as f64 * OTHER_DIAGONAL, RoundPlace::Beside(round.radius + style.offset * factor))
                };
                DISTANCES.iter().enumerate().map(beside).collect()
            }
            (None, offset, _) => {
                vec![(0.0, RoundPlace::Beside(round.radius + offset.unwrap_or(style.offset)))]
            }
        };
    }
    if measure == RoundMeasure::Diameter && options.is_inside {
        return vec![(0.0, RoundPlace::Inside)];
    }
    let shortest = style.arrow_size * 1.5;
    let usual = leader_angle(round, options, through);
    let given = match through {
        Some(through) => Some((round.center.distance_to(through) - round.radius).max(shortest)),
        None => options.offset.map(|offset| offset.max(shortest)),
    };
    let Some(occupancy) = occupancy else {
        let length = given.unwrap_or(LEADER.max(shortest));
        return vec![(0.0, RoundPlace::Leader { angle: usual, length, is_in_the_air: false })];
    };
    let is_full = round.sweep >= TAU - 1e-9;
    let mut angles = vec![(0.0, usual)];
    if options.angle.is_none() && through.is_none() {
        if is_full {
            let turns = [1.0, 2.0, 3.0].map(|turn| (OTHER_DIAGONAL, usual + turn * FRAC_PI_2));
            angles.extend(turns);
            for turn in 0..4 {
                let quarter = usual + f64::from(turn) * FRAC_PI_2;
                angles.extend([-LEAN, LEAN].map(|lean| (OTHER_DIRECTION, quarter + lean)));
            }
        } else {
            let shares =
                [0.3, 0.7, 0.15, 0.85].map(|share| (OTHER_DIAGONAL, round.start + round.sweep * share));
            angles.extend(shares);
        }
    }
    let tip = |angle: f64| ahead(round.center, direction(angle), round.radius);
    let is_seen = |angle: &f64| occupancy.is_on_outline(tip(*angle));
    if is_full
        && options.angle.is_none()
        && through.is_none()
        && !angles.iter().any(|(_, angle)| is_seen(angle))
    {
        // A circle may be seen in parts only, such as the tips of teeth: the parts nearest to the usual direction are taken.
        let around = (0..DIRECTIONS).map(|step| {
            let half = (step as f64 / 2.0).ceil() * if step % 2 == 0 { 1.0 } else { -1.0 };
            usual + half * TAU / DIRECTIONS as f64
        });
        let seen = around.filter(is_seen).take(angles.len());
        angles.extend(seen.collect::<Vec<f64>>().into_iter().map(|angle| (OTHER_DIRECTION, angle)));
    }
    let mut places = Vec::new();
    for (cost, angle) in angles {
        let (out, on) = (direction(angle), tip(angle));
        let is_in_the_air = is_full && !is_seen(&angle);
        let cost = cost + if is_in_the_air { TIP_IN_THE_AIR } else { 0.0 };
        let lengths: Vec<f64> = match given {
            Some(length) => vec![length],
            None => {
                let out_of = occupancy.areas_around(on).map(|area| way_out(on, out, area) + OUTSIDE);
                LENGTHS.into_iter().chain(out_of).map(|length| length.max(shortest)).collect()
            }
        };
        places.extend(lengths.into_iter().map(|length| {
            (cost + LONGER * (length - LEADER).max(0.0), RoundPlace::Leader { angle, length, is_in_the_air })
        }));
    }
    places
}

/// Returns the length of the way out of a box.
pub(crate) fn way_out(from: Point, out: Point, area: &Bounds) -> f64 {
    let along = |from: f64, out: f64, low: f64, high: f64| match out {
        out if out > 1e-9 => (high - from) / out,
        out if out < -1e-9 => (low - from) / out,
        _ => f64::INFINITY,
    };
    let length =
        along(from.x, out.x, area.min.x, area.max.x).min(along(from.y, out.y, area.min.y, area.max.y));
    length.max(0.0)
}

/// Draws the dimension of a circle or an arc, in millimetres on paper.
pub(crate) fn draw_round(
    round: &Round,
    measure: RoundMeasure,
    options: &DimensionOptions,
    style: &DimensionStyle,
    label: &Label,
    (place, detail): (&RoundPlace, Detail),
) -> (Shapes, Measure) {
    match *place {
        RoundPlace::Beside(radius) => draw_arc_length(round, radius, style, label, detail),
        RoundPlace::Inside => draw_inside(round, options, style, label, detail),
        RoundPlace::Leader { angle, length, is_in_the_air } => {
            let mut shapes = Shapes::new(detail);
            if is_in_the_air {
                let reach = (REACH / round.radius).min(FRAC_PI_4);
                shapes.arc_as(Role::Extension, round.center, round.radius, angle - reach, 2.0 * reach);
            }
            draw_leader(shapes, round, measure, [angle, length], style, label)
        }
    }
}

/// The length, in millimetres on paper, by which the line that carries an arc on goes beyond the arrow.
const BEYOND_ARROW: f64 = 2.0;

/// Returns the direction in which the leader leaves the circle.
fn leader_angle(round: &Round, options: &DimensionOptions, through: Option<Point>) -> f64 {
    match (options.angle, through) {
        (Some(angle), _) => angle,
        (None, Some(through)) => {
            let way = sub(through, round.center);
            way.y.atan2(way.x)
        }
        (None, None) if round.sweep >= TAU - 1e-9 => FRAC_PI_4,
        (None, None) => round.start + round.sweep * 0.5,
    }
}

/// Carries the arc on to an arrow beside it, as an extension line does.
fn carry_on(shapes: &mut Shapes, round: &Round, angle: f64, style: &DimensionStyle) {
    let after = (angle - round.start).rem_euclid(TAU);
    if after <= round.sweep + 1e-9 || after >= TAU - 1e-9 {
        return;
    }
    let (gap, beyond) = (style.extension_gap / round.radius, BEYOND_ARROW / round.radius);
    let (ahead, back) = (after - round.sweep, TAU - after);
    if ahead <= back && ahead > gap {
        let sweep = (ahead - gap + beyond).min(TAU - round.sweep - gap);
        shapes.arc_as(Role::Extension, round.center, round.radius, round.start + round.sweep + gap, sweep);
    } else if back < ahead && back > gap {
        let sweep = (back - gap + beyond).min(TAU - round.sweep - gap);
        shapes.arc_as(Role::Extension, round.center, round.radius, round.start - gap - sweep, sweep);
    }
}

fn draw_leader(
    mut shapes: Shapes,
    round: &Round,
    measure: RoundMeasure,
    [angle, length]: [f64; 2],
    style: &DimensionStyle,
    label: &Label,
) -> (Shapes, Measure) {
    let out = direction(angle);
    let on = ahead(round.center, out, round.radius);
    let bend = ahead(on, out, length);
    carry_on(&mut shapes, round, angle, style);
    shapes.line_as(Role::Leader, on, bend);
    shapes.arrow(on, negative(out), pointed(style.arrow), style.arrow_size);
    let (at, angle) = landing(&mut shapes, bend, out, style, label);
    let opposite = ahead(round.center, out, -round.radius);
    let kind = match measure {
        RoundMeasure::Radius => MeasureKind::Radius { center: round.center, on },
        _ => MeasureKind::Diameter { on, opposite },
    };
    label.measured(shapes, kind, at, angle)
}

/// Draws a text with a level line beneath it or before it, from the bend of a leader.
pub(crate) fn landing(
    shapes: &mut Shapes,
    bend: Point,
    out: Point,
    style: &DimensionStyle,
    label: &Label,
) -> (Point, f64) {
    let way = if out.x < -1e-9 { -1.0 } else { 1.0 };
    let read = Point::new(1.0, 0.0);
    let (end, middle) = if style.text_place == TextPlace::Above {
        let length = label.width + 2.0 * style.text_gap;
        let height = style.text_gap + label.descent + (label.height()) * 0.5 - label.descent;
        (Point::new(bend.x + way * length, bend.y), Point::new(bend.x + way * length * 0.5, bend.y + height))
    } else {
        let length = style.arrow_size;
        let middle = bend.x + way * (length + style.text_gap + label.width * 0.5);
        (Point::new(bend.x + way * length, bend.y), Point::new(middle, bend.y))
    };
    shapes.line_as(Role::Leader, bend, end);
    let angle = label.draw(shapes, middle, read);
    (middle, angle)
}

/// Draws a diameter as a line through the circle.
fn draw_inside(
    round: &Round,
    options: &DimensionOptions,
    style: &DimensionStyle,
    label: &Label,
    detail: Detail,
) -> (Shapes, Measure) {
    let out = direction(leader_angle(round, options, None));
    let (on, opposite) = (ahead(round.center, out, round.radius), ahead(round.center, out, -round.radius));
    let read = if style.is_horizontal { Point::new(1.0, 0.0) } else { reading(out) };
    let mut shapes = Shapes::new(detail);
    for (tip, way) in [(on, out), (opposite, negative(out))] {
        shapes.arrow(tip, way, pointed(style.arrow), style.arrow_size);
    }
    let is_above = style.text_place == TextPlace::Above && !style.is_horizontal;
    let at = if is_above {
        shapes.line(opposite, on);
        ahead(round.center, left_of(read), style.text_gap + label.height() * 0.5)
    } else {
        let half = 0.5
            * ((read.x * out.x + read.y * out.y).abs() * label.width
                + (read.x * out.y - read.y * out.x).abs() * label.height())
            + style.text_gap;
        shapes.line(opposite, ahead(round.center, out, -half.min(round.radius)));
        shapes.line(ahead(round.center, out, half.min(round.radius)), on);
        round.center
    };
    let angle = label.draw(&mut shapes, at, read);
    let kind = MeasureKind::Diameter { on, opposite };
    label.measured(shapes, kind, at, angle)
}

fn draw_arc_length(
    round: &Round,
    radius: f64,
    style: &DimensionStyle,
    label: &Label,
    detail: Detail,
) -> (Shapes, Measure) {
    let mut shapes = Shapes::new(detail);
    let (start, end) = (round.start, round.start + round.sweep);
    let way = if radius >= round.radius { 1.0 } else { -1.0 };
    for angle in [start, end] {
        let out = direction(angle);
        shapes.line_as(
            Role::Extension,
            ahead(round.center, out, round.radius + way * style.extension_gap),
            ahead(round.center, out, radius + way * style.extension_beyond),
        );
    }
    let (at, angle) =
        draw_arc_line(&mut shapes, (round.center, radius), [start, round.sweep], style, label, 0.0);
    let on = |angle: f64, radius: f64| ahead(round.center, direction(angle), radius);
    let kind = MeasureKind::ArcLength {
        center: round.center,
        from: on(start, round.radius),
        to: on(end, round.radius),
        line: on(start + round.sweep * 0.5, radius),
    };
    label.measured(shapes, kind, at, angle)
}

/// Draws an arc with arrows at its ends and a text at its middle, or beyond it where there is no room. `reach` is how far from the
/// centre the extension lines beyond the arc end.
pub(crate) fn draw_arc_line(
    shapes: &mut Shapes,
    (center, radius): (Point, f64),
    [start, sweep]: [f64; 2],
    style: &DimensionStyle,
    label: &Label,
    reach: f64,
) -> (Point, f64) {
    let size = style.arrow_size;
    let arrow = pointed(style.arrow);
    let length = radius * sweep;
    let on = |angle: f64| ahead(center, direction(angle), radius);
    let tangent = |angle: f64| left_of(direction(angle));
    let middle = start + sweep * 0.5;
    let read = if style.is_horizontal { Point::new(1.0, 0.0) } else { reading(tangent(middle)) };
    let is_above = style.text_place == TextPlace::Above && !style.is_horizontal;
    // Read from inside, the ends of the text come near to the arc; read from outside, its middle does.
    let is_outside = dot(left_of(read), direction(middle)) > 0.0;
    let half = label.width * 0.5;
    let sag = if is_outside { 0.0 } else { radius - (radius * radius - half * half).max(0.0).sqrt() };
    let lift = style.text_gap + sag + label.height() * 0.5;
    // Between the sides, the text has the least room where it is nearest to the centre.
    let is_text_inside = if is_above {
        let nearest = radius + if is_outside { lift } else { -lift } - label.height() * 0.5;
        radius > half && nearest > 0.0 && (half + style.text_gap).atan2(nearest) <= sweep * 0.5
    } else {
        let reach = half.hypot(label.height() * 0.5) + style.text_gap;
        reach < radius && (reach / radius).asin() <= sweep * 0.5
    };
    let are_arrows_inside =
        length >= 3.0 * size + if is_text_inside && !is_above { label.width } else { 0.0 };
    let (from_tip, to_tip) = if are_arrows_inside { (1.0, -1.0) } else { (-1.0, 1.0) };
    // The tips lie along chords of the arc, not along tangents.
    let lean = (size * 0.5 / radius).min(1.0);
    shapes.arrow(on(start), rotated(tangent(start), from_tip * lean, -from_tip), arrow, size);
    shapes.arrow(on(start + sweep), rotated(tangent(start + sweep), to_tip * lean, -to_tip), arrow, size);
    let tail = if are_arrows_inside { 0.0 } else { 2.0 * size / radius };
    let tail = tail.min((TAU - sweep).max(0.0) * 0.45);
    if !is_text_inside {
        shapes.arc_as(Role::Dimension, center, radius, start - tail, sweep + 2.0 * tail);
        // Beyond the arc and all of its extension lines.
        let out = direction(middle);
        let half = (out.x.abs() * label.width + out.y.abs() * label.height()) * 0.5;
        let beyond = |reach: f64| reach + style.text_gap + half;
        // Between lines that go on beyond the arc, further out where they are apart, or else at their ends.
        let around = (label.width * 0.5).hypot(label.height() * 0.5) + style.text_gap;
        let apart = around / (sweep * 0.5).min(FRAC_PI_2).sin();
        let at = ahead(center, out, beyond(radius + style.extension_beyond).max(apart.min(beyond(reach))));
        let angle = label.draw(shapes, at, Point::new(1.0, 0.0));
        return (at, angle);
    }
    if !is_above {
        let along = tangent(middle);
        let half = 0.5
            * ((read.x * along.x + read.y * along.y).abs() * label.width
                + (read.x * along.y - read.y * along.x).abs() * label.height())
            + style.text_gap;
        let gap = (half / radius).min(sweep * 0.5);
        shapes.arc_as(Role::Dimension, center, radius, start - tail, sweep * 0.5 - gap + tail);
        shapes.arc_as(Role::Dimension, center, radius, middle + gap, sweep * 0.5 - gap + tail);
        let at = on(middle);
        let angle = label.draw(shapes, at, read);
        return (at, angle);
    }
    shapes.arc_as(Role::Dimension, center, radius, start - tail, sweep + 2.0 * tail);
    let at = ahead(on(middle), left_of(read), lift);
    let angle = label.draw(shapes, at, read);
    (at, angle)
}

/// Turns a direction by an angle, with a sign for the way it points.
fn rotated(along: Point, lean: f64, sign: f64) -> Point {
    let turned = scenewright_geometry::Affine::rotation(lean).displace(along);
    Point::new(turned.x * sign, turned.y * sign)
}

/// Returns the arrow of a leader: a stroke would not show where it ends.
fn pointed(arrow: Arrow) -> Arrow {
    if arrow == Arrow::Tick { Arrow::Filled } else { arrow }
}
