//! The sources of fonts: a question, a file, and the trait that answers.

use std::fmt::Debug;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::drafting::asset_file::AssetFile;
use scenewright_error::{Error, Kind, Result};

/// The largest file that is read: as much as a child keeps of all fonts between jobs.
pub const MAX_FONT_BYTES: u64 = 64 << 20;

/// A question for a font that a text needs besides the built-in one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum FontQuery {
    /// A family or a full name.
    Named(String),
    /// The path of a font file, as the script wrote it.
    File(String),
    /// A font that has these characters, or as many of them as possible. Each is listed once.
    Covering(String),
}

impl FontQuery {
    /// Returns the question as one line of text, which [`FontQuery::parse`] reads.
    pub fn key(&self) -> String {
        match self {
            FontQuery::Named(name) => format!("name {name}"),
            FontQuery::File(path) => format!("file {path}"),
            FontQuery::Covering(characters) => format!("text {characters}"),
        }
    }

    /// Reads a question as [`FontQuery::key`] writes it; `None` for any other text.
    pub fn parse(key: &str) -> Option<FontQuery> {
        let (kind, rest) = key.split_once(' ')?;
        match kind {
            "name" => Some(FontQuery::Named(rest.to_owned())),
            "file" => Some(FontQuery::File(rest.to_owned())),
            "text" => Some(FontQuery::Covering(rest.to_owned())),
            _ => None,
        }
    }
}

/// A font as its file holds it. The bytes are not checked: they may be anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FontFile {
    /// The identity: equal only for equal bytes and index.
    pub id: String,
    /// The family, as the name in messages.
    pub family: String,
    /// The index of the face in a collection.
    pub index: u32,
    /// The contents, shared by all that read the file.
    #[serde(with = "crate::drafting::shared_bytes")]
    pub bytes: Arc<[u8]>,
}

/// A finder of fonts. The same question has the same answer as long as the fonts are the same.
pub trait FontSource: Debug + Send + Sync {
    /// Finds a font; `None` when there is no such font; an error when the question itself is refused.
    fn find(&self, query: &FontQuery) -> Result<Option<Arc<FontFile>>>;

    /// Reads a file of the project's assets: a source of fonts for a run also has its assets. An error if there is no such
    /// file, or no assets at all.
    fn asset(&self, path: &str) -> Result<AssetFile> {
        let message = format!("there is no file {path:?}: this run has no assets");
        Err(Error::new(Kind::Scene, message))
    }
}

/// A font source for a machine without fonts.
#[derive(Clone, Copy, Debug)]
pub struct NoFonts;

impl FontSource for NoFonts {
    fn find(&self, query: &FontQuery) -> Result<Option<Arc<FontFile>>> {
        match query {
            FontQuery::File(_) => Err(no_font_files()),
            FontQuery::Named(_) | FontQuery::Covering(_) => Ok(None),
        }
    }
}

/// Returns the error for a script that wants a font file where none may be read.
pub fn no_font_files() -> Error {
    Error::new(
        Kind::Scene,
        "fontPath: this host does not allow font files; leave it out to use the built-in font",
    )
}
