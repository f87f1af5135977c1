//! DXF drawings of any release, as text or binary: model space, with blocks expanded.
//!
//! Ours so that every curve comes in as what it is, in places of any block and extrusion, that what is left out is counted by
//! its kind, and that an error names its line. The crate that writes DXF here can read as well; it was not measured.

mod block;
mod colors;
mod covers;
mod curves;
mod dimension_style;
mod entities;
mod fix;
mod formats;
mod gdt;
mod hatch;
mod header;
mod leader;
mod measured;
mod mesh;
mod multiline;
mod plain_dimension;
mod points;
mod proxy;
mod record;
mod selection;
mod spline;
mod tags;
mod text;
mod tolerance;
mod words;

use std::collections::BTreeSet;

use super::drawing::{Drawing, Sheet};
use block::Expansion;
pub(super) use fix::fixed;
use header::File;
use scenewright_error::{Error, Kind, Result, near_name, quote_name};
pub use selection::{DxfSelection, DxfSpace};

/// Reads a drawing.
pub fn read(bytes: &[u8], selection: &DxfSelection<'_>) -> Result<Drawing> {
    let tags = tags::tags(bytes)?;
    let file = match (File::of(&tags.list, bytes), tags.cut_off.as_deref()) {
        (Ok(file), _) => file,
        (Err(_), Some(cut_off)) if cut_off != tags::NO_END => return Err(tags::refused(cut_off)),
        (Err(error), _) => return Err(error),
    };
    let mut drawing = Drawing { unit: file.unit, layers: file.layers(), ..Drawing::default() };
    if let Some(cut_off) = tags.cut_off {
        if file.entities.is_empty() && file.blocks.is_empty() {
            return Err(tags::refused(&cut_off));
        }
        drawing.warn(format!("{cut_off}; what follows there is missing"));
    }
    if let Some(layers) = selection.layers {
        require_layers(&file, &drawing, layers)?;
    }
    let mut expansion = Expansion::new(&file, &mut drawing, selection);
    expansion.expand_all()?;
    points::size_all(&mut drawing.items, file.point_style);
    covers::hide_covered(&mut drawing);
    if selection.is_traced {
        drawing.has_title = file.has_title();
        drawing.sheets = sheets(&file, &drawing)?;
    }
    Ok(drawing)
}

/// Reads the sheets of paper that something is drawn on. A view of the model alone is nothing.
fn sheets(file: &File<'_>, model: &Drawing) -> Result<Vec<Sheet>> {
    let is_in_model = |record: &&record::Record<'_>| !record.is_on_paper();
    let has_title_in_model = file.is_titled(file.entities.iter().filter(is_in_model));
    let mut sheets = Vec::new();
    for layout in file.sheets() {
        let own = file.blocks.get(&layout.block).into_iter().flat_map(|block| &block.entities);
        let is_on_sheet =
            |record: &&record::Record<'_>| record.is_on_paper() && file.sheet_of(record) == layout.block;
        let records: Vec<_> = file.entities.iter().filter(is_on_sheet).chain(own).collect();
        if records.is_empty() {
            continue;
        }
        // The first view of each sheet is the sheet itself.
        let shows_model = records.iter().any(|it| it.kind == "VIEWPORT" && it.whole(69) > 1);
        // The unit of the file is that of the model; a file without a model uses it for its sheets.
        let unit = match model.items.is_empty() {
            true => file.unit.or(layout.unit),
            false => layout.unit.or(file.unit),
        };
        let mut drawing = Drawing {
            unit,
            page: layout.page,
            layers: model.layers.clone(),
            has_title: has_title_in_model || file.is_titled(records),
            ..Drawing::default()
        };
        let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
        Expansion::new(file, &mut drawing, &selection).expand_sheet(&layout.block)?;
        points::size_all(&mut drawing.items, file.point_style);
        covers::hide_covered(&mut drawing);
        if !drawing.items.is_empty() {
            sheets.push(Sheet { name: layout.name, drawing, shows_model });
        }
    }
    Ok(sheets)
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
