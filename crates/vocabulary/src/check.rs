//! The ready checks of rules: `check.minDistance` and its like.

use boa_engine::{JsNativeError, JsObject, JsValue, NativeFunction};

use super::call::{Call, Checked, Failure, Options};
use super::declaration_book::{DeclaredRule, RuleTest, book};
use super::domain::Domain;
use super::drawing::drawing;
use super::function::Function;
use super::parameter::{optional, required};
use super::ready_check::Check;
use scenewright_error::{WarningCode, coded_warning};
use scenewright_geometry::number_text;
use scenewright_scene::MAX_RULES;

/// The option that all checks have.
pub(crate) const SEVERITY: &str = "{ severity?: 'error' | 'warn' }";

pub(crate) static MIN_DISTANCE: Function = Function {
    name: "check.minDistance",
    domain: Domain::Rules,
    parameters: &[
        required("a", "string | string[]"),
        required("b", "string | string[]"),
        required("distance", "number"),
        optional("options", SEVERITY),
    ],
    returns: "Rule",
    doc: "Holds entities to a least distance, and says how near they are where it is less. Of two lists, each of the one \
          is held against each of the other. Use it alone, or as the test of an invariant.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             drawCircle('bore', 30, 0, 10)\n\
             drawCircle('pin', 0, 0, 6)",
    example: "check.minDistance('bore', 'pin', 12)",
    call: |call| {
        let (a, b) = (call.name_or_names(0)?, call.name_or_names(1)?);
        let distance = call.number(2)?;
        if distance < 0.0 {
            return Err(Failure::Range(format!(
                "distance must be 0 or greater, got {}",
                number_text(distance)
            )));
        }
        let options = call.options(3, &["severity"])?;
        let only_warns = severity_option(call, &options)?;
        declare(call, Check::MinDistance { a, b, distance }, only_warns)
    },
};

pub(crate) static INSIDE: Function = Function {
    name: "check.inside",
    domain: Domain::Rules,
    parameters: &[
        required("inner", "string | string[]"),
        required("outer", "string"),
        optional("options", SEVERITY),
    ],
    returns: "Rule",
    doc: "Holds entities to the inside of another one's area, and says how far they lead out of it. What touches the \
          border from within is inside. Use it alone, or as the test of an invariant.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             drawCircle('bore', 30, 0, 10)",
    example: "check.inside('bore', 'plate')",
    call: |call| {
        let (inner, outer) = (call.name_or_names(0)?, call.name(1)?);
        let options = call.options(2, &["severity"])?;
        let only_warns = severity_option(call, &options)?;
        declare(call, Check::Inside { inner, outer }, only_warns)
    },
};

pub(crate) static NO_OVERLAP: Function = Function {
    name: "check.noOverlap",
    domain: Domain::Rules,
    parameters: &[required("names", "string[]"), optional("options", SEVERITY)],
    returns: "Rule",
    doc: "Holds closed shapes, and groups of them, to areas that do not overlap, and says which do and by how much. Those \
          that only touch are right. Use it alone, or as the test of an invariant.",
    before: "for (let index = 0; index < 3; index += 1) drawRect(`part_${index}`, index * 50, 0, 40, 30)",
    example: "check.noOverlap(listEntities({ name: 'part_*' }))",
    call: |call| {
        let names = call.names(0)?;
        let options = call.options(1, &["severity"])?;
        let only_warns = severity_option(call, &options)?;
        declare(call, Check::NoOverlap { names }, only_warns)
    },
};

pub(crate) static AREA: Function = Function {
    name: "check.area",
    domain: Domain::Rules,
    parameters: &[
        required("name", "string"),
        required("bounds", "{ min?: number, max?: number, severity?: 'error' | 'warn' }"),
        optional("options", SEVERITY),
    ],
    returns: "Rule",
    doc: "Holds the area that an entity covers between two bounds, and says what it is where it is not. Use it alone, or \
          as the test of an invariant.",
    before: "drawRect('room', 0, 0, 4000, 3000)",
    example: "check.area('room', { min: 9e6 })",
    call: |call| {
        let name = call.name(0)?;
        let bounds = call.options(1, &["min", "max", "severity"])?;
        let (min, max) = (call.number_option(&bounds, "min")?, call.number_option(&bounds, "max")?);
        if min.is_none() && max.is_none() {
            return Err(Failure::Type("bounds must have min, max or both, as in { min: 100 }".to_owned()));
        }
        if let (Some(min), Some(max)) = (min, max)
            && min > max
        {
            let (min, max) = (number_text(min), number_text(max));
            return Err(Failure::Range(format!("min must not be greater than max, got {min} and {max}")));
        }
        let options = call.options(2, &["severity"])?;
        let only_warns = severity_option(call, &options)? || severity_option(call, &bounds)?;
        declare(call, Check::Area { name, min, max }, only_warns)
    },
};

/// The severities of a rule: true for one that only warns.
const SEVERITIES: [(&str, bool); 2] = [("error", false), ("warn", true)];

/// Returns true where the option severity is `warn`.
pub(crate) fn severity_option(call: &mut Call<'_>, options: &Options) -> Checked<bool> {
    Ok(call.choice_option(options, "severity", &SEVERITIES)?.unwrap_or(false))
}

/// Makes the check at once in the test of a rule; before that, declares it as a rule, and returns the function that an
/// `invariant` can take for its test.
pub(crate) fn declare(call: &mut Call<'_>, check: Check, only_warns: bool) -> Checked<JsValue> {
    let book = book(call.context);
    if check.is_of_nothing() {
        call.drawing.warn(format!(
            "{}: the list of names is empty, so every scene keeps this rule",
            check.function()
        ));
    }
    if book.is_checking() {
        book.note_check();
        let made = check.make(&call.scene());
        return match made {
            Ok(_) => Ok(JsValue::from(true)),
            // The severity of the check itself: the rule around it is kept.
            Err(breach) if only_warns => {
                call.drawing.warn(coded_warning(WarningCode::RuleBroken, &breach.error.message));
                Ok(JsValue::from(true))
            }
            Err(breach) => {
                book.note_breach(breach.clone());
                Err(Failure::Scene(breach.error))
            }
        };
    }
    if book.rules.borrow().len() >= MAX_RULES {
        return Err(Failure::Range(format!("a scene has at most {MAX_RULES} rules")));
    }
    let place = call.drawing.call_place(call.context);
    let index = book.rules.borrow().len();
    let native = NativeFunction::from_copy_closure(move |_, _, context| {
        let rules = super::declaration_book::book(context);
        let check = rules.rules.borrow().get(index).and_then(|rule| rule.test.ready().cloned());
        rules.note_check();
        match check.map(|check| check.make(&drawing(context).scene.borrow())) {
            Some(Err(breach)) => {
                rules.note_breach(breach.clone());
                Err(JsNativeError::error().with_message(breach.error.message).into())
            }
            _ => Ok(JsValue::from(true)),
        }
    });
    let object = JsObject::from(native.to_js_function(call.context.realm()));
    let name = cut_name(check.to_string());
    let test = RuleTest::Ready(check, object.clone());
    book.rules.borrow_mut().push(DeclaredRule { name, message: None, place, test, only_warns });
    Ok(object.into())
}

/// Returns the beginning of a name that was made from others.
fn cut_name(name: String) -> String {
    const MAX_CHARACTERS: usize = 100;
    match name.char_indices().nth(MAX_CHARACTERS) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name,
    }
}
