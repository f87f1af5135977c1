//! One row of the vocabulary: a function with its documentation.

use std::fmt::Write;

use boa_engine::JsValue;

use super::call::{Call, Checked};
use super::domain::Domain;
use super::parameter::Parameter;

/// One function of the vocabulary.
#[derive(Debug)]
pub struct Function {
    /// The name under which scripts call it, such as `drawCircle` or `check.inside`.
    pub name: &'static str,
    /// The chapter that documents it.
    pub domain: Domain,
    /// The parameters, in the order of the call.
    pub parameters: &'static [Parameter],
    /// The TypeScript type of the result.
    pub returns: &'static str,
    /// The documentation in sentences; the first one alone must be enough for a list.
    pub doc: &'static str,
    /// The statements that set the scene for the example; empty where it needs none.
    pub before: &'static str,
    /// An example of the function at work: it changes the scene, or prints.
    pub example: &'static str,
    pub(crate) call: fn(&mut Call<'_>) -> Checked<JsValue>,
}

impl Function {
    /// Returns the signature, such as `drawCircle(name: string, x: number, y: number, radius: number): true`.
    pub fn signature(&self) -> String {
        let generic = self.parameters.iter().any(|it| it.kind == "T");
        let generic = if generic { "<T extends number | string | boolean>" } else { "" };
        let mut out = format!("{}{generic}(", self.name);
        for (index, parameter) in self.parameters.iter().enumerate() {
            let comma = if index > 0 { ", " } else { "" };
            let mark = if parameter.optional { "?" } else { "" };
            let _ = write!(out, "{comma}{}{mark}: {}", parameter.name, parameter.kind);
        }
        let _ = write!(out, "): {}", self.returns);
        out
    }

    /// Returns the example with its preparation, as a whole program.
    pub fn program(&self) -> String {
        if self.before.is_empty() {
            self.example.to_owned()
        } else {
            format!("{}\n{}", self.before, self.example)
        }
    }

    /// Returns the function as `describe` shows it alone.
    pub fn page(&self) -> String {
        format!("{}\n\n{}\n\nExample:\n{}", self.signature(), self.doc, self.example)
    }
}
