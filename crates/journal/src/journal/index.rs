//! An index of a long journal, in a file beside it: a process that opens the journal need not read it all.
//!
//! ```text
//! index   0  16 bytes  the name of the journal
//!        16   u64      the offset behind the last record that it has, little-endian
//!        24   u64      the offset of the head of that record
//!        32  32 bytes  that head
//!        64            the number of transactions, each as `put_entry` writes it
//!                      the number of blobs: hash, offset and length of the body, hash of the body
//!       end  16 bytes  hash of all before
//! ```
//!
//! It is written now and then under the lock, by a rename and without a sync, and holds nothing that the journal does not. One that
//! does not fit the journal is ignored. What it names is compared with its hash when it is read; what is not there as the index says
//! has the whole journal read again, and that finds the damage.

use std::ffi::OsStr;
use std::sync::Arc;

use super::entry::{DecidedBy, FileStep, Intent, Method};
use super::record::{RECORD_HEAD_BYTES, parse};
use super::view::{BlobPlace, HistoryEntry, View};
use super::{Journal, to_json};
use crate::node::Node;
use scenewright_error::Result;
use scenewright_fs::disk::{Access, Folder, OpenFile};
use scenewright_fs::{ContentHash, WorkspacePath, new_commit_id, part_name};

pub(super) const INDEX: &str = "journal.index";

/// The bytes that a journal grows by before its index is written again. As many are read in a few milliseconds.
const INDEX_EVERY: u64 = 1 << 20;

/// The largest index that is read: a journal of some millions of transactions has one of this size.
const MAX_INDEX_BYTES: u64 = 1 << 30;

const HASH_BYTES: usize = 16;

impl Journal {
    /// Writes the index again where the journal has grown enough. Only valid under the lock. A failure costs only time later.
    pub(super) fn keep_index(&mut self, state: &Arc<dyn Folder>) {
        let is_due = self.end.saturating_sub(self.indexed) >= INDEX_EVERY;
        let is_settled = self.view.open.is_none() && self.view.unswept.is_none() && self.damage.is_none();
        if !is_due || !is_settled {
            return;
        }
        // Tried once: where it cannot be written now, it is due again after as many bytes.
        self.indexed = self.end;
        let Ok(Some(bytes)) = self.encode_index() else { return };
        let temporary = part_name(OsStr::new(INDEX), &new_commit_id());
        let written = state.create_private_file(&temporary).and_then(|mut file| file.write(&bytes));
        if written.and_then(|()| state.rename(&temporary, OsStr::new(INDEX))).is_err() {
            let _ = state.remove(&temporary);
        }
    }

    /// Takes what the index knows of the journal whose header was just read.
    pub(super) fn read_index(&mut self, state: &Arc<dyn Folder>, journal: &dyn OpenFile) -> Result<()> {
        let Ok(Some(file)) = state.open_file(OsStr::new(INDEX), Access::Read) else { return Ok(()) };
        let size = file.metadata()?.stamp.size;
        if size > MAX_INDEX_BYTES {
            return Ok(());
        }
        let bytes = file.read_at(0, usize::try_from(size).unwrap_or_default())?;
        let Some(found) = Indexed::decode(&bytes) else { return Ok(()) };
        let is_of_this = found.name == self.name && found.end <= journal.metadata()?.stamp.size;
        if !is_of_this || journal.read_at(found.last_head.0, RECORD_HEAD_BYTES)? != found.last_head.1 {
            return Ok(());
        }
        let Some(head) = parse(&found.last_head.1) else { return Ok(()) };
        (self.view, self.end, self.indexed) = (found.view, found.end, found.end);
        (self.chain, self.last_head) = (head.chain, Some(found.last_head));
        Ok(())
    }

    fn encode_index(&self) -> Result<Option<Vec<u8>>> {
        let Some((last_at, last_head)) = &self.last_head else { return Ok(None) };
        let mut out = Vec::new();
        out.extend_from_slice(&self.name);
        out.extend_from_slice(&self.end.to_le_bytes());
        out.extend_from_slice(&last_at.to_le_bytes());
        out.extend_from_slice(last_head);
        put_number(&mut out, self.view.entries.len() as u64);
        for entry in &self.view.entries {
            put_entry(&mut out, entry)?;
        }
        put_number(&mut out, self.view.blobs.len() as u64);
        for (content, place) in &self.view.blobs {
            out.extend_from_slice(content.as_bytes());
            put_place(&mut out, place);
        }
        let hash = ContentHash::of(&out);
        out.extend_from_slice(hash.as_bytes());
        Ok(Some(out))
    }
}

/// What an index says.
struct Indexed {
    name: [u8; 16],
    end: u64,
    last_head: (u64, Vec<u8>),
    view: View,
}

impl Indexed {
    /// Reads an index; `None` where it is not whole.
    fn decode(bytes: &[u8]) -> Option<Indexed> {
        let (body, hash) = bytes.split_at_checked(bytes.len().checked_sub(HASH_BYTES)?)?;
        if ContentHash::of(body).as_bytes() != hash {
            return None;
        }
        let mut reader = Reader { rest: body };
        let name = reader.take(16)?.try_into().ok()?;
        let end = u64::from_le_bytes(reader.take(8)?.try_into().ok()?);
        let last_at = u64::from_le_bytes(reader.take(8)?.try_into().ok()?);
        let last_head = (last_at, reader.take(RECORD_HEAD_BYTES)?.to_vec());
        let mut view = View::default();
        let entries = reader.number()?;
        view.reserve(usize::try_from(entries).ok()?.min(body.len()));
        for _ in 0..entries {
            let entry = reader.entry(view.entries.last().and_then(|last| last.account.as_ref()))?;
            view.push(entry);
        }
        for _ in 0..reader.number()? {
            let content = reader.hash()?;
            view.blobs.insert(content, reader.place()?);
        }
        reader.rest.is_empty().then_some(Indexed { name, end, last_head, view })
    }
}

/// Writes a number as LEB128: seven bits a byte, the lowest first.
fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number as u8 & 0x7f) | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_bytes(out, text.as_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
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

fn put_place(out: &mut Vec<u8>, place: &BlobPlace) {
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
fn put_entry(out: &mut Vec<u8>, entry: &HistoryEntry) -> Result<()> {
    let HistoryEntry { intent, undone, record, account } = entry;
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
    out.push(u8::from(*undone));
    put_maybe(out, record.as_ref(), put_place);
    put_maybe(out, account.as_deref(), put_text);
    Ok(())
}

struct Reader<'a> {
    rest: &'a [u8],
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

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn length(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let length = self.length()?;
        self.take(length)
    }

    fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    fn hash(&mut self) -> Option<ContentHash> {
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

    fn place(&mut self) -> Option<BlobPlace> {
        Some(BlobPlace { at: self.number()?, body_bytes: self.length()?, body: self.hash()? })
    }

    fn path(&mut self) -> Option<WorkspacePath> {
        let root = self.length()?;
        WorkspacePath::new(root, std::path::Path::new(self.text()?)).ok()
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

    fn file(&mut self) -> Option<FileStep> {
        let (path, before, after) = (self.path()?, self.node()?, self.node()?);
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
        let count = self.length()?;
        (0..count).map(|_| read(self)).collect()
    }

    /// Reads a transaction. The names of its account are mostly those of the one before.
    fn entry(&mut self, last_account: Option<&Arc<str>>) -> Option<HistoryEntry> {
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
        let files = self.list(Reader::file)?;
        let values = self.maybe(|reader| serde_json::from_slice(reader.bytes()?).ok())?;
        let undone = self.byte()? == 1;
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
        Some(HistoryEntry { intent, undone, record, account })
    }
}
