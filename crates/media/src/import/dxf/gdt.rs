//! The font GDT, whose letters are signs of drawings.

/// Returns true for the font whose letters are signs, by its file or its family.
pub(super) fn is_gdt(font: &str) -> bool {
    let name = font.split('|').next().unwrap_or_default().trim().to_ascii_lowercase();
    matches!(name.trim_end_matches(".shx"), "gdt" | "amgdt")
}

/// Returns the sign that a letter of the font GDT shows.
pub(super) fn sign_of_letter(letter: char) -> Option<char> {
    Some(match letter.to_ascii_lowercase() {
        'a' => '∠',
        'b' => '⟂',
        'c' => '⏥',
        'd' => '⌓',
        'e' => '○',
        'f' => '∥',
        'g' => '⌭',
        'h' => '↗',
        'i' => '⌯',
        'j' => '⌖',
        'k' => '⌒',
        'l' => 'Ⓛ',
        'm' => 'Ⓜ',
        'n' => '⌀',
        'p' => 'Ⓟ',
        'r' => '◎',
        's' => 'Ⓢ',
        't' => '⌰',
        'u' => '⏤',
        'v' => '⌴',
        'w' => '⌵',
        'x' => '↧',
        _ => return None,
    })
}
