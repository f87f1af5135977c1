//! The uses of the global object in a file, and of what is the same only at the top level of a script.

use std::collections::{BTreeSet, HashSet};

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_semantic::{NodeId, Semantic};
use oxc_span::GetSpan;
use oxc_syntax::symbol::SymbolFlags;

/// A word `var` of a script outside of every function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VarWord {
    pub start: usize,
    /// True before `of` and `in`, where a target stands and no expression.
    pub is_loop_target: bool,
}

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
    /// True if the file begins with the directive of strict mode, which a block cannot have.
    pub is_strict: bool,
    /// The names of `var`s outside of functions, and the words that declare them, in the order of the source.
    pub variables: BTreeSet<String>,
    pub var_words: Vec<VarWord>,
    /// The names of functions at the top level.
    pub functions: HashSet<String>,
}

/// Finds the uses of the global object in a file.
pub(super) fn global_uses(semantic: &Semantic<'_>) -> GlobalUses {
    let is_strict = semantic.nodes().program().has_use_strict_directive();
    let mut uses = GlobalUses { is_strict, ..GlobalUses::default() };
    let scoping = semantic.scoping();
    for node in semantic.nodes().iter() {
        match node.kind() {
            AstKind::ThisExpression(_)
                if !scoping.scope_flags(node.scope_id()).is_strict_mode()
                    || is_strict && !is_in_function_with_this(semantic, node.id()) =>
            {
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
                    let names = declarator.id.get_binding_identifiers();
                    uses.variables.extend(names.iter().map(|id| id.name.to_string()));
                }
            }
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

/// The properties that the global object inherits: by them it can be asked for names that are texts, and be handed on.
const INHERITED: &[&str] = &[
    "constructor",
    "hasOwnProperty",
    "isPrototypeOf",
    "propertyIsEnumerable",
    "toLocaleString",
    "toString",
    "valueOf",
    "__defineGetter__",
    "__defineSetter__",
    "__lookupGetter__",
    "__lookupSetter__",
    "__proto__",
];

impl GlobalUses {
    /// Notes the use of an expression that may be the global object.
    fn add_global(&mut self, semantic: &Semantic<'_>, expression: NodeId) {
        let span = semantic.nodes().kind(expression).span();
        match semantic.nodes().parent_kind(expression) {
            AstKind::StaticMemberExpression(member)
                if member.object.span() == span && !INHERITED.contains(&member.property.name.as_str()) =>
            {
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

/// Returns true if a node stands in a function that is called with a `this` of its own.
fn is_in_function_with_this(semantic: &Semantic<'_>, node: NodeId) -> bool {
    semantic.nodes().ancestor_kinds(node).any(|it| matches!(it, AstKind::Function(_)))
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

/// Returns true if a function declaration stands in a block and in no function.
fn is_in_block_of_script(semantic: &Semantic<'_>, function: NodeId) -> bool {
    let mut ancestors = semantic.nodes().ancestor_kinds(function);
    match ancestors.next() {
        None | Some(AstKind::Program(_) | AstKind::FunctionBody(_)) => false,
        Some(_) => !is_in_function(semantic, function),
    }
}
