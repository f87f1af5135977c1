//! Forks of random trees, changed at random on both sides, merged, and compared with what each side did.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use super::tests::{Bench, compare_seen, see};
use super::*;

/// The seeds of the random tests; more by `SCENEWRIGHT_MERGE_SEEDS`.
fn seeds() -> u64 {
    std::env::var("SCENEWRIGHT_MERGE_SEEDS").ok().and_then(|it| it.parse().ok()).unwrap_or(150)
}

const ID: &str = "0123456789abcdef0123456789abcdef";

/// A path, what is there, and its mode: what a merge decides about.
type Facts = BTreeMap<PathBuf, (u32, Vec<u8>)>;

fn facts(root: &Path) -> Facts {
    let mut facts: Facts = see(root).into_iter().map(|(path, seen)| (path, (seen.0, seen.1))).collect();
    facts.remove(Path::new(""));
    facts
}

fn is_folder(entry: Option<&(u32, Vec<u8>)>) -> bool {
    entry.is_some_and(|entry| entry.0 & 0o170_000 == 0o040_000)
}

/// Makes a change at a random path.
fn scribble(random: &mut fastrand::Rng, root: &Path, word: &str, renames: bool) {
    const NAMES: [&str; 4] = ["a", "b", "c", "d"];
    let mut path = root.to_owned();
    for _ in 0..random.usize(1..=3) {
        path.push(NAMES[random.usize(..4)]);
    }
    let other = root.join(NAMES[random.usize(..4)]).join(NAMES[random.usize(..4)]);
    let is_there = fs::symlink_metadata(&path).is_ok();
    // Most fail where something else is in the way; what works, works.
    let _ = match random.usize(0..10) {
        0 => fs::remove_file(&path),
        1 => fs::remove_dir_all(&path),
        2 => fs::create_dir_all(&path),
        3 if !is_there => symlink(word, &path),
        4 if is_there && renames => fs::rename(&path, &other),
        5 if path.is_file() => {
            let mode = [0o600, 0o644, 0o755][random.usize(..3)];
            fs::set_permissions(&path, fs::Permissions::from_mode(mode))
        }
        6 if path.is_file() => fs::hard_link(&path, &other),
        7 => fs::create_dir_all(path.parent().unwrap()).and_then(|()| fs::write(&path, [0, random.u8(..)])),
        _ => fs::create_dir_all(path.parent().unwrap())
            .and_then(|()| fs::write(&path, format!("{word} {}\n", random.u32(..)))),
    };
}

struct Forked {
    bench: Bench,
    base: Tree,
    cache: Tree,
    there: Roots,
}

/// Copies the tree of a bench to a fork.
fn forked(bench: Bench) -> Forked {
    let tree = bench.take(&Tree::default()).tree;
    let to = bench.root.parent().unwrap().join("fork");
    let request = CopyRequest {
        from: &bench.roots,
        tree: &tree,
        to: std::slice::from_ref(&to),
        store: bench.area.store(),
        is_cancelled: &|| false,
    };
    let copied = copy_tree(&request).unwrap();
    compare_seen("the copy", &see(&bench.root), &see(&to));
    let there = Roots::open(vec![to]).unwrap();
    // A copy knows of itself what a snapshot of it finds.
    let again = bench.take_of(&there, &copied.tree).tree;
    assert_eq!(compare(&copied.tree, &again), []);
    Forked { bench, base: copied.tree.clone(), cache: copied.tree, there }
}

fn random_fork(random: &mut fastrand::Rng) -> Forked {
    let bench = Bench::new();
    for _ in 0..random.usize(5..40) {
        scribble(random, &bench.root, "base", true);
    }
    forked(bench)
}

#[test]
fn merge_of_random_trees_has_the_changes_of_both_sides() {
    let (mut merged, mut clashed) = (0, 0);
    for seed in 0..seeds() {
        let mut random = fastrand::Rng::with_seed(seed);
        let Forked { bench, base, cache, there } = random_fork(&mut random);
        let fork = there.paths()[0].clone();
        let old = facts(&fork);
        // What is renamed on one side and changed on the other is at a path where neither has it.
        let renames = seed % 3 == 0;
        for _ in 0..random.usize(0..8) {
            scribble(&mut random, &bench.root, "ours", renames);
        }
        for _ in 0..random.usize(0..8) {
            scribble(&mut random, &fork, "theirs", renames);
        }
        let ours = bench.take(&Tree::default()).tree;
        let theirs = bench.take_of(&there, &cache).tree;
        let (our_facts, their_facts) = (facts(&bench.root), facts(&fork));
        let before = see(&bench.root);
        let sides = Sides { base: &base, ours: &ours, theirs: &theirs };
        let preference = [Preference::Neither, Preference::Ours, Preference::Theirs][random.usize(..3)];
        let plan = plan_merge(sides, preference, 1_700_000_000_000_000_000, &|_, _| true);
        let is_clear = plan.clashes.is_empty() && plan.combinations.is_empty();
        let (changes, clashes) = settle_merge(sides, plan.changes, preference);
        if preference != Preference::Neither {
            assert_eq!(
                (&plan.clashes, &clashes),
                (&Vec::new(), &Vec::new()),
                "seed {seed}: a side was preferred"
            );
        }
        if !is_clear || !clashes.is_empty() {
            clashed += 1;
            continue;
        }
        merged += 1;
        let kind = |entry: Option<&Entry>| entry.map(|it| (it.node.clone(), it.stat.links));
        let shown = || -> Vec<_> {
            changes
                .iter()
                .map(|it| (it.spot.text(), kind(it.before.as_ref()), kind(it.after.as_ref())))
                .collect()
        };
        let restored = restore(&bench.roots, bench.area.store(), &changes, ID, &Tree::default());
        let report =
            restored.unwrap_or_else(|error| panic!("seed {seed}, {preference:?}: {error}: {:#?}", shown()));
        assert_eq!(report, Restored::default(), "seed {seed}");
        let result = facts(&bench.root);
        let mut paths: Vec<&PathBuf> = old.keys().chain(our_facts.keys()).chain(their_facts.keys()).collect();
        paths.sort();
        paths.dedup();
        for path in paths {
            let [base, mine, other, found] = [&old, &our_facts, &their_facts, &result].map(|it| it.get(path));
            let at = format!("seed {seed}, {preference:?}: {}", path.display());
            // A folder stays for what is in it, and one whose mode alone differs may be either.
            if renames {
                continue;
            }
            if is_folder(mine) || is_folder(other) || is_folder(base) {
                assert!(found == mine || found == other, "{at}: {found:?}");
            } else if mine == base {
                assert!(
                    found == other || preference == Preference::Ours,
                    "{at}: theirs is {other:?}, found {found:?}"
                );
            } else if other == base {
                assert!(
                    found == mine || preference == Preference::Theirs,
                    "{at}: ours is {mine:?}, found {found:?}"
                );
            } else {
                assert!(
                    found == mine
                        || found == other
                        || mine.zip(other).is_some_and(|(mine, other)| mine.0 != other.0),
                    "{at}: {found:?}"
                );
            }
        }
        // Its reverse brings everything back, times and links too.
        let now = bench.take(&Tree::default()).tree;
        let steps: Vec<Change> = changes
            .iter()
            .map(|it| Change {
                spot: it.spot.clone(),
                before: now.get(&it.spot).cloned(),
                after: it.before.clone(),
            })
            .collect();
        assert_eq!(
            restore(&bench.roots, bench.area.store(), &steps, ID, &Tree::default()).unwrap(),
            Restored::default()
        );
        let times_of_folders = |seen: tests::Seen| -> tests::Seen {
            // Folders that the record does not name have the time of their last change.
            seen.into_iter()
                .map(|(path, it)| {
                    if it.0 & 0o170_000 == 0o040_000 { (path, (it.0, it.1, 0, 0, it.4)) } else { (path, it) }
                })
                .collect()
        };
        compare_seen(
            &format!("seed {seed} undone"),
            &times_of_folders(before),
            &times_of_folders(see(&bench.root)),
        );
    }
    assert!(merged > clashed / 4, "{merged} merged, {clashed} clashed");
}

#[test]
fn names_of_one_file_are_parted_where_one_side_changed_the_mode_of_one() {
    let mode_of = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    for is_linked_here in [true, false] {
        let bench = Bench::new();
        fs::write(bench.root.join("a"), "text").unwrap();
        fs::set_permissions(bench.root.join("a"), fs::Permissions::from_mode(0o644)).unwrap();
        let Forked { bench, base, there, .. } = forked(bench);
        let to = there.paths()[0].clone();
        let (linking, changing) = if is_linked_here { (&bench.root, &to) } else { (&to, &bench.root) };
        fs::hard_link(linking.join("a"), linking.join("b")).unwrap();
        fs::set_permissions(changing.join("a"), fs::Permissions::from_mode(0o755)).unwrap();
        let (ours, theirs) = (bench.take(&Tree::default()).tree, bench.take_of(&there, &base).tree);
        let sides = Sides { base: &base, ours: &ours, theirs: &theirs };
        let plan = plan_merge(sides, Preference::Neither, 0, &|_, _| true);
        assert_eq!((plan.clashes, plan.combinations.len()), (Vec::new(), 0));
        let (changes, _) = settle_merge(sides, plan.changes, Preference::Neither);
        assert_eq!(
            restore(&bench.roots, bench.area.store(), &changes, ID, &Tree::default()).unwrap(),
            Restored::default()
        );
        assert_eq!(mode_of(&bench.root.join("a")), 0o755);
        assert_eq!(mode_of(&bench.root.join("b")), 0o644);
        assert_eq!(fs::read(bench.root.join("b")).unwrap(), b"text");
    }
}

#[test]
fn folder_that_somebody_needs_stays() {
    let bench = Bench::new();
    let write = |root: &Path, name: &str, text: &str| {
        let path = root.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(&bench.root, "one/a", "a");
    write(&bench.root, "two/b", "b");
    let Forked { bench, base, there, .. } = forked(bench);
    let to = there.paths()[0].clone();
    // The fork removes one folder, in which there is something new here, and puts something into one that goes here.
    fs::remove_dir_all(to.join("one")).unwrap();
    write(&to, "two/new", "new");
    write(&bench.root, "one/mine", "mine");
    fs::remove_dir_all(bench.root.join("two")).unwrap();
    let (ours, theirs) = (bench.take(&Tree::default()).tree, bench.take_of(&there, &base).tree);
    let sides = Sides { base: &base, ours: &ours, theirs: &theirs };
    let plan = plan_merge(sides, Preference::Neither, 0, &|_, _| true);
    assert_eq!(plan.clashes, []);
    let (changes, clashes) = settle_merge(sides, plan.changes, Preference::Neither);
    assert_eq!(clashes, []);
    let named: Vec<_> = changes.iter().map(|it| (it.spot.text(), it.word())).collect();
    assert_eq!(
        named,
        [("one/a".to_owned(), "deleted"), ("two".to_owned(), "created"), ("two/new".to_owned(), "created")]
    );
    restore(&bench.roots, bench.area.store(), &changes, ID, &Tree::default()).unwrap();
    let left: Vec<_> = facts(&bench.root).into_keys().map(|it| it.as_os_str().as_bytes().to_vec()).collect();
    assert_eq!(left, [&b"one"[..], b"one/mine", b"two", b"two/new"]);
}

#[test]
fn file_that_one_side_deleted_and_the_other_renamed_is_a_clash() {
    let rename = |folder: &Path| fs::rename(folder.join("a"), folder.join("b")).unwrap();
    let delete = |folder: &Path| fs::remove_file(folder.join("a")).unwrap();
    let by_both = |ours: &dyn Fn(&Path), theirs: &dyn Fn(&Path), preference: Preference| {
        let bench = Bench::new();
        fs::write(bench.root.join("a"), "a file with words in it").unwrap();
        let Forked { bench, base, cache, there } = forked(bench);
        ours(&bench.root);
        theirs(&there.paths()[0]);
        let ours = bench.take(&Tree::default()).tree;
        let theirs = bench.take_of(&there, &cache).tree;
        let sides = Sides { base: &base, ours: &ours, theirs: &theirs };
        let plan = plan_merge(sides, preference, 0, &|_, _| true);
        let changes: Vec<(String, bool)> =
            plan.changes.iter().map(|it| (it.spot.text(), it.after.is_some())).collect();
        (plan.clashes.iter().map(|it| it.reason).collect::<Vec<_>>(), changes)
    };
    assert_eq!(by_both(&rename, &delete, Preference::Neither), (vec![ClashReason::DeletedInFork], vec![]));
    assert_eq!(by_both(&rename, &delete, Preference::Ours), (vec![], vec![]));
    assert_eq!(by_both(&rename, &delete, Preference::Theirs), (vec![], vec![("b".to_owned(), false)]));
    assert_eq!(by_both(&delete, &rename, Preference::Neither), (vec![ClashReason::DeletedHere], vec![]));
    assert_eq!(by_both(&delete, &rename, Preference::Ours), (vec![], vec![]));
    assert_eq!(by_both(&delete, &rename, Preference::Theirs), (vec![], vec![("b".to_owned(), true)]));
    let folder = |folder: &Path| {
        delete(folder);
        fs::create_dir(folder.join("a")).unwrap();
        fs::write(folder.join("a/x"), "1").unwrap();
    };
    assert_eq!(by_both(&delete, &folder, Preference::Ours), (vec![], vec![]));
}
