//! Patterns that select files by name.

use globset::{GlobBuilder, GlobSet};

use scenewright_error::{Error, Kind, Result, quote_name};

/// The most braces in a pattern: `globset` recurses over nested ones, and a stack that overflows ends the process.
const MAX_BRACES: usize = 50;

/// Returns true if a pattern has more braces than `globset` may be given. Literal braces count too.
fn has_too_many_braces(pattern: &str) -> bool {
    pattern.bytes().filter(|byte| *byte == b'{').count() > MAX_BRACES
}

/// A glob pattern: `*`, `**`, `?`, `{a,b}`, `[a-z]`, `[!x]` and escapes by a backslash. A name that is written
/// just like the pattern matches too, so names with brackets are found.
#[derive(Clone, Debug)]
pub struct NamePattern {
    pattern: String,
    matcher: GlobSet,
}

impl NamePattern {
    /// Compiles a pattern. Refuses one that is empty, not valid, or has more than 50 braces.
    pub fn parse(pattern: &str) -> Result<NamePattern> {
        let invalid = |reason: String| {
            Error::new(
                Kind::InvalidInput,
                format!("The pattern `{}` is not valid: {reason}.", quote_name(pattern)),
            )
            .with_hint("Write a backslash before a character that stands for itself, such as \\[ or \\{.")
        };
        if pattern.is_empty() {
            return Err(invalid("it is empty".to_owned())
                .with_hint("Write a pattern such as part*, or * for all files."));
        }
        if has_too_many_braces(pattern) {
            return Err(invalid("it has too many braces".to_owned()));
        }
        let matcher = GlobBuilder::new(pattern)
            .literal_separator(true)
            .backslash_escape(true)
            .empty_alternates(true)
            .build()
            .and_then(|glob| GlobSet::builder().add(glob).build())
            .map_err(|cause| invalid(cause.kind().to_string()))?;
        Ok(NamePattern { pattern: pattern.to_owned(), matcher })
    }

    /// Returns true if the whole name matches. `*` and `?` do not match `/`.
    pub fn is_match(&self, name: &str) -> bool {
        name == self.pattern || self.matcher.is_match(name)
    }
}
