//! The rooms that are fuzzed, compiled from the sources of the package, and nothing besides: the engine, the parser of
//! scripts and the renderer would take most of the minutes of the build. Rooms use only those below them, which is
//! what makes this possible.

#![allow(
    dead_code,
    unfulfilled_lint_expectations,
    reason = "the rooms that use the rest of these are not compiled here"
)]

#[path = "../../src/error/mod.rs"]
pub mod error;

#[path = "../../src/disk/mod.rs"]
pub mod disk;
#[path = "../../src/geometry/mod.rs"]
pub mod geometry;
#[path = "../../src/media/mod.rs"]
pub mod media;
#[path = "../../src/text/mod.rs"]
pub mod text;

#[path = "../../src/typeset/mod.rs"]
pub mod typeset;

#[path = "../../src/edit/mod.rs"]
pub mod edit;
#[path = "../../src/workspace/mod.rs"]
pub mod workspace;

pub mod inputs;
