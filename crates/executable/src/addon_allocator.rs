//! The allocator of the addon: the system's in Node, the executable's in a child.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::atomic::{AtomicPtr, Ordering};

use super::services::Services;

/// The services of the executable, in a child.
static SERVICES: AtomicPtr<Services> = AtomicPtr::new(ptr::null_mut());

/// Takes every block from the executable from now on.
///
/// # Safety
///
/// Blocks from before must never be freed or reallocated: the lists that the addon makes of its exports while it is
/// opened, and which only Node reads.
pub unsafe fn adopt(services: &'static Services) {
    SERVICES.store(ptr::from_ref(services).cast_mut(), Ordering::Relaxed);
}

#[inline]
fn services() -> Option<&'static Services> {
    // SAFETY: the pointer is null or was a reference for good. Its target existed before the pointer was stored, when the
    // addon was opened.
    unsafe { SERVICES.load(Ordering::Relaxed).as_ref() }
}

/// An allocator that uses the system's, or the services of the executable once there is one.
pub struct AddonAllocator;

// SAFETY: every call is forwarded with the same arguments, to the allocator that all calls after `adopt` go to.
unsafe impl GlobalAlloc for AddonAllocator {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `alloc`.
        unsafe {
            match services() {
                None => System.alloc(layout),
                Some(services) => (services.alloc)(layout.size(), layout.align()),
            }
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `alloc_zeroed`.
        unsafe {
            match services() {
                None => System.alloc_zeroed(layout),
                Some(services) => (services.alloc_zeroed)(layout.size(), layout.align()),
            }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        // SAFETY: the caller upholds the contract of `dealloc`.
        unsafe {
            match services() {
                None => System.dealloc(at, layout),
                Some(services) => (services.dealloc)(at, layout.size(), layout.align()),
            }
        }
    }

    #[inline]
    unsafe fn realloc(&self, at: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller upholds the contract of `realloc`.
        unsafe {
            match services() {
                None => System.realloc(at, layout, size),
                Some(services) => (services.realloc)(at, layout.size(), layout.align(), size),
            }
        }
    }
}
