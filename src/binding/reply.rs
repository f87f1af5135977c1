//! A promise that a thread of ours settles.

use std::panic::{AssertUnwindSafe, catch_unwind};

use napi::bindgen_prelude::Object;
use napi::{Env, Error, JsDeferred, Status};

use crate::error::panic_words;

type Resolver = Box<dyn FnOnce(Env) -> napi::Result<String> + Send>;

/// Settles its promise exactly once: with an answer, or with an error when it is dropped without one.
pub struct Reply {
    deferred: Option<JsDeferred<String, Resolver>>,
}

impl Reply {
    pub fn new(env: &Env) -> napi::Result<(Self, Object<'_>)> {
        let (deferred, promise) = env.create_deferred::<String, Resolver>()?;
        Ok((Reply { deferred: Some(deferred) }, promise))
    }

    pub fn answer(mut self, text: String) {
        if let Some(deferred) = self.deferred.take() {
            deferred.resolve(Box::new(move |_| Ok(text)));
        }
    }

    pub fn fail(mut self, message: &str) {
        self.reject(message);
    }

    /// Computes the answer on a thread of its own. A panic there becomes an error here.
    pub fn spawn(self, work: impl FnOnce() -> String + Send + 'static) {
        let started = std::thread::Builder::new().name("scenewright-task".into()).spawn(move || {
            match catch_unwind(AssertUnwindSafe(work)) {
                Ok(text) => self.answer(text),
                Err(panic) => self.fail(&format!("internal error: {}", panic_words(panic.as_ref()))),
            }
        });
        // When no thread can be had, the closure is dropped, and the reply in it fails the promise.
        drop(started);
    }

    fn reject(&mut self, message: &str) {
        if let Some(deferred) = self.deferred.take() {
            deferred.reject(Error::new(Status::GenericFailure, message.to_owned()));
        }
    }
}

impl Drop for Reply {
    fn drop(&mut self) {
        self.reject("internal error: the call ended without an answer");
    }
}
