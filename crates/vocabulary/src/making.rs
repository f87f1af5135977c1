//! Arranging, nesting, connecting, and what a workshop needs.

use std::collections::BTreeMap;
use std::rc::Rc;

use boa_engine::JsValue;
use serde_json::json;

use super::arranging::{self, AlignEdge, AlignTarget};
use super::call::{Call, Checked, Failure, Options, choice, describe};
use super::contours::contours;
use super::declaration_book::book;
use super::domain::Domain;
use super::elements::element;
use super::function::Function;
use super::nesting::{self, NestOptions, NestSheet};
use super::parameter::{Parameter, optional, required};
use scenewright_geometry::{Axis, Bounds, OffsetJoin, OffsetStyle, Point, Relief, sin_cos};
use scenewright_nesting::{NestEffort, NestStep};
use scenewright_scene::{
    ArrowEnds, ConnectEnd, ConnectOptions, ConnectorCurve, LaidSheet, PointRef, Port, ResultOptions,
};

const NAME: Parameter = required("name", "string");
const NAMES: Parameter = required("names", "string[]");

/// The limit of a mitred corner of a cut, in units of half the kerf: the tip of a corner of ten degrees is 11.5 away.
const KERF_MITER_LIMIT: f64 = 12.0;

/// The steps that a search does in a millisecond of a run: a quarter of what a machine does, as others work beside it, a run has more to
/// do, and what a search does before and after is not all counted.
const WORK_PER_MS: u64 = 400;

/// The most values of a grid, 2,000 by 2,000: 32 MB of numbers.
const MAX_VALUES: usize = 4_000_000;

pub(crate) static ALIGN: Function = Function {
    name: "align",
    domain: Domain::Making,
    parameters: &[
        NAMES,
        required("edge", "'left' | 'right' | 'top' | 'bottom' | 'centerX' | 'centerY'"),
        optional("to", "string | [number, number]"),
    ],
    returns: "boolean",
    doc: "Moves entities so that an edge of their bounds, or the middle between two, is where the first \
          entity has it, or where the entity or point to has it. Gives false when nothing moves.",
    before: "drawRect('a', -30, 10, 20, 30)\n\
             drawCircle('b', 10, -10, 12)\n\
             drawRect('c', 45, 5, 25, 14)",
    example: "align(['a', 'b', 'c'], 'bottom')",
    call: |call| {
        const EDGES: &[(&str, AlignEdge)] = &[
            ("left", AlignEdge::Left),
            ("right", AlignEdge::Right),
            ("top", AlignEdge::Top),
            ("bottom", AlignEdge::Bottom),
            ("centerX", AlignEdge::CenterX),
            ("centerY", AlignEdge::CenterY),
        ];
        let names = call.names(0)?;
        let edge = super::call::choice("edge", &call.string(1)?, EDGES)?;
        let to = match (call.is_absent(2), call.arg(2).is_string()) {
            (true, _) => AlignTarget::First,
            (false, true) => AlignTarget::Entity(call.string(2)?),
            (false, false) => match call.coordinates(2)?.as_slice() {
                [point] => AlignTarget::Point(*point),
                _ => return Err(Failure::Type("to must be a name or a point [x, y]".to_owned())),
            },
        };
        let moved = arranging::align(&mut call.scene(), &names, edge, &to)?;
        Ok(JsValue::from(moved))
    },
};

pub(crate) static DISTRIBUTE: Function = Function {
    name: "distribute",
    domain: Domain::Making,
    parameters: &[NAMES, required("axis", "'x' | 'y'"), optional("options", "{ gap?: number }")],
    returns: "boolean",
    doc: "Moves entities along an axis, in the order that they are in, so that the gaps between their bounds are the same: \
          those between the first and the last, which stay, or with a gap all but the first. Gives false when nothing \
          moves.",
    before: "drawRect('a', -60, 0, 20, 30)\n\
             drawCircle('b', -30, 0, 12)\n\
             drawRect('c', 45, 0, 25, 14)",
    example: "distribute(['a', 'b', 'c'], 'x')",
    call: |call| {
        let names = call.names(0)?;
        let axis = super::call::choice("axis", &call.string(1)?, &[("x", Axis::X), ("y", Axis::Y)])?;
        let options = call.options(2, &["gap"])?;
        let gap = call.number_option(&options, "gap")?;
        let moved = arranging::distribute(&mut call.scene(), &names, axis, gap)?;
        Ok(JsValue::from(moved))
    },
};

pub(crate) static NEST: Function = Function {
    name: "nest",
    domain: Domain::Making,
    parameters: &[
        required("names", "string[]"),
        required("sheet", "string | [number, number] | (string | [number, number])[]"),
        optional(
            "options",
            "{ gap?: number, margin?: number, kerf?: number, rotations?: number[], grain?: boolean, \
             parts?: { [name: string]: { quantity?: number, rotations?: number[], grain?: boolean } }, \
             effort?: 'fast' | 'good' | 'best', seed?: number }",
        ),
    ],
    returns: "{ placed: string[], unplaced: string[], used: number, sheets: { placed: string[], used: number, \
              extent: { min: [number, number], max: [number, number] } | null, \
              remnant: { min: [number, number], max: [number, number] } | null }[] }",
    doc: "Moves parts onto a sheet, which is the name of a closed entity of any shape, with holes too, or [width, height] from \
          the origin, by their outlines: into each other's bays and holes, at least gap (0) plus kerf (0) apart from each \
          other, and margin, the same unless given, from the edge. Several sheets, in an array, are filled one after the other. \
          Parts may be turned by the rotations, angles in radians ([0, Math.PI / 2]), with grain by half a turn alone; parts \
          gives some of them angles of their own, or a quantity, whose copies are name_1 and so on. A group is one part, with \
          what is engraved on it. A sheet is filled along its longer side, and what is left beyond is its remnant. The search \
          is bounded in steps, so that the places are the same in every run: 'fast' ends in about a second, 'good' in five, \
          'best' in a minute, for which limits.timeMs must allow. Parts that no sheet has room for stay where they are and \
          are listed in unplaced; used is the share of the sheets with parts that these take.",
    before: "for (let i = 0; i < 9; i++) drawRect(`part_${i}`, 0, 0, 20 + 5 * i, 12 + 3 * (i % 4))\n\
             drawRect('sheet', 0, 0, 140, 100)",
    example: "const { unplaced } = nest(listEntities({ name: 'part_*' }), 'sheet', { gap: 2 })\n\
              console.log(unplaced)",
    call: |call| {
        const KNOWN: &[&str] = &["gap", "margin", "kerf", "rotations", "grain", "parts", "effort", "seed"];
        const EFFORTS: &[(&str, NestEffort)] =
            &[("fast", NestEffort::Fast), ("good", NestEffort::Good), ("best", NestEffort::Best)];
        let names = call.names(0)?;
        let sheets = sheets(call)?;
        let options = call.options(2, KNOWN)?;
        let gap = call.number_option(&options, "gap")?.unwrap_or(0.0);
        let kerf = call.number_option(&options, "kerf")?.unwrap_or(0.0);
        if kerf < 0.0 {
            return Err(Failure::Range(format!("option kerf must be 0 or greater, got {kerf}")));
        }
        let seed = call.number_option(&options, "seed")?.unwrap_or(0.0);
        let rotations = angles(call, &options)?;
        let (own_rotations, quantities) = own_choices(call, &options)?;
        let options = NestOptions {
            gap: gap + kerf,
            margin: call.number_option(&options, "margin")?.unwrap_or(gap + kerf),
            rotations: rotations.unwrap_or_else(|| vec![0.0, std::f64::consts::FRAC_PI_2]),
            own_rotations,
            quantities,
            effort: call.choice_option(&options, "effort", EFFORTS)?.unwrap_or_default(),
            seed: seed.to_bits(),
        };
        let most = call.drawing.time_ms().saturating_mul(WORK_PER_MS);
        let drawing = Rc::clone(&call.drawing);
        let listener = |step: NestStep| {
            drawing.working(&match step {
                NestStep::Placed { placed, of } => format!("nest, {placed} of {of} parts placed"),
                NestStep::Compressed { percent } => format!("nest, moving parts together, {percent} %"),
            });
        };
        let nested = nesting::nest(&mut call.scene(), &names, &sheets, &options, most, &listener)?;
        if nested.is_stopped {
            call.drawing.warn(
                "nest: the search ended early, as limits.timeMs leaves it no more time; raise it, or lower effort".to_owned(),
            );
        }
        for (sheet, given) in nested.sheets.iter().zip(&sheets) {
            let name = match given {
                NestSheet::Entity(name) => Some(name.clone()),
                NestSheet::Box(_) => None,
            };
            let Bounds { min, max } = sheet.bounds;
            book(call.context).note_sheet(LaidSheet { name, min: [min.x, min.y], max: [max.x, max.y] });
        }
        let shown = |bounds: &Option<Bounds>| match bounds {
            Some(it) => json!({ "min": [it.min.x, it.min.y], "max": [it.max.x, it.max.y] }),
            None => json!(null),
        };
        let sheets: Vec<_> = nested
            .sheets
            .iter()
            .map(|sheet| {
                json!({
                    "placed": sheet.placed, "used": sheet.used,
                    "extent": shown(&sheet.extent), "remnant": shown(&sheet.remnant),
                })
            })
            .collect();
        let json = json!({
            "placed": nested.placed, "unplaced": nested.unplaced, "used": nested.used, "sheets": sheets,
        });
        Ok(JsValue::from_json(&json, call.context)?)
    },
};

pub(crate) static KERF: Function = Function {
    name: "kerf",
    domain: Domain::Making,
    parameters: &[
        NAME,
        required("width", "number"),
        optional("options", "{ result?: string, like?: string, keep?: boolean }"),
    ],
    returns: "boolean",
    doc: "Compensates for the width of the cut: the outline of a part grows by half of it, and its holes shrink, \
          so that the part has its size when it is cut along them. Arcs stay arcs, and corners of ten degrees and more sharp. It \
          takes the place of the part, unless result names another entity; like and keep are as for booleanUnion.",
    before: "drawRect('plate', 0, 0, 80, 50)\n\
             drawCircle('bore', 0, 0, 10)\n\
             booleanDifference('plate', 'bore', 'part', { keep: false })",
    example: "kerf('part', 0.2)",
    call: |call| {
        let name = call.name(0)?;
        let width = call.number(1)?;
        if width < 0.0 {
            return Err(Failure::Range(format!("width must be 0 or greater, got {width}")));
        }
        let options = call.options(2, &["result", "like", "keep"])?;
        let result = call.string_option(&options, "result")?;
        let common = ResultOptions {
            like: call.string_option(&options, "like")?,
            keep: call.boolean_option(&options, "keep")?.unwrap_or(true),
        };
        let style = OffsetStyle {
            join: OffsetJoin::Miter,
            miter_limit: KERF_MITER_LIMIT,
            tolerance: call.scene().offset_tolerance(0.5 * width),
        };
        let mut scene = call.scene();
        let drawn = match &result {
            Some(result) => scene.draw_offset(&name, 0.5 * width, &style, result, &common)?,
            None => scene.grow_in_place(&name, 0.5 * width, &style, &common)?,
        };
        Ok(JsValue::from(drawn))
    },
};

pub(crate) static CONNECT: Function = Function {
    name: "connect",
    domain: Domain::Making,
    parameters: &[
        NAME,
        required("a", "PointRef"),
        required("b", "PointRef"),
        optional(
            "options",
            "{ curve?: 'straight' | 'orthogonal' | 'smooth', arrow?: 'none' | 'start' | 'end' | 'both', label?: string, avoid?: string[], size?: number }",
        ),
    ],
    returns: "true",
    doc: "Draws a connector from a to b for a diagram, as a group of name_line, name_arrow, name_arrow_start and \
          name_label. A straight one goes from outline to outline; an orthogonal one along the axes, and a smooth one in a \
          curve, from the middle of a side of the bounds to that of another; the texts of tags and labels count for neither. \
          'pump.out' is a port of an instance (see port), 'pump.left', right, top or bottom a side, [x, y] a point, and \
          { of, at } a place at an entity. It leads around the entities to avoid; unless given, one at a port leads around all \
          instances of blocks. The arrow is at b unless given; size is its length, 3 mm on paper unless given.",
    before: "drawRect('read', -60, 20, 40, 20)\n\
             drawRect('check', 0, -25, 30, 20)\n\
             drawRect('write', 60, 20, 40, 20)",
    example: "connect('ok', 'read', 'check', { curve: 'orthogonal', size: 5 })\n\
              connect('done', 'read', 'write', { label: 'valid', size: 5 })",
    call: |call| {
        const KNOWN: &[&str] = &["curve", "arrow", "label", "avoid", "size"];
        const CURVES: &[(&str, ConnectorCurve)] = &[
            ("straight", ConnectorCurve::Straight),
            ("orthogonal", ConnectorCurve::Orthogonal),
            ("smooth", ConnectorCurve::Smooth),
        ];
        const ARROWS: &[(&str, ArrowEnds)] = &[
            ("none", ArrowEnds::None),
            ("start", ArrowEnds::Start),
            ("end", ArrowEnds::End),
            ("both", ArrowEnds::Both),
        ];
        let name = call.name(0)?;
        let (a, b) = (connect_end(call, 1)?, connect_end(call, 2)?);
        let options = call.options(3, KNOWN)?;
        let options = ConnectOptions {
            curve: call.choice_option(&options, "curve", CURVES)?.unwrap_or_default(),
            arrow: call.choice_option(&options, "arrow", ARROWS)?.unwrap_or_default(),
            label: call.string_option(&options, "label")?,
            avoid: match call.option(&options, "avoid")? {
                None => None,
                Some(value) => Some(call.names_of(&value, "option avoid")?),
            },
            size: call.number_option(&options, "size")?,
        };
        call.scene().connect(&name, &a, &b, &options, &call.drawing.fonts)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static DOGBONES: Function = Function {
    name: "dogbones",
    domain: Domain::Making,
    parameters: &[
        NAME,
        required("radius", "number"),
        optional("result", "string"),
        optional(
            "options",
            "{ type?: 'dogbone' | 'tbone', edge?: 'long' | 'short', like?: string, keep?: boolean }",
        ),
    ],
    returns: "number",
    doc: "Relieves every inside corner of a closed entity for a round tool of this radius, so that what is put into it fits: \
          a dogbone is cut into both edges, a tbone along the long edge (or the short one) into the other. The entity is \
          replaced, or drawn as result, with like and keep as for booleanUnion. Gives the number of corners.",
    before: "drawRect('board', 0, 0, 120, 60)\n\
             drawRect('mortise', 0, 0, 50, 20)\n\
             booleanDifference('board', 'mortise', 'panel', { keep: false })",
    example: "console.log(dogbones('panel', 3))",
    call: |call| {
        let (name, radius) = (call.name(0)?, call.number(1)?);
        let result = if call.is_absent(2) { name.clone() } else { call.string(2)? };
        let options = call.options(3, &["type", "edge", "like", "keep"])?;
        let is_dogbone =
            call.choice_option(&options, "type", &[("dogbone", true), ("tbone", false)])?.unwrap_or(true);
        let edges = [("long", Relief::LongEdge), ("short", Relief::ShortEdge)];
        let edge = call.choice_option(&options, "edge", &edges)?;
        let relief = match (is_dogbone, edge) {
            (true, None) => Relief::Dogbone,
            (false, edge) => edge.unwrap_or(Relief::LongEdge),
            (true, Some(_)) => {
                return Err(Failure::Type(
                    "option edge goes with the type tbone, not with dogbone".to_owned(),
                ));
            }
        };
        let like = call.string_option(&options, "like")?;
        let keep = call.boolean_option(&options, "keep")?.unwrap_or(true);
        let options = ResultOptions { like, keep };
        let count = call.scene().draw_relieved(&name, radius, relief, &result, &options)?;
        Ok(JsValue::from(count as f64))
    },
};

fn connect_end(call: &mut Call<'_>, index: usize) -> Checked<ConnectEnd> {
    let (value, what) = (call.arg(index), call.parameter(index));
    if value.is_string() {
        return Ok(ConnectEnd::Named(call.string(index)?));
    }
    Ok(match call.point_ref_of(&value, what)? {
        PointRef::At(point) => ConnectEnd::Point(point),
        PointRef::Of { name, place } => ConnectEnd::At(name, place),
    })
}

pub(crate) static PORT: Function = Function {
    name: "port",
    domain: Domain::Making,
    parameters: &[
        NAME,
        required("x", "number"),
        required("y", "number"),
        optional("direction", "'left' | 'right' | 'up' | 'down' | number"),
    ],
    returns: "true",
    doc: "Declares a port of the block that the next defineBlock makes: a point where connectors begin and end, which \
          connect names after the instance, such as 'P-101.out'. x and y are where it is among the entities of the block, \
          and the direction, or an angle in radians, is that in which a connector leaves; unless given, it leads out by the \
          nearest side.",
    before: "drawCircle('casing', 0, 0, 10)\n\
             drawPolygon('impeller', [[-6, -8], [-6, 8], [10, 0]])",
    example: "port('in', -10, 0, 'left')\n\
              port('out', 10, 0, 'right')\n\
              defineBlock('pump', ['casing', 'impeller'])\n\
              insert('pump', 'P-1', -40, 0)\n\
              insert('pump', 'P-2', 40, 30)\n\
              connect('feed', 'P-1.out', 'P-2.in', { curve: 'orthogonal', size: 4 })",
    call: |call| {
        const DIRECTIONS: &[(&str, [f64; 2])] =
            &[("left", [-1.0, 0.0]), ("right", [1.0, 0.0]), ("up", [0.0, 1.0]), ("down", [0.0, -1.0])];
        let (name, at) = (call.name(0)?, Point::new(call.number(1)?, call.number(2)?));
        let value = call.arg(3);
        let direction = if call.is_absent(3) {
            None
        } else if value.is_string() {
            Some(Point::from(choice("direction", &call.string(3)?, DIRECTIONS)?))
        } else {
            let (sin, cos) = sin_cos(call.number(3)?);
            Some(Point::new(cos, sin))
        };
        call.scene().add_port(Port { name, at, direction })?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static CONTOURS: Function = Function {
    name: "contours",
    domain: Domain::Making,
    parameters: &[
        required("values", "number[][]"),
        required("levels", "number[]"),
        optional("options", "{ origin?: [number, number], step?: number | [number, number] }"),
    ],
    returns: "{ level: number, points: [number, number][], closed: boolean }[]",
    doc: "Computes the lines of equal value on a grid: values[row][column] is the value at origin ([0, 0]) plus column and \
          row times step (1), with rows upwards. Each line is as long as it can be, and has higher values to its left; draw \
          it with drawLine or drawSpline, or with drawPolygon where it is closed.",
    before: "const heights = Array.from({ length: 6 }, (_, j) => Array.from({ length: 8 }, (_, i) => 50 * Math.exp(-((i - 3) ** 2 + (j - 2.5) ** 2) / 6)))",
    example: "contours(heights, [10, 20, 30, 40], { step: 20 }).forEach(({ points, closed }, i) => drawSpline(`height_${i}`, points, { closed }))",
    call: |call| {
        let rows = rows(call)?;
        let levels = numbers(call, &call.arg(1), "levels")?;
        let options = call.options(2, &["origin", "step"])?;
        let origin = call.point_option(&options, "origin")?.unwrap_or(Point::ORIGIN);
        let step = call.factors_option(&options, "step")?.unwrap_or([1.0, 1.0]);
        if step.iter().any(|it| *it <= 0.0) {
            return Err(Failure::Range("option step must be greater than 0".to_owned()));
        }
        let found = contours(&rows, &levels)?;
        let mut lines = Vec::with_capacity(found.len());
        for contour in found {
            let place = |point: &Point| [origin.x + step[0] * point.x, origin.y + step[1] * point.y];
            let points: Vec<[f64; 2]> = contour.points.iter().map(place).collect();
            if points.iter().flatten().any(|it| !it.is_finite()) {
                return Err(Failure::Range("the contours leave the range of numbers".to_owned()));
            }
            lines.push(json!({ "level": contour.level, "points": points, "closed": contour.is_closed }));
        }
        Ok(JsValue::from_json(&json!(lines), call.context)?)
    },
};

/// Reads one sheet or several.
fn sheets(call: &mut Call<'_>) -> Checked<Vec<NestSheet>> {
    let value = call.arg(1);
    let is_pair = |call: &mut Call<'_>| -> Checked<bool> {
        let Some((array, length)) = call.array(&value)? else { return Ok(false) };
        Ok(length == 2 && element(&array, 0, call.context)?.is_number())
    };
    if value.is_string() || is_pair(call)? {
        return Ok(vec![one_sheet(call, &value, "sheet")?]);
    }
    let Some((array, length)) = call.array(&value)? else {
        return Err(call.wrong(1, "a name, [width, height], or an array of these"));
    };
    let mut found = Vec::new();
    for at in 0..length {
        let value = element(&array, at, call.context)?;
        found.push(one_sheet(call, &value, &format!("sheet[{at}]"))?);
    }
    Ok(found)
}

fn one_sheet(call: &mut Call<'_>, value: &JsValue, what: &str) -> Checked<NestSheet> {
    if let Some(name) = value.as_string() {
        let name = name.to_std_string_lossy();
        let scene = call.scene();
        return match scene.exists(&name) {
            true => Ok(NestSheet::Entity(name)),
            false => Err(Failure::Scene(scene.unknown(&name))),
        };
    }
    match numbers(call, value, what)?.as_slice() {
        [wide, high] => Ok(NestSheet::Box(Bounds { min: Point::ORIGIN, max: Point::new(*wide, *high) })),
        _ => Err(Failure::Type(format!("{what} must be a name or [width, height]"))),
    }
}

/// Reads the angles that options give.
fn angles(call: &mut Call<'_>, options: &Options) -> Checked<Option<Vec<f64>>> {
    let given = call.numbers_option(options, "rotations")?;
    let has_grain = call.boolean_option(options, "grain")?.unwrap_or(false);
    Ok(given.or(has_grain.then(|| vec![0.0, std::f64::consts::PI])))
}

/// The angles of some parts, and the numbers of copies of some.
type OwnChoices = (BTreeMap<String, Vec<f64>>, BTreeMap<String, usize>);

fn own_choices(call: &mut Call<'_>, options: &Options) -> Checked<OwnChoices> {
    let mut found = OwnChoices::default();
    let Some(value) = call.option(options, "parts")? else { return Ok(found) };
    let Some(object) = value.as_object().filter(|it| !it.is_array() && !it.is_callable()) else {
        return Err(Failure::Type(format!(
            "option parts must be an object of parts, got {}",
            describe(&value)
        )));
    };
    for key in object.own_property_keys(call.context)? {
        let name = key.to_string();
        let value = object.get(key, call.context)?;
        let Some(own) = value.as_object().filter(|it| !it.is_array() && !it.is_callable()) else {
            return Err(Failure::Type(format!(
                "option parts.{name} must be an object, got {}",
                describe(&value)
            )));
        };
        let own = call.options_of(own, &["quantity", "rotations", "grain"])?;
        if let Some(angles) = angles(call, &own)? {
            found.0.insert(name.clone(), angles);
        }
        if let Some(quantity) = call.number_option(&own, "quantity")? {
            if quantity < 1.0 || quantity.fract() != 0.0 || quantity > 10_000.0 {
                return Err(Failure::Range(format!(
                    "option parts.{name}.quantity must be a whole number from 1 to 10000, got {quantity}"
                )));
            }
            found.1.insert(name, quantity as usize);
        }
    }
    Ok(found)
}

/// Reads the rows of a grid.
fn rows(call: &mut Call<'_>) -> Checked<Vec<Vec<f64>>> {
    let value = call.arg(0);
    let Some((list, length)) = call.array(&value)? else {
        return Err(Failure::Type(format!(
            "values must be an array of rows of numbers, got {}",
            describe(&value)
        )));
    };
    let mut rows = Vec::new();
    let mut count = 0;
    for at in 0..length {
        let row = element(&list, at, call.context)?;
        let row = numbers(call, &row, &format!("values[{at}]"))?;
        count += row.len();
        if count > MAX_VALUES {
            return Err(Failure::Range(format!("values must hold at most {MAX_VALUES} numbers")));
        }
        rows.push(row);
    }
    Ok(rows)
}

fn numbers(call: &mut Call<'_>, value: &JsValue, what: &str) -> Checked<Vec<f64>> {
    let Some((list, length)) = call.array(value)? else {
        return Err(Failure::Type(format!("{what} must be an array of numbers, got {}", describe(value))));
    };
    let mut numbers = Vec::with_capacity(length.min(1 << 16) as usize);
    for at in 0..length {
        let part = element(&list, at, call.context)?;
        match part.as_number() {
            Some(number) if number.is_finite() => numbers.push(number),
            Some(_) | None => {
                let came = describe(&part);
                let class = if part.is_number() { Failure::Range } else { Failure::Type };
                return Err(class(format!("{what}[{at}] must be a finite number, got {came}")));
            }
        }
    }
    Ok(numbers)
}
