//! The transactions of one site.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::journal::{DecidedBy, FileStep, HistoryEntry, Intent, Journal, Outcome};
use super::plan::{Plan, Step};
use super::put_back;
use super::refusal::CommitError;
use super::request::{CommitRequest, Committed, Durability};
use crate::error::{Error, Kind, Result};
use crate::workspace::{ContentHash, Site, SiteLock, WaitLimit, WorkspacePath, new_commit_id};

/// What a store of transactions keeps to.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How large the journal may be; the oldest transactions go first.
    pub history_bytes: u64,
    /// No larger file is read or kept.
    pub largest_file_bytes: u64,
}

/// Commits, recovers and remembers. Opening it touches nothing.
#[derive(Debug)]
pub struct Transactions {
    site: Arc<Site>,
    settings: Settings,
    journal: Mutex<Journal>,
    /// What happened to the journal and was not told with a change yet.
    pub(super) notices: Mutex<Vec<String>>,
}

/// A transaction whose files are in place and which does not count yet. It holds the site's lock.
///
/// Invariant: it is consumed by [`commit`](InPlace::commit) or [`abort`](InPlace::abort), and dropping it aborts. If the
/// process dies, the next one that looks at the site puts everything back.
#[derive(Debug)]
pub struct InPlace {
    store: Arc<Transactions>,
    lock: SiteLock,
    /// None when nothing changes.
    intent: Option<Intent>,
    warnings: Vec<String>,
    id: String,
    durability: Durability,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { history_bytes: 64 << 20, largest_file_bytes: 16 << 20 }
    }
}

impl Transactions {
    pub fn new(site: Arc<Site>, settings: Settings) -> Arc<Transactions> {
        Arc::new(Transactions { site, settings, journal: Mutex::default(), notices: Mutex::default() })
    }

    pub fn site(&self) -> &Arc<Site> {
        &self.site
    }

    /// Sees what other processes committed, and finishes or undoes what one left that died: to be called before
    /// files are read. While a living process is at a transaction, it waits for as long as the limit says, and
    /// then goes on.
    pub fn look(&self, limit: &WaitLimit<'_>) -> Result<()> {
        let Some(state) = self.site.state()? else { return Ok(()) };
        {
            let mut journal = self.journal();
            journal.refresh(&state)?;
            if journal.open_intent().is_none() && journal.unswept().is_none() {
                return Ok(());
            }
        }
        let finished = self.site.lock(limit).and_then(|lock| {
            let mut journal = self.journal();
            journal.refresh(lock.state())?;
            self.finish_interrupted(&lock, &mut journal, limit)
        });
        match finished {
            Err(error) if error.kind == Kind::Conflict => Ok(()),
            finished => finished,
        }
    }

    /// [`look`](Transactions::look) without waiting, not even for this process: what it commits just now is seen later.
    pub fn glance(&self) -> Result<()> {
        if matches!(self.journal.try_lock(), Err(TryLockError::WouldBlock)) {
            return Ok(());
        }
        self.look(&WaitLimit::until_elapsed(Duration::ZERO))
    }

    /// Makes the changes, all or none.
    pub fn commit(self: &Arc<Self>, request: &CommitRequest<'_>) -> Result<Committed, CommitError> {
        self.put_in_place(request, false)?.commit()
    }

    /// Makes the changes, to be committed or taken back when somebody has looked at the files.
    pub fn begin(self: &Arc<Self>, request: &CommitRequest<'_>) -> Result<InPlace, CommitError> {
        self.put_in_place(request, true)
    }

    /// Does something with the history, the oldest transaction first.
    pub fn with_history<R>(&self, read: impl FnOnce(&[HistoryEntry]) -> R) -> R {
        read(self.journal().entries())
    }

    /// The bytes that a transaction replaced.
    pub(super) fn kept_bytes(&self, content: ContentHash) -> Result<Option<Vec<u8>>> {
        match self.site.state()? {
            Some(state) => self.journal().bytes(&state, content),
            None => Ok(None),
        }
    }

    pub(super) fn largest_file_bytes(&self) -> u64 {
        self.settings.largest_file_bytes
    }

    pub(super) fn journal(&self) -> MutexGuard<'_, Journal> {
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put_in_place(
        self: &Arc<Self>,
        request: &CommitRequest<'_>,
        awaits: bool,
    ) -> Result<InPlace, CommitError> {
        // An undo counts also where the files are as it wants them by now.
        let is_undo = request.label.undoes.is_some();
        if request.changes.is_empty() && !is_undo {
            return Err(CommitError::Invalid("There is nothing to commit.".to_owned()));
        }
        request.limit.require_wanted()?;
        let lock = self.site.lock(&request.limit)?;
        let mut journal = self.journal();
        journal.refresh(lock.state())?;
        self.finish_interrupted(&lock, &mut journal, &request.limit)?;
        let changed = request.changes.iter().map(|change| &change.path);
        let compared = request.unchanged.iter().map(|(path, _)| path);
        lock.cover(&changed.chain(compared).collect::<Vec<_>>(), &request.limit)?;
        let plan = Plan::make(&self.site, &lock, request, self.settings.largest_file_bytes)?;
        let Plan { mut steps, folders, warnings } = plan;
        request.limit.require_wanted()?;

        let id = new_commit_id();
        let durability = request.durability;
        let is_decided_by_content = !awaits && steps.len() == 1;
        steps.iter_mut().for_each(|step| step.prepare(&id, is_decided_by_content));
        let files: Vec<FileStep> = steps.iter().map(|step| step.record.clone()).collect();
        let intent = (is_undo || !files.is_empty()).then(|| Intent {
            id: id.clone(),
            at_ms: now_ms(),
            tool: request.label.tool.clone(),
            message: request.label.message.clone(),
            undoes: request.label.undoes.clone(),
            decided_by: if is_decided_by_content { DecidedBy::Content } else { DecidedBy::Record },
            folders,
            files,
            scene: request.label.scene.clone(),
        });
        if let Some(intent) = &intent {
            let blobs: Vec<(ContentHash, &[u8])> = steps.iter().flat_map(Step::blobs).collect();
            journal.begin(lock.state(), intent, &blobs, durability.syncs())?;
            let mut begun = 0;
            if let Err(error) = self.make(&lock, intent, &mut steps, request, &mut begun) {
                // A folder that was moved away meanwhile is out of reach by its path, and its handle is still held.
                let is_clean = begun == 0 && steps.iter().all(Step::discard);
                let error = self.take_back(&lock, &mut journal, intent, begun, durability, error);
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
        Ok(InPlace { store: Arc::clone(self), lock, intent, warnings, id, durability })
    }

    /// From the intent to the files in place. An error leaves it to the caller to take back what was done; `begun`
    /// counts the files that may be changed.
    fn make(
        &self,
        lock: &SiteLock,
        intent: &Intent,
        steps: &mut [Step],
        request: &CommitRequest<'_>,
        begun: &mut usize,
    ) -> Result<(), CommitError> {
        let sync = request.durability.syncs();
        for folder in &intent.folders {
            if !lock.make_folder(folder, sync)? {
                return Err(CommitError::Conflict { file: self.site.shown(folder) });
            }
        }
        let in_file = |step: &Step, error: Error| error.in_file(self.site.shown(&step.record.path));
        for step in steps.iter_mut() {
            if !step.find_place(lock).map_err(|error| in_file(step, error))? {
                return Err(CommitError::Conflict { file: self.site.shown(&step.record.path) });
            }
            step.stage(sync).map_err(|error| in_file(step, error))?;
        }
        for step in steps.iter() {
            step.require_unchanged(&self.site, self.settings.largest_file_bytes)?;
        }
        request.limit.settle()?;
        for step in steps.iter() {
            *begun += 1;
            step.apply(sync).map_err(|error| in_file(step, error))?;
        }
        if sync {
            put_back::sync_folders(steps.iter().filter_map(Step::changed_folder))?;
        }
        Ok(())
    }

    /// Takes back what was done, and answers the error to report.
    fn take_back(
        &self,
        lock: &SiteLock,
        journal: &mut Journal,
        intent: &Intent,
        begun: usize,
        durability: Durability,
        cause: CommitError,
    ) -> CommitError {
        let sync = durability.syncs();
        match put_back::put_back(lock, journal, intent, begun, self.settings.largest_file_bytes, sync) {
            Ok(left) => {
                // Without this record recovery finds the files as they were, and comes to the same end.
                let _ = journal.end(lock.state(), &intent.id, Outcome::Aborted, sync);
                match left.first() {
                    None => cause,
                    Some(path) => CommitError::Failed(Error {
                        message: format!(
                            "{cause} {} was changed by somebody else meanwhile and was left as it is.",
                            self.site.shown(path)
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

    /// Ends what a dead process began. Only under the lock, and after a refresh under it.
    pub(super) fn finish_interrupted(
        &self,
        lock: &SiteLock,
        journal: &mut Journal,
        limit: &WaitLimit<'_>,
    ) -> Result<()> {
        let largest = self.settings.largest_file_bytes;
        self.mend(lock, journal)?;
        let Some(unfinished) = journal.open_intent().or(journal.unswept()) else { return Ok(()) };
        let files: Vec<&WorkspacePath> = unfinished.files.iter().map(|file| &file.path).collect();
        lock.cover(&files, limit)?;
        if let Some(intent) = journal.open_intent().cloned() {
            let outcome = match intent.decided_by {
                DecidedBy::Content => put_back::decide(lock, journal, &intent, largest)?,
                DecidedBy::Record => {
                    put_back::put_back(lock, journal, &intent, intent.files.len(), largest, true)?;
                    self.note_damaged_contents(lock, journal, &intent)?;
                    Outcome::Aborted
                }
            };
            journal.end(lock.state(), &intent.id, outcome, true)?;
        }
        self.sweep(lock, journal, true)
    }

    /// Removes what the last transaction set aside.
    fn sweep(&self, lock: &SiteLock, journal: &mut Journal, sync: bool) -> Result<()> {
        let Some(intent) = journal.unswept().cloned() else { return Ok(()) };
        put_back::remove_temporaries(lock, &intent, sync)?;
        journal.swept(lock.state(), &intent.id)
    }
}

impl InPlace {
    /// The name that the transaction has when it is committed.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Makes it count. An error means that everything was put back, unless it says otherwise.
    pub fn commit(mut self) -> Result<Committed, CommitError> {
        let store = Arc::clone(&self.store);
        let mut committed = Committed { id: self.id.clone(), warnings: std::mem::take(&mut self.warnings) };
        let Some(intent) = self.intent.take() else {
            committed.warnings.extend(store.take_notices());
            return Ok(committed);
        };
        let mut journal = store.journal();
        // Where the file itself decides, it is in place and synced by now.
        let sync = self.durability.syncs() && intent.decided_by == DecidedBy::Record;
        let state = self.lock.state();
        if let Err(error) = journal.end(state, &intent.id, Outcome::Committed, sync) {
            if intent.decided_by == DecidedBy::Content {
                // It is there all the same: the next who looks will find so.
                committed.warnings.extend(store.take_notices());
                return Ok(committed);
            }
            let all = intent.files.len();
            return Err(store.take_back(
                &self.lock,
                &mut journal,
                &intent,
                all,
                self.durability,
                error.into(),
            ));
        }
        // What fails from here on is made good by the next transaction.
        let _ = store.sweep(&self.lock, &mut journal, self.durability.syncs());
        let _ = journal.keep_within(state, store.settings.history_bytes, self.durability.syncs());
        committed.warnings.extend(store.take_notices());
        Ok(committed)
    }

    /// Puts everything back. Answers the files that somebody else changed meanwhile, which are left as they are.
    pub fn abort(mut self) -> Result<Vec<WorkspacePath>> {
        self.put_back()
    }

    fn put_back(&mut self) -> Result<Vec<WorkspacePath>> {
        let Some(intent) = self.intent.take() else { return Ok(Vec::new()) };
        let mut journal = self.store.journal();
        let sync = self.durability.syncs();
        let largest = self.store.settings.largest_file_bytes;
        let left = put_back::put_back(&self.lock, &journal, &intent, intent.files.len(), largest, sync)?;
        journal.end(self.lock.state(), &intent.id, Outcome::Aborted, sync)?;
        Ok(left)
    }
}

impl Drop for InPlace {
    fn drop(&mut self) {
        // What fails is tried again by the next who looks at the site.
        let _ = self.put_back();
    }
}

/// Removes folders that a transaction had made and that are empty since it was taken back.
pub(super) fn remove_made_folders(lock: &SiteLock, folders: &[WorkspacePath], sync: bool) -> Result<()> {
    folders.iter().rev().try_for_each(|folder| lock.remove_empty_folder(folder, sync))
}

fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
