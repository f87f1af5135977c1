//! Warnings of a run about its program: names that it did not reach, calls that were probably not meant.

use std::collections::HashSet;

use super::program::Program;
use super::source::place_of;

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
        if undeclared.write_only || !seen.insert((index, name.clone())) {
            continue;
        }
        if warnings.len() == MAX_UNREACHED {
            warnings.push("… and more names that are not defined".to_owned());
            break;
        }
        let file = program.source(index);
        let place = place_of(file.text, undeclared.name.start);
        let guess = program.near_name(name).map(|near| format!(" Did you mean {near}?")).unwrap_or_default();
        warnings.push(format!(
            "{}:{}:{}: {name} is not defined; this run did not reach it.{guess}",
            file.name, place.line, place.column
        ));
    }
    warnings
}
