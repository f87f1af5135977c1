//! The files of a run that its author wrote, and the innermost of the open calls that stands in one.

use std::collections::HashMap;
use std::path::Path;

use boa_engine::vm::{CallFrame, SourcePath};

use super::source::Place;
use super::wrapping::Shift;
use scenewright_scene::PlaceInFile;

/// The files of a run, by the paths that the engine knows them by.
#[derive(Debug, Default)]
pub(super) struct AuthorFiles {
    /// The number of each file of the author's, and its shift when it runs as a block. Modules of the package are missing:
    /// what they draw was drawn by who called them.
    files: HashMap<String, (u16, Option<Shift>)>,
}

impl AuthorFiles {
    pub(super) fn new(names: &[String], is_builtin: impl Fn(&str) -> bool) -> Self {
        let own = (0_u16..).zip(names).filter(|(_, name)| !is_builtin(name));
        AuthorFiles { files: own.map(|(number, name)| (name.clone(), (number, None))).collect() }
    }

    /// Notes the scripts that run as a block.
    pub(super) fn set_wrapped(&mut self, wrapped: &HashMap<String, Shift>) {
        for (name, shift) in wrapped {
            if let Some(file) = self.files.get_mut(name) {
                file.1 = Some(*shift);
            }
        }
    }

    pub(super) fn has(&self, path: &Path) -> bool {
        path.to_str().is_some_and(|name| self.files.contains_key(name))
    }

    /// Returns the innermost place in a file of the author's.
    pub(super) fn place<'a>(&self, mut frames: impl Iterator<Item = &'a CallFrame>) -> Option<PlaceInFile> {
        frames.find_map(|frame| {
            let at = frame.position();
            let SourcePath::Path(path) = at.path else { return None };
            let (file, shift) = *self.files.get(path.to_str()?)?;
            let place = Place { line: at.position?.line_number(), column: at.position?.column_number() };
            let Place { line, column } = shift.map_or(place, |shift| shift.place(place));
            Some(PlaceInFile { file, line, column })
        })
    }
}
