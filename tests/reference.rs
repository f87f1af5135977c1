//! Tests of `docs/reference.md`, written from the table of functions and the built-in modules, and of the pictures
//! of the docs.
//!
//! Rasterizers may differ in a few pixels between machines, so pictures are compared with a tolerance.

mod figure;
mod page;
mod stored;

use std::fs;
use std::path::Path;

use scenewright_error::Error;
use scenewright_export::png::{Picture, Theme, render};
use scenewright_scene::Scene;
use scenewright_script::RunOutcome;
use scenewright_vocabulary::{Domain, FUNCTIONS, Function};

use crate::support::script::{first_line, printed, repository, run_files};
use page::Module;
use stored::Pictures;

const EXAMPLES: [&str; 11] = [
    "bracket",
    "crank",
    "flat",
    "flow_sheet",
    "gaskets",
    "gear",
    "hole_plate",
    "sheet",
    "starter",
    "town",
    "turned_shaft",
];

/// Files, each with a name and a text.
type Files = Vec<(String, String)>;

#[test]
fn reference_page_agrees_with_vocabulary_and_modules() {
    let modules = modules();
    let mut page = page::head();
    for domain in Domain::ALL {
        page.push_str(&page::chapter_head(domain));
        for function in FUNCTIONS.iter().filter(|function| function.domain == domain) {
            page.push_str(&page::function(function, &printed(&run(function.name, &[], &function.program()))));
        }
    }
    page.push_str(page::MODULES);
    for module in &modules {
        page.push_str(&page::module(module));
    }
    stored::check_text("docs/reference.md", &page);
}

#[test]
fn pictures_of_functions_are_current() {
    let mut pictures = Pictures::of("docs/images/reference");
    for function in FUNCTIONS {
        let before = run(function.name, &[], function.before).scene;
        let after = run(function.name, &[], &function.program()).scene;
        pictures.check(function.name, &figure::of_change(&before, &after));
    }
    pictures.finish();
}

#[test]
fn pictures_of_modules_are_current() {
    let mut pictures = Pictures::of("docs/images/modules");
    let sources: Files = modules().into_iter().map(|module| (module.name, module.text)).collect();
    for module in modules() {
        let scene = run(&module.name, &sources, &module.example()).scene;
        pictures.check(&module.name, &figure::of_change(&Scene::default(), &scene));
    }
    pictures.finish();
}

#[test]
fn pictures_of_examples_are_current() {
    let mut pictures = Pictures::of("docs/images/gallery");
    for name in EXAMPLES {
        pictures.check(name, &full_size(&example(name, |main| main).scene, Theme::Light, None));
    }
    pictures.check("sheet_dark", &full_size(&example("sheet", |main| main).scene, Theme::Dark, None));
    let street = |main: String| main.replace("(row + col) % 4 === 3", "(row + col) % 4 === 3 || row === 4");
    let (before, after) = (example("town", |main| main).scene, example("town", street).scene);
    pictures.check("town_changed", &full_size(&after, Theme::Light, Some(&before)));
    pictures.finish();
}

#[test]
fn sample_sheet_uses_every_function() {
    let code: String = sources_of("sheet").into_iter().map(|(_, text)| text).collect();
    let missing: Vec<&str> = on_sheet()
        .map(|function| function.name)
        // The object that holds it is a word of its own.
        .map(|name| name.split_once('.').map_or(name, |(_, own)| own))
        .filter(|name| !code.split(|c: char| !c.is_alphanumeric()).any(|word| word == *name))
        .collect();
    assert!(missing.is_empty(), "examples/sheet does not use {missing:?}");
    let scene = example("sheet", |main| main).scene;
    let unlabelled: Vec<&str> =
        on_sheet().map(|it| it.name).filter(|name| !scene.exists(&format!("{name}_title"))).collect();
    assert!(unlabelled.is_empty(), "examples/sheet has no cell for {unlabelled:?}");
}

/// Yields the functions of the sheet: all but those that are about the whole drawing, its page or its report.
fn on_sheet() -> impl Iterator<Item = &'static Function> {
    FUNCTIONS
        .iter()
        .copied()
        .filter(|function| !["setPage", "titleBlock", "reportTable"].contains(&function.name))
}

fn full_size(scene: &Scene, theme: Theme, highlight: Option<&Scene>) -> Vec<u8> {
    let picture = Picture {
        width: 1200,
        height: 800,
        theme,
        previous: highlight,
        highlight: highlight.is_some(),
        ..Picture::default()
    };
    render(scene, &picture).expect("an example fits a picture").png
}

/// Runs a project of `examples/`, with its main file changed.
fn example(name: &str, change: impl Fn(String) -> String) -> RunOutcome {
    let (main, mut files): (Files, Files) =
        sources_of(name).into_iter().partition(|(file, _)| file == "scene.code");
    // The modules of the package, which every project can import.
    files.extend(modules().into_iter().map(|module| (module.name, module.text)));
    let main = main.into_iter().map(|(_, text)| text).next().expect("an example has a main file");
    run(name, &files, &change(main))
}

fn sources_of(example: &str) -> Files {
    let folder = repository("examples").join(example);
    let mut files = scripts_in(&folder);
    files.extend(scripts_in(&folder.join("modules")));
    files
}

fn modules() -> Vec<Module> {
    scripts_in(&repository("assets/modules")).into_iter().map(|(name, text)| Module { name, text }).collect()
}

/// Returns the scripts of a folder by name; empty where there is no folder.
fn scripts_in(folder: &Path) -> Files {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let paths = entries.map(|entry| entry.expect("a folder can be listed").path());
    let mut files: Files = paths
        .filter(|path| path.extension().is_some_and(|it| it == "js"))
        .map(|path| {
            let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(&path).expect("a script is text"))
        })
        .collect();
    files.sort();
    files
}

fn run(what: &str, modules: &[(String, String)], main: &str) -> RunOutcome {
    let mut files = modules.to_vec();
    files.push(("main".to_owned(), main.to_owned()));
    let message = |error: &Error| format!("{what}: {}", first_line(error));
    run_files(&files).unwrap_or_else(|failure| panic!("{}", message(&failure.error)))
}
