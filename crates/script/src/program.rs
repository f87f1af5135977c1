//! The whole program of a run: the files that take part, their order, and the findings before it runs.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::facts::{Declared, DeclaredAs, FileFacts, Form, Remark, Spanned, Undeclared};
use super::globals::is_engine_global;
use super::limits::Limits;
use super::scopes::early_uses;
use super::sites::{Sites, read_sites};
use super::source::{Origin, SourceFile, SourceText, locate, place_of};
use super::source_budget::SourceBudget;
use scenewright_error::{Error, Kind, near_name};
use scenewright_vocabulary as vocabulary;

/// The name of the main file.
pub const MAIN: &str = "main";

/// Everything that a run needs, read and checked.
#[derive(Debug, Default)]
pub(crate) struct Program {
    sources: Vec<SourceFile>,
    by_name: HashMap<String, usize>,
    files: BTreeMap<usize, Rc<FileFacts>>,
    /// The sites of the files that an error stopped in: a loop may catch an error at each of its steps.
    sites: RefCell<HashMap<usize, Rc<Sites>>>,
    entry: usize,
    /// The classic scripts in the order they run: depth first, in import order, the entry after its imports.
    pub classic_order: Vec<usize>,
    /// The modules that classic scripts import for their effects, in import order.
    pub bare_modules: Vec<usize>,
    budget: SourceBudget,
}

impl Program {
    /// Makes a program of which no file has been read yet.
    pub(crate) fn new(sources: Vec<SourceFile>, entry: &str, limits: &Limits) -> Result<Self, Error> {
        let mut by_name: HashMap<String, usize> = HashMap::new();
        for (index, file) in sources.iter().enumerate() {
            // A user's module wins over a built-in one of the same name.
            let taken = by_name.get(&file.name).map(|&at| sources[at].origin);
            // The first user's file of a name stays, whatever comes after it.
            if taken != Some(Origin::User) {
                by_name.insert(file.name.clone(), index);
            }
        }
        let Some(&entry_index) = by_name.get(entry) else {
            return Err(Error::new(Kind::NotFound, format!("File not found: {entry}")));
        };
        Ok(Program {
            sources,
            by_name,
            files: BTreeMap::new(),
            sites: RefCell::default(),
            entry: entry_index,
            classic_order: Vec::new(),
            bare_modules: Vec::new(),
            budget: SourceBudget::new(limits),
        })
    }

    /// Takes a file's share of the limits on sources, or refuses the file.
    pub(crate) fn charge(&mut self, index: usize) -> Result<(), Error> {
        self.budget.take(&self.sources[index], self.files.len())
    }

    /// Lets a file take part.
    pub(crate) fn insert(&mut self, index: usize, facts: Rc<FileFacts>) {
        self.files.insert(index, facts);
    }

    /// Yields the names of all sources, also those that do not take part.
    pub(crate) fn source_names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }
    pub(crate) fn entry(&self) -> usize {
        self.entry
    }

    pub(crate) fn has(&self, index: usize) -> bool {
        self.files.contains_key(&index)
    }

    /// Yields the files that take part.
    pub(crate) fn files(&self) -> impl Iterator<Item = (usize, &FileFacts)> {
        self.files.iter().map(|(&index, facts)| (index, &**facts))
    }

    pub(crate) fn facts(&self, index: usize) -> &FileFacts {
        &self.files[&index]
    }

    /// Returns the sites of a file that takes part.
    pub(crate) fn sites(&self, index: usize) -> Rc<Sites> {
        let mut known = self.sites.borrow_mut();
        Rc::clone(known.entry(index).or_insert_with(|| Rc::new(read_sites(self.facts(index)))))
    }

    pub(crate) fn name(&self, index: usize) -> &str {
        &self.sources[index].name
    }

    /// Returns the text of a file that takes part, as its author wrote it.
    pub(crate) fn source(&self, index: usize) -> SourceText<'_> {
        source_text(&self.sources[index])
    }

    /// Returns the text of a file by the name that a stack shows, when it takes part.
    pub(crate) fn source_named(&self, name: &str) -> Option<SourceText<'_>> {
        let index = *self.by_name.get(name)?;
        self.files.contains_key(&index).then(|| self.source(index))
    }

    /// Returns the files that take part, by name.
    pub(crate) fn file_names(&self) -> BTreeSet<&str> {
        self.files.keys().map(|&index| self.name(index)).collect()
    }

    /// Returns the place of the `import("…")` with that specifier, when it is written out.
    pub(crate) fn dynamic_import_of(&self, specifier: &str) -> Option<(usize, &Spanned)> {
        let of_file = |(&index, facts): (&usize, &Rc<FileFacts>)| {
            let found = facts.dynamic_imports.iter().position(|it| it.text == specifier)?;
            Some((index, found))
        };
        let (index, found) = self.files.iter().find_map(of_file)?;
        Some((index, &self.files[&index].dynamic_imports[found]))
    }

    /// Returns the file of that name, also one that does not take part.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Orders the classic scripts, and collects the modules that they import for their effects.
    pub(crate) fn order(&mut self) {
        enum Step {
            Enter { index: usize, importer: Form },
            Leave(usize),
        }
        let mut seen = HashSet::new();
        self.classic_order.clear();
        self.bare_modules.clear();
        // The entry counts as imported by a module, so a module as the entry is not listed among those run for
        // their effects.
        let mut steps = vec![Step::Enter { index: self.entry, importer: Form::Module }];
        while let Some(step) = steps.pop() {
            let (index, importer) = match step {
                Step::Leave(index) => {
                    self.classic_order.push(index);
                    continue;
                }
                Step::Enter { index, importer } => (index, importer),
            };
            if !seen.insert(index) {
                continue;
            }
            let facts = &self.files[&index];
            match facts.form {
                Form::Classic => steps.push(Step::Leave(index)),
                Form::Module if importer == Form::Classic => self.bare_modules.push(index),
                Form::Module => {}
            }
            // Reversed onto the stack, so that imports run in the order they are written.
            let targets = facts.imports.iter().rev().filter_map(|import| self.find(&import.specifier.text));
            steps.extend(targets.map(|index| Step::Enter { index, importer: facts.form }));
        }
    }

    /// Checks that no two shared-scope files declare one name: the second would silently replace the first,
    /// or the engine would refuse it without a place. Two plain `var`s are allowed when one of them is the
    /// entry's.
    pub(crate) fn check_shared_names(&self) -> Result<(), Error> {
        let mut first: HashMap<&str, (usize, &Declared)> = HashMap::new();
        for &index in &self.classic_order {
            let mut own = HashSet::new();
            for declared in &self.files[&index].declarations {
                let name = declared.name.text.as_str();
                // Within one file, sloppy code may declare a var or a function any number of times.
                if !own.insert(name) {
                    continue;
                }
                match first.get(name) {
                    None => {
                        first.insert(name, (index, declared));
                    }
                    Some(&(other, before)) => {
                        let replaces_var = index == self.entry
                            && declared.kind != DeclaredAs::Lexical
                            && before.kind != DeclaredAs::Lexical;
                        if !replaces_var {
                            return Err(self.shared_name_error(index, declared, other, before));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn shared_name_error(&self, index: usize, declared: &Declared, other: usize, before: &Declared) -> Error {
        let line = place_of(self.source(other).text, before.name.start).line;
        let name = &declared.name;
        let error = Error::new(
            Kind::Module,
            format!("{} is declared twice: here and in \"{}\" (line {line})", name.text, self.name(other)),
        )
        .with_hint(
            "Files without exports share one scope. Rename one of them, or export and import the name.",
        );
        locate(error, &self.source(index), name.start, name.length)
    }

    /// Returns names that nothing in the whole program declares, each with its file.
    pub(crate) fn undeclared(&self) -> Vec<(usize, Undeclared)> {
        let mut shared: HashSet<&str> = HashSet::new();
        for facts in self.files.values().filter(|it| it.form == Form::Classic) {
            shared.extend(facts.top_names.iter().map(String::as_str));
            shared.extend(facts.implicit_globals.iter().map(String::as_str));
        }
        let known =
            |name: &str| shared.contains(name) || vocabulary::is_global(name) || is_engine_global(name);
        self.files
            .iter()
            .flat_map(|(&index, facts)| facts.undeclared.iter().map(move |it| (index, it)))
            .filter(|(_, it)| !known(&it.name.text))
            .map(|(index, it)| (index, it.clone()))
            .collect()
    }

    /// Returns remarks on calls that are probably not what was meant, with the files they are in.
    pub(crate) fn remarks(&self) -> Vec<(usize, &Remark)> {
        if self.files.values().all(|it| it.remarks.is_empty()) {
            return Vec::new();
        }
        let classic = self.files.values().filter(|it| it.form == Form::Classic);
        let own: HashSet<&str> = classic.flat_map(|it| it.top_names.iter().map(String::as_str)).collect();
        let all =
            self.files.iter().flat_map(|(&index, facts)| facts.remarks.iter().map(move |it| (index, it)));
        all.filter(|(_, it)| !own.contains(it.name)).collect()
    }

    /// Returns places where a lexical name may be used before its declaration has run.
    pub(crate) fn early_uses(&self, name: &str) -> Vec<(usize, Undeclared)> {
        let files = self.files.iter();
        files
            .flat_map(|(&index, facts)| early_uses(facts, name).into_iter().map(move |it| (index, it)))
            .collect()
    }

    /// Returns uses of a name of the shared scope in other files than its own.
    pub(crate) fn shared_uses(&self, name: &str) -> Vec<(usize, Undeclared)> {
        if self.shared_declaration(name).is_none() {
            return Vec::new();
        }
        let uses =
            self.files.iter().flat_map(|(&index, facts)| facts.undeclared.iter().map(move |it| (index, it)));
        uses.filter(|(_, it)| it.name.text == name).map(|(index, it)| (index, it.clone())).collect()
    }

    /// Returns the place where a classic script declares a name.
    pub(crate) fn shared_declaration(&self, name: &str) -> Option<(usize, &Spanned)> {
        let classic = self.files.iter().filter(|(_, facts)| facts.form == Form::Classic);
        classic
            .flat_map(|(&index, facts)| facts.declarations.iter().map(move |it| (index, &it.name)))
            .find(|(_, it)| it.text == name)
    }

    /// Returns a declared or built-in name near to one that is not.
    pub(crate) fn near_name(&self, wanted: &str) -> Option<String> {
        let declared = self.files.values().flat_map(|facts| facts.top_names.iter().map(String::as_str));
        let exported = self.files.values().flat_map(|facts| facts.exports.names.iter().map(String::as_str));
        let vocabulary = vocabulary::FUNCTIONS.iter().map(|function| function.name);
        let globals = super::globals::ENGINE_GLOBALS.iter().copied();
        near_name(wanted, vocabulary.chain(declared).chain(exported).chain(globals)).map(str::to_owned)
    }

    /// Returns the module that exports a name which a file uses without importing it.
    pub(crate) fn exporter_of(&self, name: &str) -> Option<&str> {
        let found = self.files.iter().find(|(_, facts)| facts.exports.names.iter().any(|it| it == name));
        found.map(|(&index, _)| self.name(index))
    }

    /// Returns a module that takes no part in the run and exports a function of that name.
    pub(crate) fn unused_exporter_of(&self, name: &str) -> Option<&str> {
        // The module was not read, so its text has to do. The usual form of a function is enough for a hint.
        let export = format!("export function {name}(");
        let unused = self.sources.iter().enumerate().filter(|(index, _)| !self.files.contains_key(index));
        unused
            .filter(|(_, file)| file.text().is_ok_and(|text| text.contains(&export)))
            .map(|(_, file)| file.name.as_str())
            .next()
    }

    /// Returns true if a file of that name came with the package.
    pub(crate) fn is_builtin(&self, name: &str) -> bool {
        self.find(name).is_some_and(|index| self.sources[index].origin == Origin::Builtin)
    }
}

fn source_text(file: &SourceFile) -> SourceText<'_> {
    SourceText { name: &file.name, text: file.text().unwrap_or_default() }
}
