//! scenewright: file and CAD-scene tools for AI agents. Every change runs before it counts.
//!
//! The rooms, ground up; an upper room uses the ones below it, never the other way round. `ARCHITECTURE.md` has
//! the map, and `tests/layers.rs` keeps it true.

pub mod error;

pub mod disk;
pub mod geometry;
pub mod media;
pub mod text;

pub mod edit;
pub mod freshness;
pub mod search;
pub mod transaction;
pub mod workspace;

pub mod export;
pub mod scene;
pub mod script;
pub mod typeset;

pub mod runner;
pub mod session;

#[cfg(feature = "binding")]
pub mod binding;
