//! Functions that a file declares and never uses.

use oxc_ast::ast::{
    BindingIdentifier, Declaration, ExportDefaultDeclarationKind, Expression, Program, Statement,
    VariableDeclaration,
};
use oxc_semantic::Semantic;
use oxc_span::{GetSpan, Span};

use super::facts::{Spanned, spanned};

/// Returns the functions at the top level that are used nowhere but in themselves; `default` stands for one that is
/// exported without a name.
pub(super) fn idle_functions(semantic: &Semantic<'_>, program: &Program<'_>) -> Vec<Spanned> {
    let mut functions: Vec<(Option<&BindingIdentifier<'_>>, Span)> = Vec::new();
    for statement in &program.body {
        match statement {
            Statement::FunctionDeclaration(it) => functions.push((it.id.as_ref(), it.span)),
            Statement::VariableDeclaration(it) => functions.extend(assigned(it)),
            Statement::ExportDeclaration(export) => match &export.declaration {
                Declaration::FunctionDeclaration(it) => functions.push((it.id.as_ref(), it.span)),
                Declaration::VariableDeclaration(it) => functions.extend(assigned(it)),
                _ => {}
            },
            Statement::ExportDefaultDeclaration(export) => match &export.declaration {
                ExportDefaultDeclarationKind::FunctionDeclaration(it) => {
                    functions.push((it.id.as_ref(), it.span));
                }
                ExportDefaultDeclarationKind::ArrowFunctionExpression(it) => functions.push((None, it.span)),
                _ => {}
            },
            _ => {}
        }
    }
    let is_idle = |(id, whole): &(Option<&BindingIdentifier<'_>>, Span)| {
        let Some(symbol) = id.and_then(|id| id.symbol_id.get()) else { return true };
        semantic.scoping().get_resolved_references(symbol).all(|reference| {
            let span = semantic.reference_span(reference);
            // A use inside of the function itself is recursion, and does not start it.
            whole.start <= span.start && span.end <= whole.end
        })
    };
    let shown = |(id, whole): (Option<&BindingIdentifier<'_>>, Span)| match id {
        Some(id) => spanned(id.name.as_str(), id.span),
        None => spanned("default", whole),
    };
    functions.into_iter().filter(is_idle).map(shown).collect()
}

/// Returns the names that a declaration gives to functions.
fn assigned<'a>(
    declaration: &'a VariableDeclaration<'a>,
) -> impl Iterator<Item = (Option<&'a BindingIdentifier<'a>>, Span)> {
    declaration.declarations.iter().filter_map(|declarator| {
        let is_function = matches!(
            declarator.init,
            Some(Expression::ArrowFunctionExpression(_) | Expression::FunctionExpression(_))
        );
        let id = declarator.id.get_binding_identifier()?;
        is_function.then(|| (Some(id), declarator.span()))
    })
}
