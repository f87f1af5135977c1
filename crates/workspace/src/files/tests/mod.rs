//! Tests of the file tools' messages.

mod errors_page;
mod texts;
