//! Tests of what the file tools say.

mod errors_page;
