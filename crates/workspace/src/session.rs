//! One session on the folders of a workspace: what it was opened with, what it has read, and what is under way.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use super::draft::Draft;
use super::files::{Host, SessionReads, Workers, WorkersInUse};
use super::held::{Held, abort_reason};
use super::options::Options;
use super::paths::Paths;
use super::shared::Shared;
use scenewright_call::CancelToken;
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::{IgnoreRules, WorkspacePath, WriteRules};
use scenewright_journal::FileChange;
use scenewright_tools::exec::{OpenCalls, Owner, SerialQueue, lock};

/// The transactions of one session, by number.
pub(crate) type ByNumber<T> = HashMap<u64, T>;

/// A session, as its calls see it.
pub(crate) struct Session {
    pub options: Options,
    pub shared: Arc<Shared>,
    pub paths: Arc<Paths>,
    pub reads: SessionReads,
    pub host: Host,
    /// The files that the option and the `.gitignore` files leave out.
    pub ignored: IgnoreRules,
    /// The files that the option alone leaves out.
    pub own_ignored: IgnoreRules,
    /// The ignored files that may be changed.
    pub allowed_ignored: IgnoreRules,
    pub write_rules: Arc<WriteRules>,
    pub texts: SerialQueue,
    /// The queue of the tools that change files, in the order of their calls.
    pub changes: SerialQueue,
    calls: Mutex<HashMap<u32, CancelToken>>,
    drafts: Mutex<ByNumber<Begun>>,
    in_place: Mutex<ByNumber<Box<Held>>>,
    /// The locks of the guards that are under way, by their ids. A dropped lock belongs to a guard whose owner is gone.
    pub guards: Mutex<HashMap<String, Box<dyn Send>>>,
    last_number: AtomicU64,
    pub open_calls: Arc<OpenCalls>,
    closed: AtomicBool,
    _workers: WorkersInUse,
}

/// A transaction whose body is at work.
pub(crate) struct Begun {
    pub draft: Draft,
    pub message: Option<String>,
}

impl Session {
    /// Opens a session. The folders must exist; nothing is created on disk.
    pub(crate) fn open(options_json: &str) -> Result<Session> {
        let options = Options::from_json(options_json)?;
        // A root that is not there is a mistake in the options.
        let misuse = |error: Error| Error { kind: Kind::InvalidInput, ..error };
        let shared = Shared::of(&options).map_err(misuse)?;
        let paths =
            Paths::new(Arc::clone(&shared.root_set), &options.roots, shared.state.clone()).map_err(misuse)?;
        let reads = SessionReads::new(&shared.root_set);
        if let Some(state) = &options.state {
            reads.service().import(state)?;
        }
        let rules = |gitignore| IgnoreRules::new(Arc::clone(&shared.root_set), &options.ignore, gitignore);
        let write_rules = WriteRules::allowing(&options.allow_write)?;
        let write_rules = Arc::new(write_rules.denying(&options.deny)?.read_only(options.read_only));
        let ignored = rules(options.gitignore)?.with_git(options.git.clone());
        let ignored = ignored.with_access(Arc::clone(&write_rules));
        // Without `.gitignore`: for `no_ignore`, which lifts the rules of the repository and not
        // those of the host.
        let own_ignored = rules(false)?.with_access(Arc::clone(&write_rules));
        let allowed_ignored = IgnoreRules::new(Arc::clone(&shared.root_set), &options.allow_ignored, false)?;
        Ok(Session {
            host: Host::new(options.hooks),
            options,
            shared,
            paths: Arc::new(paths),
            reads,
            ignored,
            own_ignored,
            allowed_ignored,
            write_rules,
            texts: SerialQueue::new("scenewright-drafts"),
            changes: SerialQueue::new("scenewright-edits"),
            calls: Mutex::default(),
            drafts: Mutex::default(),
            in_place: Mutex::default(),
            guards: Mutex::default(),
            last_number: AtomicU64::new(0),
            open_calls: Arc::default(),
            closed: AtomicBool::new(false),
            _workers: Workers::shared().enter(),
        })
    }

    /// Returns the reason why tools leave a file alone: the folder that the ignore rules name, unless the user allowed its
    /// files.
    pub(crate) fn reason_to_leave(&self, path: &WorkspacePath) -> Result<Option<String>> {
        let folder = self.ignored.ignored_folder(path)?.filter(|_| !self.allowed_ignored.is_left_alone(path));
        Ok(folder.map(|folder| {
            format!(
                "The ignore rules leave the folder {folder} alone. If its files are the user's own, the user can allow them: start \
                 with --allow-ignored {folder}/ (the option allowIgnored of a host)."
            )
        }))
    }

    /// Records that the session has changed these files, and so knows their contents.
    pub(crate) fn remember(&self, changes: &[FileChange]) {
        self.reads.committed(&|path| self.paths.display_path(path), changes);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::SeqCst)
    }

    pub(crate) fn calls(&self) -> MutexGuard<'_, HashMap<u32, CancelToken>> {
        lock(&self.calls)
    }

    pub(crate) fn drafts(&self) -> MutexGuard<'_, ByNumber<Begun>> {
        lock(&self.drafts)
    }

    /// Locks the transactions whose files are in place.
    pub(crate) fn in_place(&self) -> MutexGuard<'_, ByNumber<Box<Held>>> {
        lock(&self.in_place)
    }

    /// Returns the number of a new transaction.
    pub(crate) fn next_number(&self) -> u64 {
        self.last_number.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// Takes no calls from here on, and cancels those that are open.
    pub(crate) fn shut(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.cancel_all();
    }

    pub(crate) fn cancel_all(&self) {
        // Copied, because a token that is cancelled answers its call, which takes itself out of the
        // map.
        let open: Vec<CancelToken> = self.calls().values().cloned().collect();
        open.iter().for_each(CancelToken::cancel);
    }

    /// Distinguishes the session from the others that wait for the lock.
    pub(crate) fn number(&self) -> Owner {
        // The session lives in an `Arc` and never moves, so the address is its own for as long as
        // it waits.
        std::ptr::from_ref(self).addr()
    }

    /// Ends the threads of a session that takes no more calls. After that only unfinished calls have a reference
    /// to it.
    pub(crate) fn end_threads(self: Arc<Self>) {
        // In this order: the queues that can start a commit end first, then the drafts go, and only
        // when no call is left can no more files come into place, so that what is rolled back at
        // the end is all there is.
        self.changes.end();
        self.reads.service().close();
        self.texts.end();
        lock(&self.drafts).clear();
        // Another session may have files in place for long. Its caller was notified already.
        self.shared.change_lock.forget(self.number());
        self.open_calls.shut();
        let left = std::mem::take(&mut *lock(&self.in_place));
        for held in left.into_values() {
            held.abort(abort_reason("closed", None));
        }
    }

    /// Refuses a change that is made within a verification and awaited there: it would wait for its own end.
    pub(crate) fn require_no_wait_for_itself(&self, within: &[String]) -> Result<()> {
        if within.iter().any(|id| self.shared.verifying().contains(id)) {
            let message = "This change was made within verify of another transaction on the same folders, and would \
                           wait for it for ever.";
            return Err(Error::new(Kind::InvalidInput, message)
                .with_hint("Make it after that transaction has ended."));
        }
        Ok(())
    }
}
