//! The door to a project: sessions on its folder, one file per tool, and the pipeline of a change.

mod assets;
mod author;
mod builtin;
mod call;
mod change;
mod doctor;
mod door;
mod fonts;
mod kept_parameters;
mod late_writer;
mod lint;
mod options;
mod parameter_sets;
mod parameters;
mod past;
mod patch_cache;
mod proposal;
mod report;
mod request;
mod scene_cache;
mod session;
mod shared;
mod snapshot;
mod summary;
mod tools;
mod validation;
mod variant;
mod watch;

pub use author::Author;
pub use doctor::doctor;
pub use door::{OnReply, Project, closed, closed_error, tool_definitions};
pub use lint::{format_findings, lint_file};
pub use scenewright_tools::answer::Reply;
pub use scenewright_tools::exec::{Ends, OnEnd};
pub use tools::HostCall;
