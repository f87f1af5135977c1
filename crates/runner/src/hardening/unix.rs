//! Descriptors and resource limits.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::layer::Layer;

/// Standard input, output and error.
const OWN_DESCRIPTORS: u32 = 3;

/// The highest descriptor that is closed, also under a higher or infinite limit: a program that was not written to hold
/// thousands of files has none above it.
const MAX_INHERITED: u64 = 65_536;

/// Closes the descriptors that the host had open and did not mark to be closed.
pub(super) fn close_inherited_descriptors() -> Layer {
    if !close_range() {
        let most = getrlimit(Resource::Nofile).current.unwrap_or(MAX_INHERITED).min(MAX_INHERITED);
        for descriptor in OWN_DESCRIPTORS..most as u32 {
            // SAFETY: this process has opened nothing yet, so no value of ours holds the descriptor.
            unsafe { libc::close(descriptor as libc::c_int) };
        }
    }
    Layer::new("closed_descriptors", Ok("nothing that the host had open is inherited"))
}

#[cfg(target_os = "linux")]
fn close_range() -> bool {
    // SAFETY: as above. The numbers are the arguments of close_range(2), which old kernels do not have.
    unsafe { libc::syscall(libc::SYS_close_range, OWN_DESCRIPTORS, libc::c_uint::MAX, 0) == 0 }
}

#[cfg(not(target_os = "linux"))]
fn close_range() -> bool {
    false
}

/// Forbids further descriptors, bytes in files, processes and core dumps.
pub(super) fn limit_resources() -> Layer {
    let limits = [
        (Resource::Nofile, u64::from(OWN_DESCRIPTORS)),
        (Resource::Fsize, 0),
        (Resource::Nproc, 0),
        (Resource::Core, 0),
    ];
    let result = limits.into_iter().try_for_each(|(resource, most)| {
        setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
    });
    Layer::new(
        "resource_limits",
        result
            .map(|()| "no more descriptors, files, processes or core dumps")
            .map_err(|error| error.to_string()),
    )
}
