//! Hatches.

use boa_engine::{JsValue, js_string};

use super::call::{Call, Checked, Failure, Options, describe};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_geometry::{Point, Shape};
use scenewright_scene::{HatchArea, HatchGap, HatchPattern, HatchSource, LineFamily};

pub(crate) static HATCH: Function = Function {
    name: "hatch",
    domain: Domain::Drafting,
    parameters: &[
        required("name", "string | string[]"),
        optional(
            "options",
            "{ pattern?: string | { angle?: number, base?: [number, number], step: [number, number], dashes?: number[] }[], \
             angle?: number, gap?: number, spacing?: number, scale?: number, double?: boolean, origin?: [number, number], \
             islands?: string | string[], color?: Color, of?: string | string[] | Points, result?: string }",
        ),
    ],
    returns: "string",
    doc: "Hatches the area of closed entities without the islands, and gives the name of the hatch: the \
          (first) entity's with _hatch, or result. With of, name is the name of the hatch, and of the \
          entities or points around \
          its area. The pattern is ANSI31 (the default, but parallel lines where only an angle is given) to ANSI38, ISO02W100 to ISO15W100, SOLID, LINE, NET, NET3, DASH, \
          DOTS, BRICK, EARTH, INSUL, SQUARE, USER for parallel lines (with double, crossed), or lines of your own: \
          direction, a point of the first, the step to the next along and across, dashes above 0 and gaps below. angle \
          turns it, in radians; gap is the distance of its lines in millimetres on paper, spacing in the scene's unit, \
          scale a factor. The hatch follows its entities when they change later. DXF has it as HATCH, other formats as \
          lines.",
    before: "drawRect('block', 0, 0, 80, 50)\n\
             drawCircle('bore', 0, 0, 15)",
    example: "hatch('block', { pattern: 'ANSI31', gap: 3, islands: 'bore' })",
    call: hatch,
};

fn hatch(call: &mut Call<'_>) -> Checked<JsValue> {
    const KNOWN: &[&str] = &[
        "pattern", "angle", "gap", "spacing", "scale", "double", "origin", "islands", "color", "of", "result",
    ];
    let names = call.name_or_names(0)?;
    let options = call.options(1, KNOWN)?;
    let islands = call.names_option(&options, "islands")?.unwrap_or_default();
    let result = call.string_option(&options, "result")?;
    let (name, area) = match call.option(&options, "of")? {
        Some(of) => {
            if result.is_some() {
                return Err(Failure::Type(
                    "options of and result: with of, the first argument is the name of the hatch".to_owned(),
                ));
            }
            let [name] = &names[..] else {
                return Err(Failure::Type(
                    "name must be the name of the hatch, since option of names its area, got an array"
                        .to_owned(),
                ));
            };
            (name.clone(), area_of(call, &options, &of, islands)?)
        }
        None => {
            let Some(first) = names.first() else {
                return Err(Failure::Range(
                    "name must name at least one entity, got an empty array".to_owned(),
                ));
            };
            let name = result.unwrap_or_else(|| format!("{first}_hatch"));
            (name, HatchArea::Of { names, islands })
        }
    };
    let gap = match (call.number_option(&options, "gap")?, call.number_option(&options, "spacing")?) {
        (None, None) => HatchGap::Pattern,
        (Some(gap), None) => HatchGap::Paper(gap),
        (None, Some(spacing)) => HatchGap::Scene(spacing),
        (Some(_), Some(_)) => {
            return Err(Failure::Type(
                "options gap and spacing say the same, in millimetres on paper and in the scene's unit; give one of them"
                    .to_owned(),
            ));
        }
    };
    let is_double = call.boolean_option(&options, "double")?;
    let pattern = pattern(call, &options, is_double)?;
    let color = match call.option(&options, "color")? {
        None => None,
        Some(value) => Some(call.color_of(&value, "option color")?),
    };
    let origin = match call.option(&options, "origin")? {
        None => Point::ORIGIN,
        Some(value) => call.point_of(&value, "option origin")?,
    };
    let source = HatchSource {
        area,
        pattern,
        angle: call.number_option(&options, "angle")?.unwrap_or(0.0),
        gap,
        scale: call.number_option(&options, "scale")?.unwrap_or(1.0),
        origin,
    };
    call.scene().draw_hatch(&name, source, color, &call.drawing.fonts)?;
    Ok(js_string!(name.as_str()).into())
}

/// Reads the area in the option `of`: names, or the points around it.
fn area_of(call: &mut Call<'_>, options: &Options, of: &JsValue, islands: Vec<String>) -> Checked<HatchArea> {
    let elements = call.list_of(of)?;
    let is_points = elements.is_some_and(|list| list.first().is_some_and(|it| !it.is_string()));
    if !is_points {
        let names = call.names_option(options, "of")?.unwrap_or_default();
        if names.is_empty() {
            return Err(Failure::Range("option of must name at least one entity".to_owned()));
        }
        return Ok(HatchArea::Of { names, islands });
    }
    if !islands.is_empty() {
        return Err(Failure::Type(
            "option islands goes with entities, but option of gives points; draw the area as an entity first"
                .to_owned(),
        ));
    }
    let points = call.coordinates_of(of, "option of")?;
    Ok(HatchArea::Fixed(vec![Shape::polygon(points, Vec::new())?]))
}

fn pattern(call: &mut Call<'_>, options: &Options, is_double: Option<bool>) -> Checked<HatchPattern> {
    let Some(value) = call.option(options, "pattern")? else {
        return Ok(match is_double {
            Some(is_double) => HatchPattern::user(is_double),
            None if call.option(options, "angle")?.is_some() => HatchPattern::user(false),
            None => HatchPattern::named("ANSI31")?,
        });
    };
    if let Some(name) = value.as_string() {
        let pattern = HatchPattern::named(&name.to_std_string_lossy())?;
        return match is_double {
            Some(is_double) if pattern.name == "USER" => Ok(HatchPattern::user(is_double)),
            Some(_) => Err(Failure::Type("option double goes with the pattern USER".to_owned())),
            None => Ok(pattern),
        };
    }
    let Some(elements) = call.list_of(&value)? else {
        let came = describe(&value);
        return Err(Failure::Type(format!(
            "option pattern must be the name of a pattern or an array of {{ angle, base, step, dashes }}, got {came}"
        )));
    };
    let mut families = Vec::with_capacity(elements.len());
    for (at, element) in elements.iter().enumerate() {
        families.push(family(call, element, at)?);
    }
    Ok(HatchPattern::custom(families)?)
}

fn family(call: &mut Call<'_>, value: &JsValue, at: usize) -> Checked<LineFamily> {
    const KNOWN: &[&str] = &["angle", "base", "step", "dashes"];
    let Some(options) = call.object_of(value, KNOWN)? else {
        let came = describe(value);
        return Err(Failure::Type(format!(
            "option pattern[{at}] must be an object {{ angle, base, step, dashes }}, got {came}"
        )));
    };
    let base = match call.option(&options, "base")? {
        None => [0.0, 0.0],
        Some(value) => call.pair_of(&value, &format!("option pattern[{at}].base"))?,
    };
    let Some(step) = call.option(&options, "step")? else {
        return Err(Failure::Type(format!(
            "option pattern[{at}].step must be [along, across], got undefined"
        )));
    };
    Ok(LineFamily {
        angle: call.number_option(&options, "angle")?.unwrap_or(0.0),
        base,
        step: call.pair_of(&step, &format!("option pattern[{at}].step"))?,
        dashes: call.numbers_option(&options, "dashes")?.unwrap_or_default(),
    })
}
