//! Patterns of files and expressions that were probably meant by those that found nothing: in quotes, with backslashes or
//! entities, in the syntax of another tool.

use std::time::Duration;

/// The time after which no other form is tried: a search that is slow would take as long again.
pub(super) const GUESSING_TIME: Duration = Duration::from_millis(300);

/// The most forms that are tried.
const MAX_FORMS: usize = 6;

const WILDCARDS: [char; 4] = ['*', '?', '[', '{'];

/// Returns other forms of a pattern of files, the likeliest first; `root` is the name of the folder that is searched.
pub(super) fn other_patterns(pattern: &str, root: &str) -> Vec<String> {
    let mut forms: Vec<String> = Vec::new();
    let mut add = |form: String| {
        if form != pattern && !form.is_empty() && !forms.contains(&form) {
            forms.push(form);
        }
    };
    let plain = plain_pattern(pattern);
    add(plain.clone());
    if let Some(names) = names_in_list(&plain) {
        add(names);
    }
    if let Some(extended) = from_extended(&plain) {
        add(extended);
    }
    if let Some(regular) = from_expression(&plain) {
        add(regular);
    }
    if let Some(file) = without_line(&plain) {
        add(file.to_owned());
    }
    // A pattern for the entries of a file means the file itself. A name without an ending is a folder's.
    let file = ["/**/*", "/**", "/*", "/"].iter().find_map(|end| plain.strip_suffix(end));
    if let Some(file) =
        file.filter(|it| it.rsplit('/').next().is_some_and(|name| name.trim_start_matches('.').contains('.')))
    {
        add(format!("./{}", file.trim_start_matches("./")));
    }
    let path = plain.trim_end_matches('/');
    if !path.is_empty() && !path.contains(WILDCARDS) {
        add(format!("{path}/**/*"));
    }
    // The ending alone: `ts`, `.ts`.
    let ending = plain.strip_prefix('.').unwrap_or(&plain);
    if (1..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        add(format!("*.{ending}"));
    }
    // From a folder above the root on. Only past the name of the root itself: cut anywhere else, a pattern for a place outside or
    // for a folder that is missing would find files of the same name here, or everything.
    let mut rest = plain.as_str();
    while let Some((above, below)) = rest.split_once('/') {
        if above.contains(WILDCARDS) {
            break;
        }
        if !root.is_empty() && above == root {
            add(below.to_owned());
        }
        rest = below;
    }
    forms.truncate(MAX_FORMS);
    forms
}

/// Returns a pattern of files without quotes around it, with slashes in place of backslashes and entities read.
fn plain_pattern(pattern: &str) -> String {
    let trimmed = pattern.trim().trim_matches(['"', '\'', '`', ';', ',']).trim_start_matches('@');
    let trimmed = trimmed.strip_prefix("file://").unwrap_or(trimmed);
    let mut plain = decoded_entities(trimmed);
    // A backslash before a letter escapes nothing.
    let has_folders =
        plain.split('\\').skip(1).any(|rest| rest.starts_with(|it: char| it.is_alphanumeric() || it == '*'));
    if has_folders {
        plain = plain.replace("\\\\", "/").replace('\\', "/");
    }
    plain
}

/// Returns a pattern that fits what another does in any letter case; `None` where letter case is not all that it has.
pub(super) fn in_any_case(pattern: &str) -> Option<String> {
    // Within a class and after a backslash a letter has another meaning.
    if pattern.contains(['[', '\\']) || !pattern.contains(char::is_alphabetic) {
        return None;
    }
    let mut any = String::with_capacity(4 * pattern.len());
    for letter in pattern.chars() {
        let (small, capital) = (letter.to_lowercase().to_string(), letter.to_uppercase().to_string());
        // Some letters have a capital of several letters, or none.
        match small != capital && small.chars().count() == 1 && capital.chars().count() == 1 {
            true => any.push_str(&format!("[{small}{capital}]")),
            false => any.push(letter),
        }
    }
    Some(any)
}

/// Returns the folders and names that a pattern begins with before its first wildcard, and the rest.
pub(super) fn literal_beginning(pattern: &str) -> (&str, &str) {
    let first = pattern.find(WILDCARDS).unwrap_or(pattern.len());
    let end = if first == pattern.len() { first } else { pattern[..first].rfind('/').unwrap_or(0) };
    pattern.split_at(end)
}

/// Returns `src/a.ts` for `src/a.ts:12`, `src/a.ts:12:3` and `src/a.ts#L12`.
fn without_line(pattern: &str) -> Option<&str> {
    let rest =
        pattern.trim_end_matches(|it: char| it.is_ascii_digit() || matches!(it, ':' | '#' | 'L' | '-'));
    let mark = &pattern[rest.len()..];
    let has_line = mark.starts_with(':') || mark.starts_with("#L");
    (has_line && mark.contains(|it: char| it.is_ascii_digit())).then_some(rest)
}

/// Returns `{a,b}` for `@(a|b)` and `+(a|b)`, and `{,a}` for `?(a)`: the alternatives of shells.
fn from_extended(pattern: &str) -> Option<String> {
    let mut plain = String::with_capacity(pattern.len());
    let mut rest = pattern;
    let mut depth = 0;
    while let Some(character) = rest.chars().next() {
        let begin = ["@(", "+(", "?("].into_iter().find(|begin| rest.starts_with(*begin));
        match (begin, character) {
            (Some(begin), _) => {
                plain.push_str(if begin == "?(" { "{," } else { "{" });
                depth += 1;
                rest = &rest[begin.len()..];
                continue;
            }
            (None, '|') if depth > 0 => plain.push(','),
            (None, ')') if depth > 0 => {
                plain.push('}');
                depth -= 1;
            }
            (None, other) => plain.push(other),
        }
        rest = &rest[character.len_utf8()..];
    }
    (plain != pattern && depth == 0).then_some(plain)
}

/// Returns `{*.ts,*.js}` for `*.ts,*.js`, `*.ts;*.js`, `*.ts *.js`, `*.ts|*.js` and `["*.ts", "*.js"]`.
fn names_in_list(pattern: &str) -> Option<String> {
    let inner = pattern.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(pattern);
    if inner.contains(['{', '(']) {
        return None;
    }
    let names = inner.split([',', ';', '|', ' ', '\n']).map(|name| name.trim().trim_matches(['"', '\'']));
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    let are_patterns = names.iter().all(|name| name.contains('*') || name.contains('.'));
    match names.as_slice() {
        [one] if inner.len() < pattern.len() => Some((*one).to_owned()),
        [_, _, ..] if are_patterns => Some(format!("{{{}}}", names.join(","))),
        _ => None,
    }
}

/// Returns a pattern for a regular expression: `src/*.ts` for `^src/.*\.ts$`, `{a,b}/*` for `(a|b)/*`.
fn from_expression(pattern: &str) -> Option<String> {
    let is_expression = pattern.starts_with('^')
        || pattern.ends_with('$')
        || [".*", ".+", "\\."].iter().any(|sign| pattern.contains(sign))
        || (pattern.contains('(') && pattern.contains('|'));
    if !is_expression {
        return None;
    }
    let plain = pattern.trim_start_matches('^').trim_end_matches('$');
    let plain = plain.replace(".*", "*").replace(".+", "*").replace("\\.", ".").replace("\\/", "/");
    let plain = plain.replace('(', "{").replace(')', "}").replace('|', ",");
    (!plain.is_empty()).then_some(plain)
}

/// Returns other forms of a regular expression that found nothing, the likeliest first.
pub(super) fn other_expressions(pattern: &str) -> Vec<String> {
    let mut forms: Vec<String> = Vec::new();
    let mut add = |form: Option<String>| {
        if let Some(form) = form.filter(|form| form != pattern && !form.is_empty() && !forms.contains(form)) {
            forms.push(form);
        }
    };
    add(Some(decoded_entities(pattern)));
    let inner = without_delimiters(pattern);
    add(inner.clone());
    // The operators of basic expressions, as grep has them without -E.
    let operators = ["\\|", "\\(", "\\)", "\\{", "\\}", "\\+", "\\?"];
    if operators.iter().any(|operator| pattern.contains(operator)) {
        add(Some(
            operators.iter().fold(pattern.to_owned(), |it, operator| it.replace(operator, &operator[1..])),
        ));
    }
    // One level of backslashes too many.
    add(pattern.contains("\\\\").then(|| pattern.replace("\\\\", "\\")));
    // A piece of code, in which brackets and dots mean themselves.
    for text in std::iter::once(pattern).chain(inner.as_deref()) {
        let is_code = text.contains(['(', ')', '{', '}', '[', ']', '$', '+', '?', '*'])
            && !text.contains(['\\', '|', '^'])
            && !text.contains(".*")
            && !text.contains(".+");
        add(is_code.then(|| literal(text)));
    }
    forms.truncate(MAX_FORMS);
    forms
}

/// Returns an expression that is matched line by line without the `\r?` that stands for a part of the line end: lines are
/// matched without theirs.
pub(super) fn without_carriage_returns(pattern: &str) -> String {
    let mut rest = pattern;
    let mut plain = String::with_capacity(pattern.len());
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let escaped = after.chars().next().map_or(0, char::len_utf8);
        match after.strip_prefix("r?").or_else(|| after.strip_prefix("r*")) {
            Some(after) => rest = after,
            None => {
                plain.push('\\');
                plain.push_str(&after[..escaped]);
                rest = &after[escaped..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// Returns what is inside of `/…/`, with its flags, of quotes or backticks.
fn without_delimiters(pattern: &str) -> Option<String> {
    let trimmed = pattern.trim();
    if let Some((inner, flags)) = trimmed.strip_prefix('/').and_then(|rest| rest.rsplit_once('/')) {
        let are_flags = flags.bytes().all(|flag| b"gimsuvy".contains(&flag));
        let mark = if flags.contains('i') { "(?i)" } else { "" };
        return are_flags.then(|| format!("{mark}{}", inner.replace("\\/", "/")));
    }
    ['"', '\'', '`'].into_iter().find_map(|quote| {
        let inner = trimmed.strip_prefix(quote)?.strip_suffix(quote)?;
        (!inner.contains(quote)).then(|| inner.to_owned())
    })
}

/// Returns an expression that matches a text alone.
pub(super) fn literal(text: &str) -> String {
    let mut expression = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if "\\.+*?()|[]{}^$#&-~".contains(character) {
            expression.push('\\');
        }
        expression.push(character);
    }
    expression
}

/// Returns a text with its HTML entities read.
fn decoded_entities(text: &str) -> String {
    let entities =
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&apos;", "'"), ("&amp;", "&")];
    entities.iter().fold(text.to_owned(), |text, (entity, character)| text.replace(entity, character))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_have_the_forms_that_were_meant() {
        for (given, meant) in [
            ("\"src/*.ts\"", "src/*.ts"),
            ("src\\*.ts", "src/*.ts"),
            ("src\\\\*.ts", "src/*.ts"),
            (" src/*.ts;", "src/*.ts"),
            ("@src/*.ts", "src/*.ts"),
            ("*.ts,*.js", "{*.ts,*.js}"),
            ("*.ts *.js", "{*.ts,*.js}"),
            ("*.ts|*.js", "{*.ts,*.js}"),
            ("[\"*.ts\"]", "*.ts"),
            ("^src/.*\\.ts$", "src/*.ts"),
            ("(src|lib)/*.ts", "{src,lib}/*.ts"),
            ("*.ts;*.js", "{*.ts,*.js}"),
            ("src/@(a|b).ts", "src/{a,b}.ts"),
            ("src/?(a).ts", "src/{,a}.ts"),
            ("src/a.ts:12:3", "src/a.ts"),
            ("src/a.ts#L12", "src/a.ts"),
            ("src", "src/**/*"),
            ("src/index.js/**", "./src/index.js"),
            ("src/", "src/**/*"),
            (".ts", "*.ts"),
            ("/repo/src/*.ts", "src/*.ts"),
            ("C:\\work\\repo\\src\\*.ts", "src/*.ts"),
            ("repo/**/*.ts", "**/*.ts"),
        ] {
            let forms = other_patterns(given, "repo");
            assert!(forms.iter().any(|form| form == meant), "{given}: {forms:?}");
        }
        for given in ["*.ts", "src/*.ts", "**/*", "src/**/*.{ts,js}"] {
            assert!(
                !other_patterns(given, "repo").iter().any(|form| form == "*.ts" || form == "*"),
                "{given}"
            );
        }
    }

    #[test]
    fn a_pattern_fits_in_any_letter_case() {
        assert_eq!(in_any_case("S/*.Ts").as_deref(), Some("[sS]/*.[tT][sS]"));
        assert_eq!((in_any_case("[a]/*.ts"), in_any_case("*/1")), (None, None));
        for (pattern, expected) in [
            ("src/sub/*.ts", ("src/sub", "/*.ts")),
            ("src/s*b/a.ts", ("src", "/s*b/a.ts")),
            ("*.ts", ("", "*.ts")),
            ("src/a.ts", ("src/a.ts", "")),
        ] {
            assert_eq!(literal_beginning(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn folders_are_cut_off_past_the_name_of_the_root_alone() {
        for given in
            ["missing/**/*", "/etc/**/*", "../other/src/*.ts", "/proc/self/cwd/src/*.ts", "link/src/*.ts"]
        {
            assert_eq!(other_patterns(given, "repo"), Vec::<String>::new(), "{given}");
        }
    }

    #[test]
    fn carriage_returns_before_line_ends_are_left_out() {
        for (given, meant) in [
            ("one\\r?$", "one$"),
            ("one\\r*", "one"),
            ("one\\\\r?", "one\\\\r?"),
            ("\\bone\\r?\\b", "\\bone\\b"),
            ("one\\r", "one\\r"),
            ("é\\é", "é\\é"),
            ("one\\", "one\\"),
        ] {
            assert_eq!(without_carriage_returns(given), meant, "{given}");
        }
    }

    #[test]
    fn expressions_have_the_forms_that_were_meant() {
        for (given, meant) in [
            ("/one/", "one"),
            ("/one/i", "(?i)one"),
            ("`one`", "one"),
            ("'one'", "one"),
            ("one\\|two", "one|two"),
            ("\\(one\\)", "(one)"),
            ("&lt;div", "<div"),
            ("f(\"one\")", "f\\(\"one\"\\)"),
            ("\"f[one]\"", "f\\[one\\]"),
            ("\\\\bone\\\\b", "\\bone\\b"),
        ] {
            let forms = other_expressions(given);
            assert!(forms.iter().any(|form| form == meant), "{given}: {forms:?}");
        }
        assert!(other_expressions("one").is_empty());
        assert!(other_expressions("fn \\w+").is_empty());
    }
}
