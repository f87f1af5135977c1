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
    if let Some(regular) = from_expression(&plain) {
        add(regular);
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

/// Returns `{*.ts,*.js}` for `*.ts,*.js`, `*.ts *.js`, `*.ts|*.js` and `["*.ts", "*.js"]`.
fn names_in_list(pattern: &str) -> Option<String> {
    let inner = pattern.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(pattern);
    if inner.contains(['{', '(']) {
        return None;
    }
    let names = inner.split([',', '|', ' ', '\n']).map(|name| name.trim().trim_matches(['"', '\'']));
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
    add(without_delimiters(pattern));
    // The operators of basic expressions, as grep has them without -E.
    let operators = ["\\|", "\\(", "\\)", "\\{", "\\}", "\\+", "\\?"];
    if operators.iter().any(|operator| pattern.contains(operator)) {
        add(Some(
            operators.iter().fold(pattern.to_owned(), |it, operator| it.replace(operator, &operator[1..])),
        ));
    }
    // A piece of code, in which brackets and dots mean themselves.
    let is_code = pattern.contains(['(', ')', '{', '}', '[', ']', '$', '+', '?', '*'])
        && !pattern.contains(['\\', '|', '^'])
        && !pattern.contains(".*")
        && !pattern.contains(".+");
    if is_code {
        add(Some(literal(pattern)));
    }
    forms.truncate(MAX_FORMS);
    forms
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
fn literal(text: &str) -> String {
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
            ("src", "src/**/*"),
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
    fn folders_are_cut_off_past_the_name_of_the_root_alone() {
        for given in
            ["missing/**/*", "/etc/**/*", "../other/src/*.ts", "/proc/self/cwd/src/*.ts", "link/src/*.ts"]
        {
            assert_eq!(other_patterns(given, "repo"), Vec::<String>::new(), "{given}");
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
        ] {
            let forms = other_expressions(given);
            assert!(forms.iter().any(|form| form == meant), "{given}: {forms:?}");
        }
        assert!(other_expressions("one").is_empty());
        assert!(other_expressions("fn \\w+").is_empty());
    }
}
