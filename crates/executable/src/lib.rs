//! The executable of the child process, `main.rs`, and what it shares with the addon: the heap, counted and bounded.
//!
//! Two programs may run the code of a child: the executable of the package, which opens the addon, and one of the tests,
//! which has the code in it. Both install [`CountingAllocator`] and hand [`Services`] to what they run. The first links nothing
//! but this crate and the heap, so it is small and links in seconds.
//!
//! ```text
//!   Node ── opens ──▶ addon ──▶ allocator of the system
//!   executable ── opens ──▶ addon ── Services ──▶ CountingAllocator of the executable
//! ```

mod addon_allocator;
mod counting;
mod services;

pub use addon_allocator::{AddonAllocator, adopt};
pub use counting::CountingAllocator;
pub use services::{NOT_LOADED_EXIT_CODE, Services};
