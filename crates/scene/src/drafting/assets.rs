//! The assets of a run: files of the project that a script reads by name.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::drafting::asset_file::AssetFile;
use crate::drafting::typeset::FontSource;
use scenewright_error::{Error, Kind, Result};

/// The most bytes of all assets of a run.
const MAX_BYTES: usize = 64 << 20;

/// The assets that one run has read. Each is read once, so that a run never sees one change.
#[derive(Debug, Default)]
pub struct Assets {
    read: RefCell<BTreeMap<String, AssetFile>>,
    /// The paths without a file: a script may continue without one.
    refused: RefCell<BTreeSet<String>>,
}

impl Assets {
    /// Returns a file by the path that a script names it by.
    pub fn file(&self, path: &str, source: &dyn FontSource) -> Result<AssetFile> {
        if let Some(known) = self.read.borrow().get(path) {
            return Ok(known.clone());
        }
        let file = source.asset(path).inspect_err(|_| {
            let plain = path.strip_prefix("assets/").unwrap_or(path);
            self.refused.borrow_mut().insert(format!("assets/{plain}"));
        })?;
        let mut read = self.read.borrow_mut();
        let bytes: usize = read.values().map(|file| file.bytes.len()).sum();
        if bytes + file.bytes.len() > MAX_BYTES {
            let message = format!("the assets of a run may have {} MiB together", MAX_BYTES >> 20);
            return Err(Error::new(Kind::Scene, message));
        }
        read.insert(path.to_owned(), file.clone());
        Ok(file)
    }

    /// Returns the paths of the files that were asked for, each with the hash of its bytes; an empty one for a file that
    /// could not be read.
    pub fn used(&self) -> BTreeMap<String, String> {
        let refused = self.refused.borrow();
        let refused = refused.iter().map(|path| (path.clone(), String::new()));
        let read = self.read.borrow();
        refused.chain(read.values().map(|file| (file.path.clone(), file.hash.clone()))).collect()
    }
}
