//! What holds for the sources and the documents as such.

mod kinds;
mod layers;
