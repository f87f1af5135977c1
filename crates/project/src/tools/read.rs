//! The tool `read`.

use std::fmt::Write;

use serde_json::json;

use super::common::{file_name, text_of};
use crate::call::Call;
use scenewright_error::{Error, Kind, Result};
use scenewright_text::Document;
use scenewright_tools::answer::Answer;
use scenewright_tools::arguments::Arguments;

pub(super) fn answer(call: &Call<'_>, arguments: &Arguments) -> Result<Answer> {
    let name = file_name(arguments)?;
    let file = call.shared.folder.read_file(&name)?;
    let builtin = file.is_none();
    let bytes = match &file {
        Some(file) => file.bytes.clone(),
        None => text_of(call, &name)?.0,
    };
    let document = Document::decode(bytes).map_err(|error| error.in_file(name.as_str()))?;
    let total = document.line_count();
    let first = arguments.whole("offset").unwrap_or(1).max(1);
    if first > total.max(1) {
        return Err(Error::new(
            Kind::InvalidInput,
            format!("read: offset {first} is past the end: {name} has {total} lines"),
        ));
    }
    let limit = arguments.whole("limit");
    let whole = first == 1 && limit.is_none_or(|limit| limit >= total);
    let code = if whole {
        document.view().to_owned()
    } else {
        let lines: Vec<&str> = document.lines().skip(first - 1).take(limit.unwrap_or(total)).collect();
        lines.join("\n")
    };
    // An empty file has no lines, and the sum would give one.
    let count = if code.is_empty() && total == 0 { 0 } else { limit.unwrap_or(total).min(total + 1 - first) };
    let text = if arguments.flag("numbered") { number(&code, first) } else { code };
    if let Some(file) = &file {
        // A cancelled read must not count as one: its caller has not seen the text.
        call.settle()?;
        call.session.record_read(&name, file, !whole);
    }
    let data = json!({
        "file": name.as_str(),
        "code": text,
        "source": if builtin { "builtin" } else { "user" },
        "startLine": first,
        "numLines": count,
        "totalLines": total,
    });
    Ok(Answer::text(data, text))
}

/// Prefixes lines with their numbers, right-aligned to six columns, and an arrow.
fn number(code: &str, first: usize) -> String {
    let mut out = String::with_capacity(code.len() * 5 / 4);
    for (index, line) in code.strip_suffix('\n').unwrap_or(code).split('\n').enumerate() {
        let _ = writeln!(out, "{:>6}→{line}", first + index);
    }
    out
}
