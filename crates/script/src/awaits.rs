//! The places where a module waits outside of every function.

use oxc_ast::ast::{
    ArrowFunctionExpression, AwaitExpression, ForOfStatement, Function, Program, PropertyDefinition,
    StaticBlock,
};
use oxc_ast_visit::{Visit, walk};
use oxc_syntax::scope::ScopeFlags;

/// Returns the offsets of `await` and of the loops with `for await`, in the order of the text.
pub(super) fn top_level_awaits(program: &Program<'_>) -> Vec<usize> {
    let mut search = TopLevelAwaits::default();
    search.visit_program(program);
    search.0.sort_unstable();
    search.0
}

#[derive(Debug, Default)]
struct TopLevelAwaits(Vec<usize>);

impl<'a> Visit<'a> for TopLevelAwaits {
    fn visit_await_expression(&mut self, it: &AwaitExpression<'a>) {
        self.0.push(it.span.start as usize);
    }
    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        if it.r#await {
            self.0.push(it.span.start as usize);
        }
        walk::walk_for_of_statement(self, it);
    }
    // An await in a function suspends the function and not the module, so the search does not enter one.
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}
    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
    fn visit_static_block(&mut self, _: &StaticBlock<'a>) {}
    fn visit_property_definition(&mut self, it: &PropertyDefinition<'a>) {
        // Only a computed key belongs to the outside; the value is a function of its own.
        self.visit_property_key(&it.key);
    }
}
