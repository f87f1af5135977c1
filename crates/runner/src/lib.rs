//! The child process that scripts run in: protocol, pool, worker. The parent owns the clock and kills; the child
//! ends with its standard input, so that it never outlives the parent however the parent ends.

mod cancel;
mod child;
mod child_output;
mod fonts;
mod hardening;
mod memory;
mod parent_fonts;
mod pool;
mod protocol;
mod thread;
mod words;
mod worker;

use std::path::PathBuf;
use std::sync::Arc;

pub use cancel::{CancelToken, cancelled};
pub use hardening::{Layer, SandboxProbe};
pub use memory::CountingAllocator;
pub use pool::{Pool, Probe, probe};
pub use protocol::{Answer, ExportFormat, PROTOCOL, PictureRequest, Request, RunRequest};
pub use worker::serve;

use scenewright_error::Error;
use scenewright_scene::typeset::FontSource;
use scenewright_script::Limits;

/// Where scripts run.
#[derive(Clone, Debug)]
pub enum Isolation {
    /// In children of this executable, which limits are enforced on.
    Process(PathBuf),
    /// In this process, for scripts that the host itself wrote: time is limited for the caller only, memory not at all.
    Thread,
}

/// Runs one job. The fonts that it asks for are found in this process.
pub fn run(
    isolation: &Isolation,
    request: Request,
    limits: &Limits,
    fonts: &Arc<dyn FontSource>,
    cancel: &CancelToken,
) -> Result<Answer, Error> {
    match isolation {
        Isolation::Process(program) => Pool::shared(program).run(request, limits, fonts.as_ref(), cancel),
        Isolation::Thread => thread::run(request, limits, fonts, cancel),
    }
}

/// Ends all children that wait for work.
pub fn rest() {
    Pool::all().iter().for_each(|pool| pool.rest());
}
