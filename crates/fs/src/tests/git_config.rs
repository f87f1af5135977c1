//! Comparison with git of the settings in its configuration that decide about ignored files, with includes of all kinds.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use super::git_trees::{git_command, make_state, names_of, walked};
use crate::*;

/// Files by their names in the home folder.
type Files = &'static [(&'static str, &'static str)];

/// A home folder with a repository in `work/app`, and git's configuration for it.
struct Home {
    folder: PathBuf,
    _scratch: tempfile::TempDir,
}

impl Home {
    fn new(files: &[(&str, &str)]) -> Home {
        let scratch = tempfile::tempdir().unwrap();
        let home = Home { folder: fs::canonicalize(scratch.path()).unwrap(), _scratch: scratch };
        make_state(&home.folder.join("work/app/.git"), None);
        for name in ["a.log", "B.LOG", "c.txt", "Sub/d.log", "Sub/e.TXT", "build/f"] {
            home.write(&format!("work/app/{name}"), "");
        }
        for (name, text) in files {
            home.write(name, text);
        }
        home
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn root(&self) -> PathBuf {
        self.folder.join("work/app")
    }

    fn of_git(&self) -> BTreeSet<String> {
        let mut command: Command = git_command(&self.folder);
        command.env("XDG_CONFIG_HOME", self.folder.join(".config"));
        command.args(["-c", "safe.directory=*", "-C"]).arg(self.root());
        let output = command.args(["ls-files", "-z", "-o", "--exclude-standard"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        names_of(&output.stdout)
    }

    fn of_walk(&self) -> BTreeSet<String> {
        let git = GitEnvironment {
            home: Some(self.folder.clone()),
            config_files: [".config/git/config", ".gitconfig"].map(|name| self.folder.join(name)).to_vec(),
            excludes: GlobalExcludes::Configured(self.folder.join(".config/git/ignore")),
        };
        walked(&self.root(), &self.folder.join("state"), &|root_set| {
            IgnoreRules::new(Arc::clone(root_set), &[], true).unwrap().with_git(git.clone())
        })
    }
}

const EXCLUDES: (&str, &str) = ("excludes", "*.log\n");
const RULES: (&str, &str) = ("work/app/.gitignore", "*.log\n/sub/\n[A-C].txt\n");

#[test]
fn settings_of_configuration_decide_as_with_git() {
    const EXCLUDES_HERE: &str = "[core]\nexcludesFile = ~/excludes\n";
    const CONFIG: (&str, &str) = ("work/app/.git/config", "[core]\n\tignoreCase = true\n");
    // (name, files of the home folder, whether anything is hidden by them)
    let cases: &[(&str, Files, bool)] = &[
        ("nothing", &[], false),
        ("rules alone", &[RULES], true),
        ("letter case", &[RULES, CONFIG], true),
        ("letter case without a value", &[RULES, ("work/app/.git/config", "[core]\nignorecase\n")], true),
        ("letter case of the user", &[RULES, (".gitconfig", "[core]\nignoreCase = yes\n")], true),
        (
            "letter case reset",
            &[
                RULES,
                (".gitconfig", "[core]\nignoreCase = yes\n"),
                ("work/app/.git/config", "[core]\nignoreCase = no\n"),
            ],
            true,
        ),
        ("letter case in exclude", &[CONFIG, ("work/app/.git/info/exclude", "b.log\nSUB/D.*\n")], true),
        ("default file of excludes", &[(".config/git/ignore", "*.txt\n")], true),
        ("file of excludes", &[EXCLUDES, (".gitconfig", EXCLUDES_HERE)], true),
        (
            "file of excludes of the repository",
            &[
                EXCLUDES,
                ("work/app/.git/config", EXCLUDES_HERE),
                (".gitconfig", "[core]\nexcludesFile = ~/no\n"),
            ],
            true,
        ),
        (
            "relative file of excludes",
            &[("work/app/mine", "*.log\n"), ("work/app/.git/config", "[core]\nexcludesFile = mine\n")],
            true,
        ),
        (
            "empty file of excludes",
            &[(".config/git/ignore", "*.txt\n"), (".gitconfig", "[core]\nexcludesFile =\n")],
            false,
        ),
        (
            "included",
            &[EXCLUDES, (".gitconfig", "[include]\npath = .more/config\n"), (".more/config", EXCLUDES_HERE)],
            true,
        ),
        (
            "included twice over",
            &[
                EXCLUDES,
                (".config/git/config", "[include]\n\tpath = a\n"),
                (".config/git/a", "[include]\n\tpath = \"~/b\" ; here\n"),
                ("b", EXCLUDES_HERE),
            ],
            true,
        ),
        (
            "included by folder",
            &[
                EXCLUDES,
                (".gitconfig", "[includeIf \"gitdir:~/work/\"]\npath = .work\n"),
                (".work", EXCLUDES_HERE),
            ],
            true,
        ),
        (
            "included by folder in any case",
            &[
                EXCLUDES,
                (".gitconfig", "[includeIf \"gitdir/i:~/WORK/\"]\npath = .work\n"),
                (".work", EXCLUDES_HERE),
            ],
            true,
        ),
        (
            "included by another folder",
            &[
                EXCLUDES,
                (".gitconfig", "[includeIf \"gitdir:~/other/\"]\npath = .work\n"),
                (".work", EXCLUDES_HERE),
            ],
            false,
        ),
        (
            "included beside the file",
            &[
                EXCLUDES,
                (".gitconfig", "[includeIf \"gitdir:./work/\"]\npath = .work\n"),
                (".work", EXCLUDES_HERE),
            ],
            true,
        ),
        (
            "included by name anywhere",
            &[
                EXCLUDES,
                (".gitconfig", "[includeIf \"gitdir:app/.git\"]\npath = .work\n"),
                (".work", EXCLUDES_HERE),
            ],
            true,
        ),
        (
            "included by branch",
            &[
                EXCLUDES,
                (".gitconfig", "[includeIf \"onbranch:ma*\"]\npath = .work\n"),
                (".work", EXCLUDES_HERE),
            ],
            true,
        ),
        (
            "included by another branch",
            &[
                EXCLUDES,
                (".gitconfig", "[includeIf \"onbranch:topic/\"]\npath = .work\n"),
                (".work", EXCLUDES_HERE),
            ],
            false,
        ),
        (
            "included by a remote",
            &[
                EXCLUDES,
                (
                    ".gitconfig",
                    "[includeIf \"hasconfig:remote.*.url:https://example.com/**\"]\npath = .work\n",
                ),
                (".work", EXCLUDES_HERE),
                ("work/app/.git/config", "[remote \"o\"]\nurl = https://example.com/a/b\n"),
            ],
            true,
        ),
        (
            "letter case in an included file",
            &[
                RULES,
                ("work/app/.git/config", "[include]\npath = more\n"),
                ("work/app/.git/more", "[core]\nignoreCase = on\n"),
            ],
            true,
        ),
    ];
    let everything = Home::new(&[]).of_git().len();
    for (name, files, hides) in cases {
        let home = Home::new(files);
        let (expected, found) = (home.of_git(), home.of_walk());
        assert_eq!(found, expected, "{name}");
        let own = files.iter().filter(|(name, _)| name.starts_with("work/app/") && !name.contains("/.git/"));
        assert_eq!(found.len() < everything + own.count(), *hides, "{name}: {found:?}");
    }
}

#[test]
fn work_tree_has_settings_of_its_own() {
    let home = Home::new(&[RULES]);
    let state = home.folder.join("main/.git/worktrees/w");
    fs::remove_dir_all(home.root().join(".git")).unwrap();
    make_state(&home.folder.join("main/.git"), None);
    make_state(&state, Some(&home.root()));
    home.write(
        "main/.git/config",
        "[core]\nrepositoryFormatVersion = 1\n[extensions]\nworktreeConfig = true\n",
    );
    fs::write(state.join("config.worktree"), "[core]\nignoreCase = true\n").unwrap();
    let found = home.of_walk();
    assert_eq!(found, home.of_git());
    assert!(!found.contains("B.LOG"), "{found:?}");
}

#[test]
fn repository_within_another_has_its_own_letter_case() {
    let home = Home::new(&[("work/app/.git/config", "[core]\nignoreCase = true\n"), RULES]);
    make_state(&home.root().join("inner/.git"), None);
    for name in ["inner/x.LOG", "inner/x.log"] {
        home.write(&format!("work/app/{name}"), "");
    }
    home.write("work/app/inner/.gitignore", "*.log\n");
    let found = home.of_walk();
    assert!(found.contains("inner/x.LOG") && !found.contains("inner/x.log"), "{found:?}");
    assert!(!found.contains("B.LOG"), "{found:?}");
}

#[test]
fn odd_configurations_say_nothing() {
    let home = Home::new(&[RULES, ("work/app/.git/config", "[core\nignoreCase = true\n")]);
    assert!(home.of_walk().contains("B.LOG"));
    let home = Home::new(&[RULES]);
    fs::create_dir(home.root().join(".git/config")).unwrap();
    fs::create_dir(home.folder.join(".gitconfig")).unwrap();
    assert!(home.of_walk().contains("B.LOG"));
    std::os::unix::fs::symlink(".gitconfig", home.folder.join(".config")).unwrap();
    assert!(home.of_walk().contains("B.LOG"));
}

#[test]
fn rules_above_the_root_ignore_letter_case_with_their_repository() {
    let home = Home::new(&[("work/app/.git/config", "[core]\nignoreCase = true\n"), RULES]);
    let inner: &Path = &home.root().join("Sub");
    let git = GitEnvironment::default();
    let state = home.folder.join("state2");
    let found = walked(inner, &state, &|root_set| {
        IgnoreRules::new(Arc::clone(root_set), &[], true).unwrap().with_git(git.clone())
    });
    // The root is itself ignored, by `/sub/`: it was opened on purpose, and only rules in it count.
    assert_eq!(found.into_iter().collect::<Vec<_>>(), ["d.log", "e.TXT"]);
    home.write("work/app/build/.gitignore", "F\n");
    let found = walked(&home.root().join("build"), &home.folder.join("state3"), &|root_set| {
        IgnoreRules::new(Arc::clone(root_set), &[], true).unwrap().with_git(git.clone())
    });
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [".gitignore"]);
}
