//! A layer of the sandbox that holds a child.

use serde::{Deserialize, Serialize};

/// One layer of the sandbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layer {
    /// The name of the mechanism, such as `seccomp` or `landlock`.
    pub name: String,
    /// True when the layer holds the child.
    pub active: bool,
    /// The effect of the layer, or the reason why it is missing.
    pub detail: String,
}

impl Layer {
    /// Makes a layer from the attempt to install it.
    pub(super) fn new(name: &str, result: Result<&str, String>) -> Self {
        let active = result.is_ok();
        let detail = result.map_or_else(|reason| reason, str::to_owned);
        Layer { name: name.to_owned(), active, detail }
    }
}
