//! The codes in the words of a drawing.

/// The spaces in the place of a tab.
const TAB: &str = "    ";

/// Returns a line of text without its codes: `%%c` is ⌀, `%%d` °, `%%p` ±, and `%%065` the character of that number.
pub(super) fn plain_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("%%") {
        out.push_str(&rest[..at]);
        rest = &rest[at + 2..];
        let Some(code) = rest.chars().next() else {
            out.push_str("%%");
            break;
        };
        let taken = match code.to_ascii_lowercase() {
            'c' => push(&mut out, '⌀'),
            'd' => push(&mut out, '°'),
            'p' => push(&mut out, '±'),
            '%' => push(&mut out, '%'),
            // Lines over, under and through.
            'u' | 'o' | 'k' => 1,
            '0'..='9' => {
                let digits: String = rest.chars().take(3).take_while(char::is_ascii_digit).collect();
                let letter = digits.parse().ok().filter(|_| digits.len() == 3).and_then(char::from_u32);
                letter.map_or(0, |letter| {
                    out.push(letter);
                    3
                })
            }
            _ => {
                out.push_str("%%");
                0
            }
        };
        rest = &rest[taken..];
    }
    out.push_str(rest);
    // A tab has no sign, and no stops here.
    out.replace("^I", TAB).replace('\t', TAB).replace("^J", "\n").replace("^M", "").replace("^ ", "^")
}

/// Cuts a line where lines under, over or through its letters begin or end, as `%%u`, `%%o` and `%%k` say, each with those that
/// it has.
pub(super) fn barred(text: &str) -> Vec<(String, [bool; 3])> {
    let mut parts: Vec<(String, [bool; 3])> = Vec::new();
    let (mut bars, mut start, mut at) = ([false; 3], 0, 0);
    let mut end_part = |part: &str, bars: [bool; 3]| {
        let part = plain_line(part);
        if !part.is_empty() {
            parts.push((part, bars));
        }
    };
    while let Some(found) = text[at..].find("%%").map(|found| at + found) {
        let code = text[found + 2..].chars().next();
        at = found + 2 + code.map_or(0, char::len_utf8);
        let bar = match code.map(|code| code.to_ascii_lowercase()) {
            Some('u') => 0,
            Some('o') => 1,
            Some('k') => 2,
            _ => continue,
        };
        end_part(&text[start..found], bars);
        bars[bar] = !bars[bar];
        start = at;
    }
    end_part(&text[start..], bars);
    parts
}

fn push(out: &mut String, letter: char) -> usize {
    out.push(letter);
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_text_are_read_as_characters() {
        for (text, expected) in [
            ("plain", "plain"),
            ("%%c20 %%p0.1", "⌀20 ±0.1"),
            ("%%C%%D%%u50%%%", "⌀°50%"),
            ("%%176 %%12", "° 12"),
            ("100%", "100%"),
            ("a%%", "a%%"),
            ("a^Ib", "a    b"),
        ] {
            assert_eq!(plain_line(text), expected, "{text}");
        }
    }
    #[test]
    fn bars_begin_and_end_at_their_codes() {
        let cut = |text: &str| -> Vec<String> {
            let shown = |(text, bars): (String, [bool; 3])| {
                let signs = ["u", "o", "k"].into_iter().zip(bars).filter(|(_, is_on)| *is_on);
                format!("{text}:{}", signs.map(|(sign, _)| sign).collect::<String>())
            };
            barred(text).into_iter().map(shown).collect()
        };
        assert_eq!(cut("plain"), ["plain:"]);
        assert_eq!(cut("%%uall of it"), ["all of it:u"]);
        assert_eq!(cut("a %%Ub%%o c%%u d%%O"), ["a :", "b:u", " c:uo", " d:o"]);
        assert_eq!(cut("5%%%uv %%c"), ["5%uv ⌀:"]);
    }
}
