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

fn push(out: &mut String, letter: char) -> usize {
    out.push(letter);
    1
}

/// Returns paragraphs of text without their formats: of a stack both parts, and everything else as it reads.
pub(super) fn plain_paragraphs(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '{' | '}' => {}
            '\\' => {
                let Some(code) = letters.next() else { break };
                match code {
                    '\\' | '{' | '}' => out.push(code),
                    'P' | 'X' | 'n' => out.push('\n'),
                    '~' => out.push('\u{a0}'),
                    'S' => out.push_str(&stack(&argument(&mut letters))),
                    'N' => out.push('\n'),
                    // Switches without an argument.
                    'L' | 'l' | 'O' | 'o' | 'K' | 'k' => {}
                    // Fonts, heights, widths, colours, and the layout of paragraphs.
                    'f' | 'F' | 'H' | 'W' | 'Q' | 'T' | 'A' | 'C' | 'c' | 'p' => drop(argument(&mut letters)),
                    'M' if letters.peek() == Some(&'+') => {
                        letters.by_ref().take(6).for_each(drop);
                    }
                    other => {
                        out.push('\\');
                        out.push(other);
                    }
                }
            }
            '\r' => {}
            other => out.push(other),
        }
    }
    plain_line(&out)
}

/// Takes the letters until a semicolon.
fn argument(letters: &mut impl Iterator<Item = char>) -> String {
    letters.take_while(|letter| *letter != ';').collect()
}

/// Returns a stack on one line: `+0.1^-0.2` and `1/2`, as `1#2` is.
fn stack(text: &str) -> String {
    let text = text.trim();
    match text.split_once(['^', '/', '#']) {
        Some((upper, lower)) if upper.trim().is_empty() => lower.trim().to_owned(),
        Some((upper, lower)) if lower.trim().is_empty() => upper.trim().to_owned(),
        Some((upper, lower)) => format!("{}/{}", upper.trim(), lower.trim()),
        None => text.to_owned(),
    }
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
    fn formats_of_paragraphs_are_left_out() {
        for (text, expected) in [
            ("one\\Ptwo", "one\ntwo"),
            ("{\\fArial|b1|i0;bold} and \\H2.5x;big", "bold and big"),
            ("\\A1;25{\\H0.7x;\\S+0.1^ -0.2;}", "25+0.1/-0.2"),
            ("\\S1/2; \\S^2; \\S1#8;", "1/2 2 1/8"),
            ("\\{a\\\\b\\}", "{a\\b}"),
            ("\\C1;\\L\\pi1,t2;under\\l\\~x", "under\u{a0}x"),
        ] {
            assert_eq!(plain_paragraphs(text), expected, "{text}");
        }
    }
}
