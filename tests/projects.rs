//! Projects and scripts from the outside: what sessions answer, what the documents say.

mod changes;
mod errors;
mod fonts;
mod mistakes;
mod modules;
mod reference;
mod session;
mod support;
