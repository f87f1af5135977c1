//! The native class behind `Workspace`.

use std::sync::Arc;

use napi::Env;
use napi::bindgen_prelude::Object;
use napi_derive::napi;

use super::reply::Reply;
use crate::session::workspace::Workspace;

/// One session on the folders of a workspace. Opening it makes nothing on disk.
#[napi]
pub struct NativeWorkspace {
    workspace: Arc<Workspace>,
}

#[napi]
impl NativeWorkspace {
    #[napi(constructor, catch_unwind)]
    pub fn new(options_json: String) -> napi::Result<Self, String> {
        match Workspace::open(&options_json) {
            Ok(workspace) => Ok(NativeWorkspace { workspace: Arc::new(workspace) }),
            Err(error) => Err(napi::Error::new(error.kind.as_str().to_owned(), error.message)),
        }
    }

    /// Resolves to the envelope of the answer; a refusal is an answer.
    #[napi(catch_unwind, ts_return_type = "Promise<string>")]
    pub fn call<'env>(
        &self,
        env: &'env Env,
        name: String,
        args_json: String,
        call_id: u32,
    ) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::new(env)?;
        self.workspace.call(&name, &args_json, call_id, Box::new(move |answer| reply.answer(answer)));
        Ok(promise)
    }

    /// Cancels a call that is under way; unknown ids are ignored.
    #[napi(catch_unwind)]
    pub fn cancel(&self, call_id: u32) {
        self.workspace.cancel(call_id);
    }

    /// Puts back what was not committed, finishes what is being committed, and refuses what comes later.
    #[napi(catch_unwind, ts_return_type = "Promise<void>")]
    pub fn close<'env>(&self, env: &'env Env) -> napi::Result<Object<'env>> {
        let (reply, promise) = Reply::new(env)?;
        self.workspace.close(Box::new(move || reply.answer(String::new())));
        Ok(promise)
    }
}
