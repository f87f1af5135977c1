//! Files by their type: `rust`, `ts`, `py` and the others that ripgrep knows.

use ignore::Match;
use ignore::types::{Types, TypesBuilder};

use scenewright_error::{Error, Kind, Result, near_name, quote_name};

/// The files of one type.
#[derive(Clone, Debug)]
pub struct FileType {
    types: Types,
}

impl FileType {
    /// Finds a type by its name in ripgrep, as `rg --type-list` shows it.
    pub fn named(name: &str) -> Result<FileType> {
        let mut builder = TypesBuilder::new();
        builder.add_defaults();
        let definitions = builder.definitions();
        let names = definitions.iter().map(ignore::types::FileTypeDef::name);
        if !names.clone().any(|known| known == name) {
            return Err(unknown(name, near_name(name, names)));
        }
        let types = builder.select(name).build();
        let types = types.map_err(|cause| {
            Error::new(Kind::Internal, format!("The file type {name} could not be read: {cause}"))
        })?;
        Ok(FileType { types })
    }

    /// Returns true if a file is of the type, by its name.
    pub fn is_match(&self, name: &str) -> bool {
        matches!(self.types.matched(name, false), Match::Whitelist(_))
    }
}

fn unknown(name: &str, near: Option<&str>) -> Error {
    let shown = quote_name(name);
    // The ending of a name that has another type's name is the slip that is made most.
    let meant = match name {
        "tsx" => Some("ts"),
        "jsx" | "mjs" | "cjs" => Some("js"),
        "rs" => Some("rust"),
        "kt" => Some("kotlin"),
        "yml" => Some("yaml"),
        "htm" => Some("html"),
        other => near.filter(|near| *near != other),
    };
    let question = meant.map(|meant| format!(" Did you mean {meant}?")).unwrap_or_default();
    Error::new(Kind::InvalidInput, format!("There is no file type {shown}.{question}"))
        .with_hint("Name a type such as js, ts, py, rust, go, java or md, or choose files by a glob pattern.")
}
