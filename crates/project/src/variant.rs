//! One variant of a sweep: a run with values of parameters, of which nothing stays but its measures.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value, json};

use super::call::{Call, no_main};
use super::lint::{limits_of, lint_scene};
use super::parameters::from_json;
use super::report::{choices_of, report_of, settings_of};
use super::shared::{Sources, run};
use super::snapshot::Snapshots;
use super::summary::value_json;
use super::validation::broken_rule;
use scenewright_error::{Error, Kind, Result, Warning, WarningCode};
use scenewright_fs::ContentHash;
use scenewright_lint::Severity;
use scenewright_report::Report;
use scenewright_runner::PictureRequest;
use scenewright_scene::{GivenParameters, Scene};
use scenewright_script::{MAX_RULES_IN_FIGURES, RuleFacts};
use scenewright_tools::answer::{Answer, error_info, warning_codes};

/// The files beside the code that change what a variant answers.
const SETTINGS: [&str; 3] = ["lint.json", "rates.json", "report.json"];

/// Answers a question `{ parameters?, code?, profile?, set?, picture?, rates?, material?, thickness? }`: the values of
/// parameters, the hash of the code that is expected, the profile and the limits of the lint, and `[width, height]` of a picture,
/// which is beside the answer. A variant that does not run is an answer with its error. Other code is refused (`conflict`).
pub(crate) fn answer(call: &Call<'_>, question_json: &str) -> Result<Answer> {
    let question: Value = serde_json::from_str(question_json)
        .map_err(|cause| Error::new(Kind::InvalidInput, format!("variant: {cause}")))?;
    let folder = &call.shared.folder;
    let files = Snapshots::new(folder);
    let mut sources = call.shared.sources(&files, &BTreeMap::new(), call.options())?;
    if !sources.has_main() {
        return Err(no_main());
    }
    let code = code_of(call, &sources)?;
    // A table whose lines come of different code compares nothing.
    if let Some(expected) = question["code"].as_str().filter(|expected| *expected != code) {
        let message = format!("The project changed: its code is {code}, and the sweep began with {expected}");
        return Err(Error::new(Kind::Conflict, message));
    }
    let set = from_json(&question["parameters"]);
    sources.parameters = GivenParameters { set, ..GivenParameters::default() };
    let limit = call.options().run.limits.time_ms;
    let ran = run(&sources, Vec::new(), call.options(), limit, None, call.cancel, &|_| {});
    let outcome = match ran.outcome {
        Ok(outcome) => outcome,
        // A cancelled variant has no line in the table; a failed one has, with its error.
        Err(failure) if failure.error.kind == Kind::Cancelled => return Err(failure.error),
        Err(failure) => {
            let warnings: Vec<Warning> = failure.warnings.into_iter().map(Warning::of_run).collect();
            return Ok(Answer::ok(json!({
                "code": code,
                "parameters": question["parameters"].as_object().cloned().unwrap_or_default(),
                "error": error_info(&failure.error),
                "violations": failure.broken.iter().map(broken_rule).collect::<Vec<_>>(),
                "warnings": words_of(&warnings),
                "warningCodes": warning_codes(&warnings),
            })));
        }
    };
    let scene = &outcome.scene;
    let parameters: Map<String, Value> = scene
        .declarations()
        .parameters
        .iter()
        .map(|parameter| (parameter.name.clone(), value_json(&parameter.value)))
        .collect();
    let report = report_of(scene, &settings_of(folder, &choices_of(&question)?)?);
    let mut warnings: Vec<Warning> = outcome.warnings.into_iter().map(Warning::of_run).collect();
    let mut data = json!({
        "code": code,
        "parameters": parameters,
        "measures": measures(scene, &report),
        "violations": broken_warnings(scene),
        "lint": lint_counts(call, scene, &question)?,
    });
    let mut image = None;
    if let [Some(width), Some(height)] = [0, 1].map(|at| question["picture"][at].as_u64()) {
        // The bounds of the tool render.
        let side = |it: u64| u32::try_from(it).unwrap_or(u32::MAX).clamp(16, 4096);
        let usual = super::tools::default_picture();
        let picture = PictureRequest { width: side(width), height: side(height), ..usual };
        match call.runner().picture(Arc::new(outcome.scene), picture) {
            Ok(png) => image = Some(png),
            // The variant is what it is without one.
            Err(error) => {
                let words = format!("The picture was not drawn: {}", error.message);
                warnings.push(WarningCode::NoPicture.warning(words));
            }
        }
    }
    data["warnings"] = words_of(&warnings);
    data["warningCodes"] = warning_codes(&warnings);
    Ok(Answer { image, ..Answer::ok(data) })
}

/// Returns the rules that an accepted scene breaks, which only warn.
fn broken_warnings(scene: &Scene) -> Value {
    let broken = scene.declarations().rules.iter().filter_map(|rule| {
        let breach = rule.breach.as_ref()?;
        let mut facts = broken_rule(&RuleFacts {
            rule: rule.name.clone(),
            place: Some((rule.file.clone(), rule.line)),
            entities: breach.entities.clone(),
            measured: breach.measured,
            at: breach.places.first().copied(),
        });
        facts["severity"] = "warn".into();
        Some(facts)
    });
    broken.take(MAX_RULES_IN_FIGURES).collect()
}

fn words_of(warnings: &[Warning]) -> Value {
    warnings.iter().map(|warning| warning.message.as_str()).collect()
}

/// Returns a hash of the code, and of the files beside it that the answers depend on.
fn code_of(call: &Call<'_>, sources: &Sources) -> Result<String> {
    let mut all = sources.digest();
    for name in SETTINGS {
        if let Some(bytes) = call.shared.folder.read_settings(name)? {
            all.push_str(&format!(" {name} {}", ContentHash::of(&bytes)));
        }
    }
    Ok(ContentHash::of(all.as_bytes()).to_string().chars().take(CODE_LEN).collect())
}

/// The length of a hash's beginning that distinguishes versions of one project.
const CODE_LEN: usize = 16;

/// Returns the measures of a scene: its size, and the sums of its report. Unknown measures are absent.
fn measures(scene: &Scene, report: &Report) -> Value {
    let mut measures = Map::new();
    measures.insert("entities".into(), scene.listed_count().into());
    if let Some(bounds) = scene.bounds() {
        measures.insert("width".into(), bounds.width().into());
        measures.insert("height".into(), bounds.height().into());
    }
    if let Value::Object(totals) = json!(report.totals) {
        measures.extend(totals);
    }
    measures.insert("units".into(), scene.units().as_str().into());
    measures.into()
}

fn lint_counts(call: &Call<'_>, scene: &Scene, question: &Value) -> Result<Value> {
    let file = call.shared.folder.read_lint_settings()?;
    let report =
        lint_scene(scene, file.as_deref(), question["profile"].as_str(), &limits_of(&question["set"])?)?;
    let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error).count();
    Ok(json!({
        "profile": report.profile,
        "errors": errors,
        "warnings": report.findings.len() - errors,
    }))
}
