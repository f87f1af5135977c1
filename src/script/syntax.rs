//! Findings of the parser as errors that their author can repair from.

use oxc_diagnostics::{Diagnostics, OxcDiagnostic};

use super::source::{SourceText, locate, place_of};
use crate::error::{Error, Kind};

/// The first of the parser's findings as an error of ours.
pub(super) fn syntax_error(file: &SourceText<'_>, found: &Diagnostics) -> Error {
    let Some(first) = found.iter().next() else {
        return Error::new(Kind::Syntax, "SyntaxError: the file cannot be parsed").in_file(file.name);
    };
    let mut error = Error::new(Kind::Syntax, format!("SyntaxError: {}", first.message));
    if let Some(help) = &first.help {
        error = error.with_hint(help.to_string());
    }
    if first.message.ends_with("has already been declared") {
        return declared_twice(error, file, first);
    }
    let (start, length) = labels(first).first().copied().unwrap_or((file.text.len(), 1));
    locate(error, file, start, length)
}

/// The places that a finding marks, in bytes.
fn labels(found: &OxcDiagnostic) -> Vec<(usize, usize)> {
    found.labels.iter().map(|label| (label.offset() as usize, label.len() as usize)).collect()
}

/// The second declaration is the one to change; the first is named.
fn declared_twice(error: Error, file: &SourceText<'_>, found: &OxcDiagnostic) -> Error {
    let mut places = labels(found);
    places.sort_unstable();
    let (Some(&first), Some(&second)) = (places.first(), places.last()) else {
        return error.in_file(file.name);
    };
    let line = place_of(file.text, first.0).line;
    let error = Error { message: format!("{}, in line {line}", error.message), ..error };
    locate(error, file, second.0, second.1)
        .with_hint("Rename one of the two, or assign without declaring it again.")
}
