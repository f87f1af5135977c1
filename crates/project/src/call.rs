//! One call in progress, as the tools see it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde_json::json;

use super::author::Author;
use super::options::Options;
use super::parameters::GivenValues;
use super::session::Session;
use super::shared::{Committed, Ran, Shared, Sources, Unwritten, run};
use super::snapshot::Snapshots;
use scenewright_call::{CancelToken, Level, LogLine, cancelled};
use scenewright_error::{Error, Kind, Result};
use scenewright_fs::WaitLimit;
use scenewright_journal::new_commit_id;
use scenewright_runner::{Runner, SceneNumber};
use scenewright_scene::{GivenParameters, Scene};
use scenewright_script::RunOutcome;
use scenewright_tools::exec::{CallState, lock};

type After = Box<dyn FnOnce() + Send>;

/// The longest wait of a write for other processes. They hold the lock for milliseconds; after this long something
/// hangs.
pub(crate) const LOCK_WAIT: Duration = Duration::from_secs(10);

/// The number of times that a question runs main while commits change the files under it. After that it answers with the scene
/// of the files that it has read.
const MAX_TRIES: usize = 3;

/// The largest scene cache that is written before the answer; a larger one is written after it.
const CACHE_BEFORE_ANSWER: usize = 1 << 20;

/// The most entities of a scene that is tried for a cache before the answer: a larger one is sure to be too large.
const MAX_CACHED_AT_ONCE: usize = 4_000;

pub(crate) struct Call<'a> {
    pub session: &'a Session,
    pub shared: &'a Arc<Shared>,
    pub cancel: &'a CancelToken,
    pub id: u32,
    pub author: Author,
    /// The commit that a change must be based on: the latest.
    pub base: Option<String>,
    turn: &'a CallState,
    after: RefCell<Vec<After>>,
    /// The lines of the last run that the listener has received.
    printed: Cell<usize>,
    /// The reason why the files as they are give no scene.
    stale: RefCell<Option<Error>>,
}

impl<'a> Call<'a> {
    pub(crate) fn new(
        session: &'a Session,
        cancel: &'a CancelToken,
        turn: &'a CallState,
        id: u32,
        author: Author,
        base: Option<String>,
    ) -> Self {
        let (after, printed, stale) = Default::default();
        Call { session, shared: &session.shared, cancel, id, author, base, turn, after, printed, stale }
    }

    /// Runs sources, and sends the lines that they print to the listener while they run.
    pub(crate) fn run(
        &self,
        sources: &Sources,
        changed: Vec<String>,
        base: Option<(SceneNumber, &Scene)>,
    ) -> Ran {
        self.emit_progress("run", "running main");
        // A change that conflicts runs again, and prints again: its lines are counted from the start.
        self.printed.set(0);
        let printed = |line: &LogLine| {
            if line.level == Level::Progress {
                return self.emit_progress("script", &format!("running main: {}", line.text));
            }
            self.printed.set(self.printed.get() + 1);
            self.session.printed(self.id, line);
        };
        run(sources, changed, self.options(), self.options().run.limits.time_ms, base, self.cancel, &printed)
    }

    /// Sends the lines of the last run that the listener has not received, such as a note at the end.
    pub(crate) fn emit_rest_of_logs(&self, logs: &[LogLine]) {
        // The listener has the lines that were printed while the script ran; the note about omitted ones exists
        // only at the end.
        for line in logs.iter().skip(self.printed.replace(logs.len())) {
            self.session.printed(self.id, line);
        }
    }

    /// Reports to the listener what the call is doing.
    pub(crate) fn emit_progress(&self, step: &str, message: &str) {
        let event = json!({ "type": "progress", "callId": self.id, "step": step, "message": message });
        self.session.emit(&event.to_string());
    }

    /// Returns the reason why the scene that the call used differs from the files.
    pub(crate) fn take_stale(&self) -> Option<Error> {
        self.stale.take()
    }

    /// Asks whether the call was cancelled, before it has any effect. The caller of a cancelled call was notified
    /// that it has no effect.
    pub(crate) fn settle(&self) -> Result<()> {
        if !self.cancel.is_cancelled() && self.turn.settle() { Ok(()) } else { Err(cancelled()) }
    }

    /// Sees the commits of other processes, waiting at most `wait` for one in progress.
    pub(crate) fn see_others(&self, wait: Duration) -> Result<()> {
        let is_cancelled = || self.cancel.is_cancelled();
        self.shared.see_others(&WaitLimit::until_elapsed(wait).or_cancelled(&is_cancelled))
    }

    pub(crate) fn options(&self) -> &'a Options {
        &self.session.options
    }

    /// Runs `work` once the caller has its answer, before the next call of the queue.
    pub(crate) fn after_answer(&self, work: After) {
        self.after.borrow_mut().push(work);
    }

    pub(crate) fn take_after(&self) -> Vec<After> {
        self.after.take()
    }

    /// Writes the cache: for a small scene at once, for a large one on another thread when the caller has its
    /// answer. The latter also applies when the caller does not want to wait for the lock. `before` is the scene that a commit
    /// replaced by it.
    pub(crate) fn cache(&self, committed: &Arc<Committed>, before: Option<Arc<Committed>>) {
        // Counted first, because making the text of a large scene costs as much as writing it.
        if committed.scene.entity_count() <= MAX_CACHED_AT_ONCE {
            let text = Shared::cache_text(committed);
            let is_cancelled = || self.cancel.is_cancelled();
            let limit = WaitLimit::until_elapsed(LOCK_WAIT).or_cancelled(&is_cancelled);
            if text.len() < CACHE_BEFORE_ANSWER && self.shared.write_cache(&text, &limit).is_ok() {
                return;
            }
        }
        let (shared, committed) = (Arc::clone(self.shared), Arc::clone(committed));
        let unwritten = Unwritten { committed, before };
        self.after_answer(Box::new(move || shared.write_cache_later(unwritten)));
    }

    /// Adopts the scene of a run of the files as they are on disk. It has the id of the latest commit where that left these files,
    /// as when another process committed them; else an id that no history knows.
    pub(crate) fn adopt_run(&self, sources: &Sources, outcome: RunOutcome) -> Arc<Committed> {
        let header = sources.header(&outcome, self.options());
        let commit = self.shared.commit_of(&header, &outcome.scene);
        let is_loose = commit.is_none();
        if is_loose {
            self.shared.keep_scene_of_commit();
        }
        let id = commit.unwrap_or_else(new_commit_id);
        let committed = self.shared.adopt(Committed::new(Arc::new(outcome.scene), header, id, None));
        if is_loose {
            self.shared.note_loose(&committed);
        }
        committed
    }

    /// Returns the commit of the history that a change must be made on, for the comparison at the commit; `None` where its caller
    /// gave none. Refuses the change where that is not the latest one.
    pub(crate) fn require_base(&self) -> Result<Option<String>> {
        let Some(base) = &self.base else { return Ok(None) };
        let transactions = &self.shared.transactions;
        let latest = transactions.latest_id();
        // The scene of a run that changed no file has an id too, which the history does not know. Ids are in the order of time.
        if self.shared.is_scene_in_memory(base) && latest <= *base {
            return Ok(Some(latest));
        }
        transactions.require_base(base)?;
        Ok(Some(base.clone()))
    }

    /// Returns the runner for the jobs of this call.
    pub(crate) fn runner(&self) -> Runner<'a> {
        let options = self.options();
        let (limits, fonts) = (&options.run.limits, options.fonts.source());
        Runner { isolation: &options.isolation, limits, fonts, cancel: self.cancel, printed: &|_| {} }
    }

    /// Returns the committed scene: from memory, from the cache, or by running main when neither matches the files. Where
    /// main does not run, because it was edited by hand, it is the scene of the last successful run. While a change runs it is
    /// the scene of the last commit.
    pub(crate) fn committed(&self) -> Result<Arc<Committed>> {
        let mut tries = 0;
        loop {
            tries += 1;
            let is_last_try = tries == MAX_TRIES;
            let gate = self.shared.gate();
            // Read under the gate, so that all files are of one commit; run after it, so that a commit need not
            // wait for the run.
            let files = Snapshots::new(&self.shared.folder);
            if let Some(known) = self.shared.known_scene(&files, self.options())? {
                return Ok(known);
            }
            let sources = self.shared.sources(&files, &BTreeMap::new(), self.options())?;
            let generation = self.shared.generation();
            drop(gate);
            if !sources.has_main() {
                return Err(no_main());
            }
            let _alone = self.shared.make_alone();
            // A scene was adopted while this call waited for its turn: it very likely fits the files.
            if !is_last_try && self.shared.generation() != generation {
                continue;
            }
            // The scene before, which most changes leave nearly as it was.
            let before = lock(&self.shared.committed).clone();
            let base = before.as_ref().and_then(|before| self.shared.base_of(&before.scene));
            let Ran { outcome, number, .. } = self.run(&sources, Vec::new(), base);
            if self.cancel.is_cancelled() {
                return Err(cancelled());
            }
            let _gate = self.shared.gate();
            // A commit that came meanwhile has its own scene, which this one must not replace.
            let is_latest = self.shared.generation() == generation;
            if !is_latest && !is_last_try {
                continue;
            }
            let outcome = match outcome {
                Ok(outcome) => outcome,
                Err(failure) => return self.stale_scene(failure.error),
            };
            // The last try: the scene is right for the files that were read, but is not the project's scene any
            // longer, so it is neither kept nor cached.
            if !is_latest {
                let header = sources.header(&outcome, self.options());
                return Ok(Arc::new(Committed::new(Arc::new(outcome.scene), header, new_commit_id(), None)));
            }
            let committed = self.adopt_run(&sources, outcome);
            self.shared.note_number(&committed.scene, number);
            self.cache(&committed, None);
            return Ok(committed);
        }
    }

    /// Reads the files as they are on disk, all of one commit.
    fn sources_on_disk(&self) -> Result<Sources> {
        let _gate = self.shared.gate();
        self.shared.sources(&Snapshots::new(&self.shared.folder), &BTreeMap::new(), self.options())
    }

    /// Returns the committed scene with the places in the sources where its entities were drawn. A scene from the
    /// cache has none: main is run again for them, and if it now fails, they are missing.
    pub(crate) fn committed_with_places(&self) -> Result<Arc<Committed>> {
        let committed = self.committed()?;
        if committed.scene.knows_source_places() {
            return Ok(committed);
        }
        let sources = self.sources_on_disk()?;
        let limit = self.options().run.limits.time_ms;
        let Ok(outcome) =
            run(&sources, Vec::new(), self.options(), limit, None, self.cancel, &|_| {}).outcome
        else {
            return Ok(committed);
        };
        if self.cancel.is_cancelled() {
            return Err(cancelled());
        }
        let mut scene = Scene::clone(&committed.scene);
        // Only the places are taken: the scene keeps its identity, so that pictures and differences of it stay
        // valid.
        scene.take_source_places(&outcome.scene);
        let with_places = Committed {
            scene: Arc::new(scene),
            header: committed.header.clone(),
            transaction_id: committed.transaction_id.clone(),
            version: committed.version.clone(),
            previous: committed.previous.clone(),
            // Its rows have places now.
            view_index: OnceLock::new(),
        };
        let _gate = self.shared.gate();
        if self.shared.is_current(&committed) {
            return Ok(self.shared.adopt(with_places));
        }
        Ok(Arc::new(with_places))
    }

    /// Returns the scene of the last run, and remembers that the files give another one.
    fn stale_scene(&self, error: Error) -> Result<Arc<Committed>> {
        // A run that was cancelled, or whose runner failed, is no verdict on the files.
        let is_of_script = !matches!(error.kind, Kind::Cancelled | Kind::Runner);
        let last_good = self.shared.last_good_scene(self.options()).filter(|_| is_of_script);
        let Some(last_good) = last_good else {
            let message = format!("main does not run, so there is no scene: {}", error.message);
            return Err(Error { message, ..error });
        };
        *self.stale.borrow_mut() = Some(error);
        Ok(last_good)
    }

    /// Returns the scene that the files on disk make with other values of their parameters, which stays out of memory and
    /// cache; the given one when none are set.
    pub(crate) fn with_parameters(
        &self,
        committed: Arc<Committed>,
        parameters: Option<GivenValues>,
    ) -> Result<Arc<Committed>> {
        let Some(set) = parameters else { return Ok(committed) };
        let mut sources = self.sources_on_disk()?;
        sources.parameters = GivenParameters { set, ..GivenParameters::default() };
        let limit = self.options().run.limits.time_ms;
        // Other values leave most of the scene as it is.
        let base = self.shared.base_of(&committed.scene);
        let ran = run(&sources, Vec::new(), self.options(), limit, base, self.cancel, &|_| {});
        let outcome = ran.outcome.map_err(|failure| failure.error)?;
        let header = sources.header(&outcome, self.options());
        let previous = Some(Arc::clone(&committed.scene));
        Ok(Arc::new(Committed::new(
            Arc::new(outcome.scene),
            header,
            committed.transaction_id.clone(),
            previous,
        )))
    }
}

/// Returns the refusal of everything that needs a scene, in a project that has none.
pub(crate) fn no_main() -> Error {
    Error::new(Kind::NotReady, "There is no scene yet: the project has no main")
        .with_hint("Create it with write { \"file\": \"main\", \"code\": \"…\" }.")
}
