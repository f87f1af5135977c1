//! Moves, turns and sizes.

use boa_engine::JsValue;

use super::call::{Call, Checked, Failure, Options};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_scene::{Around, Space};

const KNOWN: &[&str] = &["space", "around"];
const SPACES: &[(&str, Space)] = &[("world", Space::World), ("local", Space::Local)];
const AROUND: &[(&str, Around)] = &[("origin", Around::Origin), ("center", Around::Center)];

pub(crate) static TRANSLATE: Function = Function {
    name: "translate",
    domain: Domain::Transforms,
    parameters: &[
        required("name", "string"),
        required("dx", "number"),
        required("dy", "number"),
        optional("options", "{ space?: 'world' | 'local' }"),
    ],
    returns: "boolean",
    doc: "Moves an entity by dx, dy along the world's axes, or with space 'local' along its own. Gives false when \
          nothing moves.",
    before: "drawCircle('wheel', 0, 0, 12)",
    example: "translate('wheel', 40, 0)",
    call: |call| {
        let name = call.name(0)?;
        let (dx, dy) = (call.number(1)?, call.number(2)?);
        let options = call.options(3, &["space"])?;
        let space = space(call, &options)?;
        Ok(JsValue::from(call.scene().translate(&name, dx, dy, space)?))
    },
};

pub(crate) static ROTATE: Function = Function {
    name: "rotate",
    domain: Domain::Transforms,
    parameters: &[
        required("name", "string"),
        required("angle", "number"),
        optional("options", "{ space?: 'world' | 'local', around?: 'origin' | 'center' | [number, number] }"),
    ],
    returns: "boolean",
    doc: "Turns an entity counter-clockwise by an angle in radians about its pivot. With around 'center' the centre of \
          its world bounds stays where it is, with a point [x, y] that point of the world.",
    before: "drawRect('arm', 40, 0, 80, 12)\n\
             setPivot('arm', 0, 0)",
    example: "rotate('arm', Math.PI / 6)",
    call: |call| {
        let name = call.name(0)?;
        let angle = call.number(1)?;
        let options = call.options(2, KNOWN)?;
        let space = space(call, &options)?;
        let around = around(call, &options)?;
        Ok(JsValue::from(call.scene().rotate(&name, angle, space, around)?))
    },
};

pub(crate) static SCALE: Function = Function {
    name: "scale",
    domain: Domain::Transforms,
    parameters: &[
        required("name", "string"),
        required("sx", "number"),
        required("sy", "number"),
        optional("options", "{ space?: 'world' | 'local', around?: 'origin' | 'center' | [number, number] }"),
    ],
    returns: "boolean",
    doc: "Multiplies the size of an entity about its pivot, or about what around names, as for rotate. A negative \
          factor mirrors; 0 is a RangeError.",
    before: "drawPolygon('tree', [-15, 0, 15, 0, 0, 40])",
    example: "scale('tree', 1.5, 1.5)",
    call: |call| {
        let name = call.name(0)?;
        let (sx, sy) = (call.number(1)?, call.number(2)?);
        let options = call.options(3, KNOWN)?;
        let space = space(call, &options)?;
        let around = around(call, &options)?;
        Ok(JsValue::from(call.scene().scale(&name, sx, sy, space, around)?))
    },
};

pub(crate) static SET_PIVOT: Function = Function {
    name: "setPivot",
    domain: Domain::Transforms,
    parameters: &[required("name", "string"), required("px", "number"), required("py", "number")],
    returns: "true",
    doc: "Sets the point, in the entity's own coordinates, that rotation and scale go about. A new entity's is the \
          centre of its bounds, a new group's [0, 0].",
    before: "drawRect('arm', 40, 0, 80, 12)",
    example: "setPivot('arm', 0, 0)\n\
             rotate('arm', Math.PI / 6)",
    call: |call| {
        let name = call.name(0)?;
        let (px, py) = (call.number(1)?, call.number(2)?);
        call.scene().set_pivot(&name, px, py)?;
        Ok(JsValue::from(true))
    },
};

fn space(call: &mut Call<'_>, options: &Options) -> Checked<Space> {
    Ok(call.choice_option(options, "space", SPACES)?.unwrap_or(Space::World))
}

fn around(call: &mut Call<'_>, options: &Options) -> Checked<Around> {
    let Some(value) = call.option(options, "around")? else { return Ok(Around::Origin) };
    if value.is_string() {
        return Ok(call.choice_option(options, "around", AROUND)?.unwrap_or(Around::Origin));
    }
    if !value.is_object() {
        let came = super::call::describe(&value);
        return Err(Failure::Type(format!(
            "option around must be 'origin', 'center' or a point [x, y], got {came}"
        )));
    }
    Ok(call.point_option(options, "around")?.map_or(Around::Origin, Around::Point))
}
