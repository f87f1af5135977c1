//! The tool `export`.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde_json::{Value, json};

use super::render;
use super::sheet::{with_same_sheet, with_sheet_asked_for};
use crate::call::Call;
use crate::call::LOCK_WAIT;
use crate::lint::LintQuestion;
use crate::parameter_sets;
use crate::past::{scene_asked_for, scene_to_compare};
use crate::shared::{Committed, Shared};
use scenewright_error::{Error, Kind, Result, Warning, WarningCode, quote_name};
use scenewright_export::dxf::{DxfOptions, TextMode};
use scenewright_fs::WaitLimit;
use scenewright_lint::Severity;
use scenewright_runner::{ExportFormat, PictureRequest};
use scenewright_scene::Scene;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

/// The largest file in an answer; a larger one belongs into the project.
const MAX_INLINE: usize = 64 << 10;
const MAX_INLINE_PNG: usize = 5 << 20;

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let format = arguments.text("format");
    let options = dxf_options(format, arguments)?;
    let (committed, bytes) = file(call, arguments, options)?;
    let mut warnings = repeated_outlines(&committed, format, arguments);
    warnings.extend(lint_line(call, &committed, format).map(|words| WarningCode::Lint.warning(words)));
    let mut data =
        json!({ "format": format, "bytes": bytes.len(), "transactionId": committed.transaction_id });
    if let Some(path) = arguments.optional_text("path") {
        // From here on a file is replaced, so a cancellation comes too late.
        call.settle()?;
        let is_cancelled = || call.cancel.is_cancelled();
        let limit = WaitLimit::until_elapsed(LOCK_WAIT).or_cancelled(&is_cancelled);
        data["path"] = call.shared.folder.write_export(path, &bytes, &limit)?.display().to_string().into();
        return Ok(Answer { warnings, ..Answer::ok(data) });
    }
    let most = if format == "png" { MAX_INLINE_PNG } else { MAX_INLINE };
    if bytes.len() > most {
        return Err(Error::new(
            Kind::TooLarge,
            format!("The {format} has {} bytes, too many for an answer (at most {most})", bytes.len()),
        )
        .with_hint(format!(
            "Give a path, e.g. \"scene.{format}\": it is written to the project's exports folder."
        )));
    }
    Ok(Answer { warnings, ..inline(format, bytes, data) })
}

/// The most entities of a scene whose outlines are compared with each other while a file is written.
const MAX_COMPARED: usize = 20_000;

/// Returns a warning about outlines that a DXF has twice.
fn repeated_outlines(committed: &Committed, format: &str, arguments: &Arguments) -> Vec<Warning> {
    // Machines read DXF and cut a line as often as it is there; the other formats are looked at.
    if format != "dxf" || is_deduped(arguments) || committed.scene.entity_count() > MAX_COMPARED {
        return Vec::new();
    }
    let warning = committed.scene.repeated_outlines();
    let words = warning.map(|it| format!("{it}; dedupe: true leaves them out"));
    words.map(|words| WarningCode::Lint.warning(words)).into_iter().collect()
}

/// Returns a line where a file for a machine or a printer has errors that a workshop would send it back for. Without a
/// profile in `lint.json`, only a scene that is clearly for a cutter is checked.
fn lint_line(call: &Call<'_>, committed: &Committed, format: &str) -> Option<String> {
    if !matches!(format, "dxf" | "svg") || committed.scene.entity_count() > MAX_COMPARED {
        return None;
    }
    let file = call.shared.folder.read_lint_settings().ok().flatten();
    let question = LintQuestion { file, profile: None, set: Vec::new() };
    let report = match call.shared.last_lint.of(&committed.scene, question) {
        Ok(report) => report,
        Err(error) => return Some(error.message),
    };
    let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
    // Outlines that are drawn twice have a warning of their own, with its remedy.
    let errors: Vec<_> = errors.filter(|finding| finding.rule != "duplicate-line").collect();
    let first = errors.first()?;
    let names = first.entities.iter().take(2).map(|name| quote_name(name).to_string()).collect::<Vec<_>>();
    let more = if errors.len() > 1 { format!(", and {} more", errors.len() - 1) } else { String::new() };
    Some(format!(
        "lint ({}): {} [{}] at {}, {}: {}{more}; inspect with view \"lint\" lists all",
        report.profile,
        first.message,
        first.rule,
        first.at[0],
        first.at[1],
        names.join(", "),
    ))
}

fn is_deduped(arguments: &Arguments) -> bool {
    arguments.optional_flag("dedupe") == Some(true)
}

/// Returns an export of any size, beside the answer.
pub(super) fn whole(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let format = arguments.text("format");
    let options = dxf_options(format, arguments)?;
    let (committed, bytes) = file(call, arguments, options)?;
    let mut warnings = repeated_outlines(&committed, format, arguments);
    warnings.extend(lint_line(call, &committed, format).map(|words| WarningCode::Lint.warning(words)));
    let data = json!({ "format": format, "bytes": bytes.len(), "transactionId": committed.transaction_id });
    Ok(Answer { image: Some(bytes), warnings, ..Answer::ok(data) })
}

/// Returns a file of the project's exports, beside the answer.
pub(super) fn read_back(call: &Call<'_>, path: &str) -> Result<Answer> {
    let found = call.shared.folder.read_export(path)?;
    let (place, bytes) = found.ok_or_else(|| {
        let message = format!("There is no file {} in the exports folder", quote_name(path));
        Error::new(Kind::NotFound, message).with_hint("Write it first, with export and a path.")
    })?;
    let data = json!({ "path": place.display().to_string(), "bytes": bytes.len() });
    Ok(Answer { image: Some(bytes), ..Answer::ok(data) })
}

/// Returns the scene that a call asks for, and the file of it.
fn file(call: &Call<'_>, arguments: &Arguments, options: DxfOptions) -> Result<(Arc<Committed>, Vec<u8>)> {
    let format = arguments.text("format");
    if arguments.has("highlight") && !matches!(format, "svg" | "png") {
        let message =
            format!("export: highlight is for the formats \"svg\" and \"png\" only, not \"{format}\"");
        return Err(Error::new(Kind::InvalidInput, message));
    }
    if arguments.has("dedupe") && !matches!(format, "dxf" | "svg") {
        let message = format!("export: dedupe is for the formats \"dxf\" and \"svg\" only, not \"{format}\"");
        return Err(Error::new(Kind::InvalidInput, message));
    }
    if arguments.has("sheet") && format == "json" {
        let message = "export: sheet is for all formats but \"json\", which has all sheets";
        return Err(Error::new(Kind::InvalidInput, message));
    }
    let committed = call.with_parameters(
        scene_asked_for(call, arguments)?,
        parameter_sets::given(&call.shared.folder, arguments)?,
    )?;
    let scene = with_sheet_asked_for(&committed.scene, arguments)?;
    let previous = match arguments.has("highlight") {
        true => Some(with_same_sheet(scene_to_compare(call, &committed, arguments)?, arguments)),
        false => None,
    };
    call.emit_progress("export", &format!("writing the {format}"));
    let bytes = match previous {
        None if is_deduped(arguments) => {
            let scene = Arc::new(scene.without_repeated_outlines());
            let format = if format == "dxf" { ExportFormat::Dxf(options) } else { ExportFormat::Svg };
            call.runner().export(scene, format)?
        }
        None => export(call, &committed, scene, format, options)?,
        Some(previous) if format == "svg" => {
            call.runner().export_changes(scene, previous, ExportFormat::Svg)?
        }
        Some(previous) => {
            let picture =
                PictureRequest { previous: Some(previous), highlight: true, ..render::default_picture() };
            call.runner().picture(scene, picture)?
        }
    };
    Ok((committed, bytes))
}

/// Puts the file into the answer: a picture as a picture, text as text, all else as base64.
fn inline(format: &str, bytes: Vec<u8>, mut data: Value) -> Answer {
    match format {
        "png" => return Answer { image: Some(bytes), ..Answer::ok(data) },
        "pdf" => {
            data["content"] = BASE64.encode(bytes).into();
            data["encoding"] = "base64".into();
        }
        _ => data["content"] = String::from_utf8_lossy(&bytes).into(),
    }
    Answer::ok(data)
}

/// Returns the choices for a DXF; other formats have none.
fn dxf_options(format: &str, arguments: &Arguments) -> Result<DxfOptions> {
    let fills = arguments.optional_flag("fills");
    if fills.is_some() && format != "dxf" {
        return Err(Error::new(
            Kind::InvalidInput,
            format!("export: fills is for the format \"dxf\" only; \"{format}\" shows fills as they are"),
        ));
    }
    let text = text_mode(format, arguments.optional_text("text"))?;
    Ok(DxfOptions { text, fills: fills.unwrap_or(true) })
}

/// Returns the form of text in a DXF; other formats have no choice.
fn text_mode(format: &str, asked: Option<&str>) -> Result<TextMode> {
    let wrong = |message: String| Err(Error::new(Kind::InvalidInput, message));
    match asked {
        Some(_) if format != "dxf" => wrong(format!(
            "export: text is for the format \"dxf\" only; \"{format}\" has its text as outlines"
        )),
        None | Some("outlines") => Ok(TextMode::Outlines),
        Some("text") => Ok(TextMode::Text),
        Some(other) => {
            wrong(format!("export: text must be \"outlines\" or \"text\", got \"{}\"", quote_name(other)))
        }
    }
}

fn export(
    call: &Call<'_>,
    committed: &Committed,
    scene: Arc<Scene>,
    format: &str,
    dxf: DxfOptions,
) -> Result<Vec<u8>> {
    let runner = call.runner();
    match format {
        // Written here and not in the child: JSON draws nothing, and the cache has the same text.
        "json" => Ok(Shared::cache_text(committed).into_bytes()),
        "svg" => runner.export(scene, ExportFormat::Svg),
        "dxf" => runner.export(scene, ExportFormat::Dxf(dxf)),
        "pdf" => runner.export(scene, ExportFormat::Pdf),
        "png" => runner.picture(scene, render::default_picture()),
        other => Err(Error::new(
            Kind::InvalidInput,
            format!(
                "export: format must be \"svg\", \"png\", \"dxf\", \"pdf\" or \"json\", got \"{}\"",
                quote_name(other)
            ),
        )),
    }
}
