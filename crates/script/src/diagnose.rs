//! What a parser made for diagnostics says about one file before anything runs.

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{BindingIdentifier, Program, Statement, VariableDeclarationKind};
use oxc_ast_visit::Visit;
use oxc_parser::{Parser, ParserReturn};
use oxc_semantic::{NodeId, Semantic, SemanticBuilder};
use oxc_span::{SourceType, Span};

use super::awaits::{TopLevelAwaits, top_level_awaits};
use super::imports::{bare_imports, dynamic_imports, read_imports_and_exports};
use super::lints::{Remark, remarks_on};
use super::nesting::check_nesting;
use super::source::SourceText;
use super::syntax::{refuse_markdown, syntax_error};
use super::unsupported_syntax::check_gaps;
use scenewright_error::Error;

/// How a file takes part in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Neither exports, nor `import … from`, nor top-level await: sloppy mode, one scope with its kind.
    Classic,
    /// Everything else: an ES module.
    Module,
}

/// What is known of one file by reading it.
#[derive(Debug)]
pub struct FileFacts {
    pub form: Form,
    /// The text to run: for a classic script its bare imports are blanked, every position kept.
    pub code: String,
    pub imports: Vec<Import>,
    /// Specifiers of `import("…")` with a literal argument.
    pub dynamic_imports: Vec<Spanned>,
    pub exports: Exports,
    /// Names that statements at the top level of the file declare.
    pub declarations: Vec<Declared>,
    /// Every name in the file's outermost scope, hoisted ones included.
    pub top_names: Vec<String>,
    pub undeclared: Vec<Undeclared>,
    /// Where a module waits outside of every function.
    pub awaits: Vec<usize>,
    pub remarks: Vec<Remark>,
    /// Names that sloppy code assigns without declaring, which makes them global.
    pub implicit_globals: Vec<String>,
}

/// An import declaration, or the source of an `export … from`.
#[derive(Debug)]
pub struct Import {
    pub specifier: Spanned,
    /// The names that are asked for; empty for a bare import and for a namespace.
    pub names: Vec<Spanned>,
}

/// A string of the source and its place in bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Spanned {
    pub text: String,
    pub start: usize,
    pub length: usize,
}

#[derive(Debug, Default)]
pub struct Exports {
    pub names: Vec<String>,
    /// Those of the names that another file declares.
    pub passed_on: Vec<PassedOn>,
    /// Specifiers of `export * from`.
    pub stars: Vec<String>,
}

/// An export of a name that was imported: `export { wanted as name } from "specifier"`.
#[derive(Debug)]
pub struct PassedOn {
    pub name: String,
    pub specifier: String,
    pub wanted: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclaredAs {
    Var,
    Function,
    /// `let`, `const` and `class`.
    Lexical,
}

#[derive(Clone, Debug)]
pub struct Declared {
    pub name: Spanned,
    pub kind: DeclaredAs,
}

/// A name without a value, where it stands.
#[derive(Clone, Debug)]
pub struct Undeclared {
    pub name: Spanned,
    /// The name of the innermost named function around it.
    pub function: Option<String>,
    /// `typeof name` never throws.
    pub in_typeof: bool,
    /// Only assigned, never read.
    pub write_only: bool,
}

/// Appended to the code of a module that must count as one that awaits. It moves no place of the author's.
pub const AWAIT_AT_THE_END: &str = "await undefined;";

/// Reads a file. A syntax error comes back with its place and frame.
pub fn diagnose(file: &SourceText<'_>) -> Result<FileFacts, Error> {
    refuse_markdown(file)?;
    if let Some(facts) = diagnose_at_once(file)? {
        return Ok(facts);
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, file.text, SourceType::mjs()).parse();
    check_nesting(file, &parsed.program)?;
    if !parsed.panicked && is_module(&parsed.program) {
        return read_module(file, parsed);
    }
    let imports = if parsed.panicked { Vec::new() } else { bare_imports(&parsed.program) };
    let code = blank(file.text, &imports);
    let script = Allocator::default();
    let again = Parser::new(&script, &code, SourceType::script()).parse();
    check_nesting(file, &again.program)?;
    if again.panicked && parsed.panicked && mentions_modules(file.text) {
        return Err(syntax_error(file, &parsed.diagnostics));
    }
    let facts = read_classic(file, imports, again)?;
    Ok(FileFacts { code, ..facts })
}

/// Parses a file once that is most likely a classic script without mistakes. Nothing when it may be another: only
/// as a module can it tell whether `await` is a name, and what is wrong with it.
fn diagnose_at_once(file: &SourceText<'_>) -> Result<Option<FileFacts>, Error> {
    if file.text.contains("await") || mentions_modules(file.text) {
        return Ok(None);
    }
    let allocator = Allocator::default();
    let mut parsed = Parser::new(&allocator, file.text, SourceType::script()).parse();
    check_nesting(file, &parsed.program)?;
    if parsed.panicked || !parsed.diagnostics.is_empty() || is_module(&parsed.program) {
        return Ok(None);
    }
    let imports = bare_imports(&parsed.program);
    parsed.program.body.retain(|statement| !matches!(statement, Statement::ImportDeclaration(_)));
    let code = blank(file.text, &imports);
    let facts = read_classic(file, imports, parsed)?;
    Ok(Some(FileFacts { code, ..facts }))
}

fn read_module(file: &SourceText<'_>, parsed: ParserReturn<'_>) -> Result<FileFacts, Error> {
    if !parsed.diagnostics.is_empty() {
        return Err(syntax_error(file, &parsed.diagnostics));
    }
    let mut facts = read_names(file, &parsed.program)?;
    facts.form = Form::Module;
    facts.code = file.text.to_owned();
    // The engine does not take the end of a file for the end of `export {}`.
    facts.code.push_str("\n;");
    let TopLevelAwaits { expressions, loops } = top_level_awaits(&parsed.program);
    facts.awaits = expressions.into_iter().chain(loops.iter().copied()).collect();
    facts.awaits.sort_unstable();
    if !loops.is_empty() {
        // The engine takes a module whose only waiting is `for await` for one that never waits, and calls it done
        // at the first pause.
        facts.code.push_str(AWAIT_AT_THE_END);
    }
    read_imports_and_exports(&parsed.program, &mut facts);
    Ok(facts)
}

fn read_classic(
    file: &SourceText<'_>,
    imports: Vec<(Span, Import)>,
    parsed: ParserReturn<'_>,
) -> Result<FileFacts, Error> {
    if parsed.panicked || !parsed.diagnostics.is_empty() {
        return Err(syntax_error(file, &parsed.diagnostics));
    }
    let mut facts = read_names(file, &parsed.program)?;
    facts.imports = imports.into_iter().map(|(_, import)| import).collect();
    Ok(facts)
}

/// Whether the program has what only a module can have. A bare import alone does not make one.
fn is_module(program: &Program<'_>) -> bool {
    let declares = program.body.iter().any(|statement| match statement {
        Statement::ImportDeclaration(import) => import.specifiers.is_some(),
        Statement::ExportAllDeclaration(_)
        | Statement::ExportDeclaration(_)
        | Statement::ExportNamedDeclaration(_)
        | Statement::ExportFromDeclaration(_)
        | Statement::ExportDefaultDeclaration(_) => true,
        _ => false,
    });
    declares || !top_level_awaits(program).is_empty()
}

/// Replaces every import statement by white space of as many bytes and UTF-16 units, so that every place stays.
fn blank(text: &str, imports: &[(Span, Import)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (span, _) in imports {
        out.push_str(&text[done..span.start as usize]);
        for c in text[span.start as usize..span.end as usize].chars() {
            match c {
                '\n' => out.push('\n'),
                // A semicolon keeps the statement boundary that the import was.
                _ => out.push_str([" ", "\u{a0}", "\u{3000}", "\u{a0}\u{a0}"][c.len_utf8() - 1]),
            }
        }
        if out.ends_with(' ') {
            out.pop();
            out.push(';');
        }
        done = span.end as usize;
    }
    out.push_str(&text[done..]);
    out
}

fn mentions_modules(text: &str) -> bool {
    text.lines().any(|line| {
        let line = line.trim_start();
        line.starts_with("export ")
            || line.starts_with("export{")
            || (line.starts_with("import") && line.contains(" from"))
    })
}

/// Scopes and references of a parsed program, with the errors that only they can show.
fn read_names(file: &SourceText<'_>, program: &Program<'_>) -> Result<FileFacts, Error> {
    let built = SemanticBuilder::new().with_check_syntax_error(true).with_build_nodes(true).build(program);
    if !built.diagnostics.is_empty() {
        return Err(syntax_error(file, &built.diagnostics));
    }
    check_gaps(file, program)?;
    let semantic = built.semantic;
    let scoping = semantic.scoping();
    let mut facts = FileFacts {
        form: Form::Classic,
        code: String::new(),
        imports: Vec::new(),
        dynamic_imports: dynamic_imports(program),
        exports: Exports::default(),
        declarations: top_declarations(program),
        top_names: scoping
            .get_bindings(scoping.root_scope_id())
            .keys()
            .map(|name| name.to_string())
            .collect(),
        undeclared: Vec::new(),
        awaits: Vec::new(),
        remarks: Vec::new(),
        implicit_globals: Vec::new(),
    };
    for (name, references) in scoping.root_unresolved_references() {
        let mut written = false;
        for &id in references {
            let reference = scoping.get_reference(id);
            written |= reference.is_write();
            let span = semantic.reference_span(reference);
            facts.remarks.extend(remarks_on(&semantic, name.as_str(), reference.node_id()));
            facts.undeclared.push(Undeclared {
                name: spanned(name.as_str(), span),
                function: enclosing_function(&semantic, reference.node_id()),
                in_typeof: is_typeof(&semantic, reference.node_id()),
                write_only: reference.is_write() && !reference.is_read(),
            });
        }
        if written {
            facts.implicit_globals.push(name.to_string());
        }
    }
    facts.undeclared.sort_by_key(|it| it.name.start);
    facts.remarks.sort_by_key(|it| it.about.start);
    Ok(facts)
}

fn is_typeof(semantic: &Semantic<'_>, node: NodeId) -> bool {
    matches!(
        semantic.nodes().parent_kind(node),
        AstKind::UnaryExpression(unary) if unary.operator == oxc_syntax::operator::UnaryOperator::Typeof
    )
}

pub(super) fn enclosing_function(semantic: &Semantic<'_>, node: NodeId) -> Option<String> {
    let nodes = semantic.nodes();
    let mut inside_function = false;
    for kind in nodes.ancestor_kinds(node) {
        match kind {
            AstKind::Function(function) => {
                if let Some(id) = &function.id {
                    return Some(id.name.to_string());
                }
                inside_function = true;
            }
            AstKind::ArrowFunctionExpression(_) => inside_function = true,
            AstKind::VariableDeclarator(declarator) if inside_function => {
                return declarator.id.get_binding_identifier().map(|id| id.name.to_string());
            }
            _ => {}
        }
    }
    None
}

fn top_declarations(program: &Program<'_>) -> Vec<Declared> {
    let mut found = Vec::new();
    for statement in &program.body {
        match statement {
            Statement::VariableDeclaration(declaration) => {
                let kind = match declaration.kind {
                    VariableDeclarationKind::Var => DeclaredAs::Var,
                    _ => DeclaredAs::Lexical,
                };
                let mut names = BindingNames(Vec::new());
                for declarator in &declaration.declarations {
                    names.visit_binding_pattern(&declarator.id);
                }
                found.extend(names.0.into_iter().map(|name| Declared { name, kind }));
            }
            Statement::FunctionDeclaration(function) => {
                if let Some(id) = &function.id {
                    found.push(Declared {
                        name: spanned(id.name.as_str(), id.span),
                        kind: DeclaredAs::Function,
                    });
                }
            }
            Statement::ClassDeclaration(class) => {
                if let Some(id) = &class.id {
                    found.push(Declared {
                        name: spanned(id.name.as_str(), id.span),
                        kind: DeclaredAs::Lexical,
                    });
                }
            }
            _ => {}
        }
    }
    found
}

pub(super) struct BindingNames(pub(super) Vec<Spanned>);

impl<'a> Visit<'a> for BindingNames {
    fn visit_binding_identifier(&mut self, id: &BindingIdentifier<'a>) {
        self.0.push(spanned(id.name.as_str(), id.span));
    }
    fn visit_expression(&mut self, _: &oxc_ast::ast::Expression<'a>) {}
}

pub(super) fn spanned(text: &str, span: Span) -> Spanned {
    Spanned { text: text.to_owned(), start: span.start as usize, length: span.size() as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_use_after_an_import_of_any_letters_is_where_it_is_written() {
        let text = "import 'städte_漢字_😀'; missing()\nawait_nothing()";
        let facts = diagnose(&SourceText { name: "main", text }).expect("it is a classic script");
        assert_eq!(facts.code.len(), text.len());
        assert_eq!(facts.code.encode_utf16().count(), text.encode_utf16().count());
        assert!(facts.undeclared.iter().all(|it| text[it.name.start..].starts_with(&it.name.text)));
        assert_eq!(facts.undeclared.len(), 2);
    }
}
