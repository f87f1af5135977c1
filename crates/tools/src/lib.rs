//! The parts that both doors share: the tool table, arguments that are checked against it, answers,
//! queues, options; in `freshness`, what a session has read and what changed since; in `search`, glob, grep and list.
//!
//! Invariant: the tool table is the only list of tools.

pub mod answer;
mod argument;
pub mod arguments;
pub mod conflict;
pub mod cut_list;
pub mod exec;
pub mod freshness;
pub mod history;
pub mod lenient;
pub mod name_lists;
pub mod options;
pub mod search;
pub mod table;
