//! The functions of the child's executable that the addon uses in it.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc, realloc};
use std::ffi::c_void;

use super::counting;

/// The exit code of a child that could not load the addon. Neither 0, 1 and 101, which programs and panics end with, nor one that a
/// signal or the memory limit makes.
pub const NOT_LOADED_EXIT_CODE: i32 = 88;

/// The heap and the threads of an executable, for code that it has loaded.
///
/// The heap is the executable's because only there is storage of threads reached without a call, and an allocator with
/// much of it can be opened any number of times. The threads are because a stack that overflows is reported by the standard
/// library of the executable, which knows those that it has started.
#[repr(C)]
pub struct Services {
    pub(super) alloc: unsafe extern "C" fn(size: usize, align: usize) -> *mut u8,
    pub(super) alloc_zeroed: unsafe extern "C" fn(size: usize, align: usize) -> *mut u8,
    pub(super) dealloc: unsafe extern "C" fn(at: *mut u8, size: usize, align: usize),
    pub(super) realloc:
        unsafe extern "C" fn(at: *mut u8, size: usize, align: usize, new_size: usize) -> *mut u8,
    set_limit: extern "C" fn(bytes: u64),
    allow_for_fonts: extern "C" fn(bytes: u64),
    live_bytes: extern "C" fn() -> u64,
    published_bytes: extern "C" fn() -> u64,
    at_limit: extern "C" fn(end: extern "C" fn() -> !),
    spawn: unsafe extern "C" fn(
        stack_bytes: usize,
        work: extern "C" fn(*mut c_void),
        argument: *mut c_void,
    ) -> bool,
}

impl Services {
    /// The services of the program that this is a part of, which has installed a
    /// [`CountingAllocator`](counting::CountingAllocator).
    pub const OF_THIS_PROGRAM: Services = Services {
        alloc: allocate,
        alloc_zeroed: allocate_zeroed,
        dealloc: deallocate,
        realloc: reallocate,
        set_limit: counting::set_limit,
        allow_for_fonts: counting::allow_for_fonts,
        live_bytes: counting::live_bytes,
        published_bytes: counting::published_bytes,
        at_limit: counting::at_limit,
        spawn,
    };

    /// Sets the limit of the heap from now on.
    pub fn set_limit(&self, bytes: u64) {
        (self.set_limit)(bytes);
    }

    /// Sets the bytes of fonts that the heap may hold, which the limit does not count.
    pub fn allow_for_fonts(&self, bytes: u64) {
        (self.allow_for_fonts)(bytes);
    }

    /// Returns the bytes that the heap holds besides fonts.
    pub fn live_bytes(&self) -> u64 {
        (self.live_bytes)()
    }

    /// Returns about the bytes that the heap holds besides fonts, without a write to memory that threads share.
    pub fn published_bytes(&self) -> u64 {
        (self.published_bytes)()
    }

    /// Sets how the process ends when an allocation would pass the limit. The function must not allocate.
    pub fn at_limit(&self, end: extern "C" fn() -> !) {
        (self.at_limit)(end);
    }

    /// Starts a thread with a stack of this many bytes. Returns false when the system has none left. A panic of `work` ends the
    /// process.
    pub fn spawn<F: FnOnce() + Send + 'static>(&self, stack_bytes: usize, work: F) -> bool {
        let argument = Box::into_raw(Box::new(work)).cast::<c_void>();
        // SAFETY: the argument is the closure that `call` of its type takes back, and it may go to another thread.
        let started = unsafe { (self.spawn)(stack_bytes, call::<F>, argument) };
        if !started {
            // SAFETY: no thread has taken the closure.
            drop(unsafe { Box::from_raw(argument.cast::<F>()) });
        }
        started
    }
}

/// Calls the closure that [`Services::spawn`] has put on the heap.
extern "C" fn call<F: FnOnce()>(argument: *mut c_void) {
    // SAFETY: `spawn` made the argument of a closure of this type, and gives it away once.
    let work = unsafe { Box::from_raw(argument.cast::<F>()) };
    work();
}

unsafe extern "C" fn allocate(size: usize, align: usize) -> *mut u8 {
    // SAFETY: size and alignment come from a layout.
    unsafe { alloc(Layout::from_size_align_unchecked(size, align)) }
}

unsafe extern "C" fn allocate_zeroed(size: usize, align: usize) -> *mut u8 {
    // SAFETY: size and alignment come from a layout.
    unsafe { alloc_zeroed(Layout::from_size_align_unchecked(size, align)) }
}

unsafe extern "C" fn deallocate(at: *mut u8, size: usize, align: usize) {
    // SAFETY: size and alignment come from the layout that the block was allocated with.
    unsafe { dealloc(at, Layout::from_size_align_unchecked(size, align)) }
}

unsafe extern "C" fn reallocate(at: *mut u8, size: usize, align: usize, new_size: usize) -> *mut u8 {
    // SAFETY: size and alignment come from the layout that the block was allocated with.
    unsafe { realloc(at, Layout::from_size_align_unchecked(size, align), new_size) }
}

unsafe extern "C" fn spawn(
    stack_bytes: usize,
    work: extern "C" fn(*mut c_void),
    argument: *mut c_void,
) -> bool {
    struct Argument(*mut c_void);
    // SAFETY: the caller gives the argument to the thread.
    unsafe impl Send for Argument {}
    let argument = Argument(argument);
    let thread = std::thread::Builder::new().name("script".into()).stack_size(stack_bytes);
    thread
        .spawn(move || {
            let Argument(argument) = { argument };
            work(argument);
        })
        .is_ok()
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn spawn_runs_closure_on_another_thread() {
        let (sender, answers) = mpsc::channel();
        let own = std::thread::current().id();
        let started = Services::OF_THIS_PROGRAM.spawn(1 << 20, move || {
            sender.send(std::thread::current().id()).unwrap();
        });
        assert!(started);
        assert_ne!(answers.recv().unwrap(), own);
    }

    #[test]
    fn spawn_without_room_for_stack_is_refused_and_drops_closure() {
        let held = std::sync::Arc::new(());
        let given = std::sync::Arc::clone(&held);
        assert!(!Services::OF_THIS_PROGRAM.spawn(usize::MAX >> 1, move || drop(given)));
        assert_eq!(std::sync::Arc::strong_count(&held), 1);
    }
}
