//! The process in which the scripts of the tests run. The package's executable opens the addon; this one has its code in it.

use mimalloc::MiMalloc;
use scenewright_executable::{CountingAllocator, Services};

#[global_allocator]
static ALLOCATOR: CountingAllocator<MiMalloc> = CountingAllocator(MiMalloc);

static SERVICES: Services = Services::OF_THIS_PROGRAM;

fn main() {
    scenewright_runner::serve(&SERVICES)
}
