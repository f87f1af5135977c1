//! Texts that were copied with something around them, or written in the escapes of another language: what the file
//! holds in their place.

/// A text as it would stand in the file, and the reason why it did not.
pub(super) struct Uncopied {
    pub(super) text: String,
    pub(super) reason: &'static str,
    /// True when the form alone is telling, wherever the text is.
    pub(super) is_sure: bool,
}

/// Returns the readings of a text other than the literal one, the most telling first.
pub(super) fn readings_of(text: &str) -> Vec<Uncopied> {
    let is_text = |reading: &String| !reading.trim().is_empty() && reading != text;
    let mut readings: Vec<Uncopied> = Vec::new();
    let mut add = |reading: Option<String>, reason: &'static str, is_sure: bool| {
        if let Some(text) = reading.filter(is_text) {
            readings.push(Uncopied { text, reason, is_sure });
        }
    };
    add(
        without_line_numbers(text),
        "The text begins its lines with line numbers, as in a numbered listing (`  12→`). They are not part of the file: \
         give the text without them.",
        true,
    );
    add(
        without_places(text),
        "The text begins its lines with names or line numbers, as Grep prints them (`file:12:`). They are not part of the \
         file: give the text without them.",
        false,
    );
    const DIFF: &str = "The text begins its lines with the signs of a diff (`+`, `-` or a space). They are not part of the \
                        file: give the text without them, and of a changed line only the one that the file has.";
    add(side_of_diff(text, '+'), DIFF, false);
    add(side_of_diff(text, '-'), DIFF, false);
    if text.contains('\\') {
        let has_line_end = ["\\n", "\\r"].iter().any(|escape| text.contains(escape));
        let reason = match (has_line_end, text.contains("\\t")) {
            (true, true) => {
                "The text holds `\\n` and `\\t` written out, a backslash and a letter, where the file has a line end or a \
                 tab: give real line ends and tabs."
            }
            (true, false) => {
                "The text holds a backslash and an `n` where the file has a line end: give real line ends."
            }
            (false, true) => "The text holds a backslash and a `t` where the file has a tab: give real tabs.",
            (false, false) => {
                "The text holds a backslash before characters that have none in the file: give it without one level of \
                 escapes."
            }
        };
        add(Some(without_escapes(text, false)), reason, false);
        add(Some(without_escapes(text, true)), reason, false);
    }
    add(
        Some(without_entities(text)),
        "The text holds HTML entities, such as `&lt;` or `&quot;`, where the file has the characters themselves: give the \
         characters.",
        false,
    );
    for has_quotes in [true, false] {
        add(
            Some(with_entities(text, has_quotes)),
            "The file has HTML entities, such as `&lt;` or `&amp;`, where the text has the characters themselves: give the \
             entities.",
            false,
        );
    }
    readings
}

/// Returns the text without the line number that begins every line but empty ones; `None` where one has none.
fn without_line_numbers(text: &str) -> Option<String> {
    each_line(text, |line| {
        let rest = without_digits(line.trim_start())?;
        rest.strip_prefix('→').or_else(|| rest.strip_prefix('\t'))
    })
}

/// Returns the text without the `file:12:` or `12-` that begins every line but empty ones, and without lines `--`.
fn without_places(text: &str) -> Option<String> {
    let kept: Vec<&str> = text.split('\n').filter(|line| *line != "--").collect();
    each_line(&kept.join("\n"), |line| {
        let after_number = |rest: &'_ str| -> Option<usize> {
            let tail = without_digits(rest)?;
            let tail = tail.strip_prefix(':').or_else(|| tail.strip_prefix('-'))?;
            Some(line.len() - tail.len())
        };
        if let Some(at) = after_number(line.trim_start()) {
            return Some(&line[at..]);
        }
        // A name has no white space at its ends, and a number follows it between two signs of one kind.
        line.match_indices([':', '-']).find_map(|(at, sign)| {
            let end = after_number(&line[at + 1..])?;
            (at > 0 && line[..end].ends_with(sign)).then(|| &line[end..])
        })
    })
}

/// Returns the lines of a diff that one side has, without their signs; `None` for a text that is no diff.
fn side_of_diff(text: &str, side: char) -> Option<String> {
    let is_header = |line: &&str| {
        ["@@ ", "--- ", "+++ ", "diff ", "index ", "\\ No newline"].iter().any(|it| line.starts_with(it))
    };
    let mut lines = Vec::new();
    let mut has_sign = false;
    for line in text.split('\n').filter(|line| !is_header(line)) {
        let Some(sign) = line.chars().next() else {
            lines.push(line);
            continue;
        };
        match sign {
            ' ' => lines.push(&line[1..]),
            '+' | '-' => {
                has_sign = true;
                if sign == side {
                    lines.push(&line[1..]);
                }
            }
            _ => return None,
        }
    }
    has_sign.then(|| lines.join("\n"))
}

/// Returns the text with one level of escapes read: `\n` as a line end, and where `all` is set also `\"` as a quote and
/// `\\` as a backslash.
fn without_escapes(text: &str, all: bool) -> String {
    let mut read = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let next = if character == '\\' { characters.peek().copied() } else { None };
        let meant = match next {
            Some('n') => "\n",
            Some('t') => "\t",
            Some('r') => "",
            Some('\\') if all => "\\",
            Some('"') if all => "\"",
            Some('\'') if all => "'",
            Some('`') if all => "`",
            Some('$') if all => "$",
            _ => {
                read.push(character);
                continue;
            }
        };
        read.push_str(meant);
        characters.next();
    }
    read
}

const ENTITIES: [(&str, &str); 9] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&#34;", "\""),
    ("&#39;", "'"),
    ("&#x27;", "'"),
    ("&apos;", "'"),
    ("&nbsp;", "\u{A0}"),
    // The last, so that `&amp;lt;` is read once.
    ("&amp;", "&"),
];

fn without_entities(text: &str) -> String {
    let mut read = text.to_owned();
    for (entity, character) in ENTITIES {
        read = read.replace(entity, character);
    }
    read
}

fn with_entities(text: &str, has_quotes: bool) -> String {
    let written = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    if has_quotes { written.replace('"', "&quot;") } else { written }
}

/// Returns the text with what `strip` leaves of each line; empty lines stay. `None` where a line leaves nothing.
fn each_line<'t>(text: &'t str, strip: impl Fn(&str) -> Option<&str>) -> Option<String> {
    let mut stripped: Vec<&'t str> = Vec::new();
    let mut count = 0;
    for line in text.split('\n') {
        if line.trim().is_empty() {
            stripped.push(line);
            continue;
        }
        let left = strip(line)?.len();
        stripped.push(&line[line.len() - left..]);
        count += 1;
    }
    (count > 0).then(|| stripped.join("\n"))
}

fn without_digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}
