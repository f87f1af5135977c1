//! The facade: sessions on project folders, one file a tool, and the tool table that every door reads.

mod answer;
mod arguments;
mod builtin;
mod call;
mod change;
mod conflict;
mod doctor;
mod draft;
mod fonts;
mod history;
mod lane;
mod options;
mod past;
mod proof;
mod shared;
mod summary;
mod table;
mod tools;
pub mod workspace;

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};

pub use answer::Reply;
pub use doctor::doctor;

use answer::Answer;
use call::Call;
use lane::Turn;
use options::Options;
use shared::{Listener, Shared};
use table::Lane;

use crate::error::{Error, Kind, Result, quote_name};
use crate::freshness::{FileState, Freshness, ReadLog};
use crate::runner::{self, CancelToken};
use crate::script::LogLine;
use crate::workspace::{ContentHash, FileName, ProjectFile};

/// One agent's work on one project: what it has read, its listeners, its calls. Several sessions on one folder
/// share the scene and the queue of changes.
pub struct Session {
    options: Options,
    shared: Arc<Shared>,
    reads: Mutex<ReadLog>,
    calls: Mutex<HashMap<u32, CancelToken>>,
    listener: Mutex<Option<Arc<Listener>>>,
    closed: AtomicBool,
}

/// Receives the answer of a call.
pub type OnReply = Box<dyn FnOnce(Reply) + Send>;

/// Sessions that are open in this process; the last one to close ends the idle children.
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// The definitions of a profile's tools (`scene` or `files`) as MCP clients see them.
pub fn tool_definitions(profile: &str) -> Result<Value> {
    match profile {
        "scene" => Ok(table::definitions(table::SCENE_TOOLS)),
        "files" => Ok(table::definitions(table::FILE_TOOLS)),
        other => {
            let message = format!("there is no profile \"{}\"; known are files and scene", quote_name(other));
            Err(Error::new(Kind::InvalidInput, message))
        }
    }
}

impl Session {
    /// Opens a session. Nothing runs, and nothing on disk is touched, before the first call.
    pub fn open(options_json: &str) -> Result<Session> {
        let options = Options::from_json(options_json)?;
        let mut reads = ReadLog::new();
        if let Some(state) = &options.state {
            reads.import(state)?;
        }
        let shared = Shared::of(&options)?;
        OPEN.fetch_add(1, Ordering::SeqCst);
        Ok(Session {
            options,
            shared,
            reads: Mutex::new(reads),
            calls: Mutex::default(),
            listener: Mutex::default(),
            closed: AtomicBool::new(false),
        })
    }

    /// Answers a call on one of the project's threads; `reply` is called exactly once, from any thread.
    pub fn call(self: &Arc<Self>, tool: &str, args_json: &str, call_id: u32, reply: OnReply) {
        if self.closed.load(Ordering::SeqCst) {
            return reply(Answer::refused(Error::new(Kind::Closed, "The project is closed")).into_reply());
        }
        let job = match tools::prepare(tool, args_json) {
            Ok(job) => job,
            Err(error) => return reply(Answer::refused(error).into_reply()),
        };
        let cancel = CancelToken::new();
        lock(&self.calls).insert(call_id, cancel.clone());
        let reply = Arc::new(Mutex::new(Some(reply)));
        let turn = Turn::default();
        let registration = {
            let (turn, reply, session) = (turn.clone(), Arc::clone(&reply), Arc::clone(self));
            cancel.on_cancel(move || {
                if turn.cancel() {
                    lock(&session.calls).remove(&call_id);
                    answer_once(&reply, Answer::refused(runner::cancelled()));
                }
            })
        };
        let session = Arc::clone(self);
        let held = Arc::clone(&reply);
        let lane = match job.lane {
            Lane::Changes => &self.shared.changes,
            Lane::Texts => &self.shared.texts,
        };
        let pushed = lane.push(Box::new(move || {
            // Kept until the call is over: whatever it is doing, a cancellation is answered at once, and what it
            // still computes is thrown away.
            let _registration = registration;
            if !turn.start(&cancel) {
                return;
            }
            let call = Call::new(&session, &cancel, &turn);
            let answer = catch_unwind(AssertUnwindSafe(|| tools::answer(&call, job))).unwrap_or_else(|_| {
                let error = Error::new(
                    Kind::Internal,
                    "A bug of scenewright was caught; nothing was committed by it",
                );
                Answer::refused(error.with_hint("Please report this with the call that caused it."))
            });
            lock(&session.calls).remove(&call_id);
            answer_once(&held, answer);
            call.take_after().into_iter().for_each(|work| work());
        }));
        if let Err(cause) = pushed {
            let error = Error::io("start a thread for", "the project", &cause);
            answer_once(&reply, Answer::refused(error));
        }
    }

    /// Cancels a call that waits or runs. Once the new bytes are in place it is not stopped.
    pub fn cancel(&self, call_id: u32) {
        let cancel = lock(&self.calls).get(&call_id).cloned();
        if let Some(cancel) = cancel {
            cancel.cancel();
        }
    }

    /// Sends every event of this session, and the commits of others on the folder, to a listener.
    pub fn listen(&self, listener: Box<dyn Fn(String) + Send + Sync>) {
        let listener: Arc<Listener> = Arc::new(move |event: &str| listener(event.to_owned()));
        self.shared.listen(&listener);
        *lock(&self.listener) = Some(listener);
    }

    fn tell(&self, event: &str) {
        let listener = lock(&self.listener).clone();
        if let Some(listener) = listener {
            listener(event);
        }
    }

    fn logged(&self, logs: &[LogLine]) {
        for line in logs {
            self.tell(&json!({ "type": "log", "level": line.level, "message": line.text }).to_string());
        }
    }

    pub fn export_state(&self) -> Result<Value> {
        lock(&self.reads).export()
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
        if self.shared.changes.push(Box::new(move || finish(&later))).is_err() {
            finish(&done);
        }
    }

    /// Refuses later calls, finishes those that were begun, and ends idle children with the last session.
    pub fn close(&self, done: Box<dyn FnOnce() + Send>) {
        if self.closed.swap(true, Ordering::SeqCst) {
            return self.flush(done);
        }
        self.flush(Box::new(move || {
            if OPEN.fetch_sub(1, Ordering::SeqCst) == 1 {
                runner::rest();
            }
            done();
        }));
    }

    fn freshness(&self, name: &FileName, bytes: &[u8]) -> Freshness {
        lock(&self.reads).state(name.as_str(), Some(bytes))
    }

    fn record_read(&self, name: &FileName, file: &ProjectFile, partial: bool) {
        lock(&self.reads).record_read(name.as_str(), state_of(file), partial);
    }

    /// Remembers a file that this session wrote or removed, unless somebody was quicker to change it again.
    fn record_write(&self, name: &FileName, bytes: Option<&[u8]>) {
        let Some(bytes) = bytes else { return lock(&self.reads).forget(name.as_str()) };
        if let Ok(Some(file)) = self.shared.folder.read_file(name)
            && file.bytes == bytes
        {
            lock(&self.reads).record_edit(name.as_str(), state_of(&file));
        }
    }
}

fn state_of(file: &ProjectFile) -> FileState {
    FileState { identity: file.identity, stamp: file.stamp, content: ContentHash::of(&file.bytes) }
}

fn answer_once(reply: &Mutex<Option<OnReply>>, answer: Answer) {
    let reply = lock(reply).take();
    if let Some(reply) = reply {
        reply(answer.into_reply());
    }
}

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
