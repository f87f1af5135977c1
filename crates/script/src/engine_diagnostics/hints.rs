//! Hints on the usual causes of a failing expression, and their remedies.

use super::Words;
use crate::console::METHODS as CONSOLE;
use crate::globals::{MATH, METHODS};
use crate::linking::exports_of;
use crate::sites::{Act, NO_FUNCTION, Site, called_name, is_nothing, show_source};
use crate::source::place_of;
use scenewright_error::near_name;
use scenewright_vocabulary as vocabulary;

impl Words<'_> {
    /// Returns a hint when a bracket on a new line makes a call, or an element, of the line before.
    pub(super) fn missing_semicolon(&self, site: &Site) -> Option<String> {
        let end = site.subject.end as usize;
        let next = match &site.act {
            Act::Call { bracket, .. } => *bracket,
            Act::Read { property, .. } => *property,
            _ => return None,
        };
        let between = self.file.text.get(end..next)?;
        let line = place_of(self.file.text, end).line;
        // Between the callee and its bracket there is a line break: the author meant two statements.
        between.trim_end_matches(['(', '[']).contains('\n').then(|| {
            format!("Put a semicolon at the end of line {line}: without it the bracket of the next line belongs to it.")
        })
    }

    /// Returns the same hint for a part of an expression, or for the whole.
    pub(super) fn semicolon_inside(&self, site: &Site) -> Option<String> {
        // All parts of one chain begin at the same place, the shorter inside the longer.
        let parts = self.sites.sites.iter().filter(|it| it.subject.start == site.subject.start);
        parts.filter(|it| it.subject.end <= site.subject.end).find_map(|it| self.missing_semicolon(it))
    }

    /// Suggests an existing method near to a missing one.
    pub(super) fn near_method(&self, site: &Site) -> Option<(Option<String>, Option<String>)> {
        let called = |it: &&Site| matches!(it.act, Act::Read { is_called: true, .. });
        let read = self.sites.sites.iter().filter(called).find(|it| {
            it.subject.start == site.subject.start
                && it.subject.end < site.subject.end
                && self.ends_at(it, site)
        })?;
        let Act::Read { name, .. } = &read.act else { return None };
        let object = show_source(self.file.text, read.subject);
        let full = |near: &str| format!("{object}.{near}");
        if let Some((_, module)) = self.sites.namespaces.iter().find(|(local, _)| *local == object) {
            let names = exports_of(self.program, module);
            let hint =
                format!("Module \"{module}\" has: {}.", names.iter().copied().collect::<Vec<_>>().join(", "));
            return Some((near_name(name, names.iter().copied()).map(full), Some(hint)));
        }
        let known = match object.as_str() {
            "Math" => MATH,
            "console" => {
                let near = near_name(name, CONSOLE.iter().copied()).map(full);
                return Some((near, Some(format!("The console has {}.", CONSOLE.join(", ")))));
            }
            _ => METHODS,
        };
        // The name itself is in the list when the object has another type: then there is nothing to suggest.
        Some((near_name(name, known.iter().copied()).filter(|near| near != name).map(full), None))
    }

    /// Returns true if the property of a read is the end of a callee.
    fn ends_at(&self, read: &Site, callee: &Site) -> bool {
        let Act::Read { name, property, .. } = &read.act else { return false };
        // One more for the closing bracket of a computed member.
        property + name.trim_matches(['[', ']']).len() + 1 >= callee.subject.end as usize
    }

    pub(super) fn parameter_hint(&self, callee: &str) -> Option<String> {
        let function = &self.innermost.function;
        let is_here = |(name, of): &&(String, String)| name == callee && of == function;
        self.sites.parameters.iter().find(is_here)?;
        let caller = self.caller.and_then(|it| Some((it.file.as_str(), it.place?)));
        let place =
            caller.map(|(file, it)| format!(" in {file}:{}:{}", it.line, it.column)).unwrap_or_default();
        Some(format!("{callee} is a parameter of {function}: the call{place} passes no function for it."))
    }

    pub(super) fn declared_hint(&self, callee: &str) -> Option<String> {
        let facts = self.program.facts(self.program.find(self.file.name)?);
        let declared = facts.declarations.iter().find(|it| it.name.text == callee)?;
        let line = place_of(self.file.text, declared.name.start).line;
        Some(format!("{callee} is declared in line {line}, and its value is no function."))
    }

    /// Returns a hint on a call of an object of the vocabulary, which holds functions.
    pub(super) fn space_hint(callee: &str) -> Option<String> {
        let names = vocabulary::FUNCTIONS.iter().map(|function| function.name);
        let held: Vec<&str> =
            names.filter(|name| name.split_once('.').is_some_and(|(space, _)| space == callee)).collect();
        let rule =
            if callee == "check" { " A rule of your own is invariant(name, test, message)." } else { "" };
        (!held.is_empty()).then(|| format!("It holds functions: {}.{rule}", held.join(", ")))
    }

    /// Returns a hint on a call of a method that only arrays have, of a value that is none.
    pub(super) fn method_of_arrays(callee: &str) -> Option<String> {
        const OF_ARRAYS: [&str; 12] = [
            "every",
            "filter",
            "find",
            "findIndex",
            "flatMap",
            "forEach",
            "map",
            "pop",
            "push",
            "reduce",
            "some",
            "sort",
        ];
        let (object, method) = callee.rsplit_once('.')?;
        OF_ARRAYS.contains(&method).then(|| {
            format!(
                "{method} is a method of arrays. A Set becomes one with [...{object}], an object with \
                 Object.values({object}) or Object.entries({object})."
            )
        })
    }

    /// Returns a hint on a call of a method that only promises have, of what a function of the vocabulary returns.
    pub(super) fn method_of_promises(callee: &str) -> Option<String> {
        let (object, method) = callee.rsplit_once('.')?;
        let function = vocabulary::find(object.split('(').next()?)?.name;
        (object.ends_with(')') && ["then", "catch", "finally"].contains(&method)).then(|| {
            format!("{function} has done its work when it returns: write what comes next on the next line, without {method}.")
        })
    }

    /// Returns the usual reason why an expression that is taken apart or gone over has no value.
    pub(super) fn why_nothing(&self, expression: &str) -> Option<String> {
        self.why_nothing_with(expression, &format!("ask first: if ({expression}) {{ ... }}"))
    }

    /// Returns the usual reason why an expression has no value, or what to write in its place.
    pub(super) fn why_nothing_with(&self, expression: &str, remedy: &str) -> Option<String> {
        if is_nothing(expression) {
            return None;
        }
        if expression == "this" {
            return Some(
                "The method was called without its object: call object.method(), or pass an arrow function."
                    .to_owned(),
            );
        }
        if let Some((method, when)) = empty_handed(expression) {
            return Some(format!("{method} gives nothing where {when}: ask first."));
        }
        if let Some(name) = called_name(expression) {
            return Some(match name {
                "getWorldBounds" | "getEntity" => {
                    format!("{name} gives null when there is no such entity: ask exists(name) first.")
                }
                _ => format!("{name} gave no value: does every path of it end with return?"),
            });
        }
        let function = &self.innermost.function;
        if self.sites.parameters.iter().any(|(name, of)| name == expression && of == function) {
            let caller = self.caller.and_then(|it| Some((it.file.as_str(), it.place?)));
            let place =
                caller.map(|(file, it)| format!(" in {file}:{}:{}", it.line, it.column)).unwrap_or_default();
            let function = if function == NO_FUNCTION { "a function without a name" } else { function };
            return Some(format!("{expression} is a parameter of {function}: look at the call{place}."));
        }
        if expression.ends_with(']') {
            return Some("The index or key may not be there: look at the bounds of the loop.".to_owned());
        }
        Some(format!("Give {expression} a value before this line, or {remedy}"))
    }
}

/// Returns the method that an expression ends with a call of, and when it gives nothing.
fn empty_handed(expression: &str) -> Option<(&str, &str)> {
    let inner = expression.strip_suffix(')')?;
    let mut open = 0;
    let bracket = inner.char_indices().rev().find_map(|(at, letter)| {
        match letter {
            ')' => open += 1,
            '(' if open == 0 => return Some(at),
            '(' => open -= 1,
            _ => {}
        }
        None
    })?;
    let method = expression[..bracket].rsplit_once('.')?.1;
    let when = match method {
        "match" | "exec" => "the text does not match",
        "find" | "findLast" => "no element fits",
        "get" => "there is no such key",
        "at" | "pop" | "shift" => "there is no such element",
        _ => return None,
    };
    Some((method, when))
}
