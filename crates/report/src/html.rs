//! A report as a page that stands alone.

use std::fmt::Write as _;

use super::model::Report;
use super::tables::{Cell, sections, without_controls};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1b1b1b;\
    background:#fff}h1{font-size:1.4rem}h2{font-size:1.1rem;margin:2rem 0 .5rem}table{border-collapse:collapse;width:100%}\
    th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #d0d0d0;vertical-align:top}\
    .n{text-align:right;font-variant-numeric:tabular-nums}@media print{body{margin:0;max-width:none}}";

/// Writes a report as a page of HTML without scripts and without other files.
pub fn html(report: &Report, title: &str) -> String {
    let title = escaped(title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}: report</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
    );
    for section in sections(report) {
        let is_number = |column: usize| section.rows.iter().any(|row| matches!(row[column], Cell::Number(_)));
        let class = |column: usize| if is_number(column) { " class=\"n\"" } else { "" };
        let _ = write!(out, "<h2>{}</h2>\n<table>\n<thead><tr>", escaped(section.title));
        for (column, cell) in section.head.iter().enumerate() {
            let _ = write!(out, "<th scope=\"col\"{}>{}</th>", class(column), escaped(cell));
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &section.rows {
            out.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let _ = write!(out, "<td{}>{}</td>", class(column), escaped(&cell.format()));
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody>\n</table>\n");
    }
    out.push_str("</body>\n</html>\n");
    out
}

fn escaped(text: &str) -> String {
    // The ampersand first, as the others bring their own.
    without_controls(text)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
