//! The state of a call on every level, from the API down to the child process: its cancellation, and the lines that scripts
//! print.

mod cancel;
mod log_line;

pub use cancel::{CancelToken, Registration, cancelled};
pub use log_line::{Level, LogLine};
