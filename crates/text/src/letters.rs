//! Composed and decomposed letters: texts that look the same and are canonically equivalent (NFC and NFD).

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

/// Returns true if two texts are the same, or canonically equivalent.
pub fn is_equivalent(one: &str, other: &str) -> bool {
    one == other || (!(one.is_ascii() && other.is_ascii()) && one.nfd().eq(other.nfd()))
}

/// Returns the text with composed letters (NFC).
pub fn composed(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || unicode_normalization::is_nfc(text) {
        text.into()
    } else {
        text.nfc().collect::<String>().into()
    }
}

/// Returns a regular expression that finds both forms of the letters in this one; `None` where there is one form only.
///
/// A class in brackets stays as it is composed: a decomposed letter is several characters.
pub fn pattern_of_both_forms(pattern: &str) -> Option<String> {
    // The name of a group must not come twice, and comments end with their line.
    if pattern.is_ascii() || ["(?P<", "(?<", "(?x", "(?ix"].iter().any(|it| pattern.contains(it)) {
        return None;
    }
    let whole: String = pattern.nfc().collect();
    let mut parts = String::with_capacity(whole.len());
    let (mut in_class, mut is_escaped) = (0_usize, false);
    let mut characters = whole.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '[' => in_class += 1,
            ']' => in_class = in_class.saturating_sub(1),
            _ => {}
        }
        let decomposed: String = std::iter::once(character).nfd().collect();
        // In a class, two characters would be two members.
        if in_class > 0 || decomposed.chars().count() == 1 {
            parts.push(character);
            continue;
        }
        // A quantifier is about the whole letter.
        let is_counted = matches!(characters.peek(), Some('*' | '+' | '?' | '{'));
        match is_counted {
            true => parts.push_str(&format!("(?:{decomposed})")),
            false => parts.push_str(&decomposed),
        }
    }
    (parts != whole).then(|| format!("(?:{whole})|(?:{parts})"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pattern_finds_composed_and_decomposed_letters() {
        for (pattern, expected) in [
            ("abc", None),
            ("→", None),
            ("é", Some("(?:é)|(?:e\u{301})")),
            ("e\u{301}+x", Some("(?:é+x)|(?:(?:e\u{301})+x)")),
            ("[é]", None),
            ("한\\d", Some("(?:한\\d)|(?:\u{1112}\u{1161}\u{11AB}\\d)")),
            ("(?P<a>é)", None),
        ] {
            assert_eq!(pattern_of_both_forms(pattern).as_deref(), expected, "{pattern}");
        }
    }

    #[test]
    fn equivalent_texts_are_recognised() {
        assert!(is_equivalent("한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"));
        assert!(!is_equivalent("한글", "한국"));
        assert_eq!(composed("e\u{301}tude"), "étude");
    }
}
