//! Modules shipped with the package: they can be read and imported, and not changed.

use std::fmt::Write as _;

/// The modules, each with its name and its text.
pub const ALL: &[(&str, &str)] = &[
    ("gears", include_str!("../../../assets/modules/gears.js")),
    ("holes", include_str!("../../../assets/modules/holes.js")),
    ("isometric", include_str!("../../../assets/modules/isometric.js")),
    ("joints", include_str!("../../../assets/modules/joints.js")),
];

/// Lists the modules, one per line, each with the first sentence of its text.
pub fn overview() -> String {
    let mut out = String::from("Built-in modules (describe {\"file\": \"gears\"} lists what one exports):\n");
    for (name, text) in ALL {
        let sentence = text.lines().next().and_then(|line| line.strip_prefix("// ")).unwrap_or_default();
        let _ = writeln!(out, "  {name}: {sentence}");
    }
    out
}

pub fn find(name: &str) -> Option<&'static str> {
    ALL.iter().find(|(it, _)| *it == name).map(|(_, text)| *text)
}
