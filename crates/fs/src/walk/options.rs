//! The options of a walk.

use super::report::Interrupt;
use crate::ignore_rules::IgnoreRules;

/// The choice of entries to visit.
#[derive(Clone, Copy)]
pub struct WalkOptions<'a> {
    /// The ignore rules; `None` visits ignored entries, too.
    pub rules: Option<&'a IgnoreRules>,
    /// True when entries whose names begin with a dot are visited.
    pub hidden: bool,
    /// A test for the hidden names that are visited though others are not.
    pub meant: &'a (dyn Fn(&str) -> bool + Sync),
    /// The greatest depth of entries in folders, 0 for those right in the start.
    pub deepest: Option<usize>,
    /// The cancellation and the deadline of the walk.
    pub interrupt: Interrupt<'a>,
}

/// Returns true if an entry of that name is hidden.
pub(super) fn is_hidden(name: &str) -> bool {
    name.starts_with('.')
}
