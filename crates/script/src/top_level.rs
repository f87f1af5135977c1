//! The top level of a classic script, run as a block where nobody can tell the difference.
//!
//! The engine keeps the names of a block in registers. Those of a script it keeps in the global object and in the scope that
//! all scripts share, and looks them up at every use, which takes up to ten times as long. So a script is run as a block when
//! nothing else can reach what it declares:
//!
//! - A script of which another file reads, writes or declares a name runs as it is written: classic scripts share one
//!   scope. So does one that a module or `import()` takes names from.
//! - A `var` or function is also a property of the global object. A script that declares one which a file may reach
//!   there, by `globalThis` or by a `this` that may be the global object, runs as it is written.
//! - So does one that declares a name which the engine treats specially, or that means something else in a block.

use std::collections::{HashMap, HashSet};

use boa_engine::{Context, JsString};

use super::facts::Form;
use super::program::Program;

/// Returns the classic scripts whose top level nothing else can reach, in the order they run.
pub(super) fn unobserved_scripts(program: &Program) -> Vec<usize> {
    let all = || program.files().map(|(_, facts)| facts);
    if all().any(|it| it.globals.imports_anything) {
        return Vec::new();
    }
    let global_escapes = all().any(|it| it.globals.escapes);
    let members: HashSet<&str> = all().flat_map(|it| it.globals.members.iter().map(String::as_str)).collect();
    let reachable = |name: &String| global_escapes || members.contains(name.as_str());
    // Every file that mentions a name without declaring it in a scope of its own.
    let mut mentions: HashMap<&str, (usize, bool)> = HashMap::new();
    let mut imported = HashSet::new();
    for (index, facts) in program.files() {
        let undeclared = facts.undeclared.iter().map(|it| it.name.text.as_str());
        let shared: &[String] = if facts.form == Form::Classic { &facts.top_names } else { &[] };
        for name in undeclared.chain(shared.iter().map(String::as_str)) {
            let (first, by_others) = mentions.entry(name).or_insert((index, false));
            *by_others |= *first != index;
        }
        let from_modules = facts.imports.iter().filter(|_| facts.form == Form::Module);
        let specifiers = from_modules.map(|it| &it.specifier).chain(&facts.dynamic_imports);
        imported.extend(specifiers.filter_map(|it| program.find(&it.text)));
    }
    let is_unobserved = |index: &usize| {
        let facts = program.facts(*index);
        !imported.contains(index)
            && !facts.globals.is_bound_to_the_top
            && !facts.globals.variables.iter().chain(&facts.globals.functions).any(reachable)
            && !facts.top_names.iter().any(|name| mentions.get(name.as_str()).is_some_and(|it| it.1))
    };
    program.classic_order.iter().copied().filter(is_unobserved).collect()
}

/// Returns true if a script may declare its names in a block, although the global object has some of them.
pub(super) fn can_shadow_globals(program: &Program, index: usize, context: &Context) -> bool {
    let facts = program.facts(index);
    let global = context.global_object();
    let global = global.borrow();
    facts.top_names.iter().all(|name| {
        let Some(existing) = global.properties().get(&JsString::from(name.as_str()).into()) else {
            return true;
        };
        // A `var` without a value keeps what is there.
        existing.configurable() == Some(true) && !facts.globals.variables.contains(name)
    })
}
