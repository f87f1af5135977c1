//! Patterns that select files by their paths.
//!
//! | written | means |
//! |---|---|
//! | `?` | any one character of a name |
//! | `*` | any characters of a name, or none |
//! | `**` as a whole component | any folders, or none |
//! | `[a-z]`, `[!x]`, `[^x]` | one character that is, or is not, among these |
//! | `{a,b}` | either of these, which may be patterns with `/` and further braces |
//! | `{1..3}`, `{a..c}` | one of the numbers or letters from the first to the last |
//! | `\` | the next character stands for itself |
//!
//! 1. A pattern with `/` in it is matched against the whole path. `./` or `/` at its beginning means no more than that.
//! 2. A pattern without `/` is matched against the name alone, in whatever folder it is, as by `rg --glob`.
//! 3. A name that is written just like a component with brackets matches as well: `app/[id]/*.tsx` finds the files in a
//!    folder called `[id]`. So does a path that is written just like the whole pattern.
//! 4. A `/` at the end means folders only.
//! 5. Bytes of a name that are not UTF-8 are matched by their escapes, `\xff`: a name that was listed may be a pattern.
//!
//! Letter case counts. No pattern takes longer than the product of its length and the path's.
//!
//! This module is our own because `globset` matches bytes and recurses over braces: there `a?c` does not match `aäc`,
//! `[!b]` matches a `/`, `{a,**}/b` does not equal its two alternatives, and a pattern of nested braces overflows the
//! stack.

use std::str::Chars;

use super::path_text::pattern_text;
use scenewright_error::{Error, Kind, Result, quote_name};

/// The most patterns that braces may make of one: twenty pairs of braces make a million of a hundred characters.
const MAX_ALTERNATIVES: usize = 1_000;

/// The longest pattern: far more than a person writes.
const MAX_PATTERN_LEN: usize = 4_096;

/// A pattern for paths with `/` between their names and none at the beginning.
#[derive(Clone, Debug)]
pub struct PathPattern {
    written: String,
    alternatives: Vec<Alternative>,
    folders_only: bool,
}

#[derive(Clone, Debug)]
struct Alternative {
    components: Vec<Component>,
    /// The ending of every path that matches, to rule most others out at a glance.
    ending: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Component {
    AnyFolders,
    Name {
        tokens: Vec<Token>,
        /// The pattern with its brackets standing for themselves, where it has any.
        literal: Option<Vec<Token>>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Character(char),
    AnyCharacter,
    AnyCharacters,
    Class { negated: bool, ranges: Vec<(char, char)> },
}

impl PathPattern {
    /// Parses a pattern. Refuses one that is empty, too long or not valid, saying why.
    pub fn parse(pattern: &str) -> Result<PathPattern> {
        let invalid = |reason: &str| {
            let shown = quote_name(pattern);
            Error::new(Kind::InvalidInput, format!("The pattern `{shown}` is not valid: {reason}."))
                .with_hint("Write a backslash before a character that stands for itself, such as \\[ or \\{.")
        };
        if pattern.len() > MAX_PATTERN_LEN {
            return Err(invalid("it is too long"));
        }
        if pattern.contains('\0') {
            return Err(invalid("it holds a NUL character"));
        }
        let relative = pattern.trim_start_matches("./");
        // A slash at the end says "folders only", so it does not anchor the pattern.
        let anchored = relative.len() < pattern.len() || relative.trim_end_matches('/').contains('/');
        let folders_only = relative.ends_with('/');
        let relative = relative.trim_matches('/');
        if relative.is_empty() {
            return Err(
                invalid("it is empty").with_hint("Write a pattern such as *.txt, or **/* for all files.")
            );
        }
        // Escapes of names first: `\xff` must not become an escaped `x`.
        let expanded = expand_braces(&pattern_text(relative)).map_err(invalid)?;
        let parsed = expanded.iter().map(|written| Alternative::parse(written, anchored));
        let alternatives = parsed.collect::<Result<_, &str>>().map_err(invalid)?;
        Ok(PathPattern { written: relative.to_owned(), alternatives, folders_only })
    }

    /// Returns the pattern as it was written, without `./` and `/` at its ends.
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// Returns true if a file or, where the pattern ends with `/`, a folder matches.
    pub fn is_match(&self, path: &str, is_folder: bool) -> bool {
        (is_folder || !self.folders_only)
            && (self.alternatives.iter().any(|alternative| alternative.is_match(path))
                || path == self.written)
    }

    /// Returns the most folders that can be above a matching file; `None` where there is no such bound.
    pub fn deepest(&self) -> Option<usize> {
        let depth = |alternative: &Alternative| {
            let is_bounded = !alternative.components.contains(&Component::AnyFolders);
            is_bounded.then(|| alternative.components.len().saturating_sub(1))
        };
        let literal = self.written.matches('/').count();
        let depths: Option<Vec<usize>> = self.alternatives.iter().map(depth).collect();
        // `literal`, as a path that is written just like the pattern matches even where braces make its
        // alternatives shorter.
        depths.map(|depths| depths.into_iter().max().unwrap_or(0).max(literal))
    }

    /// Returns true if some component begins with a written dot and matches the name: then hidden entries of that
    /// name are meant.
    pub fn names_hidden(&self, name: &str) -> bool {
        let components = self.alternatives.iter().flat_map(|alternative| &alternative.components);
        components.into_iter().any(|component| match component {
            Component::Name { tokens, .. } => {
                tokens.first() == Some(&Token::Character('.')) && component.is_match(name)
            }
            Component::AnyFolders => false,
        })
    }
}

/// Splits the leading folders of a pattern, where they are written without any special character, from the rest,
/// which is never empty.
pub fn split_plain_folders(pattern: &str) -> (&str, &str) {
    let head = match pattern.find(['*', '?', '[', '{', '\\']) {
        Some(special) => &pattern[..special],
        None => pattern.trim_end_matches('/'),
    };
    pattern.split_at(head.rfind('/').map_or(0, |slash| slash + 1))
}

impl Alternative {
    fn parse(written: &str, anchored: bool) -> Result<Alternative, &'static str> {
        let mut components = Vec::new();
        if !anchored && !matches!(written, "" | ".") {
            components.push(Component::AnyFolders);
        }
        for part in written.split('/') {
            match part {
                "" | "." => {}
                ".." => return Err("`..` may stand only at its beginning"),
                // Two in a row match the same as one, and would square the time of a failing match.
                "**" if components.last() == Some(&Component::AnyFolders) => {}
                "**" => components.push(Component::AnyFolders),
                name => components.push(Component::parse(name)?),
            }
        }
        // `folder/**` means what is in the folder, not the folder itself.
        if components.len() > 1 && components.last() == Some(&Component::AnyFolders) {
            components.push(Component::Name { tokens: vec![Token::AnyCharacters], literal: None });
        }
        let ending = components.last().map(Component::ending).unwrap_or_default();
        Ok(Alternative { components, ending })
    }

    fn is_match(&self, path: &str) -> bool {
        // One comparison that rules out nearly every file of a tree.
        if !path.ends_with(&self.ending) {
            return false;
        }
        // Most patterns are about the name alone.
        if let [Component::AnyFolders, name @ Component::Name { .. }] = &self.components[..] {
            return name.is_match(path.rsplit('/').next().unwrap_or(path));
        }
        let is_any = |component: &Component| *component == Component::AnyFolders;
        matches_sequence(&self.components, path.split('/'), is_any, |component, name| {
            component.is_match(name)
        })
    }
}

impl Component {
    fn parse(written: &str) -> Result<Component, &'static str> {
        let mut tokens = Vec::new();
        let mut literal = Vec::new();
        let mut has_brackets = false;
        let mut rest = written.chars();
        while let Some(character) = rest.next() {
            let token = match character {
                '?' => Token::AnyCharacter,
                // As for `**`: the same matches in less time.
                '*' if tokens.last() == Some(&Token::AnyCharacters) => continue,
                '*' => Token::AnyCharacters,
                '\\' => Token::Character(rest.next().ok_or("it ends with a single backslash")?),
                '[' => {
                    has_brackets = true;
                    let class = parse_class(&mut rest)?;
                    literal.extend(class.written.chars().map(Token::Character));
                    tokens.push(class.token);
                    continue;
                }
                other => Token::Character(other),
            };
            literal.push(token.clone());
            tokens.push(token);
        }
        Ok(Component::Name { tokens, literal: has_brackets.then_some(literal) })
    }

    fn is_match(&self, name: &str) -> bool {
        match self {
            Component::AnyFolders => true,
            Component::Name { tokens, literal } => {
                matches_name(tokens, name)
                    || literal.as_ref().is_some_and(|tokens| matches_name(tokens, name))
            }
        }
    }

    fn ending(&self) -> String {
        let Component::Name { tokens, literal: None } = self else { return String::new() };
        let plain = tokens.iter().rev().map_while(|token| match token {
            Token::Character(character) => Some(*character),
            _ => None,
        });
        let reversed: Vec<char> = plain.collect();
        reversed.into_iter().rev().collect()
    }
}

impl Token {
    fn is_match(&self, character: char) -> bool {
        match self {
            Token::Character(wanted) => *wanted == character,
            Token::AnyCharacter | Token::AnyCharacters => true,
            Token::Class { negated, ranges } => {
                ranges.iter().any(|(first, last)| (*first..=*last).contains(&character)) != *negated
            }
        }
    }
}

fn matches_name(tokens: &[Token], name: &str) -> bool {
    let is_any = |token: &Token| *token == Token::AnyCharacters;
    matches_sequence(tokens, name.chars(), is_any, |token, character| token.is_match(character))
}

/// Returns true if all the items match, in order, the patterns, of which some stand for any number of items.
fn matches_sequence<P, I: Iterator + Clone>(
    patterns: &[P],
    mut items: I,
    is_any: impl Fn(&P) -> bool,
    is_match: impl Fn(&P, I::Item) -> bool,
) -> bool {
    let mut at = 0;
    // Where to continue when a later pattern does not fit: with one more item for the last one that takes any number.
    // More items for an earlier one would match nothing else.
    let mut again: Option<(usize, I)> = None;
    loop {
        let fits = match patterns.get(at) {
            Some(pattern) if is_any(pattern) => {
                again = Some((at + 1, items.clone()));
                at += 1;
                continue;
            }
            Some(pattern) => match items.next() {
                Some(item) => is_match(pattern, item),
                // The items are at their end, and more of them for the last such pattern would only leave fewer.
                None => return patterns[at..].iter().all(&is_any),
            },
            None if items.next().is_none() => return true,
            None => false,
        };
        if fits {
            at += 1;
            continue;
        }
        let Some((after, from)) = &mut again else { return false };
        if from.next().is_none() {
            return false;
        }
        at = *after;
        items = from.clone();
    }
}

struct Class {
    token: Token,
    /// The component as it was written, with its brackets.
    written: String,
}

/// Reads a class after its opening bracket. A `]` right at the beginning stands for itself, and so does a `-` at
/// either end.
fn parse_class(rest: &mut Chars<'_>) -> Result<Class, &'static str> {
    const UNCLOSED: &str = "its `[` is not closed by a `]`";
    let begin = rest.as_str();
    let mut negated = false;
    let mut characters: Vec<(char, bool)> = Vec::new();
    loop {
        match rest.next().ok_or(UNCLOSED)? {
            '!' | '^' if characters.is_empty() && !negated => negated = true,
            // A bracket right at the beginning is a member, as in the shell.
            ']' if !characters.is_empty() => break,
            '\\' => characters.push((rest.next().ok_or(UNCLOSED)?, true)),
            other => characters.push((other, false)),
        }
    }
    let mut ranges = Vec::new();
    let mut at = 0;
    while let Some((first, _)) = characters.get(at).copied() {
        match characters.get(at + 1..at + 3) {
            Some([('-', false), (last, _)]) if first > *last => {
                return Err("a range such as [z-a] runs backwards");
            }
            Some([('-', false), (last, _)]) => {
                ranges.push((first, *last));
                at += 3;
            }
            _ => {
                ranges.push((first, first));
                at += 1;
            }
        }
    }
    let length = begin.len() - rest.as_str().len();
    Ok(Class { token: Token::Class { negated, ranges }, written: format!("[{}", &begin[..length]) })
}

/// Returns all patterns that a pattern with braces stands for; the pattern alone where it has none.
pub fn expand_braces(pattern: &str) -> Result<Vec<String>, &'static str> {
    let mut done = Vec::new();
    let mut pending = vec![pattern.to_owned()];
    while let Some(pattern) = pending.pop() {
        match first_braces(&pattern)? {
            None => done.push(pattern),
            Some(braces) => {
                let (before, after) = (&pattern[..braces.open], &pattern[braces.close + 1..]);
                if let [(from, to)] = braces.alternatives[..]
                    && let Some(range) = expand_range(&pattern[from..to])?
                {
                    pending.extend(range.iter().rev().map(|one| format!("{before}{one}{after}")));
                } else {
                    // The last of the stack is next, so reversed they come out as they were written.
                    let inside = braces.alternatives.iter().rev();
                    pending
                        .extend(inside.map(|(from, to)| format!("{before}{}{after}", &pattern[*from..*to])));
                }
            }
        }
        // Counted while they are made: twenty pairs of braces are a million patterns in a hundred characters.
        if done.len() + pending.len() > MAX_ALTERNATIVES {
            return Err(TOO_MANY);
        }
    }
    Ok(done)
}

const TOO_MANY: &str = "its braces stand for more than 1,000 patterns";

/// Returns the numbers or letters that `1..3` or `a..c` stands for; `None` for anything else.
fn expand_range(inside: &str) -> Result<Option<Vec<String>>, &'static str> {
    let Some((first, last)) = inside.split_once("..") else { return Ok(None) };
    let letter = |text: &str| {
        let mut letters = text.chars();
        letters.next().filter(|it| it.is_ascii_alphabetic() && letters.next().is_none())
    };
    if let (Some(first), Some(last)) = (letter(first), letter(last)) {
        let (low, high) = (first.min(last), first.max(last));
        return Ok(Some((low..=high).map(String::from).collect()));
    }
    let number = |text: &str| -> Option<u64> {
        let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| is_number)
    };
    let (Some(low), Some(high)) = (number(first), number(last)) else { return Ok(None) };
    let (low, high) = (low.min(high), low.max(high));
    if high - low >= MAX_ALTERNATIVES as u64 {
        return Err(TOO_MANY);
    }
    // `{01..10}` has as many digits in each, as in the shell.
    let is_padded = [first, last].iter().any(|text| text.len() > 1 && text.starts_with('0'));
    let width = if is_padded { first.len().max(last.len()) } else { 0 };
    Ok(Some((low..=high).map(|number| format!("{number:0width$}")).collect()))
}

struct Braces {
    open: usize,
    close: usize,
    alternatives: Vec<(usize, usize)>,
}

fn first_braces(pattern: &str) -> Result<Option<Braces>, &'static str> {
    let mut open = None;
    let mut depth = 0;
    let mut begin = 0;
    let mut alternatives = Vec::new();
    let mut characters = pattern.char_indices();
    while let Some((at, character)) = characters.next() {
        match character {
            '\\' => {
                characters.next();
            }
            '[' => {
                // A brace within a class is a plain character. An unclosed class is reported later.
                let mut class = pattern[at + 1..].chars();
                if parse_class(&mut class).is_ok() {
                    let after = pattern.len() - class.as_str().len();
                    while characters.clone().next().is_some_and(|(next, _)| next < after) {
                        characters.next();
                    }
                }
            }
            '{' => {
                depth += 1;
                if depth == 1 {
                    open = Some(at);
                    begin = at + 1;
                }
            }
            ',' if depth == 1 => {
                alternatives.push((begin, at));
                begin = at + 1;
            }
            '}' if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    alternatives.push((begin, at));
                    return Ok(open.map(|open| Braces { open, close: at, alternatives }));
                }
            }
            _ => {}
        }
    }
    if depth > 0 { Err("its `{` is not closed by a `}`") } else { Ok(None) }
}
