//! Patterns that choose files by name.

use globset::{GlobBuilder, GlobMatcher};

use scenewright_error::{Error, Kind, Result, quote_name};

/// A glob pattern: `*`, `**`, `?`, `{a,b}`, `[a-z]`, `[!x]` and escapes by a backslash. A name that is written
/// just like the pattern matches as well, so that names with brackets are found.
#[derive(Clone, Debug)]
pub struct NamePattern {
    pattern: String,
    matcher: GlobMatcher,
}

impl NamePattern {
    pub fn parse(pattern: &str) -> Result<NamePattern> {
        let invalid = |reason: String| {
            Error::new(
                Kind::InvalidInput,
                format!("The pattern `{}` is not valid: {reason}.", quote_name(pattern)),
            )
            .with_hint("Write a backslash before a character that stands for itself, such as \\[ or \\{.")
        };
        if pattern.is_empty() {
            return Err(invalid("it is empty".to_owned()));
        }
        let glob = GlobBuilder::new(pattern)
            .literal_separator(true)
            .backslash_escape(true)
            .empty_alternates(true)
            .build()
            .map_err(|cause| invalid(cause.kind().to_string()))?;
        Ok(NamePattern { pattern: pattern.to_owned(), matcher: glob.compile_matcher() })
    }

    pub fn is_match(&self, name: &str) -> bool {
        name == self.pattern || self.matcher.is_match(name)
    }
}
