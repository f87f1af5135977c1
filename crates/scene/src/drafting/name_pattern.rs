//! Names with `*` and `?`.
//!
//! This module is our own because `globset` matches bytes, and here brackets and braces stand for themselves.

/// Returns true if the name matches the pattern: `*` is any run of characters, `?` is any one.
///
/// Only the last star is ever returned to, so the time is at most the product of the lengths.
pub(crate) fn matches_pattern(pattern: &[char], name: &str) -> bool {
    let name: Vec<char> = name.chars().collect();
    let (mut at, mut read) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while read < name.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(wanted) if *wanted == '?' || *wanted == name[read] => {
                at += 1;
                read += 1;
            }
            _ => match star {
                Some((star_at, star_read)) => {
                    star = Some((star_at, star_read + 1));
                    at = star_at + 1;
                    read = star_read + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|rest| *rest == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_pattern_matches_stars_and_question_marks() {
        let cases = [
            ("*", "", true),
            ("*_wall", "north_wall", true),
            ("*_wall", "north_walls", false),
            ("w*l*", "wall", true),
            ("w?ll", "wall", true),
            ("w?ll", "wll", false),
            ("", "", true),
            ("", "a", false),
            ("벽_?", "벽_1", true),
            ("a*b*c", "aXbYbZc", true),
            ("A", "a", false),
            ("[a]", "[a]", true),
        ];
        for (pattern, name, expected) in cases {
            let characters: Vec<char> = pattern.chars().collect();
            assert_eq!(matches_pattern(&characters, name), expected, "{pattern} {name}");
        }
    }
}
