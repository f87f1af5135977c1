//! A promise that one of our threads settles.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread::JoinHandle;

use napi::bindgen_prelude::{Object, ToNapiValue};
use napi::{Env, Error, JsDeferred, Status};

use scenewright_error::panic_message;

type Resolver<T> = Box<dyn FnOnce(Env) -> napi::Result<T> + Send>;

/// A promise that is settled exactly once: with an answer, or with an error when it is dropped without one.
pub(crate) struct Reply<T: ToNapiValue + 'static> {
    deferred: Option<JsDeferred<T, Resolver<T>>>,
}

impl<T: ToNapiValue + 'static> Reply<T> {
    pub(crate) fn new(env: &Env) -> napi::Result<(Self, Object<'_>)> {
        let (deferred, promise) = env.create_deferred::<T, Resolver<T>>()?;
        Ok((Reply { deferred: Some(deferred) }, promise))
    }

    pub(crate) fn answer(mut self, value: impl Into<T> + Send + 'static) {
        if let Some(deferred) = self.deferred.take() {
            deferred.resolve(Box::new(move |_| Ok(value.into())));
        }
    }

    /// Answers once a thread is gone that has nothing left to do.
    pub(crate) fn answer_behind(
        mut self,
        thread: Option<JoinHandle<()>>,
        value: impl Into<T> + Send + 'static,
    ) {
        if let Some(deferred) = self.deferred.take() {
            deferred.resolve(Box::new(move |_| {
                drop(thread.map(JoinHandle::join));
                Ok(value.into())
            }));
        }
    }

    pub(crate) fn fail(mut self, message: &str) {
        self.reject(message);
    }

    /// Computes the answer on a separate thread. A panic there becomes an error here.
    pub(crate) fn spawn(self, work: impl FnOnce() -> T + Send + 'static)
    where
        T: Send,
    {
        let started = std::thread::Builder::new().name("scenewright-task".into()).spawn(move || {
            match catch_unwind(AssertUnwindSafe(work)) {
                Ok(value) => self.answer(value),
                Err(panic) => self.fail(&format!("internal error: {}", panic_message(panic.as_ref()))),
            }
        });
        // When no thread can be had, the closure is dropped, and the reply in it fails the promise.
        drop(started);
    }

    /// Does the same for work that may fail, with the words of its failure.
    pub(crate) fn try_spawn(self, work: impl FnOnce() -> Result<T, String> + Send + 'static)
    where
        T: Send,
    {
        let started = std::thread::Builder::new().name("scenewright-task".into()).spawn(move || {
            match catch_unwind(AssertUnwindSafe(work)) {
                Ok(Ok(value)) => self.answer(value),
                Ok(Err(message)) => self.fail(&message),
                Err(panic) => self.fail(&format!("internal error: {}", panic_message(panic.as_ref()))),
            }
        });
        drop(started);
    }

    fn reject(&mut self, message: &str) {
        if let Some(deferred) = self.deferred.take() {
            deferred.reject(Error::new(Status::GenericFailure, message.to_owned()));
        }
    }
}

impl<T: ToNapiValue + 'static> Drop for Reply<T> {
    fn drop(&mut self) {
        self.reject("internal error: the call ended without an answer");
    }
}
