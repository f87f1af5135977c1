//! The limit of a wait, and its cancellation.

use std::fmt;
use std::time::{Duration, Instant};

use scenewright_error::{Error, Kind, Result};

/// The shortest and the longest pause between two attempts to get something that another process holds. Commits hold a lock for
/// milliseconds; a process that waits for minutes looks a hundred times a second, which costs it next to nothing.
const MIN_PAUSE: Duration = Duration::from_micros(200);
const MAX_PAUSE: Duration = Duration::from_millis(10);

/// The end of a wait: a moment, a caller who changed its mind, or both.
#[derive(Clone, Copy)]
pub struct WaitLimit<'a> {
    deadline: Option<Instant>,
    cancelled: &'a dyn Fn() -> bool,
    settle: &'a dyn Fn() -> bool,
}

impl<'a> WaitLimit<'a> {
    /// Waits for at most `duration`.
    pub fn until_elapsed(duration: Duration) -> WaitLimit<'static> {
        WaitLimit { deadline: Instant::now().checked_add(duration), cancelled: &|| false, settle: &|| true }
    }

    /// Ends the wait also once the function answers true. It is asked often and must be quick.
    pub fn or_cancelled(self, cancelled: &'a dyn Fn() -> bool) -> WaitLimit<'a> {
        WaitLimit { cancelled, ..self }
    }

    /// Adds a question at the last moment, to a function whose answer is final on both sides: after true it can
    /// no longer be cancelled.
    pub fn settled_by(self, settle: &'a dyn Fn() -> bool) -> WaitLimit<'a> {
        WaitLimit { settle, ..self }
    }

    /// Refuses if the caller changed its mind.
    pub fn require_wanted(&self) -> Result<()> {
        if (self.cancelled)() { Err(cancelled()) } else { Ok(()) }
    }

    /// Asks for the final answer, when all is ready and right before it counts.
    pub fn settle(&self) -> Result<()> {
        self.require_wanted()?;
        if (self.settle)() { Ok(()) } else { Err(cancelled()) }
    }

    /// Returns true if the deadline has passed. Cancellation does not count here.
    pub(crate) fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Tries again and again, ever less often, until the attempt returns something or the limit is reached.
    pub fn poll<T>(&self, what: &str, mut attempt: impl FnMut() -> Result<Option<T>>) -> Result<T> {
        let started = Instant::now();
        loop {
            self.require_wanted()?;
            if let Some(done) = attempt()? {
                return Ok(done);
            }
            if self.is_over() {
                return Err(Error::new(
                    Kind::Conflict,
                    format!("Gave up waiting for {what}: another session or process holds it."),
                )
                .with_hint(
                    "Nothing was changed. Try again; if it stays so, look for a process that hangs.",
                ));
            }
            // The pause grows with the wait: a lock that changes hands every millisecond goes to the process that looks
            // at the right moment, so all that wait must look about equally often.
            std::thread::sleep((started.elapsed() / 8).clamp(MIN_PAUSE, MAX_PAUSE));
        }
    }
}

fn cancelled() -> Error {
    Error::new(Kind::Cancelled, "The call was cancelled. Nothing was changed.")
}

impl fmt::Debug for WaitLimit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WaitLimit").field("deadline", &self.deadline).finish_non_exhaustive()
    }
}
