//! The names and their scopes in a file that failed, which is read again for them.

use oxc_allocator::Allocator;
use oxc_ast::AstKind;
use oxc_parser::{Parser, ParserReturn};
use oxc_semantic::{Semantic, SemanticBuilder};
use oxc_span::SourceType;
use oxc_syntax::symbol::SymbolId;

use super::bindings::enclosing_function;
use super::facts::{FileFacts, Form, Undeclared, spanned};
use scenewright_error::near_name;

/// Returns the syntax tree of a file that was found valid before.
pub(super) fn parse_again<'a>(facts: &'a FileFacts, allocator: &'a Allocator) -> ParserReturn<'a> {
    let source_type = match facts.form {
        Form::Classic => SourceType::script(),
        Form::Module => SourceType::mjs(),
    };
    Parser::new(allocator, &facts.code, source_type).parse()
}

/// The findings of a file about a name that is not defined where it is used.
#[derive(Debug, Default)]
pub(super) struct Around {
    /// A name that can be used there and is near to it.
    pub near: Option<String>,
    /// The place where the name is declared, in a scope that does not reach the use.
    pub elsewhere: Option<usize>,
}

pub(super) fn look_around(facts: &FileFacts, it: &Undeclared) -> Around {
    let allocator = Allocator::default();
    let parsed = parse_again(facts, &allocator);
    let semantic = SemanticBuilder::new().with_build_nodes(true).build(&parsed.program).semantic;
    let scoping = semantic.scoping();
    let unresolved = scoping.root_unresolved_references();
    let references = unresolved.iter().filter(|(name, _)| name.as_str() == it.name.text);
    let mut ids = references.flat_map(|(_, ids)| ids.iter());
    let used =
        ids.find(|&&id| semantic.reference_span(scoping.get_reference(id)).start as usize == it.name.start);
    let Some(&used) = used else { return Around::default() };
    // Only names of these scopes can be used there; a near name of another function would not help.
    let reaching: Vec<_> = scoping.scope_ancestors(scoping.get_reference(used).scope_id()).collect();
    let reaches = |symbol: &SymbolId| reaching.contains(&scoping.symbol_scope_id(*symbol));
    let visible = scoping.symbol_ids().filter(reaches).map(|symbol| scoping.symbol_name(symbol));
    let near = near_name(&it.name.text, visible).map(str::to_owned);
    let named = scoping.symbol_ids().find(|symbol| scoping.symbol_name(*symbol) == it.name.text);
    Around { near, elsewhere: named.map(|symbol| scoping.symbol_span(symbol).start as usize) }
}

/// Returns the places where a file may use a lexical name too early, of which the engine reports
/// neither place nor reason: everything before the declaration, and everything in a function, which may
/// be called before it.
pub(crate) fn early_uses(facts: &FileFacts, wanted: &str) -> Vec<Undeclared> {
    let allocator = Allocator::default();
    let parsed = parse_again(facts, &allocator);
    let semantic = SemanticBuilder::new().with_build_nodes(true).build(&parsed.program).semantic;
    let semantic = &semantic;
    let scoping = semantic.scoping();
    let mut found = Vec::new();
    let is_wanted =
        |it: &SymbolId| scoping.symbol_name(*it) == wanted && scoping.symbol_flags(*it).is_block_scoped();
    for symbol in scoping.symbol_ids().filter(is_wanted) {
        let declared = end_of_declaration(semantic, symbol);
        for reference in scoping.get_resolved_references(symbol) {
            let span = semantic.reference_span(reference);
            let function = enclosing_function(semantic, reference.node_id());
            // A use in a function may run before the declaration although it stands after it.
            if span.start < declared || function.is_some() {
                found.push(Undeclared {
                    name: spanned(wanted, span),
                    function,
                    in_typeof: false,
                    in_try: false,
                    write_only: false,
                });
            }
        }
    }
    found.sort_by_key(|it| it.name.start);
    found
}

/// Returns the offset from which a name has its value: a `let` or `const` only after its own initial value.
fn end_of_declaration(semantic: &Semantic<'_>, symbol: SymbolId) -> u32 {
    let declaration = semantic.scoping().symbol_declaration(symbol);
    match semantic.nodes().kind(declaration) {
        AstKind::VariableDeclarator(declarator) => declarator.span.end,
        _ => semantic.scoping().symbol_span(symbol).start,
    }
}
