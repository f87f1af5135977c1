//! Exceptions of the engine, turned into errors from which their author can repair the script.

use boa_engine::error::{EngineError, JsNativeErrorKind};
use boa_engine::object::JsObject;
use boa_engine::{Context, JsError, JsNativeError, JsValue};

use super::argument_diagnostics::explain_call;
use super::caught::CaughtMessages;
use super::engine_diagnostics::reword;
use super::foreign_syntax::typography;
use super::host::{host, stack_getter};
use super::missing_names::explain;
use super::program::Program;
use super::run::RuleFacts;
use super::show::{bounded, error_text, is_error, plain_property, show, string_start};
use super::sites::{Act, is_tried, show_source};
use super::source::{Place, callee, frame, locate, offset_of, place_of};
use super::stack::{Frame, frames, show_stack};
use scenewright_error::{Error, Kind, quote_name};
use scenewright_vocabulary::{BrokenBy, BrokenRule};

/// The failure of a run, before it is put into words.
pub(super) enum Report {
    Thrown(JsError),
    /// An exception thrown while that file was parsed, linked or run.
    In {
        file: String,
        error: JsError,
    },
    Unhandled(JsValue),
    NeverSettled {
        file: String,
    },
    /// An error in its own words.
    Refused(Error),
    /// The rules that the finished scene does not keep.
    Broken(Vec<BrokenRule>),
}

impl Report {
    /// Returns the places where rules are broken; `None` for another failure.
    pub(super) fn broken_places(&self) -> Option<Vec<[f64; 2]>> {
        let Report::Broken(broken) = self else { return None };
        Some(broken.iter().flat_map(|rule| rule.places.iter().copied()).collect())
    }

    /// Returns the broken rules in figures, the first few.
    pub(super) fn broken_facts(&self, program: &Program) -> Vec<RuleFacts> {
        let Report::Broken(broken) = self else { return Vec::new() };
        let facts = |rule: &BrokenRule| {
            let own = rule.place.as_ref().filter(|(file, ..)| program.source_named(file).is_some());
            RuleFacts {
                rule: rule.name.clone(),
                place: own.map(|(file, line, column)| {
                    let place = Place { line: *line, column: *column };
                    (file.clone(), place_of_call(file, place, program).line)
                }),
                entities: rule.entities.clone(),
                measured: rule.measured,
                at: rule.places.first().copied(),
            }
        };
        broken.iter().take(MAX_RULES_IN_FIGURES).map(facts).collect()
    }
}

/// The most other broken rules that a hint names.
const MAX_RULES_SHOWN: usize = 5;

/// The most broken rules that an answer has in figures: a model reads them all.
pub const MAX_RULES_IN_FIGURES: usize = 6;

/// The most bytes of the words of an error, and of these and its hint together.
const MAX_MESSAGE_LEN: usize = 600;
const MAX_WORDS_LEN: usize = 1_000;

/// The longest text of a thrown value that has a place: the engine shows both together.
const MAX_TEXT_LEN: usize = 1 << 20;

/// Returns the error for the author: kind, words, place, frame, stack, hint.
pub(super) fn report(
    report: Report,
    program: &Program,
    refused: &[(String, Error)],
    context: &mut Context,
) -> Error {
    match report {
        Report::Thrown(error) => import_refused(thrown(error, None, program, context), refused, program),
        Report::In { file, error } => {
            import_refused(thrown(error, Some(&file), program, context), refused, program)
        }
        Report::Unhandled(reason) => {
            let error = thrown(JsError::from_opaque(reason), None, program, context);
            let error = rejected(import_refused(error, refused, program), program);
            let message = format!("Unhandled promise rejection: {}", error.message);
            or_hint(
                Error { message, kind: Kind::Promise, ..error },
                "Await the promise, or add .catch(...) to it.",
            )
        }
        Report::NeverSettled { file } => {
            let error = Error::new(Kind::Promise, format!("The top-level await of {file} never settles"))
                .in_file(&file)
                .with_hint(
                    "Something awaits a promise that nothing resolves; scripts have no timers. A function that calls \
                     itself without end after an await shows like this as well, and so does await import(...) of a \
                     file that imports this one.",
                );
            awaited(error, &file, program)
        }
        Report::Refused(error) => error,
        Report::Broken(broken) => broken_rules(broken, program, context),
    }
}

/// Returns the error of the first broken rule, at its declaration, with the names of the others.
fn broken_rules(broken: Vec<BrokenRule>, program: &Program, context: &mut Context) -> Error {
    let others: Vec<String> = broken.iter().skip(1).map(|rule| named_rule(rule, program)).collect();
    let Some(first) = broken.into_iter().next() else {
        return Error::new(Kind::Invariant, "A rule of the scene is broken");
    };
    let mut error = broken_rule(first, program, context);
    if !others.is_empty() {
        let shown = others.iter().take(MAX_RULES_SHOWN).cloned().collect::<Vec<_>>().join(", ");
        let more = match others.len().saturating_sub(MAX_RULES_SHOWN) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        // All rules are checked in one run, so the author can repair them together.
        let also = format!("Also broken: {shown}{more}.");
        error.hint = Some(error.hint.map_or(also.clone(), |hint| format!("{hint} {also}")));
    }
    error
}

/// Returns the error of a broken rule, at its declaration.
pub(super) fn broken_rule(broken: BrokenRule, program: &Program, context: &mut Context) -> Error {
    let BrokenRule { name, message, place, cause, .. } = broken;
    let (cause, hint, stack) = match cause {
        BrokenBy::Answer => (message.is_none().then(|| "its test gave false".to_owned()), None, None),
        BrokenBy::Measure(words) => (Some(words), None, None),
        BrokenBy::Waiting => (Some("its test awaits a promise that nothing resolves".to_owned()), None, None),
        BrokenBy::Exception(error) => {
            let error = thrown(error, None, program, context);
            // A ready check has named itself.
            let words = error.message.strip_prefix("SceneError: check.").map(|it| format!("check.{it}"));
            let own = words.is_none();
            let at = error.file.zip(error.line).filter(|_| own);
            let at = at.map(|(file, line)| format!("Its test failed at {file}:{line}."));
            let hint = [at, error.hint.filter(|_| own)].into_iter().flatten().collect::<Vec<_>>().join(" ");
            (Some(words.unwrap_or(error.message)), Some(hint).filter(|it| !it.is_empty()), error.stack)
        }
    };
    let is_gone = cause.as_ref().is_some_and(|cause| cause.contains("there is no entity named"));
    let hint = hint.or_else(|| is_gone.then(|| GONE_IN_RULE.to_owned()));
    let reasons: Vec<String> = message.into_iter().chain(cause).collect();
    let words = cut(format!("The rule \"{}\" is broken: {}", quote_name(&name), reasons.join(": ")));
    let mut error = Error { hint, stack, ..Error::new(Kind::Invariant, words) };
    let Some((file, line, column)) = place else { return error };
    let place = Place { line, column };
    let index = program.find(&file).filter(|index| program.has(*index));
    if index.is_some_and(|it| is_tried(program.facts(it), offset_of(program.source(it).text, place))) {
        error.hint = Some(match error.hint {
            Some(hint) => format!("{hint} {TRIED_RULE}"),
            None => TRIED_RULE.to_owned(),
        });
    }
    with_place(error, &file, place, program)
}

/// The hint for a rule that is declared where its author hoped to catch it.
const TRIED_RULE: &str = "Rules are held against the finished scene, when main is done, so try does not catch them; with \
                          { severity: 'warn' } the change is made with a warning.";

/// The hint for a rule about an entity that is not in the finished scene.
const GONE_IN_RULE: &str = "Rules are held against the finished scene: what a later call removes or replaces, such as a boolean \
                            with keep: false, join or cutOrder, is not there.";

fn named_rule(rule: &BrokenRule, program: &Program) -> String {
    let name = quote_name(&rule.name);
    match &rule.place {
        Some((file, line, _)) if program.source_named(file).is_some() => {
            format!("\"{name}\" ({file}:{line})")
        }
        _ => format!("\"{name}\""),
    }
}

/// Returns the place of a call as its author sees it: where the name of the function begins.
pub(super) fn place_of_call(file: &str, place: Place, program: &Program) -> Place {
    let Some(source) = program.source_named(file) else { return place };
    let place = existing(source.text, place);
    let line = source.text.split('\n').nth(place.line.saturating_sub(1) as usize).unwrap_or_default();
    callee(&line.encode_utf16().collect::<Vec<u16>>(), place).0
}

/// Returns the error of an import that failed while the program ran: it is the error of a module, at the
/// place where the import is written.
fn import_refused(error: Error, refused: &[(String, Error)], program: &Program) -> Error {
    let of_import = |(_, it): &&(String, Error)| {
        // The loader threw the message as a TypeError, and it may have been cut on its way.
        error.message.strip_prefix("TypeError: ").is_some_and(|message| message == cut(it.message.clone()))
    };
    let Some((specifier, cause)) = refused.iter().find(of_import) else { return error };
    if cause.file.is_some() {
        // The cause lies in the imported file, and is shown there; the calls that led to it were made in this run.
        return Error { stack: error.stack, ..cause.clone() };
    }
    let error =
        Error { kind: cause.kind, message: cut(cause.message.clone()), hint: cause.hint.clone(), ..error };
    match program.dynamic_import_of(specifier) {
        Some((index, at)) => locate(error, &program.source(index), at.start, at.length),
        None => error,
    }
}

fn or_hint(error: Error, hint: &str) -> Error {
    if error.hint.is_some() { error } else { error.with_hint(hint) }
}

/// Shows a rejection at the first call that rejects: one with a value that is not an error has no calls.
fn rejected(error: Error, program: &Program) -> Error {
    if error.line.is_some() {
        return error;
    }
    for (index, _) in program.files() {
        let source = program.source(index);
        let rejects = |span| ["Promise.reject", "reject"].contains(&show_source(source.text, span).as_str());
        let sites = program.sites(index);
        let mut calls =
            sites.sites.iter().filter(|it| matches!(it.act, Act::Call { .. }) && rejects(it.subject));
        if let Some(first) = calls.next() {
            let error = locate(error, &source, first.subject.start as usize, first.subject.size() as usize);
            let Some(second) = calls.next() else { return error };
            let line = place_of(source.text, second.subject.start as usize).line;
            return error.with_hint(format!(
                "Handle it with await or .catch(...). It may also be the one in line {line}."
            ));
        }
    }
    error
}

/// Shows the top-level await of a file, or when it has none, the one of a file that it imports.
fn awaited(error: Error, file: &str, program: &Program) -> Error {
    let own = program.find(file);
    let mut waiting: Vec<(usize, &[usize])> =
        program.files().map(|(index, facts)| (index, facts.awaits.as_slice())).collect();
    // A stable sort: the file itself first, the others in their order.
    waiting.sort_by_key(|(index, _)| Some(*index) != own);
    let Some((index, awaits)) = waiting.into_iter().find(|(_, awaits)| !awaits.is_empty()) else {
        return error;
    };
    let source = program.source(index);
    let error = Error { message: format!("The top-level await of {} never settles", source.name), ..error };
    let error = locate(error, &source, awaits[0], "await".len());
    let others: Vec<String> =
        awaits[1..].iter().take(5).map(|&at| place_of(source.text, at).line.to_string()).collect();
    match (&error.hint, others.is_empty()) {
        (Some(hint), false) => {
            let hint = format!("{hint} It may also be the await of line {}.", others.join(", "));
            error.with_hint(hint)
        }
        _ => error,
    }
}

fn thrown(error: JsError, file: Option<&str>, program: &Program, context: &mut Context) -> Error {
    let mut stack = frames(&backtrace(&error, context), program);
    let (kind, message) = classify(&error, context);
    let message = host(context).caught.engine_message(&message).unwrap_or(message);
    let message = cut(message);
    // The order below goes from what is known exactly to what is guessed: a place in the message, a name that the
    // diagnosis knows, the innermost call of the author's.
    let mut out = Error::new(kind, message);
    if kind == Kind::Stack {
        out.hint =
            Some("A function calls itself without end, or too deep; a loop needs no stack.".to_owned());
    }
    if kind == Kind::Syntax
        && let (Some(file), Some(place)) = (file, place_in_message(&out.message))
        // A syntax error with open calls comes from JSON.parse or RegExp, whose places are in another text.
        && stack.iter().all(|it| it.place.is_none())
    {
        // The parser before it takes characters that are not seen for blanks, so that the engine is the first to refuse them.
        let source = program.source_named(file);
        out.hint = source.and_then(|source| typography(source.text.get(offset_of(source.text, place)..)?));
        return with_place(out, file, place, program);
    }
    if kind == Kind::Reference
        && let Some(name) = name_without_a_value(&out.message)
    {
        let name = name.to_owned();
        match explain(out, &name, &stack, program) {
            Ok(explained) => {
                correct_innermost(&mut stack, &explained);
                return with_stack(at_caller(explained, &stack, program), &stack);
            }
            Err(unexplained) => out = unexplained,
        }
    }
    let innermost = blamed(&stack, program);
    let out = match innermost {
        Some((file, place)) => with_place(out, &file, place, program),
        None => match (stack.first().map(|it| it.file.as_str()).or(file), out.file.is_none()) {
            (Some(file), true) => out.in_file(file),
            _ => out,
        },
    };
    let out = reword(out, &stack, program);
    let out = explain_call(out, &stack, program, &host(context).drawing.scene.borrow());
    if stack.first().is_some_and(|it| it.place.is_none()) {
        correct_innermost(&mut stack, &out);
    }
    with_stack(at_caller(out, &stack, program), &stack)
}

/// Returns the message that a script reads in an error of the engine which it catches: the one that its author would read, where
/// the engine's own names neither the expression nor the value.
pub(super) fn message_when_caught(
    error: &JsError,
    program: &Program,
    caught: &CaughtMessages,
) -> Option<String> {
    let native = error.as_native()?;
    // Errors of other classes name the cause themselves, those of JSON.parse its place in the text.
    let kind = match native.kind() {
        JsNativeErrorKind::Type => Kind::Type,
        JsNativeErrorKind::Range => Kind::Range,
        _ => return None,
    };
    let engine_message = format!("{}: {}", native.kind(), native.message());
    let stack = frames(&native_backtrace(error, native), program);
    let worded = reword(Error::new(kind, engine_message.clone()), &stack, program).message;
    if worded == engine_message {
        return None;
    }
    let message = worded.strip_prefix(&format!("{}: ", native.kind()))?.to_owned();
    caught.note(worded, engine_message);
    Some(message)
}

/// Returns the name that a `ReferenceError` of the engine is about: nothing declares it, or its declaration has not run.
fn name_without_a_value(message: &str) -> Option<&str> {
    let words = message.strip_prefix("ReferenceError: ")?;
    words
        .strip_suffix(" is not defined")
        .or_else(|| words.strip_prefix("Cannot access '")?.strip_suffix("' before initialization"))
}

/// Returns the call where an error is shown: the innermost one, but not the constructor of an error of the
/// script's own.
fn blamed(stack: &[Frame], program: &Program) -> Option<(String, Place)> {
    let mut placed = stack.iter().filter_map(|it| it.place.map(|place| (it, place)));
    let (innermost, place) = placed.next()?;
    let text = program.source_named(&innermost.file).map_or("", |it| it.text);
    // An author wants the throw, not the line of super(message) in the class of the error.
    let is_error_class = text.contains(&format!("class {} extends ", innermost.function))
        && innermost.function.ends_with("Error");
    let (call, place) = placed.next().filter(|_| is_error_class).unwrap_or((innermost, place));
    Some((call.file.clone(), place))
}

/// Corrects the innermost place: where the engine has none, it keeps an earlier instruction's.
fn correct_innermost(stack: &mut [Frame], error: &Error) {
    if let (Some(innermost), Some(line), Some(column)) = (stack.first_mut(), error.line, error.column)
        && error.file.as_deref() == Some(&innermost.file)
    {
        innermost.place = Some(Place { line, column });
    }
}

fn with_stack(mut error: Error, stack: &[Frame]) -> Error {
    if !stack.is_empty() {
        error.stack = Some(show_stack(stack));
    }
    error
}

pub(super) fn with_place(error: Error, file: &str, place: Place, program: &Program) -> Error {
    let Some(source) = program.source_named(file) else {
        return error.in_file(file).at(place.line, place.column);
    };
    with_place_in(error, file, source.text, place)
}

/// Puts a place that the engine named, and its frame, into an error.
pub fn with_place_in(error: Error, file: &str, text: &str, place: Place) -> Error {
    let place = existing(text, place);
    let line = text.split('\n').nth(place.line as usize - 1).unwrap_or("");
    let (place, width) = callee(&line.encode_utf16().collect::<Vec<_>>(), place);
    let mut error = error.in_file(file).at(place.line, place.column);
    error.frame = Some(frame(text, place, width));
    error
}

/// Returns a place of the engine as editors count: they do not begin a line at U+2028 and U+2029. It is the
/// nearest one that the text has, because it may come from words that a script chose.
fn existing(text: &str, place: Place) -> Place {
    if text.contains(['\r', '\u{2028}', '\u{2029}']) {
        let ends = text.match_indices(['\n', '\r', '\u{2028}', '\u{2029}']);
        let starts = std::iter::once(0).chain(ends.map(|(at, end)| at + end.len()));
        let start = starts.take(place.line.max(1) as usize).last().unwrap_or(0);
        let units = place.column.saturating_sub(1) as usize;
        let mut passed = 0;
        let before = text[start..].chars().take_while(|c| {
            passed += c.len_utf16();
            passed <= units && *c != '\n'
        });
        let length: usize = before.map(char::len_utf8).sum();
        return place_of(text, start + length);
    }
    let lines = text.split('\n').count().max(1);
    let line = (place.line.max(1) as usize).min(lines);
    let width = text.split('\n').nth(line - 1).unwrap_or("").encode_utf16().count();
    let column = (place.column.max(1) as usize).min(width + 1);
    Place { line: line as u32, column: column as u32 }
}

/// Returns the kind and the message of a thrown value.
fn classify(error: &JsError, context: &mut Context) -> (Kind, String) {
    // Errors of the engine itself, such as a limit, come first: no script can throw or catch them.
    if let Some(engine) = error.as_engine() {
        return match engine {
            EngineError::RuntimeLimit(_) => (
                Kind::Stack,
                "RangeError: recursion is too deep (more than 10,000 calls are open)".to_owned(),
            ),
            other => (Kind::Runner, format!("The engine failed: {other}")),
        };
    }
    if let Some(native) = error.as_native() {
        let kind = match native.kind() {
            JsNativeErrorKind::Syntax => Kind::Syntax,
            JsNativeErrorKind::Reference => Kind::Reference,
            JsNativeErrorKind::Type => Kind::Type,
            JsNativeErrorKind::Range => Kind::Range,
            _ => Kind::Thrown,
        };
        // The engine writes the name of this class in another way than scripts see it.
        let class = match native.kind() {
            JsNativeErrorKind::Uri => "URIError".to_owned(),
            kind => kind.to_string(),
        };
        return (kind, format!("{class}: {}", native.message()));
    }
    let Some(value) = error.as_opaque().cloned() else { return (Kind::Thrown, "Thrown: unknown".to_owned()) };
    let Some(object) = value.as_object().filter(is_error) else {
        return (Kind::Thrown, format!("Thrown value: {}", show(&value, MAX_MESSAGE_LEN, context).text));
    };
    let (name, message) = error_text(&object, MAX_MESSAGE_LEN);
    let kind = match name.as_str() {
        "SyntaxError" => Kind::Syntax,
        "ReferenceError" => Kind::Reference,
        "TypeError" => Kind::Type,
        "RangeError" => Kind::Range,
        "SceneError" => Kind::Scene,
        _ => Kind::Thrown,
    };
    let words = if message.is_empty() { name } else { format!("{name}: {message}") };
    (kind, format!("{words}{}", cause_of(&object)))
}

/// Returns the error that was given as the cause of an error.
fn cause_of(error: &JsObject) -> String {
    let cause = plain_property(error, "cause").and_then(|it| it.as_object()).filter(is_error);
    let Some(cause) = cause else { return String::new() };
    let (name, message) = error_text(&cause, MAX_MESSAGE_LEN);
    format!(" (caused by {name}: {message})")
}

/// Returns the engine's text of the open calls, without the words of the error before it: a message may look
/// like a call. Nothing of the script runs here.
fn backtrace(error: &JsError, context: &mut Context) -> String {
    if let Some(native) = error.as_native() {
        return native_backtrace(error, native);
    }
    let words = if let Some(engine) = error.as_engine() {
        engine.to_string()
    } else if let Some(value) = error.as_opaque().cloned() {
        if value.as_object().as_ref().is_some_and(is_error) {
            // This moves the calls that were open at the throw into an object that was made without them.
            return match error.clone().into_opaque(context) {
                Ok(value) => stack_of(&value, context),
                Err(_) => String::new(),
            };
        }
        // The engine's own text of a value has no limits.
        if !show(&value, MAX_MESSAGE_LEN, context).is_whole {
            return String::new();
        }
        value.display().to_string()
    } else {
        return String::new();
    };
    text_after(&words, error)
}

fn native_backtrace(error: &JsError, native: &JsNativeError) -> String {
    text_after(&native.to_string(), error)
}

fn text_after(words: &str, error: &JsError) -> String {
    let shown = bounded(error, MAX_TEXT_LEN).unwrap_or_default();
    shown.strip_prefix(words).unwrap_or_default().to_owned()
}

/// Returns the stack that the engine keeps in an error object.
fn stack_of(error: &JsValue, context: &mut Context) -> String {
    // The getter that the script sees may have been replaced by one that runs code.
    let getter = stack_getter(context);
    let stack = getter.and_then(|getter| getter.call(error, &[], context).ok());
    stack.and_then(|it| it.as_string()).map(|it| string_start(&it, MAX_TEXT_LEN)).unwrap_or_default()
}

/// Returns the place in the words of the engine's own parser: `… at line 3, col 5`.
fn place_in_message(message: &str) -> Option<Place> {
    let (_, rest) = message.rsplit_once("at line ")?;
    let (line, rest) = rest.split_once(", col ")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some(Place { line: line.parse().ok()?, column: digits.parse().ok()? })
}

fn cut(message: String) -> String {
    if message.len() <= MAX_MESSAGE_LEN {
        return message;
    }
    format!("{}… (cut)", &message[..message.floor_char_boundary(MAX_MESSAGE_LEN)])
}

/// Returns the error in words that a reader takes in: the message, and a hint that leaves room for it.
pub(crate) fn brief(error: Error) -> Error {
    let message = cut(error.message);
    // The message is worth more than the hint, so only the hint gives way.
    let room = MAX_WORDS_LEN.saturating_sub(message.len() + "…".len());
    let hint = error.hint.map(|hint| match hint.len() <= room {
        true => hint,
        false => format!("{}…", &hint[..hint.floor_char_boundary(room)]),
    });
    Error { message, hint, ..error }
}

/// Shows an error inside of a module of the package at the call of the author's that led there.
fn at_caller(error: Error, stack: &[Frame], program: &Program) -> Error {
    if !error.file.as_deref().is_some_and(|file| program.is_builtin(file)) {
        return error;
    }
    let mut own = stack.iter().filter(|it| !program.is_builtin(&it.file));
    match own.find_map(|it| Some((&it.file, it.place?))) {
        Some((file, place)) => with_place(error, file, place, program),
        None => error,
    }
}
