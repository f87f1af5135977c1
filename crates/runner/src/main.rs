//! The process in which scripts run. It serves its parent over standard input and output and ends with it.

use scenewright_runner::{CountingAllocator, serve};

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() {
    serve()
}
