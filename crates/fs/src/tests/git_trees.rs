//! Comparison of the ignore rules with git itself, on random trees with odd rules and on templates of others.
//!
//! `SCENEWRIGHT_GIT_TREES` is the number of trees, `SCENEWRIGHT_GIT_SEED` the first seed, and
//! `SCENEWRIGHT_GIT_TEMPLATES` a folder of files called `*.gitignore`, such as a checkout of github/gitignore.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use fastrand::Rng;

use crate::*;

/// The names that trees are made of.
const NAMES: [&[u8]; 30] = [
    b"a",
    b"b",
    b"c",
    b"ab",
    b"abc",
    b"foo",
    b"bar.log",
    b"foo.o",
    b"x.tar.gz",
    b"x y",
    b"a ",
    b"t\t",
    b"{a,b}",
    b"a{b}",
    b"[x]",
    b"x",
    b"!n",
    b"#h",
    b"b\\s",
    b"\xc3\xa9",
    b"caf\xe9",
    b"s*r",
    b"q?",
    b"A",
    b"..x",
    b".hid",
    b"a-b",
    b"]",
    b"^",
    b"9_",
];

const CLASSES: [&str; 24] = [
    "[abc]",
    "[!a]",
    "[^b]",
    "[a-c]",
    "[]]",
    "[!]]",
    "[\\]]",
    "[\\a-\\c]",
    "[[:alpha:]]",
    "[[:upper:][:digit:]]",
    "[![:space:]]",
    "[[:punct:]]",
    "[[:foo:]]",
    "[[:alpha]",
    "[[:]",
    "[a",
    "[",
    "[z-a]",
    "[-a]",
    "[a-]",
    "[]-a]",
    "[/]",
    "[[:graph:]]",
    "[a-c-x]",
];

const ODD: &[u8] = b"**??[]!^-\\/ab:{},. \t#";

fn text(bytes: &[u8]) -> Vec<u8> {
    bytes.to_vec()
}

fn name(rng: &mut Rng) -> &'static [u8] {
    NAMES[rng.usize(..NAMES.len())]
}

/// Returns one component of a pattern: a name of the tree with some of its bytes replaced.
fn component(rng: &mut Rng) -> Vec<u8> {
    if rng.u8(..12) == 0 {
        return (0..rng.usize(1..7)).map(|_| ODD[rng.usize(..ODD.len())]).collect();
    }
    if rng.u8(..8) == 0 {
        return text([&b"*"[..], b"**", b"***", b"?*", b"*.*", b".*", b"*?", b"[!.]*"][rng.usize(..8)]);
    }
    let mut written = Vec::new();
    for byte in name(rng) {
        match rng.u8(..14) {
            0 => written.push(b'?'),
            1 => written.push(b'*'),
            2 => written.extend(b"**"),
            3 => written.extend(CLASSES[rng.usize(..CLASSES.len())].as_bytes()),
            4 => written.extend([b'\\', *byte]),
            5 => {}
            _ => written.push(*byte),
        }
    }
    if rng.u8(..6) == 0 {
        written.push(b'*');
    }
    written
}

fn line(rng: &mut Rng) -> Vec<u8> {
    if rng.u8(..20) == 0 {
        let odd =
            [&b"!"[..], b"", b"/", b"//", b"!/", b"\\", b" ", b"\t", b"#x", b"\\#h", b"\\!n", b"**/", b"/**"];
        return text(odd[rng.usize(..odd.len())]);
    }
    let mut line = Vec::new();
    if rng.u8(..4) == 0 {
        line.push(b'!');
    }
    if rng.u8(..5) == 0 {
        line.push(b'/');
    }
    for number in 0..[1, 1, 1, 2, 2, 3][rng.usize(..6)] {
        if number > 0 {
            line.push(b'/');
        }
        line.extend(if rng.u8(..7) == 0 { text(b"**") } else { component(rng) });
    }
    let ends = [&b"/"[..], b"/**", b"/*", b" ", b"  ", b"\\ ", b"\t", b" \t", b"\\", b"\0x", b"/ "];
    if rng.u8(..4) == 0 {
        line.extend(ends[rng.usize(..ends.len())]);
    }
    line
}

fn rules(rng: &mut Rng) -> Vec<u8> {
    let mut file = if rng.u8(..12) == 0 { text("\u{feff}".as_bytes()) } else { Vec::new() };
    let end = if rng.u8(..5) == 0 { &b"\r\n"[..] } else { b"\n" };
    for _ in 0..rng.usize(1..7) {
        file.extend(line(rng));
        file.extend(end);
    }
    if rng.u8(..4) == 0 {
        file.truncate(file.len() - 1);
    }
    file
}

fn join(folder: &Path, name: &[u8]) -> PathBuf {
    folder.join(OsStr::from_bytes(name))
}

/// Fills a folder with files, folders and rules.
fn fill(rng: &mut Rng, folder: &Path, depth: usize) {
    fs::create_dir_all(folder).unwrap();
    if depth == 0 || rng.u8(..4) == 0 {
        fs::write(folder.join(".gitignore"), rules(rng)).unwrap();
    }
    for _ in 0..rng.usize(2..8) {
        let path = join(folder, name(rng));
        if path.exists() {
            continue;
        }
        match depth < 3 && rng.u8(..5) < 2 {
            true => fill(rng, &path, depth + 1),
            false => fs::write(path, "").unwrap(),
        }
    }
}

/// Gives some letters of the rules in a folder the other case.
fn swap_letter_case(rng: &mut Rng, folder: &Path) {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && path.file_name() != Some(OsStr::new(".git")) {
            swap_letter_case(rng, &path);
        } else if path.file_name() == Some(OsStr::new(".gitignore")) && path.is_file() {
            let mut rules = fs::read(&path).unwrap();
            for byte in rules.iter_mut().filter(|byte| byte.is_ascii_alphabetic()) {
                if rng.u8(..4) == 0 {
                    *byte ^= 0x20;
                }
            }
            fs::write(&path, rules).unwrap();
        }
    }
}

/// Makes the folder that git keeps the state of a repository in.
pub(super) fn make_state(state: &Path, main: Option<&Path>) {
    fs::create_dir_all(state).unwrap();
    fs::write(state.join("HEAD"), "ref: refs/heads/main\n").unwrap();
    match main {
        Some(work_tree) => {
            fs::write(state.join("commondir"), "../..\n").unwrap();
            fs::write(state.join("gitdir"), work_tree.join(".git").as_os_str().as_bytes()).unwrap();
            fs::write(work_tree.join(".git"), format!("gitdir: {}\n", state.display())).unwrap();
        }
        None => ["objects", "refs", "info"]
            .map(|name| fs::create_dir(state.join(name)).unwrap())
            .into_iter()
            .collect(),
    }
}

/// Returns a call of git that knows no configuration but that of a home folder.
pub(super) fn git_command(home: &Path) -> Command {
    let mut command = Command::new("git");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.as_bytes().starts_with(b"GIT_")) {
        command.env_remove(name);
    }
    command.env("HOME", home).env("GIT_CONFIG_NOSYSTEM", "1");
    command
}

fn git(outer: &Path, root: &Path, arguments: &[&str]) -> Output {
    let mut command = git_command(outer);
    command.env("XDG_CONFIG_HOME", outer);
    command.arg("-c").arg(format!("core.excludesFile={}", outer.join("global").display()));
    command.args(["-c", "safe.directory=*", "-C"]).arg(root).args(arguments).output().unwrap()
}

fn of_git(outer: &Path, root: &Path) -> BTreeSet<String> {
    let output = git(outer, root, &["ls-files", "-z", "-o", "--exclude-standard"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    names_of(&output.stdout)
}

/// Returns the names in an output of git, each before a NUL.
pub(super) fn names_of(output: &[u8]) -> BTreeSet<String> {
    let names = output.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    names.map(|name| path_text(OsStr::from_bytes(name)).into_owned()).collect()
}

#[derive(Default)]
struct Paths(Vec<String>);

impl Visitor for Paths {
    fn visit(&mut self, entry: &WalkEntry<'_>) {
        self.0.push(entry.path.to_owned());
    }
}

fn of_walk(outer: &Path, root: &Path) -> BTreeSet<String> {
    walked(root, &outer.join("state"), &|root_set| {
        let rules = IgnoreRules::new(Arc::clone(root_set), &[], true).unwrap();
        rules.with_git(GitEnvironment {
            excludes: GlobalExcludes::File(outer.join("global")),
            ..GitEnvironment::default()
        })
    })
}

/// Returns the files that a walk shows with these rules.
pub(super) fn walked(
    root: &Path,
    state: &Path,
    rules: &dyn Fn(&Arc<RootSet>) -> IgnoreRules,
) -> BTreeSet<String> {
    let root_set = Arc::new(RootSet::with_state_at(&[root.to_owned()], state).unwrap());
    let rules = rules(&root_set);
    let OpenedPlace::Folder(start) = open_place(&root_set, &SearchPlace::top_of(0), Some(&rules)).unwrap()
    else {
        panic!("a root is a folder")
    };
    let options = WalkOptions {
        rules: Some(&rules),
        hidden: true,
        meant: &|_| true,
        deepest: None,
        interrupt: Interrupt::never(),
    };
    let walked = walk(&[start], &options, Paths::default).unwrap();
    let paths = walked.visitors.into_iter().flat_map(|paths| paths.0);
    paths.filter(|path| path != ".git" && !path.starts_with(".git/") && !path.contains("/.git/")).collect()
}

fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

/// Returns the difference of a tree to git, with the rules that were there; `None` where the root itself is ignored.
fn compare(seed: u64) -> Option<Result<(), String>> {
    let mut rng = Rng::with_seed(seed);
    let outer = tempfile::tempdir().unwrap();
    let outer = fs::canonicalize(outer.path()).map(|path| (path, outer)).unwrap();
    let outer_path = outer.0.as_path();
    let top = outer_path.join("top");
    let main = outer_path.join("main/.git");
    make_state(&main, None);
    fill(&mut rng, &top, 0);
    if rng.bool() {
        make_state(&main.join("worktrees/w"), Some(&top));
    } else {
        fs::rename(&main, top.join(".git")).unwrap();
    }
    let state = if main.exists() { main } else { top.join(".git") };
    if rng.bool() {
        fs::write(state.join("info/exclude"), rules(&mut rng)).unwrap();
    }
    if rng.u8(..3) == 0 {
        fs::write(outer_path.join("global"), rules(&mut rng)).unwrap();
    }
    // A source of chance of its own, so that the trees of a seed stay as they are.
    let mut case_rng = Rng::with_seed(seed ^ 0x5eed);
    if case_rng.u8(..3) == 0 {
        fs::write(state.join("config"), "[core]\n\tignoreCase = true\n").unwrap();
        swap_letter_case(&mut case_rng, &top);
    }
    let mut root = top.clone();
    if rng.bool() {
        root = top.join("packages/web");
        fill(&mut rng, &root, 1);
        if git(outer_path, &top, &["check-ignore", "-q", "packages/web"]).status.success() {
            return None;
        }
    }
    let (expected, found) = (of_git(outer_path, &root), of_walk(outer_path, &root));
    if expected == found {
        return Some(Ok(()));
    }
    let missing: Vec<_> = expected.difference(&found).collect();
    let more: Vec<_> = found.difference(&expected).collect();
    let listing =
        Command::new("grep").args(["-rnaH", "", "--include=.gitignore"]).arg(&top).output().unwrap();
    let others = [state.join("info/exclude"), outer_path.join("global")]
        .map(|path| fs::read(path).unwrap_or_default());
    Some(Err(format!(
        "seed {seed}, root {}\nonly git: {missing:?}\nonly here: {more:?}\n{}\nexclude: {:?}\nglobal: {:?}",
        root.display(),
        String::from_utf8_lossy(&listing.stdout),
        String::from_utf8_lossy(&others[0]),
        String::from_utf8_lossy(&others[1]),
    )))
}

#[test]
fn walk_lists_the_same_files_as_git_on_random_trees() {
    let wanted = number("SCENEWRIGHT_GIT_TREES", 40);
    let (mut compared, mut seed) = (0, number("SCENEWRIGHT_GIT_SEED", 1));
    let mut different = Vec::new();
    while compared < wanted {
        match compare(seed) {
            Some(Ok(())) => compared += 1,
            Some(Err(difference)) => {
                compared += 1;
                different.push(difference);
            }
            None => {}
        }
        seed += 1;
    }
    let shown = different.iter().take(5).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(different.is_empty(), "{} of {wanted} trees differ\n{shown}", different.len());
}

/// Returns paths that a pattern is about, and some that are near.
fn examples(rng: &mut Rng, pattern: &str) -> Vec<String> {
    let pattern = pattern.trim_start_matches('!').trim_start_matches('/').trim_end_matches(['/', '\r', ' ']);
    let mut paths = Vec::new();
    for (star, wide) in [("foo", "x/y"), ("", "x"), ("a.b", ""), ("-", "x")] {
        let mut path = String::new();
        let mut rest = pattern;
        while let Some(first) = rest.chars().next() {
            rest = &rest[first.len_utf8()..];
            match first {
                '*' if rest.starts_with('*') => {
                    rest = &rest[1..];
                    path.push_str(wide);
                }
                '*' => path.push_str(star),
                '?' => path.push('q'),
                '[' => match rest.find(']').filter(|close| *close > 0) {
                    Some(close) => {
                        let members: Vec<char> =
                            rest[..close].chars().filter(|it| !"!^-\\".contains(*it)).collect();
                        path.extend(members.get(rng.usize(..members.len().max(1))));
                        rest = &rest[close + 1..];
                    }
                    None => path.push('['),
                },
                '\\' => {}
                other => path.push(other),
            }
        }
        let names: Vec<&str> = path.split('/').filter(|name| !matches!(*name, "" | "." | "..")).collect();
        if !names.is_empty() && names.iter().all(|name| name.len() < 200 && *name != ".git") {
            paths.push(names.join("/"));
        }
    }
    let near: Vec<String> = paths
        .iter()
        .flat_map(|path| {
            [format!("sub/{path}"), format!("{path}x"), path.to_uppercase(), format!("{path}/in/it")]
        })
        .collect();
    paths.extend(near);
    paths
}

#[test]
fn walk_lists_the_same_files_as_git_for_templates() {
    let Some(folder) = std::env::var_os("SCENEWRIGHT_GIT_TEMPLATES") else { return };
    let listed =
        Command::new("find").arg(folder).args(["-name", "*.gitignore", "-type", "f"]).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let (mut count, mut paths) = (0, 0);
    for template in listed.lines() {
        let bytes = fs::read(template).unwrap();
        let mut rng = Rng::with_seed(7);
        let outer = tempfile::tempdir().unwrap();
        let outer = fs::canonicalize(outer.path()).map(|path| (path, outer)).unwrap();
        let root = outer.0.join("top");
        make_state(&root.join(".git"), None);
        fs::write(root.join(".gitignore"), &bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        for pattern in text.lines().filter(|line| !line.starts_with('#')) {
            for path in examples(&mut rng, pattern) {
                let path = root.join(path);
                // A path whose folder is a file, or that is a folder, is left out.
                if fs::create_dir_all(path.parent().unwrap()).is_ok() && fs::write(&path, "").is_ok() {
                    paths += 1;
                }
            }
        }
        assert_eq!(of_walk(&outer.0, &root), of_git(&outer.0, &root), "{template}");
        count += 1;
    }
    eprintln!("{count} templates, {paths} paths");
    assert!(count > 0);
}
