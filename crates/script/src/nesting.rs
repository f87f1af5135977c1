//! The limit on the nesting of a source: one that is too deep for the engine is refused before it is tried.

use oxc_ast::AstKind;
use oxc_ast::ast::{AssignmentTarget, BindingPattern, Expression, Program, Statement};
use oxc_ast_visit::{Visit, walk};
use oxc_span::GetSpan;

use super::source::{SourceText, locate};
use scenewright_error::{Error, Kind};

/// The most nodes of the syntax tree inside one another. A level of nesting that a person sees is one to nine of
/// them, so a source nested 1,000 deep passes in every form, and one that would occupy the engine for minutes does
/// not.
const MAX_NODES: usize = 10_000;

/// Refuses a program that is nested deeper than the engine can handle, with the place where it is.
pub(super) fn check_nesting(file: &SourceText<'_>, program: &Program<'_>) -> Result<(), Error> {
    let mut search = Search { depth: 0, too_deep: None };
    search.visit_program(program);
    let Some(offset) = search.too_deep else { return Ok(()) };
    let error = Error::new(Kind::Stack, "RangeError: the source is nested too deep").with_hint(
        "Up to 1,000 levels of nesting work. Split what is inside into functions, or build it in a loop.",
    );
    Err(locate(error, file, offset, 1))
}

/// A search that goes no deeper once the limit is passed: it must not overflow its own stack.
struct Search {
    depth: usize,
    too_deep: Option<usize>,
}

impl Search {
    fn is_over(&mut self, at: &impl GetSpan) -> bool {
        if self.depth > MAX_NODES {
            // The first place stays; the walk unwinds from here without going deeper.
            self.too_deep.get_or_insert(at.span().start as usize);
        }
        self.too_deep.is_some()
    }
}

impl<'a> Visit<'a> for Search {
    fn enter_node(&mut self, _: AstKind<'a>) {
        self.depth += 1;
    }
    fn leave_node(&mut self, _: AstKind<'a>) {
        self.depth -= 1;
    }
    fn visit_statement(&mut self, it: &Statement<'a>) {
        if !self.is_over(it) {
            walk::walk_statement(self, it);
        }
    }
    fn visit_expression(&mut self, it: &Expression<'a>) {
        if !self.is_over(it) {
            walk::walk_expression(self, it);
        }
    }
    fn visit_binding_pattern(&mut self, it: &BindingPattern<'a>) {
        if !self.is_over(it) {
            walk::walk_binding_pattern(self, it);
        }
    }
    fn visit_assignment_target(&mut self, it: &AssignmentTarget<'a>) {
        if !self.is_over(it) {
            walk::walk_assignment_target(self, it);
        }
    }
}
