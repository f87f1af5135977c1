//! A phrase: one aspect in which an entity changed.

use super::nouns::quote_in_line;
use scenewright_error::quote;

/// A change of one entity: in full, and in the one word that many have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Phrase {
    pub text: String,
    pub brief: &'static str,
}

impl Phrase {
    pub(super) fn new(text: impl Into<String>, brief: &'static str) -> Phrase {
        Phrase { text: text.into(), brief }
    }

    /// Makes `before → after`.
    pub(super) fn step(before: impl AsRef<str>, after: impl AsRef<str>, brief: &'static str) -> Phrase {
        Phrase::new(format!("{} → {}", before.as_ref(), after.as_ref()), brief)
    }
}

/// Returns a text in quotation marks, on one line.
pub(super) fn text(text: &str) -> String {
    format!("\"{}\"", quote_in_line(&quote(text)))
}
