//! Diagnosis of a wrong call of the vocabulary, shown at the wrong argument and with the parameters of
//! the function.

use oxc_span::Span;

use super::globals::MATH;
use super::name_list::shorten;
use super::program::Program;
use super::sites::{Act, Argued, Sites, called_name, is_name, is_name_letter};
use super::source::{locate, offset_of, place_of};
use super::stack::Frame;
use scenewright_error::{Error, Kind, near_name};
use scenewright_scene::{ListFilter, Scene};
use scenewright_vocabulary::{self as vocabulary, Function};

/// Returns the error at its argument, with a hint. An error of anything else is returned unchanged.
pub(super) fn explain_call(error: Error, stack: &[Frame], program: &Program, scene: &Scene) -> Error {
    let Some((function, words)) = split(&error.message) else { return error };
    let words = words.to_owned();
    let mut hint = hint(&error, function, &words, scene);
    let Some(innermost) = stack.first() else { return with_hint(error, hint) };
    let index = program.find(&innermost.file).filter(|&index| program.has(index));
    let (Some(index), Some(place)) = (index, innermost.place) else { return with_hint(error, hint) };
    let file = program.source(index);
    let at = offset_of(file.text, place);
    let sites = program.sites(index);
    // The engine puts a call at its opening bracket. Only one call of a source has its bracket there.
    let arguments = sites.sites.iter().find_map(|it| match &it.act {
        Act::Call { bracket, arguments } if *bracket == at => Some(arguments),
        _ => None,
    });
    let Some(span) = arguments.and_then(|it| wrong_part(function, it, &words, file.text)) else {
        return with_hint(error, hint);
    };
    let source = file.text.get(span.start as usize..span.end as usize).unwrap_or_default();
    // The source of the argument says more than the type that was expected: Math.Pi and a function without a return
    // both arrive as undefined or NaN.
    let is_promised = words.ends_with("got undefined") || words.contains("got a promise");
    hint = math_hint(source)
        .or_else(|| sites.missing_await(source).filter(|_| is_promised))
        .or_else(|| no_return_hint(source, &words))
        .or_else(|| no_first_value_hint(source, &words, program, index))
        .or_else(|| bounds_hint(source, &words, &sites))
        .or_else(|| no_member_hint(source, &words))
        .or(hint);
    with_hint(locate(error, &file, span.start as usize, span.size() as usize), hint)
}

fn with_hint(error: Error, hint: Option<String>) -> Error {
    // A hint that the vocabulary gave knows the values; one that was found here knows only the source.
    Error { hint: error.hint.or(hint), ..error }
}

/// Splits `RangeError: drawCircle: radius must …` into the function and the rest.
fn split(message: &str) -> Option<(&'static Function, &str)> {
    // The first part is the class of the exception, which a script may have put before words of its own.
    let (_, named) = message.split_once("Error: ")?;
    let (name, words) = named.split_once(": ")?;
    Some((vocabulary::find(name)?, words))
}

fn hint(error: &Error, function: &Function, words: &str, scene: &Scene) -> Option<String> {
    if error.kind == Kind::Scene && words.contains("there is no entity named") {
        // A near name is in the message already, and a list beside it would only distract.
        return (!words.contains("did you mean")).then(|| entities(scene));
    }
    if words.contains("must be between 0 and 1") {
        return Some(
            "Colours go from 0 to 1: divide parts of 0..255 by 255, or write a text such as \"rgb(255 136 0)\"."
                .to_owned(),
        );
    }
    if words.starts_with("name must be a string, got true") {
        return Some("Functions that draw give true, not a name: pass the name that was drawn.".to_owned());
    }
    if words.ends_with("must be a finite number, got NaN") {
        return Some(
            "NaN comes from arithmetic with undefined or with a text, from 0 / 0, and from the root of a negative \
             number: print the parts with console.log."
                .to_owned(),
        );
    }
    if words.contains("must be a finite number, got ") {
        return Some(
            "Infinity comes from a division by 0, and from numbers beyond 1.8e308: print the parts with console.log."
                .to_owned(),
        );
    }
    let is_about_types = error.kind == Kind::Type || words.contains("must be a finite number");
    is_about_types.then(|| {
        let signature = function.signature();
        let points = if signature.contains("Points") {
            ", Points being [x1, y1, x2, y2, ...] or [[x, y], ...]"
        } else {
            ""
        };
        format!("It is called like this: {signature}{points}")
    })
}

/// Lists the existing names, for a name that is like none of them.
fn entities(scene: &Scene) -> String {
    let names = scene.list(&ListFilter::default());
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    match names.is_empty() {
        true => "The scene has no entities at this point.".to_owned(),
        false => format!("At this point the scene has: {}.", shorten(&names)),
    }
}

/// Returns a hint for a constant that Math does not have, which makes NaN.
fn math_hint(source: &str) -> Option<String> {
    let (_, rest) = source.split_once("Math.")?;
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
    let name = &rest[..end];
    if MATH.contains(&name) {
        return None;
    }
    let near = near_name(name, MATH.iter().copied()).map(|near| format!(" Did you mean Math.{near}?"));
    Some(format!("Math has no {name}.{}", near.unwrap_or_default()))
}

/// Returns a hint for a function without a result where a value is needed.
fn no_return_hint(source: &str, words: &str) -> Option<String> {
    let name = called_name(source).filter(|_| words.ends_with("got undefined"))?;
    Some(format!("{name} gave no value: does every path of it end with return?"))
}

/// Returns a hint for a variable that was declared without a value, and to which numbers were added.
fn no_first_value_hint(source: &str, words: &str, program: &Program, index: usize) -> Option<String> {
    if !words.ends_with("got NaN") {
        return None;
    }
    let text = program.source(index).text;
    let declared = program.facts(index).declarations.iter().find(|it| it.name.text == source)?.name.start;
    let keyword = ["let", "var"].into_iter().find(|it| text[..declared].trim_end().ends_with(it))?;
    let rest = text[declared + source.len()..].trim_start_matches([' ', '\t']);
    let has_no_value = rest.is_empty() || rest.starts_with([';', ',', '\r', '\n']);
    let line = place_of(text, declared).line;
    has_no_value.then(|| {
        format!("{source} has no first value, and undefined + 1 is NaN: write {keyword} {source} = 0 in line {line}.")
    })
}

/// Returns a hint for a part of bounds that they do not have: other programs have `width` and `minX`.
fn bounds_hint(source: &str, words: &str, sites: &Sites) -> Option<String> {
    if !words.ends_with("got NaN") && !words.ends_with("got undefined") {
        return None;
    }
    let is_wrong = |rest: &str| {
        rest.strip_prefix('.').is_some_and(|it| !it.starts_with("min[") && !it.starts_with("max["))
    };
    let called = source.split_once("getWorldBounds(").and_then(|(_, rest)| rest.split_once(')'));
    let is_misread = |name: &str| {
        source.match_indices(name).any(|(at, _)| {
            let is_whole = !source[..at].ends_with(|it| is_name_letter(it) || it == '.');
            is_whole && is_wrong(&source[at + name.len()..])
        })
    };
    let mut bounds = sites.results.iter().filter(|(_, function)| function == "getWorldBounds");
    (called.is_some_and(|(_, rest)| is_wrong(rest)) || bounds.any(|(name, _)| is_misread(name))).then(|| {
        "getWorldBounds gives { min: [x, y], max: [x, y] }: the width is max[0] - min[0], the height max[1] - min[1]."
            .to_owned()
    })
}

/// Returns a hint for a property that an object does not have.
fn no_member_hint(source: &str, words: &str) -> Option<String> {
    let (object, member) = source.rsplit_once('.').filter(|_| words.ends_with("got undefined"))?;
    let is_path = object.split('.').all(is_name) && is_name(member);
    is_path.then(|| format!("{object} has no {member} here: look at it with console.log({object})."))
}

/// Returns the argument, or the element or option in it, that the words begin with.
fn wrong_part(function: &Function, arguments: &[Argued], words: &str, text: &str) -> Option<Span> {
    if let Some((_, quoted)) = words.split_once("there is no entity named ") {
        return named_part(arguments, quoted, text);
    }
    if words.starts_with("takes at most ") {
        // A spread passes any number of arguments, so a position in the source does not give the position in the call.
        let is_whole = !arguments.iter().any(|it| it.is_spread);
        return arguments.get(function.parameters.len()).filter(|_| is_whole).map(|it| it.span);
    }
    let options = || function.parameters.iter().position(|it| it.name == "options" || it.name == "filter");
    let after = words.strip_prefix("option ").or_else(|| words.strip_prefix("there is no option "));
    let (index, part) = match after {
        Some(rest) => (options()?, Some(word(rest))),
        None => {
            let name = word(words);
            let index = function.parameters.iter().position(|it| it.name == name)?;
            let part = words[name.len()..].strip_prefix('[').map(word);
            (index, part)
        }
    };
    // After a spread the position of an argument is unknown; before one it is exact.
    if arguments.iter().take(index + 1).any(|it| it.is_spread) {
        return None;
    }
    let argument = arguments.get(index)?;
    let found = part.and_then(|part| argument.parts.iter().find(|it| it.0 == part));
    // A hole of an array is an element without text, and nothing could be marked.
    Some(found.map_or(argument.span, |it| it.1)).filter(|span| span.size() > 0)
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
    &text[..end]
}

/// Returns the argument or element that is that name, written out.
fn named_part(arguments: &[Argued], quoted: &str, text: &str) -> Option<Span> {
    let name = quoted.strip_prefix('"')?.split('"').next()?;
    let parts = arguments.iter().flat_map(|it| it.parts.iter().map(|part| part.1).chain([it.span]));
    let mut spans = parts;
    spans.find(|span| {
        let source = text.get(span.start as usize..span.end as usize).unwrap_or_default();
        let inside = source.strip_prefix(['\'', '"', '`']).and_then(|it| it.strip_suffix(['\'', '"', '`']));
        inside == Some(name)
    })
}
