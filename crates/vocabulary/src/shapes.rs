//! Shapes and text.

use boa_engine::object::ObjectInitializer;
use boa_engine::property::Attribute;
use boa_engine::{JsValue, js_string};

use super::call::{Call, Checked, Failure};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{Parameter, optional, required};
use scenewright_geometry::{Shape, ShapeError};
use scenewright_scene::{Scene, SceneError};

const NAME: Parameter = required("name", "string");
const X: Parameter = required("x", "number");
const Y: Parameter = required("y", "number");

pub(crate) static DRAW_CIRCLE: Function = Function {
    name: "drawCircle",
    domain: Domain::Shapes,
    parameters: &[NAME, X, Y, required("radius", "number")],
    returns: "true",
    doc: "Draws a circle about x, y. The radius is greater than 0.",
    before: "",
    example: "drawCircle('wheel', 0, 0, 25)",
    call: |call| draw(call, |call| Ok(Shape::circle(call.number(1)?, call.number(2)?, call.number(3)?)?)),
};

pub(crate) static DRAW_RECT: Function = Function {
    name: "drawRect",
    domain: Domain::Shapes,
    parameters: &[NAME, X, Y, required("width", "number"), required("height", "number")],
    returns: "true",
    doc: "Draws a rectangle whose CENTRE is x, y. Width and height are greater than 0.",
    before: "",
    example: "drawRect('plate', 0, 0, 120, 80)",
    call: |call| {
        draw(call, |call| {
            Ok(Shape::rect(call.number(1)?, call.number(2)?, call.number(3)?, call.number(4)?)?)
        })
    },
};

pub(crate) static DRAW_LINE: Function = Function {
    name: "drawLine",
    domain: Domain::Shapes,
    parameters: &[NAME, required("points", "Points")],
    returns: "true",
    doc: "Draws an open polyline through at least 2 points. Points are [x1, y1, x2, y2, ...] or [[x, y], ...].",
    before: "",
    example: "drawLine('path', [-50, -20, -20, 20, 10, -10, 50, 25])",
    call: |call| draw(call, |call| Ok(Shape::line(call.coordinates(1)?)?)),
};

pub(crate) static DRAW_POLYGON: Function = Function {
    name: "drawPolygon",
    domain: Domain::Shapes,
    parameters: &[NAME, required("points", "Points"), optional("holes", "Points[]")],
    returns: "true",
    doc: "Draws a closed polygon of at least 3 points. Holes are arrays of points, each at least 3.",
    before: "",
    example: "drawPolygon('roof', [-30, 0, 30, 0, 0, 20])",
    call: |call| {
        draw(call, |call| {
            let points = call.coordinates(1)?;
            Ok(Shape::polygon(points, call.holes(2)?)?)
        })
    },
};

pub(crate) static DRAW_ARC: Function = Function {
    name: "drawArc",
    domain: Domain::Shapes,
    parameters: &[
        NAME,
        required("cx", "number"),
        required("cy", "number"),
        required("radius", "number"),
        required("startAngle", "number"),
        required("endAngle", "number"),
    ],
    returns: "true",
    doc: "Draws an open arc from startAngle counter-clockwise to endAngle. Angles are radians; a full turn is a circle.",
    before: "",
    example: "drawArc('door', 0, 0, 90, 0, Math.PI / 2)",
    call: |call| {
        draw(call, |call| {
            let (x, y, radius) = (call.number(1)?, call.number(2)?, call.number(3)?);
            Ok(Shape::arc(x, y, radius, call.number(4)?, call.number(5)?)?)
        })
    },
};

pub(crate) static DRAW_ELLIPSE: Function = Function {
    name: "drawEllipse",
    domain: Domain::Shapes,
    parameters: &[
        NAME,
        required("cx", "number"),
        required("cy", "number"),
        required("rx", "number"),
        required("ry", "number"),
        optional("rotation", "number"),
    ],
    returns: "true",
    doc: "Draws an ellipse about cx, cy with the half axes rx along x and ry along y, turned counter-clockwise by the \
          rotation in radians (0). Both half axes are greater than 0.",
    before: "",
    example: "drawEllipse('pond', 0, 0, 40, 25, Math.PI / 8)",
    call: |call| {
        draw(call, |call| {
            let (x, y, rx, ry) = (call.number(1)?, call.number(2)?, call.number(3)?, call.number(4)?);
            let rotation = if call.is_absent(5) { 0.0 } else { call.number(5)? };
            Ok(Shape::ellipse(x, y, rx, ry, rotation)?)
        })
    },
};

pub(crate) static DRAW_BEZIER: Function = Function {
    name: "drawBezier",
    domain: Domain::Shapes,
    parameters: &[NAME, required("path", "string")],
    returns: "true",
    doc: "Draws SVG path data: M L H V C S Q T A Z, absolute or relative, any number of sub-paths. y points up.",
    before: "",
    example: "drawBezier('leaf', 'M 0 0 C 10 20 30 20 40 0 Z')",
    call: |call| draw(call, |call| Ok(Shape::path(&call.string(1)?)?)),
};

pub(crate) static DRAW_TEXT: Function = Function {
    name: "drawText",
    domain: Domain::Shapes,
    parameters: &[
        NAME,
        required("text", "string"),
        X,
        Y,
        required("size", "number"),
        optional(
            "options",
            "{ font?: string, fontPath?: string, align?: 'left' | 'center' | 'right', color?: Color, \
             valign?: 'baseline' | 'top' | 'middle' | 'bottom', angle?: number, capHeight?: number | boolean, \
             box?: number | [number, number] | { width: number, height?: number }, lineSpacing?: number, \
             markup?: boolean }",
        ),
    ],
    returns: "boolean",
    doc: "Draws text as outlines, its baseline at y. One glyph makes one shape; several make a group `name` of \
          `name_g0`, `name_g1` and so on; blank text draws nothing and gives false. A Latin font is built in; `font` is \
          the name of one of the system's, such as 'DejaVu Sans Bold'. Characters that the font lacks, as Hangul, are \
          taken from another that has them; what none has is a box and a warning. `fontPath` is a font file in a folder \
          that the host allows. 'Hershey Simplex' and 'Hershey Script' are built in too: single strokes for engraving, \
          not outlines. `\\n` begins a line; `lineSpacing` is a multiple of the font's line height. `angle` turns the text \
          about x, y. `valign` says what is at y: the first baseline, the top of its capitals, the middle or the bottom \
          of all lines. `size` is the side of the em square; with `capHeight: true` the height of capitals, and a number \
          there takes its place. `box` breaks lines at its width, hangs from y unless `valign` says otherwise, and x, y \
          is the corner or middle of it that `align` and `valign` name; text higher than the box is a warning. \
          `markup: true` reads m^{2} as raised, H_{2}O as lowered, {+0.1|-0.2} as stacked, and \\\\ before ^ _ { | } or \
          itself as the character.",
    before: "",
    example: "drawText('title', 'Plan', 0, 100, 12, { align: 'center' })\n\
             drawText('fit', 'Ø25{+0.021|0}', 0, 60, 12, { align: 'center', markup: true })\n\
             drawText('note', 'All edges broken 0.5, unless said otherwise', -60, 40, 8, { box: 120 })\n\
             drawText('part', 'No. 4711', 0, -10, 12, { font: 'Hershey Simplex', angle: 0.2 })",
    call: super::texts::draw_text,
};

pub(crate) static GET_TEXT_METRICS: Function = Function {
    name: "getTextMetrics",
    domain: Domain::Shapes,
    parameters: &[required("text", "string"), required("size", "number"), optional("font", "string")],
    returns: "{ width: number, height: number, ascent: number, descent: number }",
    doc: "Measures a text without drawing it, in the font that drawText takes for that name. The descent is a positive \
          length below the baseline.",
    before: "drawText('title', 'Plan', 0, 0, 12)",
    example: "const { width } = getTextMetrics('Plan', 12)\n\
             drawLine('rule', [0, -3, width, -3])",
    call: |call| {
        let (text, size) = (call.string(0)?, call.number(1)?);
        let font = if call.is_absent(2) { None } else { Some(call.string(2)?) };
        let (metrics, warnings) = Scene::text_metrics(&text, size, font.as_deref(), &call.drawing.fonts)?;
        for warning in warnings {
            call.drawing.warn(format!("getTextMetrics: {warning}"));
        }
        let mut object = ObjectInitializer::new(call.context);
        object.property(js_string!("width"), metrics.width, Attribute::all());
        object.property(js_string!("height"), metrics.height, Attribute::all());
        object.property(js_string!("ascent"), metrics.ascent, Attribute::all());
        object.property(js_string!("descent"), metrics.descent, Attribute::all());
        Ok(object.build().into())
    },
};

/// Draws the shape that the other arguments make. The name is checked before them, for a clear error when the
/// arguments of a call are in another order.
fn draw(call: &mut Call<'_>, shape: impl FnOnce(&mut Call<'_>) -> Checked<Shape>) -> Checked<JsValue> {
    let name = call.name(0)?;
    let shape = shape(call)?;
    call.scene().draw(&name, shape)?;
    Ok(JsValue::from(true))
}

impl From<ShapeError> for Failure {
    fn from(error: ShapeError) -> Self {
        Failure::Scene(SceneError::from(error))
    }
}
