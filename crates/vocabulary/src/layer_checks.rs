//! Checks of a design by the rules of the lint, and of everything on a layer.

use std::collections::BTreeSet;

use super::breach::{Breach, Margin};
use super::measured_checks::{Failures, at_least, length_text, nothing_measured, point_text, require};
use scenewright_error::near_name;
use scenewright_geometry::Point;
use scenewright_lint::{
    Finding, Item, Measured, Plan, Profile, Settings, Severity, check, clearances, radii, webs,
};
use scenewright_scene::{ListFilter, Scene, SceneError, quoted};

/// The layer that outlines are judged on, whatever their own is.
const CUT: &str = "cut";

/// The share of a demanded length that is not missed by rounding.
const SLACK: f64 = 1e-6;

/// Refuses if a line on one layer is nearer to one on another than a distance.
pub(crate) fn clearance(scene: &Scene, one: &str, other: &str, distance: f64) -> Result<Margin, Breach> {
    require_layer(scene, one)?;
    require_layer(scene, other)?;
    let plan = Plan::of_scene(scene);
    let unit = scene.units().in_millimeters();
    let on = |layer: &str| {
        let layer = layer.to_owned();
        move |item: &Item| item.layer == layer
    };
    let found = clearances(&plan, on(one), on(other), distance * unit);
    held_to(scene, &found, distance, |names, measured, at, least| {
        // Both are in one instance of a block, whose name stands for what is in it.
        let parts = if names.len() == 1 { "parts of " } else { "" };
        format!("{parts}{} are {measured} apart near {at}, less than {least}", named(names))
    })
}

/// Refuses a layer that the scene does not have.
fn require_layer(scene: &Scene, layer: &str) -> Result<(), SceneError> {
    let layers = scene.layers();
    if layers.keys().any(|known| **known == *layer) {
        return Ok(());
    }
    let near = near_name(layer, layers.keys().map(|known| &**known));
    let guess = match near {
        _ if scene.exists(layer) => {
            ", but an entity of this name: check.minDistance compares entities".to_owned()
        }
        Some(near) => format!(". Did you mean {near}?"),
        None => String::new(),
    };
    Err(SceneError::scene(format!("there is no layer {}{guess}", quoted(layer))))
}

/// Refuses if an outline has an open end.
pub(crate) fn closed(scene: &Scene, names: &[String]) -> Result<Margin, Breach> {
    if names.is_empty() {
        return Ok(nothing_measured());
    }
    let plan = named_plan(scene, names)?;
    let settings = Settings::new(Profile::Laser);
    let unit = scene.units().in_millimeters();
    let most = length_text(scene, settings.limits.gap / unit);
    let report = check(&plan, &settings);
    let is_open = |finding: &&Finding| matches!(finding.rule, "open-contour" | "gap");
    let mut failures = Failures::default();
    let mut count: u32 = 0;
    for finding in report.findings.iter().filter(is_open) {
        count += 1;
        let at = place(finding.at);
        failures.add(at, entities_of(finding), || match finding.measured {
            Some(gap) => format!(
                "{} {} open by {} at {}, more than {most}",
                named(&finding.entities),
                if finding.entities.len() > 1 { "are" } else { "is" },
                length_text(scene, gap / unit),
                point_text(at)
            ),
            None => format!(
                "{} is open: its end at {} meets nothing within {most}",
                named(&finding.entities),
                point_text(at)
            ),
        });
    }
    failures.or_kept(Some(format!("{count} open of ≤ 0")), f64::from(count), 0.0)
}

/// Refuses if there is less material somewhere than a width.
pub(crate) fn min_width(scene: &Scene, names: &[String], width: f64) -> Result<Margin, Breach> {
    let plan = named_plan(scene, names)?;
    let unit = scene.units().in_millimeters();
    held_to(scene, &webs(&plan, width * unit), width, |names, measured, at, least| {
        let name = named(names);
        format!("{name}: only {measured} of material at {at}, less than {least}")
    })
}

/// Refuses if an arc, a round hole or an inner corner has a smaller radius.
pub(crate) fn min_radius(scene: &Scene, names: &[String], radius: f64) -> Result<Margin, Breach> {
    let plan = named_plan(scene, names)?;
    let mut around = Plan::of_scene(scene);
    around.items.retain(|item| item.part_of.is_none());
    held_to(scene, &radii(&plan, &around), radius, |names, measured, at, least| {
        let name = named(names);
        format!("{name}: a radius of {measured} at {at}, less than {least}")
    })
}

/// Holds measures to a least one, in the unit of the scene.
fn held_to(
    scene: &Scene,
    measures: &[Measured],
    least: f64,
    words: impl Fn(&[String], String, String, String) -> String,
) -> Result<Margin, Breach> {
    let unit = scene.units().in_millimeters();
    let mut failures = Failures::default();
    for Measured { value, at, names } in measures {
        let value = value / unit;
        if value < least * (1.0 - SLACK) {
            let (measured, demanded) = (length_text(scene, value), length_text(scene, least));
            let own = names.iter().map(String::as_str);
            failures.add(*at, own, || words(names, measured, point_text(*at), demanded));
        }
    }
    let smallest = measures.iter().map(|it| it.value / unit).fold(f64::INFINITY, f64::min);
    // Such as of a hidden layer, or of radii where nothing is round: a rule that holds for want of a measure says so.
    let margin = at_least(smallest, least).or_else(nothing_measured);
    failures.or_kept(margin, smallest, least)
}

/// Refuses if the lint finds an error.
pub(crate) fn lint(scene: &Scene, profile: Profile) -> Result<Margin, Breach> {
    let report = check(&Plan::of_scene(scene), &Settings::new(profile));
    let unit = scene.units().in_millimeters();
    let mut failures = Failures::default();
    for finding in report.findings.iter().filter(|finding| finding.severity == Severity::Error) {
        let at = place(finding.at);
        failures.add(at, entities_of(finding), || {
            // The text and the measure of a dimension are in its own unit, and stand in the message.
            let lengths =
                finding.measured.zip(finding.limit).filter(|_| finding.rule != "dimension-mismatch");
            let limit = lengths.map(|(measured, limit)| {
                format!(" ({} of {})", length_text(scene, measured / unit), length_text(scene, limit / unit))
            });
            format!(
                "{}: {}{} [{}] at {}",
                named(&finding.entities),
                finding.message,
                limit.unwrap_or_default(),
                finding.rule,
                point_text(at)
            )
        });
    }
    let errors = report.error_count();
    let margin = match report.findings.len() - errors {
        0 => format!("{errors} errors of ≤ 0"),
        warnings => format!("{errors} errors of ≤ 0, {warnings} warnings"),
    };
    failures.or_kept(Some(margin), errors as f64, 0.0)
}

fn entities_of(finding: &Finding) -> impl Iterator<Item = &str> {
    finding.entities.iter().map(String::as_str)
}

/// Returns the plan of some entities, and of those in them, as if they were to be cut.
fn named_plan(scene: &Scene, names: &[String]) -> Result<Plan, SceneError> {
    let mut wanted: BTreeSet<String> = BTreeSet::new();
    for name in names {
        require(scene, name)?;
        wanted.insert(name.clone());
        wanted.extend(scene.list(&ListFilter { group: Some(name.clone()), ..ListFilter::default() }));
    }
    let mut plan = Plan::of_scene(scene);
    plan.items.retain(|item| item.names.iter().any(|name| wanted.contains(name)));
    plan.items.iter_mut().for_each(|item| CUT.clone_into(&mut item.layer));
    plan.page = None;
    plan.further_pages.clear();
    Ok(plan)
}

fn named(names: &[String]) -> String {
    match names {
        [] => "the outline".to_owned(),
        _ => names.iter().take(2).map(|name| quoted(name)).collect::<Vec<_>>().join(" and "),
    }
}

fn place([x, y]: [f64; 2]) -> Point {
    Point::new(x, y)
}
