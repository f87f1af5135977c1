//! Findings of the parser as errors from which their author can repair the script.

use oxc_diagnostics::{Diagnostics, OxcDiagnostic};

use super::brackets::unclosed;
use super::foreign_syntax::foreign_syntax;
use super::sites::is_name_letter;
use super::source::{SourceText, locate, place_of};
use scenewright_error::{Error, Kind, near_name};

const NO_TYPES: &str = "Scripts are JavaScript: leave out types, interfaces and enums.";

/// Returns the first of the parser's findings as an error of ours.
pub(super) fn syntax_error(file: &SourceText<'_>, found: &Diagnostics) -> Error {
    let Some(first) = found.iter().next() else {
        return Error::new(Kind::Syntax, "SyntaxError: the file cannot be parsed").in_file(file.name);
    };
    if first.message.ends_with("has already been declared") {
        return declared_twice(file, first);
    }
    let (start, length) = labels(first).first().copied().unwrap_or((file.text.len(), 1));
    let help = first.help.as_ref().map(ToString::to_string);
    let said = Said { message: first.message.to_string(), start, length, hint: help };
    let said = said.reworded(file.text);
    let hint = foreign_syntax(file.text, said.start).or(said.hint);
    let error = Error::new(Kind::Syntax, format!("SyntaxError: {}", said.message));
    let error = locate(error, file, said.start, said.length);
    Error { hint, ..error }
}

/// Refuses a file that is a block of Markdown, which would parse as a template.
pub(super) fn refuse_markdown(file: &SourceText<'_>) -> Result<(), Error> {
    let at = file.text.len() - file.text.trim_start().len();
    if !file.text[at..].starts_with("```") {
        return Ok(());
    }
    let error = Error::new(Kind::Syntax, "SyntaxError: the file begins with a fence of Markdown")
        .with_hint("Leave out the lines with ``` and send the code alone.");
    Err(locate(error, file, at, "```".len()))
}

/// Returns the places that a finding marks, in bytes.
fn labels(found: &OxcDiagnostic) -> Vec<(usize, usize)> {
    found.labels.iter().map(|label| (label.offset() as usize, label.len() as usize)).collect()
}

/// Returns the error of a name declared twice: the second declaration is the one to change; the first is named.
fn declared_twice(file: &SourceText<'_>, found: &OxcDiagnostic) -> Error {
    let mut places = labels(found);
    places.sort_unstable();
    let (first, second) = match (places.first(), places.last()) {
        (Some(&first), Some(&second)) => (first, second),
        _ => ((0, 1), (0, 1)),
    };
    let line = place_of(file.text, first.0).line;
    let error = Error::new(Kind::Syntax, format!("SyntaxError: {}, in line {line}", found.message));
    let error = locate(error, file, second.0, second.1);
    error.with_hint("Rename one of the two, or assign without declaring it again.")
}

/// A message of the parser, and its place.
struct Said {
    message: String,
    start: usize,
    length: usize,
    hint: Option<String>,
}

impl Said {
    fn reworded(self, text: &str) -> Said {
        if let Some(start) = self.open_template(text) {
            let line = place_of(text, self.start).line;
            let message = "Unterminated template".to_owned();
            let hint = Some(format!("It ends only in line {line}: a ` is missing before."));
            return Said { message, start, length: 1, hint };
        }
        let message = self.message.as_str();
        // The parser writes the texts below, in the version of Cargo.lock. An unknown one is passed on as it
        // is, so that a new version loses hints and no errors.
        if message == "Unexpected token" {
            return self.unexpected(text);
        }
        if message.starts_with("Expected a semicolon") {
            return self.no_end_of_statement(text);
        }
        if message.starts_with("Expected `") && message.contains("` but found `") {
            return self.expected(text);
        }
        let has_type =
            text.get(self.start + self.length..).is_some_and(|it| it.trim_start().starts_with(':'));
        let hint = match message {
            "Missing initializer in const declaration" if has_type => NO_TYPES,
            "Missing initializer in const declaration" => "Give it a value, or declare it with let.",
            "Cannot use import statement outside a module" => {
                "Put imports at the top level of a file; inside of blocks and functions, use await import(\"name\")."
            }
            "Unterminated string" if token(text, self.start).starts_with(['}', '`']) => {
                "The template has no closing `."
            }
            "Unterminated string" => "Close it with the quotation mark that it begins with.",
            _ if message.ends_with("in a single-statement context") => "Put the body into braces: { ... }",
            "Unterminated multiline comment" => "Close it with */.",
            "A 'return' statement can only be used within a function body." => {
                "Leave it out, or put the code into a function."
            }
            "Cannot assign to this expression" => {
                "Only a name, a property or an element can be assigned; compare with ===."
            }
            "Invalid characters after number" => "A name does not begin with a digit; leave out units.",
            _ if message.starts_with("Illegal continue statement") => {
                "In a callback, as of forEach, return goes on with the next element; or write for (const item of list)."
            }
            _ if message.starts_with("Illegal break statement") => {
                "break stands in a loop or a switch. A callback, as of forEach, cannot be left early: write for (const item of list)."
            }
            _ if message.starts_with("'using'") => {
                "Write const instead: using is not available in scene scripts."
            }
            _ => return self,
        };
        Said { hint: Some(hint.to_owned()), ..self }
    }

    fn begins_a_line(&self, text: &str) -> bool {
        text[..self.start].trim_end_matches([' ', '\t']).ends_with('\n')
    }

    /// Finds a template of several lines that ends right before the mistake: it has probably no end of its own.
    fn open_template(&self, text: &str) -> Option<usize> {
        let inside = text[..self.start].strip_suffix('`')?;
        let start = inside.rfind('`')?;
        inside[start..].contains('\n').then_some(start)
    }

    fn unexpected(self, text: &str) -> Said {
        let found = token(text, self.start);
        let before = text[..self.start].trim_end();
        let is_word = found.starts_with(|c: char| c.is_ascii_alphabetic());
        if let Some(open) = unclosed(text, self.start).filter(|it| is_word && it.bracket != '{')
            && self.begins_a_line(text)
        {
            let hint = Some(not_closed(text, open.bracket, open.offset));
            return Said { message: format!("Unexpected `{found}`"), hint, ..self }
                .after_the_last_token(text);
        }
        let hint = match found {
            "" => return self.at_the_end(text),
            ")" | "]" | "}" => {
                Some(format!("This {found} closes nothing: remove it, or open its pair before it."))
            }
            ":" if before.ends_with(')') => {
                Some("Put what is repeated or decided into braces: { ... }".to_owned())
            }
            "else" => Some("else stands right after the block or statement of its if.".to_owned()),
            "=" => Some("Compare with ===; assign to a name.".to_owned()),
            "enum" => Some(NO_TYPES.to_owned()),
            _ if before.ends_with(" from") || before.ends_with("import") => {
                Some(format!("Write the name of the module in quotation marks: '{found}'"))
            }
            _ => None,
        };
        Said {
            message: format!("Unexpected `{found}`"),
            length: found.len(),
            hint: hint.or(self.hint),
            ..self
        }
    }

    fn at_the_end(self, text: &str) -> Said {
        let declares = ["let", "const", "var"].into_iter().find(|it| text.trim_end().ends_with(it));
        let hint = unclosed(text, text.len())
            .map(|open| not_closed(text, open.bracket, open.offset))
            .or_else(|| Some(format!("A name is missing after {}.", declares?)));
        Said { message: "Unexpected end of the file".to_owned(), hint, ..self }.after_the_last_token(text)
    }

    fn no_end_of_statement(self, text: &str) -> Said {
        const KEYWORDS: &[&str] = &[
            "async", "await", "break", "case", "class", "const", "continue", "default", "delete", "else",
            "export", "extends", "finally", "for", "function", "if", "import", "let", "new", "return",
            "static", "switch", "throw", "try", "typeof", "var", "while",
        ];
        let before = text[..self.start].trim_end();
        let word_start = before.trim_end_matches(is_name_letter).len();
        // The parser stops after a word that it took for an expression, so the mistake is the word itself:
        // `interface Point`, `funtion draw`.
        let word = &before[word_start..];
        let (start, length) = (word_start, word.len());
        if ["interface", "type", "enum", "declare", "namespace", "abstract"].contains(&word) {
            let message = format!("Unexpected name after `{word}`");
            return Said { message, start, length, hint: Some(NO_TYPES.to_owned()) };
        }
        if let Some(near) = near_name(word, KEYWORDS.iter().copied()).filter(|near| *near != word) {
            let message = format!("Unexpected name after `{word}`. Did you mean {near}?");
            return Said { message, start, length, hint: None };
        }
        let next = self.start + text[self.start..].len() - text[self.start..].trim_start().len();
        let found = token(text, next);
        let said =
            Said { message: format!("Unexpected `{found}`"), start: next, length: found.len(), hint: None };
        // A semicolon would not help: the bracket closes nothing.
        if [")", "]", "}"].contains(&found) {
            return said.unexpected(text);
        }
        Said { hint: Some(format!("An operator, a comma or a new line is missing before {found}.")), ..said }
    }

    /// Rewords ``Expected `,` or `)` but found `Identifier` `` with the text that was found.
    fn expected(self, text: &str) -> Said {
        let (expected, _) = self.message.split_once(" but found ").unwrap_or((&self.message, ""));
        let found = token(text, self.start);
        // Only where a closing bracket would be allowed here can an open one be the mistake.
        let closing = ['}', ']', ')'].into_iter().find(|c| expected.contains(&format!("`{c}`")));
        let open = closing.and_then(|_| unclosed(text, self.start));
        let not_closed = open.map(|open| not_closed(text, open.bracket, open.offset));
        let message = match found {
            "" => format!("{expected} but the file ends"),
            found => format!("{expected} but found `{found}`"),
        };
        let is_in_new_line = self.begins_a_line(text);
        let hint = match (found, is_in_new_line) {
            (":", _) if expected.contains("`,`") => Some(NO_TYPES.to_owned()),
            ("", _) | (_, true) => not_closed,
            _ if expected.contains("`,`") => {
                Some(format!("A comma or an operator is missing before {found}."))
            }
            _ => not_closed,
        };
        let said = Said { message, length: found.len().max(1), hint: hint.or(self.hint), ..self };
        match is_in_new_line || found.is_empty() {
            true => said.after_the_last_token(text),
            false => said,
        }
    }

    /// Moves the place of a missing token to the end of the one before it, not to the beginning of the next.
    fn after_the_last_token(self, text: &str) -> Said {
        let mut end = text[..self.start].trim_end().len();
        loop {
            let line = text[..end].rfind('\n').map_or(0, |at| at + 1);
            match text[line..end].find("//") {
                // A comment at the end of the line is no token. A `//` inside of a string is taken for one too,
                // which moves the caret but not the line.
                Some(comment) => end = text[..line + comment].trim_end().len(),
                None => return Said { start: end, length: 1, ..self },
            }
        }
    }
}

fn not_closed(text: &str, bracket: char, offset: usize) -> String {
    format!("The {bracket} of line {} is not closed.", place_of(text, offset).line)
}

/// Returns the word, the number or the sign at an offset.
fn token(text: &str, start: usize) -> &str {
    let rest = text.get(start..).unwrap_or_default();
    let length = match rest.chars().next() {
        Some(c) if is_name_letter(c) => rest.find(|c: char| !is_name_letter(c)).unwrap_or(rest.len()),
        Some(c @ ('\'' | '"')) => rest[1..].find([c, '\n']).map_or(rest.len(), |at| at + 2),
        Some(c) => c.len_utf8(),
        None => 0,
    };
    rest.get(..length.min(rest.len())).unwrap_or(rest)
}
