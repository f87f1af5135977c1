//! Diagnosis of a name that had no value when the run reached it: its place, and the name that was probably meant.

use super::facts::Undeclared;
use super::foreign_words::hint_at;
use super::globals::{MATH, host_hint};
use super::program::Program;
use super::scopes::look_around;
use super::source::{Place, locate, offset_of, place_of};
use super::stack::Frame;
use scenewright_error::Error;

/// Returns the error for a name without a value, which the engine reports without its place. It is returned
/// unchanged when no file has such a name.
pub(super) fn explain(error: Error, name: &str, stack: &[Frame], program: &Program) -> Result<Error, Error> {
    if let Some((index, it)) = choose(name, stack, program.undeclared(), program) {
        return Ok(undeclared(error, name, index, &it, program));
    }
    if let Some((index, it)) = choose(name, stack, program.early_uses(name), program) {
        let error = locate(early(error, name), &program.source(index), it.name.start, it.name.length);
        let facts = program.facts(index);
        // The use is after the name and before the end of its value: `const a = a + 1`, often a forgotten line end.
        let is_in_its_own_value = it.function.is_none()
            && facts.declarations.iter().any(|own| own.name.text == name && own.name.start < it.name.start);
        return Ok(error.with_hint(match is_in_its_own_value {
            true => {
                format!("{name} is used in its own first value: is something missing in the line before?")
            }
            false => format!("Move the declaration of {name} above this line."),
        }));
    }
    if let Some((index, it)) = choose(name, stack, program.shared_uses(name), program) {
        let error = locate(early(error, name), &program.source(index), it.name.start, it.name.length);
        return Ok(error.with_hint(declared_elsewhere(name, index, program)));
    }
    Err(error)
}

fn early(error: Error, name: &str) -> Error {
    Error { message: format!("ReferenceError: {name} is used before its declaration has run"), ..error }
}

/// Returns the reason why a name of another classic script has no value yet.
fn declared_elsewhere(name: &str, user: usize, program: &Program) -> String {
    let Some((index, declared)) = program.shared_declaration(name) else {
        return format!("Declare {name} before this line runs.");
    };
    let (user, file) = (program.name(user), program.name(index));
    if !program.classic_order.contains(&index) {
        return format!(
            "\"{file}\", which declares it, was imported by import(): take the name from what that gives, const {{ \
             {name} }} = await import(\"{file}\")."
        );
    }
    let line = place_of(program.source(index).text, declared.start).line;
    format!(
        "\"{file}\" declares it (line {line}) and runs after \"{user}\". Pass the value to a function, or move the \
         declaration into a module that \"{user}\" imports."
    )
}

/// Returns the error of an undeclared name at its place, with the nearest one that exists.
fn undeclared(error: Error, name: &str, index: usize, it: &Undeclared, program: &Program) -> Error {
    let mut error = locate(error, &program.source(index), it.name.start, it.name.length);
    if let Some(module) = program.exporter_of(name).filter(|&module| module != program.name(index)) {
        return error
            .with_hint(format!("Module \"{module}\" exports it: import {{ {name} }} from \"{module}\""));
    }
    // Before the near names, which do not know the members of Math.
    if MATH.contains(&name) {
        return error.with_hint(format!("Write Math.{name}"));
    }
    let text = program.source(index).text;
    let foreign = hint_at(text, it.name.start);
    // Of a canvas, the methods have names here; all else of a browser has none.
    let is_canvas = ["ctx", "canvas"].contains(&name) && foreign.is_some();
    if let Some(hint) = host_hint(name).filter(|_| !is_canvas) {
        return error.with_hint(hint);
    }
    let around = look_around(program.facts(index), it);
    // A word of another program is a slip only when it is but a letter longer or shorter.
    let is_slip = |near: &String| foreign.is_none() || near.len().abs_diff(name.len()) <= 1;
    let near = around.near.filter(is_slip);
    let near = near.or_else(|| program.near_name(name).filter(|_| foreign.is_none()));
    if let Some(near) = near {
        error.message = format!("{}. Did you mean {near}?", error.message);
        return Error { hint: foreign, ..error };
    }
    // Last of the sure causes: the module is not part of the run, and was only searched as text.
    if let Some(module) = program.unused_exporter_of(name) {
        return error
            .with_hint(format!("Module \"{module}\" exports it: import {{ {name} }} from \"{module}\""));
    }
    if let Some(hint) = foreign {
        return error.with_hint(hint);
    }
    if let Some(declared) = around.elsewhere {
        let line = place_of(program.source(index).text, declared).line;
        return error.with_hint(format!(
            "{name} is declared in line {line}, inside of a block or function, and is not known outside of it."
        ));
    }
    error.with_hint("No file of the run and nothing in the vocabulary declares it: declare it or import it.")
}

/// Chooses the place of a name without a value, which the engine does not report; the diagnosis knows them all.
/// The one meant is in the innermost function of the stack that uses the name, else the first in the file that
/// ran, else the first of all.
fn choose(
    name: &str,
    stack: &[Frame],
    candidates: Vec<(usize, Undeclared)>,
    program: &Program,
) -> Option<(usize, Undeclared)> {
    let all: Vec<(usize, Undeclared)> =
        candidates.into_iter().filter(|(_, it)| it.name.text == name && !it.in_typeof).collect();
    for call in stack {
        let in_function = |(index, it): &&(usize, Undeclared)| {
            program.name(*index) == call.file
                && match &it.function {
                    Some(function) => *function == call.function,
                    None => {
                        call.function == "<main>"
                            || call.function.is_empty()
                            || call.function == "<anonymous>"
                    }
                }
        };
        let mut inside = all.iter().filter(in_function);
        // The call's own place, when there is one, is at or after the name's line.
        let first = inside.clone().next();
        let line = call.place.zip(program.source_named(&call.file));
        let near = line.and_then(|(place, source)| {
            let start = offset_of(source.text, Place { column: 1, ..place });
            inside.find(|(_, it)| it.name.start >= start)
        });
        if let Some(found) = near.or(first) {
            return Some(found.clone());
        }
    }
    let in_stack = |(index, _): &&(usize, Undeclared)| stack.iter().any(|it| it.file == program.name(*index));
    all.iter().find(in_stack).or(all.first()).cloned()
}
