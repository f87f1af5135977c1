//! Settings of the whole scene.

use boa_engine::JsValue;
use serde_json::json;

use super::call::{Checked, Failure, choice, describe};
use super::domain::Domain;
use super::elements::cut;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_geometry::number_text;
use scenewright_scene::{Units, fit_to_viewport};

pub(crate) static SET_UNITS: Function = Function {
    name: "setUnits",
    domain: Domain::Scene,
    parameters: &[required("units", "'mm' | 'cm' | 'm' | 'in' | 'ft' | 'px'")],
    returns: "true",
    doc: "Sets the unit that lengths of the scene are in; nothing drawn changes size. The default is mm; px is 1/96 in.",
    before: "drawRect('plate', 0, 0, 12, 8)",
    example: "setUnits('cm')",
    call: |call| {
        let word = call.string(0)?;
        let choices = ["mm", "cm", "m", "in", "ft", "px"].map(|unit| (unit, unit));
        let units = Units::parse(choice("units", &word, &choices)?);
        call.scene().set_units(units.unwrap_or_default());
        Ok(JsValue::from(true))
    },
};

pub(crate) static SET_DEFAULTS: Function = Function {
    name: "setDefaults",
    domain: Domain::Scene,
    parameters: &[required("options", "{ keep?: boolean }")],
    returns: "true",
    doc: "Sets what options are where a call does not give them, from here on. keep: false makes booleans remove their \
          inputs, so that each outline is in the drawing once, as a cutter needs it.",
    before: "",
    example: "setDefaults({ keep: false })\n\
              drawRect('blank', 0, 0, 100, 60)\n\
              drawCircle('bore', 0, 0, 12)\n\
              booleanDifference('blank', 'bore', 'plate')",
    call: |call| {
        if call.is_absent(0) {
            return Err(call.wrong(0, "an object of options"));
        }
        let options = call.options(0, &["keep"])?;
        if let Some(keep) = call.boolean_option(&options, "keep")? {
            call.scene().set_removes_inputs(!keep);
        }
        Ok(JsValue::from(true))
    },
};

pub(crate) static SET_DRAWING_SCALE: Function = Function {
    name: "setDrawingScale",
    domain: Domain::Scene,
    parameters: &[required("scale", "number | string")],
    returns: "true",
    doc: "Sets the scale of the drawing on paper, such as '1:50', '2:1', or 50 for 1:50; nothing drawn changes size. Line \
          weights and line types of layers, and the fine pen, are in millimetres on paper. The default is the largest of \
          1:1, 1:2, 1:5, 1:10 and so on that fits an A3 sheet.",
    before: "drawRect('house', 0, 0, 12000, 9000)\n\
             drawLine('axis', [-8000, 0, 8000, 0])\n\
             defineLayer('axes', { color: 'firebrick', linetype: 'center' })\n\
             setLayer('axis', 'axes')",
    example: "setDrawingScale('1:100')",
    call: |call| {
        let scale = if call.is_absent(0) { call.number(0)? } else { scale_of(&call.arg(0), "scale")? };
        call.scene().set_drawing_scale(scale)?;
        Ok(JsValue::from(true))
    },
};

/// Reads a scale: a text such as `1:50`, or 50.
pub(crate) fn scale_of(value: &JsValue, what: &str) -> Checked<f64> {
    match (value.as_string(), value.as_number()) {
        (Some(text), _) => ratio(&text.to_std_string_lossy(), what),
        (None, Some(number)) if number.is_finite() => Ok(number),
        (None, Some(number)) => {
            Err(Failure::Range(format!("{what} must be a finite number, got {}", number_text(number))))
        }
        (None, None) => Err(Failure::Type(format!("{what} must be a number, got {}", describe(value)))),
    }
}

/// Reads a scale such as `1:50`, which is 50.
fn ratio(text: &str, what: &str) -> Checked<f64> {
    let read = |part: &str| part.trim().parse::<f64>().ok().filter(|it| it.is_finite() && *it > 0.0);
    let ratio = text.split_once([':', '/']).and_then(|(paper, drawing)| Some(read(drawing)? / read(paper)?));
    ratio.ok_or_else(|| {
        Failure::Range(format!("{what} must be like '1:50' or '2:1', got the string \"{}\"", cut(text)))
    })
}

pub(crate) static SET_TOLERANCE: Function = Function {
    name: "setTolerance",
    domain: Domain::Scene,
    parameters: &[required("tolerance", "number")],
    returns: "true",
    doc: "Sets how far edges and arcs may be from the curves that they stand for, in the scene's unit: in offsets of \
          ellipses and Bézier curves, and where something is asked to be inside. The default is 0.01; calls from then on use \
          the new one.",
    before: "drawBezier('leaf', 'M -40 0 C -20 45 20 45 40 0 C 20 -45 -20 -45 -40 0 Z')",
    example: "setTolerance(4)\n\
             offsetPolygon('leaf', 8, 'coarse')",
    call: |call| {
        let tolerance = call.number(0)?;
        call.scene().set_tolerance(tolerance)?;
        Ok(JsValue::from(true))
    },
};

pub(crate) static FIT_TO_VIEWPORT: Function = Function {
    name: "fitToViewport",
    domain: Domain::Scene,
    parameters: &[
        required("width", "number"),
        required("height", "number"),
        optional("options", "{ viewport?: [number, number], margin?: number }"),
    ],
    returns: "{ scale: number, offsetX: number, offsetY: number, viewportWidth: number, viewportHeight: number }",
    doc: "Computes the scale that fits a drawing of that size into the viewport ([1600, 1000]) less the margin (0.1) on \
          each side, and the offsets that centre it.",
    before: "drawRect('poster', 0, 0, 900, 1080)",
    example: "console.log(fitToViewport(900, 1080).scale)",
    call: |call| {
        const KNOWN: &[&str] = &["viewport", "margin"];
        let (width, height) = (call.number(0)?, call.number(1)?);
        let options = call.options(2, KNOWN)?;
        let viewport = match call.numbers_option(&options, "viewport")?.as_deref() {
            None => [1600.0, 1000.0],
            Some(&[width, height]) => [width, height],
            Some(other) => {
                return Err(Failure::Type(format!(
                    "option viewport must be [width, height], got an array of {}",
                    other.len()
                )));
            }
        };
        let margin = call.number_option(&options, "margin")?.unwrap_or(0.1);
        let fit = fit_to_viewport(width, height, viewport, margin)?;
        let json = json!({
            "scale": fit.scale,
            "offsetX": fit.offset_x,
            "offsetY": fit.offset_y,
            "viewportWidth": fit.viewport_width,
            "viewportHeight": fit.viewport_height,
        });
        Ok(JsValue::from_json(&json, call.context)?)
    },
};
