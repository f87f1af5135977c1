//! Parameters of the vocabulary's functions.

/// A parameter with its TypeScript type.
#[derive(Debug)]
pub struct Parameter {
    /// The name in signatures and in messages about a wrong argument.
    pub name: &'static str,
    /// The TypeScript type, such as `number` or `{ closed?: boolean }`.
    pub kind: &'static str,
    /// True when a call may leave it out.
    pub optional: bool,
}

/// Makes a parameter that every call gives.
pub(crate) const fn required(name: &'static str, kind: &'static str) -> Parameter {
    Parameter { name, kind, optional: false }
}

/// Makes a parameter that may be left out.
pub(crate) const fn optional(name: &'static str, kind: &'static str) -> Parameter {
    Parameter { name, kind, optional: true }
}
