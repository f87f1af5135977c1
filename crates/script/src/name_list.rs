//! A list of names inside a sentence.

/// Formats a list for a sentence: at most twelve names.
pub(super) fn shorten(names: &[&str]) -> String {
    const SHOWN: usize = 12;
    let mut list = names.iter().take(SHOWN).copied().collect::<Vec<_>>().join(", ");
    if names.len() > SHOWN {
        list.push_str(&format!(" and {} more", names.len() - SHOWN));
    }
    list
}
