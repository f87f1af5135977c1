//! Transactions on any folders: private drafts, files that are put in place together, verified, and kept or put
//! back, and a history to undo from.
//!
//! Invariant: nothing is on disk until a draft is put in place. From then on it is in the journal, so that whatever
//! ends this process, the files are committed whole or restored.
//!
//! Each session has a thread for its drafts. All sessions of the process on the same folders share a lock: one
//! transaction at a time has files in place, and the others wait without a thread.

mod body;
mod calls;
mod door;
mod draft;
mod files;
mod folder_changes;
mod guard;
mod held;
mod in_flight;
mod job;
mod new_line_end;
mod options;
mod paths;
mod session;
mod shared;
mod transactions;
mod written_path;

pub use door::{Workspace, refuse_closed, tool_definitions};
pub use files::{Answered, Form};
pub use in_flight::{OnAnswer, closed};
#[cfg(target_os = "linux")]
pub use scenewright_snapshot::run_if_in_overlay;
