//! Settings of the whole scene.

use boa_engine::JsValue;
use serde_json::json;

use super::call::{Failure, choice};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_scene::{Units, fit_to_viewport};

pub(super) static SET_UNITS: Function = Function {
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

pub(super) static SET_TOLERANCE: Function = Function {
    name: "setTolerance",
    domain: Domain::Scene,
    parameters: &[required("tolerance", "number")],
    returns: "true",
    doc: "Sets how far straight edges may be from the curves that they stand for, in the scene's unit: in offsets of \
          ellipses and Bézier curves, in convex hulls and in distances. The default is 0.01; calls from then on use the \
          new one.",
    before: "drawBezier('leaf', 'M -40 0 C -20 45 20 45 40 0 C 20 -45 -20 -45 -40 0 Z')",
    example: "setTolerance(4)\n\
             convexHull('leaf', 'coarse')",
    call: |call| {
        let tolerance = call.number(0)?;
        call.scene().set_tolerance(tolerance)?;
        Ok(JsValue::from(true))
    },
};

pub(super) static FIT_TO_VIEWPORT: Function = Function {
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
