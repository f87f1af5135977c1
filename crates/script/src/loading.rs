//! Loading of a program: the entry, and file by file its imports.

use super::facts::Spanned;
use super::globals::{library_hint, outside_hint};
use super::known_files::facts_of;
use super::limits::Limits;
use super::linking::check_named_imports;
use super::name_list::shorten;
use super::program::{MAIN, Program};
use super::source::{SourceFile, SourceText, locate};
use scenewright_error::{Error, Kind, near_name};

/// The most characters of a specifier that an error shows.
const MAX_SPECIFIER: usize = 200;

/// Reads the entry and everything it imports. Returns the first mistake found.
pub(super) fn load(sources: Vec<SourceFile>, entry: &str, limits: &Limits) -> Result<Program, Error> {
    let mut program = Program::new(sources, entry, limits)?;
    let entry = program.entry();
    add(&mut program, entry)?;
    check_named_imports(&program)?;
    // The order may only be made when every import is read.
    program.order();
    program.check_shared_names()?;
    Ok(program)
}

/// Returns the file that a specifier of a running import means, reading it now when nothing imported it before.
pub(super) fn resolve(program: &mut Program, specifier: &str) -> Result<usize, Error> {
    let index = lookup(program, specifier)?;
    if !program.has(index) {
        add(program, index)?;
        check_named_imports(program)?;
        program.order();
    }
    Ok(index)
}

/// Reads a file and everything it imports.
fn add(program: &mut Program, first: usize) -> Result<(), Error> {
    let mut waiting: Vec<(usize, Option<(usize, Spanned)>)> = vec![(first, None)];
    while let Some((index, importer)) = waiting.pop() {
        if program.has(index) {
            continue;
        }
        // Charged before it is parsed: the limits protect the parser too.
        let taken = program.charge(index);
        taken.map_err(|error| match &importer {
            Some((importer, at)) if error.kind == Kind::Modules => {
                locate(error, &program.source(*importer), at.start, at.length)
            }
            _ => error,
        })?;
        let file = program.source(index);
        let facts = facts_of(&file)?;
        let mut wanted = Vec::new();
        for import in &facts.imports {
            let target = lookup_from(program, &file, &import.specifier)?;
            wanted.push((target, Some((index, import.specifier.clone()))));
        }
        for specifier in &facts.dynamic_imports {
            // A dynamic import may be guarded by the script: what is not there fails when it is reached.
            let target = lookup(program, &specifier.text).ok();
            wanted.extend(target.map(|target| (target, Some((index, specifier.clone())))));
        }
        program.insert(index, facts);
        // Reversed onto the stack, so that files are read in the order of their imports.
        waiting.extend(wanted.into_iter().rev());
    }
    Ok(())
}

fn lookup_from(program: &Program, file: &SourceText<'_>, specifier: &Spanned) -> Result<usize, Error> {
    lookup(program, &specifier.text).map_err(|error| locate(error, file, specifier.start, specifier.length))
}

fn lookup(program: &Program, specifier: &str) -> Result<usize, Error> {
    if specifier == MAIN {
        return Err(Error::new(Kind::Module, "main cannot be imported: it is where the run begins")
            .with_hint("Move what both need into a module and import that from both."));
    }
    if let Some(index) = program.find(specifier) {
        return Ok(index);
    }
    let bare = specifier.rsplit('/').next().unwrap_or(specifier);
    let bare = bare.strip_suffix(".js").or_else(|| bare.strip_suffix(".mjs")).unwrap_or(bare);
    let shown: String = specifier.chars().take(MAX_SPECIFIER).collect();
    let error = Error::new(Kind::Module, format!("Cannot find module \"{shown}\""));
    if bare != specifier && bare != MAIN && program.find(bare).is_some() {
        return Err(error.with_hint(format!(
            "Modules are imported by name, without a path or an ending: write \"{bare}\"."
        )));
    }
    if let Some(hint) = outside_hint(specifier).or_else(|| library_hint(specifier)) {
        return Err(error.with_hint(hint));
    }
    let modules = || program.source_names().filter(|&name| name != MAIN);
    Err(match near_name(bare, modules()) {
        Some(near) => Error { message: format!("{}. Did you mean \"{near}\"?", error.message), ..error },
        None => {
            let mut names: Vec<&str> = modules().collect();
            names.sort_unstable();
            let list = if names.is_empty() { "none".to_owned() } else { shorten(&names) };
            error.with_hint(format!("Modules that can be imported: {list}."))
        }
    })
}
