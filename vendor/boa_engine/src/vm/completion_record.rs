//! An implementation of a `CompletionRecord` for Boa's VM.

#![allow(clippy::inline_always)]

use crate::{Context, JsError, JsResult, JsValue};
use boa_gc::{Finalize, Trace, custom_trace};
use std::ops::ControlFlow;

/// An implementation of the ECMAScript's `CompletionRecord` [specification] for
/// Boa's VM output Completion and Result.
///
/// [specification]: https://tc39.es/ecma262/#sec-completion-record-specification-type
#[derive(Debug, Clone, Finalize)]
pub(crate) enum CompletionRecord {
    Normal(JsValue),
    Return(JsValue),
    Throw(JsError),
}

// SAFETY: this matches all possible variants and traces
// their inner contents, which makes this safe.
unsafe impl Trace for CompletionRecord {
    custom_trace!(this, mark, {
        match this {
            Self::Normal(v) => mark(v),
            Self::Return(r) => mark(r),
            Self::Throw(th) => mark(th),
        }
    });
}

// ---- `CompletionRecord` methods ----
impl CompletionRecord {
    pub(crate) const fn is_throw_completion(&self) -> bool {
        matches!(self, Self::Throw(_))
    }

    /// This function will consume the current `CompletionRecord` and return a `JsResult<JsValue>`
    // NOTE: rustc bug around evaluating destructors that prevents this from being a const function.
    // Related issue(s):
    //   - https://github.com/rust-lang/rust-clippy/issues/4041
    //   - https://github.com/rust-lang/rust/issues/60964
    //   - https://github.com/rust-lang/rust/issues/73255
    #[allow(clippy::missing_const_for_fn)]
    pub(crate) fn consume(self) -> JsResult<JsValue> {
        match self {
            Self::Throw(error) => Err(error),
            Self::Normal(value) | Self::Return(value) => Ok(value),
        }
    }
}

/// Turns the result of an operation into what the loop over instructions asks after each of them: whether to go on.
///
/// That fits into a register. The record of a break stands in [`Vm::completion`](crate::vm::Vm::completion).
pub(crate) trait IntoControlFlow {
    fn into_control_flow(self, context: &mut Context) -> ControlFlow<()>;
}

impl IntoControlFlow for () {
    #[inline(always)]
    fn into_control_flow(self, _: &mut Context) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl IntoControlFlow for ControlFlow<()> {
    #[inline(always)]
    fn into_control_flow(self, _: &mut Context) -> ControlFlow<()> {
        self
    }
}

impl IntoControlFlow for JsError {
    // Out of line, as nearly every operation can end like this and few do.
    #[cold]
    #[inline(never)]
    fn into_control_flow(self, context: &mut Context) -> ControlFlow<()> {
        context.handle_error(self).into_control_flow(context)
    }
}

impl IntoControlFlow for JsResult<()> {
    #[inline(always)]
    fn into_control_flow(self, context: &mut Context) -> ControlFlow<()> {
        match self {
            Ok(()) => ControlFlow::Continue(()),
            Err(err) => err.into_control_flow(context),
        }
    }
}

impl IntoControlFlow for ControlFlow<CompletionRecord> {
    #[inline(always)]
    fn into_control_flow(self, context: &mut Context) -> ControlFlow<()> {
        match self {
            ControlFlow::Continue(()) => ControlFlow::Continue(()),
            ControlFlow::Break(record) => {
                context.vm.completion = Some(record);
                ControlFlow::Break(())
            }
        }
    }
}
