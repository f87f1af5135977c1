//! The drawing order.

use boa_engine::object::builtins::JsArray;
use boa_engine::{JsValue, js_string};

use super::call::Failure;
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_scene::OrderMode;

pub(crate) static DRAW_ORDER: Function = Function {
    name: "drawOrder",
    domain: Domain::Order,
    parameters: &[required("name", "string"), required("mode", "'front' | 'back' | number | string")],
    returns: "boolean",
    doc: "Moves an entity among its siblings. The mode is 'front', 'back', an index from 0 at the back, '+n' or '-n' \
          steps, 'above:other' or 'below:other'.",
    before: "drawText('title', 'Plan', 0, 0, 14, { align: 'center' })\n\
             drawRect('panel', 0, 5, 60, 24)\n\
             setFill('panel', 'gold')",
    example: "drawOrder('title', 'front')",
    call: |call| {
        let name = call.name(0)?;
        let value = call.arg(1);
        let mode = if value.is_string() {
            OrderMode::parse(&call.string(1)?)?
        } else {
            let index = call.number(1)?;
            if index < 0.0 || index.fract() != 0.0 {
                return Err(Failure::Range(format!(
                    "mode as a number must be a whole index from 0, got {index}"
                )));
            }
            OrderMode::Index(index as usize)
        };
        Ok(JsValue::from(call.scene().draw_order(&name, mode)?))
    },
};

pub(crate) static GET_DRAW_ORDER: Function = Function {
    name: "getDrawOrder",
    domain: Domain::Order,
    parameters: &[optional("group", "string")],
    returns: "{ level: string, order: string[], details: { name: string, type: string, z: number }[] }",
    doc: "Lists the entities of a group, or of the root, from back to front.",
    before: "drawRect('back', -12, -8, 50, 30)\n\
             drawRect('middle', 0, 0, 50, 30)\n\
             drawRect('front', 12, 8, 50, 30)\n\
             for (const name of ['back', 'middle', 'front']) setFill(name, 'lightgrey')",
    example: "console.log(getDrawOrder().order)",
    call: |call| {
        let absent = call.is_absent(0) || call.arg(0).is_null();
        let group = if absent { None } else { Some(call.name(0)?) };
        let order = call.scene().get_draw_order(group.as_deref())?;
        let context = &mut *call.context;
        let names = order.order.iter().map(|name| JsValue::from(js_string!(name.as_str())));
        let names = JsArray::from_iter(names.collect::<Vec<_>>(), context);
        let mut details = Vec::with_capacity(order.details.len());
        for detail in &order.details {
            let json = serde_json::json!({ "name": detail.name, "type": detail.kind, "z": detail.z });
            details.push(JsValue::from_json(&json, context)?);
        }
        let details = JsArray::from_iter(details, context);
        let object = boa_engine::object::JsObject::with_object_proto(context.intrinsics());
        // Defined and not set: a setter on a prototype is the script's own.
        let level = js_string!(order.level.as_str());
        object.create_data_property_or_throw(js_string!("level"), level, context)?;
        object.create_data_property_or_throw(js_string!("order"), names, context)?;
        object.create_data_property_or_throw(js_string!("details"), details, context)?;
        Ok(object.into())
    },
};
