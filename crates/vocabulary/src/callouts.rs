//! Call-outs: sizes of holes, frames of tolerances, datums, centre marks.

use boa_engine::JsValue;

use super::call::{Call, Checked, Failure, Options, choice, describe, name_of};
use super::dimensions::tolerance;
use super::domain::Domain;
use super::function::Function;
use super::notes::{draw, place, point, written};
use super::parameter::{Parameter, optional, required};
use scenewright_geometry::{number_text, positive};
use scenewright_scene::{Characteristic, DimensionOptions, FrameRow, HoleSizes, NotePlace, NoteSource};

const NAME: Parameter = required("name", "string");
const TARGET: Parameter = required("target", "PointRef");

/// The length by which centre lines go beyond circles, in millimetres on paper.
const BEYOND: f64 = 3.0;

/// The distance of the end of a frame's leader from its target, in millimetres on paper.
const FRAME_OFFSET: [f64; 2] = [12.0, 12.0];

pub(crate) static CENTER_MARKS: Function = Function {
    name: "centerMarks",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        required("of", "string | { hole: string }"),
        optional("options", "{ extend?: number, pitchCircles?: boolean, color?: Color }"),
    ],
    returns: "true",
    doc: "Marks the centres of all circles of an entity, such as a plate with holes: crossed centre lines that go 3 mm on \
          paper, or extend, beyond each, also at the ends of slots. Three or more holes of one size that are even around a \
          centre have their pitch circle, unless pitchCircles is false. It follows the entity.",
    before: "drawCircle('blank', 0, 0, 30)\n\
             const holes = [0, 1, 2, 3].map((i) => { drawCircle('h' + i, 20 * Math.cos(i * Math.PI / 2), 20 * Math.sin(i * Math.PI / 2), 3); return 'h' + i })\n\
             booleanDifference('blank', holes, 'flange', { keep: false })",
    example: "centerMarks('marks', 'flange')",
    call: |call| {
        let (name, of) = (call.name(0)?, subject(call, 1)?);
        let options = call.options(2, &["extend", "pitchCircles", "color"])?;
        let beyond = call.number_option(&options, "extend")?.unwrap_or(BEYOND);
        let has_pitch_circles = call.boolean_option(&options, "pitchCircles")?.unwrap_or(true);
        draw(call, &name, &options, NoteSource::CenterMarks { of, beyond, has_pitch_circles })
    },
};

pub(crate) static HOLE_CALLOUT: Function = Function {
    name: "holeCallout",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        required("of", "string | { hole: string } | (string | { hole: string })[]"),
        optional(
            "options",
            "{ index?: number, count?: number, depth?: number, through?: boolean, counterbore?: { diameter: number, depth: \
             number }, countersink?: { diameter: number, angle?: number }, thread?: string, threadDepth?: number, \
             tolerance?: string | number | [number, number], limits?: boolean, prefix?: string, suffix?: string, angle?: \
             number, offset?: number, to?: PointRef, color?: Color }",
        ),
    ],
    returns: "true",
    doc: "Calls out a hole, or several alike, with a leader: 4× Ø6.6 THRU, and beneath it the counterbore (⌴) or the \
          countersink (⌵). of is a circle, an array of circles, or an entity whose holes have one size, or with index that \
          hole and all like it; the diameter is measured and the holes are counted in the finished scene (count says \
          otherwise). thread, such as 'M6', stands in the place of the diameter; a circle that is smaller is the drilled \
          hole, beneath it. Depths and diameters are in the unit of the scene, the angle of a countersink is in radians \
          (Math.PI / 2). tolerance and limits are as for dimension; angle, offset and to place the text, which otherwise \
          finds a free place.",
    before: "drawRect('blank', 0, 0, 80, 50)\n\
             drawCircle('a', -30, 15, 3.3); drawCircle('b', 30, 15, 3.3)\n\
             booleanDifference('blank', ['a', 'b'], 'plate', { keep: false })",
    example: "holeCallout('screws', 'plate', { through: true, counterbore: { diameter: 11, depth: 6.5 } })",
    call: |call| {
        const KNOWN: &[&str] = &[
            "index",
            "count",
            "depth",
            "through",
            "counterbore",
            "countersink",
            "thread",
            "threadDepth",
            "tolerance",
            "limits",
            "prefix",
            "suffix",
            "angle",
            "offset",
            "to",
            "color",
        ];
        let name = call.name(0)?;
        let of = subjects(call, 1)?;
        if of.is_empty() {
            return Err(Failure::Range("of must name at least one circle".to_owned()));
        }
        let options = call.options(2, KNOWN)?;
        let index = call.count_option(&options, "index")?;
        if index.is_some() && of.len() > 1 {
            return Err(Failure::Type("option index goes with one entity, not with several".to_owned()));
        }
        let hole = HoleSizes {
            count: match call.count_option(&options, "count")? {
                Some(0) => return Err(Failure::Range("option count must be at least 1, got 0".to_owned())),
                count => count,
            },
            depth: length_option(call, &options, "depth")?,
            is_through: call.boolean_option(&options, "through")?.unwrap_or(false),
            counterbore: counterbore(call, &options)?,
            countersink: countersink(call, &options)?,
            thread: call.string_option(&options, "thread")?.filter(|thread| !thread.trim().is_empty()),
            thread_depth: length_option(call, &options, "threadDepth")?,
        };
        if hole.is_through && hole.depth.is_some() {
            return Err(Failure::Type(
                "options through and depth exclude each other: a hole has a depth, or goes through"
                    .to_owned(),
            ));
        }
        let details = DimensionOptions {
            offset: call.number_option(&options, "offset")?,
            through: call.point_ref_option(&options, "to")?,
            angle: call.number_option(&options, "angle")?,
            prefix: call.string_option(&options, "prefix")?.unwrap_or_default(),
            suffix: call.string_option(&options, "suffix")?.unwrap_or_default(),
            tolerance: tolerance(call, &options)?,
            ..DimensionOptions::default()
        };
        let note = NoteSource::HoleCallout { of, index, hole: Box::new(hole), options: Box::new(details) };
        draw(call, &name, &options, note)
    },
};

/// The characteristics by their names; some have two.
const CHARACTERISTICS: &[(&str, Characteristic)] = &[
    ("straightness", Characteristic::Straightness),
    ("flatness", Characteristic::Flatness),
    ("roundness", Characteristic::Roundness),
    ("circularity", Characteristic::Roundness),
    ("cylindricity", Characteristic::Cylindricity),
    ("lineProfile", Characteristic::LineProfile),
    ("surfaceProfile", Characteristic::SurfaceProfile),
    ("parallelism", Characteristic::Parallelism),
    ("perpendicularity", Characteristic::Perpendicularity),
    ("angularity", Characteristic::Angularity),
    ("position", Characteristic::Position),
    ("concentricity", Characteristic::Concentricity),
    ("coaxiality", Characteristic::Concentricity),
    ("symmetry", Characteristic::Symmetry),
    ("circularRunout", Characteristic::CircularRunout),
    ("totalRunout", Characteristic::TotalRunout),
];

pub(crate) static TOLERANCE_FRAME: Function = Function {
    name: "toleranceFrame",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        TARGET,
        required(
            "characteristic",
            "'straightness' | 'flatness' | 'roundness' | 'circularity' | 'cylindricity' | 'lineProfile' | 'surfaceProfile' | \
             'parallelism' | 'perpendicularity' | 'angularity' | 'position' | 'concentricity' | 'coaxiality' | 'symmetry' | \
             'circularRunout' | 'totalRunout'",
        ),
        required("value", "number | string"),
        optional(
            "options",
            "{ zone?: 'diameter' | 'sphere', modifiers?: string | string[], datums?: (string | string[])[], also?: { \
             characteristic: string, value: number | string, zone?: 'diameter' | 'sphere', modifiers?: string | string[], \
             datums?: (string | string[])[] }[], above?: string, offset?: [number, number], to?: PointRef, color?: Color }",
        ),
    ],
    returns: "true",
    doc: "Draws the frame of a geometrical tolerance (ISO 1101) with an arrow to the target: the sign of the \
          characteristic, the width of the zone in the unit of the scene, and the datums in their order. zone 'diameter' \
          writes ⌀ before the value, 'sphere' S⌀. modifiers such as 'M' are letters in circles after the value, also of a \
          datum: ['A', 'M']; longer ones such as 'CZ' are written as they are. also adds rows, above a text such as '4×'. \
          The frame finds a free place unless offset or to says where its leader ends.",
    before: "drawRect('block', 0, 0, 60, 30)",
    example: "toleranceFrame('flat', { of: 'block', at: 'top' }, 'parallelism', 0.05, { datums: ['A'] })",
    call: |call| {
        let name = call.name(0)?;
        let target = point(call, 1, "target")?;
        let word = call.string(2)?;
        let value = call.arg(3);
        let options =
            call.options(4, &["zone", "modifiers", "datums", "also", "above", "offset", "to", "color"])?;
        let mut rows = vec![frame_row(call, "characteristic", &word, &value, &options)?];
        if let Some(also) = call.option(&options, "also")? {
            let Some(elements) = call.list_of(&also)? else {
                return Err(Failure::Type(format!(
                    "option also must be an array of rows, got {}",
                    describe(&also)
                )));
            };
            for (at, element) in elements.iter().enumerate() {
                let known: &'static [&'static str] =
                    &["characteristic", "value", "zone", "modifiers", "datums"];
                let Some(row) = call.object_of(element, known)? else {
                    return Err(Failure::Type(format!(
                        "option also[{at}] must be {{ characteristic, value }}, got {}",
                        describe(element)
                    )));
                };
                let Some(word) = call.string_option(&row, "characteristic")? else {
                    return Err(Failure::Type(format!("option also[{at}].characteristic is missing")));
                };
                let value = call.option(&row, "value")?.unwrap_or_default();
                rows.push(frame_row(
                    call,
                    &format!("option also[{at}].characteristic"),
                    &word,
                    &value,
                    &row,
                )?);
            }
        }
        let above = call.string_option(&options, "above")?.unwrap_or_default();
        let to = match place(call, &options)? {
            NotePlace::Free(_) => NotePlace::Free(FRAME_OFFSET),
            place => place,
        };
        draw(call, &name, &options, NoteSource::ToleranceFrame { target, rows, above, to })
    },
};

pub(crate) static DATUM: Function = Function {
    name: "datum",
    domain: Domain::Drafting,
    parameters: &[
        NAME,
        TARGET,
        required("letter", "string"),
        optional("options", "{ angle?: number, offset?: number, color?: Color }"),
    ],
    returns: "true",
    doc: "Draws the symbol of a datum: a triangle on the surface at the target and its letter in a box. angle is the \
          direction away from the surface, in radians: by default the side's ({ of: 'block', at: 'bottom' }), \
          or the one with most room. offset is the length of the line, in millimetres on paper.",
    before: "drawRect('block', 0, 0, 60, 30)",
    example: "datum('datum_a', { of: 'block', at: 'bottom' }, 'A')",
    call: |call| {
        let name = call.name(0)?;
        let target = point(call, 1, "target")?;
        let letter = written(call, 2)?;
        let options = call.options(3, &["angle", "offset", "color"])?;
        let angle = call.number_option(&options, "angle")?;
        let offset = length_option(call, &options, "offset")?;
        draw(call, &name, &options, NoteSource::Datum { target, letter, angle, offset })
    },
};

/// Reads the name of an entity, or `{ hole: name }`.
pub(crate) fn subject(call: &mut Call<'_>, index: usize) -> Checked<String> {
    match call.trace_of(&call.arg(index), call.parameter(index))? {
        Some(name) => Ok(name),
        None => call.string(index),
    }
}

/// Reads one of them, or a list of them.
fn subjects(call: &mut Call<'_>, index: usize) -> Checked<Vec<String>> {
    let Some(elements) = call.list_of(&call.arg(index))? else { return Ok(vec![subject(call, index)?]) };
    let mut names = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        let what = format!("{}[{at}]", call.parameter(index));
        names.push(match call.trace_of(element, &what)? {
            Some(name) => name,
            None => name_of(element, || what)?,
        });
    }
    Ok(names)
}

/// Reads a length greater than 0.
pub(crate) fn length_option(
    call: &mut Call<'_>,
    options: &Options,
    key: &'static str,
) -> Checked<Option<f64>> {
    match call.number_option(options, key)? {
        None => Ok(None),
        Some(length) if length > 0.0 => Ok(Some(length)),
        Some(length) => {
            Err(Failure::Range(format!("option {key} must be greater than 0, got {}", number_text(length))))
        }
    }
}

/// Reads `{ diameter, depth }`.
pub(crate) fn counterbore(call: &mut Call<'_>, options: &Options) -> Checked<Option<[f64; 2]>> {
    let Some(value) = call.option(options, "counterbore")? else { return Ok(None) };
    let Some(seat) = call.object_of(&value, &["diameter", "depth"])? else {
        return Err(Failure::Type(format!(
            "option counterbore must be {{ diameter, depth }}, got {}",
            describe(&value)
        )));
    };
    match (length_option(call, &seat, "diameter")?, length_option(call, &seat, "depth")?) {
        (Some(diameter), Some(depth)) => Ok(Some([diameter, depth])),
        _ => Err(Failure::Type("option counterbore must have a diameter and a depth".to_owned())),
    }
}

/// Reads `{ diameter, angle }`.
pub(crate) fn countersink(call: &mut Call<'_>, options: &Options) -> Checked<Option<[f64; 2]>> {
    let Some(value) = call.option(options, "countersink")? else { return Ok(None) };
    let Some(seat) = call.object_of(&value, &["diameter", "angle"])? else {
        return Err(Failure::Type(format!(
            "option countersink must be {{ diameter, angle }}, got {}",
            describe(&value)
        )));
    };
    let Some(diameter) = length_option(call, &seat, "diameter")? else {
        return Err(Failure::Type("option countersink must have a diameter".to_owned()));
    };
    let angle = call.number_option(&seat, "angle")?.unwrap_or(std::f64::consts::FRAC_PI_2);
    if !(angle > 0.0 && angle < std::f64::consts::PI) {
        return Err(Failure::Range(format!(
            "option countersink.angle must be in radians, between 0 and pi, got {}",
            number_text(angle)
        )));
    }
    Ok(Some([diameter, angle]))
}

fn frame_row(
    call: &mut Call<'_>,
    what: &str,
    word: &str,
    value: &JsValue,
    options: &Options,
) -> Checked<FrameRow> {
    let characteristic = choice(what, word, CHARACTERISTICS)?;
    let signs = [("diameter", "⌀"), ("sphere", "S⌀")];
    let before = call.choice_option(options, "zone", &signs)?.unwrap_or_default().to_owned();
    let modifiers = call.names_option(options, "modifiers")?.unwrap_or_default();
    let modifiers: String = modifiers.iter().map(|it| FrameRow::modifier(it)).collect();
    let (value, after) = match value.as_number() {
        Some(number) => (Some(positive("value", call.finite(number, || "value".to_owned())?)?), modifiers),
        None => {
            let text = call.text_of(value, "value")?;
            if text.trim().is_empty() {
                return Err(Failure::Range("value must not be blank".to_owned()));
            }
            (None, format!("{text}{modifiers}"))
        }
    };
    let mut datums = Vec::new();
    if let Some(list) = call.option(options, "datums")? {
        let Some(elements) = call.list_of(&list)? else {
            return Err(Failure::Type(format!("option datums must be an array, got {}", describe(&list))));
        };
        for (at, element) in elements.iter().enumerate() {
            let what = format!("option datums[{at}]");
            let Some(parts) = call.list_of(element)? else {
                datums.push(call.text_of(element, &what)?);
                continue;
            };
            let mut datum = String::new();
            for (index, part) in parts.iter().enumerate() {
                let text = call.text_of(part, &what)?;
                datum.push_str(&if index == 0 { text } else { FrameRow::modifier(&text) });
            }
            datums.push(datum);
        }
    }
    let row = FrameRow { characteristic, value, before, after, datums };
    if let Some(objection) = row.objection() {
        call.drawing.warn(format!("toleranceFrame: {word}: {objection} (ISO 1101)"));
    }
    Ok(row)
}
