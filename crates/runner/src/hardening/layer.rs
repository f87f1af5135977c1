//! A layer of what holds a child.

use serde::{Deserialize, Serialize};

/// One thing that holds a child.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    pub name: String,
    pub active: bool,
    /// What it holds, or why it is not there.
    pub detail: String,
}

impl Layer {
    /// A layer from the attempt to put it on.
    pub(super) fn new(name: &str, result: Result<&str, String>) -> Self {
        let active = result.is_ok();
        let detail = result.map_or_else(|reason| reason, str::to_owned);
        Layer { name: name.to_owned(), active, detail }
    }
}
