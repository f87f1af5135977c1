//! One generated program. Its number is all that it is made from.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;

use super::calls::{LIST_BUILTINS, builtin_calls, vocabulary_calls};
use super::extremes::{huge, nested};
use super::javascript;
use super::judge::Judge;
use super::mutate::mutate;

#[derive(Clone)]
pub(super) struct Case {
    pub family: &'static str,
    pub main: String,
    pub modules: Vec<(String, String)>,
}

/// The material that cases are made of.
pub(super) struct Material {
    /// The expressions for every function that a script can reach.
    builtins: Vec<String>,
    /// The projects that run.
    examples: Vec<Project>,
    /// The single files that are written to do harm.
    hostile: Vec<String>,
}

/// The main file and the modules of a project.
struct Project {
    main: String,
    modules: Vec<(String, String)>,
}

impl Material {
    pub(super) fn collect(judge: &Judge) -> Self {
        let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
        let builtins: Vec<String> = judge.output_of(LIST_BUILTINS).lines().map(str::to_owned).collect();
        assert!(builtins.len() > 500, "only {} functions were found", builtins.len());
        let examples = folders(&root.join("examples"))
            .iter()
            .filter_map(|folder| {
                // Some examples are programs around the package, and no project.
                let main = fs::read_to_string(folder.join("scene.code.js")).ok()?;
                Some(Project { main, modules: scripts(&folder.join("modules")) })
            })
            .collect();
        let hostile = folders(&root.join("tests").join("hostile"))
            .iter()
            .flat_map(|folder| scripts(folder).into_iter().map(|(_, text)| text))
            .collect();
        Material { builtins, examples, hostile }
    }
}

fn folders(of: &Path) -> Vec<PathBuf> {
    entries(of).into_iter().filter(|path| path.is_dir()).collect()
}

/// Returns the names and the texts of the scripts in a folder; empty when there is no folder.
fn scripts(of: &Path) -> Vec<(String, String)> {
    let files = entries(of).into_iter().filter(|path| path.extension().is_some_and(|it| it == "js"));
    let read = |path: PathBuf| {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("a script is UTF-8"))
    };
    files.map(read).collect()
}

fn entries(of: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(of) else { return Vec::new() };
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

impl Case {
    pub(super) fn of(number: u64, material: &Material) -> Self {
        // Numbers next to each other must not give programs that are like each other.
        let mut rng = Rng::with_seed(number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let rng = &mut rng;
        let alone = |family, main| Case { family, main, modules: Vec::new() };
        match rng.u8(..20) {
            0..=4 => alone("vocabulary", vocabulary_calls(rng)),
            5..=8 => alone("builtins", builtin_calls(rng, &material.builtins)),
            9..=13 => {
                let (main, modules) = javascript::program(rng);
                Case { family: "grammar", main, modules }
            }
            14..=16 => changed_example(rng, material),
            17 => {
                let script = &material.hostile[rng.usize(..material.hostile.len())];
                let other = &material.hostile[rng.usize(..material.hostile.len())];
                alone("changed hostile script", mutate(rng, script, other))
            }
            18 => alone("nested", nested(rng)),
            _ => alone("huge", huge(rng)),
        }
    }

    /// Yields every file of the program: its name, its text.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &str)> {
        let modules = self.modules.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        std::iter::once((super::MAIN, self.main.as_str())).chain(modules)
    }
}

/// Returns an example with one of its files changed, or a program of the grammar with the same done to it.
fn changed_example(rng: &mut Rng, material: &Material) -> Case {
    let project = &material.examples[rng.usize(..material.examples.len())];
    let other = &material.examples[rng.usize(..material.examples.len())].main;
    if rng.u8(..4) == 0 {
        let (main, modules) = javascript::program(rng);
        return Case { family: "changed program", main: mutate(rng, &main, other), modules };
    }
    let mut case =
        Case { family: "changed example", main: project.main.clone(), modules: project.modules.clone() };
    let changed = rng.usize(..=case.modules.len());
    match case.modules.get_mut(changed) {
        Some((_, text)) => *text = mutate(rng, text, other),
        None => case.main = mutate(rng, &case.main, other),
    }
    case
}

impl fmt::Display for Case {
    /// Writes the sources; a precision is the most characters of each.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.family)?;
        for (name, text) in self.files() {
            let most = f.precision().unwrap_or(usize::MAX);
            let shown: String = text.chars().take(most).collect();
            let cut = if shown.len() < text.len() { "… (cut)" } else { "" };
            write!(f, "\n--- {name}\n{shown}{cut}")?;
        }
        Ok(())
    }
}
