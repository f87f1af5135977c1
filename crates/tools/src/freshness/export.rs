//! A session's record as JSON, so that it survives a restart.
//!
//! ```text
//! { "version": 1, "files": [ { "key": "main", "id": "device:file", "stamp": "size:modified:changed",
//!                             "content": "32 hex digits", "read": ms, "edited": ms or null, "partial": bool } ] }
//! ```
//!
//! Files are ordered from the least to the most recently used. Numbers of 64 bits are written in strings, because
//! JSON's reader in JavaScript rounds them.

use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::read_log::{FileState, ReadLog, ReadRecord};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{ContentHash, FileIdentity, Stamp};

/// The version of the exported form: a host may keep the text over an upgrade of the package.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct Exported {
    version: u32,
    files: Vec<ExportedFile>,
}

#[derive(Serialize, Deserialize)]
struct ExportedFile {
    key: String,
    id: String,
    stamp: String,
    content: ContentHash,
    read: u64,
    edited: Option<u64>,
    partial: bool,
}

impl ReadLog {
    /// Returns everything remembered, as JSON.
    pub fn export(&self) -> Result<Value> {
        let files = self.by_use().map(|(key, record)| ExportedFile::new(key, record)).collect();
        serde_json::to_value(Exported { version: VERSION, files })
            .map_err(|cause| Error::new(Kind::Internal, format!("Could not export what was read: {cause}")))
    }

    /// Replaces everything remembered by an export. On an error nothing is replaced.
    pub fn import(&mut self, exported: &Value) -> Result<()> {
        let exported = Exported::deserialize(exported).map_err(|cause| invalid(&cause))?;
        if exported.version != VERSION {
            return Err(invalid(&format!("version {} is not known here", exported.version)));
        }
        let records: Result<Vec<(String, ReadRecord)>> =
            exported.files.into_iter().map(ExportedFile::into_record).collect();
        let records = records?;
        self.reset();
        for (key, record) in records {
            self.put(&key, record);
        }
        Ok(())
    }
}

impl ExportedFile {
    fn new(key: &str, record: &ReadRecord) -> Self {
        let FileState { identity, stamp, content } = record.state;
        ExportedFile {
            key: key.to_owned(),
            id: format!("{}:{}", identity.device, identity.file),
            stamp: format!("{}:{}:{}", stamp.size, stamp.modified_ns, stamp.changed_ns),
            content,
            read: record.read_ms,
            edited: record.edited_ms,
            partial: record.partial,
        }
    }

    fn into_record(self) -> Result<(String, ReadRecord)> {
        let mut id = self.id.split(':');
        let identity = FileIdentity { device: number(&mut id)?, file: number(&mut id)? };
        require_end(&mut id)?;
        let mut parts = self.stamp.split(':');
        let stamp = Stamp {
            size: number(&mut parts)?,
            modified_ns: number(&mut parts)?,
            changed_ns: number(&mut parts)?,
        };
        require_end(&mut parts)?;
        let state = FileState { identity, stamp, content: self.content };
        let record = ReadRecord { state, read_ms: self.read, edited_ms: self.edited, partial: self.partial };
        Ok((self.key, record))
    }
}

fn number<'a, T: FromStr>(parts: &mut impl Iterator<Item = &'a str>) -> Result<T> {
    let part = parts.next().unwrap_or_default();
    part.parse().map_err(|_| invalid(&format!("{part:?} is not a number that fits")))
}

fn require_end<'a>(parts: &mut impl Iterator<Item = &'a str>) -> Result<()> {
    parts.next().map_or(Ok(()), |part| Err(invalid(&format!("{part:?} is one part too many"))))
}

fn invalid(reason: &dyn Display) -> Error {
    Error::new(Kind::InvalidInput, format!("This is not the exported state of a session: {reason}."))
        .with_hint("Give back exactly what the export answered, or leave it out to start fresh.")
}
