//! The transactions of one root set.

use std::ffi::OsStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::Bytes;
use serde_json::Value;

use super::base::{NO_COMMIT, latest, require_latest};
use super::journal::{self, DecidedBy, FileStep, HistoryEntry, Intent, Journal, Outcome};
use super::kind_change::KindChanges;
use super::node::Node;
use super::plan::{Plan, Step, inside};
use super::refusal::CommitError;
use super::request::{CommitRequest, Committed, Durability, ValuesBase};
use super::roll_back::{self, Kept, PutBack};
use scenewright_error::{Error, Kind, Result, Warning, WarningCode, quote_name};
use scenewright_fs::disk::{Access, Folder};
use scenewright_fs::{ContentHash, RootSet, RootSetLock, WaitLimit, WorkspacePath, new_commit_id};

/// The limits of a store of transactions.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The largest size of the journal; the oldest transactions go first.
    pub history_bytes: u64,
    /// The size of the largest file that is read or kept.
    pub largest_file_bytes: u64,
}

/// The transactions of a root set: commits, recovery and history. Opening it touches nothing.
#[derive(Debug)]
pub struct Transactions {
    root_set: Arc<RootSet>,
    settings: Settings,
    pub(super) journal: Mutex<Journal>,
    /// True when a record was not where the journal's index has it.
    is_doubted: AtomicBool,
    /// Notices of damage to the journal that no change has reported yet.
    pub(super) notices: Mutex<Vec<String>>,
    /// The id of the latest commit, for those who do not wait for the journal.
    pub(super) latest: Mutex<String>,
}

/// A transaction whose files are in place and which does not count yet. It holds the root set's lock.
///
/// Invariant: it is consumed by [`commit`](InPlace::commit) or [`abort`](InPlace::abort), and dropping it aborts.
/// If the process dies, the next one that uses the root set rolls everything back.
#[derive(Debug)]
pub struct InPlace {
    store: Arc<Transactions>,
    lock: RootSetLock,
    /// The intent; `None` when nothing changes.
    intent: Option<Intent>,
    /// The old contents, which the journal also has until it is removed.
    kept: Vec<(ContentHash, Bytes)>,
    warnings: Vec<Warning>,
    id: String,
    durability: Durability,
}

/// A transaction that is under way, or was when its process died.
#[derive(Clone, Copy)]
struct Begun<'a> {
    lock: &'a RootSetLock,
    intent: &'a Intent,
    kept: &'a Kept,
    /// The number of its files that may have been changed.
    files: usize,
    sync: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { history_bytes: 64 << 20, largest_file_bytes: 16 << 20 }
    }
}

impl Transactions {
    /// Makes the store of a root set's transactions. Nothing is read before the first call.
    pub fn new(root_set: Arc<RootSet>, settings: Settings) -> Arc<Transactions> {
        let (journal, notices, is_doubted) = Default::default();
        let latest = Mutex::new(NO_COMMIT.to_owned());
        Arc::new(Transactions { root_set, settings, journal, is_doubted, notices, latest })
    }

    /// Returns the root set whose files the transactions change.
    pub fn root_set(&self) -> &Arc<RootSet> {
        &self.root_set
    }

    /// Sees what other processes committed, and finishes or undoes the transaction of one that died: to be
    /// called before files are read. While a living process is at a transaction, it waits as long as the limit
    /// allows, and then continues.
    pub fn recover(&self, limit: &WaitLimit<'_>) -> Result<()> {
        let Some(state) = self.root_set.state()? else { return Ok(()) };
        {
            let mut journal = self.journal();
            // The usual case takes no lock.
            self.refresh(&mut journal, &state)?;
            if journal.open_intent().is_none() && journal.unswept().is_none() {
                return Ok(());
            }
        }
        let finished =
            self.root_set.lock(limit).and_then(|lock| self.finish_interrupted(&lock, limit).map(drop));
        match finished {
            // A living process is at work: what it commits is seen at the next refresh.
            Err(error) if error.kind == Kind::Conflict => Ok(()),
            finished => finished,
        }
    }

    /// Recovers as [`recover`](Transactions::recover) does, without waiting, not even for this process: its current
    /// commits are seen later.
    pub fn try_recover(&self) -> Result<()> {
        if matches!(self.journal.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(());
        }
        self.recover(&WaitLimit::until_elapsed(Duration::ZERO))
    }

    /// Makes the changes, all or none.
    pub fn commit(self: &Arc<Self>, request: &CommitRequest<'_>) -> Result<Committed, CommitError> {
        self.put_in_place(request, false)?.commit()
    }

    /// Makes the changes, to be committed or rolled back after the files were inspected.
    pub fn begin(self: &Arc<Self>, request: &CommitRequest<'_>) -> Result<InPlace, CommitError> {
        self.put_in_place(request, true)
    }

    /// Runs `read` on the history, the oldest transaction first.
    pub fn with_history<R>(&self, read: impl FnOnce(&[HistoryEntry]) -> R) -> R {
        read(self.journal().entries())
    }

    /// Runs `read` on the last transactions, at most so many, the oldest of them first, and on the number of all. Of a long history
    /// that was just opened, nothing else is decoded.
    pub fn with_latest<R>(&self, count: usize, read: impl FnOnce(&[HistoryEntry], usize) -> R) -> R {
        let journal = self.journal();
        let (total, entries) = journal.latest(count);
        read(entries, total)
    }

    /// Reads the account that the maker of a transaction gave; `None` where it gave none, or it can no longer be read. It takes
    /// no lock, so it can be asked for within [`with_history`](Transactions::with_history).
    pub fn account_of(&self, entry: &HistoryEntry) -> Result<Option<Value>> {
        let (Some(place), None) = (entry.place(), &entry.intent.detail) else {
            return Ok(entry.intent.detail.clone());
        };
        let Some(state) = self.root_set.state()? else { return Ok(None) };
        let Some(file) = state.open_file(OsStr::new(journal::NAME), Access::Read)? else { return Ok(None) };
        let intent = place.read(file.as_ref())?.and_then(|body| serde_json::from_slice::<Intent>(&body).ok());
        match intent {
            Some(intent) if intent.id == entry.intent.id => Ok(intent.detail),
            // The journal was replaced, or is damaged there: the next call reads all of it.
            _ => {
                self.is_doubted.store(true, Ordering::Relaxed);
                Ok(None)
            }
        }
    }

    /// Returns the warning about a transaction whose old contents are larger than the whole history may be.
    fn cannot_be_undone(&self, intent: &Intent) -> Warning {
        /// The files that the warning names: all of an edit, and the first ones of a large change.
        const MAX_NAMED: usize = 5;
        let replaced = intent.files.iter().filter(|file| matches!(file.before, Node::File { .. }));
        let names: Vec<String> = replaced.map(|file| self.root_set.display_path(&file.path)).collect();
        let shown: Vec<_> = names.iter().take(MAX_NAMED).map(|name| quote_name(name)).collect();
        let more = match names.len() - shown.len() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        WarningCode::History.warning(format!(
            "Warning: {} cannot be undone: the old contents of {}{more} are larger than the history may become \
             ({} bytes, option historyBytes). Earlier changes stay in the history.",
            intent.id,
            shown.join(", "),
            self.settings.history_bytes,
        ))
    }

    pub(super) fn largest_file_bytes(&self) -> u64 {
        self.settings.largest_file_bytes
    }

    /// Returns the bytes that a transaction replaced.
    pub(super) fn kept_bytes(&self, content: ContentHash) -> Result<Option<Vec<u8>>> {
        match self.root_set.state()? {
            Some(state) => self.journal().bytes(&state, content),
            None => Ok(None),
        }
    }

    fn refresh(&self, journal: &mut Journal, state: &Arc<dyn Folder>) -> Result<()> {
        if self.is_doubted.swap(false, Ordering::Relaxed) {
            journal.doubt();
        }
        journal.refresh(state)?;
        self.note_latest(journal);
        Ok(())
    }

    pub(super) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put_in_place(
        self: &Arc<Self>,
        request: &CommitRequest<'_>,
        awaits: bool,
    ) -> Result<InPlace, CommitError> {
        // An undo counts also where the files are already as it wants them.
        let counts_anyway = request.label.counts_without_files();
        if request.changes.is_empty() && request.folders.is_empty() && !counts_anyway {
            return Err(CommitError::Invalid("There is nothing to commit.".to_owned()));
        }
        request.limit.require_wanted()?;
        let lock = self.root_set.lock(&request.limit)?;
        // The lock of the journal's view is released while this waits for folders below.
        let journal = self.finish_interrupted(&lock, &request.limit)?;
        // Under the lock, so that no commit comes between.
        if let Some(base) = request.base {
            require_latest(journal.entries(), base)?;
        }
        let values_base = request.label.values_base.as_ref();
        if values_base.is_some_and(|base| *base != ValuesBase::of(journal.entries())) {
            return Err(CommitError::ValuesChanged);
        }
        drop(journal);
        let changed = request.changes.iter().map(|change| &change.path);
        let compared = request.unchanged.iter().map(|(path, _)| path);
        let made: Vec<WorkspacePath> = request.folders.made.iter().map(inside).collect::<Result<_>>()?;
        let folders = made.iter().chain(&request.folders.removed);
        lock.cover(&changed.chain(compared).chain(folders).collect::<Vec<_>>(), &request.limit)?;
        let mut journal = self.journal();
        let plan = Plan::make(&self.root_set, &lock, request, self.settings.largest_file_bytes)?;
        let kinds = plan.kinds();
        let Plan { mut steps, folders, removed_folders, warnings } = plan;
        request.limit.require_wanted()?;

        let id = new_commit_id();
        let durability = request.durability;
        // One rename happens or does not, and the file shows which: the outcome's record needs no sync of its
        // own. That saves one of the two syncs of the journal for an edit of one file.
        let is_decided_by_content = !awaits && steps.len() == 1 && kinds.is_empty();
        steps.iter_mut().for_each(|step| step.prepare(&id, is_decided_by_content, &kinds));
        let files: Vec<FileStep> = steps.iter().map(|step| step.record.clone()).collect();
        let changes_anything = !files.is_empty() || !folders.is_empty() || !removed_folders.is_empty();
        let intent = (counts_anyway || changes_anything).then(|| Intent {
            id: id.clone(),
            at_ms: now_ms(),
            operation: request.label.operation.clone(),
            message: request.label.message.clone(),
            undoes: request.label.undoes.clone(),
            decided_by: if is_decided_by_content { DecidedBy::Content } else { DecidedBy::Record },
            folders,
            files,
            removed_folders,
            values: request.label.values.clone(),
            detail: request.label.detail.clone(),
        });
        if let Some(intent) = &intent {
            let blobs: Vec<(ContentHash, &[u8])> = steps.iter().flat_map(Step::blobs).collect();
            // Before anything is created: from here on, recovery knows all that may have to be removed.
            journal.begin(lock.state(), intent, &blobs, durability.syncs())?;
            let mut begun = 0;
            if let Err(error) = self.make(&lock, intent, &mut steps, request, &mut begun) {
                // A folder that was moved away meanwhile is out of reach by its path, and its handle is still held.
                let is_clean = begun == 0 && steps.iter().all(Step::discard);
                let kept: Vec<_> = steps.into_iter().filter_map(Step::into_kept).collect();
                let begun =
                    Begun { lock: &lock, intent, kept: &kept, files: begun, sync: durability.syncs() };
                let error = self.abort_commit(&mut journal, &begun, error);
                if is_clean && journal.open_intent().is_some() {
                    // Nothing was changed, so there is nothing that a later attempt could put back.
                    let _ = journal.end(lock.state(), &intent.id, Outcome::Aborted, durability.syncs());
                }
                return Err(error);
            }
        } else {
            request.limit.settle()?;
        }
        drop(journal);
        let kept = steps.into_iter().filter_map(Step::into_kept).collect();
        Ok(InPlace { store: Arc::clone(self), lock, intent, kept, warnings, id, durability })
    }

    /// Makes a transaction, from the intent to the files in place. On an error the caller has to roll it back;
    /// `begun` counts the files that may be changed.
    fn make(
        &self,
        lock: &RootSetLock,
        intent: &Intent,
        steps: &mut [Step],
        request: &CommitRequest<'_>,
        begun: &mut usize,
    ) -> Result<(), CommitError> {
        let sync = request.durability.syncs();
        let kinds = KindChanges::of(intent);
        for folder in intent.folders.iter().filter(|folder| !kinds.makes(folder)) {
            if !lock.make_folder(folder, sync)? {
                return Err(CommitError::Conflict { file: self.root_set.display_path(folder) });
            }
        }
        let in_file =
            |step: &Step, error: Error| error.in_file(self.root_set.display_path(&step.record.path));
        let stage = |step: &mut Step| -> Result<(), CommitError> {
            if !step.find_place(lock).map_err(|error| in_file(step, error))? {
                return Err(CommitError::Conflict { file: self.root_set.display_path(&step.record.path) });
            }
            Ok(step.stage(sync).map_err(|error| in_file(step, error))?)
        };
        let awaits = |step: &Step| kinds.awaits(&step.record.path);
        for step in steps.iter_mut().filter(|step| !awaits(step)) {
            stage(step)?;
        }
        // All new files are staged before the first comparison, and all comparisons come before the first replacement: the time
        // in which others could slip in is as short as it can be, and a conflict needs no rolling back.
        for step in steps.iter().filter(|step| !awaits(step)) {
            step.require_unchanged(&self.root_set)?;
        }
        // From here on a cancellation comes too late.
        request.limit.settle()?;
        let mut apply = |step: &Step| {
            // Counted first: a step that fails half way is rolled back too.
            *begun += 1;
            step.apply(sync).map_err(|error| in_file(step, error))
        };
        // The plan has the files first that make way for folders, or leave theirs.
        let clearing = steps.partition_point(|step| kinds.clears(&step.record));
        let (clearing, others) = steps.split_at_mut(clearing);
        clearing.iter().try_for_each(&mut apply)?;
        if let Some(folder) = kinds.make(lock, sync)? {
            return Err(CommitError::Conflict { file: self.root_set.display_path(folder) });
        }
        for step in others.iter_mut().filter(|step| awaits(step)) {
            stage(step)?;
            step.require_unchanged(&self.root_set)?;
        }
        others.iter().try_for_each(&mut apply)?;
        // Names are durable only with their folders, and the record `committed` may only be written after them.
        if sync {
            let is_in_place = |step: &&Step| !kinds.empties(&step.record.path);
            roll_back::sync_folders(steps.iter().filter(is_in_place).filter_map(Step::changed_folder))?;
        }
        Ok(())
    }

    /// Rolls back the transaction, and returns the error to report.
    fn abort_commit(&self, journal: &mut Journal, begun: &Begun<'_>, cause: CommitError) -> CommitError {
        let Begun { lock, intent, sync, .. } = *begun;
        match self.putting(journal, begun).roll_back(begun.files) {
            Ok(left) => {
                // Without this record recovery finds the files as they were, and comes to the same end.
                let _ = journal.end(lock.state(), &intent.id, Outcome::Aborted, sync);
                match left.first() {
                    None => cause,
                    Some(path) => CommitError::Failed(Error {
                        message: format!(
                            "{cause} {} was changed by somebody else meanwhile and was left as it is.",
                            self.root_set.display_path(path)
                        ),
                        ..cause.into()
                    }),
                }
            }
            Err(second) => CommitError::Failed(Error {
                message: format!(
                    "{cause} Putting the old contents back failed too: {second} It is tried again at the next call."
                ),
                ..cause.into()
            }),
        }
    }

    fn putting<'a>(&self, journal: &'a Journal, begun: &Begun<'a>) -> PutBack<'a> {
        let Begun { lock, intent, kept, sync, .. } = *begun;
        PutBack { lock, journal, kept, intent, largest: self.settings.largest_file_bytes, sync }
    }

    /// Ends the transaction that a dead process began. Only valid under the lock. Returns the
    /// journal as it is then.
    pub(super) fn finish_interrupted(
        &self,
        lock: &RootSetLock,
        limit: &WaitLimit<'_>,
    ) -> Result<MutexGuard<'_, Journal>> {
        let mut journal = self.journal();
        self.refresh(&mut journal, lock.state())?;
        self.repair(lock, &mut journal)?;
        let Some(unfinished) = journal.open_intent().or(journal.unswept()) else { return Ok(journal) };
        let files: Vec<WorkspacePath> = unfinished.files.iter().map(|file| file.path.clone()).collect();
        // Others of this process may read the history while this waits for the locks of the folders.
        drop(journal);
        lock.cover(&files.iter().collect::<Vec<_>>(), limit)?;
        let mut journal = self.journal();
        self.finish_covered(lock, &mut journal)?;
        Ok(journal)
    }

    fn finish_covered(&self, lock: &RootSetLock, journal: &mut Journal) -> Result<()> {
        if let Some(intent) = journal.open_intent().cloned() {
            let begun = Begun { lock, intent: &intent, kept: &[], files: intent.files.len(), sync: true };
            let putting = self.putting(journal, &begun);
            let outcome = match intent.decided_by {
                DecidedBy::Content => putting.decide()?,
                // Without the record `committed`, no caller has received a success.
                DecidedBy::Record => {
                    putting.roll_back(begun.files)?;
                    self.note_damaged_contents(lock, journal, &intent)?;
                    Outcome::Aborted
                }
            };
            journal.end(lock.state(), &intent.id, outcome, true)?;
        }
        self.sweep(lock, journal, true)
    }

    /// Removes the files that the last transaction set aside, and the folders that are to go with them.
    fn sweep(&self, lock: &RootSetLock, journal: &mut Journal, sync: bool) -> Result<()> {
        let Some(intent) = journal.unswept().cloned() else { return Ok(()) };
        roll_back::remove_temporaries(lock, &intent, sync)?;
        for folder in intent.removed_folders.iter().rev() {
            // One that cannot be removed stays, as one that is not empty does.
            let _ = lock.remove_empty_folder(folder, sync);
        }
        journal.swept(lock.state(), &intent.id)
    }
}

impl InPlace {
    /// Returns the name that the transaction has when it is committed.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Commits the change. An error means that everything was rolled back, unless its message says otherwise.
    pub fn commit(mut self) -> Result<Committed, CommitError> {
        let store = Arc::clone(&self.store);
        let mut committed = Committed { id: self.id.clone(), warnings: std::mem::take(&mut self.warnings) };
        let Some(intent) = self.intent.take() else {
            committed.warnings.extend(store.take_notices());
            return Ok(committed);
        };
        let mut journal = store.journal();
        // Where the file itself decides, it is already in place and synced.
        let sync = self.durability.syncs() && intent.decided_by == DecidedBy::Record;
        let state = self.lock.state();
        if let Err(error) = journal.end(state, &intent.id, Outcome::Committed, sync) {
            if intent.decided_by == DecidedBy::Content {
                // The file is in place, so the commit has happened: recovery finds that too, unless the journal is gone.
                let warning = store.record_again(&self.lock, &mut journal, &intent, &self.kept);
                committed.warnings.extend(warning);
                committed.warnings.extend(store.take_notices());
                return Ok(committed);
            }
            return Err(store.abort_commit(&mut journal, &self.begun(&intent), error.into()));
        }
        if let Some(warning) = store.record_again(&self.lock, &mut journal, &intent, &self.kept) {
            committed.warnings.push(warning);
        }
        store.note_latest(&journal);
        // Failures from here on are repaired by the next transaction.
        let _ = store.sweep(&self.lock, &mut journal, self.durability.syncs());
        let kept = journal.keep_within(state, store.settings.history_bytes, self.durability.syncs());
        if let Ok(dropped) = kept
            && dropped.without_contents.contains(&intent.id)
        {
            committed.warnings.push(store.cannot_be_undone(&intent));
        }
        committed.warnings.extend(store.take_notices());
        Ok(committed)
    }

    /// Rolls everything back. Returns the files that were changed elsewhere in the meantime, which are left
    /// alone.
    pub fn abort(mut self) -> Result<Vec<WorkspacePath>> {
        self.roll_back()
    }

    fn roll_back(&mut self) -> Result<Vec<WorkspacePath>> {
        let Some(intent) = self.intent.take() else { return Ok(Vec::new()) };
        let mut journal = self.store.journal();
        let begun = self.begun(&intent);
        let left = self.store.putting(&journal, &begun).roll_back(begun.files)?;
        let state = self.lock.state();
        match journal.end(state, &intent.id, Outcome::Aborted, begun.sync) {
            // If the journal was removed, there is nothing to record the end in.
            Err(error) if journal.is_in(state) => Err(error),
            _ => Ok(left),
        }
    }

    fn begun<'a>(&'a self, intent: &'a Intent) -> Begun<'a> {
        let (files, sync) = (intent.files.len(), self.durability.syncs());
        Begun { lock: &self.lock, intent, kept: &self.kept, files, sync }
    }
}

impl Drop for InPlace {
    fn drop(&mut self) {
        // The next user of the root set tries again after a failure here.
        let _ = self.roll_back();
    }
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

impl Transactions {
    /// Returns the id of the latest commit, or [`NO_COMMIT`].
    pub fn latest_id(&self) -> String {
        self.with_latest(1, |entries, _| latest(entries).to_owned())
    }

    /// Returns the id of the latest commit without waiting: while a commit is being written it is the one before. Files that are
    /// read after this call are as this commit left them, or newer.
    pub fn latest_id_at_once(&self) -> String {
        match self.journal.try_lock() {
            Ok(journal) => latest(journal.latest(1).1).to_owned(),
            Err(TryLockError::Poisoned(poisoned)) => latest(poisoned.into_inner().latest(1).1).to_owned(),
            Err(TryLockError::WouldBlock) => self.noted().clone(),
        }
    }

    /// Refuses a change that is made on another commit than the latest one.
    pub fn require_base(&self, base: &str) -> Result<()> {
        self.with_history(|entries| require_latest(entries, base))
    }

    /// Notes the latest commit for those who do not wait for the journal.
    pub(super) fn note_latest(&self, journal: &Journal) {
        latest(journal.latest(1).1).clone_into(&mut self.noted());
    }

    fn noted(&self) -> MutexGuard<'_, String> {
        self.latest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
