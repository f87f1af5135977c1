//! Finding files by name and lines by regular expression, and listing folders.
//!
//! [`glob()`], [`grep_files()`] and [`list()`] go through the files of a workspace; [`grep()`] searches texts that
//! are given to it. They return plain values. Their callers:
//!
//! 1. makes the words, the JSON and the duration; names files by their root and path;
//! 2. shows `skipped` and `partial` whenever they are not empty, above all where nothing was found;
//! 3. runs them off the JavaScript thread: they start threads of their own and block until they are done.

mod chosen;
mod content;
mod file_lists;
mod file_search;
mod file_text;
mod glob;
mod grep;
mod grep_files;
mod lines;
mod list;
mod matches;
mod newest;
mod pattern;

pub use content::{FileLines, FoundLine};
pub use file_lists::split_patterns;
pub use glob::{GlobOptions, GlobResult, glob};
pub use grep::{GrepOptions, GrepResult, Hit, grep};
pub use grep_files::{GrepFilesOptions, GrepFilesResult, GrepOutput, grep_files};
pub use list::{ListOptions, Listing, list};
pub use newest::{FoundFile, Permits, Sort};
pub use pattern::Case;

#[cfg(test)]
mod tests;
