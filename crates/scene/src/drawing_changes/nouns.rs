//! The names of entities in a sentence: their names, the common part of their names, or their type.

use scenewright_error::quote_name;

/// Returns a name as a line shows it: on one line, and not too long.
pub(super) fn quote_in_line(name: &str) -> String {
    quote_name(name).into_owned()
}

/// Returns the part of a name before its number: `hole` of `hole_3`, `leg` of `leg 2-4`. `None` where a number is all.
pub(super) fn stem(name: &str) -> Option<&str> {
    let is_counting =
        |c: char| c.is_ascii_digit() || matches!(c, '_' | '-' | '.' | ',' | ' ' | '#' | '/' | '[' | ']');
    let stem = name.trim_end_matches(is_counting);
    (!stem.is_empty()).then_some(stem)
}

/// Returns `4 holes` where the names have their stem in common, or else `4 circles` by their type.
pub(super) fn counted_names(names: &[&str], kind: &'static str) -> String {
    let common = names.first().and_then(|name| stem(name));
    match common.filter(|common| names.iter().all(|name| stem(name) == Some(common))) {
        Some(common) => counted_noun(names.len(), common),
        None => counted_noun(names.len(), kind_noun(kind)),
    }
}

/// Returns `1 hole`, `4 holes`, and `4 × отверстие` of a word that is not English.
pub(super) fn counted_noun(count: usize, noun: &str) -> String {
    let noun = quote_in_line(noun);
    match count {
        1 => format!("1 {noun}"),
        _ if !noun.is_ascii() => format!("{count} × {noun}"),
        _ => format!("{count} {}", plural(&noun)),
    }
}

/// Returns the word for a type of entity.
pub(super) fn kind_noun(kind: &'static str) -> &'static str {
    match kind {
        "rect" => "rectangle",
        other => other,
    }
}

/// Returns the plural by the rules of English; a word that ends with a single s is one already.
fn plural(noun: &str) -> String {
    let lower = noun.to_ascii_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| lower.ends_with(ending));
    if !lower.ends_with(|last: char| last.is_ascii_alphabetic()) {
        format!("{noun}s")
    } else if ends(&["ss", "x", "ch", "sh", "z"]) {
        format!("{noun}es")
    } else if lower.ends_with('s') {
        noun.to_owned()
    } else if lower.ends_with('y') && !ends(&["ay", "ey", "iy", "oy", "uy"]) {
        format!("{}ies", &noun[..noun.len() - 1])
    } else {
        format!("{noun}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_counted_by_the_stem_of_their_names() {
        for (names, kind, counted) in [
            (&["hole_1", "hole_2"][..], "circle", "2 holes"),
            (&["hole", "hole_2", "hole 3"], "circle", "3 holes"),
            (&["box_1", "box_2"], "rect", "2 boxes"),
            (&["body1", "body2"], "rect", "2 bodies"),
            (&["key_1", "key_2"], "path", "2 keys"),
            (&["glass-1", "glass-2"], "path", "2 glasses"),
            (&["legs_1", "legs_2"], "path", "2 legs"),
            (&["M5_1", "M5_2"], "circle", "2 Ms"),
            (&["1", "2"], "circle", "2 circles"),
            (&["a", "b"], "rect", "2 rectangles"),
            (&["отверстие_1", "отверстие_2"], "circle", "2 × отверстие"),
            (&["孔1", "孔2", "孔3"], "circle", "3 × 孔"),
        ] {
            assert_eq!(counted_names(names, kind), counted);
        }
    }
}
