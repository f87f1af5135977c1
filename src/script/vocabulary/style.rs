//! Fill and stroke.

use boa_engine::JsValue;

use super::call::Failure;
use super::{Domain, Function, optional, required};
use crate::scene::{Cap, Join, Stroke};

pub(super) static SET_FILL: Function = Function {
    name: "setFill",
    domain: Domain::Style,
    parameters: &[required("name", "string"), required("color", "Color | null")],
    returns: "true",
    doc: "Fills an entity with a colour, or with null takes the fill away. On a group it applies to the children that \
          have no fill of their own.",
    example: "setFill('wheel', [0.2, 0.2, 0.25])",
    call: |call| {
        let name = call.name(0)?;
        let color = call.color_or_null(1)?;
        call.scene().set_fill(&name, color)?;
        Ok(JsValue::from(true))
    },
};

pub(super) static SET_STROKE: Function = Function {
    name: "setStroke",
    domain: Domain::Style,
    parameters: &[
        required("name", "string"),
        required("color", "Color | null"),
        optional("width", "number"),
        optional(
            "options",
            "{ dash?: number[], cap?: 'butt' | 'round' | 'square', join?: 'miter' | 'round' | 'bevel' }",
        ),
    ],
    returns: "true",
    doc: "Strokes an entity with a colour and a width in the scene's unit (1). Width 0 or the colour null takes the \
          stroke away.",
    example: "setStroke('axis', 'steelblue', 0.5, { dash: [4, 2] })",
    call: |call| {
        const KNOWN: &[&str] = &["dash", "cap", "join"];
        let name = call.name(0)?;
        let color = call.color_or_null(1)?;
        let width = if call.is_absent(2) { 1.0 } else { call.number(2)? };
        let options = call.options(3, KNOWN)?;
        let dash = call.numbers_option(&options, "dash")?.unwrap_or_default();
        if dash.iter().any(|&length| length < 0.0) || (!dash.is_empty() && dash.iter().sum::<f64>() <= 0.0) {
            return Err(Failure::Range(
                "option dash must hold lengths of at least 0 and not only zeros".to_owned(),
            ));
        }
        let caps = [("butt", Cap::Butt), ("round", Cap::Round), ("square", Cap::Square)];
        let cap = call.choice_option(&options, "cap", &caps)?.unwrap_or(Cap::Butt);
        let joins = [("miter", Join::Miter), ("round", Join::Round), ("bevel", Join::Bevel)];
        let join = call.choice_option(&options, "join", &joins)?.unwrap_or(Join::Miter);
        let stroke = color.map(|color| Stroke { color, width, dash, cap, join });
        if width < 0.0 {
            return Err(Failure::Range(format!("width must be at least 0, got {width}")));
        }
        call.scene().set_stroke(&name, stroke)?;
        Ok(JsValue::from(true))
    },
};
