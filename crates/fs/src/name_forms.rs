//! The forms that names take on other file systems.

/// Returns a name as a file system sees it that ignores letter case: names that become the same may be one file
/// there. Characters that HFS+ ignores are removed, and letters are folded one by one.
pub(super) fn folded(name: &str) -> String {
    let is_left_out = |character: &char| {
        matches!(
            character,
            '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{206a}'..='\u{206f}' | '\u{feff}'
        )
    };
    // By way of capitals, so that letters that share one become the same.
    let upper = name.chars().filter(|it| !is_left_out(it)).flat_map(char::to_uppercase);
    upper.flat_map(char::to_lowercase).collect()
}

/// Returns true if Windows takes the name for a device's, in whatever letter case.
pub fn is_device_name(name: &str) -> bool {
    let name = name.to_ascii_uppercase();
    let is_numbered =
        |prefix: &str| name.strip_prefix(prefix).is_some_and(|rest| matches!(rest.as_bytes(), [b'0'..=b'9']));
    matches!(name.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$")
        || is_numbered("COM")
        || is_numbered("LPT")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_equal_on_some_file_system_fold_alike() {
        for (one, other) in
            [("Gear", "gEAR"), ("gear\u{212a}", "GEARk"), ("\u{17f}et", "SET"), ("a\u{200d}b", "AB")]
        {
            assert_eq!(folded(one), folded(other));
        }
        assert_ne!(folded("gear"), folded("gears"));
    }
}
