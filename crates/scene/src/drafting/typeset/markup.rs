//! The markup of texts: raised, lowered and stacked parts of a line.
//!
//! ```text
//! m^{2}            raised
//! H_{2}O           lowered
//! 25 {+0.021|0}    one above the other, as limits of a dimension
//! \{ \} \\         the characters themselves; also \^ \_ \|
//! ```
//!
//! A `^` or `_` without a brace after it, and a `|` outside of braces, are themselves.

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    /// Text as such, without escapes.
    Plain(String),
    /// Text above the baseline, smaller.
    Raised(String),
    /// Text below the baseline, smaller.
    Lowered(String),
    /// Two small texts, one above the other.
    Stacked {
        /// The text above.
        upper: String,
        /// The text below.
        lower: String,
    },
}

/// The characters that a backslash makes literal.
const MARKS: [char; 6] = ['\\', '^', '_', '{', '}', '|'];

/// A part of the source of a line, with its range in bytes.
pub(super) struct Span {
    pub start: usize,
    pub end: usize,
    pub run: Run,
}

/// Reads a line with markup; the error says what is wrong with it and where.
pub fn parse_markup(line: &str) -> Result<Vec<Run>, String> {
    Ok(spans(line)?.into_iter().map(|span| span.run).collect())
}

/// Returns the text that a reader sees, in the order in which it is read.
pub(crate) fn plain_text(runs: &[Run]) -> String {
    let mut text = String::new();
    for run in runs {
        match run {
            Run::Plain(part) | Run::Raised(part) | Run::Lowered(part) => text.push_str(part),
            Run::Stacked { upper, lower } => {
                if !text.is_empty() && !text.ends_with(' ') {
                    text.push(' ');
                }
                text.push_str(&format!("{upper} {lower}"));
            }
        }
    }
    text
}

/// Reads a line with markup into parts with their ranges. Every escaped character is within a plain part.
pub(super) fn spans(line: &str) -> Result<Vec<Span>, String> {
    let mut spans: Vec<Span> = Vec::new();
    let mut at = 0;
    while let Some(character) = line[at..].chars().next() {
        let rest = &line[at + character.len_utf8()..];
        let (run, end) = match character {
            '^' | '_' if rest.starts_with('{') => {
                let (parts, end) = braces(line, at + 1)?;
                let [part] = <[String; 1]>::try_from(parts).map_err(|_| {
                    format!("{character}{{…}} at character {} cannot contain a |", position(line, at))
                })?;
                (if character == '^' { Run::Raised(part) } else { Run::Lowered(part) }, end)
            }
            '{' => {
                let (parts, end) = braces(line, at)?;
                let [upper, lower] = <[String; 2]>::try_from(parts).map_err(|_| {
                    format!(
                        "the braces at character {} must hold {{upper|lower}}; write \\{{ for a brace itself",
                        position(line, at)
                    )
                })?;
                (Run::Stacked { upper, lower }, end)
            }
            '}' => {
                return Err(format!(
                    "the }} at character {} ends nothing; write \\}} for a brace itself",
                    position(line, at)
                ));
            }
            _ => {
                let (literal, length) = literal(&line[at..]);
                (Run::Plain(literal.to_string()), at + length)
            }
        };
        match (spans.last_mut(), &run) {
            (Some(Span { run: Run::Plain(text), end: last, .. }), Run::Plain(more)) => {
                text.push_str(more);
                *last = end;
            }
            _ => spans.push(Span { start: at, end, run }),
        }
        at = end;
    }
    Ok(spans)
}

/// Returns the character that a text begins with, as its author means it, and the bytes that it takes.
fn literal(text: &str) -> (char, usize) {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some('\\'), Some(mark)) if MARKS.contains(&mark) => (mark, 2),
        (Some(character), _) => (character, character.len_utf8()),
        (None, _) => (' ', 0),
    }
}

/// Reads braces with their contents, cut at each `|`, and returns where they end.
fn braces(line: &str, start: usize) -> Result<(Vec<String>, usize), String> {
    let mut parts = vec![String::new()];
    let mut at = start + 1;
    while at < line.len() {
        match line.as_bytes()[at] {
            b'}' => return Ok((parts, at + 1)),
            b'{' => {
                return Err(format!(
                    "the braces at character {} hold others; write \\{{ for a brace itself",
                    position(line, start)
                ));
            }
            b'|' => {
                parts.push(String::new());
                at += 1;
            }
            _ => {
                let (character, length) = literal(&line[at..]);
                if let Some(part) = parts.last_mut() {
                    part.push(character);
                }
                at += length;
            }
        }
    }
    Err(format!(
        "the brace at character {} is not closed on its line; write \\{{ for a brace itself",
        position(line, start)
    ))
}

/// Returns the number of a character as a person counts.
fn position(line: &str, at: usize) -> usize {
    line[..at].chars().count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> Run {
        Run::Plain(text.to_owned())
    }

    #[test]
    fn markup_becomes_runs_and_escapes_are_literal() {
        let stacked = |upper: &str, lower: &str| Run::Stacked { upper: upper.into(), lower: lower.into() };
        let cases: &[(&str, Vec<Run>)] = &[
            ("", vec![]),
            ("plain ^ _ | x_1 2^3", vec![plain("plain ^ _ | x_1 2^3")]),
            ("m^{2}", vec![plain("m"), Run::Raised("2".into())]),
            ("H_{2}O", vec![plain("H"), Run::Lowered("2".into()), plain("O")]),
            ("25 {+0.021|0}", vec![plain("25 "), stacked("+0.021", "0")]),
            ("{|-0.1}", vec![stacked("", "-0.1")]),
            (r"a\{b\}\\c\^{x|y}", vec![plain(r"a{b}\c^"), stacked("x", "y")]),
            (r"\n C:\x", vec![plain(r"\n C:\x")]),
            (r"^{a\}b}", vec![Run::Raised("a}b".into())]),
            ("ä^{ö}\\", vec![plain("ä"), Run::Raised("ö".into()), plain("\\")]),
        ];
        for (line, expected) in cases {
            assert_eq!(parse_markup(line).as_ref(), Ok(expected), "{line}");
        }
        assert_eq!(plain_text(&parse_markup("Ø25{+0.02|0} m^{2}").unwrap()), "Ø25 +0.02 0 m2");
    }

    #[test]
    fn wrong_markup_is_refused_with_its_place() {
        for (line, place, words) in [
            ("ab {c}", "character 4", "{upper|lower}"),
            ("ab {c|d", "character 4", "not closed"),
            ("a^{2", "character 3", "not closed"),
            ("a}", "character 2", "ends nothing"),
            ("^{a|b}", "character 1", "cannot contain a |"),
            ("^{a{b|c}}", "character 2", "hold others"),
            ("{a|b|c}", "character 1", "{upper|lower}"),
        ] {
            let error = parse_markup(line).unwrap_err();
            assert!(error.contains(place) && error.contains(words), "{line}: {error}");
        }
    }
}
