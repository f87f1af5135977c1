//! Tests of projects and scripts from the outside: the answers of sessions, and the statements of the documents.

mod changes;
mod drawings;
mod errors;
mod fonts;
mod foreign;
mod making;
mod mistakes;
mod modules;
mod reference;
mod session;
mod support;
