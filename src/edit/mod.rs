//! Replacing text in a document: matching, applying, comparing, and saying why a text was not found.
//!
//! Everything here is pure: a document in, bytes or a refusal out.
//!
//! Invariant: text is only ever replaced where it matches exactly (line ends aside). What is merely similar is
//! shown to the caller and never touched.

mod characters;
mod diagnosis;
mod diff;
mod refusal;
mod replace;

pub use diff::unified_diff;
pub use refusal::{EditError, IndexedEditError};
pub use replace::{Applied, AppliedEdit, AppliedEdits, Policy, Replacement, replace, replace_many};

#[cfg(test)]
mod tests;
