//! The files of a run that its author wrote, and the innermost of the open calls that stands in one.

use std::collections::HashMap;
use std::path::Path;

use boa_engine::vm::{CallFrame, SourcePath};

use scenewright_scene::PlaceInFile;

/// The files of a run, by the paths that the engine knows them by.
#[derive(Debug, Default)]
pub(super) struct AuthorFiles {
    /// The number of each file of the author's. Modules of the package are missing: their drawings count for the line that called
    /// them.
    files: HashMap<String, u16>,
}

impl AuthorFiles {
    pub(super) fn new(names: &[String], is_builtin: impl Fn(&str) -> bool) -> Self {
        // The number is the index among all files of the run, the built-in ones counted: the parent resolves it in
        // its own list.
        let own = (0_u16..).zip(names).filter(|(_, name)| !is_builtin(name));
        AuthorFiles { files: own.map(|(number, name)| (name.clone(), number)).collect() }
    }

    pub(super) fn has(&self, path: &Path) -> bool {
        path.to_str().is_some_and(|name| self.files.contains_key(name))
    }

    /// Returns the innermost place in a file of the author's.
    pub(super) fn place<'a>(&self, mut frames: impl Iterator<Item = &'a CallFrame>) -> Option<PlaceInFile> {
        frames.find_map(|frame| {
            let at = frame.position();
            let SourcePath::Path(path) = at.path else { return None };
            let file = *self.files.get(path.to_str()?)?;
            let position = at.position?;
            Some(PlaceInFile { file, line: position.line_number(), column: position.column_number() })
        })
    }
}
