//! The heap of this process, which its executable counts and bounds. Outside a child nothing does.

use std::sync::OnceLock;

use scenewright_executable::Services;
use scenewright_script::collect_garbage_below;

/// The services of the executable, in a child.
static SERVICES: OnceLock<&'static Services> = OnceLock::new();

/// Uses the heap of the executable from now on.
pub(super) fn adopt(services: &'static Services) {
    // The first stay: a process serves once.
    let _ = SERVICES.set(services);
}

/// Sets the heap limit from now on.
pub(super) fn set_limit(bytes: u64) {
    if let Some(services) = SERVICES.get() {
        services.set_limit(bytes);
    }
}

/// Sets the heap limit from now on, below which this thread's engine collects garbage.
pub(super) fn set_limit_of_script(bytes: u64) {
    set_limit(bytes);
    if SERVICES.get().is_some() {
        collect_garbage_below(published_bytes, bytes);
    }
}

/// Returns about the bytes that the heap holds besides fonts, at the cost of a read.
fn published_bytes() -> usize {
    SERVICES.get().map_or(0, |services| usize::try_from(services.published_bytes()).unwrap_or(usize::MAX))
}

/// Sets the bytes of fonts that the heap may hold, which the limit does not count.
pub(super) fn allow_for_fonts(bytes: u64) {
    if let Some(services) = SERVICES.get() {
        services.allow_for_fonts(bytes);
    }
}

/// Returns the bytes that the heap holds besides fonts.
pub(super) fn live_bytes() -> u64 {
    SERVICES.get().map_or(0, |services| services.live_bytes())
}
