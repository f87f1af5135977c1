//! Queries of the scene.

use boa_engine::object::builtins::JsArray;
use boa_engine::{JsValue, js_string};
use serde_json::json;

use super::call::{Checked, Failure, choice};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_scene::ListFilter;

pub(crate) static EXISTS: Function = Function {
    name: "exists",
    domain: Domain::Queries,
    parameters: &[required("name", "string")],
    returns: "boolean",
    doc: "Returns true if there is an entity of that name.",
    before: "drawRect('post', 0, 20, 8, 40)",
    example: "if (!exists('base')) drawRect('base', 0, -2, 40, 4)",
    call: |call| {
        let name = call.name(0)?;
        Ok(JsValue::from(call.scene().exists(&name)))
    },
};

pub(crate) static GET_ENTITY: Function = Function {
    name: "getEntity",
    domain: Domain::Queries,
    parameters: &[required("name", "string")],
    returns: "Entity | null",
    doc: "Gives everything about an entity: type, parent, children, style, layer, place in the order, local geometry \
          and transform, world bounds and centre. Gives null when there is no such entity.",
    before: "drawRect('plate', 20, 10, 120, 80)",
    example: "const { type, world } = getEntity('plate')\n\
             console.log(type, world.center)",
    call: |call| {
        let name = call.name(0)?;
        let entity = call.scene().entity_json(&name);
        Ok(match entity {
            Some(json) => JsValue::from_json(&json, call.context)?,
            None => JsValue::null(),
        })
    },
};

pub(crate) static GET_WORLD_BOUNDS: Function = Function {
    name: "getWorldBounds",
    domain: Domain::Queries,
    parameters: &[required("name", "string")],
    returns: "{ min: [number, number], max: [number, number] } | null",
    doc: "Gives the exact bounds of an entity in the world, without stroke width. Gives null for an empty group and \
          for a name that does not exist.",
    before: "drawRect('plate', 0, 0, 90, 40)\n\
             rotate('plate', Math.PI / 8)",
    example: "const { min, max } = getWorldBounds('plate')\n\
             drawPolygon('box', [min, [max[0], min[1]], max, [min[0], max[1]]])",
    call: |call| {
        let name = call.name(0)?;
        let bounds = call.scene().world_bounds(&name);
        Ok(match bounds {
            Some(it) => JsValue::from_json(
                &json!({ "min": [it.min.x, it.min.y], "max": [it.max.x, it.max.y] }),
                call.context,
            )?,
            None => JsValue::null(),
        })
    },
};

pub(crate) static GET_WORLD_TRANSFORM: Function = Function {
    name: "getWorldTransform",
    domain: Domain::Queries,
    parameters: &[required("name", "string")],
    returns: "[[number, number, number], [number, number, number], [number, number, number]]",
    doc: "Gives the matrix from the entity's own coordinates to the world as three rows.",
    before: "drawRect('arm', 0, 0, 80, 12)\n\
             rotate('arm', Math.PI / 2)\n\
             translate('arm', 10, 20)",
    example: "console.log(getWorldTransform('arm').map((row) => row.map(Math.round)))",
    call: |call| {
        let name = call.name(0)?;
        let rows = call.scene().world_transform(&name)?.rows();
        Ok(JsValue::from_json(&json!(rows), call.context)?)
    },
};

pub(crate) static GET_WORLD_POINT: Function = Function {
    name: "getWorldPoint",
    domain: Domain::Queries,
    parameters: &[required("name", "string"), required("x", "number"), required("y", "number")],
    returns: "{ x: number, y: number }",
    doc: "Gives the place in the world of a point in the entity's own coordinates.",
    before: "drawRect('arm', 50, 0, 100, 12)\n\
             setPivot('arm', 0, 0)\n\
             rotate('arm', Math.PI / 6)",
    example: "const tip = getWorldPoint('arm', 100, 0)\n\
             drawCircle('tip', tip.x, tip.y, 8)",
    call: |call| {
        let name = call.name(0)?;
        let (x, y) = (call.number(1)?, call.number(2)?);
        let point = call.scene().world_point(&name, x, y)?;
        Ok(JsValue::from_json(&json!({ "x": point.x, "y": point.y }), call.context)?)
    },
};

/// The types of entities, as listings show them.
const KINDS: &[(&str, ())] = &[
    ("line", ()),
    ("rect", ()),
    ("circle", ()),
    ("arc", ()),
    ("ellipse", ()),
    ("polygon", ()),
    ("path", ()),
    ("text", ()),
    ("group", ()),
    ("instance", ()),
    ("dimension", ()),
    ("leader", ()),
    ("note", ()),
    ("hatch", ()),
];

/// Refuses a type that no entity has: a list that is always empty would hide the mistake.
fn check_kind(kind: &str) -> Checked<()> {
    if kind == "block" {
        return Err(Failure::Range(
            "option type must be the type of an entity: an instance of a block has the type \"instance\", got \"block\"".to_owned(),
        ));
    }
    choice("option type", kind, KINDS)
}

pub(crate) static LIST_ENTITIES: Function = Function {
    name: "listEntities",
    domain: Domain::Queries,
    parameters: &[optional("filter", "{ layer?: string, type?: string, group?: string, name?: string }")],
    returns: "string[]",
    doc: "Lists names from back to front. The filter's name may hold * and ?; its group keeps the entities inside \
          that group, at any depth; its type is as getEntity gives it, such as 'circle', 'group' or 'instance'.",
    before: "drawRect('left_wall', -50, 0, 8, 60)\n\
             drawRect('right_wall', 50, 0, 8, 60)\n\
             drawRect('table', 0, 0, 40, 25)",
    example: "for (const wall of listEntities({ name: '*_wall' })) setFill(wall, 'tan')",
    call: |call| {
        const KNOWN: &[&str] = &["layer", "type", "group", "name"];
        let options = call.options(0, KNOWN)?;
        let kind = call.string_option(&options, "type")?;
        if let Some(kind) = &kind {
            check_kind(kind)?;
        }
        let filter = ListFilter {
            layer: call.string_option(&options, "layer")?,
            kind,
            group: call.string_option(&options, "group")?,
            name_glob: call.string_option(&options, "name")?,
        };
        if let Some(group) = &filter.group
            && !call.scene().exists(group)
        {
            return Err(Failure::Scene(call.scene().unknown(group)));
        }
        let names = call.scene().list(&filter);
        let names: Vec<JsValue> = names.iter().map(|name| js_string!(name.as_str()).into()).collect();
        Ok(JsArray::from_iter(names, call.context).into())
    },
};
