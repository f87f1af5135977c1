//! The reasons for refusing an edit, in the words of the file tools.

use super::refusal::Refusal;
use scenewright_text::edit::EditError;

/// The most characters of a text that was not found in MultiEdit's message.
const MAX_QUOTED: usize = 100;
/// The most matching lines that are named.
const MAX_LINES: usize = 200;

/// Makes the refusal of one edit, or of an edit by its number among several.
pub(crate) fn refuse_edit(tool: &str, error: EditError, old: &str, number: Option<usize>) -> Refusal {
    let kind = error.kind();
    let edit = number.map(|number| number.to_string()).unwrap_or_default();
    let beginning: String = old.chars().take(MAX_QUOTED).collect();
    let words = |more: &[(&'static str, &str)]| -> Refusal {
        let mut words = vec![("edit", edit.as_str()), ("old_string", old), ("beginning", beginning.as_str())];
        words.extend_from_slice(more);
        Refusal::of(tool, kind, &words)
    };
    match error {
        EditError::NotFound { help } => words(&[]).with_help(help.as_ref().map(|help| help.message.as_str())),
        EditError::Ambiguous { count, lines } => {
            let help = format!("The matches begin on {}.", name_lines(&lines, count));
            words(&[("count", &count.to_string())]).with_help(Some(&help))
        }
        EditError::CountMismatch { expected, found, lines } => words(&[
            ("expected", &expected.to_string()),
            ("found", &if found == 1 { "once".to_owned() } else { format!("{found} times") }),
            ("lines", &name_lines(&lines, found)),
        ]),
        EditError::NoChange | EditError::AlreadyExists => words(&[]),
        EditError::Refused(error) => Refusal::from_error(tool, *error),
    }
}

/// Names `line 3`, or `lines 3, 8, 21`, with the number of all, and of those on one line.
fn name_lines(lines: &[usize], count: usize) -> String {
    let kept = &lines[..lines.len().min(MAX_LINES)];
    let shown: Vec<String> = kept
        .chunk_by(|one, other| one == other)
        .map(|same| match same {
            [line] => line.to_string(),
            _ => format!("{} ({} matches)", same[0], same.len()),
        })
        .collect();
    let more = match count.saturating_sub(kept.len()) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let noun = if shown.len() == 1 && more.is_empty() { "line" } else { "lines" };
    format!("{noun} {}{more}", shown.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_refusal_names_the_string_and_the_lines() {
        let refusal =
            refuse_edit("Edit", EditError::Ambiguous { count: 2, lines: vec![3, 9] }, "let a", None);
        assert_eq!(refusal.code, Some(9));
        assert!(refusal.error.message.ends_with("\nString: let a\n\nThe matches begin on lines 3, 9."));
        let refusal = refuse_edit("MultiEdit", EditError::NotFound { help: None }, "x", Some(2));
        assert_eq!(refusal.error.message, "Edit 2: String to replace not found in file: \"x...\"");
        let lines: Vec<usize> = (1..=205).collect();
        assert!(name_lines(&lines, 205).ends_with("200 and 5 more"));
        assert_eq!(name_lines(&[1, 1, 4], 3), "lines 1 (2 matches), 4");
        assert_eq!(name_lines(&[1, 1], 2), "line 1 (2 matches)");
    }
}
