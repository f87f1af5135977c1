//! Refusals of an edit in the words of the file tools, whose arguments are `old_string` and `new_string`.

use crate::edit::EditError;
use crate::error::Error;

/// Of matching lines at most so many are named.
const MOST_LINES: usize = 20;

/// Why an edit was refused, as the file tools say it.
pub fn edit_refused(error: EditError, old_string: &str) -> Error {
    let kind = error.kind();
    let message = match error {
        EditError::NoChange => {
            "No changes to make: old_string and new_string are exactly the same.".to_owned()
        }
        EditError::AlreadyExists => "Cannot create new file - file already exists.".to_owned(),
        EditError::NotFound { help } => {
            let help = help.map(|help| format!("\n\n{help}")).unwrap_or_default();
            format!("String to replace not found in file.\nString: {old_string}{help}")
        }
        EditError::CountMismatch { expected, found, lines } => {
            let found = if found == 1 { "once".to_owned() } else { format!("{found} times") };
            format!(
                "expected_replacements is {expected}, but old_string occurs {found} in the file ({}).",
                name_lines(&lines)
            )
        }
        EditError::Ambiguous { count, lines } => format!(
            "Found {count} matches of the string to replace, but replace_all is false. To replace all occurrences, set \
             replace_all to true. To replace only one occurrence, please provide more context to uniquely identify the \
             instance.\nString: {old_string}\n\nThe matches begin on {}.",
            name_lines(&lines)
        ),
        EditError::Refused(error) => return *error,
    };
    Error::new(kind, message)
}

/// `line 3`, or `lines 3, 8, 21`.
fn name_lines(lines: &[usize]) -> String {
    let shown: Vec<String> = lines.iter().take(MOST_LINES).map(usize::to_string).collect();
    let more = match lines.len().saturating_sub(MOST_LINES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let noun = if lines.len() == 1 { "line" } else { "lines" };
    format!("{noun} {}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Kind;

    #[test]
    fn a_refusal_names_the_string_and_the_lines() {
        let error = edit_refused(EditError::Ambiguous { count: 2, lines: vec![3, 9] }, "let a");
        assert_eq!(error.kind, Kind::AmbiguousMatch);
        assert!(
            error.message.starts_with("Found 2 matches of the string to replace, but replace_all is false.")
        );
        assert!(error.message.ends_with("\nString: let a\n\nThe matches begin on lines 3, 9."));
        let error = edit_refused(EditError::NotFound { help: None }, "x");
        assert_eq!(error.message, "String to replace not found in file.\nString: x");
        let lines: Vec<usize> = (1..=25).collect();
        assert!(name_lines(&lines).ends_with("20 and 5 more"));
    }
}
