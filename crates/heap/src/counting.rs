//! An allocator that counts, and calls for the end of the process when a limit is exceeded.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use super::small_blocks;

/// The bytes in use, but for what threads have not told yet.
static LIVE: AtomicI64 = AtomicI64::new(0);
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
/// The bytes that the heap may hold in addition, for fonts: they are not the script's doing.
static FONTS: AtomicU64 = AtomicU64::new(0);

/// The end of the process when the limit is exceeded.
static END: OnceLock<fn() -> !> = OnceLock::new();

/// An allocator that counts the bytes in use, on top of small blocks and of the system's allocator.
///
/// Invariant: when an allocation would pass the limit the process ends at once. Unwinding out of an allocator is
/// undefined, and a null pointer would abort anyway, only without saying why.
pub struct CountingAllocator;

/// Sets what ends the process when the limit is exceeded, or the system has no more. It may not allocate. There is one; a
/// later one is left out.
pub fn on_excess(end: fn() -> !) {
    let _ = END.set(end);
}

/// Sets the heap limit from now on.
pub fn set_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Sets the bytes of fonts that the heap may hold, which the limit does not count.
pub fn allow_for_fonts(bytes: u64) {
    FONTS.store(bytes, Ordering::Relaxed);
}

/// Returns the bytes that the heap holds besides fonts.
pub fn live_bytes() -> u64 {
    tell()
}

#[cold]
fn end() -> ! {
    match END.get() {
        Some(end) => end(),
        None => std::process::abort(),
    }
}

/// The bytes that a thread takes or gives back before it tells the others.
const MAX_UNTOLD: i64 = 16 << 10;

thread_local! {
    /// The bytes that this thread took since it last told, less those that it gave back.
    static UNTOLD: Cell<i64> = const { Cell::new(0) };
}

#[inline]
fn take(bytes: usize) {
    let untold = UNTOLD.get().saturating_add_unsigned(bytes as u64);
    UNTOLD.set(untold);
    if untold >= MAX_UNTOLD && tell() > LIMIT.load(Ordering::Relaxed) {
        end();
    }
}

#[inline]
fn give(bytes: usize) {
    let untold = UNTOLD.get().saturating_sub_unsigned(bytes as u64);
    UNTOLD.set(untold);
    if untold <= -MAX_UNTOLD {
        tell();
    }
}

/// Adds what this thread has not told yet to the bytes in use. Returns those, without fonts.
#[cold]
fn tell() -> u64 {
    let untold = UNTOLD.replace(0);
    let live = LIVE.fetch_add(untold, Ordering::Relaxed).saturating_add(untold);
    u64::try_from(live).unwrap_or(0).saturating_sub(FONTS.load(Ordering::Relaxed))
}

// SAFETY: every call goes to the small blocks or to the system's allocator with the same arguments. Which of the two a block
// came from, its address tells.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        let at = small_blocks::take(layout);
        if !at.is_null() {
            return at;
        }
        // SAFETY: the caller upholds the contract of `alloc`.
        let at = unsafe { System.alloc(layout) };
        if at.is_null() { end() } else { at }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        let at = small_blocks::take(layout);
        if !at.is_null() {
            // SAFETY: the block is at least that long.
            unsafe { at.write_bytes(0, layout.size()) };
            return at;
        }
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        let at = unsafe { System.alloc_zeroed(layout) };
        if at.is_null() { end() } else { at }
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        give(layout.size());
        // SAFETY: the caller upholds the contract of `dealloc`, which is that of both.
        unsafe {
            if !small_blocks::give(at, layout) {
                System.dealloc(at, layout);
            }
        }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks may live at once while the bytes move.
        take(size);
        give(layout.size());
        if small_blocks::fits(at, layout, size) {
            return at;
        }
        let Ok(wanted) = Layout::from_size_align(size, layout.align()) else { end() };
        let small = small_blocks::take(wanted);
        let is_small = small_blocks::has(at);
        if small.is_null() && !is_small {
            // SAFETY: the caller upholds the contract of `realloc`, and the block is the system's.
            let moved = unsafe { System.realloc(at, layout, size) };
            return if moved.is_null() { end() } else { moved };
        }
        // SAFETY: as for `alloc` and `dealloc`; both blocks are at least as long as what is copied.
        unsafe {
            let moved = if small.is_null() { System.alloc(wanted) } else { small };
            if moved.is_null() {
                end();
            }
            moved.copy_from_nonoverlapping(at, layout.size().min(size));
            if !small_blocks::give(at, layout) {
                System.dealloc(at, layout);
            }
            moved
        }
    }
}
