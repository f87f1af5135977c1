//! One pattern of git's ignore and attribute files, matched as git matches it.
//!
//! Git matches bytes, in three ways, of which the form of the line decides:
//!
//! 1. A pattern without `/` before its end is matched against the name alone.
//! 2. Any other is matched against the path from the folder of its file. Its beginning without special characters is
//!    compared as it is; what is left is matched on its own, so that `a**/b` crosses folders like `a/**/b`, although
//!    its stars do not stand alone.
//! 3. A `/` at the end means folders only.
//!
//! The special characters are `*`, `?`, `[...]` and `\`; braces stand for themselves. `**` crosses folders where it is a whole
//! component. A class may hold POSIX names such as `[[:alpha:]]` and escapes; one that is not closed matches nothing.
//!
//! This module is our own because the crate `ignore` reads braces as alternatives, knows no POSIX classes, trims
//! tabs, and matches characters.

mod class;

use self::class::{Class, read_class};

/// A pattern, as one line of an ignore file holds it.
#[derive(Clone, Debug)]
pub struct GitPattern {
    /// True for a line that begins with `!`.
    pub is_negated: bool,
    /// True for a line that ends with `/`.
    pub folders_only: bool,
    /// The pattern in the form in which it is looked up fastest.
    pub form: Form,
}

/// The paths that a pattern matches.
#[derive(Clone, Debug)]
pub enum Form {
    /// Nothing matches, such as a pattern with a class that is not closed.
    Nothing,
    /// A name without special characters.
    Name(Box<[u8]>),
    /// The end of a name, of a pattern that begins with its only star.
    NameEnding(Box<[u8]>),
    /// A name with special characters.
    NameGlob(Vec<Token>),
    /// A path that begins with these bytes; without tokens it is these bytes.
    Path {
        /// The bytes before the first special character.
        beginning: Box<[u8]>,
        /// The part from the first special character on.
        rest: Option<Vec<Token>>,
    },
}

/// A part of a pattern.
#[derive(Clone, Debug)]
pub enum Token {
    /// This byte.
    Byte(u8),
    /// Any byte but `/`.
    AnyByte,
    /// One byte of a set.
    Class(Class),
    /// Any bytes but `/`, or none.
    AnyBytes,
    /// Any bytes, or none.
    Everything,
    /// Any folders, each with its `/`, or none.
    AnyFolders,
}

/// Returns true if a pattern matches a whole path: one of a configuration, in which no form of the line decides anything.
pub(crate) fn matches_path(pattern: &[u8], path: &[u8]) -> bool {
    tokens(pattern, false).is_some_and(|tokens| matches(&tokens, path))
}

impl GitPattern {
    /// Reads a pattern from a line without its end, whose first character does not begin a comment.
    pub fn parse(line: &[u8]) -> GitPattern {
        GitPattern::parse_with(line, false)
    }

    /// Reads the same for `core.ignoreCase`: a pattern to be matched against a path in small letters (of ASCII, as git has
    /// it). With git, a capital after a backslash, or alone in a class, then matches nothing.
    pub fn parse_ignoring_case(line: &[u8]) -> GitPattern {
        GitPattern::parse_with(line, true)
    }

    fn parse_with(line: &[u8], ignores_case: bool) -> GitPattern {
        // gitignore(5): a leading `!` negates. `\!` is no prefix, and its backslash is an ordinary escape
        // below.
        let (is_negated, written) = match line.strip_prefix(b"!") {
            Some(rest) => (true, rest),
            None => (false, line),
        };
        // gitignore(5): "a separator at the end … will only match directories". It does not count as one in
        // the middle, so `frotz/` is still matched against the name alone.
        let (folders_only, pattern) = match written.strip_suffix(b"/") {
            Some(rest) => (true, rest),
            None => (false, written),
        };
        GitPattern { is_negated, folders_only, form: Form::of(pattern, ignores_case) }
    }

    /// Returns true if the pattern matches a path from the folder of its file.
    pub fn is_match(&self, path: &[u8], is_folder: bool) -> bool {
        if self.folders_only && !is_folder {
            return false;
        }
        let name = || &path[path.iter().rposition(|byte| *byte == b'/').map_or(0, |slash| slash + 1)..];
        match &self.form {
            Form::Nothing => false,
            Form::Name(wanted) => name() == &wanted[..],
            Form::NameEnding(ending) => name().ends_with(ending),
            Form::NameGlob(tokens) => matches(tokens, name()),
            Form::Path { beginning, rest } => match (path.strip_prefix(&beginning[..]), rest) {
                (Some(left), Some(tokens)) => matches(tokens, left),
                // Without special characters the whole path has to be these bytes. A file in a matching
                // folder is ignored because its folder is.
                (Some(left), None) => left.is_empty(),
                (None, _) => false,
            },
        }
    }

    /// Returns true if the pattern can match nothing because of how it is written.
    pub fn is_broken(&self) -> bool {
        matches!(self.form, Form::Nothing)
    }
}

impl Form {
    fn of(pattern: &[u8], ignores_case: bool) -> Form {
        let plain_bytes = |bytes: &[u8]| -> Box<[u8]> {
            if ignores_case { bytes.to_ascii_lowercase().into() } else { bytes.into() }
        };
        let plain = pattern.iter().position(|byte| is_special(*byte)).unwrap_or(pattern.len());
        // gitignore(5): with a separator at the beginning or in the middle, a pattern is relative to the
        // folder of its file; without one it matches at any level.
        if !pattern.contains(&b'/') {
            return match pattern {
                // No name is empty.
                [] => Form::Nothing,
                name if plain == name.len() => Form::Name(plain_bytes(name)),
                [b'*', ending @ ..] if !ending.iter().any(|byte| is_special(*byte)) => {
                    Form::NameEnding(plain_bytes(ending))
                }
                glob => tokens(glob, ignores_case).map_or(Form::Nothing, Form::NameGlob),
            };
        }
        let (beginning, rest) = pattern.split_at(plain);
        // A leading `/` has done its work by making this a path; paths here begin without one.
        let beginning = plain_bytes(beginning.strip_prefix(b"/").unwrap_or(beginning));
        if rest.is_empty() {
            return Form::Path { beginning, rest: None };
        }
        tokens(rest, ignores_case)
            .map_or(Form::Nothing, |tokens| Form::Path { beginning, rest: Some(tokens) })
    }
}

fn is_special(byte: u8) -> bool {
    matches!(byte, b'*' | b'?' | b'[' | b'\\')
}

/// Returns the parts of a pattern; `None` where it can match nothing.
fn tokens(pattern: &[u8], ignores_case: bool) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(byte) = pattern.get(at) {
        match byte {
            b'*' => {
                let begin = at;
                while pattern.get(at) == Some(&b'*') {
                    at += 1;
                }
                // gitignore(5) gives `**` its meaning as `**/`, `/**` and `/**/` alone: "other consecutive
                // asterisks are considered regular asterisks".
                let stands_alone = begin == 0 || pattern[begin - 1] == b'/';
                match &pattern[at..] {
                    _ if at - begin == 1 || !stands_alone => tokens.push(Token::AnyBytes),
                    // "A trailing `/**` matches everything inside." An escaped slash is one for git's matcher
                    // too.
                    [] | [b'\\', b'/', ..] => tokens.push(Token::Everything),
                    [b'/', ..] => {
                        at += 1;
                        // "`a/**/b` matches `a/b`, `a/x/b`, `a/x/y/b`": the slash after the stars belongs to
                        // them, as zero folders bring none.
                        tokens.push(Token::AnyFolders);
                    }
                    _ => tokens.push(Token::AnyBytes),
                }
                continue;
            }
            b'?' => tokens.push(Token::AnyByte),
            b'\\' => {
                at += 1;
                // A backslash at the end escapes nothing: git calls such a pattern invalid, and it never
                // matches.
                tokens.push(Token::Byte(*pattern.get(at)?));
            }
            b'[' => {
                let (class, length) = read_class(&pattern[at + 1..], ignores_case)?;
                tokens.push(Token::Class(class));
                at += length;
            }
            other if ignores_case => tokens.push(Token::Byte(other.to_ascii_lowercase())),
            other => tokens.push(Token::Byte(*other)),
        }
        at += 1;
    }
    Some(tokens)
}

/// Returns true if the tokens match the whole text. Only the last star of each sort is tried again: a longer match of
/// an earlier one would leave less of the same text.
fn matches(tokens: &[Token], text: &[u8]) -> bool {
    let (mut at, mut here) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    let mut wide: Option<(usize, usize)> = None;
    loop {
        match tokens.get(at) {
            Some(Token::AnyBytes) => {
                at += 1;
                star = Some((at, here));
                continue;
            }
            Some(Token::Everything | Token::AnyFolders) => {
                at += 1;
                wide = Some((at, here));
                // A star before it stays within its name, and so ends at the same slash whatever it takes.
                star = None;
                continue;
            }
            Some(token) => match text.get(here) {
                Some(byte) if token.is_match(*byte) => {
                    at += 1;
                    here += 1;
                    continue;
                }
                Some(_) => {}
                // A longer match of a star would leave even less.
                None => return false,
            },
            None if here == text.len() => return true,
            None => {}
        }
        if let Some((after, from)) = &mut star
            // A single star stays within a name.
            && text.get(*from).is_some_and(|byte| *byte != b'/')
        {
            *from += 1;
            (at, here) = (*after, *from);
            continue;
        }
        star = None;
        let Some((after, from)) = &mut wide else { return false };
        // Folders are skipped whole, each with its slash; `Everything` moves on by one byte.
        let step = match tokens[*after - 1] {
            Token::AnyFolders => text[*from..].iter().position(|byte| *byte == b'/'),
            _ if *from < text.len() => Some(0),
            _ => None,
        };
        let Some(step) = step else { return false };
        *from += step + 1;
        (at, here) = (*after, *from);
    }
}

impl Token {
    fn is_match(&self, byte: u8) -> bool {
        match self {
            Token::Byte(wanted) => *wanted == byte,
            Token::AnyByte => byte != b'/',
            // As in fnmatch with FNM_PATHNAME: a slash is matched by a written slash alone, even where the
            // class is negated.
            Token::Class(class) => byte != b'/' && class.contains(byte),
            Token::AnyBytes | Token::Everything | Token::AnyFolders => true,
        }
    }
}
