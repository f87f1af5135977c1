//! Dimensions and their style.

use std::f64::consts::FRAC_PI_2;

use boa_engine::JsValue;

use super::call::{Call, Checked, Failure, Options, choice};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{Parameter, optional, required};
use scenewright_geometry::number_text;
use scenewright_scene::{
    Arrow, DimensionOptions, DimensionSide, DimensionSource, DimensionStyle, DimensionTarget, Direction,
    MAX_DECIMALS, Measured, NumberFormat, PointRef, Round, RoundMeasure, Row, TextPlace, Tolerance,
};

const NAME: Parameter = required("name", "string");

pub(crate) static DIMENSION: Function = Function {
    name: "dimension",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        required(
            "options",
            "{ type: 'linear' | 'horizontal' | 'vertical' | 'aligned' | 'chain' | 'baseline' | 'radius' | 'diameter' | \
             'angle' | 'arcLength' | 'ordinate', of?: string | { hole: string } | { edge: string }, edge?: number, index?: number, from?: PointRef, to?: \
             PointRef, points?: PointRef[], vertex?: PointRef, lines?: [string, string], origin?: PointRef, axis?: 'x' | \
             'y', direction?: 'horizontal' | 'vertical' | 'aligned', angle?: number, center?: [number, number], radius?: \
             number, offset?: number, side?: 'above' | 'below' | 'left' | 'right', through?: PointRef, inside?: boolean, \
             decimals?: number, prefix?: string, suffix?: string, text?: string, tolerance?: string | number | [number, \
             number], limits?: boolean, color?: Color }",
        ),
    ],
    returns: "true",
    doc: "Draws a dimension with the value that it measures in the finished scene: what moves later, it follows. Points \
          are [x, y], the name of an entity for its centre, or { of: name, at }: 'left', 'topRight', 'start', 'end', \
          'middle', the number of a vertex, or [x, y] in its own coordinates. linear (along x or y, or at angle), \
          horizontal, vertical and aligned measure from, to; or of: the extent of an entity, or one edge of it. chain and \
          baseline measure points. radius, diameter and arcLength measure of, a circle or an arc (index of several, from 0; a circle \
          counts once however many arcs draw it), or center and radius; angle is the direction of the leader.  \
          An entity that a boolean took in and removed keeps its name: of: 'bore', or of: { hole: 'bore' }, \
          is its trace in the result, and { hole: 'bore', at } a point of it. angle measures lines, or vertex, from, to \
          counter-clockwise, or of, an arc. ordinate measures points from origin ([0, 0]) along axis. offset is in \
          millimetres on paper, side the side of the line, through a point that it goes through; without them, and without \
          the angle of a radius or a diameter, the text finds a place that lies on nothing, outside of the part first. text replaces the number, \
          <> stands for it. tolerance is '±0.05', '+0.021/0', [0.021, 0] in the unit of the number, or a class of ISO 286 such as 'H7' with its \
          limits in that unit (limits: false without), or 'H7/g6'. DXF has a DIMENSION.",
    before: "drawRect('plate', 0, 0, 80, 50)\n\
             drawCircle('bore', -15, 0, 12.5)",
    example: "dimension('width', { type: 'horizontal', of: 'plate' })\n\
              dimension('height', { type: 'vertical', of: 'plate', tolerance: '±0.1' })\n\
              dimension('bore_size', { type: 'diameter', of: 'bore', tolerance: 'H7' })\n\
              dimension('bore_place', { type: 'horizontal', from: { of: 'plate', at: 'left' }, to: 'bore', side: 'above', offset: 35 })",
    call: dimension,
};

const KNOWN: &[&str] = &[
    "type",
    "of",
    "edge",
    "index",
    "from",
    "to",
    "points",
    "vertex",
    "lines",
    "origin",
    "axis",
    "direction",
    "angle",
    "center",
    "radius",
    "offset",
    "side",
    "through",
    "inside",
    "decimals",
    "prefix",
    "suffix",
    "text",
    "tolerance",
    "limits",
    "color",
];

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Distance(Direction),
    Row(Row),
    Round(RoundMeasure),
    Angle,
    Ordinate,
}

const KINDS: &[(&str, Kind)] = &[
    ("linear", Kind::Distance(Direction::Axis)),
    ("horizontal", Kind::Distance(Direction::Angle(0.0))),
    ("vertical", Kind::Distance(Direction::Angle(FRAC_PI_2))),
    ("aligned", Kind::Distance(Direction::Aligned)),
    ("chain", Kind::Row(Row::Chain)),
    ("baseline", Kind::Row(Row::Baseline)),
    ("radius", Kind::Round(RoundMeasure::Radius)),
    ("diameter", Kind::Round(RoundMeasure::Diameter)),
    ("angle", Kind::Angle),
    ("arcLength", Kind::Round(RoundMeasure::ArcLength)),
    ("ordinate", Kind::Ordinate),
];

fn dimension(call: &mut Call<'_>) -> Checked<JsValue> {
    let name = call.name(0)?;
    let options = call.options(1, KNOWN)?;
    let Some(word) = call.string_option(&options, "type")? else {
        let kinds: Vec<String> = KINDS.iter().map(|(kind, _)| format!("\"{kind}\"")).collect();
        return Err(Failure::Type(format!("option type must be {}, got undefined", kinds.join(" or "))));
    };
    let kind = choice("option type", &word, KINDS)?;
    let target = target(call, &options, &word, kind)?;
    let tolerance = tolerance(call, &options)?;
    let color = match call.option(&options, "color")? {
        None => None,
        Some(value) => Some(call.color_of(&value, "option color")?),
    };
    let text = |call: &mut Call<'_>, key: &'static str| -> Checked<Option<String>> {
        match call.option(&options, key)? {
            None => Ok(None),
            Some(value) => call.text_of(&value, &format!("option {key}")).map(Some),
        }
    };
    let sides = [
        ("above", DimensionSide::Above),
        ("below", DimensionSide::Below),
        ("left", DimensionSide::Left),
        ("right", DimensionSide::Right),
    ];
    let details = DimensionOptions {
        offset: call.number_option(&options, "offset")?,
        side: call.choice_option(&options, "side", &sides)?,
        through: call.point_ref_option(&options, "through")?,
        angle: match kind {
            Kind::Round(_) => call.number_option(&options, "angle")?,
            _ => None,
        },
        is_inside: call.boolean_option(&options, "inside")?.unwrap_or(false),
        decimals: decimals(call, &options)?,
        prefix: text(call, "prefix")?.unwrap_or_default(),
        suffix: text(call, "suffix")?.unwrap_or_default(),
        text: text(call, "text")?,
        tolerance,
        magnified: None,
    };
    let source = DimensionSource { target, options: details };
    call.scene().draw_dimension(&name, source, color, &call.drawing.fonts)?;
    Ok(JsValue::from(true))
}

fn target(call: &mut Call<'_>, options: &Options, word: &str, kind: Kind) -> Checked<DimensionTarget> {
    let of = call.subject_option(options, "of")?;
    match kind {
        Kind::Distance(direction) => distance_target(call, options, word, of, direction),
        Kind::Row(row) => row_target(call, options, word, row),
        Kind::Round(measure) => round_target(call, options, word, of, measure),
        Kind::Angle => angle_target(call, options, word, of),
        Kind::Ordinate => ordinate_target(call, options, word, of),
    }
}

fn missing(word: &str, what: &str) -> Failure {
    Failure::Type(format!("a dimension of type {word} needs {what}"))
}

fn distance_target(
    call: &mut Call<'_>,
    options: &Options,
    word: &str,
    of: Option<String>,
    direction: Direction,
) -> Checked<DimensionTarget> {
    let direction = match (call.number_option(options, "angle")?, direction) {
        (Some(angle), Direction::Axis) => Direction::Angle(angle),
        (Some(_), _) => {
            return Err(Failure::Type(format!("option angle goes with the type linear, not with {word}")));
        }
        (None, direction) => direction,
    };
    let ends = (call.point_ref_option(options, "from")?, call.point_ref_option(options, "to")?);
    let points = call.point_refs_option(options, "points")?;
    match (of, ends, points) {
        (Some(name), (None, None), None) => {
            let index = call.count_option(options, "edge")?;
            Ok(match direction {
                Direction::Aligned => DimensionTarget::Edge { name, index, direction },
                _ if index.is_some() => DimensionTarget::Edge { name, index, direction },
                _ => DimensionTarget::Extent { name, direction },
            })
        }
        (None, (Some(from), Some(to)), None) => {
            Ok(DimensionTarget::Between { points: vec![from, to], direction, row: Row::Chain })
        }
        (None, (None, None), Some(points)) if points.len() == 2 => {
            Ok(DimensionTarget::Between { points, direction, row: Row::Chain })
        }
        (None, (None, None), Some(points)) => Err(Failure::Range(format!(
            "a dimension of type {word} has 2 points, got {}; those of type chain and baseline have more",
            points.len()
        ))),
        _ => Err(missing(word, "from and to, or of: the name of an entity, and not both")),
    }
}

fn row_target(call: &mut Call<'_>, options: &Options, word: &str, row: Row) -> Checked<DimensionTarget> {
    let Some(points) = call.point_refs_option(options, "points")? else {
        return Err(missing(word, "points: an array of at least 2 points"));
    };
    if points.len() < 2 {
        return Err(Failure::Range(format!(
            "a dimension of type {word} has at least 2 points, got {}",
            points.len()
        )));
    }
    let directions = [
        ("horizontal", Direction::Angle(0.0)),
        ("vertical", Direction::Angle(FRAC_PI_2)),
        ("aligned", Direction::Aligned),
    ];
    let direction = call.choice_option(options, "direction", &directions)?;
    let angle = call.number_option(options, "angle")?.map(Direction::Angle);
    let direction = direction.or(angle).unwrap_or(Direction::Axis);
    Ok(DimensionTarget::Between { points, direction, row })
}

fn round_target(
    call: &mut Call<'_>,
    options: &Options,
    word: &str,
    of: Option<String>,
    measure: RoundMeasure,
) -> Checked<DimensionTarget> {
    let index = call.count_option(options, "index")?;
    let center = match call.option(options, "center")? {
        None => None,
        Some(value) => Some(call.point_of(&value, "option center")?),
    };
    let radius = call.number_option(options, "radius")?;
    match (of, center, radius) {
        (Some(name), None, None) => Ok(DimensionTarget::Round { name, index, measure }),
        (None, Some(center), Some(radius)) if radius > 0.0 && measure != RoundMeasure::ArcLength => {
            let round = Round { center, radius, start: 0.0, sweep: std::f64::consts::TAU };
            Ok(DimensionTarget::Fixed(Measured::Round { round, measure }))
        }
        (None, Some(_), Some(radius)) if radius <= 0.0 => {
            Err(Failure::Range(format!("option radius must be greater than 0, got {}", number_text(radius))))
        }
        _ if measure == RoundMeasure::ArcLength => Err(missing(word, "of: the name of an arc")),
        _ => Err(missing(word, "of: the name of a circle or an arc, or center and radius")),
    }
}

fn angle_target(
    call: &mut Call<'_>,
    options: &Options,
    word: &str,
    of: Option<String>,
) -> Checked<DimensionTarget> {
    let lines = call.names_option(options, "lines")?;
    let vertex = call.point_ref_option(options, "vertex")?;
    let (from, to) = (call.point_ref_option(options, "from")?, call.point_ref_option(options, "to")?);
    match (of, lines.as_deref(), vertex, from, to) {
        (Some(name), None, None, None, None) => Ok(DimensionTarget::Turn { name }),
        (None, Some([one, other]), None, None, None) => {
            Ok(DimensionTarget::Lines { one: one.clone(), other: other.clone() })
        }
        (None, None, Some(vertex), Some(from), Some(to)) => Ok(DimensionTarget::Angle { vertex, from, to }),
        _ => Err(missing(word, "lines: two names, or vertex, from and to, or of: the name of an arc")),
    }
}

fn ordinate_target(
    call: &mut Call<'_>,
    options: &Options,
    word: &str,
    of: Option<String>,
) -> Checked<DimensionTarget> {
    let origin = call.point_ref_option(options, "origin")?;
    let origin = origin.unwrap_or(PointRef::At(scenewright_geometry::Point::ORIGIN));
    let along_x = call.choice_option(options, "axis", &[("x", true), ("y", false)])?.unwrap_or(true);
    let points = match (call.point_refs_option(options, "points")?, of) {
        (Some(points), None) if !points.is_empty() => points,
        (None, Some(name)) => vec![PointRef::Of { name, place: scenewright_scene::Place::Center }],
        _ => return Err(missing(word, "points: an array of points, or of: the name of an entity")),
    };
    Ok(DimensionTarget::Ordinates { origin, points, along_x })
}

pub(crate) fn tolerance(call: &mut Call<'_>, options: &Options) -> Checked<Option<Tolerance>> {
    let with_limits = call.boolean_option(options, "limits")?.unwrap_or(true);
    let Some(value) = call.option(options, "tolerance")? else { return Ok(None) };
    if let Some(text) = value.as_string() {
        return Ok(Some(Tolerance::parse(&text.to_std_string_lossy(), with_limits)?));
    }
    if let Some(number) = value.as_number() {
        return if number.is_finite() && number > 0.0 {
            Ok(Some(Tolerance::Symmetric(number)))
        } else {
            Err(Failure::Range(format!(
                "option tolerance must be greater than 0, got {}",
                number_text(number)
            )))
        };
    }
    let [upper, lower] = call.pair_of(&value, "option tolerance")?;
    Ok(Some(Tolerance::limits(upper, lower)?))
}

fn decimals(call: &mut Call<'_>, options: &Options) -> Checked<Option<usize>> {
    match call.count_option(options, "decimals")? {
        Some(decimals) if decimals > MAX_DECIMALS => Err(Failure::Range(format!(
            "option decimals must be between 0 and {MAX_DECIMALS}, got {decimals}"
        ))),
        decimals => Ok(decimals),
    }
}

pub(crate) static SET_DIMENSION_STYLE: Function = Function {
    name: "setDimensionStyle",
    domain: Domain::Drafting,
    parameters: &[
        required("style", "'ISO' | 'architectural' | 'ASME'"),
        optional(
            "options",
            "{ textHeight?: number, textPlace?: 'above' | 'centered', horizontal?: boolean, arrow?: 'filled' | 'open' | \
             'tick' | 'dot' | 'none', arrowSize?: number, extensionGap?: number, extensionBeyond?: number, textGap?: \
             number, offset?: number, step?: number, decimals?: number, trailingZeros?: boolean, leadingZeros?: boolean, decimalMark?: \
             '.' | ',', factor?: number, format?: 'decimal' | 'fractional' | 'architectural', denominator?: number }",
        ),
    ],
    returns: "true",
    doc: "Sets the style of all dimensions and notes, also of those drawn before: ISO (the default: text above the \
          line, arrows), architectural (oblique strokes) or ASME (level text in a gap of the line). The options change \
          it; lengths are millimetres on paper. factor is that from the scene's unit to the numbers, such as 0.001 for \
          metres in a scene of millimetres. decimals is 2 unless given, and 3 in the architectural \
          style or where the numbers are in a unit longer than a millimetre. leadingZeros: false leaves out the zero of 0.25, as ASME has it for \
          inches. format 'fractional' writes inches with fractions (63 1/2), 'architectural' feet and inches (5'-3 \
          1/2\"), whatever the unit of the scene, rounded to the denominator (16); what must not be rounded, such as \
          the size of a drilled hole, has decimals where it is no fraction.",
    before: "drawRect('room', 0, 0, 4200, 3100)\n\
             setDrawingScale('1:50')\n\
             dimension('length', { type: 'horizontal', of: 'room' })\n\
             dimension('depth', { type: 'vertical', of: 'room' })",
    example: "setDimensionStyle('architectural', { textHeight: 3.5 })",
    call: |call| {
        const KNOWN: &[&str] = &[
            "textHeight",
            "textPlace",
            "horizontal",
            "arrow",
            "arrowSize",
            "extensionGap",
            "extensionBeyond",
            "textGap",
            "offset",
            "step",
            "decimals",
            "trailingZeros",
            "leadingZeros",
            "decimalMark",
            "factor",
            "format",
            "denominator",
        ];
        type Base = fn() -> DimensionStyle;
        const STYLES: &[(&str, Base)] = &[
            ("ISO", DimensionStyle::iso),
            ("architectural", DimensionStyle::architectural),
            ("ASME", DimensionStyle::asme),
        ];
        let word = call.string(0)?;
        let known = STYLES.iter().find(|(name, _)| name.eq_ignore_ascii_case(&word)).map(|(name, _)| *name);
        let base = choice("style", known.unwrap_or(&word), STYLES)?();
        let options = call.options(1, KNOWN)?;
        let arrows = [
            ("filled", Arrow::Filled),
            ("open", Arrow::Open),
            ("tick", Arrow::Tick),
            ("dot", Arrow::Dot),
            ("none", Arrow::None),
        ];
        let places = [("above", TextPlace::Above), ("centered", TextPlace::Centered)];
        let number = |call: &mut Call<'_>, key: &'static str, usual: f64| -> Checked<f64> {
            Ok(call.number_option(&options, key)?.unwrap_or(usual))
        };
        let denominator = call.count_option(&options, "denominator")?;
        let fraction = denominator.map_or(16, |it| u32::try_from(it).unwrap_or(u32::MAX));
        let formats = [
            ("decimal", NumberFormat::Decimal),
            ("fractional", NumberFormat::Fractional(fraction)),
            ("architectural", NumberFormat::Architectural(fraction)),
        ];
        let format = call.choice_option(&options, "format", &formats)?.unwrap_or(base.format);
        let factor = call.number_option(&options, "factor")?;
        if format == NumberFormat::Decimal && denominator.is_some() {
            let message = "option denominator needs format: 'fractional' or 'architectural'";
            return Err(Failure::Range(message.to_owned()));
        }
        if format != NumberFormat::Decimal && factor.is_some() {
            let message =
                "fractions are of inches, which follow from the unit of the scene: leave out factor";
            return Err(Failure::Range(message.to_owned()));
        }
        let given = decimals(call, &options)?;
        let style = DimensionStyle {
            text_height: number(call, "textHeight", base.text_height)?,
            text_place: call.choice_option(&options, "textPlace", &places)?.unwrap_or(base.text_place),
            is_horizontal: call.boolean_option(&options, "horizontal")?.unwrap_or(base.is_horizontal),
            arrow: call.choice_option(&options, "arrow", &arrows)?.unwrap_or(base.arrow),
            arrow_size: number(call, "arrowSize", base.arrow_size)?,
            extension_gap: number(call, "extensionGap", base.extension_gap)?,
            extension_beyond: number(call, "extensionBeyond", base.extension_beyond)?,
            text_gap: number(call, "textGap", base.text_gap)?,
            offset: number(call, "offset", base.offset)?,
            step: number(call, "step", base.step)?,
            decimals: given.unwrap_or(base.decimals),
            usual_decimals: base.usual_decimals.filter(|_| given.is_none()),
            trailing_zeros: call.boolean_option(&options, "trailingZeros")?.unwrap_or(base.trailing_zeros),
            leading_zeros: call.boolean_option(&options, "leadingZeros")?.unwrap_or(base.leading_zeros),
            decimal_mark: call
                .choice_option(&options, "decimalMark", &[(".", '.'), (",", ',')])?
                .unwrap_or(base.decimal_mark),
            factor: factor.unwrap_or(base.factor),
            format,
        };
        call.scene().set_dimension_style(style)?;
        Ok(JsValue::from(true))
    },
};
