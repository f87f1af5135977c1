//! The difference between two texts, as people read it.

use std::time::Duration;

use similar::TextDiff;

/// After this long the difference may be longer than it need be; it stays correct.
const PATIENCE: Duration = Duration::from_millis(500);

/// A unified diff with three lines of context. The path is shown as `a/path` and `b/path`; equal texts give an
/// empty string.
pub fn unified_diff(old: &str, new: &str, path: &str) -> String {
    TextDiff::configure()
        .timeout(PATIENCE)
        .diff_lines(old, new)
        .unified_diff()
        .context_radius(3)
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string()
}
