//! Protected files, which no tool writes unless the host names them: those that git obeys or runs, and those of
//! scenewright itself.
//!
//! These are all files in a folder named `.git`, or themselves named so, in whatever folder they are: a hook or a
//! line of a configuration is a program that the next `git` command starts. The same holds for `.scenewright`,
//! which holds the history. A name counts if any file system takes it for one of these, whatever this one does,
//! because the folder may be shared with another: in other letter case, with the characters that HFS+ ignores, with
//! dots, spaces or a stream at the end, or by the short name that FAT and NTFS make.
//!
//! Besides, the host may deny files altogether, and make a workspace read-only.
//!
//! A repository without a `.git` is not recognised as one, nor is another name (hard link) of a file in there.

use std::fmt::Display;

use super::deny_rules::DenyRules;
use super::git_pattern_list::GitPatternList;
use super::name_forms::folded;
use super::root_set::STATE_FOLDER;
use super::workspace_path::WorkspacePath;
use scenewright_error::{Error, Kind, Result, quote_name};

const GIT: &str = ".git";

/// The rules of the host on what may be read and written. By default nothing is denied, and everything but protected
/// files may be written.
#[derive(Clone, Debug, Default)]
pub struct WriteRules {
    /// The protected files that may be written nevertheless; of a read-only workspace all that may be written.
    allowed: GitPatternList,
    denied: DenyRules,
    is_read_only: bool,
}

/// The program that a protected file belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owner {
    Git,
    Scenewright,
}

impl WriteRules {
    /// Allows the files that match the lines, which are written as in a `.gitignore` at the top of every root.
    pub fn allowing(lines: &[String]) -> Result<WriteRules> {
        Ok(WriteRules { allowed: GitPatternList::of_option(lines, "allowWrite")?, ..WriteRules::default() })
    }

    /// Denies the files and folders that match the lines: they are neither read nor listed, searched or changed.
    pub fn denying(self, lines: &[String]) -> Result<WriteRules> {
        Ok(WriteRules { denied: DenyRules::new(lines)?, ..self })
    }

    /// Lets only the files be written that are allowed by name.
    #[must_use]
    pub fn read_only(self, is_read_only: bool) -> WriteRules {
        WriteRules { is_read_only, ..self }
    }

    /// Refuses a denied file or folder (`not_permitted`), whether it exists or not. The path is taken as it is written:
    /// check the targets of links too.
    pub fn require_readable(&self, path: &WorkspacePath) -> Result<()> {
        self.require_readable_place(path.as_str(), path)
    }

    /// Refuses a denied place, by its path from the root.
    pub(super) fn require_readable_place(&self, path: &str, shown: &dyn Display) -> Result<()> {
        let Some(line) = self.denied.line_that_denies(path, true) else { return Ok(()) };
        let line = quote_name(line);
        let message = format!(
            "Not permitted: {shown} may be neither read nor changed: the rule `{line}` of deny protects it."
        );
        Err(Error::new(Kind::NotPermitted, message)
            .with_hint("Leave it alone. The host sets such rules by the option deny, or --deny."))
    }

    pub(super) fn denies_anything(&self) -> bool {
        !self.denied.is_empty()
    }

    /// Returns true for a denied entry, of which no folder is denied.
    pub(super) fn denies_entry(&self, path: &str, is_folder: bool) -> bool {
        self.denied.denies_entry(path, is_folder)
    }

    /// Refuses a denied file, one of a read-only workspace, and a protected file that is not allowed (`not_permitted`). The path
    /// is taken as it is written: check the targets of links too.
    pub fn require_writable(&self, path: &WorkspacePath) -> Result<()> {
        self.require_readable(path)?;
        // In any folder: a nested repository runs its own hooks.
        let owner = path.as_str().split('/').find_map(Owner::of);
        if owner.is_none() && !self.is_read_only {
            return Ok(());
        }
        if self.allowed.selects_nearest(path.as_str()) {
            return Ok(());
        }
        let reason = match owner {
            None => {
                let message =
                    format!("Not permitted: {path} may not be changed: the workspace is read-only.");
                return Err(Error::new(Kind::NotPermitted, message).with_hint(
                    "Only read and search. The host set readOnly, or --read-only; it names files that may be written \
                     in allowWrite, or --allow-write.",
                ));
            }
            Some(Owner::Git) => "it is one of git's own files, which git obeys or runs",
            Some(Owner::Scenewright) => "it is one of scenewright's own files, which hold the history",
        };
        Err(Error::new(Kind::NotPermitted, format!("Not permitted: {path} may not be written: {reason}."))
            .with_hint("Leave it alone. A host that wants it changed names it in the option allowWrite."))
    }
}

impl Owner {
    /// Returns the owner of a file or folder of this name.
    fn of(name: &str) -> Option<Owner> {
        // Windows takes a backslash for a slash, and what follows a colon for a stream of the file before it.
        name.split('\\').find_map(|part| {
            let name = folded(part.split(':').next().unwrap_or_default());
            // Windows drops dots and spaces at the end of a name.
            let name = name.trim_end_matches(['.', ' ']);
            if name == GIT || is_short_name(name, "git") {
                Some(Owner::Git)
            } else if name == STATE_FOLDER || is_short_name(name, "scenew") {
                Some(Owner::Scenewright)
            } else {
                None
            }
        })
    }
}

/// Returns true if the name is `beginning`, then `~` and a number, as FAT and NTFS shorten long names.
fn is_short_name(name: &str, beginning: &str) -> bool {
    let number = name.strip_prefix(beginning).and_then(|rest| rest.strip_prefix('~'));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn path(text: &str) -> WorkspacePath {
        WorkspacePath::new(0, Path::new(text)).unwrap()
    }

    #[test]
    fn write_rules_refuse_every_spelling_of_git_and_history_folders() {
        let refused = [
            ".git",
            ".git/hooks/pre-commit",
            "sub/module/.git",
            ".git/modules/a/config",
            ".GIT/config",
            ".Git /config",
            ".git./config",
            ".git. . /config",
            "git~1/config",
            "GIT~2",
            ".g\u{200c}it/config",
            "\u{feff}.git/config",
            ".gi\u{206f}t",
            ".git::$INDEX_ALLOCATION/config",
            ".git:stream",
            "a\\.git\\config",
            ".scenewright/journal",
            "deep/.SceneWright/lock",
            ".\u{17f}cenewright",
            "SCENEW~1/journal",
        ];
        for text in refused {
            let error = WriteRules::default().require_writable(&path(text)).unwrap_err();
            assert_eq!(error.kind, Kind::NotPermitted, "{text:?}");
        }
        let others = [
            ".gitignore",
            ".gitattributes",
            ".gitmodules",
            ".github/workflows/ci.yml",
            "git",
            "git/config",
            "x.git/config",
            ".git-hooks/x",
            ". git",
            "git~",
            "git~x",
            "scenewright",
            ".scenewrightrc",
        ];
        for text in others {
            assert_eq!(WriteRules::default().require_writable(&path(text)), Ok(()), "{text:?}");
        }
    }

    #[test]
    fn denied_files_and_read_only_workspaces_are_refused_by_their_rule() {
        let lines = ["*.pem", "/secrets/", "!public.pem", "private/**"].map(str::to_owned);
        let rules = WriteRules::default().denying(&lines).unwrap();
        for (text, rule) in [
            ("a.pem", "`*.pem`"),
            ("deep/B.PEM", "`*.pem`"),
            ("secrets/new/file", "`/secrets/`"),
            ("Secrets", "`/secrets/`"),
            ("private/a", "`private/**`"),
            ("x.pem/inside", "`*.pem`"),
        ] {
            for refused in [rules.require_readable(&path(text)), rules.require_writable(&path(text))] {
                let error = refused.unwrap_err();
                assert_eq!(error.kind, Kind::NotPermitted);
                assert!(error.message.contains(rule), "{text}: {}", error.message);
            }
        }
        for text in ["public.pem", "deep/secrets/a", "private", "pem", ".git/config"] {
            assert_eq!(rules.require_readable(&path(text)), Ok(()), "{text}");
        }
        let rules = WriteRules::allowing(&["/notes/".to_owned()]).unwrap().read_only(true);
        assert_eq!(rules.require_writable(&path("notes/a")), Ok(()));
        let error = rules.require_writable(&path("a")).unwrap_err();
        assert!(error.message.ends_with("the workspace is read-only."), "{}", error.message);
        assert_eq!(rules.require_readable(&path("a")), Ok(()));
        assert!(WriteRules::default().denying(&["[".to_owned()]).unwrap_err().message.contains("deny"));
    }

    #[test]
    fn write_rules_allow_files_named_by_host() {
        let lines = [".git/hooks/", "/.git/info/exclude", "!.git/hooks/pre-push"].map(str::to_owned);
        let rules = WriteRules::allowing(&lines).unwrap();
        for (text, is_allowed) in [
            (".git/hooks/pre-commit", true),
            (".git/hooks/pre-push", false),
            (".git/info/exclude", true),
            ("sub/.git/info/exclude", false),
            (".git/config", false),
            (".GIT/hooks/pre-commit", false),
            (".scenewright/journal", false),
            ("a.txt", true),
        ] {
            assert_eq!(rules.require_writable(&path(text)).is_ok(), is_allowed, "{text}");
        }
        let error = WriteRules::allowing(&["a\nb".to_owned()]).unwrap_err();
        assert!(error.message.contains("allowWrite"), "{error}");
    }
}
