//! Facts of one source file, known by reading it.

use oxc_span::Span;

use super::global_uses::GlobalUses;

/// The way in which a file takes part in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A script with neither exports, nor `import … from`, nor top-level await: sloppy mode, one scope
    /// with its kind.
    Classic,
    /// An ES module, as everything else.
    Module,
}

/// The facts of one file.
#[derive(Debug)]
pub(crate) struct FileFacts {
    pub form: Form,
    /// The text to run: in a classic script the bare imports are blanked, every position kept.
    pub code: String,
    pub imports: Vec<Import>,
    /// The specifiers of `import("…")` with a literal argument.
    pub dynamic_imports: Vec<Spanned>,
    pub exports: Exports,
    /// The names that statements at the top level of the file declare.
    pub declarations: Vec<Declared>,
    /// Every name in the file's outermost scope, hoisted ones included.
    pub top_names: Vec<String>,
    pub undeclared: Vec<Undeclared>,
    /// The functions at the top level that nothing in the file uses.
    pub idle_functions: Vec<Spanned>,
    /// The places where a module waits outside of every function.
    pub awaits: Vec<usize>,
    pub remarks: Vec<Remark>,
    /// The names that sloppy code assigns without declaring, which makes them global.
    pub implicit_globals: Vec<String>,
    pub globals: GlobalUses,
}

/// An import declaration, or the source of an `export … from`.
#[derive(Debug)]
pub(crate) struct Import {
    pub specifier: Spanned,
    /// The imported names; empty for a bare import and for a namespace.
    pub names: Vec<Spanned>,
}

/// A string of the source and its place in bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spanned {
    pub text: String,
    pub start: usize,
    pub length: usize,
}

#[derive(Debug, Default)]
pub(crate) struct Exports {
    pub names: Vec<String>,
    /// The exported names that another file declares.
    pub passed_on: Vec<PassedOn>,
    /// The specifiers of `export * from`.
    pub stars: Vec<String>,
}

/// An export of a name that was imported: `export { wanted as name } from "specifier"`.
#[derive(Debug)]
pub(crate) struct PassedOn {
    pub name: String,
    pub specifier: String,
    pub wanted: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeclaredAs {
    Var,
    Function,
    /// A `let`, `const` or `class`.
    Lexical,
}

#[derive(Clone, Debug)]
pub(crate) struct Declared {
    pub name: Spanned,
    pub kind: DeclaredAs,
}

/// The place of a name without a value.
#[derive(Clone, Debug)]
pub(crate) struct Undeclared {
    pub name: Spanned,
    /// The name of the innermost named function around it.
    pub function: Option<String>,
    /// True inside `typeof name`, which never throws.
    pub in_typeof: bool,
    /// True in the block of a `try`, which may have caught the error.
    pub in_try: bool,
    /// True when the name is only assigned, never read.
    pub write_only: bool,
}

/// A sentence about the use of a name that the sandbox defines.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    /// The name, which a file may declare itself after all.
    pub name: &'static str,
    /// The subject of the sentence.
    pub about: Spanned,
    pub sentence: String,
}

/// Returns the text at a span of the parser.
pub(super) fn spanned(text: &str, span: Span) -> Spanned {
    Spanned { text: text.to_owned(), start: span.start as usize, length: span.size() as usize }
}
