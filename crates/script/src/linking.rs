//! Checks that every imported name exists: the engine would report a missing one without a place.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::facts::{FileFacts, Form, PassedOn, Spanned};
use super::name_list::shorten;
use super::program::Program;
use super::source::locate;
use scenewright_error::{Error, Kind, near_name};

/// Refuses the first import of a name that its file does not have.
pub(super) fn check_named_imports(program: &Program) -> Result<(), Error> {
    let mut linker = Linker { program, tables: HashMap::new() };
    for (index, facts) in program.files() {
        for import in &facts.imports {
            let Some(target) = program.find(&import.specifier.text) else { continue };
            for name in &import.names {
                if let Err(problem) = linker.resolve(target, &name.text)
                    // The file that passes the name on is checked too, and its own import has the better place.
                    && !matches!(problem, Problem::Elsewhere)
                {
                    let error = linker.refusal(index, name, target, problem);
                    return Err(locate(error, &program.source(index), name.start, name.length));
                }
            }
        }
    }
    Ok(())
}

/// Returns the names that can be imported from a module that takes part.
pub(super) fn exports_of<'a>(program: &'a Program, module: &str) -> BTreeSet<&'a str> {
    let file = program.find(module).filter(|&index| program.has(index));
    file.map(|file| Linker { program, tables: HashMap::new() }.names(file)).unwrap_or_default()
}

/// The reason why a name cannot be imported from a file.
enum Problem {
    Missing,
    /// Two `export *` have it, from these files.
    Ambiguous(usize, usize),
    /// The name is passed on from file to file and never declared.
    Circular,
    /// A file that passes it on has the problem, and its own error.
    Elsewhere,
}

/// The file where a name is declared, and its name there.
type Origin = (usize, String);

struct Linker<'a> {
    program: &'a Program,
    tables: HashMap<usize, HashMap<&'a str, Option<&'a PassedOn>>>,
}

impl<'a> Linker<'a> {
    /// Returns the file and the name there that a name of a file stands for.
    fn resolve(&mut self, file: usize, name: &str) -> Result<Origin, Problem> {
        self.resolve_among(file, name, &mut HashSet::new())
    }

    fn resolve_among(
        &mut self,
        mut file: usize,
        name: &str,
        seen: &mut HashSet<Origin>,
    ) -> Result<Origin, Problem> {
        let mut name = name.to_owned();
        let mut is_passed_on = false;
        loop {
            // ECMAScript's ResolveExport keeps the same set of pairs: the same name of the same file a second time
            // is a circle.
            if !seen.insert((file, name.clone())) {
                return Err(Problem::Circular);
            }
            let Some(facts) = self.facts(file) else { return Err(Problem::Elsewhere) };
            match self.table(file, facts).get(name.as_str()).copied() {
                Some(None) => return Ok((file, name)),
                Some(Some(passed)) => {
                    let Some(target) = self.program.find(&passed.specifier) else {
                        return Err(Problem::Elsewhere);
                    };
                    (file, name) = (target, passed.wanted.clone());
                    is_passed_on = true;
                }
                None => {
                    let found = self.resolve_in_stars(facts, &name, seen);
                    return found.map_err(|it| if is_passed_on { Problem::Elsewhere } else { it });
                }
            }
        }
    }

    fn resolve_in_stars(
        &mut self,
        facts: &'a FileFacts,
        name: &str,
        seen: &mut HashSet<Origin>,
    ) -> Result<Origin, Problem> {
        let mut found: Option<Origin> = None;
        // `export *` passes on all names but default.
        for star in facts.exports.stars.iter().filter(|_| name != "default") {
            let Some(target) = self.program.find(star) else { continue };
            match (self.resolve_among(target, name, seen), &found) {
                (Ok(origin), None) => found = Some(origin),
                // Two stars may lead to one declaration; only two different ones are ambiguous.
                (Ok(origin), Some(before)) if origin != *before => {
                    return Err(Problem::Ambiguous(before.0, origin.0));
                }
                (Err(problem @ (Problem::Ambiguous(..) | Problem::Elsewhere)), _) => return Err(problem),
                _ => {}
            }
        }
        found.ok_or(Problem::Missing)
    }

    fn facts(&self, file: usize) -> Option<&'a FileFacts> {
        self.program.has(file).then(|| self.program.facts(file))
    }

    /// Returns a file's own exports, and those among them that it passes on.
    fn table(&mut self, file: usize, facts: &'a FileFacts) -> &HashMap<&'a str, Option<&'a PassedOn>> {
        self.tables.entry(file).or_insert_with(|| {
            let own = match facts.form {
                Form::Classic => &facts.top_names,
                Form::Module => &facts.exports.names,
            };
            let mut table: HashMap<&str, Option<&PassedOn>> =
                own.iter().map(|name| (name.as_str(), None)).collect();
            table.extend(facts.exports.passed_on.iter().map(|it| (it.name.as_str(), Some(it))));
            table
        })
    }

    /// Returns the names that can be imported from a file, through `export *` too.
    fn names(&mut self, index: usize) -> BTreeSet<&'a str> {
        let mut names = BTreeSet::new();
        let mut seen = HashSet::new();
        let mut waiting = vec![index];
        while let Some(at) = waiting.pop() {
            let Some(facts) = self.facts(at).filter(|_| seen.insert(at)) else { continue };
            names.extend(self.table(at, facts).keys().filter(|&&it| at == index || it != "default"));
            waiting.extend(facts.exports.stars.iter().filter_map(|star| self.program.find(star)));
        }
        names
    }

    fn refusal(&mut self, importer: usize, wanted: &Spanned, target: usize, problem: Problem) -> Error {
        let module = self.program.name(target);
        let name = wanted.text.as_str();
        match problem {
            Problem::Ambiguous(one, other) => {
                let (one, other) = (self.program.name(one), self.program.name(other));
                Error::new(
                    Kind::Module,
                    format!("Module \"{module}\" has two {name}: from \"{one}\" and from \"{other}\""),
                )
                .with_hint(format!("Import it from one of them: import {{ {name} }} from \"{one}\""))
            }
            Problem::Circular => Error::new(
                Kind::Module,
                format!("Module \"{module}\" does not declare {name}: its exports of it lead in a circle"),
            )
            .with_hint("One of the files that pass the name on must declare it."),
            Problem::Missing | Problem::Elsewhere if name == "default" => {
                self.no_default(importer, wanted, target)
            }
            Problem::Missing | Problem::Elsewhere => self.no_such_name(name, target),
        }
    }

    fn no_default(&mut self, importer: usize, wanted: &Spanned, target: usize) -> Error {
        let module = self.program.name(target);
        let error = Error::new(Kind::Module, format!("Module \"{module}\" has no default export"));
        let names = self.names(target);
        let text = self.program.source(importer).text;
        let local = text.get(wanted.start..wanted.start + wanted.length).unwrap_or_default();
        match near_name(local, names.iter().copied()) {
            Some(near) => error.with_hint(format!("Write import {{ {near} }} from \"{module}\"")),
            None => error.with_hint(list(module, &names)),
        }
    }

    fn no_such_name(&mut self, name: &str, target: usize) -> Error {
        let module = self.program.name(target);
        let names = self.names(target);
        let facts = self.program.facts(target);
        let what = match facts.form {
            Form::Module => "export",
            Form::Classic => "declare",
        };
        let near = near_name(name, names.iter().copied());
        let guess = near.map(|near| format!(". Did you mean {near}?")).unwrap_or_default();
        let error = Error::new(Kind::Module, format!("Module \"{module}\" does not {what} {name}{guess}"));
        if facts.top_names.iter().any(|it| it == name) {
            return error
                .with_hint(format!("\"{module}\" declares {name}: write export before that declaration."));
        }
        error.with_hint(list(module, &names))
    }
}

fn list(module: &str, names: &BTreeSet<&str>) -> String {
    let names: Vec<&str> = names.iter().copied().collect();
    match names.is_empty() {
        true => format!("\"{module}\" exports nothing."),
        false => format!("\"{module}\" has: {}.", shorten(&names)),
    }
}
