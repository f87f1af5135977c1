//! The tool `describe`.

use std::fmt::Write as _;

use serde_json::json;

use super::common::{file_name, text_of};
use crate::builtin;
use crate::call::Call;
use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_text::Document;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;
use scenewright_vocabulary as vocabulary;

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let asked = ["domain", "name", "file"].into_iter().filter(|it| arguments.optional_text(it).is_some());
    if asked.count() > 1 {
        return Err(Error::new(
            Kind::InvalidInput,
            "describe: give one of domain, name and file, not several",
        ));
    }
    let text = if let Some(word) = arguments.optional_text("domain") {
        let chapter = vocabulary::Domain::ALL.into_iter().find(|it| it.as_str() == word);
        chapter.map_or_else(|| overview(call), vocabulary::chapter)
    } else if let Some(name) = arguments.optional_text("name") {
        function(name, call.options().builtins)?
    } else if arguments.optional_text("file").is_some() {
        file(call, arguments)?
    } else {
        overview(call)
    };
    Ok(Answer::text(json!({ "text": text }), text))
}

fn overview(call: &Call<'_>) -> String {
    let mut out = vocabulary::overview();
    if call.options().builtins {
        let _ = write!(out, "\n{}", builtin::overview());
    }
    out
}

fn function(name: &str, has_modules: bool) -> Result<String> {
    if let Some(function) = vocabulary::find(name) {
        return Ok(function.page());
    }
    if let Some(page) = builtin::function(name).filter(|_| has_modules) {
        return Ok(page);
    }
    // Before near names: `circle` of another program is explained rather than corrected.
    if let Some(hint) = scenewright_script::foreign_word(name) {
        let message = format!("There is no function {} in the vocabulary", quote_name(name));
        return Err(Error::new(Kind::NotFound, message).with_hint(hint));
    }
    let error =
        Error::new(Kind::NotFound, format!("There is no function {} in the vocabulary", quote_name(name)));
    let modules = builtin::function_names().filter(|_| has_modules);
    Err(match near_name(name, vocabulary::FUNCTIONS.iter().map(|it| it.name).chain(modules)) {
        Some(near) => Error { message: format!("{}. Did you mean {near}?", error.message), ..error },
        None => error.with_hint("describe without arguments lists them all."),
    })
}

/// Describes a file. It is parsed where scripts run: whatever it contains, it cannot harm this process.
fn file(call: &Call<'_>, arguments: &Arguments) -> Result<String> {
    let name = file_name(arguments)?;
    let (bytes, _) = text_of(call, &name)?;
    let text = Document::decode(bytes)?.view().to_owned();
    call.runner().outline(name.as_str(), text)
}
