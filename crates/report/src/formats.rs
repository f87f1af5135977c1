//! A report as tables: rows for a drawing, lines for a terminal, CSV for a spreadsheet.

use scenewright_error::show_name;
use scenewright_geometry::number_text;
use serde_json::Value;

use super::model::Report;

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
    fn of(number: Option<f64>) -> Cell {
        number.map_or(Cell::Missing, Cell::Number)
    }

    fn count(number: usize) -> Cell {
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
    fn exact(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Number(number) => number_text(*number),
            Cell::Missing => String::new(),
        }
    }
}

/// Returns the tables that have rows.
pub(crate) fn sections(report: &Report) -> Vec<Section> {
    let (length, area) = (report.units.length, report.units.area.as_str());
    let text = |it: &Option<String>| Cell::Text(it.clone().unwrap_or_else(|| "–".to_owned()));
    let titled = |words: &[&str]| words.iter().map(|it| (*it).to_owned()).collect::<Vec<String>>();
    let in_unit = |name: &str, unit: &str| format!("{name} ({unit})");
    let mut sections = Vec::new();

    let mut tags: Vec<&String> = Vec::new();
    for tag in report.parts.iter().flat_map(|part| part.attributes.keys()) {
        // In the order in which they first appear, so that a table keeps its columns when parts are added.
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    let mut head = titled(&["Part"]);
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
    sections.push(Section { key: "parts", title: "Parts", head, rows: rows.collect() });

    let head = vec![
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
    sections.push(Section { key: "layers", title: "Work", head, rows });

    let head = vec![
        "Material".to_owned(),
        in_unit("Thickness", length),
        "Outlines".to_owned(),
        "Holes".to_owned(),
        in_unit("Area", area),
        in_unit("Mass", "kg"),
    ];
    let rows = report.materials.iter().map(|row| {
        vec![
            text(&row.material),
            Cell::of(row.thickness),
            Cell::count(row.outlines),
            Cell::count(row.holes),
            Cell::Number(row.area),
            Cell::of(row.mass),
        ]
    });
    sections.push(Section { key: "materials", title: "Material", head, rows: rows.collect() });

    let head = vec![
        "Sheet".to_owned(),
        in_unit("Width", length),
        in_unit("Height", length),
        "Outlines".to_owned(),
        in_unit("Used area", area),
        in_unit("Used", "%"),
    ];
    let rows = report.sheets.iter().map(|row| {
        vec![
            text(&row.name),
            Cell::Number(row.width),
            Cell::Number(row.height),
            Cell::count(row.outlines),
            Cell::Number(row.used_area),
            Cell::Number(row.used * 100.0),
        ]
    });
    sections.push(Section { key: "sheets", title: "Sheets", head, rows: rows.collect() });

    if let Some(cost) = &report.cost {
        let head = vec![
            "Cost".to_owned(),
            "Quantity".to_owned(),
            "Unit".to_owned(),
            in_unit("Rate", &cost.currency),
            in_unit("Amount", &cost.currency),
        ];
        let head = if cost.currency.is_empty() {
            titled(&["Cost", "Quantity", "Unit", "Rate", "Amount"])
        } else {
            head
        };
        let mut rows: Vec<Vec<Cell>> = cost
            .lines
            .iter()
            .map(|line| {
                vec![
                    Cell::Text(line.item.clone()),
                    Cell::Number(line.quantity),
                    Cell::Text(line.unit.to_owned()),
                    Cell::Number(line.rate),
                    Cell::Number(line.amount),
                ]
            })
            .collect();
        let words = if cost.complete { "total" } else { "total of known amounts" };
        let empty = Cell::Text(String::new());
        rows.push(vec![
            Cell::Text(words.to_owned()),
            empty.clone(),
            empty.clone(),
            empty,
            Cell::Number(cost.total),
        ]);
        sections.push(Section { key: "cost", title: "Cost", head, rows });
    }

    let rows = report.missing.iter().map(|missing| {
        vec![
            Cell::Text(missing.what.to_owned()),
            Cell::Text(missing.of.clone()),
            Cell::Text(missing.message.clone()),
        ]
    });
    let head = titled(&["Missing", "Of", "Where to give it"]);
    sections.push(Section { key: "missing", title: "Missing", head, rows: rows.collect() });
    // Built first and dropped here, so that the sections stand in the order of the code.
    sections.retain(|section| !section.rows.is_empty());
    sections
}

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

/// Writes a report as one table of comma-separated values (RFC 4180): a row for each part, layer, process, material, sheet,
/// cost, total and missing value, and a column for each number, with its unit in the head. Values that a row lacks are empty.
pub fn csv(report: &Report) -> String {
    let (length, area) = (report.units.length, report.units.area.as_str());
    let currency = report.units.currency.as_deref().unwrap_or("currency");
    let mut tags: Vec<&String> = Vec::new();
    for tag in report.parts.iter().flat_map(|part| part.attributes.keys()) {
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    let mut head: Vec<String> =
        ["kind", "name", "process", "material"].iter().map(|it| (*it).to_owned()).collect();
    head.extend([
        format!("thickness ({length})"),
        "count".to_owned(),
        format!("cut length ({length})"),
        "pierces".to_owned(),
        format!("rapid length ({length})"),
        "time (s)".to_owned(),
        format!("area ({area})"),
        "mass (kg)".to_owned(),
        "used (%)".to_owned(),
        "quantity".to_owned(),
        "unit".to_owned(),
        "rate".to_owned(),
        format!("amount ({currency})"),
        "message".to_owned(),
    ]);
    let columns = head.len();
    head.extend(tags.iter().map(|tag| (*tag).clone()));
    let mut lines = vec![head];
    let row = |kind: &str, name: &str, cells: &[(usize, Cell)]| {
        let mut line = vec![String::new(); columns + tags.len()];
        (line[0], line[1]) = (kind.to_owned(), name.to_owned());
        for (column, cell) in cells {
            line[*column] = cell.exact();
        }
        line
    };
    let text = |it: Option<&str>| Cell::Text(it.unwrap_or_default().to_owned());
    for part in &report.parts {
        let mut cells = vec![
            (3, text(part.material.as_deref())),
            (4, Cell::of(part.thickness)),
            (5, Cell::count(part.count)),
            (6, Cell::Number(part.cut_length)),
            (10, Cell::Number(part.area)),
            (11, Cell::of(part.mass)),
        ];
        for (at, tag) in tags.iter().enumerate() {
            cells.push((columns + at, text(part.attributes.get(*tag).and_then(Value::as_str))));
        }
        lines.push(row("part", &part.block, &cells));
    }
    for layer in &report.layers {
        lines.push(row(
            "layer",
            &layer.layer,
            &[
                (2, text(Some(layer.process))),
                (3, text(layer.material.as_deref())),
                (4, Cell::of(layer.thickness)),
                (5, Cell::count(layer.paths)),
                (6, Cell::Number(layer.cut_length)),
                (7, Cell::count(layer.pierces)),
                (8, Cell::Number(layer.rapid_length)),
                (9, Cell::of(layer.times.time)),
            ],
        ));
    }
    for process in &report.processes {
        lines.push(row(
            "process",
            process.process,
            &[
                (2, text(Some(process.process))),
                (5, Cell::count(process.paths)),
                (6, Cell::Number(process.cut_length)),
                (7, Cell::count(process.pierces)),
                (8, Cell::Number(process.rapid_length)),
                (9, Cell::of(process.time)),
            ],
        ));
    }
    for material in &report.materials {
        lines.push(row(
            "material",
            material.material.as_deref().unwrap_or_default(),
            &[
                (3, text(material.material.as_deref())),
                (4, Cell::of(material.thickness)),
                (5, Cell::count(material.outlines)),
                (10, Cell::Number(material.area)),
                (11, Cell::of(material.mass)),
            ],
        ));
    }
    for sheet in &report.sheets {
        lines.push(row(
            "sheet",
            sheet.name.as_deref().unwrap_or_default(),
            &[
                (5, Cell::count(sheet.outlines)),
                (10, Cell::Number(sheet.area)),
                (12, Cell::Number(sheet.used * 100.0)),
            ],
        ));
    }
    for cost in report.cost.iter().flat_map(|cost| &cost.lines) {
        lines.push(row(
            "cost",
            &cost.item,
            &[
                (13, Cell::Number(cost.quantity)),
                (14, text(Some(cost.unit))),
                (15, Cell::Number(cost.rate)),
                (16, Cell::Number(cost.amount)),
            ],
        ));
    }
    let totals = &report.totals;
    lines.push(row(
        "total",
        "",
        &[
            (5, Cell::count(totals.parts)),
            (6, Cell::Number(totals.cut_length)),
            (7, Cell::count(totals.pierces)),
            (8, Cell::Number(totals.rapid_length)),
            (9, Cell::of(totals.time)),
            (10, Cell::Number(totals.area)),
            (11, Cell::of(totals.mass)),
            (12, Cell::of(totals.sheet_use.map(|share| share * 100.0))),
            (16, Cell::of(totals.cost)),
        ],
    ));
    for missing in &report.missing {
        let name = format!("{}: {}", missing.what, missing.of);
        lines.push(row("missing", &name, &[(17, text(Some(&missing.message)))]));
    }
    let mut out = String::new();
    for line in lines {
        out.push_str(&line.iter().map(|cell| csv_cell(cell)).collect::<Vec<_>>().join(","));
        // RFC 4180 ends lines with CR LF.
        out.push_str("\r\n");
    }
    out
}

/// Quotes a cell. A text that a spreadsheet would take for a formula gets an apostrophe.
fn csv_cell(text: &str) -> String {
    let is_formula = text.starts_with(['=', '+', '@', '\t', '\r'])
        // A negative number stays a number; `-1+cmd` is a formula.
        || (text.starts_with('-') && text.parse::<f64>().is_err());
    let text = if is_formula { format!("'{text}") } else { text.to_owned() };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
