//! A report as one table of comma-separated values.

use serde_json::Value;

use super::model::Report;
use super::tables::{Cell, attributes_of_parts, without_controls};

/// The columns that every report has; the attributes of its parts follow them. Each column has one unit, so that a
/// spreadsheet can add it up.
#[derive(Clone, Copy)]
enum Column {
    Kind,
    Name,
    Process,
    Material,
    Thickness,
    Count,
    CutLength,
    Pierces,
    RapidLength,
    Time,
    Area,
    Mass,
    Used,
    Quantity,
    Unit,
    Rate,
    Amount,
    Message,
}

impl Column {
    const ALL: [Column; 18] = [
        Column::Kind,
        Column::Name,
        Column::Process,
        Column::Material,
        Column::Thickness,
        Column::Count,
        Column::CutLength,
        Column::Pierces,
        Column::RapidLength,
        Column::Time,
        Column::Area,
        Column::Mass,
        Column::Used,
        Column::Quantity,
        Column::Unit,
        Column::Rate,
        Column::Amount,
        Column::Message,
    ];

    fn title(self, report: &Report) -> String {
        let (length, area) = (report.units.length, report.units.area.as_str());
        let currency = report.units.currency.as_deref().unwrap_or("currency");
        match self {
            Column::Kind => "kind".to_owned(),
            Column::Name => "name".to_owned(),
            Column::Process => "process".to_owned(),
            Column::Material => "material".to_owned(),
            Column::Thickness => format!("thickness ({length})"),
            Column::Count => "count".to_owned(),
            Column::CutLength => format!("cut length ({length})"),
            Column::Pierces => "pierces".to_owned(),
            Column::RapidLength => format!("rapid length ({length})"),
            Column::Time => "time (s)".to_owned(),
            Column::Area => format!("area ({area})"),
            Column::Mass => "mass (kg)".to_owned(),
            Column::Used => "used (%)".to_owned(),
            Column::Quantity => "quantity".to_owned(),
            Column::Unit => "unit".to_owned(),
            Column::Rate => "rate".to_owned(),
            Column::Amount => format!("amount ({currency})"),
            Column::Message => "message".to_owned(),
        }
    }
}

/// Writes a report as one table of comma-separated values (RFC 4180): a row for each part, layer, process, material, sheet,
/// cost, total and missing value, and a column for each number, with its unit in the head. Values that a row lacks are empty.
pub fn csv(report: &Report) -> String {
    let tags = attributes_of_parts(report);
    let head =
        Column::ALL.iter().map(|column| column.title(report)).chain(tags.iter().map(|tag| (*tag).clone()));
    let mut lines = vec![head.collect()];
    for part in &report.parts {
        let mut line = line(
            "part",
            &part.block,
            [
                (Column::Material, text(part.material.as_deref())),
                (Column::Thickness, Cell::of(part.thickness)),
                (Column::Count, Cell::count(part.count)),
                (Column::CutLength, Cell::Number(part.cut_length)),
                (Column::Area, Cell::Number(part.area)),
                (Column::Mass, Cell::of(part.mass)),
            ],
        );
        line.extend(
            tags.iter()
                .map(|tag| part.attributes.get(*tag).and_then(Value::as_str).unwrap_or_default().to_owned()),
        );
        lines.push(line);
    }
    lines.extend(report.layers.iter().map(|layer| {
        line(
            "layer",
            &layer.layer,
            [
                (Column::Process, text(Some(layer.process))),
                (Column::Material, text(layer.material.as_deref())),
                (Column::Thickness, Cell::of(layer.thickness)),
                (Column::Count, Cell::count(layer.paths)),
                (Column::CutLength, Cell::Number(layer.cut_length)),
                (Column::Pierces, Cell::count(layer.pierces)),
                (Column::RapidLength, Cell::Number(layer.rapid_length)),
                (Column::Time, Cell::of(layer.times.time)),
            ],
        )
    }));
    lines.extend(report.processes.iter().map(|process| {
        line(
            "process",
            process.process,
            [
                (Column::Process, text(Some(process.process))),
                (Column::Count, Cell::count(process.paths)),
                (Column::CutLength, Cell::Number(process.cut_length)),
                (Column::Pierces, Cell::count(process.pierces)),
                (Column::RapidLength, Cell::Number(process.rapid_length)),
                (Column::Time, Cell::of(process.time)),
            ],
        )
    }));
    lines.extend(report.materials.iter().map(|material| {
        line(
            "material",
            material.material.as_deref().unwrap_or_default(),
            [
                (Column::Material, text(material.material.as_deref())),
                (Column::Thickness, Cell::of(material.thickness)),
                (Column::Count, Cell::count(material.outlines)),
                (Column::Area, Cell::Number(material.area)),
                (Column::Mass, Cell::of(material.mass)),
            ],
        )
    }));
    lines.extend(report.sheets.iter().map(|sheet| {
        line(
            "sheet",
            sheet.name.as_deref().unwrap_or_default(),
            [
                (Column::Count, Cell::count(sheet.outlines)),
                (Column::Area, Cell::Number(sheet.area)),
                (Column::Used, Cell::Number(sheet.used * 100.0)),
            ],
        )
    }));
    lines.extend(report.cost.iter().flat_map(|cost| &cost.lines).map(|cost| {
        line(
            "cost",
            &cost.item,
            [
                (Column::Quantity, Cell::Number(cost.quantity)),
                (Column::Unit, text(Some(cost.unit))),
                (Column::Rate, Cell::Number(cost.rate)),
                (Column::Amount, Cell::Number(cost.amount)),
            ],
        )
    }));
    lines.push(total(report));
    lines.extend(report.missing.iter().map(|missing| {
        let name = format!("{}: {}", missing.what, missing.of);
        line("missing", &name, [(Column::Message, text(Some(&missing.message)))])
    }));
    let mut out = String::new();
    for mut line in lines {
        // Only parts have attributes.
        line.resize(Column::ALL.len() + tags.len(), String::new());
        out.push_str(&line.iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(","));
        // RFC 4180 ends lines with CR LF.
        out.push_str("\r\n");
    }
    out
}

fn total(report: &Report) -> Vec<String> {
    let totals = &report.totals;
    line(
        "total",
        "",
        [
            (Column::Count, Cell::count(totals.parts)),
            (Column::CutLength, Cell::Number(totals.cut_length)),
            (Column::Pierces, Cell::count(totals.pierces)),
            (Column::RapidLength, Cell::Number(totals.rapid_length)),
            (Column::Time, Cell::of(totals.time)),
            (Column::Area, Cell::Number(totals.area)),
            (Column::Mass, Cell::of(totals.mass)),
            (Column::Used, Cell::of(totals.sheet_use.map(|share| share * 100.0))),
            (Column::Amount, Cell::of(totals.cost)),
        ],
    )
}

fn text(text: Option<&str>) -> Cell {
    Cell::Text(text.unwrap_or_default().to_owned())
}

fn line<const N: usize>(kind: &str, name: &str, cells: [(Column, Cell); N]) -> Vec<String> {
    let mut line = vec![String::new(); Column::ALL.len()];
    line[Column::Kind as usize] = kind.to_owned();
    line[Column::Name as usize] = name.to_owned();
    for (column, cell) in cells {
        line[column as usize] = cell.exact();
    }
    line
}

/// Quotes a cell. A text that a spreadsheet would take for a formula gets an apostrophe.
fn quoted(text: &str) -> String {
    let text = without_controls(text);
    let is_formula = text.starts_with(['=', '+', '@', '\t', '\r'])
        // A negative number stays a number; `-1+cmd` is a formula.
        || (text.starts_with('-') && text.parse::<f64>().is_err());
    let text = if is_formula { format!("'{text}") } else { text };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
