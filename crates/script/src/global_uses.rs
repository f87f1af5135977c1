//! The uses of the global object in a file, and the names at its top level that may be properties of it.

use std::collections::HashSet;

use oxc_ast::AstKind;
use oxc_ast::ast::Expression;
use oxc_semantic::{NodeId, Semantic};
use oxc_span::GetSpan;
use oxc_syntax::symbol::SymbolFlags;

/// The uses of the global object in a file, and its names that may be properties of it.
#[derive(Debug, Default)]
pub(crate) struct GlobalUses {
    /// True if the global object may be read or changed in ways that show no names.
    pub escapes: bool,
    /// The names that are read or written as its properties.
    pub members: Vec<String>,
    /// True if the file imports by a specifier that is not written out.
    pub imports_anything: bool,
    /// The names of `var`s outside of functions.
    pub variables: HashSet<String>,
    /// The names of functions at the top level.
    pub functions: HashSet<String>,
}

/// Finds the uses of the global object in a file.
pub(super) fn global_uses(semantic: &Semantic<'_>) -> GlobalUses {
    let is_strict = semantic.nodes().program().has_use_strict_directive();
    let mut uses = GlobalUses::default();
    let scoping = semantic.scoping();
    for node in semantic.nodes().iter() {
        match node.kind() {
            AstKind::ThisExpression(_)
                // In sloppy code, `this` of a plain call is the global object.
                if !scoping.scope_flags(node.scope_id()).is_strict_mode()
                    || is_strict && !is_in_function_with_this(semantic, node.id()) =>
            {
                uses.add_global(semantic, node.id());
            }
            AstKind::IdentifierReference(it) if it.name == "globalThis" => {
                uses.add_global(semantic, node.id());
            }
            AstKind::ImportExpression(it) => {
                // A computed specifier may name any script, whose names then count as reached.
                uses.imports_anything |= !matches!(it.source, Expression::StringLiteral(_));
            }
            _ => {}
        }
    }
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
            // Passed on, compared or asked by a computed key: from here on every name may be read through it.
            _ => self.escapes = true,
        }
    }
}

/// Returns true if a node stands in a function that is called with a `this` of its own.
fn is_in_function_with_this(semantic: &Semantic<'_>, node: NodeId) -> bool {
    semantic.nodes().ancestor_kinds(node).any(|it| matches!(it, AstKind::Function(_)))
}
