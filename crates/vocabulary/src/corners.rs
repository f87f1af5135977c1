//! Corners, walls, trims, and figures with round parts.

use boa_engine::object::builtins::JsArray;
use boa_engine::{JsValue, js_string};

use super::call::{Call, Checked, Failure, Options};
use super::domain::Domain;
use super::figures::{UP, regular_polygon, rounded_rect, slot};
use super::function::Function;
use super::parameter::{Parameter, optional, required};
use super::splines::spline;
use scenewright_geometry::{CornerCut, Justify, LineCap, OffsetJoin, OffsetStyle, Point};
use scenewright_scene::{CutPlaces, ResultOptions, ThickenOptions};

const NAME: Parameter = required("name", "string");
const X: Parameter = required("x", "number");
const Y: Parameter = required("y", "number");
const CORNERS: Parameter = optional("options", "{ corners?: Points, with?: string }");

const DEFAULT_MITER_LIMIT: f64 = 10.0;

pub(crate) static DRAW_ROUNDED_RECT: Function = Function {
    name: "drawRoundedRect",
    domain: Domain::Corners,
    parameters: &[
        NAME,
        X,
        Y,
        required("width", "number"),
        required("height", "number"),
        required("radius", "number | [number, number, number, number]"),
    ],
    returns: "true",
    doc: "Draws a rectangle whose CENTRE is x, y, with true arcs for corners. The radius is one for all, or a list from \
          the lower left corner counter-clockwise; 0 is a sharp corner.",
    before: "",
    example: "drawRoundedRect('panel', 0, 0, 120, 80, 12)",
    call: |call| {
        let name = call.name(0)?;
        let (center, width) = (Point::new(call.number(1)?, call.number(2)?), call.number(3)?);
        let height = call.number(4)?;
        let radii = match call.arg(5).is_number() {
            true => [call.number(5)?; 4],
            false => {
                let radii = call.coordinates(5)?;
                match radii.as_slice() {
                    [one, other] => [one.x, one.y, other.x, other.y],
                    _ => {
                        return Err(Failure::Type(
                            "radius must be a number, or an array of 4 numbers".to_owned(),
                        ));
                    }
                }
            }
        };
        let shape = rounded_rect(center, width, height, radii)?;
        call.scene().draw(&name, shape)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static DRAW_REGULAR_POLYGON: Function = Function {
    name: "drawRegularPolygon",
    domain: Domain::Corners,
    parameters: &[
        NAME,
        X,
        Y,
        required("radius", "number"),
        required("sides", "number"),
        optional("options", "{ angle?: number, inside?: boolean }"),
    ],
    returns: "true",
    doc: "Draws a polygon with sides of the same length about x, y. The radius belongs to the circle through \
          its corners; with inside true, to the circle inside that touches its sides, which is half the width \
          across flats. The angle is the direction of its first corner, straight up unless given.",
    before: "",
    example: "drawRegularPolygon('nut', 0, 0, 20, 6, { inside: true })",
    call: |call| {
        let name = call.name(0)?;
        let center = Point::new(call.number(1)?, call.number(2)?);
        let (radius, sides) = (call.number(3)?, call.number(4)?);
        let options = call.options(5, &["angle", "inside"])?;
        let angle = call.number_option(&options, "angle")?.unwrap_or(UP);
        let is_inside = call.boolean_option(&options, "inside")?.unwrap_or(false);
        let shape = regular_polygon(center, radius, sides, angle, is_inside)?;
        call.scene().draw(&name, shape)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static DRAW_SLOT: Function = Function {
    name: "drawSlot",
    domain: Domain::Corners,
    parameters: &[
        NAME,
        required("x1", "number"),
        required("y1", "number"),
        required("x2", "number"),
        required("y2", "number"),
        required("width", "number"),
    ],
    returns: "true",
    doc: "Draws a slot with round ends: a tool of that width went from x1, y1 to x2, y2. The ends are true arcs about \
          these points.",
    before: "",
    example: "drawSlot('slot', -30, -10, 30, 10, 16)",
    call: |call| {
        let name = call.name(0)?;
        let from = Point::new(call.number(1)?, call.number(2)?);
        let to = Point::new(call.number(3)?, call.number(4)?);
        let shape = slot(from, to, call.number(5)?)?;
        call.scene().draw(&name, shape)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static DRAW_SPLINE: Function = Function {
    name: "drawSpline",
    domain: Domain::Corners,
    parameters: &[NAME, required("points", "Points"), optional("options", "{ closed?: boolean }")],
    returns: "true",
    doc: "Draws a smooth curve through points, without jumps of direction or curvature. With closed true, it \
          continues from the last point to the first.",
    before: "",
    example: "drawSpline('river', [-80, -20, -30, 25, 10, -15, 45, 20, 80, 0])",
    call: |call| {
        let name = call.name(0)?;
        let points = call.coordinates(1)?;
        let options = call.options(2, &["closed"])?;
        let is_closed = call.boolean_option(&options, "closed")?.unwrap_or(false);
        let shape = spline(&points, is_closed)?;
        call.scene().draw(&name, shape)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static FILLET: Function = Function {
    name: "fillet",
    domain: Domain::Corners,
    parameters: &[NAME, required("radius", "number"), CORNERS],
    returns: "true",
    doc: "Rounds the corners of a line, polygon, rectangle or path by true arcs that touch both sides, also where these are \
          arcs or curves. Corners are points of the world where they are; all of them unless given. A line that ends where it \
          begins has a corner there, and becomes a closed path. A radius that does \
          not fit is refused with the largest that does. With names another line or arc: both are trimmed or lengthened, \
          arcs along their circles, to where they meet, and joined by the arc into one entity, the first; radius 0 is a \
          sharp corner then. Those that never meet, as parallel lines or circles apart, are joined by an arc of the radius \
          that touches both.",
    before: "drawPolygon('plate', [-50, -30, 50, -30, 50, 30, 0, 30, 0, 0, -50, 0])",
    example: "fillet('plate', 8)",
    call: |call| cut_corners(call, CornerCut::Fillet),
};

pub(crate) static CHAMFER: Function = Function {
    name: "chamfer",
    domain: Domain::Corners,
    parameters: &[NAME, required("distance", "number"), CORNERS],
    returns: "true",
    doc: "Cuts the corners of a line, polygon, rectangle or path off, at a distance from each along its sides. Corners \
          and with are as for fillet.",
    before: "drawRect('plate', 0, 0, 100, 60)",
    example: "chamfer('plate', 12, { corners: [[50, 30], [-50, 30]] })",
    call: |call| cut_corners(call, CornerCut::Chamfer),
};

pub(crate) static THICKEN: Function = Function {
    name: "thicken",
    domain: Domain::Corners,
    parameters: &[
        required("line", "string"),
        required("width", "number"),
        optional(
            "options",
            "{ cap?: 'butt' | 'round' | 'square', join?: 'miter' | 'round' | 'bevel', justify?: 'center' | 'left' | 'right', result?: string, like?: string, keep?: boolean }",
        ),
    ],
    returns: "boolean",
    doc: "Makes the outline of a line with a width: a wall, a trace, a groove. Caps are at its ends ('butt'), joins at its \
          corners ('miter', which is square where its tip would be more than ten half widths away), and justify says on \
          which side of the way from its first point the width is. Arcs stay true arcs, and so are round caps and joins; a \
          closed line, and one that ends where it begins, becomes a ring. The outline takes the line's place, unless result names another entity; like and keep \
          are as for booleanUnion.",
    before: "drawLine('wall', [-60, -40, 60, -40, 60, 30, 0, 30])",
    example: "thicken('wall', 12, { justify: 'left' })",
    call: |call| {
        const KNOWN: &[&str] = &["cap", "join", "justify", "result", "like", "keep"];
        const CAPS: &[(&str, LineCap)] =
            &[("butt", LineCap::Butt), ("round", LineCap::Round), ("square", LineCap::Square)];
        const JOINS: &[(&str, OffsetJoin)] =
            &[("miter", OffsetJoin::Miter), ("round", OffsetJoin::Round), ("bevel", OffsetJoin::Bevel)];
        const SIDES: &[(&str, Justify)] =
            &[("center", Justify::Center), ("left", Justify::Left), ("right", Justify::Right)];
        let name = call.name(0)?;
        let width = call.number(1)?;
        let options = call.options(2, KNOWN)?;
        let style = OffsetStyle {
            join: call.choice_option(&options, "join", JOINS)?.unwrap_or(OffsetJoin::Miter),
            miter_limit: DEFAULT_MITER_LIMIT,
            tolerance: call.scene().offset_tolerance(0.5 * width),
        };
        let options = ThickenOptions {
            cap: call.choice_option(&options, "cap", CAPS)?.unwrap_or_default(),
            justify: call.choice_option(&options, "justify", SIDES)?.unwrap_or_default(),
            style,
            result: call.string_option(&options, "result")?,
            common: ResultOptions {
                like: call.string_option(&options, "like")?,
                keep: call.boolean_option(&options, "keep")?.unwrap_or(true),
            },
        };
        let drawn = call.scene().thicken(&name, width, &options)?;
        Ok(JsValue::from(drawn))
    },
};

pub(crate) static TRIM: Function = Function {
    name: "trim",
    domain: Domain::Corners,
    parameters: &[NAME, required("by", "string | string[]"), required("at", "[number, number]")],
    returns: "true",
    doc: "Removes the part of a line, arc or outline between two crossings with others, or between one and its end: the \
          part that is nearest to the point at. The rest is the same entity.",
    before: "drawLine('beam', [-80, 0, 80, 0])\n\
             drawRect('column', 20, 0, 30, 60)",
    example: "trim('beam', 'column', [20, 0])",
    call: |call| {
        let name = call.name(0)?;
        let by = call.name_or_names(1)?;
        let at = point(call, 2)?;
        call.scene().trim(&name, &by, at)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static EXTEND: Function = Function {
    name: "extend",
    domain: Domain::Corners,
    parameters: &[NAME, required("to", "string | string[]"), optional("end", "[number, number]")],
    returns: "true",
    doc: "Lengthens a line or an arc along itself until it meets another entity: at the end that is nearest to the point \
          end, or at the one that has the shorter way.",
    before: "drawLine('beam', [-60, -10, 0, 5])\n\
             drawCircle('tank', 60, 10, 30)",
    example: "extend('beam', 'tank')",
    call: |call| {
        let name = call.name(0)?;
        let to = call.name_or_names(1)?;
        let end = if call.is_absent(2) { None } else { Some(point(call, 2)?) };
        call.scene().extend(&name, &to, end)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static SPLIT_AT: Function = Function {
    name: "splitAt",
    domain: Domain::Corners,
    parameters: &[NAME, required("places", "string | string[] | Points")],
    returns: "string[]",
    doc: "Cuts a line, arc or outline into separate entities, name_0, name_1 and so on along it: where other entities \
          cross it, or at the points of it that are nearest to those given. Gives their names.",
    before: "drawCircle('ring', 0, 0, 40)",
    example: "splitAt('ring', [[40, 0], [0, 40]])\n\
              setStroke('ring_1', 'firebrick', 2)",
    call: |call| {
        let name = call.name(0)?;
        let value = call.arg(1);
        let is_name = value.is_string();
        let has_names = match value.as_object() {
            Some(list) if list.is_array() => list.get(0, call.context)?.is_string(),
            _ => false,
        };
        let places = match is_name || has_names {
            true => CutPlaces::Entities(call.name_or_names(1)?),
            false => CutPlaces::Points(call.coordinates(1)?),
        };
        let names = call.scene().split(&name, &places)?;
        let names: Vec<JsValue> = names.iter().map(|name| js_string!(name.as_str()).into()).collect();
        Ok(JsArray::from_iter(names, call.context).into())
    },
};

fn cut_corners(call: &mut Call<'_>, cut: impl Fn(f64) -> CornerCut) -> Checked<JsValue> {
    let name = call.name(0)?;
    let size = call.number(1)?;
    let options = call.options(2, &["corners", "with"])?;
    let corners = points_option(call, &options, "corners")?;
    if let Some(with) = call.string_option(&options, "with")? {
        if corners.is_some() {
            return Err(Failure::Type("takes option corners or option with, got both".to_owned()));
        }
        call.scene().join_lines(&name, &with, (size != 0.0).then(|| cut(size)))?;
        return Ok(JsValue::from(true));
    }
    call.scene().cut_corners(&name, cut(size), corners.as_deref())?;
    Ok(JsValue::from(true))
}

/// Reads a list of points in an option.
fn points_option(call: &mut Call<'_>, options: &Options, key: &'static str) -> Checked<Option<Vec<Point>>> {
    match call.option(options, key)? {
        None => Ok(None),
        Some(value) => call.coordinates_of(&value, &format!("option {key}")).map(Some),
    }
}

/// Reads one point.
fn point(call: &mut Call<'_>, index: usize) -> Checked<Point> {
    let points = call.coordinates(index)?;
    match points.as_slice() {
        [point] => Ok(*point),
        _ => {
            let count = points.len();
            Err(Failure::Type(format!(
                "{} must be a point [x, y], got {count} points",
                call.parameter(index)
            )))
        }
    }
}
