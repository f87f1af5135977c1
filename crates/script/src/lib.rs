//! Sources to scene: diagnosis, modules, linking, limits. The only crate that names the parser.

mod argument_diagnostics;
mod author_files;
mod awaits;
mod bindings;
mod brackets;
mod builtin;
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

pub use builtin::{BUILTIN_MODULES, builtin_module};
pub use engine::{Engine, collect_garbage_below};
pub use failure::{MAX_RULES_IN_FIGURES, with_place_in};
pub use foreign_words::word_hint as foreign_word;
pub use limits::{Limits, bytes as show_bytes, raise};
pub use outline::outline;
pub use program::MAIN;
pub use progress::{LastCall, PrintListener, Progress};
pub use run::{Clock, RejectedScene, RuleFacts, RunFailure, RunOptions, RunOutcome};
pub use source::{Content, Origin, SourceFile};
pub use source_budget::check_file_size;

/// The engine and its version; a scene made by another is made again.
pub const ENGINE: &str = "boa 0.22";
