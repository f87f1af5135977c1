//! The rights that the child gives up before its first job, in layers: each holds alone where another is missing.

mod attempts;
mod layer;
#[cfg(target_os = "linux")]
mod linux;
#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

pub use attempts::SandboxProbe;
pub(crate) use attempts::try_to_escape;
pub use layer::Layer;

/// Installs every layer that the platform has. The threads of the process are started in between: some layers
/// affect only the threads that are started after them, and others forbid starting any.
#[cfg(target_os = "linux")]
pub(crate) fn harden(start_threads: impl FnOnce()) -> Vec<Layer> {
    let descriptors = unix::close_inherited_descriptors();
    // Before the threads: a ruleset is inherited by threads that start later and does not reach others.
    let landlock = linux::restrict_paths_and_network();
    start_threads();
    // After the threads: the limit on processes counts threads too.
    let resources = unix::limit_resources();
    let privileges = linux::forbid_new_privileges();
    // Last, as the filter forbids the calls that the other layers are made with. The kernel accepts it
    // without privileges only from a process that can gain none.
    vec![descriptors, landlock, resources, privileges, linux::restrict_system_calls()]
}

#[cfg(all(unix, not(target_os = "linux")))]
pub fn harden(start_threads: impl FnOnce()) -> Vec<Layer> {
    let descriptors = unix::close_inherited_descriptors();
    start_threads();
    vec![descriptors, unix::limit_resources()]
}

#[cfg(windows)]
pub fn harden(start_threads: impl FnOnce()) -> Vec<Layer> {
    let job = windows::enter_job();
    start_threads();
    vec![job]
}

#[cfg(not(any(unix, windows)))]
pub fn harden(start_threads: impl FnOnce()) -> Vec<Layer> {
    start_threads();
    Vec::new()
}
