//! The report of a drawing, in the drawing.

use scenewright_geometry::Point;
use scenewright_scene::{NoteSource, PointRef, TablePlace};

use super::call::{Call, Failure};
use super::declaration_book::book;
use super::domain::Domain;
use super::function::Function;
use super::notes::draw;
use super::parameter::{optional, required};
use super::reports::{ReportTable, settings};

/// The name of a table that is given none.
const USUAL_NAME: &str = "report";

const SECTIONS: &[(&str, Option<&'static str>)] = &[
    ("summary", None),
    ("parts", Some("parts")),
    ("layers", Some("layers")),
    ("materials", Some("materials")),
    ("sheets", Some("sheets")),
    ("cost", Some("cost")),
];

pub(crate) static REPORT_TABLE: Function = Function {
    name: "reportTable",
    domain: Domain::Making,
    parameters: &[
        required("x", "number"),
        required("y", "number"),
        optional(
            "options",
            "{ name?: string, show?: 'summary' | 'parts' | 'layers' | 'materials' | 'sheets' | 'cost', color?: Color }",
        ),
    ],
    returns: "string",
    doc: "Draws what the finished drawing takes to make as a table with its upper left corner at x, y, and gives the name of \
          its group, 'report' unless name is given: parts by block and attributes, and by layer and process cut length, \
          pierces, rapid length and time, areas, masses, the use of sheets, costs. show takes one of these alone. Layers cut, \
          engrave, score and sheet count, and 0 without these; materials and thicknesses stand in report.json beside main, \
          speeds and prices in rates.json. Annotations are no part of it.",
    before: "drawRect('edge', 0, 0, 30, 20)\n\
             drawCircle('bore', 0, 0, 4)\n\
             defineBlock('clip', ['edge', 'bore'])\n\
             insert('clip', 'c1', -20, 0)\n\
             insert('clip', 'c2', 20, 0)",
    example: "reportTable(50, 25, { show: 'parts' })",
    call: |call| {
        let (x, y) = (call.number(0)?, call.number(1)?);
        let options = call.options(2, &["name", "show", "color"])?;
        let name = call.string_option(&options, "name")?.unwrap_or_else(|| USUAL_NAME.to_owned());
        let section = call.choice_option(&options, "show", SECTIONS)?.unwrap_or(None);
        let table = ReportTable { name: name.clone(), section };
        let rows = rows_now(call, &table)?;
        let at = TablePlace::At(PointRef::At(Point::new(x, y)));
        let note = NoteSource::Table { rows, at, has_header: true, widths: Vec::new() };
        draw(call, &name, &options, note)?;
        let mut tables = call.drawing.report_tables.borrow_mut();
        tables.retain(|known| known.name != name);
        tables.push(table);
        drop(tables);
        Ok(boa_engine::JsString::from(name.as_str()).into())
    },
};

/// Returns the rows for the drawing as it is now, so that the table has about its size; at the end it is filled again.
fn rows_now(call: &mut Call<'_>, table: &ReportTable) -> Result<Vec<Vec<String>>, Failure> {
    let settings = settings(&call.drawing.assets, call.drawing.fonts.source().as_ref())
        .map_err(|error| Failure::Scene(scenewright_scene::SceneError::scene(error.message)))?;
    let declarations = book(call.context).so_far();
    call.scene().set_declarations(declarations);
    Ok(table.rows(&scenewright_report::report(&call.scene(), &settings)))
}
