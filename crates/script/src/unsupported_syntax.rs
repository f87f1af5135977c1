//! Correct JavaScript that the engine's compiler cannot handle: refused with its place before it is tried.

use oxc_ast::ast::{
    ArrowFunctionExpression, Class, Function, MethodDefinition, Program, PropertyKey, VariableDeclaration,
    VariableDeclarationKind,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::Span;
use oxc_syntax::scope::ScopeFlags;

use super::source::{SourceText, locate};
use scenewright_error::{Error, Kind};

/// Refuses syntax that the engine lacks.
pub(super) fn check_gaps(file: &SourceText<'_>, program: &Program<'_>) -> Result<(), Error> {
    let mut search = Search::default();
    search.visit_program(program);
    let Some((gap, span)) = search.found else { return Ok(()) };
    let (message, hint) = match gap {
        Gap::Using => {
            ("SyntaxError: using declarations are not available in scene scripts", "Write const instead.")
        }
        Gap::FunctionInKey => (
            "SyntaxError: a function or class inside the computed name of a method is not available in scene scripts",
            "Compute the name before the class: const key = …; class A { [key]() { … } }",
        ),
    };
    let error = Error::new(Kind::Syntax, message).with_hint(hint);
    let length = if gap == Gap::Using { "using".len() } else { 1 };
    Err(locate(error, file, span.start as usize, length))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Gap {
    Using,
    /// A function in a computed name of a method: the engine does not look for scopes there, so it panics or
    /// takes the variables of another.
    FunctionInKey,
}

#[derive(Default)]
struct Search {
    found: Option<(Gap, Span)>,
    in_key: bool,
}

impl Search {
    fn find_scope(&mut self, span: Span) {
        if self.in_key {
            self.found.get_or_insert((Gap::FunctionInKey, span));
        }
    }
}

impl<'a> Visit<'a> for Search {
    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        if matches!(it.kind, VariableDeclarationKind::Using | VariableDeclarationKind::AwaitUsing) {
            self.found.get_or_insert((Gap::Using, it.span));
        }
        walk::walk_variable_declaration(self, it);
    }
    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        self.visit_method_key(&it.key);
        self.visit_function(&it.value, ScopeFlags::Function);
    }
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.find_scope(it.span);
        walk::walk_function(self, it, flags);
    }
    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.find_scope(it.span);
        walk::walk_arrow_function_expression(self, it);
    }
    fn visit_class(&mut self, it: &Class<'a>) {
        self.find_scope(it.span);
        walk::walk_class(self, it);
    }
}

impl Search {
    fn visit_method_key(&mut self, key: &PropertyKey<'_>) {
        let outer = std::mem::replace(&mut self.in_key, true);
        self.visit_property_key(key);
        self.in_key = outer;
    }
}
