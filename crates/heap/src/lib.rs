//! The heap of the process that scripts run in: small blocks, a count of what is in use, and a limit.

mod counting;
mod small_blocks;

pub use counting::{CountingAllocator, allow_for_fonts, live_bytes, on_excess, set_limit};
pub use small_blocks::reserve;
