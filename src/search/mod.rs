//! Finding lines by regular expression.

mod grep;

pub use grep::{Case, GrepOptions, GrepResult, Hit, grep};

#[cfg(test)]
mod tests;
