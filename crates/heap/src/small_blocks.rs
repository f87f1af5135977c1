//! Small blocks of memory, each kept for the next of its size when it is freed.
//!
//! Scripts make and drop values by the hundred thousand, and drop most of them at once, when the engine collects garbage. A
//! general allocator joins and divides their blocks again and again; here a block stays what it is. Blocks lie in one region,
//! so that an address tells where a block belongs. What the region has no room for is the system's.
//!
//! ```text
//! region  │ 32 │ 32 │ 48 │ 32 │ 112 │ … │ not used yet        │
//!                ▲────────────┘
//! free, by size: 16 → –   32 → block → block → –   48 → –   …
//! ```
//!
//! Every thread has its own lists of free blocks and its own part of the region, and so needs no lock. A block that another
//! thread frees is that thread's from then on.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// The step between sizes, which is also the alignment of every block.
const STEP: usize = 16;

/// The greatest size of a small block.
const MAX_SIZE: usize = 1024;

const SIZES: usize = MAX_SIZE / STEP;

/// The size of the region. Pages of it count once they are touched, where the system sees to that.
const REGION: usize = if cfg!(windows) { 16 << 20 } else { 64 << 20 };

/// The part of the region that a thread takes at once.
const PART: usize = 64 << 10;

/// The region, once there is one.
static START: AtomicPtr<u8> = AtomicPtr::new(ptr::null_mut());
/// The bytes of it that threads have taken; all of them while there is no region.
static TAKEN: AtomicUsize = AtomicUsize::new(REGION);

/// The blocks of one thread.
struct Blocks {
    /// The first free block of each size, which holds the address of the next.
    free: [Cell<*mut u8>; SIZES],
    /// The part of the region that no block has been made of yet.
    next: Cell<*mut u8>,
    left: Cell<usize>,
}

thread_local! {
    static BLOCKS: Blocks = const {
        Blocks {
            free: [const { Cell::new(ptr::null_mut()) }; SIZES],
            next: Cell::new(ptr::null_mut()),
            left: Cell::new(0),
        }
    };
}

/// Makes the region. Called once, before there are threads.
pub fn reserve() {
    let layout = Layout::from_size_align(REGION, STEP);
    // SAFETY: the size is not zero.
    let start = layout.map_or(ptr::null_mut(), |layout| unsafe { System.alloc(layout) });
    if !start.is_null() {
        START.store(start, Ordering::Relaxed);
        TAKEN.store(0, Ordering::Release);
    }
}

/// Returns a block for a layout; null where the system must help.
#[inline]
pub(super) fn take(layout: Layout) -> *mut u8 {
    let Some(class) = class_of(layout) else { return ptr::null_mut() };
    BLOCKS.with(|blocks| {
        let block = blocks.free[class].get();
        if block.is_null() {
            return blocks.make((class + 1) * STEP);
        }
        // SAFETY: a free block begins with the address of the next one.
        blocks.free[class].set(unsafe { link(block).read() });
        block
    })
}

/// Takes a block back. Returns false for one that is the system's.
///
/// # Safety
///
/// The block must have been allocated with this layout, and nobody may use it any more.
#[inline]
pub(super) unsafe fn give(block: *mut u8, layout: Layout) -> bool {
    let Some(class) = class_of(layout) else { return false };
    if !has(block) {
        return false;
    }
    BLOCKS.with(|blocks| {
        // SAFETY: the block is nobody's now, and at least as long as an address.
        unsafe { link(block).write(blocks.free[class].get()) };
        blocks.free[class].set(block);
    });
    true
}

/// Returns true if a block of the region that has one layout is as good for another size.
#[inline]
pub(super) fn fits(block: *mut u8, layout: Layout, size: usize) -> bool {
    let other = Layout::from_size_align(size, layout.align()).ok().and_then(class_of);
    has(block) && other.is_some() && class_of(layout) == other
}

/// Returns the place in a free block that holds the address of the next one; blocks are aligned to more than that needs.
#[inline]
fn link(block: *mut u8) -> *mut *mut u8 {
    block.cast()
}

/// Returns true if a block lies in the region.
#[inline]
pub(super) fn has(block: *mut u8) -> bool {
    let start = START.load(Ordering::Relaxed);
    !start.is_null() && block.addr().wrapping_sub(start.addr()) < REGION
}

/// Returns the number of a small size, from 0; `None` for what is not small.
#[inline]
fn class_of(layout: Layout) -> Option<usize> {
    (layout.size() <= MAX_SIZE && layout.size() > 0 && layout.align() <= STEP)
        .then(|| (layout.size() - 1) / STEP)
}

impl Blocks {
    /// Makes a block of what is left.
    fn make(&self, size: usize) -> *mut u8 {
        if self.left.get() < size && !self.take_part() {
            return ptr::null_mut();
        }
        let block = self.next.get();
        // SAFETY: so much is left behind it.
        self.next.set(unsafe { block.add(size) });
        self.left.set(self.left.get() - size);
        block
    }

    /// Takes the next part of the region. The end of the one before is lost, at most the size of a block.
    #[cold]
    fn take_part(&self) -> bool {
        let taken = TAKEN.fetch_update(Ordering::AcqRel, Ordering::Acquire, |taken| {
            (taken + PART <= REGION).then_some(taken + PART)
        });
        let Ok(taken) = taken else { return false };
        // SAFETY: this part of the region was nobody's.
        self.next.set(unsafe { START.load(Ordering::Relaxed).add(taken) });
        self.left.set(PART);
        true
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use super::*;
    use crate::CountingAllocator;

    /// A block with a pattern of its own.
    struct Filled {
        at: *mut u8,
        layout: Layout,
        seed: u8,
    }

    // SAFETY: a block may be used from any thread, by one at a time.
    unsafe impl Send for Filled {}

    impl Filled {
        fn new(size: usize, align: usize, seed: u8) -> Filled {
            let layout = Layout::from_size_align(size, align).unwrap();
            // SAFETY: the size is not zero, and the block is as long as is written.
            unsafe {
                let at = CountingAllocator.alloc(layout);
                assert!(at.addr().is_multiple_of(align));
                (0..size).for_each(|index| at.add(index).write(seed.wrapping_add(index as u8)));
                Filled { at, layout, seed }
            }
        }

        fn check(&self, length: usize) {
            // SAFETY: the block is as long as that, and was written.
            let bytes = unsafe { std::slice::from_raw_parts(self.at, length) };
            assert!((0_usize..).zip(bytes).all(|(index, byte)| *byte == self.seed.wrapping_add(index as u8)));
        }

        fn resized(self, size: usize) -> Filled {
            // SAFETY: the block is ours, and has this layout.
            let at = unsafe { CountingAllocator.realloc(self.at, self.layout, size) };
            let layout = Layout::from_size_align(size, self.layout.align()).unwrap();
            let kept = Filled { at, layout, seed: self.seed };
            kept.check(size.min(self.layout.size()));
            // SAFETY: as above; written anew for its new length.
            (0..size).for_each(|index| unsafe { at.add(index).write(kept.seed.wrapping_add(index as u8)) });
            kept
        }

        fn free(self) {
            self.check(self.layout.size());
            // SAFETY: the block is ours, and has this layout.
            unsafe { CountingAllocator.dealloc(self.at, self.layout) };
        }
    }

    fn random(state: &mut u64) -> usize {
        *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (*state >> 33) as usize
    }

    /// One test, as there is one region.
    #[test]
    fn blocks_of_all_sizes_keep_their_bytes_across_threads() {
        // Before there is a region everything is the system's, also what is freed later.
        let early: Vec<Filled> = (1..100).map(|size| Filled::new(size, 8, size as u8)).collect();
        reserve();
        let threads: Vec<_> = (0..4_u64)
            .map(|number| {
                std::thread::spawn(move || {
                    let (mut state, mut held) = (number, VecDeque::new());
                    for round in 0..60_000 {
                        let size = match random(&mut state) % 20 {
                            0 => 1 + random(&mut state) % 40_000,
                            1..4 => 1 + random(&mut state) % 2_000,
                            _ => 1 + random(&mut state) % 200,
                        };
                        let align = [1, 8, 16, 64][random(&mut state) % 4];
                        held.push_back(Filled::new(size, align, round as u8));
                        if held.len() > 300 {
                            let at = random(&mut state) % held.len();
                            held.swap_remove_back(at).unwrap().free();
                        }
                        if round % 7 == 0 {
                            let at = random(&mut state) % held.len();
                            let resized = held.swap_remove_back(at).unwrap().resized(size);
                            held.push_back(resized);
                        }
                    }
                    held
                })
            })
            .collect();
        // What one thread made, another frees.
        let left: Vec<Filled> = threads.into_iter().flat_map(|it| it.join().unwrap()).collect();
        left.into_iter().chain(early).for_each(Filled::free);
        let small = Filled::new(40, 8, 1);
        assert!(has(small.at), "small blocks lie in the region");
        small.free();
        // More than the region has room for.
        let many: Vec<Filled> =
            (0..REGION / 1024 + 100).map(|index| Filled::new(1024, 8, index as u8)).collect();
        assert!(many.iter().any(|it| !has(it.at)), "the region is full");
        many.into_iter().for_each(Filled::free);
    }
}
