//! Blocks, their instances, and arrays of them.

use boa_engine::object::builtins::JsArray;
use boa_engine::{JsValue, js_string};

use super::call::{Call, Checked, Failure, Options, describe};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{Parameter, optional, required};
use scenewright_geometry::{Point, number_text};
use scenewright_scene::{
    ArrayOptions, ArrayPath, BlockOptions, GridSteps, InsertOptions, PathSteps, PolarSteps,
};

const NAME: Parameter = required("name", "string");
const COUNT: Parameter = required("count", "number");
const DX: Parameter = required("dx", "number");
const DY: Parameter = required("dy", "number");
const RESULT: Parameter = optional("result", "string");
const OPTIONS: Parameter = optional("options", "{ like?: string, keep?: boolean }");

pub(crate) static DEFINE_BLOCK: Function = Function {
    name: "defineBlock",
    domain: Domain::Blocks,
    parameters: &[
        NAME,
        required("entities", "string | string[]"),
        optional(
            "options",
            "{ base?: [number, number], attributes?: { [tag: string]: string | number | { x: number, y: number, size: number, align?: 'left' | 'center' | 'right', value?: string | number } }, keep?: boolean }",
        ),
    ],
    returns: "true",
    doc: "Makes a block of entities, which leave the scene; insert shows it in any number of places. The base ([0, 0]) is \
          the point in the world that an instance is placed by. Attributes are values that each instance has of its own, \
          by their tags: a default alone for one that is not seen, or a place for a text. What is on layer 0 in a block \
          is on the layer of each instance, and entities without a style have the instance's. Blocks may hold \
          instances of others. A block with instances cannot be redefined; with keep, the entities stay too.",
    before: "",
    example: "drawRect('trunk', 0, 10, 4, 20)\n\
              drawCircle('crown', 0, 28, 14)\n\
              defineBlock('tree', ['trunk', 'crown'], { attributes: { species: { x: 0, y: -8, size: 6, align: 'center' } } })\n\
              insert('tree', 'oak', -30, 0, { attributes: { species: 'oak' } })\n\
              insert('tree', 'elm', 30, 0, { scale: 1.4, attributes: { species: 'elm' } })",
    call: |call| {
        let name = call.name(0)?;
        let entities = call.name_or_names(1)?;
        let options = call.options(2, &["base", "attributes", "keep"])?;
        let base = call.point_option(&options, "base")?.unwrap_or(Point::ORIGIN);
        let attributes = call.attribute_definitions(&options)?;
        let keep = call.boolean_option(&options, "keep")?.unwrap_or(false);
        call.scene().define_block(&name, &entities, &BlockOptions { base, attributes, keep })?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static INSERT: Function = Function {
    name: "insert",
    domain: Domain::Blocks,
    parameters: &[
        required("block", "string"),
        NAME,
        required("x", "number"),
        required("y", "number"),
        optional(
            "options",
            "{ angle?: number, scale?: number | [number, number], attributes?: { [tag: string]: string | number } }",
        ),
    ],
    returns: "true",
    doc: "Draws an instance of a block with its base point at x, y, turned by the angle in radians and stretched by \
          the scale, whose negative factors mirror; texts of attributes can be read there too. It is one entity, whose \
          pivot is that point: it moves, turns, and is styled, measured, cut and hit as a group is, and ungroup puts \
          the entities of the block in its place, named name_crown and so on. An attribute that is not given has the \
          value of its definition.",
    before: "drawRect('frame', 40, 5, 80, 10)\n\
             drawArc('swing', 0, 0, 80, 0, Math.PI / 2)\n\
             defineBlock('door', ['frame', 'swing'], { attributes: { number: { x: 30, y: 30, size: 14 } } })",
    example: "insert('door', 'entrance', 0, 0, { attributes: { number: 1 } })\n\
              insert('door', 'pantry', 260, 0, { angle: Math.PI / 2, attributes: { number: 2 } })",
    call: |call| {
        let (block, name) = (call.string(0)?, call.name(1)?);
        let (x, y) = (call.number(2)?, call.number(3)?);
        let options = call.options(4, &["angle", "scale", "attributes"])?;
        let options = InsertOptions {
            angle: call.number_option(&options, "angle")?.unwrap_or(0.0),
            scale: call.factors_option(&options, "scale")?.unwrap_or([1.0, 1.0]),
            attributes: call.attribute_values(&options)?,
        };
        call.scene().insert_block(&block, &name, x, y, &options, &call.drawing.fonts)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static ARRAY_LINEAR: Function = Function {
    name: "arrayLinear",
    domain: Domain::Blocks,
    parameters: &[NAME, COUNT, DX, DY, RESULT, OPTIONS],
    returns: "string[]",
    doc: "Repeats an entity along a line: count of them in all, each dx, dy further. The entity is the first, and the \
          others are instances in the group result (name_array), named result_1 and so on; with keep false, the entity is \
          removed and result_0 is in its place. They have its layer and style, or those of the entity that like names, and \
          each can be given its own. The geometry is kept once, in files too, as a block of the entity's name; an array \
          of an instance repeats its block. Gives the names of all.",
    before: "drawRect('post', 0, 0, 8, 30)\n\
             setFill('post', 'tan')",
    example: "arrayLinear('post', 6, 20, 0)",
    call: |call| {
        let name = call.name(0)?;
        let count = call.count(1)?;
        let step = Point::new(call.number(2)?, call.number(3)?);
        let options = array_options(call, 4)?;
        let names = call.scene().array_linear(&name, count, step, &options)?;
        Ok(list(call, &names))
    },
};

pub(crate) static ARRAY_GRID: Function = Function {
    name: "arrayGrid",
    domain: Domain::Blocks,
    parameters: &[NAME, required("nx", "number"), required("ny", "number"), DX, DY, RESULT, OPTIONS],
    returns: "string[]",
    doc: "Repeats an entity in ny rows of nx, which are dx and dy apart, row by row. Result, options and names are as \
          for arrayLinear.",
    before: "drawRect('desk', 0, 0, 16, 8)\n\
             drawCircle('chair', 0, -8, 3)\n\
             createGroup('place', ['desk', 'chair'])",
    example: "arrayGrid('place', 5, 3, 24, 24)",
    call: |call| {
        let name = call.name(0)?;
        let (columns, rows) = (call.count(1)?, call.count(2)?);
        let steps = GridSteps { columns, rows, dx: call.number(3)?, dy: call.number(4)? };
        let options = array_options(call, 5)?;
        let names = call.scene().array_grid(&name, &steps, &options)?;
        Ok(list(call, &names))
    },
};

pub(crate) static ARRAY_POLAR: Function = Function {
    name: "arrayPolar",
    domain: Domain::Blocks,
    parameters: &[
        NAME,
        COUNT,
        optional(
            "options",
            "{ center?: [number, number], angle?: number, rotate?: boolean, result?: string, like?: string, keep?: boolean }",
        ),
    ],
    returns: "string[]",
    doc: "Repeats an entity around the center ([0, 0]): count of them in all, evenly over a full turn, or from the first \
          to the last over an angle in radians. With rotate false, all stay upright. Result, like, keep and names are as \
          for arrayLinear.",
    before: "drawCircle('hole', 40, 0, 6)",
    example: "arrayPolar('hole', 8)",
    call: |call| {
        let name = call.name(0)?;
        let count = call.count(1)?;
        let options = call.options(2, &["center", "angle", "rotate", "result", "like", "keep"])?;
        let steps = PolarSteps {
            count,
            center: call.point_option(&options, "center")?.unwrap_or(Point::ORIGIN),
            angle: call.number_option(&options, "angle")?.unwrap_or(std::f64::consts::TAU),
            rotate: call.boolean_option(&options, "rotate")?.unwrap_or(true),
        };
        let options = array_options_of(call, &options)?;
        let names = call.scene().array_polar(&name, &steps, &options)?;
        Ok(list(call, &names))
    },
};

pub(crate) static ARRAY_ALONG: Function = Function {
    name: "arrayAlong",
    domain: Domain::Blocks,
    parameters: &[
        NAME,
        required("path", "string | Points"),
        required(
            "options",
            "{ count?: number, spacing?: number, rotate?: boolean, result?: string, like?: string, keep?: boolean }",
        ),
    ],
    returns: "string[]",
    doc: "Repeats an entity, or a block, along a path, which is the name of one line, arc or outline, or a list of points: \
          count of them evenly over the whole path, or as many as there is room for at a spacing along it. The pivot of the \
          entity, or the base point of the block, is on the path, and its x axis along it unless rotate is false. The \
          entity is apart from the array and stays where it is; with keep false, it is removed. Result, like and names \
          are as for arrayLinear, from result_0 on.",
    before: "drawBezier('street', 'M -90 0 C -40 60 20 -60 90 10')\n\
             drawPolygon('tree', [-5, 0, 5, 0, 0, 12])",
    example: "arrayAlong('tree', 'street', { spacing: 18, keep: false })",
    call: |call| {
        let name = call.name(0)?;
        let path = match call.arg(1).is_string() {
            true => ArrayPath::Entity(call.string(1)?),
            false => ArrayPath::Points(call.coordinates(1)?),
        };
        let options = call.options(2, &["count", "spacing", "rotate", "result", "like", "keep"])?;
        let count = call.number_option(&options, "count")?;
        let steps = match (count, call.number_option(&options, "spacing")?) {
            (Some(count), None) => PathSteps::Count(whole("option count", count)?),
            (None, Some(spacing)) => PathSteps::Spacing(spacing),
            (Some(_), Some(_)) => {
                return Err(Failure::Type("takes option count or option spacing, got both".to_owned()));
            }
            (None, None) => {
                return Err(Failure::Type("needs option count or option spacing".to_owned()));
            }
        };
        let rotate = call.boolean_option(&options, "rotate")?.unwrap_or(true);
        let options = array_options_of(call, &options)?;
        let names = call.scene().array_along(&name, &path, steps, rotate, &options)?;
        Ok(list(call, &names))
    },
};

fn array_options(call: &mut Call<'_>, index: usize) -> Checked<ArrayOptions> {
    let result = if call.is_absent(index) { None } else { Some(call.string(index)?) };
    let options = call.options(index + 1, &["like", "keep"])?;
    Ok(ArrayOptions { result, ..array_options_of(call, &options)? })
}

fn array_options_of(call: &mut Call<'_>, options: &Options) -> Checked<ArrayOptions> {
    Ok(ArrayOptions {
        result: call.string_option(options, "result")?,
        like: call.string_option(options, "like")?,
        keep: call.boolean_option(options, "keep")?.unwrap_or(true),
    })
}

fn list(call: &mut Call<'_>, names: &[String]) -> JsValue {
    let names: Vec<JsValue> = names.iter().map(|name| js_string!(name.as_str()).into()).collect();
    JsArray::from_iter(names, call.context).into()
}

/// Checks a number that counts something.
fn whole(what: &str, number: f64) -> Checked<usize> {
    if number >= 1.0 && number.fract() == 0.0 && number <= 1e9 {
        return Ok(number as usize);
    }
    Err(Failure::Range(format!("{what} must be a whole number from 1, got {}", number_text(number))))
}

impl Call<'_> {
    /// Reads a whole number from 1.
    pub(crate) fn count(&self, index: usize) -> Checked<usize> {
        whole(self.parameter(index), self.number(index)?)
    }

    /// Reads a point in an option.
    pub(crate) fn point_option(&mut self, options: &Options, key: &'static str) -> Checked<Option<Point>> {
        match self.numbers_option(options, key)?.as_deref() {
            None => Ok(None),
            Some(&[x, y]) => Ok(Some(Point::new(x, y))),
            Some(other) => Err(Failure::Type(format!(
                "option {key} must be a point [x, y], got an array of {}",
                other.len()
            ))),
        }
    }

    /// Reads one factor for both axes, or one for each.
    pub(crate) fn factors_option(
        &mut self,
        options: &Options,
        key: &'static str,
    ) -> Checked<Option<[f64; 2]>> {
        let Some(value) = self.option(options, key)? else { return Ok(None) };
        if value.is_number() {
            return Ok(self.number_option(options, key)?.map(|factor| [factor, factor]));
        }
        if !value.is_object() {
            let came = describe(&value);
            return Err(Failure::Type(format!("option {key} must be a number or [sx, sy], got {came}")));
        }
        Ok(self.point_option(options, key)?.map(|factors| [factors.x, factors.y]))
    }
}
