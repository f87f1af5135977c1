//! The outline of a file, by reading it: functions, classes, variables, imports and exports.

use std::fmt::Write;

use super::diagnose::diagnose;
use super::facts::{DeclaredAs, FileFacts, Form};
use super::source::{SourceText, place_of};
use scenewright_error::Error;

/// Makes the text that `describe` returns for a file.
pub fn outline(name: &str, text: &str) -> Result<String, Error> {
    let file = SourceText { name, text };
    let facts = diagnose(&file)?;
    let form = match facts.form {
        Form::Module => "ES module",
        Form::Classic => "classic script (its top-level names are visible to every file of the run)",
    };
    let mut out = format!("# {name}: {form}\n");
    section(&mut out, "imports", imports(&facts));
    section(&mut out, "exports", exports(&facts));
    let declared = |kind: DeclaredAs| {
        let of_kind = facts.declarations.iter().filter(move |it| it.kind == kind);
        of_kind
            .map(|it| {
                let line = place_of(text, it.name.start).line;
                format!("{line}: {}", source_line(text, line))
            })
            .collect::<Vec<_>>()
    };
    section(&mut out, "functions", declared(DeclaredAs::Function));
    section(&mut out, "let, const and class", declared(DeclaredAs::Lexical));
    section(&mut out, "var", declared(DeclaredAs::Var));
    if out.lines().count() == 1 {
        out.push_str("\nIt declares, imports and exports nothing.\n");
    }
    Ok(out)
}

fn section(out: &mut String, title: &str, lines: Vec<String>) {
    if lines.is_empty() {
        return;
    }
    let _ = write!(out, "\n{title}:\n");
    for line in lines {
        let _ = writeln!(out, "  {line}");
    }
}

fn imports(facts: &FileFacts) -> Vec<String> {
    let list = facts.imports.iter().map(|import| {
        let names: Vec<&str> = import.names.iter().map(|name| name.text.as_str()).collect();
        match names.is_empty() {
            true => format!("\"{}\"", import.specifier.text),
            false => format!("\"{}\": {}", import.specifier.text, names.join(", ")),
        }
    });
    list.collect()
}

fn exports(facts: &FileFacts) -> Vec<String> {
    let stars = facts.exports.stars.iter().map(|star| format!("* from \"{star}\""));
    facts.exports.names.iter().cloned().chain(stars).collect()
}

/// Returns a line of the source, short enough for a list.
fn source_line(text: &str, line: u32) -> String {
    const WIDTH: usize = 110;
    let line = text.split('\n').nth(line as usize - 1).unwrap_or("").trim();
    match line.char_indices().nth(WIDTH) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line.to_owned(),
    }
}
