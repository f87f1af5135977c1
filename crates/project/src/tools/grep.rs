//! The tool `grep`.

use std::fmt::Write;

use serde_json::json;

use super::common::{file_name, text_of};
use crate::call::Call;
use scenewright_error::{Result, WarningCode};
use scenewright_text::Document;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;
use scenewright_tools::search::{GrepOptions, grep};

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let mut warnings = Vec::new();
    let mut documents: Vec<(String, Document)> = Vec::new();
    if arguments.optional_text("file").is_some() {
        let name = file_name(arguments)?;
        let (bytes, _) = text_of(call, &name)?;
        documents.push((name.as_str().to_owned(), Document::decode(bytes)?));
    } else {
        for entry in call.shared.folder.list()? {
            let read = call.shared.folder.read(&entry.name);
            match read.and_then(|bytes| Document::decode(bytes.unwrap_or_default())) {
                Ok(document) => documents.push((entry.name.as_str().to_owned(), document)),
                Err(error) => {
                    let words = format!("{} was not searched: {}", entry.name, error.message);
                    warnings.push(WarningCode::Incomplete.warning(words));
                }
            }
        }
    }
    let files: Vec<(&str, &str)> =
        documents.iter().map(|(name, document)| (name.as_str(), document.view())).collect();
    let found = grep(arguments.text("pattern"), &files, &GrepOptions::default())?;
    let mut text = String::new();
    for hit in &found.hits {
        let _ = writeln!(text, "{}:{}: {}", hit.file, hit.line, hit.text);
    }
    if found.hits.is_empty() {
        text.push_str("No matches found\n");
    }
    if found.truncated {
        text.push_str("(Results are truncated. Consider a more specific pattern, or name a file.)\n");
    }
    for warning in &warnings {
        let _ = writeln!(text, "Warning: {}", warning.message);
    }
    let matches: Vec<_> = found
        .hits
        .iter()
        .map(|hit| json!({ "file": hit.file, "line": hit.line, "text": hit.text }))
        .collect();
    let data = json!({ "matches": matches, "truncated": found.truncated });
    Ok(Answer { warnings, ..Answer::text(data, text) })
}
