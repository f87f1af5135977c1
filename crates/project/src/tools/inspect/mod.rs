//! The tool `inspect`: queries of the committed scene.

mod answers;
mod difference;
mod measure;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use serde_json::{Value, json};

use self::answers::{counted, paged, shortened, unknown};
use crate::call::Call;
use crate::lint::{LintQuestion, limits_of};
use crate::parameter_sets;
use crate::past::scene_asked_for;
use crate::report::{ReportChoices, report_of, settings_of};
use crate::summary::summary;
use scenewright_error::{Error, Kind, Result};
use scenewright_export::{ParameterDescription, RuleDescription};
use scenewright_scene::{NamedPage, OutlineItem, Scene};
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let committed = scene_asked_for(call, arguments)?;
    let scene = &committed.scene;
    let name = arguments.optional_text("name");
    let data = match arguments.text("view") {
        "info" => {
            let mut info = summary(scene, None, Some(&committed.transaction_id));
            info["types"] = types(scene);
            info["files"] = json!(committed.header.files.keys().collect::<Vec<_>>());
            if scene.has_named_sheets() {
                info["sheets"] = sheets(scene);
            }
            info
        }
        "tree" => tree(scene, name, arguments)?,
        "entity" => {
            let name = name.ok_or_else(|| missing("entity", "name"))?;
            entity(call, scene, name)?
        }
        "bounds" => bounds(scene, name)?,
        "measure" => measure::measure(scene, name, arguments)?,
        "difference" => difference::difference(call, &committed, name, arguments)?,
        "at" => at(scene, arguments)?,
        "parameters" => {
            let mut data =
                paged(ParameterDescription::list(scene.declarations()), arguments, |row| json!(row));
            let sets = parameter_sets::read(&call.shared.folder)?;
            if !sets.is_empty() {
                data["sets"] = parameter_sets::to_json(&sets);
            }
            data
        }
        "lint" => lint(call, &committed.scene, arguments)?,
        "report" => report(call, scene, arguments)?,
        "rules" => paged(RuleDescription::list(scene.declarations()), arguments, |row| json!(row)),
        _ => order(scene, name, arguments)?,
    };
    Ok(Answer::ok(data))
}

/// Returns the sheets with their sizes, and the areas of the scene that they show.
fn sheets(scene: &Scene) -> Value {
    let row = |sheet: &NamedPage| {
        let area = scene.sheet_bounds(&sheet.page);
        json!({
            "name": &*sheet.name,
            "size": sheet.page.size_text(),
            "bounds": { "min": [area.min.x, area.min.y], "max": [area.max.x, area.max.y] },
        })
    };
    scene.sheets().iter().map(row).collect()
}

/// Returns all about one entity, with the call that drew it where that is known.
fn entity(call: &Call<'_>, scene: &Scene, name: &str) -> Result<Value> {
    let mut data = shortened(counted(scene.entity_json(name).ok_or_else(|| unknown(scene, name))?));
    if let Some(place) = call.committed_with_places()?.scene.source_place(name) {
        data["place"] = json!({ "file": &*place.file, "line": place.line, "column": place.column });
    }
    Ok(data)
}

/// Returns the faults for which a workshop would send the drawing back: `{ profile, findings, total, errors, next? }`.
fn lint(call: &Call<'_>, scene: &Arc<Scene>, arguments: &Arguments) -> Result<Value> {
    let file = call.shared.folder.read_lint_settings()?;
    let set = arguments.values("set").into_iter().flatten();
    let set = set.map(|(name, value)| (name.to_owned(), value.clone())).collect::<serde_json::Map<_, _>>();
    let set = limits_of(&Value::Object(set))?;
    let profile = arguments.optional_text("profile").map(str::to_owned);
    let report = call.shared.last_lint.of(scene, LintQuestion { file, profile, set })?;
    let errors = report.error_count();
    let mut data = paged(report.findings.iter().collect(), arguments, |finding| json!(finding));
    data["findings"] = data["rows"].take();
    if let Some(data) = data.as_object_mut() {
        data.remove("rows");
    }
    data["profile"] = report.profile.into();
    data["errors"] = errors.into();
    Ok(data)
}

/// Returns what the drawing takes to make: the report, with the parts by pages.
fn report(call: &Call<'_>, scene: &Scene, arguments: &Arguments) -> Result<Value> {
    let settings = settings_of(&call.shared.folder, &ReportChoices::default())?;
    let mut report = report_of(scene, &settings);
    let page = paged(std::mem::take(&mut report.parts), arguments, |part| json!(part));
    let mut data = json!(report);
    data["parts"] = page["rows"].clone();
    if let Some(next) = page.get("next") {
        data["total"] = page["total"].clone();
        data["next"] = next.clone();
    }
    Ok(data)
}

/// Counts the entities of each type.
fn types(scene: &Scene) -> Value {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for item in scene.outline() {
        if let Some(kind) = item.listed_kind {
            *counts.entry(kind).or_default() += 1;
        }
    }
    json!(counts)
}

/// Returns the rows of a tree, back to front: name, type, depth, and for a group the number of its children.
fn tree(scene: &Scene, from: Option<&str>, arguments: &Arguments) -> Result<Value> {
    let most = arguments.whole("depth").unwrap_or(2);
    let outline = scene.outline();
    let by_name: HashMap<&str, &OutlineItem<'_>> = outline.iter().map(|item| (item.name, item)).collect();
    let first: Vec<&str> = match from {
        None => outline.iter().filter(|item| item.parent.is_none()).map(|item| item.name).collect(),
        Some(name) => by_name.get(name).ok_or_else(|| unknown(scene, name))?.children.clone(),
    };
    let mut rows = Vec::new();
    let mut waiting: Vec<(&str, usize)> = first.into_iter().rev().map(|name| (name, 1)).collect();
    while let Some((name, depth)) = waiting.pop() {
        let Some(item) = by_name.get(name) else { continue };
        rows.push((item, depth));
        // A text is a group of glyphs for the engine and one thing for its author.
        if depth < most && item.text.is_none() {
            waiting.extend(item.children.iter().rev().map(|child| (*child, depth + 1)));
        }
    }
    Ok(paged(rows, arguments, |(item, depth)| {
        let mut row =
            json!({ "name": item.name, "type": item.listed_kind.unwrap_or(item.kind), "depth": depth });
        if item.shape.is_none() && item.text.is_none() {
            row["children"] = item.children.len().into();
        }
        row
    }))
}

fn order(scene: &Scene, group: Option<&str>, arguments: &Arguments) -> Result<Value> {
    let order = scene.get_draw_order(group).map_err(|error| Error::new(Kind::NotFound, error.message))?;
    let mut data =
        paged(order.details, arguments, |it| json!({ "name": it.name, "type": it.kind, "z": it.z }));
    data["level"] = order.level.into();
    Ok(data)
}

fn bounds(scene: &Scene, name: Option<&str>) -> Result<Value> {
    let bounds = match name {
        Some(name) if !scene.exists(name) => return Err(unknown(scene, name)),
        Some(name) => scene.world_bounds(name),
        None => scene.bounds(),
    };
    Ok(json!({
        "name": name,
        "bounds": bounds.map(|it| json!({ "min": [it.min.x, it.min.y], "max": [it.max.x, it.max.y] })),
        "size": bounds.map(|it| [it.max.x - it.min.x, it.max.y - it.min.y]),
        "center": bounds.map(|it| [f64::midpoint(it.min.x, it.max.x), f64::midpoint(it.min.y, it.max.y)]),
        "units": scene.units().as_str(),
    }))
}

/// Returns the shapes at a point, the front one first.
fn at(scene: &Scene, arguments: &Arguments) -> Result<Value> {
    let number = |axis: &str| arguments.number(axis).ok_or_else(|| missing("at", axis));
    let (x, y) = (number("x")?, number("y")?);
    let names = scene
        .entities_at(x, y, arguments.number("tolerance"))
        .map_err(|error| Error::new(Kind::InvalidInput, format!("inspect: {}", error.message)))?;
    Ok(paged(names, arguments, Value::from))
}

fn missing(view: &str, argument: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("inspect: view {view} needs the argument {argument}"))
}
