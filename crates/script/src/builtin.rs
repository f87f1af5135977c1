//! The modules of the package, which scripts import by name and cannot change.

/// The modules, each with its name and its text.
pub const BUILTIN_MODULES: &[(&str, &str)] = &[
    ("gears", include_str!("../../../assets/modules/gears.js")),
    ("holes", include_str!("../../../assets/modules/holes.js")),
    ("isometric", include_str!("../../../assets/modules/isometric.js")),
    ("joints", include_str!("../../../assets/modules/joints.js")),
];

/// Returns the text of a module of the package.
pub fn builtin_module(name: &str) -> Option<&'static str> {
    BUILTIN_MODULES.iter().find(|(it, _)| *it == name).map(|(_, text)| *text)
}
