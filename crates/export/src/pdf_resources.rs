//! The resources of a page and of its forms, by their names.

use std::collections::BTreeSet;

use pdf_writer::writers::Resources;
use pdf_writer::{Name, Ref};

/// Adds the opacities and the layers.
pub(super) fn push_resources(
    resources: &mut Resources<'_>,
    alphas: &BTreeSet<(u16, u16)>,
    layers: impl ExactSizeIterator<Item = Ref>,
) {
    if !alphas.is_empty() {
        let mut states = resources.ext_g_states();
        for alpha in alphas {
            let mut state = states.insert(Name(alpha_name(*alpha).as_bytes())).dict();
            state.pair(Name(b"ca"), f32::from(alpha.0) / 1000.0);
            state.pair(Name(b"CA"), f32::from(alpha.1) / 1000.0);
        }
    }
    if layers.len() > 0 {
        let mut properties = resources.insert(Name(b"Properties")).dict();
        for (index, layer) in layers.enumerate() {
            properties.pair(Name(layer_name(index).as_bytes()), layer);
        }
    }
}

pub(super) fn form_name(index: usize) -> String {
    format!("F{index}")
}

pub(super) fn layer_name(index: usize) -> String {
    format!("L{index}")
}

pub(super) fn alpha_name((fill, stroke): (u16, u16)) -> String {
    format!("A{fill}x{stroke}")
}
