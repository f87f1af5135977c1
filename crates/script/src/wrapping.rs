//! The code around a script whose names are those of a block, and the places of the author in it.
//!
//! ```text
//! var total = 0                                        {let total,i;     total = 0
//! for (var i = 0; i < 9; i++) total += i     →         for ( 0, i = 0; i < 9; i++) total += i
//!                                                      }
//! ```
//!
//! A `var` belongs to the global object wherever it stands. So its names are declared at the beginning of the block, where
//! they have the value `undefined` as those of a `var` have, and the word itself is replaced by as many other characters:
//! what follows it is an assignment. Only the columns of the first line move.

use super::global_uses::GlobalUses;
use super::source::Place;

/// The directive that a strict script begins with, which would be an expression in the block.
const STRICT: &str = "'use strict';";

/// The code before a script and the names of its `var`s.
const OPENING: &str = "{";

/// The code after a script, which may end with a comment.
const END: &str = "\n}";

/// The number of columns by which the first line of a script has moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift(u32);

/// Returns the code of a script as a block, and what moved by that.
pub(super) fn wrap(code: &str, globals: &GlobalUses) -> (String, Shift) {
    let mut out = String::from(if globals.is_strict { STRICT } else { "" });
    out.push_str(OPENING);
    let variables: Vec<&str> = globals.variables.iter().map(String::as_str).collect();
    if !variables.is_empty() {
        out.push_str(&format!("let {};", variables.join(",")));
    }
    let shift = u32::try_from(out.encode_utf16().count()).unwrap_or(u32::MAX);
    let mut done = 0;
    for word in &globals.var_words {
        out.push_str(&code[done..word.start]);
        // A number ends the statement before where a line end does, and lets a pattern be one.
        out.push_str(if word.is_loop_target { "   " } else { " 0," });
        done = word.start + "var".len();
    }
    out.push_str(&code[done..]);
    out.push_str(END);
    (out, Shift(shift))
}

impl Shift {
    /// Returns the author's place for one of the engine's.
    pub(super) fn place(self, place: Place) -> Place {
        match place.line {
            1 => Place { column: place.column.saturating_sub(self.0).max(1), ..place },
            _ => place,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::global_uses::VarWord;

    #[test]
    fn only_columns_of_first_line_move() {
        let code = "var a = 1\nfor (var b of [a]) b\n// end";
        let globals = GlobalUses {
            variables: ["a", "b"].map(str::to_owned).into(),
            var_words: vec![
                VarWord { start: 0, is_loop_target: false },
                VarWord { start: 15, is_loop_target: true },
            ],
            ..GlobalUses::default()
        };
        let (wrapped, shift) = wrap(code, &globals);
        assert_eq!(wrapped, "{let a,b; 0, a = 1\nfor (    b of [a]) b\n// end\n}");
        let place = |line, column| shift.place(Place { line, column });
        assert_eq!(place(1, 14), Place { line: 1, column: 5 });
        assert_eq!(place(2, 14), Place { line: 2, column: 14 });
    }
}
