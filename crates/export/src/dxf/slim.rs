//! A file without what readers do not need: the blanks before numbers, the owner of what is in model space, and the widths and bulges
//! of polylines that are 0.

use acadrust::types::Handle;

/// Returns a file, as text, in lines that end as on Unix, without blanks before group codes and whole numbers, without
/// the owners of the entities that are in the block of a handle, where readers put those that have none, and without the widths
/// and the bulge of 0 that a vertex of a polyline has unless it says otherwise.
pub(super) fn slim(file: &[u8], model_space: Handle) -> Vec<u8> {
    let owner = format!("{:X}", model_space.value());
    let mut slim = Vec::with_capacity(file.len());
    let mut lines = file.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let (mut last, mut section_begins, mut in_entities) = (-1, false, false);
    let mut in_polyline = false;
    while let (Some(code), Some(value)) = (lines.next(), lines.next()) {
        let digits = code.trim_ascii_start();
        let code = std::str::from_utf8(digits).ok().and_then(|it| it.parse::<i32>().ok()).unwrap_or(-1);
        if section_begins && code == 2 {
            in_entities = value == b"ENTITIES";
        }
        section_begins = code == 0 && value == b"SECTION";
        if code == 0 {
            in_polyline = value == b"LWPOLYLINE";
        }
        // Group 330 right after the handle is the owner; the same group elsewhere refers to something else.
        let is_owner = in_entities && last == 5 && code == 330 && value == owner.as_bytes();
        // Groups 40 and 41 are the widths at the ends of the side after a vertex, 42 is its bulge.
        let is_default = in_polyline && matches!(code, 40..=42) && value == b"0.0";
        last = code;
        if is_owner || is_default {
            continue;
        }
        slim.extend_from_slice(digits);
        slim.push(b'\n');
        slim.extend_from_slice(if is_whole(code) { value.trim_ascii_start() } else { value });
        slim.push(b'\n');
    }
    slim
}

/// Returns true for the codes of whole numbers.
fn is_whole(code: i32) -> bool {
    matches!(code, 60..=99 | 160..=179 | 270..=299 | 370..=389 | 400..=409 | 420..=429 | 440..=459 | 1060..=1071)
}
