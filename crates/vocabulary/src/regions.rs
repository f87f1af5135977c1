//! Operations on areas.

use boa_engine::object::builtins::JsArray;
use boa_engine::{JsValue, js_string};
use serde_json::json;

use super::call::{Call, Checked, Options};
use super::declaration_book::book;
use super::domain::Domain;
use super::elements::cut;
use super::function::Function;
use super::parameter::{Parameter, optional, required};
use scenewright_geometry::{Bounds, OffsetJoin, OffsetStyle, Point, RegionOperation, number_text};
use scenewright_scene::{JoinReport, ResultOptions, Scene};

const A: Parameter = required("a", "string | string[]");
const B: Parameter = required("b", "string | string[]");
const NAME: Parameter = required("name", "string");
const RESULT: Parameter = required("result", "string");

const OPTIONS: Parameter = optional("options", "{ like?: string, keep?: boolean }");

const DEFAULT_MITER_LIMIT: f64 = 2.0;

/// The width of a slit that is never meant, in units of the scene: files carry six to eight digits.
const WELD_TOLERANCE: f64 = 1e-4;

/// The share of their extent that ends of lines are apart at most when they are joined without a tolerance.
const MAX_JOIN_SHARE: f64 = 0.01;

/// The type of a report on joined lines.
pub(crate) const JOINED: &str = "{ paths: { name: string, closed: boolean, parts: string[] }[], gaps: { from: [number, number], \
                                 to: [number, number], distance: number, names: [string, string] }[], branches: { at: [number, \
                                 number], names: string[] }[], doubled: string[], untouched: string[] }";

pub(crate) static BOOLEAN_UNION: Function = Function {
    name: "booleanUnion",
    domain: Domain::Regions,
    parameters: &[A, B, RESULT, OPTIONS],
    returns: "boolean",
    doc: "Draws the area that is in a or in b, which are names or arrays of names of closed shapes and groups of them. \
          The result has the place in the world; the inputs stay. Curves stay what they are, exactly: a part is a \
          polygon when all of it is straight, a circle or an ellipse when it is a whole one, or else a path of lines, arcs \
          and Bézier curves. One part is the entity result, several are the group result of result_0, result_1 and so on, \
          names that no other entity may have; when nothing results, there is no such entity, and the call gives false. \
          The result has the layer and style of the first of a, or of the entity that like names; with keep false the \
          inputs are removed, so that no outline is there twice, and their names still work in dimensions; \
          setDefaults({ keep: false }) does it for all booleans.",
    before: "drawRect('plate', 0, 0, 100, 50)\n\
             drawCircle('ear_left', -50, 25, 18)\n\
             drawCircle('ear_right', 50, 25, 18)",
    example: "booleanUnion('plate', ['ear_left', 'ear_right'], 'body', { keep: false })",
    call: |call| combine(call, RegionOperation::Union),
};

pub(crate) static BOOLEAN_DIFFERENCE: Function = Function {
    name: "booleanDifference",
    domain: Domain::Regions,
    parameters: &[A, B, RESULT, OPTIONS],
    returns: "boolean",
    doc: "Draws the area that is in a and not in b. Names, arrays, result and options are as for booleanUnion.",
    before: "drawRect('plate', 0, 0, 100, 60)\n\
             drawCircle('hole_0', -25, 0, 14)\n\
             drawCircle('hole_1', 50, 0, 14)",
    example: "booleanDifference('plate', ['hole_0', 'hole_1'], 'drilled', { keep: false })",
    call: |call| combine(call, RegionOperation::Difference),
};

pub(crate) static BOOLEAN_INTERSECT: Function = Function {
    name: "booleanIntersect",
    domain: Domain::Regions,
    parameters: &[A, B, RESULT, OPTIONS],
    returns: "boolean",
    doc: "Draws the area that is both in a and in b. Names, arrays, result and options are as for booleanUnion.",
    before: "drawCircle('disc', 0, 0, 40)\n\
             drawRect('strip', 0, 0, 110, 30)",
    example: "booleanIntersect('disc', 'strip', 'band', { keep: false })",
    call: |call| combine(call, RegionOperation::Intersection),
};

pub(crate) static BOOLEAN_XOR: Function = Function {
    name: "booleanXor",
    domain: Domain::Regions,
    parameters: &[A, B, RESULT, OPTIONS],
    returns: "boolean",
    doc: "Draws the area that is in a or in b, but not in both. Names, arrays, result and options are as for booleanUnion.",
    before: "drawCircle('left', -18, 0, 36)\n\
             drawCircle('right', 18, 0, 36)",
    example: "booleanXor('left', 'right', 'sides', { keep: false })",
    call: |call| combine(call, RegionOperation::ExclusiveOr),
};

pub(crate) static OFFSET_POLYGON: Function = Function {
    name: "offsetPolygon",
    domain: Domain::Regions,
    parameters: &[
        NAME,
        required("delta", "number"),
        RESULT,
        optional(
            "options",
            "{ joinType?: 'round' | 'square' | 'miter', miterLimit?: number, tolerance?: number, like?: string, keep?: boolean }",
        ),
    ],
    returns: "boolean",
    doc: "Draws the area of an entity grown by delta on all sides, or shrunk when delta is negative. Corners that open \
          are round, or as joinType says; a mitred corner that would be further than miterLimit (2) times delta from \
          its vertex is square. Lines and circular arcs stay such, those of earlier results too, and round corners are \
          arcs: a part is a circle, a polygon when all of it is straight, or else a path. Other curves become arcs that \
          keep within tolerance, the scene's unless given, and a hundredth of delta where setTolerance was not called. \
          Several parts are a group, and like and keep work, as for booleanUnion. Gives false, with a warning, when \
          nothing is left.",
    before: "drawPolygon('pocket', [-50, -30, 50, -30, 50, 0, 0, 0, 0, 30, -50, 30])",
    example: "offsetPolygon('pocket', -6, 'tool_path', { joinType: 'miter' })",
    call: |call| {
        const KNOWN: &[&str] = &["joinType", "miterLimit", "tolerance", "like", "keep"];
        const JOINS: &[(&str, OffsetJoin)] =
            &[("round", OffsetJoin::Round), ("square", OffsetJoin::Square), ("miter", OffsetJoin::Miter)];
        let name = call.name(0)?;
        let (delta, result) = (call.number(1)?, call.string(2)?);
        let options = call.options(3, KNOWN)?;
        let tolerance = call.number_option(&options, "tolerance")?;
        let style = OffsetStyle {
            join: call.choice_option(&options, "joinType", JOINS)?.unwrap_or_default(),
            miter_limit: call.number_option(&options, "miterLimit")?.unwrap_or(DEFAULT_MITER_LIMIT),
            tolerance: tolerance.unwrap_or_else(|| call.scene().offset_tolerance(delta)),
        };
        let options = result_options(call, &options)?;
        let drawn = call.scene().draw_offset(&name, delta, &style, &result, &options)?;
        if !drawn {
            let why = format!("all of \"{}\" is within {} of its edge", cut(&name), number_text(-delta));
            warn_of_nothing(call, "offsetPolygon", &why, &result);
        }
        Ok(JsValue::from(drawn))
    },
};

pub(crate) static CONVEX_HULL: Function = Function {
    name: "convexHull",
    domain: Domain::Regions,
    parameters: &[NAME, RESULT, OPTIONS],
    returns: "boolean",
    doc: "Draws the smallest convex outline around the area of an entity: straight edges, and its arcs and \
          curves on the outside, which stay arcs and curves. Layer, style and options are as for booleanUnion. Gives false when the entity has no area.",
    before: "drawPolygon('gear', Array.from({ length: 16 }, (_, i) => [(i % 2 ? 25 : 40) * Math.cos((i * Math.PI) / 8), (i % 2 ? 25 : 40) * Math.sin((i * Math.PI) / 8)]))",
    example: "convexHull('gear', 'envelope')",
    call: |call| {
        let (name, result) = (call.name(0)?, call.string(1)?);
        let options = options(call, 2)?;
        let drawn = call.scene().draw_convex_hull(&name, &result, &options)?;
        Ok(JsValue::from(drawn))
    },
};

pub(crate) static DECOMPOSE: Function = Function {
    name: "decompose",
    domain: Domain::Regions,
    parameters: &[NAME, required("prefix", "string"), OPTIONS],
    returns: "string[]",
    doc: "Draws every connected part of an entity's area, with its holes, as a separate entity: prefix_0, prefix_1 \
          and so on, from left to right, names that no entity may have yet. The parts, layer, style and options are as \
          for booleanUnion. Gives the names.",
    before: "drawRect('sheet', 0, 0, 120, 60)\n\
             drawCircle('blank', 0, 0, 40)\n\
             booleanDifference('sheet', 'blank', 'offcuts', { keep: false })",
    example: "for (const part of decompose('offcuts', 'piece', { keep: false })) setFill(part, 'tan')",
    call: |call| {
        let (name, prefix) = (call.name(0)?, call.string(1)?);
        let options = options(call, 2)?;
        let names = call.scene().draw_parts(&name, &prefix, &options)?;
        let names: Vec<JsValue> = names.iter().map(|name| js_string!(name.as_str()).into()).collect();
        Ok(JsArray::from_iter(names, call.context).into())
    },
};

pub(crate) static JOIN: Function = Function {
    name: "join",
    domain: Domain::Regions,
    parameters: &[
        required("names", "string | string[]"),
        optional("result", "string | { tolerance?: number, keep?: boolean }"),
        optional("options", "{ tolerance?: number, keep?: boolean }"),
    ],
    returns: JOINED,
    doc: "Joins loose lines, arcs and curves, and those in groups, to paths, in any order and direction, where their ends are no \
          further apart than tolerance, the scene's unless given, at most a hundredth of their extent. Arcs stay arcs; where \
          two ends do not quite meet, lines give way. Lines of different layers are not joined. One path is the entity result, the first line's name unless given; \
          several are a group of result_0 and so on. They take the place, layer and style of the lines, which are removed unless \
          keep is true. Gives the paths with what they are made of, the gaps between ends that stay open with their places, the \
          branches where more than two ends meet, lines left out as others are doubled by them, and what is untouched as it is \
          closed.",
    before: "drawLine('bottom', [-40, -10, 40, -10])\n\
             drawArc('end', 40, 0, 10, -Math.PI / 2, Math.PI / 2)\n\
             drawLine('top', [-40, 10, 40, 10.005])\n\
             drawLine('side', [-40, 10, -40, -10])",
    example: "const { paths, gaps } = join(['bottom', 'end', 'top', 'side'], 'outline')\n\
              console.log(paths[0].closed, gaps.length, getArea('outline'))",
    call: |call| {
        let names = call.name_or_names(0)?;
        let has_result = call.arg(1).is_string();
        let given = call.options(if has_result { 2 } else { 1 }, &["tolerance", "keep"])?;
        let result = match (has_result, names.first()) {
            (true, _) => call.string(1)?,
            (false, Some(first)) => {
                let scene = call.scene();
                match scene.is_group(first) {
                    true => format!("{first}_joined"),
                    false => first.clone(),
                }
            }
            (false, None) => return Err(call.wrong(0, "a name or an array of names, at least one")),
        };
        let tolerance = match call.number_option(&given, "tolerance")? {
            Some(tolerance) => tolerance,
            None => usual_join_tolerance(&call.scene(), &names),
        };
        let keep = call.boolean_option(&given, "keep")?.unwrap_or(false);
        let report = call.scene().join(&names, &result, tolerance, keep)?;
        Ok(JsValue::from_json(&joined_json(&report), call.context)?)
    },
};

pub(crate) static WELD: Function = Function {
    name: "weld",
    domain: Domain::Regions,
    parameters: &[
        required("name", "string | string[]"),
        RESULT,
        optional("options", "{ tolerance?: number, like?: string, keep?: boolean }"),
    ],
    returns: "boolean",
    doc: "Draws the area of one entity or several with slits closed that are no wider than tolerance, a ten thousandth of a unit \
          unless given: parts whose edges meet but for rounding, as in files with few digits, become one, which is cut once. \
          Curves stay what they are; only where edges cannot be told apart they become arcs. Parts, layer, style and options \
          are as for booleanUnion.",
    before: "drawRect('left', -20.0000001, 0, 40, 30)\n\
             drawRect('right', 20, 0, 40, 30)",
    example: "weld(['left', 'right'], 'plate', { tolerance: 1e-6 })\n\
              console.log(getLength('plate'))\n\
              for (const name of ['left', 'right']) deleteEntity(name)",
    call: |call| {
        let (names, result) = (call.name_or_names(0)?, call.string(1)?);
        let given = call.options(2, &["tolerance", "like", "keep"])?;
        let tolerance = call.number_option(&given, "tolerance")?.unwrap_or(WELD_TOLERANCE);
        let options = result_options(call, &given)?;
        let drawn = call.scene().weld(&names, &result, tolerance, &options)?;
        Ok(JsValue::from(drawn))
    },
};

/// Returns a report as scripts get it.
pub(crate) fn joined_json(report: &JoinReport) -> serde_json::Value {
    let point = |at: &Point| json!([at.x, at.y]);
    let paths: Vec<_> = report
        .paths
        .iter()
        .map(|path| json!({ "name": path.name, "closed": path.is_closed, "parts": path.parts }))
        .collect();
    let gaps: Vec<_> = report
        .gaps
        .iter()
        .map(|gap| {
            json!({
                "from": point(&gap.from), "to": point(&gap.to), "distance": gap.distance, "names": gap.names,
            })
        })
        .collect();
    let branches: Vec<_> =
        report.branches.iter().map(|(at, names)| json!({ "at": point(at), "names": names })).collect();
    json!({
        "paths": paths, "gaps": gaps, "branches": branches, "doubled": report.doubled, "untouched": report.untouched,
    })
}

/// Returns the tolerance of joining lines where none is given: the scene's, or less where the lines are so small, as in metres, that
/// the scene's would take all of them for one point.
fn usual_join_tolerance(scene: &Scene, names: &[String]) -> f64 {
    let bounds = names.iter().filter_map(|name| scene.world_bounds(name)).reduce(Bounds::union);
    let most = bounds.map_or(0.0, |it| it.width().max(it.height())) * MAX_JOIN_SHARE;
    if most > 0.0 { scene.tolerance().min(most) } else { scene.tolerance() }
}

fn combine(call: &mut Call<'_>, operation: RegionOperation) -> Checked<JsValue> {
    let (first, second) = (call.name_or_names(0)?, call.name_or_names(1)?);
    let result = call.string(2)?;
    let options = call.options(3, &["like", "keep"])?;
    let keep = call.boolean_option(&options, "keep")?;
    let keep = keep.unwrap_or_else(|| !call.scene().removes_inputs());
    let options = ResultOptions { keep, ..result_options(call, &options)? };
    let drawn = call.scene().draw_combined(operation, &first, &second, &result, &options)?;
    if !drawn {
        let (name, why) = match operation {
            RegionOperation::Union => ("booleanUnion", "the inputs have no area"),
            RegionOperation::Difference => ("booleanDifference", "b covers all of a"),
            RegionOperation::Intersection => ("booleanIntersect", "a and b have no area in common"),
            RegionOperation::ExclusiveOr => ("booleanXor", "a and b are the same area"),
        };
        warn_of_nothing(call, name, why, &result);
    }
    Ok(JsValue::from(drawn))
}

/// Warns if an operation leaves nothing: the script continues without the entity that it names.
fn warn_of_nothing(call: &mut Call<'_>, name: &str, why: &str, result: &str) {
    // In the test of a rule, nothing is an answer.
    if book(call.context).is_checking() {
        return;
    }
    let place = call.drawing.call_place(call.context);
    let place = place.map(|(file, line, _)| format!(" at {file}:{line}")).unwrap_or_default();
    call.drawing.warn(format!("{name}{place} leaves nothing: {why}, so there is no \"{}\"", cut(result)));
}

fn options(call: &mut Call<'_>, index: usize) -> Checked<ResultOptions> {
    let options = call.options(index, &["like", "keep"])?;
    result_options(call, &options)
}

fn result_options(call: &mut Call<'_>, options: &Options) -> Checked<ResultOptions> {
    let like = call.string_option(options, "like")?;
    let keep = call.boolean_option(options, "keep")?.unwrap_or(true);
    Ok(ResultOptions { like, keep })
}
