//! A row of the table of refusals.

use scenewright_error::Kind;

/// One refusal of one tool.
#[derive(Debug)]
pub(super) struct Row {
    /// The tool, or `*` for all that have no row of their own.
    pub tool: &'static str,
    pub code: Option<u8>,
    pub kind: Kind,
    #[cfg_attr(not(test), expect(dead_code, reason = "docs/errors.md is written from it"))]
    pub when: &'static str,
    /// The message, in which `{name}` stands for a value of the call. Where the whole message is the failing
    /// part's own, an example.
    pub message: &'static str,
    pub what_to_do: &'static str,
}

/// Makes a row; a code of 0 stands for no code.
pub(super) const fn row(
    tool: &'static str,
    code: u8,
    kind: Kind,
    when: &'static str,
    message: &'static str,
    what_to_do: &'static str,
) -> Row {
    let code = if code == 0 { None } else { Some(code) };
    Row { tool, code, kind, when, message, what_to_do }
}
