//! The diagnosis of one file, by a parser made for it, before anything runs.

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_ast::ast::{Program, Statement};
use oxc_diagnostics::OxcDiagnostic;
use oxc_parser::{Parser, ParserReturn};
use oxc_semantic::{NodeId, Semantic, SemanticBuilder};
use oxc_span::{GetSpan, SourceType, Span};

use super::awaits::top_level_awaits;
use super::bindings::{enclosing_function, top_declarations};
use super::facts::{Exports, FileFacts, Form, Import, Undeclared, spanned};
use super::global_uses::global_uses;
use super::idle_functions::idle_functions;
use super::imports::{bare_imports, dynamic_imports, read_imports_and_exports};
use super::lints::remarks_on;
use super::nesting::check_nesting;
use super::source::SourceText;
use super::syntax::{refuse_markdown, syntax_error};
use super::unsupported_syntax::check_gaps;
use scenewright_error::Error;

/// Reads a file. A syntax error has its place and frame.
pub(crate) fn diagnose(file: &SourceText<'_>) -> Result<FileFacts, Error> {
    refuse_markdown(file)?;
    if let Some(facts) = diagnose_at_once(file)? {
        return Ok(facts);
    }
    let allocator = Allocator::default();
    // As a module first: only there are import, export and top-level await syntax. Most files without any of them
    // parse as both, and count as classic.
    let parsed = Parser::new(&allocator, file.text, SourceType::mjs()).parse();
    check_nesting(file, &parsed.program)?;
    if !parsed.panicked && is_module(&parsed.program) {
        return read_module(file, parsed);
    }
    // A classic script may import for effect, which ECMAScript allows no script: the statement is blanked, and the
    // imported file runs earlier, by the order of the program.
    let imports = if parsed.panicked { Vec::new() } else { bare_imports(&parsed.program) };
    let code = blank(file.text, &imports);
    let script = Allocator::default();
    let again = Parser::new(&script, &code, SourceType::script()).parse();
    check_nesting(file, &again.program)?;
    // It parses as neither. Report the error of the form which its author meant.
    if again.panicked && parsed.panicked && mentions_modules(file.text) {
        return Err(syntax_error(file, &parsed.diagnostics));
    }
    let facts = read_classic(file, imports, again)?;
    Ok(FileFacts { code, ..facts })
}

/// Parses a file just once that is most likely a classic script without mistakes. Returns `None` when it may be
/// another: only as a module can it know if `await` is a name, and what is wrong with it.
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
    // The imports are blanked in the code, so the tree that is checked must not have them either.
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
    facts.awaits = top_level_awaits(&parsed.program);
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

/// Returns true if the program has something that only a module can have. A bare import alone is not enough.
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

/// Replaces every import statement by white space of as many bytes and UTF-16 units, so that every place stays
/// the same.
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

/// Reads scopes and references of a parsed program, with the errors that only they can show.
fn read_names(file: &SourceText<'_>, program: &Program<'_>) -> Result<FileFacts, Error> {
    let built = SemanticBuilder::new().with_check_syntax_error(true).with_build_nodes(true).build(program);
    let semantic = built.semantic;
    let mut diagnostics = built.diagnostics;
    // The parser reports what ECMAScript allows for old programs; the rest are real errors.
    diagnostics.retain(|found| !is_no_redeclaration(&semantic, found));
    if !diagnostics.is_empty() {
        return Err(syntax_error(file, &diagnostics));
    }
    check_gaps(file, program)?;
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
        idle_functions: idle_functions(&semantic, program),
        awaits: Vec::new(),
        remarks: Vec::new(),
        implicit_globals: Vec::new(),
        globals: global_uses(&semantic),
    };
    for (name, references) in scoping.root_unresolved_references() {
        let mut written = false;
        for &id in references {
            let reference = scoping.get_reference(id);
            written |= reference.is_write();
            let span = semantic.reference_span(reference);
            // Only unresolved names can be functions of the vocabulary: a local function of the same name hides it.
            facts.remarks.extend(remarks_on(&semantic, name.as_str(), reference.node_id()));
            facts.undeclared.push(Undeclared {
                name: spanned(name.as_str(), span),
                function: enclosing_function(&semantic, reference.node_id()),
                in_typeof: is_typeof(&semantic, reference.node_id()),
                in_try: is_in_try(&semantic, reference.node_id()),
                write_only: reference.is_write() && !reference.is_read(),
            });
        }
        if written {
            facts.implicit_globals.push(name.to_string());
        }
    }
    facts.undeclared.sort_by_key(|it| it.name.start);
    facts.remarks.sort_by_key(|it| it.about.start);
    // Several calls may be of one loop.
    facts
        .remarks
        .dedup_by(|one, other| one.about.start == other.about.start && one.sentence == other.sentence);
    Ok(facts)
}

/// Returns true if the parser counts a name as declared twice that ECMAScript does not, for a function that is one of the two:
///
/// - a function in a block, which the parser takes for one of the scope around it. In sloppy code the function stays in its block where
///   that scope has the name already (B.3.2).
/// - a function of a script or of a function's body, and a `var` in a block of the same: both are of the scope of variables (8.2.6).
/// - a function that is all of a branch of an `if`: it is in a block of its own (B.3.3), and the parser reports the names around it.
///
/// Real errors are refused by the engine.
fn is_no_redeclaration(semantic: &Semantic<'_>, found: &OxcDiagnostic) -> bool {
    if !found.message.ends_with("has already been declared") || found.labels.len() != 2 {
        return false;
    }
    let places: Vec<u32> = found.labels.iter().map(|label| label.offset()).collect();
    semantic.nodes().iter().any(|node| {
        let AstKind::Function(function) = node.kind() else {
            return false;
        };
        let Some(name) = function.id.as_ref().filter(|_| function.is_declaration()) else {
            return false;
        };
        let parent = semantic
            .nodes()
            .ancestor_kinds(node.id())
            .find(|kind| !matches!(kind, AstKind::LabeledStatement(_) | AstKind::SwitchCase(_)));
        if matches!(parent, Some(AstKind::IfStatement(_)))
            && found.message.contains(&format!("`{}`", name.name))
        {
            return true;
        }
        let Some(other) = places.iter().position(|it| *it == name.span.start).map(|at| places[1 - at]) else {
            return false;
        };
        match parent {
            Some(block @ (AstKind::BlockStatement(_) | AstKind::SwitchStatement(_))) => {
                !(block.span().start..block.span().end).contains(&other)
            }
            Some(AstKind::Program(_) | AstKind::FunctionBody(_)) => is_var(semantic, other),
            _ => false,
        }
    })
}

/// Returns true if a `var` declares the name at a place, or the pattern that has the name.
fn is_var(semantic: &Semantic<'_>, place: u32) -> bool {
    let nodes = semantic.nodes();
    let declarator = nodes.iter().find(
        |node| matches!(node.kind(), AstKind::VariableDeclarator(declarator) if declarator.span.start == place),
    );
    declarator.is_some_and(|declarator| {
        matches!(nodes.parent_kind(declarator.id()), AstKind::VariableDeclaration(it) if it.kind.is_var())
    })
}

fn is_typeof(semantic: &Semantic<'_>, node: NodeId) -> bool {
    matches!(
        semantic.nodes().parent_kind(node),
        AstKind::UnaryExpression(unary) if unary.operator == oxc_syntax::operator::UnaryOperator::Typeof
    )
}

fn is_in_try(semantic: &Semantic<'_>, node: NodeId) -> bool {
    let at = semantic.nodes().kind(node).span().start;
    semantic.nodes().ancestor_kinds(node).any(|it| match it {
        AstKind::TryStatement(it) => (it.block.span.start..it.block.span.end).contains(&at),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn use_after_import_with_any_characters_keeps_its_position() {
        let text = "import 'städte_漢字_😀'; missing()\nawait_nothing()";
        let facts = diagnose(&SourceText { name: "main", text }).expect("it is a classic script");
        assert_eq!(facts.code.len(), text.len());
        assert_eq!(facts.code.encode_utf16().count(), text.encode_utf16().count());
        assert!(facts.undeclared.iter().all(|it| text[it.name.start..].starts_with(&it.name.text)));
        assert_eq!(facts.undeclared.len(), 2);
    }
}
