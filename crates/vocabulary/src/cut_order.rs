//! The order in which a machine cuts.

use boa_engine::JsValue;
use serde_json::json;

use super::call::{Call, Checked, Failure, Options, describe};
use super::domain::Domain;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_geometry::{LeadIn, Point, Tabs};
use scenewright_scene::CutOrderOptions;

/// The most tabs of one outline.
const MAX_TABS: f64 = 1000.0;

pub(crate) static CUT_ORDER: Function = Function {
    name: "cutOrder",
    domain: Domain::Making,
    parameters: &[
        required("names", "string[]"),
        required("result", "string"),
        optional(
            "options",
            "{ leadIn?: number | { length: number, type?: 'arc' | 'line' }, \
             tabs?: { width: number, count?: number, spacing?: number }, engrave?: string[], score?: string[], \
             common?: boolean, start?: [number, number], keep?: boolean }",
        ),
    ],
    returns: "{ paths: { name: string, part: string, kind: 'engrave' | 'score' | 'inner' | 'outer' | 'line', length: number, \
              lead: number }[], length: number, travel: number }",
    doc: "Draws the paths that a laser, a plasma torch or a mill follows along parts, one entity a cut, in the order of the cuts: \
          what is inside of a contour before it, so holes before their outline and a part in a hole of another before that \
          hole, and of what may be next the nearest, from start ([0, 0]) on. They take the place of the parts, unless keep is \
          true, in the groups result_engrave, result_score and result_cut, on the layers engrave, score and cut; files have \
          them in this order. Lines in engrave and score come first and stay as they are. leadIn is the length of a lead-in from \
          the side of what falls off, an arc that ends along the contour or a line at a right angle; where it meets another \
          contour it begins elsewhere or is shorter, and lead says how long it is. tabs are bridges of a width that hold a part: \
          count of each outline, or at most spacing apart. With common, an edge that parts share is cut once, with the first of them; \
          what is left of the others has neither a lead-in nor tabs. For the width of the cut call kerf before.",
    before: "drawRect('blank', 0, 0, 80, 50)\n\
             drawCircle('a', -20, 0, 10)\n\
             drawCircle('b', 20, 0, 8)\n\
             booleanDifference('blank', ['a', 'b'], 'plate', { keep: false })\n\
             drawText('mark', 'No. 7', -18, 16, 6, { font: 'Hershey Simplex' })",
    example: "cutOrder(['plate'], 'plan', { leadIn: { length: 5, type: 'arc' }, tabs: { count: 3, width: 2 }, engrave: ['mark'], start: [-40, -25] })\n\
              console.log(exists('plan_cut_0'))",
    call: |call| {
        const KNOWN: &[&str] = &["leadIn", "tabs", "engrave", "score", "common", "start", "keep"];
        let (names, result) = (call.names(0)?, call.string(1)?);
        let options = call.options(2, KNOWN)?;
        let options = CutOrderOptions {
            engrave: names_option(call, &options, "engrave", "option engrave")?,
            score: names_option(call, &options, "score", "option score")?,
            lead_in: lead_in(call, &options)?,
            tabs: tabs(call, &options)?,
            common: call.boolean_option(&options, "common")?.unwrap_or(false),
            start: call.point_option(&options, "start")?.unwrap_or(Point::ORIGIN),
            keep: call.boolean_option(&options, "keep")?.unwrap_or(false),
        };
        let report = call.scene().plan_cuts(&names, &result, &options)?;
        let paths: Vec<_> = report
            .paths
            .iter()
            .map(|cut| {
                json!({
                    "name": cut.name, "part": cut.part, "kind": cut.kind, "length": cut.length, "lead": cut.lead,
                })
            })
            .collect();
        let without =
            report.paths.iter().filter(|cut| matches!(cut.kind, "inner" | "outer") && cut.lead == 0.0);
        let without = without.filter(|_| !options.common);
        // With tabs, only the first path along an outline has a lead-in.
        if options.lead_in.is_some() && options.tabs.is_none() && without.clone().count() > 0 {
            let named: Vec<&str> = without.map(|cut| cut.name.as_str()).take(4).collect();
            call.drawing.warn(format!("cutOrder: no lead-in fits at {}", named.join(", ")));
        }
        let json = json!({ "paths": paths, "length": report.length, "travel": report.travel });
        Ok(JsValue::from_json(&json, call.context)?)
    },
};

fn names_option(
    call: &mut Call<'_>,
    options: &Options,
    key: &'static str,
    what: &str,
) -> Checked<Vec<String>> {
    match call.option(options, key)? {
        None => Ok(Vec::new()),
        Some(value) => call.names_of(&value, what),
    }
}

fn lead_in(call: &mut Call<'_>, options: &Options) -> Checked<Option<LeadIn>> {
    let Some(value) = call.option(options, "leadIn")? else { return Ok(None) };
    if value.is_number() {
        let length = call.number_option(options, "leadIn")?.unwrap_or_default();
        return Ok((length != 0.0).then_some(LeadIn { length, is_arc: true }));
    }
    let own = inner_options(call, &value, "leadIn", "a length or { length, type }", &["length", "type"])?;
    let length = call.number_option(&own, "length")?;
    let length = length.ok_or_else(|| Failure::Type("option leadIn.length is missing".to_owned()))?;
    let is_arc = call.choice_option(&own, "type", &[("arc", true), ("line", false)])?.unwrap_or(true);
    Ok(Some(LeadIn { length, is_arc }))
}

fn tabs(call: &mut Call<'_>, options: &Options) -> Checked<Option<Tabs>> {
    let Some(value) = call.option(options, "tabs")? else { return Ok(None) };
    let expected = "{ width, count } or { width, spacing }";
    let own = inner_options(call, &value, "tabs", expected, &["width", "count", "spacing"])?;
    let width = call.number_option(&own, "width")?;
    let width = width.ok_or_else(|| Failure::Type("option tabs.width is missing".to_owned()))?;
    match (call.number_option(&own, "count")?, call.number_option(&own, "spacing")?) {
        (Some(count), None) if count >= 1.0 && count.fract() == 0.0 && count <= MAX_TABS => {
            Ok(Some(Tabs::Count(count as usize, width)))
        }
        (Some(count), None) => Err(Failure::Range(format!(
            "option tabs.count must be a whole number from 1 to {MAX_TABS}, got {count}"
        ))),
        (None, Some(spacing)) => Ok(Some(Tabs::Spacing(spacing, width))),
        _ => Err(Failure::Type(format!("option tabs must be {expected}"))),
    }
}

fn inner_options(
    call: &mut Call<'_>,
    value: &JsValue,
    key: &str,
    expected: &str,
    known: &'static [&'static str],
) -> Checked<Options> {
    match value.as_object().filter(|it| !it.is_array() && !it.is_callable()) {
        Some(object) => call.options_of(object, known),
        None => Err(Failure::Type(format!("option {key} must be {expected}, got {}", describe(value)))),
    }
}
