//! The contents of a journal.

use std::cell::OnceCell;
use std::collections::HashSet;
use std::sync::Arc;

use serde_json::Value;

use super::entry::{Intent, Method};
use super::known::{BlobPlace, HistoryEntry, Known};
use super::older::Older;
use scenewright_fs::ContentHash;

/// The contents of a journal, in the order of its transactions.
///
/// Of a long one that is opened by its index only the end is decoded: a caller of the last page or of the latest commit needs no
/// more. The rest follows when it is first asked for.
#[derive(Debug, Default)]
pub(super) struct View {
    /// The transactions that were not decoded when the journal was opened.
    older: Option<Older>,
    /// The transactions after these; all of them if `older` is `None`.
    recent: Known,
    /// Both together, made when they are first requested.
    whole: OnceCell<Known>,
    /// The place of the record of the transaction that was begun last.
    open_record: Option<(String, BlobPlace)>,
    /// The transaction that was begun, and neither committed nor aborted: its process is still at work, or dead.
    pub open: Option<Intent>,
    /// The transaction that was committed, with files that were set aside, or folders, that are perhaps not removed yet.
    pub unswept: Option<Intent>,
}

impl View {
    /// Makes the view of an index, whose older part is decoded when it is asked for.
    pub(super) fn of_index(older: Option<Older>, recent: Known) -> View {
        View { older, recent, ..View::default() }
    }

    fn whole(&self) -> &Known {
        match &self.older {
            None => &self.recent,
            Some(older) => self.whole.get_or_init(|| older.followed_by(&self.recent)),
        }
    }

    /// Returns all in memory, to be changed.
    fn whole_mut(&mut self) -> &mut Known {
        if self.older.is_some() {
            self.whole();
            self.older = None;
            self.recent = self.whole.take().unwrap_or_default();
        }
        &mut self.recent
    }

    /// Returns what is to be extended: the part that is in memory, until all of it is requested.
    fn end_mut(&mut self) -> &mut Known {
        if self.whole.get().is_some() { self.whole_mut() } else { &mut self.recent }
    }

    /// Returns all transactions, the oldest first.
    pub(super) fn entries(&self) -> &[HistoryEntry] {
        &self.whole().entries
    }

    /// Returns the number of transactions.
    pub(super) fn count(&self) -> usize {
        self.older.as_ref().map_or(0, |older| older.count) + self.recent.entries.len()
    }

    /// Returns the last transactions, at most so many, the oldest of them first.
    pub(super) fn latest(&self, count: usize) -> &[HistoryEntry] {
        let recent = &self.recent.entries;
        let known = if count <= recent.len() { recent } else { self.entries() };
        &known[known.len().saturating_sub(count)..]
    }

    /// Returns the place of the bytes with a hash.
    pub(super) fn blob(&self, content: ContentHash) -> Option<&BlobPlace> {
        self.recent.blobs.get(&content).or_else(|| self.whole().blobs.get(&content))
    }

    /// Yields the contents whose place is after an offset.
    pub(super) fn blobs_from(&self, begin: u64) -> impl Iterator<Item = (&ContentHash, &BlobPlace)> {
        self.whole().blobs.iter().filter(move |(_, place)| place.at >= begin)
    }

    pub(super) fn add_blob(&mut self, content: ContentHash, place: BlobPlace) {
        self.end_mut().blobs.insert(content, place);
    }

    pub(super) fn begin(&mut self, intent: Intent, record: BlobPlace) {
        // A writer sweeps before it begins, so a new intent shows that nothing is left.
        self.unswept = None;
        self.open_record = Some((intent.id.clone(), record));
        self.open = Some(intent);
    }

    pub(super) fn commit(&mut self, id: &str) {
        // An end that names another transaction ends none.
        let Some(mut intent) = self.open.take().filter(|open| open.id == id) else { return };
        let record = self.open_record.take().filter(|(open, _)| open == id).map(|(_, record)| record);
        let account = self.account_names(intent.detail.as_ref());
        // An account may be longer than all else together, and is asked for a page at a time.
        if record.is_some() {
            intent.detail = None;
        }
        let sets_aside = intent.files.iter().any(|file| file.method == Method::SetAside);
        if sets_aside || !intent.removed_folders.is_empty() {
            self.unswept = Some(intent.clone());
        }
        self.end_mut().push(HistoryEntry { intent, undone: false, record, account });
    }

    /// Returns the names of the members of an account. Most transactions have the same, which are in memory once.
    fn account_names(&self, account: Option<&Value>) -> Option<Arc<str>> {
        let names = account?.as_object()?.keys().map(String::as_str).collect::<Vec<_>>().join("\n");
        let last = self.latest(1).last().and_then(|entry| entry.account.clone());
        Some(last.filter(|last| **last == *names).unwrap_or_else(|| names.into()))
    }

    pub(super) fn abort(&mut self) {
        self.open = None;
    }

    pub(super) fn find(&self, id: &str) -> Option<&HistoryEntry> {
        // Found at the end, it needs nothing older.
        if let Some(position) = self.recent.near_position(id) {
            return self.recent.entries.get(position);
        }
        let whole = self.whole();
        whole.entries.get(whole.position(id)?)
    }

    /// Counts the old contents that the transactions need and that are not there.
    pub(super) fn missing_contents(&self) -> usize {
        let Known { entries, blobs, .. } = self.whole();
        let needed = entries.iter().flat_map(|entry| entry.intent.contents());
        let missing = needed.filter(|content| !blobs.contains_key(content));
        missing.collect::<HashSet<ContentHash>>().len()
    }
}
