//! The places of the calls that draw, as their author wrote them.

use std::collections::HashMap;

use super::program::Program;
use super::source::{Place, callee};
use scenewright_scene::Scene;

/// The lines of a file, and the ones that have been split into UTF-16 units.
struct Lines<'a> {
    all: Vec<&'a str>,
    units: HashMap<u32, Vec<u16>>,
}

/// Moves every place from the opening bracket of a call, where the engine has it, to the name before it.
pub(super) fn move_to_names(scene: &mut Scene, program: &Program) {
    // A script may be one line, with thousands of calls, or thousands of lines: each is taken apart once.
    let mut files: HashMap<String, Lines> = HashMap::new();
    scene.correct_source_places(|file, line, column| {
        let Some(source) = program.source_named(file) else { return (line, column) };
        if !files.contains_key(file) {
            let lines = Lines { all: source.text.split('\n').collect(), units: HashMap::new() };
            files.insert(file.to_owned(), lines);
        }
        let Lines { all, units } = files.get_mut(file).expect("the file was inserted");
        let units = units.entry(line).or_insert_with(|| {
            let text = all.get((line as usize).saturating_sub(1)).copied().unwrap_or_default();
            text.encode_utf16().collect()
        });
        // Columns count UTF-16 units, so the lines are kept as such rather than searched as UTF-8 for each of
        // thousands of places.
        let (start, _) = callee(units, Place { line, column });
        (start.line, start.column)
    });
}
