//! One argument of a tool: its name, its kind, and the words for a model.

/// An argument of a tool, or of an object within one.
#[derive(Debug, PartialEq, Eq)]
pub struct Argument {
    /// The name in a call, such as `file_path`.
    pub name: &'static str,
    /// The values that it may have.
    pub kind: ArgumentKind,
    /// True when a call without it is refused.
    pub required: bool,
    /// The words for a model; may be empty where the name says enough.
    pub description: &'static str,
}

/// The values that an argument may have. They are checked before the tool is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArgumentKind {
    /// The contents of a file or a part of them: as long as a file may be.
    Text,
    /// A name, a pattern or a few words, with its most bytes.
    Short(usize),
    /// True or false.
    Flag,
    /// A whole number from the first to the second.
    Whole(i64, i64),
    /// Any finite number.
    Number,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A list of at least one object with these arguments, and the form of such an object in a sentence.
    Objects(&'static [Argument], &'static str),
    /// A list of texts, with the most bytes of each.
    Texts(usize),
    /// A list of points, with the least and the greatest number.
    Points(usize, usize),
    /// A name, a list of names, or a box as least and greatest x and y.
    NamesOrBox,
    /// True or false, a name, or a list of names.
    FlagOrNames,
    /// True or false, or a number greater than zero.
    FlagOrNumber,
    /// A width and a height from the first to the second number, or the word `off`.
    SizeOrOff(u32, u32),
    /// Numbers, strings and booleans by names: a list of `{ name, value }`, or one object.
    Values,
    /// A list of at least one object, each of one of several types.
    Variants(&'static Variants),
}

/// The types of an object that a list holds. The type is its argument `type`.
#[derive(Debug, PartialEq, Eq)]
pub struct Variants {
    /// The names of the types.
    pub names: &'static [&'static str],
    /// The arguments of each type, in the order of the names.
    pub arguments: &'static [&'static [Argument]],
    /// The types of objects that do not state theirs, each with an argument that implies it: the first
    /// that matches counts.
    pub distinguished_by: &'static [(&'static str, &'static str)],
    /// The form of an object in a sentence.
    pub shown: &'static str,
}

/// The most bytes of a path, as on Linux (`PATH_MAX`).
pub const MAX_PATH: usize = 4_096;
/// The most bytes of a pattern.
pub const MAX_PATTERN: usize = 64 << 10;
/// The most bytes of an id or a name.
pub const MAX_NAME: usize = 200;
/// The most bytes of a message.
pub const MAX_MESSAGE: usize = 64 << 10;
/// The most entries of a list.
pub const MAX_ENTRIES: usize = 10_000;

/// Makes an argument that every call gives.
pub const fn needs(name: &'static str, kind: ArgumentKind, description: &'static str) -> Argument {
    Argument { name, kind, required: true, description }
}

/// Makes an argument that may be left out.
pub const fn may(name: &'static str, kind: ArgumentKind, description: &'static str) -> Argument {
    Argument { name, kind, required: false, description }
}

impl Variants {
    /// Returns the arguments of a type.
    pub fn of(&self, name: &str) -> Option<&'static [Argument]> {
        let index = self.names.iter().position(|known| *known == name)?;
        self.arguments.get(index).copied()
    }
}
