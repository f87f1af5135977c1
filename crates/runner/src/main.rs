//! The process in which scripts run. It serves its parent over standard input and output and ends with it.

use mimalloc::MiMalloc;
use scenewright_runner::{CountingAllocator, serve};

#[global_allocator]
static ALLOCATOR: CountingAllocator<MiMalloc> = CountingAllocator(MiMalloc);

fn main() {
    serve()
}
