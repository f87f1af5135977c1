//! An allocator that counts the bytes in use, and ends the process when a job exceeds its limit.
//!
//! Scripts make values by the hundred thousand and drop most of them at once, when the engine collects garbage: the system's
//! allocators join and divide their blocks again and again, mimalloc keeps blocks by size.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

/// The bytes in use, but for what threads have not published yet.
static LIVE: AtomicI64 = AtomicI64::new(0);
/// The bytes that the heap may hold; without bound until a job sets it.
static LIMIT: AtomicU64 = AtomicU64::new(u64::MAX);
/// The bytes that the heap may hold in addition, for fonts: they are not the script's doing.
static FONTS: AtomicU64 = AtomicU64::new(0);
/// The end of the process at the limit.
static END: OnceLock<extern "C" fn() -> !> = OnceLock::new();

/// The bytes that a thread takes or returns before it publishes its count, so that most allocations touch no memory that threads
/// share: the limit is exceeded by as much at most.
const MAX_UNPUBLISHED: i64 = 16 << 10;

thread_local! {
    /// The bytes that this thread took since it last published, less those that it returned.
    static UNPUBLISHED: Cell<i64> = const { Cell::new(0) };
}

/// An allocator over another one that counts the bytes in use. Executables install it over mimalloc, which stays out of the
/// addon: its thread-local storage would be the host's.
///
/// Invariant: when an allocation would pass the limit the process ends at once. Unwinding out of an allocator is
/// undefined, and a null pointer would abort anyway, only without saying why.
pub struct CountingAllocator<A>(pub A);

pub(super) extern "C" fn set_limit(bytes: u64) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

pub(super) extern "C" fn allow_for_fonts(bytes: u64) {
    FONTS.store(bytes, Ordering::Relaxed);
}

pub(super) extern "C" fn live_bytes() -> u64 {
    publish()
}

pub(super) extern "C" fn published_bytes() -> u64 {
    let live = LIVE.load(Ordering::Relaxed);
    u64::try_from(live).unwrap_or(0).saturating_sub(FONTS.load(Ordering::Relaxed))
}

pub(super) extern "C" fn at_limit(end: extern "C" fn() -> !) {
    // The first stays: a process runs one program.
    let _ = END.set(end);
}

/// Ends the process at its limit, or because the system has no more.
#[cold]
fn end() -> ! {
    match END.get() {
        Some(end) => end(),
        None => std::process::abort(),
    }
}

#[inline]
fn take(bytes: usize) {
    let unpublished = UNPUBLISHED.get().saturating_add_unsigned(bytes as u64);
    UNPUBLISHED.set(unpublished);
    if unpublished >= MAX_UNPUBLISHED && publish() > LIMIT.load(Ordering::Relaxed) {
        end();
    }
}

#[inline]
fn give(bytes: usize) {
    let unpublished = UNPUBLISHED.get().saturating_sub_unsigned(bytes as u64);
    UNPUBLISHED.set(unpublished);
    if unpublished <= -MAX_UNPUBLISHED {
        publish();
    }
}

/// Adds what this thread has not published yet to the bytes in use. Returns those, without fonts.
#[cold]
fn publish() -> u64 {
    let unpublished = UNPUBLISHED.replace(0);
    let live = LIVE.fetch_add(unpublished, Ordering::Relaxed).saturating_add(unpublished);
    u64::try_from(live).unwrap_or(0).saturating_sub(FONTS.load(Ordering::Relaxed))
}

/// Returns a block that was asked for; without one the process ends.
#[inline]
fn given(at: *mut u8) -> *mut u8 {
    if at.is_null() { end() } else { at }
}

// SAFETY: every call is forwarded to the other allocator with the same arguments.
unsafe impl<A: GlobalAlloc> GlobalAlloc for CountingAllocator<A> {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller upholds the contract of `alloc`.
        given(unsafe { self.0.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        given(unsafe { self.0.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        give(layout.size());
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe { self.0.dealloc(at, layout) }
    }

    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks may live at once while the bytes move.
        take(size);
        give(layout.size());
        // SAFETY: the caller upholds the contract of `realloc`.
        given(unsafe { self.0.realloc(at, layout, size) })
    }
}
