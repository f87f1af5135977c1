//! Groups, copies and removal.

use boa_engine::JsValue;
use scenewright_geometry::Axis;

use super::call::{Failure, choice};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use super::style::contents;

pub(crate) static CREATE_GROUP: Function = Function {
    name: "createGroup",
    domain: Domain::Groups,
    parameters: &[required("name", "string"), optional("children", "string[]")],
    returns: "true",
    doc: "Makes a group of entities that exist. An entity is in one group: it leaves the one it was in. An empty group \
          is allowed.",
    before: "drawRect('body', 0, 8, 60, 16)\n\
             drawCircle('wheel', -15, 0, 8)",
    example: "createGroup('car', ['body', 'wheel'])\n\
             translate('car', 40, 25)",
    call: |call| {
        let name = call.name(0)?;
        let children = if call.is_absent(1) { Vec::new() } else { call.names(1)? };
        call.scene().create_group(&name, &children)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static ADD_TO_GROUP: Function = Function {
    name: "addToGroup",
    domain: Domain::Groups,
    parameters: &[required("group", "string"), required("entity", "string")],
    returns: "boolean",
    doc: "Puts an entity into a group and keeps its place in the world exactly. Gives false when it is in it already.",
    before: "drawRect('body', 0, 0, 60, 28)\n\
             drawRect('mirror_left', 12, 18, 4, 8)\n\
             createGroup('car', ['body'])",
    example: "addToGroup('car', 'mirror_left')\n\
             translate('car', 40, 25)",
    call: |call| {
        let (group, entity) = (call.name(0)?, call.name(1)?);
        Ok(JsValue::from(call.scene().add_to_group(&group, &entity)?))
    },
};

pub(crate) static REMOVE_FROM_GROUP: Function = Function {
    name: "removeFromGroup",
    domain: Domain::Groups,
    parameters: &[required("entity", "string")],
    returns: "boolean",
    doc: "Takes an entity out of its group and keeps its place in the world. Gives false when it is in none.",
    before: "drawRect('body', 0, 0, 60, 28)\n\
             drawRect('mirror_left', 12, 18, 4, 8)\n\
             createGroup('car', ['body', 'mirror_left'])",
    example: "removeFromGroup('mirror_left')\n\
             translate('car', 0, -30)",
    call: |call| {
        let entity = call.name(0)?;
        Ok(JsValue::from(call.scene().remove_from_group(&entity)?))
    },
};

pub(crate) static UNGROUP: Function = Function {
    name: "ungroup",
    domain: Domain::Groups,
    parameters: &[required("group", "string")],
    returns: "true",
    doc: "Removes a group and leaves its children where they are in the world. They get the fill and the stroke of the group where \
          they had none of their own.",
    before: "drawRect('body', 0, 8, 60, 16)\n\
             drawCircle('wheel', -15, 0, 8)\n\
             createGroup('car', ['body', 'wheel'])",
    example: "ungroup('car')\n\
             translate('wheel', 0, -25)",
    call: |call| {
        let group = call.name(0)?;
        call.scene().ungroup(&group)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static DELETE_ENTITY: Function = Function {
    name: "deleteEntity",
    domain: Domain::Groups,
    parameters: &[required("name", "string"), optional("options", "{ children?: boolean }")],
    returns: "boolean",
    doc: "Removes an entity with all that is in a group; with children false, the children stay, at the root. Gives \
          false when there is no such entity.",
    before: "drawRect('plate', 0, 0, 80, 50)\n\
             drawCircle('helper', 0, 0, 15)",
    example: "deleteEntity('helper')",
    call: |call| {
        let name = call.name(0)?;
        let contents = contents(call, 1)?;
        Ok(JsValue::from(call.scene().delete_entity(&name, contents)?))
    },
};

pub(crate) static DUPLICATE: Function = Function {
    name: "duplicate",
    domain: Domain::Groups,
    parameters: &[required("source", "string"), required("name", "string")],
    returns: "true",
    doc: "Makes an exact copy in the same place. The children of a copied group are named name_0, name_1 and so on.",
    before: "drawRect('window', 0, 0, 30, 40)",
    example: "duplicate('window', 'window_2')\n\
             translate('window_2', 45, 0)",
    call: |call| {
        let (source, name) = (call.name(0)?, call.name(1)?);
        call.scene().duplicate(&source, &name)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static MIRROR: Function = Function {
    name: "mirror",
    domain: Domain::Groups,
    parameters: &[
        required("source", "string"),
        required("name", "string"),
        required("axis", "'x' | 'y' | Points"),
    ],
    returns: "true",
    doc: "Makes a mirrored copy about the source's own centre: 'x' swaps left and right, 'y' up and down. With two points \
          instead, [x1, y1, x2, y2], it is mirrored about the line through them.",
    before: "drawPolygon('wing', [-60, -10, 0, 0, 0, 20])",
    example: "mirror('wing', 'wing_right', 'x')\n\
             translate('wing_right', 70, 0)",
    call: |call| {
        let (source, name) = (call.name(0)?, call.name(1)?);
        if call.arg(2).is_object() {
            let points = call.coordinates(2)?;
            let &[from, to] = points.as_slice() else {
                let count = points.len();
                return Err(Failure::Type(format!(
                    "axis must be 'x', 'y' or two points, got {count} points"
                )));
            };
            call.scene().mirror_about(&source, &name, [from, to])?;
            return Ok(JsValue::from(true));
        }
        let axis = choice("axis", &call.string(2)?, &[("x", Axis::X), ("y", Axis::Y)])?;
        call.scene().mirror(&source, &name, axis)?;
        Ok(JsValue::from(true))
    },
};
