//! The progress of a script: its last call, written while the script runs, and read from another thread when it has
//! to be killed.

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::source::Place;
use scenewright_call::LogLine;

/// A function that receives every line that a script prints, when it prints it.
pub type PrintListener = Box<dyn Fn(&LogLine) + Send + Sync>;

/// The last call of a host function, in one word for the call and one for its place. A reader may see a call with
/// the place of its neighbour; it never sees half of either.
#[derive(Default)]
pub struct Progress {
    /// The number of calls, and the function of the last one.
    call: AtomicU64,
    place: AtomicU64,
    printed: OnceLock<PrintListener>,
}

impl fmt::Debug for Progress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Progress").field("last_call", &self.last_call()).finish_non_exhaustive()
    }
}

/// A moment of a run. Functions and files are numbers, so that a process that may no longer allocate can report
/// it: the file is an index into the sources that the run was given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCall {
    /// The number of calls so far; 0 before the first one.
    pub calls: u64,
    /// The row of the function in the table of the vocabulary; the greatest number for `console`.
    pub function: u16,
    /// The index of the file in the sources of the run.
    pub file: u16,
    /// The line, from 1; 0 where the engine does not know it.
    pub line: u32,
    /// The column, from 1, in UTF-16 code units; 0 where the engine does not know it.
    pub column: u32,
}

/// The number of `console` functions among the host's; those of the vocabulary count by their row in its table.
pub(super) const CONSOLE: u16 = u16::MAX;

/// A file of 16 bits, a line and a column of 24 bits each fill one word of 64 bits, which is written at once.
const PLACE_BITS: u32 = 24;
const MAX_PLACE: u64 = (1 << PLACE_BITS) - 1;
/// The width of [`LastCall::function`]; 48 bits are left for the number of calls.
const FUNCTION_BITS: u32 = 16;

impl Progress {
    /// Returns the last call. It may be asked from any thread while the script runs.
    pub fn last_call(&self) -> LastCall {
        let (call, place) = (self.call.load(Ordering::Relaxed), self.place.load(Ordering::Relaxed));
        LastCall {
            calls: call >> FUNCTION_BITS,
            function: call as u16,
            file: (place >> (2 * PLACE_BITS)) as u16,
            line: (place >> PLACE_BITS & MAX_PLACE) as u32,
            column: (place & MAX_PLACE) as u32,
        }
    }

    /// Sends the lines that scripts print to a listener. There is one; a later one is ignored.
    pub fn on_print(&self, listener: PrintListener) {
        let _ = self.printed.set(listener);
    }

    pub(super) fn print(&self, line: &LogLine) {
        if let Some(listener) = self.printed.get() {
            listener(line);
        }
    }

    /// Forgets the previous run.
    pub fn reset(&self) {
        self.call.store(0, Ordering::Relaxed);
        self.place.store(0, Ordering::Relaxed);
    }

    pub(super) fn note(&self, function: u16, file: u16, place: Option<Place>) {
        // Relaxed everywhere: one thread writes, and a reader wants a recent call. It accepts a call with the place
        // of its neighbour, so no order between the two words is needed.
        let calls = (self.call.load(Ordering::Relaxed) >> FUNCTION_BITS) + 1;
        let place = place.unwrap_or(Place { line: 0, column: 0 });
        // A line or column above 16 million is shown as the greatest one; no file within the limits has it.
        let part = |number: u32| u64::from(number).min(MAX_PLACE);
        let word = u64::from(file) << (2 * PLACE_BITS) | part(place.line) << PLACE_BITS | part(place.column);
        self.place.store(word, Ordering::Relaxed);
        self.call.store(calls << FUNCTION_BITS | u64::from(function), Ordering::Relaxed);
    }
}

impl LastCall {
    /// Returns the place in the file; `None` where the engine does not know it.
    pub fn place(&self) -> Option<Place> {
        (self.line > 0).then_some(Place { line: self.line, column: self.column.max(1) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenewright_vocabulary::function_name;

    #[test]
    fn progress_reports_last_call_and_clamps_huge_numbers() {
        let progress = Progress::default();
        assert_eq!(progress.last_call(), LastCall::default());
        progress.note(3, 1, Some(Place { line: 12, column: 7 }));
        progress.note(CONSOLE, 65_535, Some(Place { line: u32::MAX, column: u32::MAX }));
        let last = progress.last_call();
        assert_eq!((last.calls, function_name(last.function), last.file), (2, "console", 65_535));
        assert_eq!((last.line, last.column), (MAX_PLACE as u32, MAX_PLACE as u32));
        progress.note(0, 0, None);
        let last = progress.last_call();
        assert_eq!((last.calls, function_name(last.function), last.place()), (3, "drawCircle", None));
        progress.reset();
        assert_eq!(progress.last_call(), LastCall::default());
    }
}
