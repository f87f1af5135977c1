//! Tests of folders as trees.

use super::sandbox::Sandbox;
use crate::search::*;
use scenewright_error::Kind;
use scenewright_fs::SearchPlace;

fn listed(sandbox: &Sandbox, options: &ListOptions<'_>) -> Listing {
    list(&sandbox.root_set, &SearchPlace::top_of(0), options).unwrap()
}

#[test]
fn list_shows_folder_as_tree() {
    let sandbox = Sandbox::new(&[
        ("b/inner/deep.txt", ""),
        ("b/a.txt", ""),
        ("b-file", ""),
        ("a.txt", ""),
        (".hidden/x", ""),
        ("__pycache__/x.pyc", ""),
        ("b/__pycache__/x.pyc", ""),
        ("new\nline", ""),
    ]);
    #[cfg(unix)]
    sandbox.link("link", "b");
    let root = sandbox.root.display();
    let listing = listed(&sandbox, &ListOptions::default());
    let link = if cfg!(unix) { "  - link\n" } else { "" };
    assert_eq!(
        listing.text(),
        format!(
            "- {root}/\n  - a.txt\n  - b/\n    - a.txt\n    - inner/\n      - deep.txt\n  - b-file\n{link}  - new\\nline\n"
        )
    );
    assert_eq!((listing.truncated, listing.skipped.hidden), (false, 1));
    let ignore = ["b/".to_owned(), "*.txt".to_owned(), "link".to_owned()];
    let listing = listed(&sandbox, &ListOptions { ignore: &ignore, hidden: true, ..ListOptions::default() });
    assert_eq!(listing.text(), format!("- {root}/\n  - .hidden/\n    - x\n  - b-file\n  - new\\nline\n"));
}

#[test]
fn truncated_list_shows_upper_levels_first() {
    let mut files: Vec<String> = (0..900).map(|number| format!("a/{number:04}")).collect();
    files.extend((0..200).map(|number| format!("a/deep/{number:04}")));
    files.extend(["z/one", "z/two/three"].map(str::to_owned));
    let files: Vec<(&str, &str)> = files.iter().map(|path| (path.as_str(), "")).collect();
    let sandbox = Sandbox::new(&files);
    let listing = listed(&sandbox, &ListOptions::default());
    let text = listing.text();
    assert!(text.starts_with(
        "There are more than 1000 files in the repository. Use the LS tool (passing a specific path), Bash tool, and \
         other tools to explore nested directories. The first 1000 files and directories are included below:\n\n- /"
    ));
    assert_eq!((listing.entries.len(), listing.truncated), (1_000, true));
    assert!(text.ends_with("  - z/\n    - one\n    - two/\n"));
    let all = listed(&sandbox, &ListOptions { limit: 1_106, ..ListOptions::default() });
    assert_eq!((all.entries.len(), all.truncated), (1_106, false));
}

#[test]
fn list_applies_rules_by_option_and_refuses_files() {
    let sandbox = Sandbox::new(&[(".gitignore", "dist/\n"), ("dist/a", ""), ("src/b", "")]);
    let rules = sandbox.rules();
    let names = |options: &ListOptions<'_>| {
        listed(&sandbox, options).entries.into_iter().map(|entry| entry.path).collect::<Vec<_>>()
    };
    assert_eq!(names(&ListOptions::default()), ["dist", "dist/a", "src", "src/b"]);
    assert_eq!(names(&ListOptions { rules: Some(&rules), ..ListOptions::default() }), ["src", "src/b"]);
    for (place, kind) in [("missing", Kind::NotFound), ("src/b", Kind::InvalidInput)] {
        let error = list(&sandbox.root_set, &sandbox.place(place), &ListOptions::default()).unwrap_err();
        assert_eq!(error.kind, kind);
        assert!(error.message.contains(place), "{}", error.message);
    }
    let ignore = ["[".to_owned()];
    let error = list(
        &sandbox.root_set,
        &sandbox.place(""),
        &ListOptions { ignore: &ignore, ..ListOptions::default() },
    );
    assert_eq!(error.unwrap_err().kind, Kind::InvalidInput);
}
