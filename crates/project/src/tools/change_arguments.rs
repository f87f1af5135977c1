//! The arguments of tools that change files.

use scenewright_tools::table::ArgumentKind::{Choice, Flag, Objects, Short, Text, Whole};
use scenewright_tools::table::{Argument, ArgumentKind, MAX_PATH, Variants, may, needs};

pub(super) const FILE: Argument = needs("file", Short(MAX_PATH), "`main` or a module.");
pub(super) const OLD_CODE: Argument =
    needs("old_code", Text, "The exact text to replace. Empty creates a missing or empty file.");
pub(super) const NEW_CODE: Argument = needs("new_code", Text, "The replacement, literally. Empty deletes.");
pub(super) const REPLACE_ALL: Argument = may("replace_all", Flag, "Every occurrence. Default: the first.");
pub(super) const EXPECTED: Argument = may(
    "expected_replacements",
    Whole(1, 1_000_000),
    "Refuse unless it occurs exactly this many times; replace all.",
);

pub(super) const FORCE: Argument = may("force", Flag, "Overwrite later changes.");

/// The arguments of one edit in a list.
pub(super) const EDITS: ArgumentKind =
    Objects(&[OLD_CODE, NEW_CODE, REPLACE_ALL, EXPECTED], "{ old_code, new_code }");

pub(super) const CHANGE_TYPES: &[&str] = &["edit", "write", "delete", "rename"];
pub(super) const TYPE: Argument = may("type", Choice(CHANGE_TYPES), "What to do.");
pub(super) const CODE: Argument = needs("code", Text, "The whole new code, 1 MiB at most.");
pub(super) const TO: Argument = needs("to", Short(MAX_PATH), "The new name.");

/// A change in a list.
pub(super) const CHANGE: Variants = Variants {
    names: CHANGE_TYPES,
    arguments: &[
        &[TYPE, FILE, OLD_CODE, NEW_CODE, REPLACE_ALL, EXPECTED],
        &[TYPE, FILE, CODE],
        &[TYPE, FILE],
        &[TYPE, FILE, TO],
    ],
    distinguished_by: &[("old_code", "edit"), ("new_code", "edit"), ("code", "write"), ("to", "rename")],
    shown: "{ type, file, … }",
};
