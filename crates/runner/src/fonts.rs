//! Fonts and assets on their way from the parent, which may read files, to the child, which may not.
//!
//! The child keeps fonts from job to job and asks for each again in every job, naming those it keeps: so the parent
//! decides what a project may use, a font that has changed is sent again, and one that has not is sent once. Assets are not kept.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use scenewright_error::Error;
use scenewright_scene::AssetFile;
use scenewright_scene::typeset::{FontFile, FontQuery, FontSource};

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct FontQuestion {
    pub(super) query: FontQuery,
    /// The ids of the fonts that the child keeps.
    pub(super) kept: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum FontAnswer {
    Nothing,
    /// The child has it already.
    Kept {
        id: String,
    },
    File(Arc<FontFile>),
    Refused(Error),
    /// The answer to a request for an asset, which waits for nothing more.
    Asset(Result<AssetFile, Error>),
}

impl FontQuestion {
    /// Answers a question, on the parent's side.
    pub(super) fn answer(&self, fonts: &dyn FontSource) -> FontAnswer {
        match fonts.find(&self.query) {
            Ok(None) => FontAnswer::Nothing,
            Ok(Some(file)) if self.kept.contains(&file.id) => FontAnswer::Kept { id: file.id.clone() },
            Ok(Some(file)) => FontAnswer::File(file),
            Err(error) => FontAnswer::Refused(error),
        }
    }
}
