//! Correct JavaScript that the engine's compiler cannot handle: refused with its place before it is tried.

use oxc_ast::ast::{Program, VariableDeclaration, VariableDeclarationKind};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;

use super::source::{SourceText, locate};
use scenewright_error::{Error, Kind};

/// Refuses syntax that the engine lacks.
pub(super) fn check_gaps(file: &SourceText<'_>, program: &Program<'_>) -> Result<(), Error> {
    let mut search = Search { using: None };
    search.visit_program(program);
    let Some(span) = search.using else { return Ok(()) };
    let message = "SyntaxError: using declarations are not available in scene scripts";
    let error = Error::new(Kind::Syntax, message).with_hint("Write const instead.");
    Err(locate(error, file, span.start as usize, "using".len()))
}

/// A search for the first `using` declaration.
struct Search {
    using: Option<Span>,
}

impl<'a> Visit<'a> for Search {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if matches!(it.kind, VariableDeclarationKind::Using | VariableDeclarationKind::AwaitUsing) {
            self.using.get_or_insert(it.span);
        }
        walk::walk_variable_declaration(self, it);
    }
}
