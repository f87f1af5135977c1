//! The native class behind `Project`.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use napi::bindgen_prelude::{Buffer, Function, Object};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Status};
use napi_derive::napi;

use super::door::Door;
use super::reply::Reply;
use scenewright_project::{Author, HostCall, OnReply, Project, Reply as ProjectReply, closed, closed_error};

/// One session on one project folder. Opening it touches nothing.
#[napi]
pub struct NativeProject {
    door: Door<Project>,
    /// The number of events that were sent to the listener.
    events: Arc<AtomicU32>,
}

/// The answer to a call.
#[napi(object)]
pub(crate) struct NativeReply {
    /// The envelope, as JSON.
    pub envelope: String,
    /// A PNG, or the file that was asked for.
    pub picture: Option<Buffer>,
    /// The number of events that were sent to the listener before, which wraps around.
    pub events: u32,
}

impl NativeReply {
    fn new(reply: ProjectReply, events: u32) -> Self {
        NativeReply { envelope: reply.envelope, picture: reply.picture.map(Buffer::from), events }
    }
}

type Listener = ThreadsafeFunction<String, (), String, Status, false, true>;

#[napi]
impl NativeProject {
    #[napi(constructor, catch_unwind)]
    pub fn new(env: &Env, options_json: String) -> napi::Result<Self, String> {
        let session = Project::open(&options_json)
            .map_err(|error| napi::Error::new(error.kind.as_str().to_owned(), error.message))?;
        let door = Door::new(env, session)
            .map_err(|error| napi::Error::new(error.status.as_ref().to_owned(), error.reason))?;
        Ok(NativeProject { door, events: Arc::default() })
    }

    /// Calls a tool, on behalf of a person and on top of a commit if these are given. A refusal is an answer.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn call<'env>(
        &self,
        env: &'env Env,
        tool: String,
        args_json: String,
        call_id: u32,
        by_person: Option<bool>,
        base: Option<String>,
    ) -> napi::Result<Object<'env>> {
        let author = author(by_person);
        self.answer(env, |project, reply| project.call(&tool, &args_json, call_id, (author, base), reply))
    }

    /// Returns the summary of the committed scene, as the answer to a call.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn summary<'env>(&self, env: &'env Env, call_id: u32) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::Summary, call_id)
    }

    /// Returns the committed scene as a file of any size, as the answer to a call.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn export_whole<'env>(
        &self,
        env: &'env Env,
        args_json: String,
        call_id: u32,
    ) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::ExportWhole(args_json), call_id)
    }

    /// Returns a file of the project's exports folder, as the answer to a call.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn read_export<'env>(
        &self,
        env: &'env Env,
        path: String,
        call_id: u32,
    ) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::ReadExport(path), call_id)
    }

    /// Starts or stops reporting commits of other processes and edits by hand.
    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn watch<'env>(&self, env: &'env Env, is_wanted: bool) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::<String>::new(env)?;
        match self.door.session() {
            Some(project) => reply.try_spawn(move || {
                project.watch(is_wanted).map_err(|error| error.message)?;
                Ok(String::new())
            }),
            None => reply.answer(String::new()),
        }
        Ok(promise)
    }

    /// Returns the scene for a page, as the answer to a call whose picture is JSON.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn view<'env>(
        &self,
        env: &'env Env,
        question_json: String,
        call_id: u32,
    ) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::View(question_json), call_id)
    }

    /// Compares the committed scene with a saved one, as the answer to a call.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn compare<'env>(
        &self,
        env: &'env Env,
        question_json: String,
        call_id: u32,
    ) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::Compare(question_json), call_id)
    }

    /// Returns what the drawing takes to make, as the answer to a call. A format other than JSON is the picture of the answer.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn report<'env>(
        &self,
        env: &'env Env,
        question_json: String,
        call_id: u32,
    ) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::Report(question_json), call_id)
    }

    /// Returns the named sets of values of parameters, as the answer to a call.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn parameter_sets<'env>(&self, env: &'env Env, call_id: u32) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::ParameterSets, call_id)
    }

    /// Saves a named set, or removes it where it has no values, as `call` changes the project. Resolves to the answer to a call.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn put_parameter_set<'env>(
        &self,
        env: &'env Env,
        set_json: String,
        call_id: u32,
        by_person: Option<bool>,
        base: Option<String>,
    ) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::PutParameterSet(set_json, author(by_person), base), call_id)
    }

    /// Runs main with values of its parameters beside other calls, and keeps nothing of it. Resolves to the answer to a call.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn variant<'env>(
        &self,
        env: &'env Env,
        question_json: String,
        call_id: u32,
    ) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::Variant(question_json), call_id)
    }

    /// Returns all files to the state that an earlier commit left. Resolves to the answer to a call.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn restore<'env>(&self, env: &'env Env, id: String, call_id: u32) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::Restore(id), call_id)
    }

    /// Removes the history for good, as a host asks for it. Resolves to the answer to a call.
    #[napi(catch_unwind, ts_return_type = "Promise<NativeReply>")]
    pub fn purge_history<'env>(&self, env: &'env Env, call_id: u32) -> napi::Result<Object<'env>> {
        self.call_host(env, HostCall::PurgeHistory, call_id)
    }

    /// Cancels a call in progress; unknown ids are ignored.
    #[napi(catch_unwind)]
    pub fn cancel(&self, call_id: u32) {
        if let Some(session) = self.door.session() {
            session.cancel(call_id);
        }
    }

    /// Calls the listener with every event as JSON. It never keeps the process alive.
    #[napi(catch_unwind)]
    pub fn on_event(&self, listener: Function<'_, String, ()>) -> napi::Result<()> {
        let listener: Listener = listener.build_threadsafe_function().weak::<true>().build()?;
        let events = Arc::clone(&self.events);
        if let Some(session) = self.door.session() {
            session.listen(Box::new(move |event| {
                // One that could not be sent is not waited for.
                if listener.call(event, ThreadsafeFunctionCallMode::NonBlocking) == Status::Ok {
                    events.fetch_add(1, Ordering::SeqCst);
                }
            }));
        }
        Ok(())
    }

    /// Returns the files that this session has read, as JSON with which another session can be opened.
    #[napi(catch_unwind)]
    pub fn export_state(&self) -> napi::Result<String> {
        let session = self.door.session();
        let state = session.ok_or_else(closed_error).and_then(|session| session.export_state());
        state.map(|it| it.to_string()).map_err(|error| napi::Error::from_reason(error.message))
    }

    /// Resolves when everything that was answered is on disk.
    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn flush<'env>(&self, env: &'env Env) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::<String>::new(env)?;
        match self.door.session() {
            Some(session) => session.flush(Box::new(move || reply.answer(String::new()))),
            None => reply.answer(String::new()),
        }
        Ok(promise)
    }

    /// Finishes everything that was begun and refuses later calls. Resolves when the session's threads are gone.
    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn close<'env>(&self, env: &'env Env) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::<String>::new(env)?;
        self.door.close(Box::new(move |thread| reply.answer_behind(thread, String::new())));
        Ok(promise)
    }
}

impl NativeProject {
    pub(crate) fn call_host<'env>(
        &self,
        env: &'env Env,
        call: HostCall,
        call_id: u32,
    ) -> napi::Result<Object<'env>> {
        self.answer(env, |project, reply| project.call_host(call, call_id, reply))
    }

    /// Returns the promise of an answer.
    fn answer<'env>(
        &self,
        env: &'env Env,
        call: impl FnOnce(&Arc<Project>, OnReply),
    ) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::<NativeReply>::new(env)?;
        let events = Arc::clone(&self.events);
        let answer = move |answer: ProjectReply| {
            reply.answer(NativeReply::new(answer, events.load(Ordering::SeqCst)));
        };
        match self.door.session() {
            Some(project) => call(&project, Box::new(answer)),
            None => answer(closed()),
        }
        Ok(promise)
    }
}

/// Returns the author of a call, as far as its caller says.
fn author(by_person: Option<bool>) -> Author {
    if by_person == Some(true) { Author::Person } else { Author::Tool }
}
