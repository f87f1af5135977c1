//! Replacement of text in a document: matching, applying, comparing, and explaining why a text was not found.
//!
//! Everything here is pure: a document in, bytes or a refusal out.
//!
//! Invariant: text is only ever replaced where it matches exactly (line ends aside), or, where that was allowed,
//! in the only place that differs from it in the form of quotes, in white space or typographic punctuation alone. Merely similar text is
//! shown to the caller and never touched.

mod characters;
mod diagnosis;
mod difference;
mod flexible;
mod known_lines;
mod line_names;
mod merge;
mod new_text;
mod overlap;
mod patch;
mod placeholder;
mod places;
mod refusal;
mod replace;
mod rewrite;
mod seams;

pub use diagnosis::Help;
pub use flexible::{FlexibleMatch, Tier};
pub use merge::{Favored, LineConflict, Merge, merge_texts};
pub use new_text::{copied_along, has_escaped_quotes, has_written_out_line_ends, stray_entity};
pub use patch::{GIT_LINK, Hunk, Patch, file_patch, git_diff, git_file_mode};
pub use placeholder::{Placeholder, placeholder_added};
pub use places::{MAX_LINES, Spans};
pub use refusal::{EditError, IndexedEditError, overlap_sentence};
pub use replace::{Applied, AppliedEdit, AppliedEdits, Matching, Policy, Replacement, replace, replace_many};
pub use rewrite::rewrite;
pub use seams::doubtful_seam;

#[cfg(test)]
mod tests;
