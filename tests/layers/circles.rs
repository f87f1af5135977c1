//! Circles of files, which keep the files of a crate from an order in which each uses only those before it.
//!
//! A file uses another where it names an item of that file, whatever re-exports the path leads through. That a file
//! declares its children, or re-exports their names without using them itself, does not count.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::imports::{Mention, is_test_file, mentions};

/// The path of a module from the top of its crate.
type Module = Vec<String>;

/// The files of a crate, by their modules.
pub(super) struct SourceTree {
    files: BTreeMap<Module, File>,
}

struct File {
    name: String,
    mentions: Vec<Mention>,
}

/// Files each of which uses every other, directly or through others.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Circle {
    pub files: Vec<String>,
    /// A shortest way from the first of the files back to it.
    pub way: Vec<String>,
}

/// The most names that a path leads through.
const MAX_STEPS: usize = 16;

impl SourceTree {
    /// Makes the tree from the files below `src`, each by its path there. Files of tests and of the
    /// executable are left out.
    pub(super) fn new<'a>(sources: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        let sources = sources.into_iter().filter(|(name, _)| *name != "main.rs" && !is_test_file(name));
        let files = sources.map(|(name, source)| {
            let mut module: Module = name.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
            module.pop_if(|last| matches!(last.as_str(), "mod" | "lib"));
            (module, File { name: name.to_owned(), mentions: mentions(source) })
        });
        SourceTree { files: files.collect() }
    }

    /// Returns the circles, none of which is part of another.
    pub(super) fn circles(&self) -> Vec<Circle> {
        let arrows: BTreeMap<&Module, BTreeSet<&Module>> =
            self.files.iter().map(|(module, file)| (module, self.arrows_from(module, file))).collect();
        let mut circles = Vec::new();
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        for &module in arrows.keys() {
            let reached = reachable(&arrows, module);
            if seen.contains(module) || !reached.contains(module) {
                continue;
            }
            let files: Vec<&Module> =
                reached.into_iter().filter(|it| reachable(&arrows, it).contains(module)).collect();
            seen.extend(&files);
            let name = |module: &Module| self.files[module].name.clone();
            let way = shortest_way_back(&arrows, module).into_iter().map(name).collect();
            circles.push(Circle { files: files.into_iter().map(name).collect(), way });
        }
        circles
    }

    /// Returns the files that a file uses.
    fn arrows_from<'a>(&'a self, module: &Module, file: &File) -> BTreeSet<&'a Module> {
        let mut arrows = BTreeSet::new();
        for mention in &file.mentions {
            if mention.path.len() == 1 && mention.import.is_none() {
                continue;
            }
            let Some(home) = self.absolute(module, mention, 0).and_then(|path| self.home(&path, 0)) else {
                continue;
            };
            let only_passes_on = home.starts_with(module)
                && mention
                    .import
                    .as_ref()
                    .is_some_and(|import| import.is_reexport && !file.uses_name(&import.known_as));
            if home != module && !only_passes_on {
                arrows.insert(home);
            }
        }
        arrows
    }

    /// Returns the path from the top of the crate that a mention in a file means; `None` for one into a library.
    fn absolute(&self, file: &[String], mention: &Mention, steps: usize) -> Option<Vec<String>> {
        let mut path = mention.path.as_slice();
        if path.last().is_some_and(|last| last == "*" || (last == "self" && path.len() > 1)) {
            path = &path[..path.len() - 1];
        }
        let (first, rest) = path.split_first()?;
        let mut base: Vec<String> = file.iter().chain(&mention.modules).cloned().collect();
        match first.as_str() {
            "crate" => return Some(rest.to_vec()),
            "self" | "super" => {
                while let Some((first, rest)) = path.split_first() {
                    match first.as_str() {
                        "self" => {}
                        "super" => drop(base.pop()),
                        _ => break,
                    }
                    path = rest;
                }
                base.extend_from_slice(path);
                return Some(base);
            }
            _ => base.push(first.clone()),
        }
        if self.files.contains_key(&base) {
            base.extend_from_slice(rest);
            return Some(base);
        }
        // A name that the file has brought in.
        let is_other = |it: &&Mention| mention.import.is_none() || it.path != mention.path;
        let import = self.files[file].import_of(first).filter(is_other).filter(|_| steps < MAX_STEPS)?;
        let mut path = self.absolute(file, import, steps + 1)?;
        path.extend_from_slice(rest);
        Some(path)
    }

    /// Returns the file that has the item of a path, through all re-exports.
    fn home(&self, path: &[String], steps: usize) -> Option<&Module> {
        let mut lengths = (0..=path.len()).rev();
        let found = lengths.find_map(|length| self.files.get_key_value(&path[..length]));
        let (module, file) = found?;
        let Some((name, rest)) = path[module.len()..].split_first() else { return Some(module) };
        let import = file.import_of(name).filter(|_| steps < MAX_STEPS);
        match import.and_then(|import| self.absolute(module, import, 0)) {
            Some(mut inner) => {
                inner.extend_from_slice(rest);
                self.home(&inner, steps + 1)
            }
            None => Some(module),
        }
    }
}

impl File {
    /// Returns the `use` that brings a name in.
    fn import_of(&self, name: &str) -> Option<&Mention> {
        self.mentions.iter().find(|it| {
            let is_glob = it.path.last().is_some_and(|last| last == "*");
            !is_glob && it.import.as_ref().is_some_and(|import| import.known_as == name)
        })
    }

    /// Returns true if the name stands anywhere but in a `use`.
    fn uses_name(&self, name: &str) -> bool {
        self.mentions.iter().any(|it| it.import.is_none() && it.path[0] == name)
    }
}

/// Returns the files that a file leads to; itself only where it is in a circle.
fn reachable<'a>(
    arrows: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
    from: &'a Module,
) -> BTreeSet<&'a Module> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(module) = waiting.pop() {
        waiting.extend(arrows[module].iter().filter(|it| reached.insert(**it)));
    }
    reached
}

/// Returns the shortest way from a file that is in a circle over others back to itself.
fn shortest_way_back<'a>(
    arrows: &BTreeMap<&'a Module, BTreeSet<&'a Module>>,
    start: &'a Module,
) -> Vec<&'a Module> {
    let mut ways = VecDeque::from([vec![start]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for &next in way.last().into_iter().flat_map(|last| &arrows[*last]) {
            let mut longer = way.clone();
            longer.push(next);
            if next == start {
                return longer;
            }
            if seen.insert(next) {
                ways.push_back(longer);
            }
        }
    }
    Vec::new()
}
