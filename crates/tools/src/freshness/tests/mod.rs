//! Tests of the record, the service on a real disk, and the watches.

mod read_log;
mod service;
mod support;
mod watch;
