//! What built-in functions refuse, with the argument as the source has it. The engine names at most the function.

use oxc_span::Span;

use super::{Found, Words};
use crate::sites::{Argued, is_nothing, show_source};

/// The objects whose functions work on their first argument, and not on the object.
const STATIC: [&str; 8] = ["Array", "Iterator", "JSON", "Map", "Object", "Promise", "Reflect", "String"];

/// The functions whose function is their second argument.
const SECOND: [&str; 6] =
    ["Array.from", "Array.fromAsync", "Object.groupBy", "Map.groupBy", "Iterator.zip", "getOrInsertComputed"];

/// The names that the engine gives to an argument which should be a function.
const FUNCTION_WORDS: [&str; 11] = [
    "Callbackfn is not callable",
    "argument is not callable",
    "callback",
    "comparefn",
    "comparison function",
    "executor is not callable",
    "mapfn",
    "mapper",
    "mapping function",
    "predicate is not callable",
    "reducer is not callable",
];

const PAIRS: &str = "Give pairs: [[key, value], [key, value]].";

impl Words<'_> {
    /// Explains an argument of a type that a built-in function does not take.
    pub(super) fn wrong_argument(&self, words: &str) -> Option<Found> {
        let stopped = self.call_or_new()?;
        let (first, callee) = (stopped.first(), &stopped.callee);
        let shown = |it: &Argued| show_source(self.file.text, it.span);
        let found = |rest: String, at: Option<Span>, hint: Option<&str>| {
            Some(Found {
                message: format!("TypeError: {callee}: {rest}"),
                at: at.unwrap_or(stopped.site.subject),
                hint: hint.map(str::to_owned),
            })
        };
        let at = first.map(|it| it.span);
        if FUNCTION_WORDS.iter().any(|it| words.contains(it)) {
            let is_second = SECOND.iter().any(|it| callee.ends_with(it));
            let argument = if is_second { stopped.arguments.get(1) } else { first };
            return match argument.filter(|it| !it.is_spread) {
                Some(it) => found(format!("{} is not a function", shown(it)), Some(it.span), None),
                None => found("a function is missing".to_owned(), None, None),
            };
        }
        match (words, first) {
            ("cannot get key and value from primitive item of `iterable`", Some(it)) => found(
                format!("an element of {} is not a pair of a key and a value", shown(it)),
                at,
                Some(PAIRS),
            ),
            ("cannot serialize bigint to JSON", _) => {
                found("JSON has no BigInt".to_owned(), at, Some("Convert it: Number(big) or String(big)."))
            }
            ("cyclic object value", Some(it)) => found(
                format!("{} contains itself", shown(it)),
                at,
                Some("Leave out the part that leads back."),
            ),
            ("size is undefined" | "Set operation called with non-object argument", Some(it)) => {
                let hint = format!("Make a Set of it: new Set({})", shown(it));
                found(format!("{} is not a Set", shown(it)), at, Some(&hint))
            }
            (
                "target must be an object"
                | "Object.defineProperty: expected 'this' to be an Object"
                | "Cannot construct a property descriptor from a non-object",
                Some(it),
            ) => {
                let it = if words.contains("descriptor") { stopped.arguments.last()? } else { it };
                found(format!("{} is not an object", shown(it)), Some(it.span), None)
            }
            (
                "String.prototype.replaceAll called with a non-global RegExp argument"
                | "String.prototype.matchAll called with a non-global RegExp argument",
                Some(it),
            ) => found(format!("{} lacks the flag g", shown(it)), at, None),
            _ if words.ends_with("called on an empty array and with no initial value") => {
                let hint = format!("Give a first value: {callee}(..., 0)");
                found("the array is empty, and there is no first value".to_owned(), None, Some(&hint))
            }
            _ if words.starts_with("cannot set non-writable property: ") => {
                let object = callee.rsplit_once('.')?.0;
                let hint = format!("Make a copy that can be changed: [...{object}]");
                found(format!("{object} is read-only"), None, Some(&hint))
            }
            _ => {
                let method =
                    words.strip_prefix("method `")?.strip_suffix("` called on incompatible receiver")?;
                let class = method.split('.').next()?;
                let hint = format!("Call it with its object: {}.{callee}(...)", class.to_lowercase());
                let is_detached = !callee.contains('.');
                found(format!("{method} works only on a {class}"), None, is_detached.then_some(&*hint))
            }
        }
    }

    /// Explains `null` or `undefined` that a built-in function got, as its argument or as its object.
    pub(super) fn nothing_to_work_on(&self) -> Option<Found> {
        let stopped = self.call_or_new()?;
        let callee = &stopped.callee;
        let (object, member) = callee.rsplit_once('.').unzip();
        let is_of_argument =
            object.is_some_and(|it| STATIC.contains(&it)) || matches!(member, Some("call" | "apply"));
        match stopped.first().filter(|_| is_of_argument) {
            Some(it) => {
                let source = show_source(self.file.text, it.span);
                let (what, hint) = match is_nothing(&source) {
                    true => (format!("{source} has no properties"), None),
                    false => {
                        let empty = if callee.starts_with("Array") { "[]" } else { "{}" };
                        let remedy = format!("write {callee}({source} ?? {empty})");
                        (format!("{source} is null or undefined"), self.why_nothing_with(&source, &remedy))
                    }
                };
                Some(Found { message: format!("TypeError: {callee}: {what}"), at: it.span, hint })
            }
            None if is_of_argument && stopped.arguments.is_empty() => Some(Found {
                message: format!("TypeError: {callee}: the value that it works on is missing"),
                at: stopped.site.subject,
                hint: None,
            }),
            None => Some(Found {
                message: format!("TypeError: {callee}: the value that it works on is null or undefined"),
                at: stopped.site.subject,
                hint: member
                    .is_none()
                    .then(|| format!("Call a method with its object: object.{callee}(...)")),
            }),
        }
    }

    /// Explains an argument that is gone over, and is not iterable.
    pub(super) fn argument_not_iterable(&self, kind: &str) -> Option<Found> {
        let stopped = self.call_or_new()?;
        let (first, callee) = (stopped.first()?, &stopped.callee);
        let source = show_source(self.file.text, first.span);
        Some(Found {
            message: format!("TypeError: {callee}: {source} is not iterable: its type is {kind}"),
            at: first.span,
            hint: match (kind, callee.ends_with("Map") || callee.ends_with("fromEntries")) {
                (_, true) => Some(PAIRS.to_owned()),
                ("number", false) => None,
                (_, false) => self.how_to_go_over(kind, &source),
            },
        })
    }

    /// Explains a number beyond what a built-in function takes.
    pub(super) fn out_of_range(&self, words: &str) -> Option<Found> {
        const LENGTH: &str = "the length of an array is a whole number from 0 to 4294967295";
        if words == "bad length for array" {
            let message = format!("RangeError: {LENGTH}");
            return Some(Found { message, at: self.written()?.subject, hint: None });
        }
        let stopped = self.call_or_new()?;
        let callee = &stopped.callee;
        let words = match words {
            "invalid array length" => LENGTH.to_owned(),
            // Others, such as BigInt.asIntN, have no length.
            "Index must be between 0 and  2^53 - 1" if callee.ends_with("Array") => {
                "the length is a whole number of at least 0".to_owned()
            }
            "invalid integer index for TypedArray operation" => {
                format!("there is no element {}", show_source(self.file.text, stopped.first()?.span))
            }
            _ => return None,
        };
        Some(Found { message: format!("RangeError: {callee}: {words}"), at: stopped.at(), hint: None })
    }
}
