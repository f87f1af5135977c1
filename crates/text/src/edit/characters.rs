//! Characters that look alike and are not the same: quotes, dashes, spaces, and composed letters.

use std::iter;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::decompose_canonical;

/// Returns the plain form of a typographic character: a straight quote, a hyphen, an ordinary space.
pub(super) fn straighten(character: char) -> char {
    match character {
        '\u{2018}' | '\u{2019}' | '\u{201A}' | '\u{201B}' | '\u{2032}' | '\u{FF07}' => '\'',
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{201F}' | '\u{2033}' | '\u{FF02}' | '\u{AB}' | '\u{BB}' => {
            '"'
        }
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{FE58}' | '\u{FE63}' | '\u{FF0D}' => '-',
        '\u{A0}' | '\u{2000}'..='\u{200A}' | '\u{202F}' | '\u{205F}' | '\u{3000}' => ' ',
        other => other,
    }
}

/// Returns the plain form of a typographic character, which may be several characters: three dots of an ellipsis.
pub(super) fn straighten_all(character: char) -> impl Iterator<Item = char> {
    let (plain, count) = match character {
        '\u{2026}' => ('.', 3),
        other => (straighten(other), 1),
    };
    iter::repeat_n(plain, count)
}

/// Yields the base and the marks of a letter; other characters stay whole.
pub(super) fn decompose(character: char) -> impl Iterator<Item = char> {
    iter::once(character).nfd()
}

/// Yields the part of a text that remains without white space, quotes, accents and letter case.
pub(super) fn skeleton_of(character: char) -> impl Iterator<Item = char> {
    let plain = straighten(character);
    let (ascii, other) = if plain.is_ascii() {
        (Some(plain.to_ascii_lowercase()), None)
    } else {
        (None, Some(decompose(plain).flat_map(char::to_lowercase)))
    };
    ascii
        .into_iter()
        .chain(other.into_iter().flatten())
        .filter(|part| !part.is_whitespace() && !is_mark(*part) && *part != '\u{200B}')
}

/// Adds the skeleton of a character, the same as that of [`skeleton_of`], by a shorter way for common ones.
pub(super) fn push_skeleton(character: char, skeleton: &mut Vec<u8>) {
    let mut buffer = [0; 4];
    let mut push = |part: char| skeleton.extend_from_slice(part.encode_utf8(&mut buffer).as_bytes());
    match character {
        '\t'..='\r' | ' ' => {}
        '\0'..='\x7F' => skeleton.push(character.to_ascii_lowercase() as u8),
        '\u{AC00}'..='\u{D7A3}' => decompose_canonical(character, push),
        // Letters without case, marks and parts: the Chinese characters and the letters of Hangul.
        '\u{1100}'..='\u{11FF}' | '\u{3131}'..='\u{318E}' | '\u{4E00}'..='\u{9FFF}' => push(character),
        _ => skeleton_of(character).for_each(push),
    }
}

/// Returns a character as a person can recognise it in a sentence.
pub(super) fn name_of(character: char) -> String {
    match character {
        ' ' => "a space".to_owned(),
        '\t' => "a tab".to_owned(),
        '\u{A0}' => "a no-break space (U+00A0)".to_owned(),
        other if other.is_ascii_graphic() => format!("`{other}`"),
        other if other.is_control() || other.is_whitespace() || is_mark(other) => {
            format!("the character U+{:04X}", u32::from(other))
        }
        other => format!("`{other}` (U+{:04X})", u32::from(other)),
    }
}

fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36F}' | '\u{3099}' | '\u{309A}')
}
