//! Tests of the sources and the documents as such.

mod kinds;
mod layers;
