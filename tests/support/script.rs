//! Runs of programs on this thread's behalf, without a project folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use scenewright_error::Error;
use scenewright_scene::AssetFile;
use scenewright_scene::typeset::{FontFile, FontQuery, FontSource, NoFonts};
use scenewright_script::{Engine, MAIN, RunFailure, RunOptions, RunOutcome, SourceFile};

/// The assets of the sample sheet, which the examples of the vocabulary read too.
#[derive(Debug)]
struct SampleAssets;

impl FontSource for SampleAssets {
    fn find(&self, query: &FontQuery) -> Result<Option<Arc<FontFile>>, Error> {
        NoFonts.find(query)
    }

    fn asset(&self, path: &str) -> Result<AssetFile, Error> {
        let bytes = std::fs::read(repository("examples/sheet/assets").join(path))
            .map_err(|cause| Error::io("read", path, &cause))?;
        Ok(AssetFile { path: format!("assets/{path}"), hash: String::new(), bytes: bytes.into() })
    }
}

/// Runs files by name, on a stack like the runner's.
pub(crate) fn run_files(files: &[(String, String)]) -> Result<RunOutcome, Box<RunFailure>> {
    let files: Vec<SourceFile> =
        files.iter().map(|(name, text)| SourceFile::user(name.as_str(), text.as_str())).collect();
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let fonts: Arc<dyn FontSource> = Arc::new(SampleAssets);
    let run = move || Engine::new(&Arc::default(), &fonts).run(files, MAIN, &RunOptions::default());
    let handle = thread.spawn(run).expect("a thread starts");
    handle.join().expect("no panic")
}

/// Formats `main:2:1: message`, as answers begin.
pub(crate) fn first_line(error: &Error) -> String {
    match (&error.file, error.line, error.column) {
        (Some(file), Some(line), Some(column)) => format!("{file}:{line}:{column}: {}", error.message),
        (Some(file), ..) => format!("{file}: {}", error.message),
        _ => error.message.clone(),
    }
}

/// Returns the output of a run, on one line.
pub(crate) fn printed(outcome: &RunOutcome) -> String {
    let lines: Vec<&str> = outcome.logs.iter().map(|line| line.text.as_str()).collect();
    lines.join(" ")
}

pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join(path)
}
