//! The addon as the code of a child process: the entry that `scenewright-runner` calls instead of Node's.

use scenewright_executable::{AddonAllocator, Services, adopt};

#[global_allocator]
static ALLOCATOR: AddonAllocator = AddonAllocator;

/// Serves the parent of this process, and ends with it. Its name is the `MAIN_SYMBOL` of the executable.
///
/// # Safety
///
/// Called once, by the executable that has opened this library, before anything else of it.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn scenewright_runner_main_2(services: &'static Services) -> ! {
    // SAFETY: nothing was called yet; what was allocated while the library was opened is napi's list of exports.
    unsafe { adopt(services) };
    #[cfg(target_os = "linux")]
    scenewright_workspace::run_if_in_overlay();
    scenewright_runner::serve(services)
}
