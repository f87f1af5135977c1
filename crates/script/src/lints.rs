//! Lints of calls of the vocabulary that run and are probably not what their author meant.

use oxc_ast::AstKind;
use oxc_ast::ast::{Argument, ArrayExpressionElement, Expression, MemberExpression, ObjectPropertyKind};
use oxc_semantic::{NodeId, Semantic};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::UnaryOperator;

use super::facts::{Remark, spanned};
use super::foreign_words::method_hint;
use super::globals::MATH;
use scenewright_error::near_name;
use scenewright_vocabulary::{self as vocabulary, Function, remark_on_degrees};

/// Returns remarks on a name that no scope of the file declares.
pub(super) fn remarks_on(semantic: &Semantic<'_>, name: &str, reference: NodeId) -> Vec<Remark> {
    match name {
        "Math" => unknown_in_math(semantic, reference).into_iter().collect(),
        _ => remarks_on_call(semantic, name, reference),
    }
}

/// Remarks on a constant that Math does not have: it makes NaN, which shows far from there.
fn unknown_in_math(semantic: &Semantic<'_>, reference: NodeId) -> Option<Remark> {
    let AstKind::StaticMemberExpression(member) = semantic.nodes().parent_kind(reference) else {
        return None;
    };
    let name = member.property.name.as_str();
    // Members of every object, and those that a script may add.
    let is_assigned = || {
        let whole = semantic.nodes().parent_id(reference);
        matches!(semantic.nodes().parent_kind(whole), AstKind::AssignmentExpression(it) if it.left.span() == member.span)
    };
    if MATH.contains(&name) || ["constructor", "hasOwnProperty", "toString"].contains(&name) || is_assigned()
    {
        return None;
    }
    let near = near_name(name, MATH.iter().copied()).map(|near| format!(" Did you mean Math.{near}?"));
    Some(Remark {
        name: "Math",
        about: spanned("", member.property.span),
        sentence: format!("Math has no {name}.{}", near.unwrap_or_default()),
    })
}

/// Returns remarks on the call whose callee is that reference to a name that no scope of the file declares.
fn remarks_on_call(semantic: &Semantic<'_>, name: &str, reference: NodeId) -> Vec<Remark> {
    let Some(function) = vocabulary::find(name) else { return Vec::new() };
    let node = semantic.nodes().kind(reference).span();
    let AstKind::CallExpression(call) = semantic.nodes().parent_kind(reference) else { return Vec::new() };
    let is_plain = !call.arguments.iter().any(|it| matches!(it, Argument::SpreadElement(_)));
    // The name may be an argument of the call rather than its callee, and a spread hides which argument is which.
    if call.callee.span() != node || !is_plain {
        return Vec::new();
    }
    let whole = semantic.nodes().parent_id(reference);
    let mut remarks = set_on_result(semantic, function, whole);
    remarks.extend(one_name_for_all_turns(semantic, function, &call.arguments, whole));
    remarks.extend(not_awaited(semantic, function, whole));
    for (parameter, argument) in function.parameters.iter().zip(&call.arguments) {
        let Some(argument) = argument.as_expression() else { continue };
        // The direction of a port is a word or an angle.
        if ANGLES.contains(&parameter.name) || parameter.name == "direction" {
            remarks.extend(degrees(function, parameter.name, argument));
        } else {
            option_angles(function, argument, &mut remarks);
        }
    }
    remarks
}

/// Remarks on properties that are set on the result of a call which is no object: nothing comes of them.
fn set_on_result(semantic: &Semantic<'_>, function: &'static Function, call: NodeId) -> Vec<Remark> {
    if !["true", "boolean", "number", "string"].contains(&function.returns) {
        return Vec::new();
    }
    let nodes = semantic.nodes();
    let holders: Vec<NodeId> = match nodes.parent_kind(call) {
        AstKind::VariableDeclarator(variable) => match variable.id.get_binding_identifier() {
            // Of a variable that gets another value, it is not known which one is there.
            Some(name) if !semantic.scoping().symbol_is_mutated(name.symbol_id()) => {
                semantic.symbol_references(name.symbol_id()).map(|it| it.node_id()).collect()
            }
            _ => Vec::new(),
        },
        _ => vec![call],
    };
    let remark = |holder: NodeId| {
        let AstKind::StaticMemberExpression(member) = nodes.parent_kind(holder) else { return None };
        let AstKind::AssignmentExpression(whole) = nodes.parent_kind(nodes.parent_id(holder)) else {
            return None;
        };
        if member.object.span() != nodes.kind(holder).span() || whole.left.span() != member.span {
            return None;
        }
        let property = member.property.name.as_str();
        let (first, rest) = property.split_at(property.ceil_char_boundary(1));
        let setter = format!("set{}{rest}", first.to_uppercase());
        let hint = method_hint(&setter).or_else(|| method_hint(property));
        let hint = hint.unwrap_or_else(|| "Entities are changed by their names.".to_owned());
        Some(Remark {
            name: function.name,
            about: spanned("", member.property.span),
            sentence: format!(
                "Setting {property} changes nothing: {} returns {}. {hint}",
                function.name, function.returns
            ),
        })
    };
    holders.into_iter().filter_map(remark).collect()
}

/// Remarks on a loop that draws under one name: each turn replaces the entity of the turn before, so that one is left.
fn one_name_for_all_turns(
    semantic: &Semantic<'_>,
    function: &'static Function,
    arguments: &[Argument<'_>],
    call: NodeId,
) -> Option<Remark> {
    let draws = function.name.starts_with("draw") || ["dimension", "leader"].contains(&function.name);
    let argument = arguments.first()?.as_expression().filter(|_| draws)?;
    let name = match argument.without_parentheses() {
        Expression::StringLiteral(name) => name.value.as_str(),
        Expression::TemplateLiteral(template) => template.single_quasi()?.as_str(),
        _ => return None,
    };
    let body = loop_around(semantic, call)?;
    let body = semantic.source_text().get(body.start as usize..body.end as usize)?;
    // A loop that is left looks for something, such as the size of a text that fits; a name that another function takes is used
    // up in each turn, as a tool that is cut out.
    let is_left = ["break", "return"].iter().any(|word| body.contains(word));
    if is_left || !all_calls_draw_or_set(body, name) {
        return None;
    }
    Some(Remark {
        name: function.name,
        about: spanned("", argument.span()),
        sentence: format!(
            "{} draws \"{name}\" in each turn of a loop, and each replaces the one before. Give each a name of its own, such as \
             '{name}_' + i.",
            function.name
        ),
    })
}

/// Returns the body of the loop that makes a call in each of its turns: a `for`, or a function that is called for each element.
fn loop_around(semantic: &Semantic<'_>, call: NodeId) -> Option<Span> {
    let nodes = semantic.nodes();
    let span = nodes.kind(call).span();
    let is_in = |body: Span| body.start <= span.start && span.end <= body.end;
    for ancestor in nodes.ancestor_ids(call) {
        let body = match nodes.kind(ancestor) {
            AstKind::ForStatement(it) => it.body.span(),
            AstKind::ForOfStatement(it) => it.body.span(),
            AstKind::ForInStatement(it) => it.body.span(),
            AstKind::ArrowFunctionExpression(_) | AstKind::Function(_) => {
                let method = method_taking(semantic, ancestor)?.static_property_name()?;
                return ["forEach", "map", "flatMap"].contains(&method).then(|| nodes.kind(ancestor).span());
            }
            // It draws in some turns alone, perhaps in one.
            AstKind::IfStatement(_)
            | AstKind::SwitchStatement(_)
            | AstKind::ConditionalExpression(_)
            | AstKind::LogicalExpression(_)
            | AstKind::WhileStatement(_)
            | AstKind::DoWhileStatement(_)
            | AstKind::TryStatement(_)
            | AstKind::Class(_) => return None,
            _ => continue,
        };
        if is_in(body) {
            return Some(body);
        }
    }
    None
}

/// Returns the method of an object that takes a function as an argument, as in `list.forEach(...)`.
fn method_taking<'a>(semantic: &Semantic<'a>, function: NodeId) -> Option<&'a MemberExpression<'a>> {
    let AstKind::CallExpression(call) = semantic.nodes().parent_kind(function) else { return None };
    call.callee.as_member_expression()
}

/// Returns true if each text that is that name is the first argument of a function that draws or changes an entity.
fn all_calls_draw_or_set(body: &str, name: &str) -> bool {
    body.match_indices(name).all(|(at, _)| {
        let Some(before) = body[..at].strip_suffix(['\'', '"', '`']) else {
            // A part of another text or name.
            return true;
        };
        let Some(before) = before.trim_end().strip_suffix('(') else { return false };
        let start = before.rfind(|it: char| !it.is_alphanumeric()).map_or(0, |it| it + 1);
        let called = &before[before.ceil_char_boundary(start)..];
        ["draw", "set"].iter().any(|it| called.starts_with(it))
            || ["dimension", "leader", "rotate", "scale", "translate"].contains(&called)
    })
}

/// Remarks on a call that an async function of `forEach` makes after an `await`: the lines after the loop come before it.
fn not_awaited(semantic: &Semantic<'_>, function: &'static Function, call: NodeId) -> Option<Remark> {
    let nodes = semantic.nodes();
    let around = nodes
        .ancestor_ids(call)
        .find(|id| matches!(nodes.kind(*id), AstKind::ArrowFunctionExpression(_) | AstKind::Function(_)))?;
    let is_async = match nodes.kind(around) {
        AstKind::ArrowFunctionExpression(it) => it.r#async,
        AstKind::Function(it) => it.r#async,
        _ => false,
    };
    let member = method_taking(semantic, around).filter(|_| is_async)?;
    let before = nodes.kind(around).span().start as usize..nodes.kind(call).span().start as usize;
    let waits = semantic.source_text().get(before).is_some_and(|it| it.contains("await"));
    if member.static_property_name()? != "forEach" || !waits {
        return None;
    }
    Some(Remark {
        name: function.name,
        about: spanned("", member.static_property_info()?.0),
        sentence: "forEach does not wait for an async function: the lines after it run before what follows an await. Write \
                   for (const item of list) { ... } with the await in it."
            .to_owned(),
    })
}

/// The parameters and options that are angles.
const ANGLES: [&str; 4] = ["angle", "startAngle", "endAngle", "rotation"];

/// Remarks on the angles in options, also those of options in others and in lists.
fn option_angles(function: &'static Function, expression: &Expression<'_>, remarks: &mut Vec<Remark>) {
    match expression.without_parentheses() {
        Expression::ObjectExpression(object) => {
            for property in &object.properties {
                let ObjectPropertyKind::ObjectProperty(property) = property else { continue };
                let name = property.key.static_name();
                match name.as_deref() {
                    Some(name) if ANGLES.contains(&name) => {
                        remarks.extend(degrees(function, &format!("option {name}"), &property.value));
                    }
                    Some("rotations") => {
                        let Expression::ArrayExpression(list) = property.value.without_parentheses() else {
                            continue;
                        };
                        let angles = list.elements.iter().filter_map(ArrayExpressionElement::as_expression);
                        remarks.extend(angles.filter_map(|it| degrees(function, "option rotations", it)));
                    }
                    _ => option_angles(function, &property.value, remarks),
                }
            }
        }
        Expression::ArrayExpression(list) => {
            let elements = list.elements.iter().filter_map(ArrayExpressionElement::as_expression);
            elements.for_each(|element| option_angles(function, element, remarks));
        }
        _ => {}
    }
}

/// Remarks on an angle that is written as a number of degrees.
fn degrees(function: &'static Function, parameter: &str, angle: &Expression<'_>) -> Option<Remark> {
    let remark = remark_on_degrees(parameter, literal(angle)?)?;
    Some(Remark {
        name: function.name,
        about: spanned("", angle.span()),
        sentence: format!("{}: {remark}", function.name),
    })
}

fn literal(expression: &Expression<'_>) -> Option<f64> {
    match expression.without_parentheses() {
        Expression::NumericLiteral(literal) => Some(literal.value),
        Expression::UnaryExpression(unary) if unary.operator == UnaryOperator::UnaryNegation => {
            literal(&unary.argument).map(|number| -number)
        }
        _ => None,
    }
}
