//! The encoding of transactions in an index, which is shorter than the JSON of the journal.

use super::entry::{DecidedBy, FileStep, Intent, Method};
use super::known::{BlobPlace, HistoryEntry};
use crate::node::Node;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{ContentHash, WorkspacePath};

/// The bytes of a hash.
pub(super) const HASH_BYTES: usize = 16;

pub(super) fn to_json<T: serde::Serialize>(value: &T) -> Result<Vec<u8>> {
    serde_json::to_vec(value)
        .map_err(|cause| Error::new(Kind::Internal, format!("A journal entry cannot be written: {cause}")))
}

/// Writes a number as LEB128: seven bits a byte, the lowest first.
pub(super) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number as u8 & 0x7f) | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_bytes(out, text.as_bytes());
}

pub(super) fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Writes something that may be missing: a byte that says so, and then it.
fn put_maybe<T>(out: &mut Vec<u8>, value: Option<T>, put: impl FnOnce(&mut Vec<u8>, T)) {
    out.push(u8::from(value.is_some()));
    if let Some(value) = value {
        put(out, value);
    }
}

pub(super) fn put_place(out: &mut Vec<u8>, place: &BlobPlace) {
    put_number(out, place.at);
    put_number(out, place.body_bytes as u64);
    out.extend_from_slice(place.body.as_bytes());
}

fn put_path(out: &mut Vec<u8>, path: &WorkspacePath) {
    put_number(out, path.root() as u64);
    put_text(out, path.as_str());
}

const ABSENT: u8 = 0;
const FILE: u8 = 1;
const OTHER: u8 = 2;

fn put_node(out: &mut Vec<u8>, node: &Node) -> Result<()> {
    match node {
        Node::Absent => out.push(ABSENT),
        Node::File { content, mode } => {
            out.push(FILE);
            out.extend_from_slice(content.as_bytes());
            put_maybe(out, *mode, |out, mode| put_number(out, u64::from(mode)));
        }
        // Rare, and its target may be any bytes: as the journal writes it.
        Node::Link { .. } => {
            out.push(OTHER);
            put_bytes(out, &to_json(node)?);
        }
    }
    Ok(())
}

/// Writes a transaction without the caller's account.
pub(super) fn put_entry(out: &mut Vec<u8>, entry: &HistoryEntry) -> Result<()> {
    // Whether it is undone follows from the records after it.
    let HistoryEntry { intent, undone: _, record, account } = entry;
    put_text(out, &intent.id);
    put_number(out, intent.at_ms);
    put_text(out, &intent.operation);
    put_text(out, &intent.message);
    put_maybe(out, intent.undoes.as_deref(), put_text);
    out.push(match intent.decided_by {
        DecidedBy::Content => 0,
        DecidedBy::Record => 1,
    });
    for folders in [&intent.folders, &intent.removed_folders] {
        put_number(out, folders.len() as u64);
        folders.iter().for_each(|folder| put_path(out, folder));
    }
    put_number(out, intent.files.len() as u64);
    for file in &intent.files {
        put_path(out, &file.path);
        put_node(out, &file.before)?;
        put_node(out, &file.after)?;
        out.push(match file.method {
            Method::Replace => 0,
            Method::InPlace => 1,
            Method::SetAside => 2,
            Method::Remove => 3,
        });
    }
    let values = intent.values.as_ref().map(to_json).transpose()?;
    put_maybe(out, values, |out, values| put_bytes(out, &values));
    put_maybe(out, record.as_ref(), put_place);
    put_maybe(out, account.as_deref(), put_text);
    Ok(())
}

pub(super) struct Reader<'a> {
    pub(super) rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        Some(self.take(1)?[0])
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        // Ten bytes hold the 64 bits; an eleventh is damage.
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn length(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    pub(super) fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        self.take(length)
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    pub(super) fn hash(&mut self) -> Option<ContentHash> {
        Some(ContentHash::from_bytes(self.take(HASH_BYTES)?.try_into().ok()?))
    }

    /// Reads something that may be missing.
    #[expect(clippy::option_option, reason = "the outer one is missing where the index is not whole")]
    fn maybe<T>(&mut self, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<Option<T>> {
        match self.byte()? {
            0 => Some(None),
            _ => read(self).map(Some),
        }
    }

    pub(super) fn place(&mut self) -> Option<BlobPlace> {
        Some(BlobPlace { at: self.number()?, body_bytes: self.length()?, body: self.hash()? })
    }

    fn path(&mut self) -> Option<WorkspacePath> {
        self.path_like(None)
    }

    fn node(&mut self) -> Option<Node> {
        match self.byte()? {
            ABSENT => Some(Node::Absent),
            FILE => {
                let content = self.hash()?;
                let mode = self.maybe(|reader| u32::try_from(reader.number()?).ok())?;
                Some(Node::File { content, mode })
            }
            _ => serde_json::from_slice(self.bytes()?).ok(),
        }
    }

    /// Reads the path of a file: a known one need not be checked again.
    fn path_like(&mut self, known: Option<&WorkspacePath>) -> Option<WorkspacePath> {
        let (root, text) = (self.length()?, self.text()?);
        match known.filter(|known| known.root() == root && known.as_str() == text) {
            Some(known) => Some(known.clone()),
            None => WorkspacePath::new(root, std::path::Path::new(text)).ok(),
        }
    }

    fn file(&mut self, last_path: Option<&WorkspacePath>) -> Option<FileStep> {
        let (path, before, after) = (self.path_like(last_path)?, self.node()?, self.node()?);
        let method = match self.byte()? {
            0 => Method::Replace,
            1 => Method::InPlace,
            2 => Method::SetAside,
            3 => Method::Remove,
            _ => return None,
        };
        Some(FileStep { path, before, after, method })
    }

    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        // A wrong count ends at the first item that cannot be read; nothing is allocated for the others.
        let count = self.length()?;
        (0..count).map(|_| read(self)).collect()
    }

    /// Reads a transaction. The names of its account and its path are mostly the same as the previous one's.
    pub(super) fn entry(&mut self, last: Option<&HistoryEntry>) -> Option<HistoryEntry> {
        let last_account = last.and_then(|last| last.account.as_ref());
        let last_path = last.and_then(|last| Some(&last.intent.files.first()?.path));
        let id = self.text()?.to_owned();
        let at_ms = self.number()?;
        let (operation, message) = (self.text()?.to_owned(), self.text()?.to_owned());
        let undoes = self.maybe(|reader| Some(reader.text()?.to_owned()))?;
        let decided_by = match self.byte()? {
            0 => DecidedBy::Content,
            1 => DecidedBy::Record,
            _ => return None,
        };
        let (folders, removed_folders) = (self.list(Reader::path)?, self.list(Reader::path)?);
        let files = self.list(|reader| reader.file(last_path))?;
        let values = self.maybe(|reader| serde_json::from_slice(reader.bytes()?).ok())?;
        let record = self.maybe(Reader::place)?;
        let account = self.maybe(|reader| {
            let names = reader.text()?;
            Some(last_account.filter(|last| ***last == *names).cloned().unwrap_or_else(|| names.into()))
        })?;
        let intent = Intent {
            id,
            at_ms,
            operation,
            message,
            undoes,
            decided_by,
            folders,
            files,
            removed_folders,
            values,
            detail: None,
        };
        Some(HistoryEntry { intent, undone: false, record, account })
    }
}
