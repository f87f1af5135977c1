//! Sources to scene: diagnosis, modules, linking, limits. The only crate that names the parser.

mod argument_diagnostics;
mod author_files;
mod awaits;
mod bindings;
mod brackets;
mod caught;
mod console;
mod diagnose;
mod drawing_places;
mod engine;
mod engine_diagnostics;
mod facts;
mod failure;
mod finishing;
mod foreign_syntax;
mod foreign_words;
mod global_uses;
mod globals;
mod host;
mod idle_functions;
mod imports;
mod known_files;
mod limits;
mod linking;
mod lints;
mod loading;
mod log;
mod missing_names;
mod name_list;
mod nesting;
mod outline;
mod polyfills;
mod program;
mod progress;
mod random;
mod run;
mod scopes;
mod show;
mod sites;
mod source;
mod source_budget;
mod stack;
mod syntax;
mod top_level;
mod unsupported_syntax;
mod warnings;

#[cfg(test)]
mod tests;

pub use failure::{MAX_RULES_IN_FIGURES, with_place_in};
pub use foreign_words::word_hint as foreign_word;
pub use limits::{Limits, bytes as show_bytes, raise};
pub use outline::outline;
pub use program::MAIN;
pub use progress::{LastCall, PrintListener, Progress};
pub use run::{Clock, RejectedScene, RuleFacts, RunFailure, RunOptions, RunOutcome};
pub use source::{Content, Origin, SourceFile};
pub use source_budget::check_file_size;

use std::sync::Arc;

use scenewright_scene::typeset::{FontSource, Fonts, NoFonts};

/// The engine and its version; a scene made by another is made again.
pub const ENGINE: &str = "boa 0.22";

/// Runs the program that begins at `entry`, in a fresh context, on this thread, with the built-in font alone. The
/// caller provides the stack and the clock: nothing here ends an infinite loop.
pub fn run(
    sources: Vec<SourceFile>,
    entry: &str,
    options: &RunOptions,
) -> Result<RunOutcome, Box<RunFailure>> {
    run_watched(sources, entry, options, &Arc::default(), &(Arc::new(NoFonts) as Arc<dyn FontSource>))
}

/// Runs a program as [`run()`] does, reporting its progress to another thread, with the fonts of a source.
pub fn run_watched(
    sources: Vec<SourceFile>,
    entry: &str,
    options: &RunOptions,
    progress: &Arc<Progress>,
    fonts: &Arc<dyn FontSource>,
) -> Result<RunOutcome, Box<RunFailure>> {
    let files = sources.iter().map(|it| it.name.clone()).collect();
    let outcome = match loading::load(sources, entry, &options.limits) {
        Ok(program) => engine::execute(program, options, files, progress, Fonts::new(Arc::clone(fonts))),
        Err(error) => Err(Box::new(RunFailure::of(error))),
    };
    outcome.map_err(|failure| Box::new(RunFailure { error: failure::brief(failure.error), ..*failure }))
}
