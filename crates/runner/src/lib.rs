//! The child process in which scripts run: protocol, pool, worker. The parent owns the clock and kills; the
//! child ends with its standard input, so that it never outlives the parent however the parent ends.

mod child;
mod child_output;
mod code_file;
mod fonts;
mod hardening;
mod heap;
mod kept_scenes;
mod memory;
mod parent_fonts;
mod pdf;
mod pool;
mod protocol;
mod runner;
mod thread;
mod words;
mod worker;

pub use hardening::{Layer, SandboxProbe};
pub use pdf::PdfRequest;
pub use pool::{Probe, probe};
pub use protocol::{
    ExportFormat, PROTOCOL, PictureRequest, RunRequest, SceneNumber, from_compact_bytes, to_compact_bytes,
};
pub use runner::{Isolation, NumberedRun, Runner};
pub use worker::serve;

/// Ends all idle children.
pub fn rest() {
    pool::Pool::all().iter().for_each(|pool| pool.rest());
}
