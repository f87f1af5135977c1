//! Brackets that are open at a place of a source that does not parse.

/// An opening bracket and its offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Open {
    pub bracket: char,
    pub offset: usize,
}

/// The bracket that probably should have been closed before `end`: the first block whose closing brace is indented
/// less than the line that opened it, else the innermost one that is open.
pub(super) fn unclosed(text: &str, end: usize) -> Option<Open> {
    let mut scan = Scan { text, at: 0, open: Vec::new(), suspect: None, before: '\n' };
    while scan.at < end.min(text.len()) {
        scan.step();
    }
    scan.suspect.or(scan.open.last().copied()).filter(|it| it.bracket != '`')
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    open: Vec<Open>,
    suspect: Option<Open>,
    /// The last character that was not space.
    before: char,
}

impl Scan<'_> {
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        let Some(c) = rest.chars().next() else { return };
        let in_template = self.open.last().is_some_and(|it| it.bracket == '`');
        if in_template {
            return self.template(rest, c);
        }
        let length = match c {
            '\'' | '"' => quoted_length(rest, c),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            '/' if "(,=:[!&|?{};\n".contains(self.before) => quoted_length(rest, '/'),
            _ => c.len_utf8(),
        };
        match c {
            '(' | '[' | '{' | '`' => self.open.push(Open { bracket: c, offset: self.at }),
            ')' | ']' | '}' => self.close(),
            _ => {}
        }
        if !c.is_whitespace() {
            self.before = c;
        }
        self.at += length;
    }

    fn template(&mut self, rest: &str, c: char) {
        if rest.starts_with("${") {
            self.open.push(Open { bracket: '{', offset: self.at + 1 });
            self.at += 2;
            return;
        }
        if c == '`' {
            self.open.pop();
        }
        let escaped = if c == '\\' { rest.chars().nth(1).map_or(0, char::len_utf8) } else { 0 };
        self.at += c.len_utf8() + escaped;
    }

    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let is_first_in_line =
            self.text[..self.at].rsplit('\n').next().is_some_and(|it| it.trim().is_empty());
        if is_first_in_line && indentation(self.text, self.at) < indentation(self.text, open.offset) {
            self.suspect.get_or_insert(open);
        }
    }
}

/// Up to the closing quote, or to the end of the line.
fn quoted_length(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            c if c == quote => return at + c.len_utf8(),
            _ => {}
        }
    }
    rest.len()
}

fn indentation(text: &str, offset: usize) -> usize {
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    text[start..].chars().take_while(|c| *c == ' ' || *c == '\t').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_block_that_was_not_closed_is_found_by_its_indentation() {
        let text = "function f(x) {\n  if (x) {\n    g('}')\n}\nf(`${'{'} (`) // {\n";
        assert_eq!(
            unclosed(text, text.len()),
            Some(Open { bracket: '{', offset: text.find(") {\n    g").unwrap() + 2 })
        );
    }

    #[test]
    fn the_innermost_open_bracket_is_found() {
        let text = "const a = [1, (2), /[(]/, \"(\"\n";
        assert_eq!(unclosed(text, text.len()), Some(Open { bracket: '[', offset: 10 }));
        assert_eq!(unclosed("f(1)", 4), None);
    }
}
