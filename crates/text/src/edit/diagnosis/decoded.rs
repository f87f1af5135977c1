//! Texts in the escapes of another language than the file, and the part of the file that they mean.
//!
//! Text and file are both read with one kind of escapes, the text up to twice and the file up to once. Where the readings
//! agree in exactly one place, that part of the file is what was meant, whichever side has the escapes.

use std::ops::Range;

use memchr::memmem;

/// A part of the file that a text means once both are read.
pub(super) struct Decoded {
    pub(super) span: Range<usize>,
    pub(super) reason: String,
}

/// Returns the only part of the file that means the same as the text.
pub(super) fn decoded_place(view: &str, text: &str) -> Option<Decoded> {
    if text.trim().is_empty() {
        return None;
    }
    let escapes = find_decoded(view, text, escape, &ESCAPED).map(|span| {
        let reason = name_escapes(text, &view[span.clone()]);
        Decoded { span, reason }
    });
    let entities = || {
        find_decoded(view, text, entity, &['&', '<', '>', '"', '\'', '{']).map(|span| {
            let reason = name_entities(text, &view[span.clone()]);
            Decoded { span, reason }
        })
    };
    let percents = || {
        find_decoded(view, text, percent, &['%', ' ', '\n'])
            .map(|span| Decoded { reason: name_percents(text, &view[span.clone()]), span })
    };
    let invisible = || {
        find_decoded(view, text, invisible, &[]).map(|span| {
            let reason = name_invisible(text, &view[span.clone()]);
            Decoded { span, reason }
        })
    };
    escapes.or_else(entities).or_else(invisible).or_else(percents)
}

/// Returns what the whole text means without one level of escapes, without those of quotes alone, and without entities, with the
/// reason for each; only where it has any. Lines that the file has as they are given have none.
pub(super) fn whole_readings(text: &str, is_in_file: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    let read = |unit: Unit| {
        let lines = text.split('\n');
        let meant = lines.map(|line| if is_in_file(line) { line.to_owned() } else { read(line, unit) });
        meant.collect::<Vec<String>>().join("\n")
    };
    let (of_escapes, of_quotes, of_entities) = (read(escape), read(quote_escape), read(entity));
    let named = name_escapes(text, &of_quotes);
    let (escapes, entities) = (name_escapes(text, &of_escapes), name_entities(text, &of_entities));
    let readings = [(of_escapes, escapes), (of_quotes, named), (of_entities, entities)];
    readings.into_iter().filter(|(meant, _)| meant != text).collect()
}

/// The characters that are written as escapes in most languages, or in regular expressions.
const ESCAPED: [char; 25] = [
    '\\', '\n', '\t', '"', '\'', '`', '\u{7}', '\u{8}', '\u{b}', '\u{c}', '\u{1b}', '.', '(', ')', '[', ']',
    '{', '}', '*', '+', '?', '|', '^', '$', '/',
];

/// Reads an escape at the beginning of a text: its length in bytes and its meaning; `None` without one.
type Unit = fn(&str) -> Option<(usize, Option<char>)>;

/// The levels of escapes that are read on the side of the text and on that of the file, the likeliest first.
const LEVELS: [(usize, usize); 5] = [(1, 0), (0, 1), (1, 1), (2, 0), (2, 1)];

/// Finds the only part of the file that is the text at some levels. `meant` are characters that have an escape: a text with
/// none of them, nor an escape, cannot differ in that way.
fn find_decoded(view: &str, text: &str, unit: Unit, meant: &[char]) -> Option<Range<usize>> {
    let has_escape = |text: &str| read(text, unit).len() != text.len();
    let in_text = has_escape(text);
    let may_be_in_file = text.contains(meant) || !text.is_ascii() || meant.is_empty();
    if !in_text && !may_be_in_file {
        return None;
    }
    let file = read(view, unit);
    // Neither side has an escape of this kind: nothing to gain.
    if !in_text && file.len() == view.len() {
        return None;
    }
    let mut texts = vec![text.to_owned(), read(text, unit)];
    texts.push(read(&texts[1], unit));
    for (of_text, of_file) in LEVELS {
        if of_text > 0 && texts[of_text] == texts[of_text - 1] {
            continue;
        }
        let haystack = if of_file == 0 { view } else { &file };
        let needle = &texts[of_text];
        if needle.trim().is_empty() {
            continue;
        }
        let finder = memmem::Finder::new(needle);
        let mut found = finder.find_iter(haystack.as_bytes());
        // Exactly one place: of several, the meant one is unknown.
        let (Some(at), None) = (found.next(), found.next()) else { continue };
        let range = at..at + needle.len();
        let mut source = if of_file == 0 { range } else { source_of(view, unit, range)? };
        // By chance it is there as it was given, and has other places that are read in another way.
        if view[source.clone()] == *text {
            continue;
        }
        // Escapes without a meaning are in no reading: the text has them at its end, so the part of the file
        // must too.
        let written = texts[of_text.saturating_sub(1)].as_str();
        if of_text > 0 && ends_with_nothing(written, unit) {
            let after =
                units_of(&view[source.end..], unit).take_while(|(_, it)| matches!(it, Meaning::Nothing));
            source.end += after.map(|(place, _)| place.len()).sum::<usize>();
        }
        return Some(source);
    }
    None
}

fn ends_with_nothing(text: &str, unit: Unit) -> bool {
    units_of(text, unit).last().is_some_and(|(_, meaning)| matches!(meaning, Meaning::Nothing))
}

fn read(text: &str, unit: Unit) -> String {
    let mut read = String::with_capacity(text.len());
    for (_, meaning) in units_of(text, unit) {
        read.push_str(meaning.as_str());
    }
    read
}

/// The meaning of a piece of a text.
enum Meaning<'t> {
    Itself(&'t str),
    Character(char, [u8; 4]),
    Nothing,
}

impl Meaning<'_> {
    fn as_str(&self) -> &str {
        match self {
            Meaning::Itself(text) => text,
            Meaning::Character(character, buffer) => {
                std::str::from_utf8(&buffer[..character.len_utf8()]).unwrap_or_default()
            }
            Meaning::Nothing => "",
        }
    }
}

/// Yields the pieces of a text with their places: escapes, and what is between them.
fn units_of(text: &str, unit: Unit) -> impl Iterator<Item = (Range<usize>, Meaning<'_>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        if let Some((taken, meaning)) = unit(rest) {
            let place = at..at + taken;
            at += taken;
            let meaning = meaning.map_or(Meaning::Nothing, |character| {
                let mut buffer = [0; 4];
                character.encode_utf8(&mut buffer);
                Meaning::Character(character, buffer)
            });
            return Some((place, meaning));
        }
        // Up to what may begin the next escape: all begin with one of these, or are no visible ASCII.
        let mut length = rest.chars().next().map_or(1, char::len_utf8);
        length += rest.as_bytes()[length..]
            .iter()
            .position(|byte| matches!(byte, b'\\' | b'&' | b'%' | 0..=0x1F | 0x7F) || !byte.is_ascii())
            .unwrap_or(rest.len() - length);
        let place = at..at + length;
        at += length;
        Some((place.clone(), Meaning::Itself(&text[place])))
    })
}

/// Returns the place in a text of a range of its reading; `None` where that begins or ends within an escape.
fn source_of(text: &str, unit: Unit, range: Range<usize>) -> Option<Range<usize>> {
    let (mut start, mut end) = (None, None);
    let mut passed = 0;
    for (place, meaning) in units_of(text, unit) {
        let length = meaning.as_str().len();
        let is_itself = matches!(meaning, Meaning::Itself(_));
        let offset = |at: usize| {
            let within = at - passed;
            match within {
                0 => Some(place.start),
                // In a run that stands for itself, offsets are the same on both sides; the middle of an
                // escape has no place in the source.
                within if is_itself => Some(place.start + within),
                _ => None,
            }
        };
        // An escape without a meaning belongs to the piece before it.
        if start.is_none() && range.start < passed + length {
            start = Some(offset(range.start)?);
        }
        if range.end <= passed + length {
            end = Some(match range.end - passed {
                within if within == length => place.end,
                within if is_itself => place.start + within,
                _ => return None,
            });
            break;
        }
        passed += length;
    }
    Some(start?..end?)
}

/// Reads a backslash and what it escapes in most languages.
fn escape(rest: &str) -> Option<(usize, Option<char>)> {
    let after = rest.strip_prefix('\\')?;
    let first = after.chars().next()?;
    let meant = match first {
        'n' => Some('\n'),
        't' => Some('\t'),
        // The view has LF for every line end, so a written-out CR stands for nothing.
        'r' => None,
        // Of the characters that no file shows, only where nothing is left of an escape that is longer.
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'v' => Some('\u{b}'),
        'a' => Some('\u{7}'),
        'e' => Some('\u{1b}'),
        '0'..='3' => return octal_escape(after),
        'U' => {
            let code = u32::from_str_radix(after.get(1..9)?, 16).ok()?;
            return Some((10, Some(char::from_u32(code)?)));
        }
        // Quotes in most languages, and all signs of regular expressions.
        sign if sign.is_ascii_punctuation() => Some(sign),
        'u' => return unicode_escape(rest),
        'x' => {
            let code = u32::from_str_radix(after.get(1..3)?, 16).ok()?;
            return Some((4, Some(char::from_u32(code)?)));
        }
        _ => return None,
    };
    Some((1 + first.len_utf8(), meant))
}

/// Reads a backslash before a quote.
fn quote_escape(rest: &str) -> Option<(usize, Option<char>)> {
    let quote = rest.strip_prefix('\\')?.chars().next().filter(|it| matches!(it, '"' | '\'' | '`'))?;
    Some((2, Some(quote)))
}

/// Reads the digits of `\033`, which has three.
fn octal_escape(digits: &str) -> Option<(usize, Option<char>)> {
    let code = u32::from_str_radix(digits.get(..3)?, 8).ok()?;
    Some((4, Some(char::from_u32(code)?)))
}

/// Reads `\u00e9`, a pair of surrogates, or `\u{e9}`.
fn unicode_escape(rest: &str) -> Option<(usize, Option<char>)> {
    let after = rest.strip_prefix("\\u")?;
    if let Some(inside) = after.strip_prefix('{') {
        let (digits, _) = inside.split_once('}')?;
        let code = u32::from_str_radix(digits, 16).ok()?;
        return Some((4 + digits.len(), Some(char::from_u32(code)?)));
    }
    let code = |text: &str| u32::from_str_radix(text.get(..4)?, 16).ok();
    let first = code(after)?;
    if let Some(character) = char::from_u32(first) {
        return Some((6, Some(character)));
    }
    let second = code(after.get(4..)?.strip_prefix("\\u")?)?;
    let pair = 0x1_0000 + ((first & 0x3FF) << 10) + (second & 0x3FF);
    ((0xD800..0xDC00).contains(&first) && (0xDC00..0xE000).contains(&second))
        .then(|| Some((12, Some(char::from_u32(pair)?))))?
}

/// The names of entities: those of XML, of Latin letters, and of signs that texts and code have.
const ENTITIES: [(&str, char); 154] = [
    ("quot", '"'),
    ("amp", '&'),
    ("apos", '\''),
    ("lt", '<'),
    ("gt", '>'),
    ("hellip", '…'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("sbquo", '‚'),
    ("bdquo", '„'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("bull", '•'),
    ("euro", '€'),
    ("trade", '™'),
    ("larr", '←'),
    ("uarr", '↑'),
    ("rarr", '→'),
    ("darr", '↓'),
    ("harr", '↔'),
    ("rArr", '⇒'),
    ("hArr", '⇔'),
    ("minus", '−'),
    ("le", '≤'),
    ("ge", '≥'),
    ("ne", '≠'),
    ("asymp", '≈'),
    ("infin", '∞'),
    ("sum", '∑'),
    ("radic", '√'),
    ("alpha", 'α'),
    ("beta", 'β'),
    ("gamma", 'γ'),
    ("delta", 'δ'),
    ("epsilon", 'ε'),
    ("lambda", 'λ'),
    ("mu", 'μ'),
    ("pi", 'π'),
    ("sigma", 'σ'),
    ("omega", 'ω'),
    ("Omega", 'Ω'),
    ("Delta", 'Δ'),
    ("OElig", 'Œ'),
    ("oelig", 'œ'),
    ("Scaron", 'Š'),
    ("scaron", 'š'),
    ("Yuml", 'Ÿ'),
    ("zwnj", '\u{200C}'),
    ("zwj", '\u{200D}'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("thinsp", '\u{2009}'),
    ("nbsp", '\u{A0}'),
    ("iexcl", '¡'),
    ("cent", '¢'),
    ("pound", '£'),
    ("curren", '¤'),
    ("yen", '¥'),
    ("brvbar", '¦'),
    ("sect", '§'),
    ("uml", '¨'),
    ("copy", '©'),
    ("ordf", 'ª'),
    ("laquo", '«'),
    ("not", '¬'),
    ("shy", '\u{AD}'),
    ("reg", '®'),
    ("macr", '¯'),
    ("deg", '°'),
    ("plusmn", '±'),
    ("sup2", '²'),
    ("sup3", '³'),
    ("acute", '´'),
    ("micro", 'µ'),
    ("para", '¶'),
    ("middot", '·'),
    ("cedil", '¸'),
    ("sup1", '¹'),
    ("ordm", 'º'),
    ("raquo", '»'),
    ("frac14", '¼'),
    ("frac12", '½'),
    ("frac34", '¾'),
    ("iquest", '¿'),
    ("Agrave", 'À'),
    ("Aacute", 'Á'),
    ("Acirc", 'Â'),
    ("Atilde", 'Ã'),
    ("Auml", 'Ä'),
    ("Aring", 'Å'),
    ("AElig", 'Æ'),
    ("Ccedil", 'Ç'),
    ("Egrave", 'È'),
    ("Eacute", 'É'),
    ("Ecirc", 'Ê'),
    ("Euml", 'Ë'),
    ("Igrave", 'Ì'),
    ("Iacute", 'Í'),
    ("Icirc", 'Î'),
    ("Iuml", 'Ï'),
    ("ETH", 'Ð'),
    ("Ntilde", 'Ñ'),
    ("Ograve", 'Ò'),
    ("Oacute", 'Ó'),
    ("Ocirc", 'Ô'),
    ("Otilde", 'Õ'),
    ("Ouml", 'Ö'),
    ("times", '×'),
    ("Oslash", 'Ø'),
    ("Ugrave", 'Ù'),
    ("Uacute", 'Ú'),
    ("Ucirc", 'Û'),
    ("Uuml", 'Ü'),
    ("Yacute", 'Ý'),
    ("THORN", 'Þ'),
    ("szlig", 'ß'),
    ("agrave", 'à'),
    ("aacute", 'á'),
    ("acirc", 'â'),
    ("atilde", 'ã'),
    ("auml", 'ä'),
    ("aring", 'å'),
    ("aelig", 'æ'),
    ("ccedil", 'ç'),
    ("egrave", 'è'),
    ("eacute", 'é'),
    ("ecirc", 'ê'),
    ("euml", 'ë'),
    ("igrave", 'ì'),
    ("iacute", 'í'),
    ("icirc", 'î'),
    ("iuml", 'ï'),
    ("eth", 'ð'),
    ("ntilde", 'ñ'),
    ("ograve", 'ò'),
    ("oacute", 'ó'),
    ("ocirc", 'ô'),
    ("otilde", 'õ'),
    ("ouml", 'ö'),
    ("divide", '÷'),
    ("oslash", 'ø'),
    ("ugrave", 'ù'),
    ("uacute", 'ú'),
    ("ucirc", 'û'),
    ("uuml", 'ü'),
    ("yacute", 'ý'),
    ("thorn", 'þ'),
    ("yuml", 'ÿ'),
    ("lbrace", '{'),
    ("rbrace", '}'),
];

/// Reads an entity of HTML or XML.
fn entity(rest: &str) -> Option<(usize, Option<char>)> {
    let after = rest.strip_prefix('&')?;
    let Some(number) = after.strip_prefix('#') else {
        // The longest name has eight letters; a semicolon farther away belongs to something else.
        let name = &after[..after.bytes().take(9).position(|byte| byte == b';')?];
        let (_, character) = ENTITIES.iter().find(|(known, _)| *known == name)?;
        return Some((name.len() + 2, Some(*character)));
    };
    // The longest number is `x10FFFF`; a semicolon farther away belongs to something else.
    let end = number.find(';').filter(|end| (1..=8).contains(end))?;
    let code = match number[..end].strip_prefix(['x', 'X']) {
        Some(hex) => u32::from_str_radix(hex, 16).ok()?,
        None => number[..end].parse().ok()?,
    };
    Some((3 + end, Some(char::from_u32(code)?)))
}

/// Reads `%20` and the like; several of them for a character of several bytes.
fn percent(rest: &str) -> Option<(usize, Option<char>)> {
    let byte = |at: usize| u8::from_str_radix(rest.get(at..)?.strip_prefix('%')?.get(..2)?, 16).ok();
    let first = byte(0)?;
    let length = match first {
        0..=0x7F => 1,
        0xC2..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xF4 => 4,
        _ => return None,
    };
    let bytes = (0..length).map(|index| byte(index * 3)).collect::<Option<Vec<u8>>>()?;
    let character = std::str::from_utf8(&bytes).ok()?.chars().next()?;
    let is_text = !character.is_control() || matches!(character, '\n' | '\t');
    is_text.then_some((3 * length, Some(character)))
}

/// Reads a character that takes no room or is a control: it means nothing.
fn invisible(rest: &str) -> Option<(usize, Option<char>)> {
    let character = rest.chars().next().filter(|character| is_invisible(*character))?;
    Some((character.len_utf8(), None))
}

pub(super) fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{1}'..='\u{8}' | '\u{E}'..='\u{1F}' | '\u{7F}' | '\u{61C}' | '\u{180E}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}'
    )
}

/// Returns what text and file have where they first differ, with the marks before that which may begin an escape.
fn first_difference<'a>(text: &'a str, file: &'a str) -> (&'a str, &'a str) {
    let same = text.chars().zip(file.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    // Back over the signs that begin an escape, so that the whole of it is shown.
    let before = text[..same].trim_end_matches(['\\', '&', '%']).len();
    (&text[before..], &file[before..])
}

fn name_escapes(text: &str, file: &str) -> String {
    let (in_text, in_file) = first_difference(text, file);
    let backslashes = |text: &str| text.len() - text.trim_start_matches('\\').len();
    let (more, fewer) = (backslashes(in_text), backslashes(in_file));
    let written = |rest: &str| ["\\n", "\\r", "\\t"].iter().any(|it| rest.starts_with(it));
    if more == 0 && written(in_file) {
        let (real, letter) = if in_text.starts_with('\t') { ("tab", 't') } else { ("line end", 'n') };
        return format!(
            "The text has a real {real} where the file has `\\{letter}` written out, a backslash and the letter {letter}: \
             write it out as the file does."
        );
    }
    if fewer == 0 && more == 1 && written(in_text) {
        let has = |escape: &str| text.contains(escape);
        return match (has("\\n") || has("\\r"), has("\\t")) {
            (true, true) => "The text holds `\\n` and `\\t` written out, a backslash and a letter, where the file has a line end \
                             or a tab: give real line ends and tabs."
                .to_owned(),
            (false, _) => {
                "The text holds a backslash and a `t` where the file has a tab: give real tabs.".to_owned()
            }
            (true, false) => {
                "The text holds a backslash and an `n` where the file has a line end: give real line ends.".to_owned()
            }
        };
    }
    let piece = |rest: &str| -> String {
        let end = backslashes(rest);
        let unit = match rest[end..].chars().next() {
            Some('u') if end > 0 => end + 5,
            Some('U') if end > 0 => end + 9,
            Some('x' | '0'..='3') if end > 0 => end + 3,
            Some(next) => end + next.len_utf8(),
            None => end,
        };
        let piece = rest.get(..unit.min(rest.len())).unwrap_or(rest);
        let piece = piece.replace('\n', "a line end").replace('\t', "a tab");
        piece
            .chars()
            .map(|it| if it.is_control() { format!("U+{:04X}", u32::from(it)) } else { it.to_string() })
            .collect()
    };
    let places = format!("the file has `{}` where the text has `{}`", piece(in_file), piece(in_text));
    if more > fewer {
        return match fewer {
            0 => format!(
                "The text holds a backslash before characters that have none in the file: {places}. Give it without one level \
                 of escapes."
            ),
            _ => format!(
                "The text has one level of backslashes too many, as if each was doubled: {places}. Give it without one level \
                 of escapes."
            ),
        };
    }
    format!(
        "The file has one level of escapes more than the text: {places}. Write the escapes as the file has them."
    )
}

fn name_entities(text: &str, file: &str) -> String {
    let decoded = |text: &str| read(text, entity).len() < text.len();
    let (in_text, in_file) = first_difference(text, file);
    if decoded(text)
        && entity(in_text).is_some()
        && entity(in_file).is_none_or(|it| it.0 < entity(in_text).map_or(0, |it| it.0))
    {
        return "The text holds HTML entities, such as `&lt;` or `&quot;`, where the file has the characters themselves: give the \
                characters."
            .to_owned();
    }
    "The file has HTML entities, such as `&lt;` or `&amp;`, where the text has the characters themselves: give the entities."
        .to_owned()
}

fn name_percents(text: &str, file: &str) -> String {
    let (in_text, _) = first_difference(text, file);
    match percent(in_text) {
        Some(_) => {
            "The text has characters written as `%20` and the like, where the file has them as they are."
                .to_owned()
        }
        None => "The file has characters written as `%20` and the like, where the text has them as they are."
            .to_owned(),
    }
}

fn name_invisible(text: &str, file: &str) -> String {
    let first = |of: &str, other: &str| {
        let (rest, _) = first_difference(of, other);
        rest.chars().find(|character| is_invisible(*character)).map(u32::from)
    };
    match (first(file, text), first(text, file)) {
        (Some(code), _) if read(file, invisible).len() < file.len() => {
            format!(
                "The file has characters that cannot be seen, such as U+{code:04X}, which the text lacks."
            )
        }
        (_, Some(code)) => {
            format!(
                "The text has characters that cannot be seen, such as U+{code:04X}, which the file lacks: give it without."
            )
        }
        _ => "Text and file differ in characters that cannot be seen.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant<'v>(view: &'v str, text: &str) -> Option<(&'v str, String)> {
        decoded_place(view, text).map(|found| (&view[found.span], found.reason))
    }

    #[test]
    fn escapes_are_read_in_both_directions() {
        // (file, text, what the text means, a part of the reason)
        let cases = [
            (
                "print(\"a\\n\")\n",
                "print(\"a\\\\n\")",
                "print(\"a\\n\")",
                "one level of backslashes too many",
            ),
            (
                "t.replace(/\\n$/, \"\")\nb\n",
                "replace(/\n$/, \"\")",
                "replace(/\\n$/, \"\")",
                "a real line end where the file",
            ),
            ("f(\"\\t\")\n", "f(\"\t\")", "f(\"\\t\")", "a real tab where the file"),
            ("a\n\tb\n", "a\\n\\tb", "a\n\tb", "give real line ends and tabs"),
            ("say(\"hi\")\n", "say(\\\"hi\\\")", "say(\"hi\")", "a backslash before characters"),
            ("\"say(\\\"hi\\\")\"\n", "say(\"hi\")", "say(\\\"hi\\\")", "one level of escapes more"),
            (
                "a = \"\\ud55c\\uae00\"\n",
                "a = \"한글\"",
                "a = \"\\ud55c\\uae00\"",
                "one level of escapes more",
            ),
            ("a = \"한글\"\n", "a = \"\\ud55c\\uae00\"", "a = \"한글\"", "a backslash before"),
            ("x = \"\\u{1F600}\"\n", "x = \"\\ud83d\\ude00\"", "x = \"\\u{1F600}\"", "escapes"),
            ("x = \"😀\"\n", "x = \"\\U0001F600\"", "x = \"😀\"", "a backslash before"),
            ("x = \"\\033[0m\"\n", "x = \"\u{1b}[0m\"", "x = \"\\033[0m\"", "one level of escapes more"),
            ("x = \"\\e[0m\"\n", "x = \"\u{1b}[0m\"", "x = \"\\e[0m\"", "one level of escapes more"),
            ("/\\bone\\b/\n", "/\\\\bone\\\\b/", "/\\bone\\b/", "one level of backslashes too many"),
            ("a = caf&eacute;\n", "a = café", "a = caf&eacute;", "The file has HTML entities"),
            ("a → b\n", "a &rarr; b", "a → b", "The text holds HTML entities"),
            // An escape without a meaning at the end belongs to the place.
            ("s = \"a\\r\n", "s = \\\"a\\r", "s = \"a\\r", "a backslash before"),
            ("\"a\\n\nb\\r\n", "\\\"a\\n\nb\\r", "\"a\\n\nb\\r", "a backslash before"),
            ("C:\\\\dir\\\\file\n", "C:\\dir\\file", "C:\\\\dir\\\\file", "one level of escapes more"),
            (
                "if (a && b < c)\n",
                "if (a &amp;&amp; b &lt; c)",
                "if (a && b < c)",
                "The text holds HTML entities",
            ),
            ("<p>a &lt; b</p>\n", "<p>a < b</p>", "<p>a &lt; b</p>", "The file has HTML entities"),
            ("<p>&amp;lt;</p>\n", "<p>&lt;</p>", "<p>&amp;lt;</p>", "The file has HTML entities"),
            ("it&#39;s\n", "it's", "it&#39;s", "The file has HTML entities"),
            ("see a%20b\n", "see a b", "see a%20b", "The file has characters written as `%20`"),
            ("a\u{200B}b\n", "ab", "a\u{200B}b", "U+200B, which the text lacks"),
            ("ab\n", "a\u{200B}b", "ab", "U+200B, which the file lacks"),
        ];
        for (file, text, expected, reason) in cases {
            let (found, explanation) = meant(file, text).unwrap_or_else(|| panic!("{text:?} in {file:?}"));
            assert_eq!(found, expected, "{text:?} in {file:?}");
            assert!(explanation.contains(reason), "{text:?} in {file:?}: {explanation}");
        }
    }

    #[test]
    fn text_that_fits_in_no_place_or_in_two_is_not_named() {
        for (file, text) in [("a\nb\na\nb\n", "a\\nb"), ("a b\n", "c\\nd"), ("x\n", "\\n"), ("", "a")] {
            assert_eq!(meant(file, text), None, "{text:?} in {file:?}");
        }
    }
}
