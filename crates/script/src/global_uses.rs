//! The uses of the global object in a file, and of what is the same only at the top level of a script.

use std::collections::{BTreeSet, HashSet};

use oxc_ast::AstKind;
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, CallExpression, Class, Expression, Function,
    NewExpression, SpreadElement, TaggedTemplateExpression,
};
use oxc_ast_visit::{Visit, walk};
use oxc_semantic::{NodeId, Semantic};
use oxc_span::GetSpan;
use oxc_syntax::scope::ScopeFlags;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

use super::globals::is_engine_global;
use super::wrapping::VarWord;

/// The uses of the global object in a file, and the reasons why its top level cannot be a block.
#[derive(Debug, Default)]
pub struct GlobalUses {
    /// True if the global object may be read or changed in ways that show no names.
    pub escapes: bool,
    /// The names that are read or written as its properties.
    pub members: Vec<String>,
    /// True if the file imports by a specifier that is not written out.
    pub imports_anything: bool,
    /// True if the file has something at its top level that means something else in a block.
    pub is_bound_to_the_top: bool,
    /// The names of `var`s outside of functions, and the words that declare them, in the order of the source.
    pub variables: BTreeSet<String>,
    pub var_words: Vec<VarWord>,
    /// The names of functions at the top level.
    pub functions: HashSet<String>,
}

/// Finds the uses of the global object in a file.
pub(super) fn global_uses(semantic: &Semantic<'_>) -> GlobalUses {
    let mut uses = GlobalUses::default();
    let scoping = semantic.scoping();
    for node in semantic.nodes().iter() {
        match node.kind() {
            AstKind::ThisExpression(_) if !scoping.scope_flags(node.scope_id()).is_strict_mode() => {
                uses.add_global(semantic, node.id());
            }
            AstKind::IdentifierReference(it) if it.name == "globalThis" => {
                uses.add_global(semantic, node.id());
            }
            AstKind::ImportExpression(it) => {
                uses.imports_anything |= !matches!(it.source, Expression::StringLiteral(_));
            }
            AstKind::VariableDeclaration(it) if it.kind.is_var() && !is_in_function(semantic, node.id()) => {
                uses.var_words.push(VarWord {
                    start: it.span.start as usize,
                    is_loop_target: is_loop_target(semantic, node.id()),
                });
                for declarator in &it.declarations {
                    match declarator.id.get_binding_identifier() {
                        Some(id) => drop(uses.variables.insert(id.name.to_string())),
                        None => uses.is_bound_to_the_top = true,
                    }
                    uses.is_bound_to_the_top |= declarator.init.as_ref().is_some_and(fails_without_place);
                }
            }
            AstKind::Program(it) => uses.is_bound_to_the_top |= !it.directives.is_empty(),
            AstKind::WithStatement(_) => uses.is_bound_to_the_top = true,
            // Such a function is also a variable of the script around its block.
            AstKind::Function(it) if it.is_declaration() => {
                uses.is_bound_to_the_top |= is_in_block_of_script(semantic, node.id());
            }
            _ => {}
        }
    }
    uses.var_words.sort_by_key(|it| it.start);
    for &symbol in scoping.get_bindings(scoping.root_scope_id()).values() {
        let flags = scoping.symbol_flags(symbol);
        let is_lexical = flags.intersects(SymbolFlags::BlockScoped);
        uses.is_bound_to_the_top |= is_lexical && is_used_early(semantic, symbol);
        let name = || scoping.symbol_name(symbol).to_owned();
        if flags.intersects(SymbolFlags::FunctionScopedVariable) {
            uses.variables.insert(name());
        }
        if flags.intersects(SymbolFlags::Function) {
            uses.functions.insert(name());
        }
    }
    uses
}

impl GlobalUses {
    /// Notes the use of an expression that may be the global object.
    fn add_global(&mut self, semantic: &Semantic<'_>, expression: NodeId) {
        let span = semantic.nodes().kind(expression).span();
        match semantic.nodes().parent_kind(expression) {
            AstKind::StaticMemberExpression(member) if member.object.span() == span => {
                self.members.push(member.property.name.to_string());
            }
            _ => self.escapes = true,
        }
    }
}

/// Returns true if a node stands in a function, or in what runs as one.
fn is_in_function(semantic: &Semantic<'_>, node: NodeId) -> bool {
    semantic.nodes().ancestor_kinds(node).any(|it| {
        matches!(it, AstKind::Function(_) | AstKind::ArrowFunctionExpression(_) | AstKind::StaticBlock(_))
    })
}

/// Returns true if the first value of a `var` may fail in a way of which the engine keeps no place: it then shows that of
/// the assignment which the declaration has become, and before it was one, that of the step before.
fn fails_without_place(value: &Expression<'_>) -> bool {
    struct Find(bool);
    impl<'a> Visit<'a> for Find {
        fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
            if let Some(member) = it.callee.without_parentheses().as_member_expression() {
                // Only what has a value for certain has methods for certain.
                self.0 |= match member.object() {
                    Expression::Identifier(object) => !is_engine_global(object.name.as_str()),
                    object => !(object.is_literal() || matches!(object, Expression::ArrayExpression(_))),
                };
            }
            walk::walk_call_expression(self, it);
        }
        fn visit_new_expression(&mut self, _: &NewExpression<'a>) {
            self.0 = true;
        }
        fn visit_class(&mut self, _: &Class<'a>) {
            self.0 = true;
        }
        fn visit_spread_element(&mut self, _: &SpreadElement<'a>) {
            self.0 = true;
        }
        fn visit_tagged_template_expression(&mut self, _: &TaggedTemplateExpression<'a>) {
            self.0 = true;
        }
        fn visit_assignment_expression(&mut self, _: &AssignmentExpression<'a>) {
            self.0 = true;
        }
        // The code of a function has places of its own.
        fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
        fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    }
    let mut find = Find(false);
    find.visit_expression(value);
    find.0
}

/// Returns true if a declaration is what a loop over values or keys assigns to.
fn is_loop_target(semantic: &Semantic<'_>, declaration: NodeId) -> bool {
    let span = semantic.nodes().kind(declaration).span();
    match semantic.nodes().parent_kind(declaration) {
        AstKind::ForOfStatement(it) => it.left.span() == span,
        AstKind::ForInStatement(it) => it.left.span() == span,
        _ => false,
    }
}

/// Returns true if the top level itself uses a lexical name of its own before the declaration has run. The engine has other
/// words for that in a block.
fn is_used_early(semantic: &Semantic<'_>, symbol: SymbolId) -> bool {
    let scoping = semantic.scoping();
    let declared = match semantic.nodes().kind(scoping.symbol_declaration(symbol)) {
        AstKind::VariableDeclarator(declarator) => declarator.span.end,
        _ => scoping.symbol_span(symbol).start,
    };
    scoping.get_resolved_references(symbol).any(|reference| {
        semantic.reference_span(reference).start < declared && !is_in_function(semantic, reference.node_id())
    })
}

/// Returns true if a function declaration stands in a block and in no function.
fn is_in_block_of_script(semantic: &Semantic<'_>, function: NodeId) -> bool {
    let mut ancestors = semantic.nodes().ancestor_kinds(function);
    match ancestors.next() {
        None | Some(AstKind::Program(_) | AstKind::FunctionBody(_)) => false,
        Some(_) => !is_in_function(semantic, function),
    }
}
