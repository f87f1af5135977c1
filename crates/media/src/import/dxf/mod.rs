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

use super::drawing::{Drawing, Sheet, View};
use block::Expansion;
pub(super) use fix::fixed;
use header::File;
use scenewright_error::{Error, Kind, Result, near_name, quote_name};
use scenewright_geometry::{Affine, Bounds, Point};
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
        let views = records.iter().filter_map(|it| view_of(it, file)).collect();
        // The unit of the file is the unit of the model; in a file without a model it is the unit of the sheets.
        let unit = match model.items.is_empty() {
            true => file.unit.or(layout.unit),
            false => layout.unit.or(file.unit),
        };
        let mut drawing = Drawing {
            unit,
            page: layout.page,
            is_on_paper: layout.unit.is_some(),
            layers: model.layers.clone(),
            has_title: has_title_in_model || file.is_titled(records),
            ..Drawing::default()
        };
        let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
        Expansion::new(file, &mut drawing, &selection).expand_sheet(&layout.block)?;
        points::size_all(&mut drawing.items, file.point_style);
        covers::hide_covered(&mut drawing);
        if !drawing.items.is_empty() {
            sheets.push(Sheet { name: layout.name, drawing, shows_model, views });
        }
    }
    Ok(sheets)
}

/// Returns the view of a window on a sheet; `None` for the sheet itself, and for a view that is off, has no size, or is not from above.
fn view_of(record: &record::Record<'_>, file: &File<'_>) -> Option<View> {
    const TOLERANCE: f64 = 1e-6;
    // A view has a negative status while an editor shows too many others; it is printed like them.
    let is_on = record.find(68).is_none() || record.whole(68) != 0;
    if record.kind != "VIEWPORT" || record.whole(69) <= 1 || !is_on {
        return None;
    }
    let (width, height, shown) = (record.real(40)?, record.real(41)?, record.real(45)?);
    let direction = [record.real_or(16, 0.0), record.real_or(26, 0.0), record.real_or(36, 1.0)];
    let is_from_above = direction[0].abs().max(direction[1].abs()) <= TOLERANCE * direction[2];
    if !(width > 0.0 && height > 0.0 && shown > 0.0 && is_from_above) {
        return None;
    }
    let (middle, center) = (record.point(10)?, record.point(12).unwrap_or(Point::ORIGIN));
    let target = record.point(17).unwrap_or(Point::ORIGIN);
    let scale = height / shown;
    // The view is turned about its target, and moved by its centre then.
    let place = Affine::translation(middle.x, middle.y)
        * Affine::scale(scale, scale)
        * Affine::translation(-center.x, -center.y)
        * Affine::rotation(record.real_or(51, 0.0).to_radians())
        * Affine::translation(-target.x, -target.y);
    let window = Bounds {
        min: Point::new(middle.x - width * 0.5, middle.y - height * 0.5),
        max: Point::new(middle.x + width * 0.5, middle.y + height * 0.5),
    };
    // Frozen in this view alone: handles of layers.
    let frozen = record.tags.iter().filter(|tag| matches!(tag.code, 331 | 341));
    let handles: Vec<String> = frozen.map(|tag| file.decode(tag.bytes()).to_uppercase()).collect();
    let hidden = if handles.is_empty() { Vec::new() } else { file.layers_of(&handles) };
    place.is_finite().then_some(View { window, place, hidden })
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
