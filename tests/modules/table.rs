//! The effects of imports, as one table: the tests run its cells, and docs/scripting.md shows it.

use std::fmt::Write as _;

/// The form in which a file takes part in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Classic,
    Module,
}

pub(super) use Form::{Classic, Module};

/// The form in which a file imports another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Import {
    Bare,
    Named,
    Renamed,
    Namespace,
    Default,
    Dynamic,
    ExportNamed,
    ExportAll,
    ExportNamespace,
}

/// The form in which the imported file declares the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declaration {
    Var,
    Let,
    Const,
    Function,
    Class,
    Default,
}

pub(super) const DECLARATIONS: [Declaration; 6] = [
    Declaration::Var,
    Declaration::Let,
    Declaration::Const,
    Declaration::Function,
    Declaration::Class,
    Declaration::Default,
];

/// The result for the importer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// The name itself, as in one script: each file sees the other's assignments.
    Shared,
    /// The present value of the name.
    Live,
    /// The value of the name when the imported file had run.
    Value,
    /// Nothing: the file runs, and its name is not defined in the importer.
    Hidden,
    /// The import is refused before anything runs.
    Refused,
    /// Nothing, since the form cannot import that.
    Never,
}

use Cell::{Hidden, Live, Never, Refused, Shared, Value};

pub(super) struct Row {
    pub importer: Form,
    pub imported: Form,
    pub import: Import,
    /// The cells, in the order of `DECLARATIONS`.
    pub cells: [Cell; 6],
}

const fn row(importer: Form, imported: Form, import: Import, cells: [Cell; 6]) -> Row {
    Row { importer, imported, import, cells }
}

const SHARED: [Cell; 6] = [Shared, Shared, Shared, Shared, Shared, Never];
const HIDDEN: [Cell; 6] = [Hidden, Hidden, Hidden, Hidden, Hidden, Never];
const VALUES: [Cell; 6] = [Value, Value, Value, Value, Value, Never];
const LIVE: [Cell; 6] = [Live, Live, Value, Live, Live, Value];
const LIVE_BY_NAME: [Cell; 6] = [Live, Live, Value, Live, Live, Never];
const NO_DEFAULT: [Cell; 6] = [Refused, Refused, Refused, Refused, Refused, Never];
const ONLY_DEFAULT: [Cell; 6] = [Refused, Refused, Refused, Refused, Refused, Value];
const ALL_BUT_DEFAULT: [Cell; 6] = [Live, Live, Value, Live, Live, Refused];

pub(super) const ROWS: &[Row] = &[
    row(Classic, Classic, Import::Bare, SHARED),
    row(Classic, Classic, Import::Dynamic, VALUES),
    row(Classic, Module, Import::Bare, HIDDEN),
    row(Classic, Module, Import::Dynamic, LIVE),
    row(Module, Classic, Import::Bare, SHARED),
    row(Module, Classic, Import::Named, VALUES),
    row(Module, Classic, Import::Renamed, VALUES),
    row(Module, Classic, Import::Namespace, VALUES),
    row(Module, Classic, Import::Default, NO_DEFAULT),
    row(Module, Classic, Import::Dynamic, VALUES),
    row(Module, Classic, Import::ExportNamed, VALUES),
    row(Module, Classic, Import::ExportAll, VALUES),
    row(Module, Classic, Import::ExportNamespace, VALUES),
    row(Module, Module, Import::Bare, HIDDEN),
    row(Module, Module, Import::Named, LIVE_BY_NAME),
    row(Module, Module, Import::Renamed, LIVE),
    row(Module, Module, Import::Namespace, LIVE),
    row(Module, Module, Import::Default, ONLY_DEFAULT),
    row(Module, Module, Import::Dynamic, LIVE),
    row(Module, Module, Import::ExportNamed, LIVE),
    row(Module, Module, Import::ExportAll, ALL_BUT_DEFAULT),
    row(Module, Module, Import::ExportNamespace, LIVE),
];

impl Form {
    pub(super) fn text(self) -> &'static str {
        match self {
            Classic => "classic",
            Module => "module",
        }
    }
}

impl Import {
    pub(super) fn text(self) -> &'static str {
        match self {
            Import::Bare => "import 'x'",
            Import::Named => "import { a } from 'x'",
            Import::Renamed => "import { a as b } from 'x'",
            Import::Namespace => "import * as n from 'x'",
            Import::Default => "import d from 'x'",
            Import::Dynamic => "import('x')",
            Import::ExportNamed => "export { a } from 'x'",
            Import::ExportAll => "export * from 'x'",
            Import::ExportNamespace => "export * as n from 'x'",
        }
    }
}

impl Declaration {
    pub(super) fn text(self) -> &'static str {
        match self {
            Declaration::Var => "var",
            Declaration::Let => "let",
            Declaration::Const => "const",
            Declaration::Function => "function",
            Declaration::Class => "class",
            Declaration::Default => "default",
        }
    }
}

impl Cell {
    pub(super) fn text(self) -> &'static str {
        match self {
            Shared => "shared",
            Live => "live",
            Value => "value",
            Hidden => "hidden",
            Refused => "error",
            Never => "–",
        }
    }
}

/// A row on the value that a file sees, while its body runs, in a file that imports it.
pub(super) struct CycleRow {
    /// The file in question: it is imported by the other.
    pub first: Form,
    /// The file that imports it, and that it imports in turn.
    pub second: Form,
    pub import: Import,
    /// The cells for `var`, `let`, `const`, `function`, `class` and `default`.
    pub cells: [Early; 6],
}

/// The value of a name before its file has run. Afterwards it has its own value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Early {
    Value,
    Error,
    Never,
}

impl Early {
    pub(super) fn text(self) -> &'static str {
        match self {
            Early::Value => "value",
            Early::Error => "error",
            Early::Never => "–",
        }
    }
}

const fn cycle(first: Form, second: Form, import: Import, cells: [Early; 6]) -> CycleRow {
    CycleRow { first, second, import, cells }
}

const UNBORN: [Early; 6] =
    [Early::Error, Early::Error, Early::Error, Early::Value, Early::Error, Early::Error];
const UNBORN_BY_NAME: [Early; 6] =
    [Early::Error, Early::Error, Early::Error, Early::Value, Early::Error, Early::Never];
const NOTHING_YET: [Early; 6] =
    [Early::Error, Early::Error, Early::Error, Early::Error, Early::Error, Early::Never];
const ALL_THERE: [Early; 6] =
    [Early::Value, Early::Value, Early::Value, Early::Value, Early::Value, Early::Never];

pub(super) const CYCLES: &[CycleRow] = &[
    cycle(Classic, Classic, Import::Bare, NOTHING_YET),
    cycle(Module, Classic, Import::Bare, ALL_THERE),
    cycle(Module, Classic, Import::Named, ALL_THERE),
    cycle(Module, Classic, Import::Namespace, ALL_THERE),
    cycle(Module, Module, Import::Named, UNBORN_BY_NAME),
    cycle(Module, Module, Import::Renamed, UNBORN),
    cycle(Module, Module, Import::Namespace, UNBORN),
];

/// Returns the tables as docs/scripting.md shows them.
pub(super) fn show_tables() -> String {
    let kinds: Vec<String> = DECLARATIONS.iter().map(|it| format!("`{}`", it.text())).collect();
    let rule = "|---".repeat(3 + kinds.len());
    let mut out = format!("| importer | imported | form | {} |\n{rule}|\n", kinds.join(" | "));
    for row in ROWS {
        let cells = row.cells.map(Cell::text).join(" | ");
        let (importer, imported) = (row.importer.text(), row.imported.text());
        let _ = writeln!(out, "| {importer} | {imported} | `{}` | {cells} |", row.import.text());
    }
    out.push_str(
        "\nIn a cycle a file may run before the file that imports it. This is what it sees of that file while its own\n\
         body runs; once both have run, the table above holds:\n\n",
    );
    let _ = writeln!(out, "| file | its importer | form in the file | {} |\n{rule}|", kinds.join(" | "));
    for row in CYCLES {
        let cells = row.cells.map(Early::text).join(" | ");
        let (first, second) = (row.first.text(), row.second.text());
        let _ = writeln!(out, "| {first} | {second} | `{}` | {cells} |", row.import.text());
    }
    out
}
