//! Names that a syntax tree binds, and the functions that they stand in.

use oxc_ast::AstKind;
use oxc_ast::ast::{BindingIdentifier, Program, Statement, VariableDeclarationKind};
use oxc_ast_visit::Visit;
use oxc_semantic::{NodeId, Semantic};

use super::facts::{Declared, DeclaredAs, Spanned, spanned};

/// Returns the names that statements at the top level of a program declare.
pub(super) fn top_declarations(program: &Program<'_>) -> Vec<Declared> {
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

/// The names that a pattern binds, collected while it is walked.
pub(super) struct BindingNames(pub(super) Vec<Spanned>);

impl<'a> Visit<'a> for BindingNames {
    fn visit_binding_identifier(&mut self, id: &BindingIdentifier<'a>) {
        self.0.push(spanned(id.name.as_str(), id.span));
    }
    // Default values and computed keys in a pattern bind nothing, and may hold functions with names of their own.
    fn visit_expression(&mut self, _: &oxc_ast::ast::Expression<'a>) {}
}

/// Returns the name of the innermost named function around a node.
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
            // A function without a name of its own has the variable's. Outside of a function, a declarator only
            // holds the node in its value.
            AstKind::VariableDeclarator(declarator) if inside_function => {
                return declarator.id.get_binding_identifier().map(|id| id.name.to_string());
            }
            _ => {}
        }
    }
    None
}
