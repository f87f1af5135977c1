//! The names at the top level of classic scripts that a script has for itself.
//!
//! The engine keeps the names of a function in registers. Those at the top level of a script it keeps in the global object and in
//! the scope that all scripts share, and looks them up at every use, which takes up to ten times as long. So it gets the names
//! that only the script can reach:
//!
//! - Classic scripts share one scope: a name that another file reads, writes or declares is shared. So are all names of a script
//!   that a module or `import()` takes names from.
//! - A `var` or function is also a property of the global object. One that a file may reach there, by `globalThis` or by a `this`
//!   that may be the global object, is shared.
//! - So is one that the global object has already, where the script means that, or may not declare it.

use std::collections::{HashMap, HashSet};

use boa_engine::{Context, JsString};

use super::facts::Form;
use super::program::Program;

/// Returns the names of each classic script that nothing outside of it can reach.
pub(super) fn own_names(program: &Program, context: &Context) -> HashMap<usize, Vec<JsString>> {
    let unreached = unshared_names(program);
    let names = |(index, names): (usize, Vec<String>)| {
        let is_free = |name: &JsString| can_shadow_global(program, index, name, context);
        (index, names.iter().map(|name| JsString::from(name.as_str())).filter(is_free).collect())
    };
    unreached.into_iter().map(names).collect()
}

/// Returns the names of each classic script that no other file mentions, and none reaches through the global object.
pub(super) fn unshared_names(program: &Program) -> Vec<(usize, Vec<String>)> {
    let all = || program.files().map(|(_, facts)| facts);
    // A specifier that is computed may name any of the scripts, so none has a name for itself.
    if all().any(|it| it.globals.imports_anything) {
        return Vec::new();
    }
    let global_escapes = all().any(|it| it.globals.escapes);
    let members: HashSet<&str> = all().flat_map(|it| it.globals.members.iter().map(String::as_str)).collect();
    // Every file that mentions a name without declaring it in a scope of its own.
    let mut mentions: HashMap<&str, (usize, bool)> = HashMap::new();
    let mut imported = HashSet::new();
    for (index, facts) in program.files() {
        let undeclared = facts.undeclared.iter().map(|it| it.name.text.as_str());
        let shared: &[String] = if facts.form == Form::Classic { &facts.top_names } else { &[] };
        for name in undeclared.chain(shared.iter().map(String::as_str)) {
            let (first, by_others) = mentions.entry(name).or_insert((index, false));
            // Two files that mention a name share it, whichever of them declares it.
            *by_others |= *first != index;
        }
        // A bare import of a classic script takes no names.
        let from_modules = facts.imports.iter().filter(|_| facts.form == Form::Module);
        let specifiers = from_modules.map(|it| &it.specifier).chain(&facts.dynamic_imports);
        imported.extend(specifiers.filter_map(|it| program.find(&it.text)));
    }
    let names = |index: usize| {
        let facts = program.facts(index);
        let is_property =
            |name: &String| facts.globals.variables.contains(name) || facts.globals.functions.contains(name);
        let is_reached = |name: &String| {
            mentions.get(name.as_str()).is_some_and(|it| it.1)
                || (is_property(name) && (global_escapes || members.contains(name.as_str())))
        };
        facts.top_names.iter().filter(|name| !is_reached(name)).cloned().collect()
    };
    let scripts = program.classic_order.iter().copied().filter(|index| !imported.contains(index));
    scripts.map(|index| (index, names(index))).collect()
}

/// Returns true if a script may have a name for itself, whether or not the global object has it.
fn can_shadow_global(program: &Program, index: usize, name: &JsString, context: &Context) -> bool {
    let global = context.global_object();
    let global = global.borrow();
    let Some(existing) = global.properties().get(&name.clone().into()) else { return true };
    // A `var` without a value keeps what is there.
    let variables = &program.facts(index).globals.variables;
    existing.configurable() == Some(true) && !variables.contains(&name.to_std_string_lossy())
}
