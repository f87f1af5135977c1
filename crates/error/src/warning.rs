//! Warnings: what succeeded and deserves a look, each with a code that programs branch on.

/// Something that succeeded and deserves a look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The code, for programs.
    pub code: WarningCode,
    /// One or more sentences for a person or a model.
    pub message: String,
}

macro_rules! warning_codes {
    ($($(#[$doc:meta])* $name:ident $text:literal $about:literal,)*) => {
        /// The stable name of a warning, for programs to branch on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum WarningCode {
            $(
                #[doc = $about]
                $name,
            )*
        }

        impl WarningCode {
            /// All codes, in the order in which they are documented.
            pub const ALL: &[WarningCode] = &[$(WarningCode::$name),*];

            /// Returns the name on every wire.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(WarningCode::$name => $text,)*
                }
            }

            /// Returns what the warning means, as a sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(WarningCode::$name => $about,)*
                }
            }
        }
    };
}

// The documents and the published types have the same list, which a test compares.
warning_codes! {
    NotRead "not_read" "The file was not read in this session before it was changed.",
    ChangedSinceRead "changed_since_read" "The file changed since this session read it.",
    AmbiguousMatch "ambiguous_match" "The text occurs more than once, and the first place was taken.",
    Placeholder "placeholder" "A line that stands for left out code was written as it is.",
    IgnoredArgument "ignored_argument" "An argument that means nothing to the tool was left out.",
    Undecodable "undecodable" "Some bytes of the file are not text and are shown as U+FFFD.",
    HardLink "hard_link" "The file has other names, which may be outside.",
    Privileges "privileges" "The file lost its set-user-ID or set-group-ID bit, its capabilities or its owner.",
    Overwritten "overwritten" "A change that others had made since was overwritten; the history has what it held.",
    LeftAlone "left_alone" "Something stays as it is: it was changed meanwhile, is not covered, or holds more than the change knows.",
    History "history" "The history was damaged or shortened, or something cannot be undone.",
    Recovered "recovered" "Something that a dead process left half done was finished or put back.",
    AlreadyFailing "already_failing" "`main` failed before the change too.",
    Broken "broken" "`main` on disk fails; the result is about the scene before it.",
    NoScene "no_scene" "The project has no `main`, and therefore no scene.",
    NoPicture "no_picture" "The picture could not be drawn, or lacks the scene before the change.",
    Incomplete "incomplete" "A part of the answer was left out.",
    RuleBroken "rule_broken" "The scene breaks a rule whose severity is `warn`.",
    Sketch "sketch" "A sketch has degrees of freedom left, or constraints that say nothing new.",
    Lint "lint" "A workshop would send the exported file back.",
    Sandbox "sandbox" "This machine lacks a layer of the sandbox of scripts.",
    Script "script" "A remark of the drawing functions or the engine on the script.",
}

impl WarningCode {
    /// Makes a warning with this code.
    pub fn warning(self, message: impl Into<String>) -> Warning {
        Warning { code: self, message: message.into() }
    }
}

impl Warning {
    /// Makes the warning of a run, whose words may carry its code: see [`coded_warning`].
    pub fn of_run(words: String) -> Warning {
        let code = words.strip_prefix('[').and_then(|rest| rest.split_once("] "));
        let code = code.and_then(|(name, _)| WarningCode::ALL.iter().find(|code| code.as_str() == name));
        code.copied().unwrap_or(WarningCode::Script).warning(words)
    }
}

/// Makes the words of a warning that crosses from a script's process with its code: `[code] words`. The words of other
/// warnings do not begin with a bracket.
pub fn coded_warning(code: WarningCode, words: &str) -> String {
    format!("[{}] {words}", code.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warning_of_a_run_has_the_code_in_its_text_or_the_code_of_scripts() {
        let coded = coded_warning(WarningCode::RuleBroken, "main:9: too near");
        let code_of = |words: &str| Warning::of_run(words.to_owned()).code;
        assert_eq!(code_of(&coded), WarningCode::RuleBroken);
        assert_eq!(code_of("[unknown] words"), WarningCode::Script);
        assert_eq!(code_of("drawText(\"a\"): no such font"), WarningCode::Script);
    }
}
