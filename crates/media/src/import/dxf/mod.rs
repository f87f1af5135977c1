//! DXF drawings of any release, as text or binary: model space, with blocks expanded.
//!
//! Ours so that every curve comes in as what it is, in places of any block and extrusion, that what is left out is counted by
//! its kind, and that an error names its line. The crate that writes DXF here can read as well; it was not measured.

mod block;
mod colors;
mod curves;
mod entities;
mod hatch;
mod header;
mod leader;
mod record;
mod spline;
mod tags;
mod text;
mod words;

use std::collections::BTreeSet;

use super::drawing::Drawing;
use block::Expansion;
use header::File;
use scenewright_error::{Error, Kind, Result, near_name, quote_name};

/// Reads a drawing. Of the layers only those that are named, when some are.
pub fn read(bytes: &[u8], layers: Option<&[String]>) -> Result<Drawing> {
    let tags = tags::tags(bytes)?;
    let file = File::of(&tags, bytes)?;
    let mut drawing = Drawing { unit: file.unit, layers: file.layers(), ..Drawing::default() };
    if let Some(layers) = layers {
        require_layers(&file, &drawing, layers)?;
    }
    let mut expansion = Expansion::new(&file, &mut drawing, layers);
    expansion.expand_all()?;
    Ok(drawing)
}

/// Refuses names of layers that the file does not have.
fn require_layers(file: &File<'_>, drawing: &Drawing, wanted: &[String]) -> Result<()> {
    let mut known: BTreeSet<String> = drawing.layers.keys().cloned().collect();
    known.extend(file.entities.iter().map(|entity| entity.layer(file)));
    for name in wanted {
        if known.iter().any(|it| it.eq_ignore_ascii_case(name)) {
            continue;
        }
        let near = near_name(name, known.iter().map(String::as_str));
        let help = match near {
            Some(near) => format!("did you mean \"{}\"?", quote_name(near)),
            None => {
                let shown: Vec<_> = known.iter().take(20).map(|it| quote_name(it)).collect();
                format!("the file has {}", shown.join(", "))
            }
        };
        let message = format!("there is no layer \"{}\"; {help}", quote_name(name));
        return Err(Error::new(Kind::InvalidInput, message));
    }
    Ok(())
}
