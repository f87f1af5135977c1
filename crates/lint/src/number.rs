//! Numbers and words in messages.

/// Formats a length for a reader: four digits are enough.
pub(crate) fn mm(value: f64) -> String {
    let decimals = match value.abs() {
        it if it >= 100.0 => 1,
        it if it >= 1.0 => 2,
        it if it >= 0.01 => 3,
        _ => 5,
    };
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// Returns a text in quotes; a long one is cut.
pub(crate) fn quoted(words: &str) -> String {
    const MOST: usize = 40;
    let flat: String = words.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
    let mut shown: String = flat.chars().take(MOST).collect();
    if flat.chars().count() > MOST {
        shown.push('…');
    }
    format!("\"{shown}\"")
}
