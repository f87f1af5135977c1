//! The reasons for refusing an edit, in the words of the file tools.

use super::refusal::Refusal;
use scenewright_text::edit::{EditError, overlap_sentence};

/// The most characters of a text that was not found in MultiEdit's message.
const MAX_QUOTED: usize = 100;
/// The most matching lines that are named.
const MAX_LINES: usize = 200;

/// What to do about matches that overlap, of which no number can be replaced.
const OVERLAPPING: &str = "Give more of the text around the intended match, or give line, the line on which the intended match begins; or set \
                           replace_all.";
/// What to do about a text that the file has, but not on the given line.
const ELSEWHERE: &str = "Give the line on which the intended match begins, or leave line out.";
/// A number to replace some of the matches chooses none of them.
const FEWER_EXPECTED: &str = "If all of them are meant, give their number; for one of them give more of the text around it, or give line, the line on \
                              which the intended match begins.";

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
        EditError::NotFound { help } => {
            let refusal = words(&[]).with_help(help.as_ref().map(|help| help.message.as_str()));
            if help.is_some_and(|help| help.is_elsewhere) { refusal.with_advice(ELSEWHERE) } else { refusal }
        }
        EditError::Ambiguous { count, lines, apart } => {
            let same_line = match are_on_one_line(&lines, count) {
                true => {
                    ", so that no line tells them apart: give more of the text around the one that is meant"
                }
                false => "",
            };
            let overlap = overlap_sentence(count, apart);
            let help = format!("The matches begin on {}{same_line}.{overlap}", name_lines(&lines, count));
            let refusal = words(&[("count", &count.to_string())]).with_help(Some(&help));
            if apart < count { refusal.with_advice(OVERLAPPING) } else { refusal }
        }
        EditError::CountMismatch { expected, found, lines, apart } => {
            let mut refusal = words(&[
                ("expected", &expected.to_string()),
                ("found", &if found == 1 { "once".to_owned() } else { format!("{found} times") }),
                ("lines", &name_lines(&lines, found)),
            ]);
            refusal.error.message.push_str(&overlap_sentence(found, apart));
            match apart < found {
                true => refusal.with_advice(OVERLAPPING),
                false if expected < found => refusal.with_hint(FEWER_EXPECTED),
                false => refusal,
            }
        }
        EditError::NoChange | EditError::AlreadyExists => words(&[]),
        EditError::Refused(error) => Refusal::from_error(tool, *error),
    }
}

/// Returns true for several matches that all begin on one line: the number of a line chooses none of them.
fn are_on_one_line(lines: &[usize], count: usize) -> bool {
    count > 1 && count == lines.len() && lines.iter().all(|line| *line == lines[0])
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
        let refusal = refuse_edit(
            "Edit",
            EditError::Ambiguous { count: 2, lines: vec![3, 9], apart: 2 },
            "let a",
            None,
        );
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
