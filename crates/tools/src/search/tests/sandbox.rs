//! A real folder with files of known ages.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::search::*;
use scenewright_fs::disk::OsDisk;
use scenewright_fs::{IgnoreRules, RootSet, SearchPlace};

pub(super) struct Sandbox {
    _outer: tempfile::TempDir,
    pub root: PathBuf,
    pub root_set: Arc<RootSet>,
}

impl Sandbox {
    /// Makes the files, each newer than the one before it.
    pub(super) fn new(files: &[(&str, &str)]) -> Sandbox {
        let outer = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(outer.path()).unwrap().join("root");
        fs::create_dir(&root).unwrap();
        let root_set = Arc::new(RootSet::with_own_state(Arc::new(OsDisk), &root).unwrap());
        let sandbox = Sandbox { _outer: outer, root, root_set };
        for (age, (path, text)) in files.iter().enumerate() {
            sandbox.write(path, text.as_bytes(), age);
        }
        sandbox
    }

    /// Writes a file that was last changed `seconds` seconds after a fixed time.
    pub(super) fn write(&self, path: &str, bytes: &[u8], seconds: usize) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000 + seconds as u64);
        fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
    }

    pub(super) fn rules(&self) -> IgnoreRules {
        IgnoreRules::new(Arc::clone(&self.root_set), &[], true).unwrap()
    }

    pub(super) fn place(&self, given: &str) -> SearchPlace {
        SearchPlace::parse(&self.root_set, 0, &[], given).unwrap()
    }

    pub(super) fn outside(&self, name: &str) -> PathBuf {
        self.root.with_file_name(name)
    }

    #[cfg(unix)]
    pub(super) fn link(&self, link: &str, target: impl AsRef<Path>) {
        std::os::unix::fs::symlink(target, self.root.join(link)).unwrap();
    }

    pub(super) fn glob(&self, pattern: &str) -> GlobResult {
        let places = [SearchPlace::top_of(0)];
        glob(&self.root_set, pattern, &GlobOptions { places: &places, ..GlobOptions::default() }).unwrap()
    }

    pub(super) fn grep(&self, pattern: &str, options: GrepFilesOptions<'_>) -> GrepFilesResult {
        let places = [SearchPlace::top_of(0)];
        let places = if options.places.is_empty() { &places[..] } else { options.places };
        grep_files(&self.root_set, pattern, &GrepFilesOptions { places, ..options }).unwrap()
    }
}

pub(super) fn paths(files: &[FoundFile]) -> Vec<&str> {
    files.iter().map(|file| file.path.as_str()).collect()
}

/// Formats lines as `path:number:text`, with `-` for lines that only stand near a match.
pub(super) fn lines(result: &GrepFilesResult) -> Vec<String> {
    let line = |file: &FileLines, line: &FoundLine| {
        let mark = if line.is_match { ':' } else { '-' };
        format!("{}{mark}{}{mark}{}", file.file.path, line.number, line.text)
    };
    result.contents.iter().flat_map(|file| file.lines.iter().map(move |found| line(file, found))).collect()
}
