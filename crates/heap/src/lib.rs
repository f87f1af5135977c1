//! The heap of the child process, counted and bounded, and how the executable of the child shares it with the addon.
//!
//! Two programs may run the code of a child: the executable of the package, which opens the addon, and one of the tests,
//! which has the code in it. Both install [`CountingAllocator`] and hand [`Services`] to what they run.
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
pub use services::{MAIN_SYMBOL, MainFunction, Services};

/// The exit code of a child that could not load the addon.
pub const NOT_LOADED_EXIT_CODE: i32 = 88;
