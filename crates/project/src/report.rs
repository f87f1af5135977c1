//! The report of a scene, made with the rates and materials in the files of the project.

use serde_json::{Value, json};

use super::call::Call;
use super::parameter_sets::chosen;
use super::parameters::from_json;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::ProjectFolder;
use scenewright_report::{Files, Report, Settings, csv, html, report, text};
use scenewright_scene::Scene;
use scenewright_tools::answer::Answer;

/// The values that a call gives in place of the files.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReportChoices {
    /// The contents of a rate file.
    pub rates: Option<String>,
    pub material: Option<String>,
    /// The thickness in the unit of the drawing.
    pub thickness: Option<f64>,
}

/// Returns the settings of the project, replaced by the call's where it gives some.
pub(crate) fn settings_of(folder: &ProjectFolder, choices: &ReportChoices) -> Result<Settings> {
    let (report, lint) = (folder.read_settings("report.json")?, folder.read_settings("lint.json")?);
    let rates = match &choices.rates {
        Some(rates) => Some(rates.clone().into_bytes()),
        None => folder.read_settings("rates.json")?,
    };
    let mut settings =
        Settings::read(Files { report: report.as_deref(), rates: rates.as_deref(), lint: lint.as_deref() })?;
    settings.set_stock(choices.material.as_deref(), choices.thickness);
    Ok(settings)
}

pub(crate) fn report_of(scene: &Scene, settings: &Settings) -> Report {
    report(scene, settings)
}

/// Answers a question `{ parameters?, set_name?, rates?, material?, thickness?, format?, title? }`. The report is the data; in a
/// format other than `json` it is beside the answer too.
pub(crate) fn answer(call: &Call<'_>, question_json: &str) -> Result<Answer> {
    let question: Value = serde_json::from_str(question_json)
        .map_err(|cause| Error::new(Kind::InvalidInput, format!("report: {cause}")))?;
    let values = question["parameters"].is_object().then(|| from_json(&question["parameters"]));
    let values = chosen(&call.shared.folder, question["set_name"].as_str(), values)?;
    let committed = call.with_parameters(call.committed()?, values)?;
    let settings = settings_of(&call.shared.folder, &choices_of(&question)?)?;
    let report = report_of(&committed.scene, &settings);
    let written = match question["format"].as_str() {
        None | Some("json") => None,
        Some("csv") => Some(csv(&report)),
        Some("table") => Some(text(&report)),
        Some("html") => Some(html(&report, question["title"].as_str().unwrap_or("Drawing"))),
        Some(_) => {
            let message = "report: format must be \"json\", \"csv\", \"table\" or \"html\"";
            return Err(Error::new(Kind::InvalidInput, message));
        }
    };
    Ok(Answer { image: written.map(String::into_bytes), ..Answer::ok(json!(report)) })
}

/// Returns what a question gives in place of the files.
pub(crate) fn choices_of(question: &Value) -> Result<ReportChoices> {
    let thickness = &question["thickness"];
    if !thickness.is_null() && !thickness.as_f64().is_some_and(|it| it > 0.0 && it.is_finite()) {
        return Err(Error::new(Kind::InvalidInput, "report: thickness must be a number greater than 0"));
    }
    let text = |name: &str| question[name].as_str().map(str::to_owned);
    Ok(ReportChoices { rates: text("rates"), material: text("material"), thickness: thickness.as_f64() })
}
