//! What belongs to a call on every floor, from the door down to the child process: whether the caller has cancelled it, and
//! the lines that scripts print during it.

mod cancel;
mod log_line;

pub use cancel::{CancelToken, Registration, cancelled};
pub use log_line::{Level, LogLine};
