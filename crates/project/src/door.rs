//! The class of the library: queues of calls, and their cancellation.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use super::author::Author;
use super::call::Call;
use super::session::Session;
use super::tools::{self, HostCall, Job};
use super::watch::Outlook;
use scenewright_call::{CancelToken, cancelled};
use scenewright_tools::answer::{Answer, Reply};
use scenewright_tools::exec::{CallState, Ends, OnEnd, OpenCall, OpenCalls, end_in_background, lock};
use scenewright_tools::table::Lane;

use scenewright_error::{Error, Kind, Result};
use scenewright_runner as runner;
use scenewright_tools::freshness::FolderWatch;

/// One agent's work on one project: the files it has read, its listeners, its calls. Several sessions on one
/// folder share the scene and the queue of changes.
pub struct Project {
    session: Session,
    calls: Mutex<HashMap<u32, CancelToken>>,
    open_calls: Arc<OpenCalls>,
    watch: Mutex<Option<FolderWatch>>,
    closed: AtomicBool,
    _in_use: RunnersInUse,
}

/// A callback that receives the answer of a call.
pub type OnReply = Box<dyn FnOnce(Reply) + Send>;

/// The right to run scripts. When the last one of this process is dropped, the idle children end.
struct RunnersInUse;

static RUNNERS_IN_USE: AtomicUsize = AtomicUsize::new(0);

/// Returns the definitions of the scene tools as MCP clients see them.
pub fn tool_definitions() -> Value {
    scenewright_tools::table::definitions(tools::TOOLS)
}

impl Project {
    /// Opens a session. Nothing runs, and nothing on disk is touched, before the first call.
    pub fn open(options_json: &str) -> Result<Project> {
        Ok(Project {
            session: Session::open(options_json)?,
            calls: Mutex::default(),
            open_calls: Arc::default(),
            watch: Mutex::default(),
            closed: AtomicBool::new(false),
            _in_use: RunnersInUse::new(),
        })
    }

    /// Calls a tool on one of the project's threads; `reply` is called exactly once, from any thread.
    /// A change with a base is refused unless that is the latest commit.
    pub fn call(
        self: &Arc<Self>,
        tool: &str,
        args_json: &str,
        call_id: u32,
        (author, base): (Author, Option<String>),
        reply: OnReply,
    ) {
        self.accept(|| Ok(Job::of_tool(tool, args_json, author)?.on_base(base)), call_id, reply);
    }

    /// Makes a call of the host.
    pub fn call_host(self: &Arc<Self>, call: HostCall, call_id: u32, reply: OnReply) {
        self.accept(|| Ok(Job::of_host(call)), call_id, reply);
    }

    fn accept(self: &Arc<Self>, job: impl FnOnce() -> Result<Job>, call_id: u32, reply: OnReply) {
        // First entered, then asked: a session that is closing waits for all calls that entered before it was
        // marked.
        let open = self.open_calls.enter().filter(|_| !self.closed.load(Ordering::SeqCst));
        let Some(open) = open else { return reply(closed()) };
        match job() {
            Ok(job) => self.take(job, open, call_id, reply),
            Err(error) => reply(Answer::refused(error).into_reply()),
        }
    }

    fn take(self: &Arc<Self>, job: Job, open: OpenCall, call_id: u32, reply: OnReply) {
        let cancel = CancelToken::new();
        // Before the work is queued, so that a cancellation finds it however early it comes.
        lock(&self.calls).insert(call_id, cancel.clone());
        let reply = Arc::new(Mutex::new(Some(reply)));
        let turn = CallState::default();
        let registration = {
            let (turn, reply, project) = (turn.clone(), Arc::clone(&reply), Arc::clone(self));
            cancel.on_cancel(move || {
                // True only before the commit replaces files. After that the answer is the commit's.
                if turn.cancel() {
                    lock(&project.calls).remove(&call_id);
                    answer_once(&reply, Answer::refused(cancelled()));
                }
            })
        };
        let project = Arc::clone(self);
        let held = Arc::clone(&reply);
        let (lane, is_apart) = (job.lane, job.is_apart());
        let work: Box<dyn FnOnce() + Send> = Box::new(move || {
            // Dropped last, so that a waiter for the calls finds no reference of theirs to the session.
            let _open = open;
            let project = project;
            // Kept until the call is over: whatever it is doing, a cancellation is answered at once, and what it
            // still computes is thrown away.
            let _registration = registration;
            // Cancelled in the queue: the answer was given then.
            if !turn.start(&cancel) {
                return;
            }
            let call = Call::new(&project.session, &cancel, &turn, call_id, job.author, job.base.clone());
            // Unwind safe: locks ignore poisoning, and whatever the panic left half done in memory is compared with
            // the files by the next call.
            let answer = catch_unwind(AssertUnwindSafe(|| tools::answer(&call, job))).unwrap_or_else(|_| {
                let error = Error::new(
                    Kind::Internal,
                    "A bug of scenewright was caught; nothing was committed by it",
                );
                Answer::refused(error.with_hint("Please report this with the call that caused it."))
            });
            lock(&project.calls).remove(&call_id);
            answer_once(&held, answer);
            // After the answer and still in the lane: the next call finds the work done or waits for it.
            call.take_after().into_iter().for_each(|work| work());
        });
        let shared = &self.session.shared;
        let pushed = match lane {
            // Its caller bounds how many there are at once.
            _ if is_apart => {
                std::thread::Builder::new().name("scenewright-variant".into()).spawn(work).map(drop)
            }
            Lane::Changes => shared.changes.push(work),
            Lane::Questions => shared.questions.push(work),
            Lane::Texts => shared.texts.push(work),
        };
        if let Err(cause) = pushed {
            lock(&self.calls).remove(&call_id);
            let error = Error::io("start a thread for", "the project", &cause);
            answer_once(&reply, Answer::refused(error));
        }
    }

    /// Cancels a call that waits or runs. Once the new bytes are in place it can no longer be stopped.
    pub fn cancel(&self, call_id: u32) {
        let cancel = lock(&self.calls).get(&call_id).cloned();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }

    /// Sends every event of this session, and the commits of others on the folder, to a listener.
    pub fn listen(&self, listener: Box<dyn Fn(String) + Send + Sync>) {
        self.session.listen(listener);
    }

    /// Starts or stops reporting commits of other processes and edits by hand to the listener.
    pub fn watch(self: &Arc<Self>, is_wanted: bool) -> Result<()> {
        let mut watch = lock(&self.watch);
        if !is_wanted || self.closed.load(Ordering::SeqCst) {
            let ended = watch.take();
            drop(watch);
            // Its thread may be waiting for this lock no more.
            drop(ended);
            return Ok(());
        }
        if watch.is_some() {
            return Ok(());
        }
        let project = Arc::downgrade(self);
        let outlook = Arc::new(Outlook::begin(&self.session));
        let look = move || {
            let has_news = |project: Arc<Self>| outlook.may_have_news(&project.session);
            // A weak reference, because the watch belongs to the project: with a strong one neither would ever be
            // dropped.
            if !project.upgrade().is_some_and(has_news) {
                return;
            }
            // The session is not held meanwhile, so that it can be closed.
            let settled = outlook.wait_until_settled(|| {
                let project = project.upgrade()?;
                (!project.closed.load(Ordering::SeqCst)).then(|| Outlook::stamps(&project.session))
            });
            if let (true, Some(project)) = (settled, project.upgrade()) {
                project.look_in_line(&outlook);
            }
        };
        let folders = Outlook::folders(&self.session);
        let started = FolderWatch::start(folders, Box::new(look));
        *watch = Some(started.map_err(|cause| Error::io("start a thread to watch", "the project", &cause))?);
        Ok(())
    }

    /// Has an outlook look for news after the calls that came before.
    fn look_in_line(self: &Arc<Self>, outlook: &Arc<Outlook>) {
        let open = self.open_calls.enter().filter(|_| !self.closed.load(Ordering::SeqCst));
        // One look in the queue is enough: it sees all that changed until it begins.
        let Some(open) = open.filter(|_| outlook.claim_look()) else { return };
        let (project, looking) = (Arc::clone(self), Arc::clone(outlook));
        let pushed = self.session.shared.changes.push(Box::new(move || {
            // Dropped last, as in every call.
            let _open = open;
            let project = project;
            looking.look(&project.session);
        }));
        if pushed.is_err() {
            outlook.release_look();
        }
    }

    /// Returns the state of the session as JSON, with which another one can be opened.
    pub fn export_state(&self) -> Result<Value> {
        self.session.export_state()
    }

    /// Calls back when everything that was begun before is done and on disk.
    pub fn flush(&self, done: Box<dyn FnOnce() + Send>) {
        let done = Arc::new(Mutex::new(Some(done)));
        let later = Arc::clone(&done);
        let finish = move |done: &Mutex<Option<Box<dyn FnOnce() + Send>>>| {
            if let Some(done) = lock(done).take() {
                done();
            }
        };
        // Without a thread there is nothing under way either.
        let shared = Arc::clone(&self.session.shared);
        let written = move || {
            shared.finish_cache();
            // The next call that closes the session must find no reference here.
            drop(shared);
            finish(&later);
        };
        // In the lane of changes, after all that were begun. A call that was queued later does not delay it.
        if self.session.shared.changes.push(Box::new(written)).is_err() {
            finish(&done);
        }
    }
}

impl Ends for Project {
    /// Refuses later calls and finishes those that were begun.
    fn end(self: Arc<Self>, done: OnEnd) {
        self.closed.store(true, Ordering::SeqCst);
        // Taken out of the lock before it is dropped: dropping joins its thread, which may want the same lock.
        let watch = lock(&self.watch).take();
        drop(watch);
        let finish = move || {
            self.open_calls.shut();
            self.session.shared.finish_cache();
        };
        end_in_background(finish, done);
    }

    fn cancel_all(&self) {
        let open: Vec<CancelToken> = lock(&self.calls).values().cloned().collect();
        open.iter().for_each(CancelToken::cancel);
    }
}

impl RunnersInUse {
    fn new() -> RunnersInUse {
        RUNNERS_IN_USE.fetch_add(1, Ordering::SeqCst);
        RunnersInUse
    }
}

impl Drop for RunnersInUse {
    fn drop(&mut self) {
        // The last session of the process: idle children would otherwise keep it busy for a minute.
        if RUNNERS_IN_USE.fetch_sub(1, Ordering::SeqCst) == 1 {
            runner::rest();
        }
    }
}

/// Returns the answer to a call of a session that was closed.
pub fn closed() -> Reply {
    Answer::refused(closed_error()).into_reply()
}

/// Returns the refusal of a call of a closed session.
pub fn closed_error() -> Error {
    Error::new(Kind::Closed, "The project is closed")
}

fn answer_once(reply: &Mutex<Option<OnReply>>, answer: Answer) {
    let reply = lock(reply).take();
    if let Some(reply) = reply {
        reply(answer.into_reply());
    }
}
