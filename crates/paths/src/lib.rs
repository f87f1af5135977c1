//! Names of files as text, patterns that select paths, and git's own forms of both: the lines of its ignore files
//! and its configuration. Pure: no file is opened here.
//!
//! Invariant: two names never have the same text, and a text is converted back into the name that it was made of.

pub mod git_config;
pub mod git_pattern;
pub mod path_pattern;
pub mod path_text;

#[cfg(test)]
mod tests;
