//! The places of a source where the engine can stop: calls, reads of properties, destructuring and the like, each
//! with the function that it stands in. Read again from the source when a run failed; the engine's own places are
//! rough.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, AssignmentExpression, AssignmentTarget, BinaryExpression,
    BindingPattern, CallExpression, Class, Expression, ForOfStatement, ForStatementLeft, FormalParameter,
    Function, ImportDeclaration, ImportDeclarationSpecifier, MemberExpression, MethodDefinition,
    MethodDefinitionKind, NewExpression, ObjectProperty, ObjectPropertyKind, PropertyKey, SpreadElement,
    TaggedTemplateExpression, TemplateLiteral, TryStatement, UnaryExpression, VariableDeclarator,
};
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};
use oxc_syntax::scope::ScopeFlags;

use super::facts::FileFacts;
use super::scopes::parse_again;

/// The engine's action at a site.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    /// A call `callee(…)`, with the offset of the bracket.
    Call {
        bracket: usize,
        arguments: Vec<Argued>,
    },
    /// `new Class(…)`; `start` of the site is where `new` is.
    New {
        arguments: Vec<Argued>,
    },
    /// A class that extends another one.
    Extend {
        class: String,
    },
    Tag,
    /// A read of `object.name` or `object[name]`; of the second the name is source text.
    Read {
        name: String,
        property: usize,
        is_called: bool,
    },
    /// An assignment `object.name = …`; the whole is from `whole` to `end`.
    Write {
        name: String,
        whole: usize,
        end: usize,
    },
    /// A destructuring pattern.
    Destructure {
        of: Destructured,
        pattern: Span,
        /// The parts of the value that patterns inside of it take apart, by their ways, each with its pattern.
        inner: Vec<(String, Span)>,
    },
    Iterate,
    /// An operator by its text.
    Operate(&'static str),
}

/// The value that a pattern takes apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Destructured {
    /// The subject of the site.
    Value,
    /// What a function gets for a parameter, whose pattern is the subject.
    Parameter,
    /// Each element of the subject.
    Element,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Argued {
    pub span: Span,
    pub is_spread: bool,
    /// The spans of the elements of an array, or of the values of an object by their keys.
    pub parts: Vec<(String, Span)>,
}

/// One place where the engine can stop.
#[derive(Clone, Debug)]
pub(super) struct Site {
    pub act: Act,
    /// The expression that has the value in question: the callee, the object, the destructured value.
    pub subject: Span,
    /// The offset where the engine says that it stopped, of a pattern or of what is gone over.
    pub start: usize,
    /// The name of the function around it as the engine shows it.
    pub function: String,
    /// The number that distinguishes functions of one name.
    pub body: usize,
}

/// The sites of a file, in the order of the source, and the names bound by `import * as`.
#[derive(Debug, Default)]
pub(super) struct Sites {
    pub sites: Vec<Site>,
    pub namespaces: Vec<(String, String)>,
    /// The parameters by name, each with its function.
    pub parameters: Vec<(String, String)>,
    /// The names of async functions.
    pub async_functions: Vec<String>,
    /// The variables whose first value is what a function returns, each with the name of that.
    pub results: Vec<(String, String)>,
}

impl Sites {
    /// Returns a hint where an expression begins with what an async function returns.
    pub(super) fn missing_await(&self, expression: &str) -> Option<String> {
        let end = expression.find(|c| !is_name_letter(c)).unwrap_or(expression.len());
        let (name, rest) = expression.split_at(end);
        let is_async = |name: &str| self.async_functions.iter().any(|it| it == name);
        if rest.starts_with('(') && is_async(name) {
            return Some(format!("{name} is async and returns a promise: write await {name}(...)."));
        }
        let (_, function) = self.results.iter().find(|(of, function)| of == name && is_async(function))?;
        Some(format!("{name} is a promise, as {function} is async: write {name} = await {function}(...)."))
    }
}

/// The engine's name for code outside of functions, and for functions without a name.
pub(super) const NO_FUNCTION: &str = "<main>";

pub(super) fn read_sites(facts: &FileFacts) -> Sites {
    let allocator = Allocator::default();
    let parsed = parse_again(facts, &allocator);
    let mut search = Search {
        text: &facts.code,
        found: Sites::default(),
        functions: vec![(NO_FUNCTION.to_owned(), 0)],
        classes: Vec::new(),
        name: None,
    };
    search.visit_program(&parsed.program);
    search.found
}

/// Returns true for a place in the block of a `try`.
pub(super) fn is_tried(facts: &FileFacts, at: usize) -> bool {
    let allocator = Allocator::default();
    let parsed = parse_again(facts, &allocator);
    let mut tries = Tries { at, is_tried: false };
    tries.visit_program(&parsed.program);
    tries.is_tried
}

struct Tries {
    at: usize,
    is_tried: bool,
}

impl<'a> Visit<'a> for Tries {
    fn visit_try_statement(&mut self, it: &TryStatement<'a>) {
        let block = it.block.span;
        self.is_tried |= (block.start as usize..block.end as usize).contains(&self.at);
        walk::walk_try_statement(self, it);
    }
}

struct Search<'t> {
    text: &'t str,
    found: Sites,
    functions: Vec<(String, usize)>,
    classes: Vec<String>,
    /// The future name of the function that comes next.
    name: Option<(String, u32)>,
}

impl Search<'_> {
    fn add(&mut self, act: Act, subject: Span) {
        self.add_at(subject.start, act, subject);
    }

    fn add_at(&mut self, start: u32, act: Act, subject: Span) {
        let (function, body) = self.functions.last().cloned().unwrap_or_else(|| (NO_FUNCTION.to_owned(), 0));
        self.found.sites.push(Site { act, subject, start: start as usize, function, body });
    }

    fn slice(&self, span: Span) -> &str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or_default()
    }

    fn will_be_named(&mut self, name: String, value: Span) {
        self.name = Some((name, value.start));
    }

    /// Returns the name that was foreseen for a function which begins there.
    fn name_at(&mut self, span: Span) -> String {
        match self.name.take() {
            Some((name, start)) if start == span.start => name,
            // The name was foreseen for another value that is no function, so it is dropped.
            _ => NO_FUNCTION.to_owned(),
        }
    }

    fn read(&mut self, it: &MemberExpression<'_>, is_called: bool) {
        // `?.` does not fail on a missing object.
        if it.optional() {
            return;
        }
        let (name, property) = match it {
            MemberExpression::ComputedMemberExpression(it) => {
                (format!("[{}]", self.slice(it.expression.span())), it.expression.span().start)
            }
            MemberExpression::StaticMemberExpression(it) => {
                (it.property.name.to_string(), it.property.span.start)
            }
            MemberExpression::PrivateFieldExpression(it) => {
                (format!("#{}", it.field.name), it.field.span.start)
            }
        };
        self.add(Act::Read { name, property: property as usize, is_called }, it.object().span());
    }

    fn destructure(&mut self, start: u32, of: Destructured, pattern: &BindingPattern<'_>, subject: Span) {
        let mut inner = Vec::new();
        inner_patterns(pattern, "", &mut inner);
        self.add_at(start, Act::Destructure { of, pattern: pattern.span(), inner }, subject);
    }
}

fn argued(arguments: &[Argument<'_>]) -> Vec<Argued> {
    let argued = arguments.iter().map(|argument| Argued {
        span: argument.span(),
        is_spread: matches!(argument, Argument::SpreadElement(_)),
        parts: parts(argument),
    });
    argued.collect()
}

/// Collects the patterns inside of a pattern by the ways from its value to theirs, such as `size.x` and `[0]`. One with a default is
/// left out, as its part may be missing.
fn inner_patterns(pattern: &BindingPattern<'_>, way: &str, found: &mut Vec<(String, Span)>) {
    let mut add = |way: String, part: &BindingPattern<'_>| {
        if matches!(part, BindingPattern::ObjectPattern(_) | BindingPattern::ArrayPattern(_)) {
            found.push((way.clone(), part.span()));
            inner_patterns(part, &way, found);
        }
    };
    match pattern {
        BindingPattern::ObjectPattern(object) => {
            for property in &object.properties {
                if let Some(key) = property.key.static_name() {
                    let way = if way.is_empty() { key.to_string() } else { format!("{way}.{key}") };
                    add(way, &property.value);
                }
            }
        }
        BindingPattern::ArrayPattern(array) => {
            for (index, element) in array.elements.iter().enumerate() {
                if let Some(element) = element {
                    add(format!("{way}[{index}]"), element);
                }
            }
        }
        _ => {}
    }
}

fn parts(argument: &Argument<'_>) -> Vec<(String, Span)> {
    match argument {
        Argument::ArrayExpression(array) => {
            let elements = array.elements.iter().enumerate();
            elements.map(|(at, element)| (at.to_string(), element.span())).collect()
        }
        Argument::ObjectExpression(object) => object
            .properties
            .iter()
            .filter_map(|property| property.as_property())
            .filter_map(|property| Some((property.key.static_name()?.to_string(), property.span)))
            .collect(),
        _ => Vec::new(),
    }
}

impl<'a> Visit<'a> for Search<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let foreseen = self.name_at(it.span);
        let name = it.id.as_ref().map_or(foreseen, |id| id.name.to_string());
        if it.r#async {
            self.found.async_functions.push(name.clone());
        }
        self.functions.push((name, it.span.start as usize));
        walk::walk_function(self, it, flags);
        self.functions.pop();
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        let name = self.name_at(it.span);
        if it.r#async {
            self.found.async_functions.push(name.clone());
        }
        self.functions.push((name, it.span.start as usize));
        walk::walk_arrow_function_expression(self, it);
        self.functions.pop();
    }

    fn visit_formal_parameter(&mut self, it: &FormalParameter<'a>) {
        let function = self.functions.last().map(|it| it.0.clone()).unwrap_or_default();
        match it.pattern.get_binding_identifier() {
            Some(id) => self.found.parameters.push((id.name.to_string(), function)),
            None => {
                let whole = it.pattern.span();
                self.destructure(whole.start, Destructured::Parameter, &it.pattern, whole);
            }
        }
        walk::walk_formal_parameter(self, it);
    }

    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let Some(init) = &it.init {
            match it.id.get_binding_identifier() {
                Some(id) => {
                    if let Expression::CallExpression(call) = init
                        && let Some(function) = call.callee.get_identifier_reference()
                    {
                        self.found.results.push((id.name.to_string(), function.name.to_string()));
                    }
                    self.will_be_named(id.name.to_string(), init.span());
                }
                None => {
                    let start = it.id.span().start;
                    self.destructure(start, Destructured::Value, &it.id, init.span());
                }
            }
            // An array pattern iterates over its value; an object pattern only reads properties of it.
            if matches!(it.id, BindingPattern::ArrayPattern(_)) {
                self.add_at(it.id.span().start, Act::Iterate, init.span());
            }
        }
        walk::walk_variable_declarator(self, it);
    }

    fn visit_object_property(&mut self, it: &ObjectProperty<'a>) {
        if let Some(name) = it.key.static_name() {
            let before = match it.kind {
                oxc_ast::ast::PropertyKind::Get => "get ",
                oxc_ast::ast::PropertyKind::Set => "set ",
                oxc_ast::ast::PropertyKind::Init => "",
            };
            self.will_be_named(format!("{before}{name}"), it.value.span());
        }
        walk::walk_object_property(self, it);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        let name = it.id.as_ref().map_or(NO_FUNCTION, |id| id.name.as_str());
        if let Some(base) = &it.heritage {
            let class = it.id.as_ref().map_or_else(String::new, |id| id.name.to_string());
            self.add(Act::Extend { class }, base.expression.span());
        }
        self.classes.push(name.to_owned());
        walk::walk_class(self, it);
        self.classes.pop();
    }

    fn visit_method_definition(&mut self, it: &MethodDefinition<'a>) {
        if it.kind == MethodDefinitionKind::Constructor {
            // The engine shows it by the name of its class.
            let class = self.classes.last().cloned().unwrap_or_default();
            self.will_be_named(class, it.value.span);
        } else if let PropertyKey::StaticIdentifier(key) = &it.key {
            self.will_be_named(key.name.to_string(), it.value.span);
        }
        walk::walk_method_definition(self, it);
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        let after = it.callee.span().end as usize;
        // Between the callee and its bracket there may be white space, comments and `?.`; the first bracket is
        // right except in a comment, where only the place of a hint suffers.
        let bracket = self.text.get(after..).and_then(|rest| rest.find('(')).map_or(after, |at| after + at);
        let callee = it.callee.without_parentheses();
        if let Some(member) = callee.as_member_expression() {
            self.read(member, true);
        }
        if !it.optional {
            self.add(Act::Call { bracket, arguments: argued(&it.arguments) }, it.callee.span());
        }
        walk::walk_call_expression(self, it);
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        let arguments = argued(&it.arguments);
        self.add_at(it.span.start, Act::New { arguments }, it.callee.span());
        walk::walk_new_expression(self, it);
    }

    fn visit_tagged_template_expression(&mut self, it: &TaggedTemplateExpression<'a>) {
        self.add(Act::Tag, it.tag.span());
        walk::walk_tagged_template_expression(self, it);
    }

    fn visit_member_expression(&mut self, it: &MemberExpression<'a>) {
        self.read(it, false);
        walk::walk_member_expression(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        match &it.left {
            AssignmentTarget::ArrayAssignmentTarget(_) => {
                self.add_at(it.span.start, taken_apart(it.left.span()), it.right.span());
                self.add_at(it.span.start, Act::Iterate, it.right.span());
            }
            AssignmentTarget::ObjectAssignmentTarget(_) => {
                self.add_at(it.span.start, taken_apart(it.left.span()), it.right.span());
            }
            target => {
                if let Some(member) = target.as_member_expression() {
                    let object = member.object().span();
                    let name = self.slice(Span::new(object.end, member.span().end));
                    let name = name.trim_start_matches('.').to_owned();
                    let (whole, end) = (it.span.start as usize, it.span.end as usize);
                    self.add(Act::Write { name, whole, end }, object);
                }
            }
        }
        walk::walk_assignment_expression(self, it);
    }

    fn visit_for_of_statement(&mut self, it: &ForOfStatement<'a>) {
        self.add(Act::Iterate, it.right.span());
        if let ForStatementLeft::VariableDeclaration(declared) = &it.left
            && let Some(pattern) = declared.declarations.first().map(|it| &it.id)
            && pattern.get_binding_identifier().is_none()
        {
            let right = it.right.span();
            self.destructure(right.start, Destructured::Element, pattern, right);
        }
        walk::walk_for_of_statement(self, it);
    }

    fn visit_object_property_kind(&mut self, it: &ObjectPropertyKind<'a>) {
        match it {
            // The spread of an object goes over no iterator.
            ObjectPropertyKind::SpreadProperty(spread) => self.visit_expression(&spread.argument),
            ObjectPropertyKind::ObjectProperty(property) => self.visit_object_property(property),
        }
    }

    fn visit_spread_element(&mut self, it: &SpreadElement<'a>) {
        self.add(Act::Iterate, it.argument.span());
        walk::walk_spread_element(self, it);
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        self.add(Act::Operate(it.operator.as_str()), it.span);
        walk::walk_binary_expression(self, it);
    }

    fn visit_unary_expression(&mut self, it: &UnaryExpression<'a>) {
        // The sign of a number is a part of it.
        if it.operator.is_arithmetic() && !matches!(it.argument, Expression::NumericLiteral(_))
            || it.operator.is_bitwise()
        {
            self.add(Act::Operate(it.operator.as_str()), it.span);
        }
        walk::walk_unary_expression(self, it);
    }

    fn visit_template_literal(&mut self, it: &TemplateLiteral<'a>) {
        self.add(Act::Operate("`"), it.span);
        walk::walk_template_literal(self, it);
    }

    fn visit_import_declaration(&mut self, it: &ImportDeclaration<'a>) {
        for specifier in it.specifiers.iter().flatten() {
            if let ImportDeclarationSpecifier::ImportNamespaceSpecifier(all) = specifier {
                self.found.namespaces.push((all.local.name.to_string(), it.source.value.to_string()));
            }
        }
    }
}

/// Returns the site of an assignment to a pattern. Patterns inside of it are rare, and not named.
fn taken_apart(pattern: Span) -> Act {
    Act::Destructure { of: Destructured::Value, pattern, inner: Vec::new() }
}

/// Returns the name of the called function, if a call gave the value.
pub(super) fn called_name(expression: &str) -> Option<&str> {
    let name = expression.split('(').next()?;
    (expression.ends_with(')') && is_name(name)).then_some(name)
}

/// Returns true for an expression that is a name alone.
pub(super) fn is_name(expression: &str) -> bool {
    !expression.is_empty() && expression.chars().all(is_name_letter)
}

pub(super) fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_' || letter == '$'
}

/// Returns true for an expression that is written as no value.
pub(super) fn is_nothing(expression: &str) -> bool {
    expression == "null" || expression == "undefined"
}

/// Returns an expression as it is written, on one line.
pub(super) fn show_source(text: &str, span: Span) -> String {
    const SHOWN: usize = 60;
    let source = text.get(span.start as usize..span.end as usize).unwrap_or_default();
    let line = source.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
