//! Tests of measures, and of the relations of entities to each other.

use boa_engine::object::builtins::JsArray;
use boa_engine::{JsValue, js_string};
use serde_json::json;

use super::domain::Domain;
use super::function::Function;
use super::parameter::{Parameter, optional, required};

const A: Parameter = required("a", "string");
const B: Parameter = required("b", "string");

pub(crate) static GET_AREA: Function = Function {
    name: "getArea",
    domain: Domain::Queries,
    parameters: &[required("name", "string")],
    returns: "number",
    doc: "Gives the area that a closed shape or a group of them covers in the world, exact for arcs and curves. What \
          overlaps counts once, and an open arc is its slice of the pie.",
    before: "drawPolygon('plate', [-60, -40, 60, -40, 60, 40, -60, 40], [[-20, -10, 20, -10, 20, 10, -20, 10]])",
    example: "console.log(getArea('plate').toFixed(2))",
    call: |call| {
        let name = call.name(0)?;
        let area = call.scene().area(&name)?;
        Ok(JsValue::from(area))
    },
};

pub(crate) static GET_LENGTH: Function = Function {
    name: "getLength",
    domain: Domain::Queries,
    parameters: &[required("name", "string")],
    returns: "number",
    doc: "Gives the length of an entity's lines in the world, exact for arcs and curves. A closed shape has \
          the length of its perimeter and of its holes, a group the sum of its entities.",
    before: "drawBezier('fence', 'M -60 0 h 40 a 20 20 0 0 0 40 0 h 40')",
    example: "console.log(getLength('fence').toFixed(2))",
    call: |call| {
        let name = call.name(0)?;
        let length = call.scene().length(&name)?;
        Ok(JsValue::from(length))
    },
};

pub(crate) static CONTAINS: Function = Function {
    name: "contains",
    domain: Domain::Queries,
    parameters: &[required("outer", "string"), required("inner", "string")],
    returns: "boolean",
    doc: "Returns true if all of the inner entity is inside of the outer one's area. A shape that touches the \
          border from within is inside, and so is one that is out by no more than the tolerance.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             drawRect('slot', 50, 0, 40, 10)",
    example: "if (!contains('plate', 'slot')) console.warn('the slot is cut off')",
    call: |call| {
        let (outer, inner) = (call.name(0)?, call.name(1)?);
        let contained = call.scene().contains(&outer, &inner)?;
        Ok(JsValue::from(contained))
    },
};

pub(crate) static ENTITIES_AT: Function = Function {
    name: "entitiesAt",
    domain: Domain::Queries,
    parameters: &[required("x", "number"), required("y", "number"), optional("tolerance", "number")],
    returns: "string[]",
    doc: "Lists the shapes at a point in the world, the front one first. These are the closed ones that hold it, filled \
          or not, and all whose lines are no further from it than the tolerance, which is the scene's unless given.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             drawCircle('boss', 15, 10, 20)",
    example: "console.log(entitiesAt(10, 20))",
    call: |call| {
        let (x, y) = (call.number(0)?, call.number(1)?);
        let tolerance = if call.is_absent(2) { None } else { Some(call.number(2)?) };
        let names = call.scene().entities_at(x, y, tolerance)?;
        let names: Vec<JsValue> = names.iter().map(|name| js_string!(name.as_str()).into()).collect();
        Ok(JsArray::from_iter(names, call.context).into())
    },
};

pub(crate) static DISTANCE: Function = Function {
    name: "distance",
    domain: Domain::Queries,
    parameters: &[A, B],
    returns: "{ distance: number, from: [number, number], to: [number, number] }",
    doc: "Gives the smallest distance between two entities in the world, with the point of each where it is. Closed \
          shapes are areas, so that what overlaps is 0 apart. Exact for arcs and curves.",
    before: "drawCircle('gear', 0, 0, 30)\n\
             drawLine('housing', [[-10, -60], [60, -60], [60, 40]])",
    example: "const { from, to } = distance('gear', 'housing')\n\
             drawLine('gap', [from, to])",
    call: |call| {
        let (a, b) = (call.name(0)?, call.name(1)?);
        let nearest = call.scene().distance(&a, &b)?;
        let json = json!({
            "distance": nearest.distance,
            "from": [nearest.from.x, nearest.from.y],
            "to": [nearest.to.x, nearest.to.y],
        });
        Ok(JsValue::from_json(&json, call.context)?)
    },
};

pub(crate) static INTERSECTIONS: Function = Function {
    name: "intersections",
    domain: Domain::Queries,
    parameters: &[A, B],
    returns: "[number, number][]",
    doc: "Gives the points where the lines of two entities meet in the world, from left to right. Where they run along \
          each other, these are the ends of the common part. Points nearer to each other than the tolerance are one.",
    before: "drawLine('road', [-80, -10, 80, 20])\n\
             drawBezier('river', 'M -80 0 C -40 90 10 -110 80 50')",
    example: "for (const [x, y] of intersections('road', 'river')) drawCircle(`bridge_${x}`, x, y, 5)",
    call: |call| {
        let (a, b) = (call.name(0)?, call.name(1)?);
        let points = call.scene().intersections(&a, &b)?;
        let points: Vec<[f64; 2]> = points.iter().map(|point| [point.x, point.y]).collect();
        Ok(JsValue::from_json(&json!(points), call.context)?)
    },
};
