//! A file of the project that is no code.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// An asset as its file holds it. The bytes are not checked: they may be anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AssetFile {
    /// The path in the project, such as `assets/part.dxf`.
    pub path: String,
    /// The hash of the bytes.
    pub hash: String,
    /// The contents, shared by all that read the file.
    #[serde(with = "crate::drafting::shared_bytes")]
    pub bytes: Arc<[u8]>,
}
