//! Warnings of a run about its program: names that it did not reach, calls that were probably not meant.

use std::collections::HashSet;

use super::facts::Spanned;
use super::program::Program;
use super::source::place_of;

/// A generated program may have any number of remarks, and a person reads the first ones.
const MAX_REMARKS: usize = 20;

/// Puts the remarks on a program into words, with their places.
pub(super) fn remarks(program: &Program) -> Vec<String> {
    let shown = program.remarks().into_iter().take(MAX_REMARKS).map(|(index, remark)| {
        let file = program.source(index);
        let place = place_of(file.text, remark.about.start);
        format!("{}:{}:{}: {}", file.name, place.line, place.column, remark.sentence)
    });
    shown.collect()
}

/// The most unreached names that are listed: a generated program may use any number of names.
const MAX_UNREACHED: usize = 20;

/// Lists names that nothing declares and that the run did not reach.
pub(super) fn unreached_names(program: &Program) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut warnings = Vec::new();
    for (index, undeclared) in program.undeclared() {
        let name = &undeclared.name.text;
        // An assignment without a declaration makes a global in sloppy code, and typeof asks whether there is one: neither is a
        // mistake.
        if undeclared.write_only || undeclared.in_typeof || !seen.insert((index, name.clone())) {
            continue;
        }
        if warnings.len() == MAX_UNREACHED {
            warnings.push("… and more names that are not defined".to_owned());
            break;
        }
        let file = program.source(index);
        let place = place_of(file.text, undeclared.name.start);
        let guess = program.near_name(name).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        let why = match undeclared.in_try {
            true => "this run did not reach it, or the catch around it took the error",
            false => "this run did not reach it",
        };
        warnings.push(format!(
            "{}:{}:{}: {name} is not defined; {why}.{guess}",
            file.name, place.line, place.column
        ));
    }
    warnings
}

/// Warns that a run drew nothing because the functions of its entry are only declared.
pub(super) fn nothing_called(program: &Program) -> Option<String> {
    let entry = program.entry();
    let idle = &program.facts(entry).idle_functions;
    let usual = |it: &&Spanned| ["main", "draw", "setup", "default"].contains(&it.text.as_str());
    let function = idle.iter().find(usual).or(idle.first())?;
    let file = program.source(entry);
    let place = place_of(file.text, function.start);
    let (subject, call) = match function.text.as_str() {
        "default" => ("the exported function".to_owned(), "call it".to_owned()),
        name => (format!("function {name}"), format!("write {name}() at the end")),
    };
    Some(format!(
        "{}:{}:{}: {subject} is never called, and the scene is empty: a script runs from its first line to its last, and \
         no function is called by itself. To draw, {call}, or put the statements outside of it.",
        file.name, place.line, place.column
    ))
}
