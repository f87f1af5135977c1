//! The places of the calls that draw, as their author wrote them.

use std::collections::HashMap;

use super::program::Program;
use super::source::{Place, callee};
use scenewright_scene::Scene;

/// Moves every place from the opening bracket of a call, where the engine has it, to the name before it.
pub(super) fn move_to_names(scene: &mut Scene, program: &Program) {
    // A script may be one line, with thousands of calls: each line is taken apart once.
    let mut lines: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut units: HashMap<(String, u32), Vec<u16>> = HashMap::new();
    scene.correct_source_places(|file, line, column| {
        let place = Place { line, column };
        let Some(source) = program.source_named(file) else { return (line, column) };
        let text = lines.entry(source.text).or_insert_with(|| source.text.split('\n').collect());
        let line_text = text.get((line as usize).saturating_sub(1)).copied().unwrap_or_default();
        let key = (file.to_owned(), line);
        let units = units.entry(key).or_insert_with(|| line_text.encode_utf16().collect());
        let (start, _) = callee(units, place);
        (start.line, start.column)
    });
}
