//! Text in an encoding that a file names itself.

use encoding_rs::{Encoding, WINDOWS_1252};

/// Decodes bytes by the name of a code page as drafting programs write it, such as `ANSI_949` or `DOS850`. Bytes that
/// the page does not have become the replacement character; an unknown page counts as Western European.
pub fn decode_code_page(bytes: &[u8], page: &str) -> String {
    let page = page.trim().to_ascii_lowercase();
    let number: String = page.chars().filter(char::is_ascii_digit).collect();
    let label = match number.as_str() {
        "932" => "shift_jis".to_owned(),
        "936" => "gbk".to_owned(),
        // Johab (1361) is an encoding of its own that the library lacks; for most files named so, this one is
        // what was meant.
        "949" | "1361" => "euc-kr".to_owned(),
        "950" => "big5".to_owned(),
        "874" => "windows-874".to_owned(),
        "866" => "ibm866".to_owned(),
        "65001" => "utf-8".to_owned(),
        other => format!("windows-{other}"),
    };
    let encoding = Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252);
    encoding.decode_without_bom_handling(bytes).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_pages_of_drawings_are_decoded() {
        for (page, bytes, expected) in [
            ("ANSI_1252", &b"\xd8 20"[..], "Ø 20"),
            ("ansi_949", &b"\xba\xce\xc7\xb0"[..], "부품"),
            ("ANSI_932", &b"\x90\x7d"[..], "図"),
            ("ANSI_1251", &b"\xe4\xe0"[..], "да"),
            ("UNHEARD", &b"\xe9"[..], "é"),
        ] {
            assert_eq!(decode_code_page(bytes, page), expected);
        }
    }
}
