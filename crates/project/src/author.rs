//! The author of a change.

/// The author of a call, as far as the host knows: the history records it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Author {
    /// A client of the tools: most often an agent.
    #[default]
    Tool,
    /// A person, at a page or in a shell.
    Person,
}
