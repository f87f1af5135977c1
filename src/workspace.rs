//! The native class behind `Workspace`.

#![expect(clippy::too_many_arguments, reason = "JavaScript calls these, and passes what is flat the fastest")]

use napi::bindgen_prelude::{Buffer, Either, Function, Object};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Env, Status};
use napi_derive::napi;

use super::door::Door;
use super::reply::Reply;
use scenewright_workspace::{Answered, Form, Workspace, closed, refuse_closed};

/// One session on the folders of a workspace. Opening it creates nothing on disk.
#[napi]
pub struct NativeWorkspace {
    door: Door<Workspace>,
}

type Messenger = ThreadsafeFunction<String, (), String, Status, false, true>;

#[napi]
impl NativeWorkspace {
    #[napi(constructor, catch_unwind)]
    pub fn new(env: &Env, options_json: String) -> napi::Result<Self, String> {
        let workspace = Workspace::open(&options_json)
            .map_err(|error| napi::Error::new(error.kind.as_str().to_owned(), error.message))?;
        let door = Door::new(env, workspace)
            .map_err(|error| napi::Error::new(error.status.as_ref().to_owned(), error.reason))?;
        Ok(NativeWorkspace { door })
    }

    /// Calls a function; resolves to the envelope of the answer. A refusal is an answer.
    #[napi(catch_unwind, ts_return_type = "Promise<string>")]
    pub fn call<'env>(
        &self,
        env: &'env Env,
        name: String,
        args_json: String,
        call_id: u32,
    ) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::<String>::new(env)?;
        match self.door.session() {
            Some(workspace) => {
                let answer = Box::new(move |answer| reply.answer(envelope_of(answer)));
                workspace.call(&name, &args_json, call_id, answer);
            }
            None => reply.answer(envelope_of(refuse_closed(false))),
        }
        Ok(promise)
    }

    /// Calls a file tool by its wire name. `within` names the transactions in whose verification the call is made. With
    /// `shown_only` the answer has what a model is shown, and no data. With a base a change is refused unless that is the latest
    /// commit.
    #[napi(catch_unwind, ts_return_type = "Promise<string>")]
    pub fn call_tool<'env>(
        &self,
        env: &'env Env,
        name: String,
        args_json: String,
        call_id: u32,
        within: Vec<String>,
        shown_only: bool,
        base: Option<String>,
    ) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::<String>::new(env)?;
        match self.door.session() {
            Some(workspace) => {
                let form = if shown_only { Form::Shown } else { Form::Whole };
                let answer = Box::new(move |answer| reply.answer(envelope_of(answer)));
                workspace.call_tool(&name, &args_json, call_id, &within, (form, base), answer);
            }
            None => reply.answer(envelope_of(refuse_closed(true))),
        }
        Ok(promise)
    }

    /// Calls a file tool for a client whose answer is the line that begins with `start`. Resolves to the whole line in
    /// UTF-8, or to the envelope of an answer with a picture.
    #[napi(catch_unwind, ts_return_type = "Promise<Buffer | string>")]
    pub fn call_tool_for_line<'env>(
        &self,
        env: &'env Env,
        name: String,
        args_json: String,
        call_id: u32,
        start: String,
    ) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::<Either<Buffer, String>>::new(env)?;
        match self.door.session() {
            Some(workspace) => {
                let answer = Box::new(move |answer| reply.answer(line_or_envelope(answer)));
                workspace.call_tool(&name, &args_json, call_id, &[], (Form::Line(start), None), answer);
            }
            None => reply.answer(line_or_envelope(refuse_closed(true))),
        }
        Ok(promise)
    }

    /// Calls the listener with every event and every question as JSON. It never keeps the process alive.
    #[napi(catch_unwind)]
    pub fn on_message(&self, listener: Function<'_, String, ()>) -> napi::Result<()> {
        let listener: Messenger = listener.build_threadsafe_function().weak::<true>().build()?;
        if let Some(workspace) = self.door.session() {
            workspace.listen(Box::new(move |message| {
                listener.call(message, ThreadsafeFunctionCallMode::NonBlocking);
            }));
        }
        Ok(())
    }

    /// Selects the events that are sent, with or without the contents of edited files.
    #[napi(catch_unwind)]
    pub fn subscribe(&self, names: Vec<String>, with_contents: bool) {
        if let Some(workspace) = self.door.session() {
            workspace.subscribe(&names, with_contents);
        }
    }

    /// Takes the answer to a question, as JSON.
    #[napi(catch_unwind)]
    pub fn answer_question(&self, question: u32, answer_json: String) {
        if let Some(workspace) = self.door.session() {
            workspace.answer_question(question, &answer_json);
        }
    }

    /// Returns the files that this session has read, as JSON with which another session can be opened.
    #[napi(catch_unwind)]
    pub fn export_state(&self) -> napi::Result<String> {
        let workspace = self.door.session();
        let state = workspace.ok_or_else(closed).and_then(|workspace| workspace.export_state());
        state.map(|it| it.to_string()).map_err(|error| napi::Error::from_reason(error.message))
    }

    /// Cancels a call in progress; unknown ids are ignored.
    #[napi(catch_unwind)]
    pub fn cancel(&self, call_id: u32) {
        if let Some(workspace) = self.door.session() {
            workspace.cancel(call_id);
        }
    }

    /// Rolls back files that were not committed, finishes commits in progress, and refuses later calls. Resolves
    /// when the session's threads are gone.
    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn close<'env>(&self, env: &'env Env) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::<String>::new(env)?;
        self.door.close(Box::new(move |thread| reply.answer_behind(thread, String::new())));
        Ok(promise)
    }
}

/// Returns the envelope of an answer for which no line was wanted.
fn envelope_of(answer: Answered) -> String {
    match answer {
        Answered::Envelope(envelope) => envelope,
        Answered::Line(line) => String::from_utf8_lossy(&line).into_owned(),
    }
}

fn line_or_envelope(answer: Answered) -> Either<Buffer, String> {
    match answer {
        Answered::Line(line) => Either::A(line.into()),
        Answered::Envelope(envelope) => Either::B(envelope),
    }
}
