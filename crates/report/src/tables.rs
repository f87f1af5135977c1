//! The tables of a report, as a terminal, a page and a drawing show them.

use scenewright_geometry::number_text;
use serde_json::Value;

use super::model::{Cost, Report, Units};

/// A table with a title and a head.
pub(crate) struct Section {
    pub key: &'static str,
    pub title: &'static str,
    pub head: Vec<String>,
    pub rows: Vec<Vec<Cell>>,
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Cell {
    Text(String),
    Number(f64),
    /// A number that is not known.
    Missing,
}

impl Cell {
    pub(super) fn of(number: Option<f64>) -> Cell {
        number.map_or(Cell::Missing, Cell::Number)
    }

    pub(super) fn count(number: usize) -> Cell {
        Cell::Number(number as f64)
    }

    /// Returns the words of the cell, numbers with three decimals at most.
    pub(crate) fn format(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number_text((number * 1e3).round() / 1e3),
            Cell::Missing => "–".to_owned(),
        }
    }

    /// Returns the cell as a program reads it: numbers with all their digits, and nothing for a missing one.
    pub(super) fn exact(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number_text(*number),
            Cell::Missing => String::new(),
        }
    }
}

impl Section {
    fn new<const N: usize>(
        key: &'static str,
        title: &'static str,
        head: [String; N],
        rows: Vec<Vec<Cell>>,
    ) -> Section {
        Section { key, title, head: head.to_vec(), rows }
    }
}

/// Writes control characters as escapes, but for tabs and line ends: a terminal obeys them, and HTML has none.
pub(super) fn without_controls(text: &str) -> String {
    let is_meant = |letter: char| !letter.is_control() || matches!(letter, '\t' | '\n' | '\r');
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_meant(letter) {
            out.push(letter);
        } else {
            out.extend(letter.escape_default());
        }
    }
    out
}

/// Returns the tables that have rows.
pub(crate) fn sections(report: &Report) -> Vec<Section> {
    let mut sections = vec![parts(report), work(report), material(report), sheets(report)];
    sections.extend(report.cost.as_ref().map(cost));
    sections.push(missing(report));
    sections.retain(|section| !section.rows.is_empty());
    sections
}

fn in_unit(name: &str, unit: &str) -> String {
    format!("{name} ({unit})")
}

fn text_or_dash(text: Option<&String>) -> Cell {
    Cell::Text(text.map_or("–", String::as_str).to_owned())
}

/// Returns the attributes of the parts in the order in which they first appear, so that a table keeps its columns when parts
/// are added.
pub(super) fn attributes_of_parts(report: &Report) -> Vec<&String> {
    let mut tags: Vec<&String> = Vec::new();
    for tag in report.parts.iter().flat_map(|part| part.attributes.keys()) {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    tags
}

fn parts(report: &Report) -> Section {
    let Units { length, area, .. } = &report.units;
    let tags = attributes_of_parts(report);
    let mut head = vec!["Part".to_owned()];
    head.extend(tags.iter().map(|tag| (*tag).clone()));
    head.extend([
        "Count".to_owned(),
        in_unit("Cut length", length),
        in_unit("Area", area),
        in_unit("Mass", "kg"),
    ]);
    let rows = report.parts.iter().map(|part| {
        let mut row = vec![Cell::Text(part.block.clone())];
        row.extend(tags.iter().map(|tag| {
            let value = part.attributes.get(*tag).and_then(Value::as_str);
            Cell::Text(value.unwrap_or_default().to_owned())
        }));
        row.extend([Cell::count(part.count), Cell::Number(part.cut_length)]);
        row.extend([Cell::Number(part.area), Cell::of(part.mass)]);
        row
    });
    Section { key: "parts", title: "Parts", head, rows: rows.collect() }
}

fn work(report: &Report) -> Section {
    let length = report.units.length;
    let head = [
        "Layer".to_owned(),
        "Process".to_owned(),
        in_unit("Cut length", length),
        "Pierces".to_owned(),
        in_unit("Rapid length", length),
        in_unit("Time", "s"),
    ];
    let rows = report.layers.iter().filter(|row| row.process != "none").map(|row| {
        vec![
            Cell::Text(row.layer.clone()),
            Cell::Text(row.process.to_owned()),
            Cell::Number(row.cut_length),
            Cell::count(row.pierces),
            Cell::Number(row.rapid_length),
            Cell::of(row.times.time),
        ]
    });
    let mut rows: Vec<Vec<Cell>> = rows.collect();
    // The sum of a single row would repeat it.
    if rows.len() > 1 {
        rows.push(vec![
            Cell::Text("all".to_owned()),
            Cell::Text(String::new()),
            Cell::Number(report.totals.cut_length),
            Cell::count(report.totals.pierces),
            Cell::Number(report.totals.rapid_length),
            Cell::of(report.totals.time),
        ]);
    }
    Section::new("layers", "Work", head, rows)
}

fn material(report: &Report) -> Section {
    let Units { length, area, .. } = &report.units;
    let head = [
        "Material".to_owned(),
        in_unit("Thickness", length),
        "Outlines".to_owned(),
        "Holes".to_owned(),
        in_unit("Area", area),
        in_unit("Mass", "kg"),
    ];
    let rows = report.materials.iter().map(|row| {
        vec![
            text_or_dash(row.material.as_ref()),
            Cell::of(row.thickness),
            Cell::count(row.outlines),
            Cell::count(row.holes),
            Cell::Number(row.area),
            Cell::of(row.mass),
        ]
    });
    Section::new("materials", "Material", head, rows.collect())
}

fn sheets(report: &Report) -> Section {
    let Units { length, area, .. } = &report.units;
    let head = [
        "Sheet".to_owned(),
        in_unit("Width", length),
        in_unit("Height", length),
        "Outlines".to_owned(),
        in_unit("Used area", area),
        in_unit("Used", "%"),
    ];
    let rows = report.sheets.iter().map(|row| {
        vec![
            text_or_dash(row.name.as_ref()),
            Cell::Number(row.width),
            Cell::Number(row.height),
            Cell::count(row.outlines),
            Cell::Number(row.used_area),
            Cell::Number(row.used * 100.0),
        ]
    });
    Section::new("sheets", "Sheets", head, rows.collect())
}

fn cost(cost: &Cost) -> Section {
    let in_currency = |name: &str| match cost.currency.as_str() {
        "" => name.to_owned(),
        currency => in_unit(name, currency),
    };
    let head = [
        "Cost".to_owned(),
        "Quantity".to_owned(),
        "Unit".to_owned(),
        in_currency("Rate"),
        in_currency("Amount"),
    ];
    let rows = cost.lines.iter().map(|line| {
        vec![
            Cell::Text(line.item.clone()),
            Cell::Number(line.quantity),
            Cell::Text(line.unit.to_owned()),
            Cell::Number(line.rate),
            Cell::Number(line.amount),
        ]
    });
    let mut rows: Vec<Vec<Cell>> = rows.collect();
    let words = if cost.complete { "total" } else { "total of known amounts" };
    let empty = Cell::Text(String::new());
    rows.push(vec![
        Cell::Text(words.to_owned()),
        empty.clone(),
        empty.clone(),
        empty,
        Cell::Number(cost.total),
    ]);
    Section::new("cost", "Cost", head, rows)
}

fn missing(report: &Report) -> Section {
    let rows = report.missing.iter().map(|missing| {
        vec![
            Cell::Text(missing.what.to_owned()),
            Cell::Text(missing.of.clone()),
            Cell::Text(missing.message.clone()),
        ]
    });
    let head = ["Missing", "Of", "Where to give it"].map(str::to_owned);
    Section::new("missing", "Missing", head, rows.collect())
}
