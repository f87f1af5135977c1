//! Paths as people write them: `~`, `$HOME` and `file://`, which a shell or a browser would have read.
//!
//! | written | means |
//! |---|---|
//! | `~`, `~/x`, `$HOME/x`, `${HOME}/x` | the home folder of the user who runs this |
//! | `file:///x`, `file://localhost/x` | the absolute path, with `%20` and the like decoded |
//! | `~name/x`, `$NAME/x`, `${NAME}/x`, `%NAME%/x`, `file://host/x`, `file:x` | refused: a folder of that name was hardly meant |
//!
//! `./~/x` is a folder that is really called so, and one that exists is taken as it is written.

use std::borrow::Cow;

use scenewright_error::{Error, Kind, Result, quote_name};

/// Returns the path that was meant. `exists` says whether there is a folder of a name beneath the first root.
pub(crate) fn expand<'a>(given: &'a str, exists: &dyn Fn(&str) -> bool) -> Result<Cow<'a, str>> {
    expand_with(given, home().as_deref(), exists)
}

fn home() -> Option<String> {
    let variable = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    std::env::var(variable).ok().filter(|home| !home.is_empty())
}

fn expand_with<'a>(
    given: &'a str,
    home: Option<&str>,
    exists: &dyn Fn(&str) -> bool,
) -> Result<Cow<'a, str>> {
    if let Some(rest) = strip_scheme(given) {
        return from_url(given, rest).map(Cow::Owned);
    }
    let end = given.find(std::path::is_separator).unwrap_or(given.len());
    let (first, rest) = given.split_at(end);
    let stands_for_home = matches!(first, "~" | "$HOME" | "${HOME}");
    let is_known = stands_for_home || is_variable(first) || is_user(first) && !rest.is_empty();
    if !is_known || exists(first) {
        return Ok(Cow::Borrowed(given));
    }
    if !stands_for_home {
        return Err(refused(given, &format!("{} is not expanded here", quote_name(first))));
    }
    match home {
        Some(home) => Ok(Cow::Owned(format!("{}{rest}", home.trim_end_matches('/')))),
        None => Err(refused(given, "no home folder is known for ~")),
    }
}

/// Returns the text after `file:`, in any letter case.
fn strip_scheme(given: &str) -> Option<&str> {
    let (scheme, rest) = given.split_once(':')?;
    (scheme.eq_ignore_ascii_case("file") && (rest.starts_with('/') || rest.is_empty())).then_some(rest)
}

fn from_url(given: &str, rest: &str) -> Result<String> {
    let path = match rest.strip_prefix("//") {
        Some(after) => {
            let (host, _) = after.split_once('/').unwrap_or((after, ""));
            if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
                return Err(refused(given, "it names a file of another machine"));
            }
            &after[host.len()..]
        }
        None => rest,
    };
    if path.is_empty() {
        return Err(refused(given, "it names no path"));
    }
    let decoded = decoded(path).ok_or_else(|| refused(given, "its escapes with % are not valid"))?;
    // `/C:/x` is `C:/x` where paths have drives.
    let has_drive = cfg!(windows) && decoded.as_bytes().get(2) == Some(&b':');
    Ok(if has_drive { decoded[1..].to_owned() } else { decoded })
}

fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let (high, low) = (digit()?, digit()?);
        // No name has a slash.
        bytes.push(u8::try_from(high * 16 + low).ok().filter(|byte| *byte != b'/')?);
    }
    String::from_utf8(bytes).ok()
}

/// Returns true for `$NAME`, `${NAME}` and `%NAME%`.
fn is_variable(name: &str) -> bool {
    let inside = match name.strip_prefix('$') {
        Some(rest) => rest.strip_prefix('{').map_or(Some(rest), |rest| rest.strip_suffix('}')),
        None => name.strip_prefix('%').and_then(|rest| rest.strip_suffix('%')),
    };
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_uppercase() || first == '_')
            && name.chars().all(|character| character.is_ascii_alphanumeric() || character == '_')
    };
    let is_braced = name.starts_with("${");
    inside.is_some_and(|inside| is_name(inside) || is_braced && !inside.is_empty())
}

/// Returns true for `~name`.
fn is_user(name: &str) -> bool {
    name.strip_prefix('~').is_some_and(|user| {
        user.starts_with(|first: char| first.is_ascii_lowercase())
            && user
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || matches!(character, '_' | '-'))
    })
}

fn refused(given: &str, reason: &str) -> Error {
    Error::new(Kind::InvalidInput, format!("Could not use the path {}: {reason}.", quote_name(given))).with_hint(
        "Write the path out, absolute or relative to the root of the workspace. A folder really called so is ./ and \
         its name.",
    )
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn written_paths_are_expanded_or_refused() {
        // `ts/written-path.ts` does the same with the paths of options, and is held to the same table.
        let table = include_str!("../../../tests/written-paths.json");
        let table: Value = serde_json::from_str(table).unwrap();
        let texts = |rows: &Value| -> Vec<String> { serde_json::from_value(rows.clone()).unwrap() };
        let existing = texts(&table["existing"]);
        let expand = |given: &str| {
            let exists = |name: &str| existing.iter().any(|known| known == name);
            expand_with(given, table["home"].as_str(), &exists)
                .map(Cow::into_owned)
                .map_err(|error| error.message)
        };
        for row in table["meant"].as_array().unwrap() {
            let row = texts(row);
            assert_eq!(expand(&row[0]).as_ref(), Ok(&row[1]), "{}", row[0]);
        }
        for given in texts(&table["refused"]) {
            assert!(expand(&given).is_err(), "{given}");
        }
        for (given, reason) in [
            ("~bob/x", "`~bob`"),
            ("$PWD/x", "`$PWD`"),
            ("${workspaceFolder}/x", "workspaceFolder"),
            ("%USERPROFILE%/x", "USERPROFILE"),
            ("file://server/x", "another machine"),
            ("file:///a%zz", "not valid"),
            ("file://", "no path"),
        ] {
            let message = expand(given).unwrap_err();
            assert!(message.contains(reason.trim_matches('`')), "{given}: {message}");
        }
        let none = expand_with("~/x", None, &|_| false).unwrap_err();
        assert!(none.message.contains("no home folder"), "{}", none.message);
    }
}
