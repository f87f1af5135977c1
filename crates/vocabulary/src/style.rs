//! Fill and stroke.

use boa_engine::JsValue;

use super::call::{Call, Checked, Failure};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_scene::{
    Cap, Contents, Join, LayerChange, Linetype, PropertyChange, Stroke, nearest_lineweight,
};

pub(crate) static SET_FILL: Function = Function {
    name: "setFill",
    domain: Domain::Style,
    parameters: &[required("name", "string"), required("color", "Color | null")],
    returns: "true",
    doc: "Fills an entity with a colour, or with null takes the fill away; 'bylayer' is the colour of its layer. On a group it applies to the children that \
          have no fill of their own.",
    before: "drawCircle('wheel', 0, 0, 25)",
    example: "setFill('wheel', [0.2, 0.2, 0.25])",
    call: |call| {
        let name = call.name(0)?;
        if is_by_layer(call) {
            call.scene().fill_by_layer(&name)?;
            return Ok(JsValue::from(true));
        }
        let color = call.color_or_null(1)?;
        call.scene().set_fill(&name, color)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static SET_STROKE: Function = Function {
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
          stroke away. The colour 'bylayer', without width and options, is the pen of the layer, which new entities have: \
          its colour, line weight and line type, or else a fine black one.",
    before: "drawLine('axis', [-50, 0, 50, 0])",
    example: "setStroke('axis', 'steelblue', 0.5, { dash: [4, 2] })",
    call: |call| {
        const KNOWN: &[&str] = &["dash", "cap", "join"];
        let name = call.name(0)?;
        if is_by_layer(call) {
            if !call.is_absent(2) || !call.is_absent(3) {
                return Err(Failure::Type(
                    "color 'bylayer' takes neither width nor options: they are the layer's, by defineLayer"
                        .to_owned(),
                ));
            }
            call.scene().stroke_by_layer(&name)?;
            return Ok(JsValue::from(true));
        }
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

pub(crate) static SET_LAYER: Function = Function {
    name: "setLayer",
    domain: Domain::Style,
    parameters: &[
        required("name", "string"),
        required("layer", "string"),
        optional("options", "{ children?: boolean }"),
    ],
    returns: "true",
    doc: "Puts an entity on a layer, which need not be defined, with all that is in a group; with children false, the \
          group alone. A text is one entity either way. A new entity is on the layer '0'.",
    before: "drawRect('wall', 0, 0, 120, 12)",
    example: "setLayer('wall', 'walls')\n\
             console.log(listEntities({ layer: 'walls' }))",
    call: |call| {
        let (name, layer) = (call.name(0)?, call.string(1)?);
        let contents = contents(call, 2)?;
        call.scene().set_layer(&name, &layer, contents)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static DEFINE_LAYER: Function = Function {
    name: "defineLayer",
    domain: Domain::Style,
    parameters: &[
        required("name", "string"),
        optional(
            "options",
            "{ color?: Color | null, linetype?: 'continuous' | 'dashed' | 'dotted' | 'dashdot' | 'center' | 'hidden' | 'phantom', \
             lineweight?: number | null, visible?: boolean, locked?: boolean }",
        ),
    ],
    returns: "true",
    doc: "Makes a layer or changes one; properties that the options leave out stay, and null resets colour \
          and line weight to their defaults. An entity on an invisible layer is in no picture, with all that \
          is in it. An entity on a locked layer cannot be changed, moved or replaced by later calls, nor can \
          a group that holds it. An entity without a style has the layer's colour, line type and line weight, which is in millimetres on paper and one of DXF's: 0.13, 0.18, 0.25, 0.35, 0.5, 0.7, 1, 1.4, 2 and some \
          between them.",
    before: "drawRect('block', 0, 0, 80, 50)\n\
             drawLine('bore', [[-10, -25], [-10, 25]])\n\
             setLayer('bore', 'hidden_edges')",
    example: "defineLayer('hidden_edges', { linetype: 'dashed', visible: false })",
    call: |call| {
        const KNOWN: &[&str] = &["color", "linetype", "lineweight", "visible", "locked"];
        const LINETYPES: &[(&str, Linetype)] = &[
            ("continuous", Linetype::Continuous),
            ("dashed", Linetype::Dashed),
            ("dotted", Linetype::Dotted),
            ("dashdot", Linetype::Dashdot),
            ("center", Linetype::Center),
            ("hidden", Linetype::Hidden),
            ("phantom", Linetype::Phantom),
        ];
        let name = call.string(0)?;
        let options = call.options(1, KNOWN)?;
        let color = match call.option(&options, "color")? {
            None => PropertyChange::Kept,
            Some(value) if value.is_null() => PropertyChange::Removed,
            Some(value) => PropertyChange::Set(call.color_of(&value, "option color")?),
        };
        let lineweight = match call.option(&options, "lineweight")? {
            Some(value) if value.is_null() => PropertyChange::Removed,
            _ => call.number_option(&options, "lineweight")?.into(),
        };
        let change = LayerChange {
            color,
            linetype: call.choice_option(&options, "linetype", LINETYPES)?,
            lineweight,
            visible: call.boolean_option(&options, "visible")?,
            locked: call.boolean_option(&options, "locked")?,
        };
        call.scene().define_layer(&name, &change)?;
        let weight = change.lineweight.applied_to(None).unwrap_or(0.0);
        let nearest = f64::from(nearest_lineweight(weight)) / 100.0;
        if (nearest - weight).abs() > 1e-9 {
            call.drawing.warn(format!(
                "defineLayer(\"{name}\"): there is no line weight of {weight} mm in DXF; the layer has the nearest, {nearest}"
            ));
        }
        Ok(JsValue::from(true))
    },
};

fn is_by_layer(call: &Call<'_>) -> bool {
    const WORD: &str = "bylayer";
    let word = call.arg(1).as_string().filter(|word| word.len() == WORD.len());
    word.is_some_and(|word| word.to_std_string_lossy().eq_ignore_ascii_case(WORD))
}

/// Reads whether the contents of a group take part: they do unless the option children is false.
pub(crate) fn contents(call: &mut Call<'_>, index: usize) -> Checked<Contents> {
    let options = call.options(index, &["children"])?;
    let is_apart = call.boolean_option(&options, "children")? == Some(false);
    Ok(if is_apart { Contents::Apart } else { Contents::Included })
}
