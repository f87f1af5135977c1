//! Repair of a journal that was damaged or removed, the notices about it, and the removal of the history for good.

use std::sync::{MutexGuard, PoisonError};
use std::time::Duration;

use super::journal::{DecidedBy, Intent, Journal, OpenEnd, Outcome, Purged, kept_aside};
use super::kind_change::node_at;
use super::node::Node;
use super::roll_back::Kept;
use super::store::Transactions;
use scenewright_error::{Error, Kind, Result, Warning, WarningCode};
use scenewright_fs::disk::LastLink;
use scenewright_fs::{ContentHash, RootSetLock, WaitLimit};

/// The longest wait for the lock beside a recreated journal at the end of a transaction. It is short, since the holder may in turn
/// be waiting for the folders of this one.
const RECORD_AGAIN_WITHIN: Duration = Duration::from_millis(200);

/// The outcome of a transaction, judged from its files' contents.
enum Verdict {
    Ended(Outcome),
    /// The transaction did not end, and must be rolled back.
    UnderWay,
    /// The transaction ended, and its files have changed too much since to know how.
    Unknown,
}

impl Transactions {
    /// Returns the warnings for callers that ask for the history: damage, its cost, and the journals that were set
    /// aside.
    pub fn history_warnings(&self) -> Vec<Warning> {
        let mut warnings = self.notices().clone();
        let found = self.journal().damage().map(|damage| {
            format!(
                "{} The next change keeps the damaged journal aside and continues with the undamaged records.",
                damage.warning()
            )
        });
        warnings.extend(found);
        if let Ok(Some(state)) = self.root_set().state()
            && let Ok(kept) = kept_aside(&state)
            && !kept.is_empty()
        {
            warnings.push(format!(
                "Note: {} keeps what could not be read of earlier journals: {}. Remove these files when you no longer need them; purging the \
                 history does so too.",
                state.path().display(),
                kept.join(", ")
            ));
        }
        of_history(warnings)
    }

    /// Takes the notices that the answer to a change is to give, once.
    pub(super) fn take_notices(&self) -> Vec<Warning> {
        of_history(std::mem::take(&mut *self.notices()))
    }

    pub(super) fn notice(&self, warning: String) {
        self.notices().push(warning);
    }

    /// Repairs a damaged journal, and ends a transaction that has clearly ended though its last record cannot be
    /// read. Only valid under the lock, and after a refresh under it.
    pub(super) fn repair(&self, lock: &RootSetLock, journal: &mut Journal) -> Result<()> {
        // With nothing after it, a process that died wrote the intent, and recovery finishes it as
        // usual.
        let open = journal.open_intent().cloned().filter(|_| journal.open_end() != OpenEnd::None);
        if let Some(intent) = open {
            let verdict = judge(lock, &intent, journal.open_end())?;
            let is_damaged = journal.damage().is_some();
            match verdict {
                // A damaged journal is not appended to. The outcome is written with the new one.
                Verdict::Ended(outcome) if is_damaged => journal.settle(Some(outcome)),
                Verdict::Ended(outcome) => journal.end(lock.state(), &intent.id, outcome, true)?,
                Verdict::Unknown if is_damaged => journal.settle(None),
                Verdict::Unknown => {
                    self.notice(format!(
                        "Warning: The end of {} ({}) in the journal cannot be read, and its files have changed since. It \
                         is no longer in the history; no file was changed by this.",
                        intent.id, intent.message
                    ));
                    journal.end(lock.state(), &intent.id, Outcome::Aborted, true)?;
                }
                Verdict::UnderWay => {}
            }
        }
        if journal.damage().is_some() {
            let warning = journal.repair(lock.state())?;
            self.notice(warning);
        }
        Ok(())
    }

    /// Writes a transaction whose journal was removed while it was under way into the history again, with all that
    /// was in it. Returns the warning to give where that cannot be done.
    pub(super) fn record_again(
        &self,
        lock: &RootSetLock,
        journal: &mut Journal,
        intent: &Intent,
        kept: &Kept,
    ) -> Option<Warning> {
        if journal.is_in(lock.state()) && self.root_set().is_state(lock.state()) {
            return None;
        }
        let mut record = || -> Result<()> {
            // Another holder of this lock may be waiting for our folders, so the wait here is short.
            let again = self.root_set().lock(&WaitLimit::until_elapsed(RECORD_AGAIN_WITHIN))?;
            journal.refresh(again.state())?;
            if journal.open_intent().is_some() {
                return Err(Error::new(Kind::Conflict, "Another transaction is under way."));
            }
            let blobs: Vec<(ContentHash, &[u8])> =
                kept.iter().map(|(content, bytes)| (*content, &bytes[..])).collect();
            journal.begin(again.state(), intent, &blobs, true)?;
            journal.end(again.state(), &intent.id, Outcome::Committed, true)
        };
        let failed = record().err()?;
        Some(WarningCode::History.warning(format!(
            "Warning: The folder of the history was removed while {} was made. Its files are in place, and it is not in the \
             history, so it cannot be undone: {failed}",
            intent.id
        )))
    }

    /// Adds a notice of files that could not be restored because their old contents are damaged.
    pub(super) fn note_damaged_contents(
        &self,
        lock: &RootSetLock,
        journal: &Journal,
        intent: &Intent,
    ) -> Result<()> {
        for step in &intent.files {
            let Node::File { content, .. } = &step.before else { continue };
            let Some(place) = lock.place(&step.path, LastLink::Keep)? else { continue };
            let current = node_at(intent, &place, &step.path)?;
            if current.same_content(&step.after)
                && !step.before.same_content(&step.after)
                && journal.bytes_if_whole(lock.state(), *content)?.is_none()
            {
                self.notice(format!(
                    "Warning: {} was interrupted and could not be restored in {}: its old contents in the journal are \
                     damaged.",
                    intent.message,
                    self.root_set().display_path(&step.path)
                ));
            }
        }
        Ok(())
    }

    /// Removes the history for good, with the old contents that it kept: no earlier change can be undone then. No
    /// file of the roots is touched, except those of a transaction that a dead process left, which is rolled back
    /// first.
    pub fn purge(&self, limit: &WaitLimit<'_>) -> Result<Purged> {
        if self.root_set().state()?.is_none() {
            limit.settle()?;
            return Ok(Purged::default());
        }
        let lock = self.root_set().lock(limit)?;
        let mut journal = self.finish_interrupted(&lock, limit)?;
        limit.settle()?;
        let purged = journal.purge(lock.state())?;
        self.note_latest(&journal);
        self.notices().clear();
        Ok(purged)
    }

    fn notices(&self) -> MutexGuard<'_, Vec<String>> {
        self.notices.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn of_history(words: Vec<String>) -> Vec<Warning> {
    words.into_iter().map(|words| WarningCode::History.warning(words)).collect()
}

/// Judges the outcome of a transaction whose last record cannot be read. Its files are only examined.
fn judge(lock: &RootSetLock, intent: &Intent, end: OpenEnd) -> Result<Verdict> {
    // One rename decides alone, and recovery knows how.
    if end == OpenEnd::Torn && intent.decided_by == DecidedBy::Content {
        return Ok(Verdict::UnderWay);
    }
    let (mut before, mut after) = (0, 0);
    for file in &intent.files {
        let current = match lock.place(&file.path, LastLink::Keep)? {
            Some(place) => node_at(intent, &place, &file.path)?,
            None => Node::Absent,
        };
        // A step that changes no contents looks the same before and after, and so is no evidence.
        before += usize::from(current.same_content(&file.before) && !file.before.same_content(&file.after));
        after += usize::from(current.same_content(&file.after));
    }
    let all = intent.files.len();
    Ok(match end {
        _ if after == all => Verdict::Ended(Outcome::Committed),
        // Its temporaries may still be there.
        OpenEnd::None | OpenEnd::Torn => Verdict::UnderWay,
        OpenEnd::Lost if before == all => Verdict::Ended(Outcome::Aborted),
        // No file is as it was before: had it been rolled back, unchanged ones would be. A single file that
        // is neither was changed after either outcome; a commit is what most transactions end with.
        OpenEnd::Lost if before == 0 && (after > 0 || all == 1) => Verdict::Ended(Outcome::Committed),
        OpenEnd::Lost => Verdict::Unknown,
    })
}
