//! Numbers of lines in words, for messages of refusals and of diagnosis alike.

/// Names `line 3`, `lines 3 and 8`, or the first twenty of `count`.
pub(super) fn name_lines(lines: &[usize], count: usize) -> String {
    const SHOWN: usize = 20;
    let shown: Vec<String> = lines.iter().take(SHOWN).map(usize::to_string).collect();
    match shown.as_slice() {
        [] => "no line".to_owned(),
        [one] => format!("line {one}"),
        _ if count > SHOWN => format!("lines {} and {} more", shown.join(", "), count - SHOWN),
        [before @ .., last] => format!("lines {} and {last}", before.join(", ")),
    }
}
