//! Detection and repair of a damaged journal.
//!
//! An interrupted write leaves a part of one write after the last record, and nothing that anybody relied on. All
//! else is damage: whole records after bytes that cannot be read, or less than was synced once. Then all whole
//! records are read (`salvage.rs`), and the next writer writes them to a new journal and keeps the damaged one.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::sync::Arc;

use super::damage::Damage;
use super::mark::{read_any_mark, read_mark};
use super::record::{Chain, HEADER_BYTES, RECORD_HEAD_BYTES, RecordKind, decode, header};
use super::replay::{OpenEnd, Replay};
use super::salvage::{Piece, Salvaged, salvage};
use super::{Journal, NAME, Outcome, missing};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::disk::{Access, Folder, OpenFile};
use scenewright_fs::{ContentHash, ContentHasher, new_commit_id, part_name};

/// The beginning of the names of damaged journals that were kept, before a hash of their bytes.
pub(super) const DAMAGED: &str = "journal.damaged-";

/// The most bytes that the records `committed` and `swept` of one transaction take.
const MAX_END_BYTES: u64 = 160;

/// The number of bytes that are copied at once, and so held in memory.
const COPY_AT_ONCE: usize = 1 << 20;

impl Journal {
    /// Returns the damage of the journal.
    pub(crate) fn damage(&self) -> Option<&Damage> {
        self.damage.as_ref()
    }

    /// Finds out whether nothing, the remains of an interrupted write, or damage follows the last record that could
    /// be read.
    pub(super) fn judge_tail(&mut self, state: &Arc<dyn Folder>, file: &dyn OpenFile) -> Result<()> {
        // Before the size is asked, lest a writer seem to have cut the journal.
        let synced = read_mark(state, &self.name)?;
        let stamp = file.metadata()?.stamp;
        self.read_on(file, stamp.size)?;
        // The last record ends with the file, and no less is there than was synced once.
        if self.end == stamp.size && synced <= self.end {
            return Ok(());
        }
        // Ids sort by time, so this bounds from below what may follow.
        let newest = self.view.latest(1).last().map_or("", |entry| entry.intent.id.as_str());
        let salvaged = salvage(file, stamp.size, self.end, self.chain, newest)?;
        // Records that were acknowledged had been synced and marked; a commit beyond the mark was never
        // acknowledged.
        let is_torn = synced <= self.end && is_torn(&salvaged.pieces, synced > 0 || self.view.open.is_some());
        if !is_torn {
            self.take_salvaged(file, salvaged, synced)?;
        } else if self.view.open.is_some() {
            // More bytes than an end takes belong to a later transaction, so this one has ended.
            let is_end = stamp.size - self.end <= MAX_END_BYTES;
            self.open_end = if is_end { OpenEnd::Torn } else { OpenEnd::Lost };
        }
        Ok(())
    }

    /// Reads a file whose header is no journal's. Leaves the journal empty if the rest is not one either.
    pub(super) fn salvage_without_header(
        &mut self,
        state: &Arc<dyn Folder>,
        file: &dyn OpenFile,
    ) -> Result<()> {
        let marked = read_any_mark(state)?;
        let size = file.metadata()?.stamp.size;
        let first = file.read_at(0, HEADER_BYTES + RECORD_HEAD_BYTES)?;
        if let Some(name) = first.get(16..HEADER_BYTES) {
            self.name.copy_from_slice(name);
        }
        let (_, chain) = header(ContentHash::from_bytes(self.name));
        // Where the name is whole the first record proves it.
        let is_named = first.get(HEADER_BYTES..).is_some_and(|head| decode(head, chain).is_some());
        let (start, chain) = if is_named { (HEADER_BYTES as u64, chain) } else { (0, Chain::default()) };
        let salvaged = salvage(file, size, start, chain, "")?;
        // Without an entry and without a mark, it is some file that happens to have our name.
        let is_journal = salvaged.pieces.iter().any(|piece| matches!(piece, Piece::Entry { .. }));
        if is_journal || marked.is_some() {
            self.identity = Some(file.metadata()?.identity);
            self.take_salvaged(file, salvaged, marked.map_or(0, |(_, length)| length))?;
        }
        Ok(())
    }

    fn take_salvaged(&mut self, file: &dyn OpenFile, salvaged: Salvaged, synced: u64) -> Result<()> {
        let stamp = file.metadata()?.stamp;
        let Salvaged { pieces, unreadable_bytes } = salvaged;
        let missing_bytes = synced.saturating_sub(stamp.size);
        let damage = Damage { at: self.end, unreadable_bytes, missing_bytes, ..Damage::default() };
        let (damage, open_end) = Replay::new(&mut self.view, damage).run(pieces, missing_bytes > 0);
        (self.damage, self.damaged_stamp) = (Some(damage), Some(stamp));
        self.open_end = open_end;
        Ok(())
    }

    /// Sets the outcome of the open transaction of a damaged journal; `None` if it is unknown. It is
    /// written by [`repair`](Journal::repair).
    pub(crate) fn settle(&mut self, outcome: Option<Outcome>) {
        let Some(open) = self.view.open.clone() else { return };
        match outcome {
            Some(Outcome::Committed) => self.view.commit(&open.id),
            Some(Outcome::Aborted) => self.view.abort(),
            None => {
                self.view.abort();
                if let Some(damage) = &mut self.damage {
                    damage.lose(&open.id, Some(&open.message));
                }
            }
        }
        if let Some(damage) = &mut self.damage {
            damage.whole = self.view.count();
        }
        self.open_end = OpenEnd::None;
    }

    /// Sets a damaged journal aside and writes one with all whole records. Returns the notice for the user. Only
    /// valid under the lock, and after a refresh under the same lock. A crash leaves the damaged journal in its
    /// place, or the new one with the damaged one beside it.
    pub(crate) fn repair(&mut self, state: &Arc<dyn Folder>) -> Result<String> {
        let Some(mut damage) = self.damage.clone() else {
            return Err(Error::new(Kind::Internal, "A journal that is whole is not to be repaired."));
        };
        let old = state.open_file(OsStr::new(NAME), Access::Read)?.ok_or_else(missing)?;
        // A copy first, then the replacement: at no moment is the only copy of the damaged bytes removed.
        let kept_as = keep_aside(state, old.as_ref())?;
        // Synced even where the caller does not ask for it: the new file replaces the last copy of the
        // history.
        let newly_found = self.replace(state, old.as_ref(), self.view.entries(), &HashSet::new(), true)?;
        damage.contents += newly_found;
        *self = Journal::default();
        self.refresh(state)?;
        Ok(format!("{} The damaged journal is kept as {kept_as}.", damage.warning()))
    }
}

/// Returns true if pieces are what an interrupted write may have left: blobs, and at most the one intent after
/// them. With a whole intent it has to be known that no process acted on it: from the mark, or because the transaction
/// before it had not ended.
fn is_torn(pieces: &[Piece], is_known: bool) -> bool {
    let is_intent = |piece: &Piece| {
        matches!(
            piece,
            Piece::Entry { kind: RecordKind::Intent, .. } | Piece::Damaged { kind: Some(RecordKind::Intent) }
        )
    };
    let is_whole = |piece: &Piece| matches!(piece, Piece::Entry { .. } | Piece::Blob { .. });
    let is_whole_end =
        |piece: &Piece| matches!(piece, Piece::Entry { kind, .. } if *kind != RecordKind::Intent);
    let damaged_end = |piece: &Piece| {
        matches!(
            piece,
            Piece::Damaged { kind: Some(RecordKind::Committed | RecordKind::Aborted | RecordKind::Swept) }
        )
    };
    let behind_end = pieces.iter().position(damaged_end).map_or(&[][..], |position| &pieces[position..]);
    // An end is written on its own and after its intent was synced, so nothing whole stands after a torn
    // one, and a whole one after a break proves that the break is damage.
    if pieces.iter().any(is_whole_end) || behind_end.iter().any(is_whole) {
        return false;
    }
    match pieces.iter().filter(|piece| is_intent(piece)).count() {
        0 => true,
        1 => is_known,
        _ => false,
    }
}

/// Copies the journal beside itself, and returns the name of the copy, which is the same for the same bytes.
fn keep_aside(state: &Arc<dyn Folder>, old: &dyn OpenFile) -> Result<String> {
    let temporary = part_name(OsStr::new("journal.damaged"), &new_commit_id());
    let copied = copy(state, old, &temporary).and_then(|hash| {
        let name = format!("{DAMAGED}{}", &hash.to_string()[..16]);
        state.rename(&temporary, OsStr::new(&name))?;
        // Before the journal is replaced: it must not be lost with the names of both.
        state.sync()?;
        Ok(name)
    });
    copied.map_err(|error| {
        let _ = state.remove(&temporary);
        let message = format!("The journal of the history is damaged and could not be kept aside: {error}");
        Error { message, ..error }
            .with_hint("Nothing was changed. Free space on the disk, or make its folder writable.")
    })
}

fn copy(state: &Arc<dyn Folder>, old: &dyn OpenFile, to: &OsStr) -> Result<ContentHash> {
    let mut file = state.create_private_file(to)?;
    let mut hasher = ContentHasher::default();
    let mut at = 0;
    loop {
        let bytes = old.read_at(at, COPY_AT_ONCE)?;
        if bytes.is_empty() {
            break;
        }
        hasher.update(&bytes);
        file.write(&bytes)?;
        at += bytes.len() as u64;
    }
    file.sync()?;
    Ok(hasher.finish())
}
