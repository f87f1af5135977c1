//! Sources to scene: diagnosis, modules, host functions, limits. The only room that names the engine and the parser.

mod argument_diagnostics;
mod awaits;
mod brackets;
mod console;
mod diagnose;
mod engine;
mod engine_diagnostics;
mod failure;
mod host;
mod imports;
mod limits;
mod linking;
mod lints;
mod missing_names;
mod names;
mod nesting;
mod outline;
mod polyfills;
mod program;
mod progress;
mod random;
mod scopes;
mod show;
mod sites;
mod sort;
mod source;
mod syntax;
mod unsupported_syntax;
pub mod vocabulary;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use console::{Level, LogLine};
pub use failure::with_place_in;
pub use limits::{Limits, bytes as show_bytes, raise};
pub use outline::outline;
pub use program::{MAIN, check_file_size};
pub use progress::{LastCall, Progress};
pub use source::{Content, Origin, SourceFile};

use std::collections::BTreeMap;
use std::sync::Arc;

use program::Program;
use scenewright_error::Error;
use scenewright_scene::Scene;
use scenewright_scene::typeset::{FontSource, Fonts, NoFonts};

/// The engine and its version; a scene made by another is made again.
pub const ENGINE: &str = "boa 0.22";

/// What `Date` shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Clock {
    /// One fixed instant, so that the same files give the same scene.
    #[default]
    Frozen,
    Real,
}

/// How a run is to be made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunOptions {
    pub seed: u64,
    pub clock: Clock,
    pub limits: Limits,
}

/// A run that ended well.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunOutcome {
    pub scene: Scene,
    pub logs: Vec<LogLine>,
    pub warnings: Vec<String>,
    /// The files that took part.
    pub files: Vec<String>,
    /// The questions for fonts besides the built-in one, each with the id of the font that was the answer.
    pub fonts: BTreeMap<String, Option<String>>,
}

/// A run that did not, with what it printed until then.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunFailure {
    pub error: Error,
    pub logs: Vec<LogLine>,
    pub warnings: Vec<String>,
}

/// Runs the program that begins at `entry`, in a fresh context, on this thread, with the built-in font alone. The caller provides the stack
/// and the clock: nothing here ends an endless loop.
pub fn run(
    sources: Vec<SourceFile>,
    entry: &str,
    options: &RunOptions,
) -> Result<RunOutcome, Box<RunFailure>> {
    run_watched(sources, entry, options, &Arc::default(), &(Arc::new(NoFonts) as Arc<dyn FontSource>))
}

/// The same, telling another thread what it does, with the fonts of a source.
pub fn run_watched(
    sources: Vec<SourceFile>,
    entry: &str,
    options: &RunOptions,
    progress: &Arc<Progress>,
    fonts: &Arc<dyn FontSource>,
) -> Result<RunOutcome, Box<RunFailure>> {
    let files = sources.iter().map(|it| it.name.clone()).collect();
    let program = Program::load(sources, entry, &options.limits)
        .map_err(|error| Box::new(RunFailure { error, logs: Vec::new(), warnings: Vec::new() }))?;
    engine::execute(program, options, files, progress, Fonts::new(Arc::clone(fonts)))
}
