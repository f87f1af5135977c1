//! The engine's errors in words that name the expression and the place. The engine knows neither for most of its
//! own errors; the source does.

mod builtins;
mod hints;
mod patterns;

use std::rc::Rc;

use oxc_span::Span;

use super::foreign_words::method_hint;
use super::program::Program;
use super::sites::{Act, Argued, Site, Sites, is_name, is_nothing, show_source};
use super::source::{SourceText, locate, offset_of, place_of};
use super::stack::Frame;
use scenewright_error::Error;

/// The operators that combine numbers.
const ARITHMETIC: &[&str] = &["*", "+", "-", "/", "%", "**"];

/// The operators that make a text or a number of an object.
const CONVERTING: &[&str] = &[
    "+", "`", "-", "*", "/", "%", "**", "<", ">", "<=", ">=", "==", "!=", "|", "&", "^", "<<", ">>", ">>>",
    "~",
];

/// The finding about an error.
struct Found {
    message: String,
    at: Span,
    hint: Option<String>,
}

/// Returns the error with the words and the place that the source gives; unchanged when the source gives none.
pub(super) fn reword(error: Error, stack: &[Frame], program: &Program) -> Error {
    let Some(innermost) = stack.first() else { return error };
    let Some(index) = program.find(&innermost.file).filter(|&index| program.has(index)) else { return error };
    let file = program.source(index);
    let at = innermost.place.map(|place| offset_of(file.text, place));
    let words = Words { file, sites: program.sites(index), at, innermost, caller: stack.get(1), program };
    match words.find(&error.message) {
        Some(found) => {
            let error = Error { message: found.message, hint: found.hint.or(error.hint.clone()), ..error };
            locate(error, &file, found.at.start as usize, found.at.size() as usize)
        }
        None => error,
    }
}

/// The call, or the `new`, that the engine stopped at.
struct Stopped<'a> {
    site: &'a Site,
    arguments: &'a [Argued],
    /// What is called as the source has it, such as `new Map`.
    callee: String,
}

impl Stopped<'_> {
    /// Returns the first argument, where it is not one of several in a spread.
    fn first(&self) -> Option<&Argued> {
        self.arguments.first().filter(|it| !it.is_spread)
    }

    /// Returns the place of the first argument, or of what is called.
    fn at(&self) -> Span {
        self.first().map_or(self.site.subject, |it| it.span)
    }
}

struct Words<'a> {
    file: SourceText<'a>,
    sites: Rc<Sites>,
    /// The offset where the engine says that it stopped.
    at: Option<usize>,
    innermost: &'a Frame,
    caller: Option<&'a Frame>,
    program: &'a Program,
}

impl Words<'_> {
    fn find(&self, message: &str) -> Option<Found> {
        let (class, words) = message.split_once(": ")?;
        match class {
            "TypeError" => self.wrong_type(words),
            "RangeError" => self.out_of_range(words),
            "SyntaxError" => self.parsed_text(words),
            "ReferenceError" => self.no_binding(words),
            // Other classes name the cause themselves, or come from the script.
            _ => None,
        }
    }

    fn wrong_type(&self, words: &str) -> Option<Found> {
        match words {
            "not a callable function" => self.not_a_function(),
            "not a constructor" => self.not_a_constructor(),
            "superclass must be a constructor" => self.not_a_base(),
            "cannot convert 'null' or 'undefined' to object"
            | "cannot convert null or undefined to Object" => {
                self.no_property().or_else(|| self.nothing_to_go_over()).or_else(|| self.nothing_to_work_on())
            }
            "Private element does not exist on object" => self.no_private(),
            "class constructor cannot be invoked without 'new'" => self.without_new(),
            "Cannot destructure 'undefined' value" => self.not_destructured("undefined"),
            "Cannot destructure 'null' value" => self.not_destructured("null"),
            "cannot mix BigInt and other types, use explicit conversions" => self.mixed_big_int(),
            "can't convert symbol to string" => self.operation(&["+", "`"], "a symbol is not text", None),
            "cannot convert object to primitive value" => self.no_primitive(),
            "argument must not be a symbol" => self.operation(ARITHMETIC, "a symbol is not a number", None),
            _ => self.wrong_type_by_part(words).or_else(|| self.wrong_argument(words)),
        }
    }

    fn wrong_type_by_part(&self, words: &str) -> Option<Found> {
        if let Some(name) = words.strip_prefix("cannot mutate an immutable binding '") {
            return self.constant(name.strip_suffix('\'')?);
        }
        if let Some(kind) = words.strip_prefix("value with type `") {
            return self.not_iterable(kind.strip_suffix("` is not iterable")?);
        }
        if words.starts_with("right-hand side of 'in'") {
            let hint = "Test text with includes: text.includes(part).";
            return self.operation(&["in"], "the right side of in must be an object", Some(hint));
        }
        if words.starts_with("right-hand side of 'instanceof'") {
            return self.operation(&["instanceof"], "the right side of instanceof must be a class", None);
        }
        if words.starts_with("cannot set non-writable property: ") {
            return self.read_only();
        }
        None
    }

    /// Explains a name, or `this`, that has no place for a value.
    fn no_binding(&self, words: &str) -> Option<Found> {
        let at = self.at?;
        let place = |length: usize| Span::sized(at as u32, length as u32);
        if words.starts_with("Must call super constructor in derived class") {
            let class = &self.innermost.function;
            let is_this = self.file.text.get(at..)?.starts_with("this");
            return Some(Found {
                message: format!(
                    "ReferenceError: the constructor of {class} uses this, or ends, before super()"
                ),
                at: place(if is_this { "this".len() } else { 1 }),
                hint: Some("Call super(...) first in the constructor.".to_owned()),
            });
        }
        let name =
            words.strip_prefix("cannot assign to uninitialized global property `")?.strip_suffix('`')?;
        Some(Found {
            message: format!("ReferenceError: {name} is assigned and not declared"),
            at: place(name.len()),
            hint: Some(format!("Declare it: let {name} = ...")),
        })
    }

    /// Explains a `SyntaxError` of a running script, which comes from a call that parses a text.
    fn parsed_text(&self, words: &str) -> Option<Found> {
        let stopped = self.call_or_new()?;
        let callee = &stopped.callee;
        if callee == "JSON.parse" {
            return Some(Found {
                message: format!("SyntaxError: JSON.parse: the text has a mistake: {words}"),
                at: stopped.site.subject,
                hint: Some("Line and column refer to the text, not to this file.".to_owned()),
            });
        }
        let words = words.strip_prefix("failed to create matcher: ")?;
        let at = stopped.at();
        let source = show_source(self.file.text, at);
        Some(Found {
            message: format!("SyntaxError: {callee}: {source} is not a regular expression: {words}"),
            at,
            hint: Some("A character that stands for itself needs a backslash, in a text two.".to_owned()),
        })
    }

    /// Returns the call at the engine's place, which is the bracket's.
    fn call(&self) -> Option<&Site> {
        let at = self.at?;
        self.sites.sites.iter().find(|it| matches!(it.act, Act::Call { bracket, .. } if bracket == at))
    }

    /// Returns the call, or the `new`, at the engine's place.
    fn call_or_new(&self) -> Option<Stopped<'_>> {
        let at = self.at?;
        // An error that the script makes and throws is not one of the engine, whatever its words.
        let makes_error = |it: &Site| show_source(self.file.text, it.subject).ends_with("Error");
        self.sites.sites.iter().filter(|it| !makes_error(it)).find_map(|site| {
            let (new, arguments) = match &site.act {
                Act::Call { bracket, arguments } if *bracket == at => ("", arguments),
                Act::New { arguments } if site.start == at => ("new ", arguments),
                _ => return None,
            };
            let callee = format!("{new}{}", show_source(self.file.text, site.subject));
            Some(Stopped { site, arguments, callee })
        })
    }

    /// Returns the site of that sort at the engine's place, else the only likely one.
    fn at_place_or_only(&self, is_wanted: impl Fn(&Site) -> bool) -> Option<(&Site, Option<String>)> {
        let exact = self.sites.sites.iter().find(|it| Some(it.start) == self.at && is_wanted(it));
        exact.map(|it| (it, None)).or_else(|| self.only(is_wanted))
    }

    /// Returns the first site of that sort in the function that was running, and a note of the lines of the others.
    fn only(&self, is_wanted: impl Fn(&Site) -> bool) -> Option<(&Site, Option<String>)> {
        let in_function = |it: &&Site| it.function == self.innermost.function && is_wanted(it);
        let all: Vec<&Site> = self.sites.sites.iter().filter(in_function).collect();
        // The engine gives functions without a name and code outside of functions one name; only the first are called.
        let is_likely = |it: &&Site| (it.body == 0) == self.caller.is_none();
        let likely: Vec<&Site> = all.iter().copied().filter(is_likely).collect();
        let mut all = if likely.is_empty() { all } else { likely }.into_iter();
        let first = all.next()?;
        let line = |it: &Site| place_of(self.file.text, it.subject.start as usize).line.to_string();
        let others: Vec<String> = all.map(line).take(5).collect();
        let note = (!others.is_empty())
            .then(|| format!("The engine does not say which: it may also be in line {}.", others.join(", ")));
        Some((first, note))
    }

    fn not_a_function(&self) -> Option<Found> {
        let tag = || self.only(|it| it.act == Act::Tag).map(|(site, _)| site);
        let site = self.call().or_else(tag)?;
        let callee = show_source(self.file.text, site.subject);
        let mut message = format!("TypeError: {callee} is not a function");
        let hint = match (
            self.missing_semicolon(site).or_else(|| self.sites.missing_await(&callee)),
            self.near_method(site),
        ) {
            (Some(hint), _) => Some(hint),
            (None, Some((near, hint))) => {
                if let Some(near) = near {
                    message = format!("{message}. Did you mean {near}?");
                    hint
                } else {
                    hint.or_else(|| Self::method_of_arrays(&callee))
                        .or_else(|| Self::method_of_promises(&callee))
                        .or_else(|| method_hint(callee.rsplit_once('.')?.1))
                }
            }
            (None, None) => {
                let member = callee.rsplit_once('.').map(|(_, member)| member);
                let declared = self.parameter_hint(&callee).or_else(|| self.declared_hint(&callee));
                declared.or_else(|| Self::space_hint(&callee)).or_else(|| method_hint(member?))
            }
        };
        Some(Found { message, at: site.subject, hint })
    }

    fn not_a_constructor(&self) -> Option<Found> {
        let at = self.at?;
        let news = self.sites.sites.iter().filter(|it| matches!(it.act, Act::New { .. }));
        let site = news.filter(|it| it.start >= at).min_by_key(|it| it.start)?;
        let callee = show_source(self.file.text, site.subject);
        Some(Found {
            message: format!("TypeError: {callee} is not a class or constructor"),
            at: site.subject,
            hint: Some(format!("Declare class {callee}, or call a function without new.")),
        })
    }

    /// Explains a class whose base is none. The engine has no place for it.
    fn not_a_base(&self) -> Option<Found> {
        let (site, note) = self.only(|it| matches!(it.act, Act::Extend { .. }))?;
        let Act::Extend { class } = &site.act else { return None };
        let base = show_source(self.file.text, site.subject);
        let class = if class.is_empty() { "a class" } else { class };
        Some(Found {
            message: format!("TypeError: {class} extends {base}, which is not a class"),
            at: site.subject,
            hint: note.or_else(|| self.declared_hint(&base)),
        })
    }

    fn without_new(&self) -> Option<Found> {
        let stopped = self.call_or_new()?;
        let callee = &stopped.callee;
        let class = stopped.first().map(|it| show_source(self.file.text, it.span));
        // A method calls the class that it is given as a function.
        if let Some(class) = class.filter(|it| is_name(it) && callee.contains('.')) {
            return Some(Found {
                message: format!("TypeError: {callee}: {class} is a class and cannot be called without new"),
                at: stopped.at(),
                hint: Some(format!("Write {callee}((it) => new {class}(it)).")),
            });
        }
        Some(Found {
            message: format!("TypeError: {callee} is a class and cannot be called without new"),
            at: stopped.site.subject,
            hint: Some(format!("Write new {callee}(...).")),
        })
    }

    /// Explains a property of no value. The engine's place is the property, or the whole assignment.
    fn no_property(&self) -> Option<Found> {
        let at = self.at?;
        let is_there = |it: &&Site| match it.act {
            Act::Read { property, .. } => property == at,
            Act::Write { whole, .. } => whole == at,
            _ => false,
        };
        let site = self.sites.sites.iter().find(is_there)?;
        Some(match site.act {
            Act::Write { .. } => self.nothing_to_write(site),
            _ => self.nothing_to_read(site),
        })
    }

    fn nothing_to_read(&self, site: &Site) -> Found {
        let object = show_source(self.file.text, site.subject);
        let name = match &site.act {
            Act::Read { name, .. } | Act::Write { name, .. } => name.as_str(),
            _ => "",
        };
        let which = if is_nothing(&object) { "" } else { ", which is null or undefined" };
        // Only a read can be left out where there is no object.
        let remedy = match site.act {
            Act::Write { .. } => format!("ask first: if ({object}) {{ ... }}"),
            _ => format!("ask first: {object}?.{name}"),
        };
        Found {
            message: format!("TypeError: cannot read {name} of {object}{which}"),
            at: site.subject,
            hint: (self.semicolon_inside(site))
                .or_else(|| self.sites.missing_await(&object))
                .or_else(|| self.why_nothing_with(&object, &remedy)),
        }
    }

    /// Explains a private name that an object does not have.
    fn no_private(&self) -> Option<Found> {
        let at = self.at?;
        let is_there = |it: &&Site| matches!(it.act, Act::Read { property, .. } if property == at);
        let site = self.sites.sites.iter().find(is_there)?;
        let Act::Read { name, .. } = &site.act else { return None };
        let object = show_source(self.file.text, site.subject);
        Some(Found {
            message: format!("TypeError: {object} has no {name}"),
            at: site.subject,
            hint: Some(format!("Only objects of the class that declares {name} have it.")),
        })
    }

    fn nothing_to_write(&self, site: &Site) -> Found {
        let found = self.nothing_to_read(site);
        Found { message: found.message.replacen("cannot read", "cannot set", 1), ..found }
    }

    /// Returns the assignment at the engine's place.
    fn written(&self) -> Option<&Site> {
        let at = self.at?;
        self.sites.sites.iter().find(|it| matches!(it.act, Act::Write { whole, .. } if whole == at))
    }

    fn read_only(&self) -> Option<Found> {
        let site = self.written()?;
        let Act::Write { name, .. } = &site.act else { return None };
        let object = show_source(self.file.text, site.subject);
        let module = self.sites.namespaces.iter().find(|(local, _)| *local == object);
        let (why, hint) = match module {
            Some((_, module)) => (
                "which is a module",
                format!("Only \"{module}\" can assign it: export a function from \"{module}\" that does."),
            ),
            None => ("which is read-only", format!("Make a copy that can be changed: {{ ...{object} }}")),
        };
        Some(Found {
            message: format!("TypeError: cannot set {name} of {object}, {why}"),
            at: site.subject,
            hint: Some(hint),
        })
    }

    fn mixed_big_int(&self) -> Option<Found> {
        let is_literal = |it: &Site| {
            let source = show_source(self.file.text, it.subject);
            let mut words = source.split(|c: char| !c.is_ascii_alphanumeric());
            words.any(|word| {
                word.len() > 1 && word.ends_with('n') && word.starts_with(|c: char| c.is_ascii_digit())
            })
        };
        let hint = "Write 5 instead of 5n, or convert: Number(big), BigInt(number).";
        let literal = self.only(|it| matches!(it.act, Act::Operate(_)) && is_literal(it));
        let words = "a BigInt and a number cannot be combined";
        match literal {
            Some((site, note)) => Some(self.operated(site, note, words, Some(hint))),
            None => self.operation(ARITHMETIC, words, Some(hint)),
        }
    }

    /// Explains an object that becomes neither a text nor a number.
    fn no_primitive(&self) -> Option<Found> {
        const WORDS: &str = "an object that is neither a text nor a number";
        const HINT: &str = "Use a property of the object, or give it a toString() that returns a text.";
        // These convert what they are called with, and have a place of their own.
        let converts = |it: &Stopped<'_>| {
            matches!(it.callee.as_str(), "String" | "Number" | "BigInt" | "parseInt" | "parseFloat")
                || it.callee.starts_with("Math.")
        };
        if let Some(stopped) = self.call_or_new().filter(converts) {
            return Some(Found {
                message: format!("TypeError: {}: {WORDS}", stopped.callee),
                at: stopped.at(),
                hint: Some(HINT.to_owned()),
            });
        }
        self.operation(CONVERTING, WORDS, Some(HINT))
    }

    fn operation(&self, operators: &[&str], words: &str, hint: Option<&str>) -> Option<Found> {
        let (site, note) = self.only(|it| matches!(it.act, Act::Operate(of) if operators.contains(&of)))?;
        Some(self.operated(site, note, words, hint))
    }

    fn operated(&self, site: &Site, note: Option<String>, words: &str, hint: Option<&str>) -> Found {
        let source = show_source(self.file.text, site.subject);
        Found {
            message: format!("TypeError: {source}: {words}"),
            at: site.subject,
            hint: note.or(hint.map(str::to_owned)),
        }
    }

    fn constant(&self, name: &str) -> Option<Found> {
        let text = self.file.text;
        let at = self.at?;
        // The engine's place is the beginning of the assignment, which may be a pattern: the name comes later in
        // it.
        let start = at + text.get(at..)?.find(name)?;
        let index = self.program.find(self.file.name)?;
        let facts = self.program.facts(index);
        let at = Span::new(start as u32, (start + name.len()) as u32);
        let imports = facts.imports.iter();
        let declared = facts.declarations.iter().find(|it| it.name.text == name);
        let from =
            imports.filter(|_| declared.is_none()).find(|it| it.names.iter().any(|of| of.text == name));
        Some(match from {
            Some(import) => Found {
                message: format!("TypeError: {name} is imported and cannot be assigned here"),
                at,
                hint: Some(format!(
                    "Only \"{0}\" can assign it: export a function from \"{0}\" that does.",
                    import.specifier.text
                )),
            },
            None => {
                let line = declared.map(|it| format!(" in line {}", place_of(text, it.name.start).line));
                Found {
                    message: format!("TypeError: {name} is a constant and cannot be assigned"),
                    at,
                    hint: Some(format!("Declare it with let instead of const{}.", line.unwrap_or_default())),
                }
            }
        })
    }
}
