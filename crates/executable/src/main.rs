//! The process in which scripts run. It runs the code of the addon that started it: on the disk there is one copy, and both
//! are always of the same version. It serves its parent over standard input and output and ends with it.

use std::path::PathBuf;
use std::process::exit;

use libloading::Library;
use mimalloc::MiMalloc;

use scenewright_executable::{CountingAllocator, NOT_LOADED_EXIT_CODE, Services};

/// The name of the function of the addon that this program calls. It ends with the number of the form of [`Services`].
const MAIN_SYMBOL: &str = "scenewright_runner_main_2";

/// The function that [`MAIN_SYMBOL`] names.
type MainFunction = unsafe extern "C" fn(services: &'static Services) -> !;

#[global_allocator]
static ALLOCATOR: CountingAllocator<MiMalloc> = CountingAllocator(MiMalloc);

static SERVICES: Services = Services::OF_THIS_PROGRAM;

fn main() {
    let Some(addon) = std::env::args_os().nth(1).map(PathBuf::from) else {
        fail("scenewright starts this program itself, with the path of its addon.");
    };
    // SAFETY: the process that starts this program has loaded the same file.
    let library = unsafe { Library::new(&addon) }
        .unwrap_or_else(|error| fail(&format!("could not open {}: {error}", addon.display())));
    // SAFETY: the name says of which type the function is.
    let Ok(run) = (unsafe { library.get::<MainFunction>(MAIN_SYMBOL) }) else {
        let words = "is not a scenewright addon, or its version does not match this program";
        fail(&format!("{} {words}: it has no {MAIN_SYMBOL}", addon.display()))
    };
    // SAFETY: the services are there as long as the process.
    unsafe { run(&SERVICES) }
}

fn fail(words: &str) -> ! {
    eprintln!("scenewright-runner: {words}");
    exit(NOT_LOADED_EXIT_CODE)
}
