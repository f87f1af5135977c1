//! A report as rows for a drawing, and as lines for a terminal.

use scenewright_error::show_name;
use scenewright_geometry::number_text;
use serde_json::Value;

use super::model::Report;
use super::tables::{Cell, sections};

/// Returns one table of a report as rows of texts, the first of which is the head, for a drawing: `parts`, `layers`,
/// `materials`, `sheets`, `cost` or `missing`; without a name, all that have rows, as rows of thing, value and unit.
pub fn rows(report: &Report, section: Option<&str>) -> Vec<Vec<String>> {
    let all = sections(report);
    if let Some(key) = section {
        let Some(own) = all.into_iter().find(|it| it.key == key) else { return Vec::new() };
        let shown = own.rows.iter().map(|row| row.iter().map(Cell::format).collect());
        return std::iter::once(own.head).chain(shown).collect();
    }
    let mut rows = vec![["Item", "Value", "Unit"].map(str::to_owned).to_vec()];
    let mut push = |item: String, value: Cell, unit: &str| {
        rows.push(vec![item, value.format(), unit.to_owned()]);
    };
    let (length, area) = (report.units.length, report.units.area.as_str());
    for part in &report.parts {
        let values: Vec<&str> =
            part.attributes.values().filter_map(Value::as_str).filter(|it| !it.is_empty()).collect();
        let of = if values.is_empty() { String::new() } else { format!(" ({})", values.join(", ")) };
        push(format!("{}{of}", part.block), Cell::count(part.count), "pcs");
    }
    for row in report.layers.iter().filter(|row| row.process != "none") {
        let named = |what: &str| match row.layer.eq_ignore_ascii_case(row.process) {
            // A layer named after its process adds nothing.
            true => format!("{}: {what}", row.process),
            false => format!("{} ({}): {what}", row.process, row.layer),
        };
        push(named("cut length"), Cell::Number(row.cut_length), length);
        push(named("pierces"), Cell::count(row.pierces), "pcs");
        push(named("rapid length"), Cell::Number(row.rapid_length), length);
        if row.times.time.is_some() {
            push(named("time"), Cell::of(row.times.time), "s");
        }
    }
    for row in &report.materials {
        let name = row.material.as_deref().unwrap_or("cut out");
        let thick = row.thickness.map(|it| format!(", {} {length}", number_text(it))).unwrap_or_default();
        push(format!("{name}{thick}: area"), Cell::Number(row.area), area);
        if row.mass.is_some() {
            push(format!("{name}{thick}: mass"), Cell::of(row.mass), "kg");
        }
    }
    for (index, row) in report.sheets.iter().enumerate() {
        let name = row.name.clone().unwrap_or_else(|| format!("sheet {}", index + 1));
        push(format!("{name}: use"), Cell::Number(row.used * 100.0), "%");
    }
    // A total that is too small must not stand on a drawing without its warning.
    if let Some(cost) = report.cost.as_ref().filter(|cost| cost.complete) {
        push("cost".to_owned(), Cell::Number(cost.total), &cost.currency);
    }
    rows
}

/// Writes a report for a terminal.
pub fn text(report: &Report) -> String {
    let mut out = String::new();
    for section in sections(report) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(section.title);
        out.push('\n');
        // A name may hold what a terminal obeys.
        let head: Vec<String> = section.head.iter().map(|it| show_name(it).into_owned()).collect();
        let cell = |cell: &Cell| show_name(&cell.format()).into_owned();
        let shown: Vec<Vec<String>> = section.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        let is_number = |column: usize| section.rows.iter().any(|row| matches!(row[column], Cell::Number(_)));
        let width = |column: usize| {
            let cells = shown.iter().map(|row| &row[column]).chain([&head[column]]);
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        for row in std::iter::once(&head).chain(&shown) {
            let mut line = String::from(" ");
            for (column, cell) in row.iter().enumerate() {
                let room = " ".repeat(width(column).saturating_sub(cell.chars().count()));
                line.push(' ');
                match is_number(column) {
                    true => line.extend([room.as_str(), cell]),
                    false => line.extend([cell.as_str(), &room]),
                }
                line.push(' ');
            }
            out.push_str(line.trim_end());
            out.push('\n');
        }
    }
    out
}
