//! Rules of a design: tests that the finished scene must pass.

use boa_engine::builtins::promise::PromiseState;
use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue};

use super::breach::Margin;
use super::call::{Checked, Failure, describe};
use super::check::{SEVERITY, severity_option};
use super::declaration_book::{DeclarationBook, DeclaredRule, RuleTest, book};
use super::domain::Domain;
use super::drawing::drawing;
use super::function::Function;
use super::parameter::{optional, required};
use scenewright_error::{Error, Kind, near_name, quote_name};
use scenewright_scene::{Declarations, MAX_RULES, SceneError, SceneRule};

/// The most characters of a name and a message.
const MAX_NAME_CHARACTERS: usize = 256;
const MAX_MESSAGE_CHARACTERS: usize = 1_000;

/// The most names in the error for a parameter that is not there.
const MAX_NAMES_SHOWN: usize = 20;

pub(crate) static INVARIANT: Function = Function {
    name: "invariant",
    domain: Domain::Rules,
    parameters: &[
        required("name", "string"),
        required("test", "() => unknown"),
        optional("message", "string"),
        optional("options", SEVERITY),
    ],
    returns: "true",
    doc: "Declares a rule that the finished scene must keep. The test runs when main is done; where it gives false or \
          throws, the change is reverted with the message; with severity 'warn' it is made, with a warning. It may draw to \
          measure: none of that stays.",
    before: "drawRect('plate', 0, 0, 120, 80)\n\
             drawCircle('bore', 30, 0, 10)",
    example: "invariant('edge', check.inside('bore', 'plate'), 'the bore breaks out of the plate')\n\
              invariant('weight', () => getArea('plate') < 10000)",
    call: |call| {
        let name = bounded(call.string(0)?, "name", MAX_NAME_CHARACTERS)?;
        if name.is_empty() {
            return Err(Failure::Range("name must not be empty".to_owned()));
        }
        let test = call.arg(1);
        let Some(function) = test.as_object().filter(|it| it.is_callable()) else {
            return Err(Failure::Type(format!(
                "test must be a function, such as () => getArea('plate') < 5000, got {}",
                describe(&test)
            )));
        };
        let message = if call.is_absent(2) { None } else { Some(call.string(2)?) };
        let message = message.map(|it| bounded(it, "message", MAX_MESSAGE_CHARACTERS)).transpose()?;
        let options = call.options(3, &["severity"])?;
        let only_warns = severity_option(call, &options)?;
        let book = book(call.context);
        if book.is_checking() {
            return Err(Failure::Scene(SceneError::scene("a rule cannot declare another")));
        }
        let place = call.drawing.call_place(call.context);
        let mut rules = book.rules.borrow_mut();
        // A ready check is a rule already: it gets this name in place of its own.
        let is_own = |rule: &DeclaredRule| matches!(&rule.test, RuleTest::Ready(_, own) if JsObject::equals(own, &function));
        let ready = rules.iter().position(is_own);
        match ready {
            Some(at) => {
                let rule = &mut rules[at];
                (rule.name, rule.message, rule.place) = (name, message, place);
                rule.only_warns |= only_warns;
            }
            None if rules.len() >= MAX_RULES => {
                return Err(Failure::Range(format!("a scene has at most {MAX_RULES} rules")));
            }
            None => {
                let test = RuleTest::Function(function);
                rules.push(DeclaredRule { name, message, place, test, only_warns });
            }
        }
        Ok(JsValue::from(true))
    },
};

fn bounded(text: String, what: &str, most: usize) -> Checked<String> {
    if text.chars().count() <= most {
        return Ok(text);
    }
    Err(Failure::Range(format!("{what} must have at most {most} characters")))
}

/// A rule that the finished scene does not keep.
#[derive(Debug)]
pub struct BrokenRule {
    /// The name of the rule: the author's, or the ready check's.
    pub name: String,
    /// The author's message for a broken rule; `None` where the declaration has none.
    pub message: Option<String>,
    /// The file, line and column of the declaration, as the engine counts.
    pub place: Option<(String, u32, u32)>,
    /// The way in which it was broken.
    pub cause: BrokenBy,
    /// The places of the fault in the world, where a ready check measured them.
    pub places: Vec<[f64; 2]>,
    /// The entities that a ready check found to break it, the first few.
    pub entities: Vec<String>,
    /// The measured and the demanded value of a ready check.
    pub measured: Option<[f64; 2]>,
}

/// The way in which a rule turned out to be broken.
#[derive(Debug)]
pub enum BrokenBy {
    /// The test gave false.
    Answer,
    /// A ready check measured something else, in its own words.
    Measure(String),
    /// The test threw, or a promise that it returned was rejected.
    Exception(JsError),
    /// The test is a promise that nothing resolves.
    Waiting,
}

/// The reason why a finished scene is not accepted.
pub enum NotKept {
    /// Something besides the scripts is wrong.
    Refused(Error),
    /// These rules are broken. If a limit was reached in a test, the broken ones before it are listed.
    Rules(Vec<BrokenRule>),
    /// The run itself failed while a rule was tested.
    Failed(JsError),
}

/// Runs the jobs that a test left in the queue.
pub type RunJobs<'a> = &'a mut dyn FnMut(&mut Context) -> JsResult<()>;

/// Holds the finished scene to its rules, and puts what was declared into it. Returns the broken rules that only warn, each
/// with its number among the rules of the scene.
pub fn finish(context: &mut Context, run_jobs: RunJobs<'_>) -> Result<Vec<(usize, BrokenRule)>, NotKept> {
    let (book, drawing) = (book(context), drawing(context));
    check_names(&book).map_err(NotKept::Refused)?;
    book.start_checking();
    let rules = book.rules.borrow().clone();
    let mut broken = Vec::new();
    let mut warned = Vec::new();
    let mut kept: Vec<SceneRule> = Vec::with_capacity(rules.len());
    for rule in rules {
        book.take_breach();
        let made = test(&rule, &book, context, run_jobs);
        book.restore(&drawing);
        if drawing.fatal().is_some() {
            // The error names the limit that was reached, not the rule.
            return Err(NotKept::Rules(broken));
        }
        let (margin, broken_by, breach) = match made {
            Ok(margin) => (margin, None, None),
            Err(BrokenBy::Exception(error)) if error.as_engine().is_some() => {
                return Err(NotKept::Failed(error));
            }
            Err(cause) => {
                let breach = book.take_breach();
                (breach.as_ref().and_then(|breach| breach.margin.clone()), Some(cause), breach)
            }
        };
        let DeclaredRule { name, message, place, only_warns, .. } = rule;
        if let Some(cause) = broken_by {
            let rule = BrokenRule {
                name: name.clone(),
                message: message.clone(),
                place: place.clone(),
                cause,
                places: breach.iter().flat_map(|it| &it.places).map(|at| [at.x, at.y]).collect(),
                measured: breach.as_ref().and_then(|it| it.beside).map(|it| [it.measured, it.demanded]),
                entities: breach.map(|it| it.entities).unwrap_or_default(),
            };
            if !only_warns {
                broken.push(rule);
                continue;
            }
            warned.push((kept.len(), rule));
        }
        let (file, line, column) = place.unwrap_or_default();
        let (line, column) = (line.max(1), column.max(1));
        kept.push(SceneRule { name, message, file, line, column, margin, only_warns, breach: None });
    }
    if !broken.is_empty() {
        return Err(NotKept::Rules(broken));
    }
    let declarations =
        Declarations { parameters: book.parameters.take(), rules: kept, sheets: book.sheets.take() };
    drawing.scene.borrow_mut().set_declarations(declarations);
    Ok(warned)
}

/// Refuses values for unknown parameters, and warns about stored values whose parameter is gone.
fn check_names(book: &DeclarationBook) -> Result<(), Error> {
    let parameters = book.parameters.borrow();
    let is_known = |name: &str| parameters.iter().any(|it| it.name == name);
    let Some(unknown) = book.given.set.keys().find(|name| !is_known(name)) else { return Ok(()) };
    let near = near_name(unknown, parameters.iter().map(|it| it.name.as_str()));
    let guess = near.map(|near| format!(". Did you mean {near}?")).unwrap_or_default();
    let shown: Vec<&str> = parameters.iter().take(MAX_NAMES_SHOWN).map(|it| it.name.as_str()).collect();
    let more = if parameters.len() > shown.len() { ", …" } else { "" };
    let message = format!("There is no parameter \"{}\"{guess}", quote_name(unknown));
    Err(Error::new(Kind::InvalidInput, message).with_hint(match shown.is_empty() {
        true => "The scene declares no parameters: param('width', 80) in main makes one.".to_owned(),
        false => format!("The scene has: {}{more}.", shown.join(", ")),
    }))
}

fn test(
    rule: &DeclaredRule,
    book: &DeclarationBook,
    context: &mut Context,
    run_jobs: RunJobs<'_>,
) -> Result<Margin, BrokenBy> {
    let function = match &rule.test {
        RuleTest::Ready(check, _) => {
            let made = check.make(&drawing(context).scene.borrow());
            return made.map_err(|breach| {
                let words = format!("{}: {}", check.function(), breach.error.message);
                book.note_breach(breach);
                BrokenBy::Measure(words)
            });
        }
        RuleTest::Function(function) => function,
    };
    book.take_checked();
    let answer = function.call(&JsValue::undefined(), &[], context).map_err(BrokenBy::Exception)?;
    run_jobs(context).map_err(BrokenBy::Exception)?;
    let answer = match answer.as_object().and_then(|object| JsPromise::from_object(object).ok()) {
        None => answer,
        Some(promise) => match promise.state() {
            PromiseState::Fulfilled(answer) => answer,
            PromiseState::Rejected(reason) => {
                return Err(BrokenBy::Exception(JsError::from_opaque(reason)));
            }
            PromiseState::Pending => return Err(BrokenBy::Waiting),
        },
    };
    match answer.as_boolean() {
        Some(true) => Ok(None),
        Some(false) => Err(BrokenBy::Answer),
        None => {
            if !(answer.is_undefined() && book.take_checked()) {
                drawing(context).warn(format!(
                    "The test of the rule \"{}\" gave {}: only false, or an exception, breaks a rule. Does it end with \
                     return and a comparison?",
                    rule.name,
                    describe(&answer)
                ));
            }
            Ok(None)
        }
    }
}
