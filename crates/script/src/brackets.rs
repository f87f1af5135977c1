//! Brackets that are open at a place of a source that does not parse.

/// An opening bracket and its offset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Open {
    pub bracket: char,
    pub offset: usize,
    /// The indentation of the line that it stands in.
    indentation: usize,
}

/// Returns the bracket that probably should have been closed before `end`: the first block whose closing brace is
/// indented less than the line that opened it, else the innermost one that is open.
pub(super) fn unclosed(text: &str, end: usize) -> Option<Open> {
    let mut scan =
        Scan { text, at: 0, open: Vec::new(), suspect: None, before: '\n', line: 0, indentation: None };
    while scan.at < end.min(text.len()) {
        scan.step();
    }
    // An open template has its own message, which names the line in which it ends.
    scan.suspect.or(scan.open.last().copied()).filter(|it| it.bracket != '`')
}

struct Scan<'t> {
    text: &'t str,
    at: usize,
    open: Vec<Open>,
    suspect: Option<Open>,
    /// The last character other than space.
    before: char,
    /// The offset at which the line begins, and its indentation once it has anything other than space.
    line: usize,
    indentation: Option<usize>,
}

impl Scan<'_> {
    fn step(&mut self) {
        let rest = &self.text[self.at..];
        let Some(c) = rest.chars().next() else { return };
        let in_template = self.open.last().is_some_and(|it| it.bracket == '`');
        if in_template {
            return self.template(rest, c);
        }
        let is_first_in_line = self.indentation.is_none();
        if !c.is_whitespace() {
            self.indentation.get_or_insert(self.at - self.line);
        }
        let length = match c {
            '\'' | '"' => quoted_length(rest, c),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            // After an operator or a bracket a slash begins a regular expression; after a value it divides.
            // Brackets in a regular expression are no brackets of the source.
            '/' if "(,=:[!&|?{};\n".contains(self.before) => quoted_length(rest, '/'),
            _ => c.len_utf8(),
        };
        match c {
            '(' | '[' | '{' | '`' => self.open(c, self.at),
            ')' | ']' | '}' => self.close(is_first_in_line),
            _ => {}
        }
        if !c.is_whitespace() {
            self.before = c;
        }
        self.go_on(length);
    }

    fn go_on(&mut self, length: usize) {
        if let Some(end) = self.text[self.at..self.at + length].rfind('\n') {
            self.line = self.at + end + 1;
            self.indentation = None;
        }
        self.at += length;
    }

    fn open(&mut self, bracket: char, offset: usize) {
        self.open.push(Open { bracket, offset, indentation: self.indentation.unwrap_or(0) });
    }

    fn template(&mut self, rest: &str, c: char) {
        if rest.starts_with("${") {
            self.open('{', self.at + 1);
            return self.go_on(2);
        }
        if c == '`' {
            self.open.pop();
        }
        let escaped = if c == '\\' { rest.chars().nth(1).map_or(0, char::len_utf8) } else { 0 };
        self.go_on(c.len_utf8() + escaped);
    }

    fn close(&mut self, is_first_in_line: bool) {
        let Some(open) = self.open.pop() else { return };
        // The brace closes a block that is further in than itself, so a brace of that block is missing before. The
        // first such place counts: one missing brace shifts all pairs after it.
        if is_first_in_line && self.indentation.is_some_and(|it| it < open.indentation) {
            self.suspect.get_or_insert(open);
        }
    }
}

/// Returns the length up to the closing quote, or to the end of the line.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unclosed_block_is_found_by_indentation() {
        let text = "function f(x) {\n  if (x) {\n    g('}')\n}\nf(`${'{'} (`) // {\n";
        let found = unclosed(text, text.len()).unwrap();
        assert_eq!((found.bracket, found.offset), ('{', text.find(") {\n    g").unwrap() + 2));
    }

    #[test]
    fn the_innermost_open_bracket_is_found() {
        let text = "const a = [1, (2), /[(]/, \"(\"\n";
        let found = unclosed(text, text.len()).unwrap();
        assert_eq!((found.bracket, found.offset), ('[', 10));
        assert_eq!(unclosed("f(1)", 4), None);
    }
}
