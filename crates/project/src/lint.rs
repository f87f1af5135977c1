//! Checks of the committed scene, and of files of other programs.

use std::sync::{Arc, Mutex, Weak};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

use scenewright_error::{Error, Kind, Result, quote_name};
use scenewright_lint::{Content, Plan, Profile, Report, Settings, check, sarif, settings_of, text};
use scenewright_media::import::{Drawing, DxfSelection, SvgSelection, dxf, svg, table};
use scenewright_scene::Scene;
use scenewright_tools::exec::lock;

/// The limits that a call sets, by name.
pub(crate) type Limits = Vec<(String, f64)>;

/// The last check of a scene: its findings are asked for page by page, and an export asks for those that a page has shown.
#[derive(Debug, Default)]
pub(crate) struct LastLint(Mutex<Option<Linted>>);

#[derive(Debug)]
struct Linted {
    scene: Weak<Scene>,
    question: LintQuestion,
    report: Arc<Report>,
}

/// The inputs of a check besides the scene.
#[derive(Debug, PartialEq)]
pub(crate) struct LintQuestion {
    /// The bytes of `lint.json`.
    pub file: Option<Vec<u8>>,
    pub profile: Option<String>,
    pub set: Limits,
}

impl LastLint {
    /// Returns the check of a scene, which is made unless it was the last one that was asked for.
    pub(crate) fn of(&self, scene: &Arc<Scene>, question: LintQuestion) -> Result<Arc<Report>> {
        let is_same = |it: &&Linted| it.scene.as_ptr() == Arc::as_ptr(scene) && it.question == question;
        if let Some(last) = lock(&self.0).as_ref().filter(is_same) {
            return Ok(Arc::clone(&last.report));
        }
        let LintQuestion { file, profile, set } = &question;
        let report = Arc::new(lint_scene(scene, file.as_deref(), profile.as_deref(), set)?);
        let scene = Arc::downgrade(scene);
        *lock(&self.0) = Some(Linted { scene, question, report: Arc::clone(&report) });
        Ok(report)
    }
}

/// Checks a scene with the settings of its project and of the call.
pub(crate) fn lint_scene(
    scene: &Scene,
    file: Option<&[u8]>,
    profile: Option<&str>,
    set: &Limits,
) -> Result<Report> {
    let plan = Plan::of_scene(scene);
    let settings = settings_of(file, profile, set, usual_profile(&plan))?;
    Ok(check(&plan, &settings))
}

/// Checks a DXF or SVG file. The request has `name`, and may have `profile`, `set` and `settings`, the text of a
/// `lint.json`. With `fix`, `fixed` is the repaired file in base64 and `fixedCount` the number of repaired findings; the
/// findings are those of the repaired file. Returns `{ profile, findings, … }`, or `{ error }`.
pub fn lint_file(bytes: &[u8], request_json: &str) -> Value {
    match linted(bytes, request_json) {
        Ok(answer) => answer,
        Err(error) => json!({ "error": { "kind": error.kind.as_str(), "message": error.message } }),
    }
}

fn linted(bytes: &[u8], request_json: &str) -> Result<Value> {
    let request: Value = serde_json::from_str(request_json).map_err(|error| wrong(&error.to_string()))?;
    let name = request["name"].as_str().unwrap_or_default();
    let drawing = drawing_of_file(bytes, name)?;
    let plan = drawing.lint_plan();
    let set = limits_of(&request["set"])?;
    let file = request["settings"].as_str().map(str::as_bytes);
    let profile = usual_profile_of(&drawing, &plan);
    let settings: Settings = settings_of(file, request["profile"].as_str(), &set, profile)?;
    let mut report = check(&plan, &settings);
    if request["fix"] != true {
        // A file of a form that cannot be repaired says which form can be when the repair is asked for.
        if report.findings.iter().any(|finding| finding.fix.is_some())
            && let Ok(is_fixable) = drawing.fixable(bytes, &plan, &report)
        {
            withdraw_offers(&mut report, &is_fixable);
        }
        add_sheets(&mut report, &drawing, &settings);
        return Ok(json!(report));
    }
    let (mut bytes, mut count) = (bytes.to_vec(), 0);
    let (mut drawing, mut plan) = (drawing, plan);
    // An obstacle to a repair may be removed by then, so it may succeed in the next round.
    for _ in 0..MAX_ROUNDS {
        let fixed = drawing.fixed(&bytes, &plan, &report)?;
        if fixed.count() == 0 {
            withdraw_offers(&mut report, &fixed.is_repaired);
            break;
        }
        count += fixed.count();
        bytes = fixed.bytes;
        drawing = drawing_of_file(&bytes, name)?;
        plan = drawing.lint_plan();
        report = check(&plan, &settings);
    }
    add_sheets(&mut report, &drawing, &settings);
    let mut answer = json!(report);
    answer["fixedCount"] = count.into();
    if count > 0 {
        answer["fixed"] = BASE64.encode(&bytes).into();
    }
    Ok(answer)
}

/// Checks the sheets of paper of a file too. A machine cuts the model, and sheets only where there is none.
fn add_sheets(report: &mut Report, drawing: &Drawing, settings: &Settings) {
    let is_cut = matches!(settings.profile, Profile::Laser | Profile::Cnc);
    for sheet in drawing.sheets() {
        let name = quote_name(&sheet.name);
        let own = is_cut.then(|| sheet.without_own_page());
        let sheet = own.as_ref().unwrap_or(sheet);
        if is_cut {
            let count = sheet.item_count();
            if count == 0 {
                continue;
            }
            if !drawing.is_empty() {
                let what = if count == 1 { "1 item is".to_owned() } else { format!("{count} items are") };
                report.notes.push(format!(
                    "{what} on the layout \"{name}\" (paper space), which was not checked: a machine cuts what is in the model; \
                     check it with --profile print or drawing"
                ));
                continue;
            }
            report.notes.push(format!(
                "nothing is drawn in the model, and the layout \"{name}\" (paper space) was checked in its place; \
                 many programs for machines read the model alone"
            ));
        }
        let plan = sheet.lint_plan(drawing);
        report.add_layout(&sheet.name, check(&plan, settings));
    }
}

/// Withdraws the offers of repairs that the file does not allow, such as of a gap between two curves.
fn withdraw_offers(report: &mut Report, is_fixable: &[bool]) {
    for (finding, is_fixable) in report.findings.iter_mut().zip(is_fixable) {
        finding.fix = finding.fix.filter(|_| *is_fixable);
    }
}

/// The most rounds of repairs of a file.
const MAX_ROUNDS: usize = 5;

/// Reads a file by its contents, or where they leave it open by the ending of its name.
fn drawing_of_file(bytes: &[u8], name: &str) -> Result<Drawing> {
    // Comments and a document type may stand before the element, but seldom 4 KiB of them.
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(4096)]);
    let is_svg = start.contains("<svg") || start.trim_start().starts_with("<?xml");
    if is_svg || name.to_ascii_lowercase().ends_with(".svg") {
        let text = table::text(bytes)?;
        // Traced: each entity knows its place in the file, which a repair needs.
        let selection = SvgSelection { is_traced: true, ..SvgSelection::default() };
        return svg::read(&text, selection);
    }
    let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
    dxf::read(bytes, &selection)
}

/// Returns the limits of a JSON object.
pub(crate) fn limits_of(set: &Value) -> Result<Limits> {
    let entries = set.as_object().into_iter().flatten();
    entries
        .map(|(name, value)| {
            let number = value.as_f64().ok_or_else(|| {
                wrong(&format!("the limit {} must be a number, in millimetres", quote_name(name)))
            })?;
            Ok((name.clone(), number))
        })
        .collect()
}

/// Returns the profile of a drawing for which none was named: with a layer that cutters know it is for a laser.
fn usual_profile(plan: &Plan) -> Profile {
    const CUTTING: [&str; 4] = ["cut", "engrave", "score", "sheet"];
    let is_for_machine = plan.items.iter().any(|item| {
        !matches!(item.content, Content::Dimension(_))
            // Other programs write layers in capitals, and some with spaces at the end.
            && CUTTING.iter().any(|known| known.eq_ignore_ascii_case(item.layer.trim()))
    });
    if is_for_machine { Profile::Laser } else { Profile::Drawing }
}

/// Returns the profile of a file for which none was named, by its sheets where its model is empty.
fn usual_profile_of(drawing: &Drawing, plan: &Plan) -> Profile {
    if !drawing.is_empty() || drawing.sheets().is_empty() {
        return usual_profile(plan);
    }
    let mut profiles = drawing.sheets().iter().map(|sheet| usual_profile(&sheet.lint_plan(drawing)));
    if profiles.any(|profile| profile == Profile::Laser) { Profile::Laser } else { Profile::Drawing }
}

/// Writes findings as `text` for people or as `sarif`.
pub fn format_findings(report_json: &str, name: &str, format: &str) -> Result<String> {
    let report: Value = serde_json::from_str(report_json).map_err(|error| wrong(&error.to_string()))?;
    match format {
        "text" => Ok(text(&report, name)),
        "sarif" => {
            let log = sarif(&report, name, env!("CARGO_PKG_VERSION"));
            Ok(serde_json::to_string_pretty(&log).unwrap_or_default() + "\n")
        }
        other => Err(wrong(&format!("there is no format \"{}\"", quote_name(other)))),
    }
}

fn wrong(reason: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("lint: {reason}"))
}
