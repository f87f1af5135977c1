//! The child process that scripts run in: protocol, pool, worker. The parent owns the clock and kills; the child
//! ends with its standard input, so that it never outlives the parent however the parent ends.

mod cancel;
mod child;
mod memory;
mod pool;
mod protocol;
mod worker;

pub use cancel::CancelToken;
pub use memory::CountingAllocator;
pub use pool::{Pool, probe};
pub use protocol::{Answer, PROTOCOL, PictureRequest, Request, RunRequest};
pub use worker::serve;
