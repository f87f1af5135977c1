//! The memory limit of the child: an allocator that counts, and ends the process when a job exceeds the limit.

use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use scenewright_script::{LastCall, Progress};

/// The exit code of a child that reached its memory limit.
pub(super) const MEMORY_EXIT_CODE: i32 = 87;

static LIVE: AtomicU64 = AtomicU64::new(0);
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
/// The bytes that the heap may hold in addition, for fonts: they are not the script's doing.
static FONTS: AtomicU64 = AtomicU64::new(0);

/// The progress of this process's script.
static PROGRESS: OnceLock<Arc<Progress>> = OnceLock::new();

pub(super) fn progress() -> &'static Arc<Progress> {
    PROGRESS.get_or_init(Arc::default)
}

/// The system's allocator with a count of live bytes. The runner's executable installs it.
///
/// Invariant: when an allocation would pass the limit the process ends at once. Unwinding out of an allocator is
/// undefined, and a null pointer would abort anyway, only without saying why.
pub struct CountingAllocator;

/// Sets the heap limit from now on.
pub(super) fn set_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Sets the bytes of fonts that the heap may hold, which the limit does not count.
pub(super) fn allow_for_fonts(bytes: u64) {
    FONTS.store(bytes, Ordering::Relaxed);
}

/// Returns the bytes that the heap holds besides fonts.
pub(super) fn live_bytes() -> u64 {
    LIVE.load(Ordering::Relaxed).saturating_sub(FONTS.load(Ordering::Relaxed))
}

fn take(bytes: usize) {
    let before = LIVE.fetch_add(bytes as u64, Ordering::Relaxed);
    let limit = LIMIT.load(Ordering::Relaxed).saturating_add(FONTS.load(Ordering::Relaxed));
    if before.saturating_add(bytes as u64) > limit {
        end();
    }
}

fn give(bytes: usize) {
    LIVE.fetch_sub(bytes as u64, Ordering::Relaxed);
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

#[cold]
fn end() -> ! {
    write_last_words();
    exit_now(MEMORY_EXIT_CODE)
}

const LAST_WORDS: &str = "last call:";

/// Sends the parent the script's last call, from a buffer on the stack: nothing may be allocated any more.
fn write_last_words() {
    let Some(last) = PROGRESS.get().map(|it| it.last_call()) else { return };
    let mut line = [0; 100];
    let mut left = line.as_mut_slice();
    let LastCall { calls, function, file, line: row, column } = last;
    if writeln!(left, "{LAST_WORDS} {calls} {function} {file} {row} {column}").is_ok() {
        let written = 100 - left.len();
        drop(std::io::stderr().write_all(&line[..written]));
    }
}

/// Reads the last words, in the parent.
pub(super) fn parse_last_words(words: &str) -> Option<LastCall> {
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

// SAFETY: every call is forwarded to the system's allocator with the same arguments.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller upholds the contract of `alloc`.
        let at = unsafe { System.alloc(layout) };
        if at.is_null() { end() } else { at }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        let at = unsafe { System.alloc_zeroed(layout) };
        if at.is_null() { end() } else { at }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        give(layout.size());
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { System.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks may live at once while the bytes move.
        take(size);
        give(layout.size());
        // SAFETY: the caller upholds the contract of `realloc`.
        let moved = unsafe { System.realloc(at, layout, size) };
        if moved.is_null() { end() } else { moved }
    }
}
