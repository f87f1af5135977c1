//! The end of the child at its memory limit, and its last words.

use std::io::Write;
use std::sync::{Arc, OnceLock};

use scenewright_script::{LastCall, Progress};

/// The exit code of a child that reached its memory limit: one that neither programs and panics (0, 1, 101) nor signals make.
pub(super) const MEMORY_EXIT_CODE: i32 = 87;

/// The progress of this process's script.
static PROGRESS: OnceLock<Arc<Progress>> = OnceLock::new();

pub(super) fn progress() -> &'static Arc<Progress> {
    PROGRESS.get_or_init(Arc::default)
}

#[cfg(unix)]
pub(super) fn exit_now(code: i32) -> ! {
    // SAFETY: `_exit` may be called from any thread at any time; it runs no handlers and allocates nothing.
    unsafe { libc::_exit(code) }
}

#[cfg(not(unix))]
pub(super) fn exit_now(code: i32) -> ! {
    std::process::exit(code)
}

/// Ends the process because its job exceeds the memory limit, or the system has no more.
#[cold]
pub(super) extern "C" fn end() -> ! {
    write_last_call();
    exit_now(MEMORY_EXIT_CODE)
}

const LAST_WORDS: &str = "last call:";

/// Sends the parent the script's last call, from a buffer on the stack: nothing may be allocated from here on.
fn write_last_call() {
    let Some(last) = PROGRESS.get().map(|it| it.last_call()) else { return };
    // Room for all numbers of a call at their longest; what does not fit is not written, and the parent knows
    // no call then.
    let mut line = [0; 100];
    let mut left = line.as_mut_slice();
    let LastCall { calls, function, file, line: row, column } = last;
    if writeln!(left, "{LAST_WORDS} {calls} {function} {file} {row} {column}").is_ok() {
        let written = 100 - left.len();
        drop(std::io::stderr().write_all(&line[..written]));
    }
}

/// Reads the last words, in the parent.
pub(super) fn parse_last_call(words: &str) -> Option<LastCall> {
    let mut numbers = words.lines().find_map(|line| line.strip_prefix(LAST_WORDS))?.split_whitespace();
    let last = LastCall {
        calls: numbers.next()?.parse().ok()?,
        function: numbers.next()?.parse().ok()?,
        file: numbers.next()?.parse().ok()?,
        line: numbers.next()?.parse().ok()?,
        column: numbers.next()?.parse().ok()?,
    };
    Some(last)
}
