//! Tests that kill the process at every change, cut the power at every moment, and check the recovery.

use super::*;
use scenewright_fs::disk::{Choices, Interruption};

/// Acts with one file, several, created, removed, with a folder that is created on the way, and undone.
const ACTS: &[Act] = &[
    Act::Commit(&[("main", Some("two"))]),
    Act::Commit(&[("gear", Some("gear"))]),
    Act::Commit(&[("main", Some("three")), ("gear", Some("gear two"))]),
    Act::Commit(&[("gear", None), ("wheel", Some("wheel")), ("main", Some("four"))]),
    Act::Commit(&[("shared", Some("all names"))]),
    Act::Undo,
    Act::Undo,
    Act::Redo,
    Act::Commit(&[
        ("a", Some("1")),
        ("b", Some("2")),
        ("c", Some("3")),
        ("main", Some("five")),
        ("shared", Some("and others")),
    ]),
    Act::Undo,
    Act::Redo,
    Act::Commit(&[("wheel", None)]),
];

fn disk_at_the_beginning() -> MemoryDisk {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "one");
    disk.put_mode(MAIN, 0o600);
    disk.put("/project/other-name.txt", "linked");
    disk.put_hard_link("/project/modules/shared.js", "/project/other-name.txt");
    disk
}

/// The results of the script without a crash.
struct Undisturbed {
    disk: MemoryDisk,
    /// The states before each act and after the last.
    states: Vec<Snapshot>,
    /// The number of changes of the disk when each act was answered.
    answered_at: Vec<usize>,
}

impl Undisturbed {
    fn run(durability: Durability) -> Undisturbed {
        let disk = disk_at_the_beginning();
        let store = store_on(&disk);
        let mut states = vec![snapshot(&disk)];
        let mut answered_at = Vec::new();
        for act in ACTS {
            perform(&store, &disk, *act, durability).unwrap();
            states.push(snapshot(&disk));
            answered_at.push(disk.operations().len());
        }
        Undisturbed { disk, states, answered_at }
    }

    /// Checks a disk after a crash: it is as after all the acts that were answered, or one more, and the history
    /// agrees.
    fn check(&self, disk: &MemoryDisk, answered: usize, what: &str) {
        let store = store_on(disk);
        store.recover(&limit()).unwrap();
        let found = snapshot(disk);
        let made = committed_ids(&store).len();
        assert!(
            made == answered || made == answered + 1,
            "{what}: {answered} were answered, {made} are there"
        );
        assert_eq!(found, self.states[made], "{what}: after {made} of the transactions");
        assert!(!has_temporary(disk), "{what}: {:?}", disk.paths());
        // What is there can be worked with.
        put(&store, disk, &[("main", Some("afterwards"))]).unwrap();
        revert(&store, Direction::Undo).unwrap();
        assert_eq!(snapshot(disk), found, "{what}");
    }
}

/// Runs the script until the disk dies, and returns how many acts were answered.
fn run_until_death(disk: &MemoryDisk, durability: Durability) -> usize {
    let store = store_on(disk);
    let is_answered = |act: &Act| perform(&store, disk, *act, durability).is_ok();
    ACTS.iter().take_while(|act| is_answered(act)).count()
}

#[test]
fn kill_at_any_change_leaves_each_transaction_whole_or_absent() {
    for durability in [Durability::Fsync, Durability::Fast] {
        let undisturbed = Undisturbed::run(durability);
        let changes = undisturbed.disk.operations().len();
        let mut cases = 0;
        for change in 0..changes {
            for death in [Interruption::Die, Interruption::DieAfter] {
                let disk = disk_at_the_beginning();
                disk.interrupt(change, death.clone());
                let answered = run_until_death(&disk, durability);
                let what = format!("{durability:?}, {death:?} at {change}");
                undisturbed.check(&disk.survivor(), answered, &what);
                cases += 1 + kill_recovery(&undisturbed, &disk, answered, &what);
            }
        }
        println!("{durability:?}: {cases} kills, {changes} changes of the disk");
    }
}

/// Kills recovery too, at each of its own changes, and returns their number.
fn kill_recovery(undisturbed: &Undisturbed, dead: &MemoryDisk, answered: usize, what: &str) -> usize {
    for change in 0.. {
        let survivor = dead.survivor();
        survivor.interrupt(change, Interruption::Die);
        if store_on(&survivor).recover(&limit()).is_ok() {
            return change;
        }
        let what = format!("{what}, recovery killed at {change}");
        undisturbed.check(&survivor.survivor(), answered, &what);
    }
    0
}

#[test]
fn power_cut_at_any_moment_leaves_each_transaction_whole_or_absent() {
    // Of each moment, of which there are some 400.
    let given = std::env::var("SCENEWRIGHT_POWER_CUT_STATES").ok();
    let states_each = given.map_or(45, |it| it.parse().expect("a number of states"));
    let undisturbed = Undisturbed::run(Durability::Fsync);
    let changes = undisturbed.disk.operations().len();
    let mut states = 0;
    for change in 0..=changes {
        let answered = undisturbed.answered_at.iter().filter(|at| **at <= change).count();
        for (number, disk) in undisturbed.disk.durable_states(change, states_each).iter().enumerate() {
            let what = format!("power cut after {change} changes, state {number}");
            // Now and then it goes again while recovery is at work.
            if number % 8 == 7 {
                let first = store_on(disk).recover(&limit());
                first.unwrap_or_else(|error| panic!("{what}: {error}"));
                let during = fastrand::Rng::with_seed(number as u64).usize(..=disk.operations().len());
                for (again, second) in disk.durable_states(during, 4).iter().enumerate() {
                    undisturbed.check(
                        second,
                        answered,
                        &format!("{what}, then after {during}, state {again}"),
                    );
                    states += 1;
                }
            } else {
                undisturbed.check(disk, answered, &what);
                states += 1;
            }
        }
    }
    println!("{states} states of the disk after a power cut");
    assert!(states >= 10_000, "{states}");
}

#[test]
fn every_power_cut_state_of_small_commit_is_whole() {
    let build = || {
        let disk = MemoryDisk::new();
        disk.put(MAIN, "old");
        disk
    };
    let disk = build();
    let store = store_on(&disk);
    put(&store, &disk, &[("main", Some("new"))]).unwrap();
    let mut states = 0;
    for change in 0..=disk.operations().len() {
        let mut choices = Choices::new();
        loop {
            let cut = disk.after_power_cut(change, &mut |count| choices.choose(count));
            let store = store_on(&cut);
            store.recover(&limit()).unwrap();
            let made = committed_ids(&store).len();
            let expected: &[u8] = if made == 1 { b"new" } else { b"old" };
            assert_eq!(cut.get(MAIN).unwrap(), expected, "after {change} changes");
            assert!(change < disk.operations().len() || made == 1, "the commit was answered");
            assert!(!has_temporary(&cut));
            states += 1;
            if !choices.advance() {
                break;
            }
        }
    }
    println!("{states} states of the disk after a power cut");
}

#[test]
fn transaction_under_verification_is_rolled_back_after_crash() {
    let disk = disk_at_the_beginning();
    let before = snapshot(&disk);
    let store = store_on(&disk);
    let changes = [change("main", Some("one"), Some("two")), change("new", None, Some("x"))];
    let in_place = store.begin(&request(&changes)).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"two", "who verifies sees the new files");
    let survivor = disk.survivor();
    let next = store_on(&survivor);
    next.recover(&limit()).unwrap();
    assert_eq!(snapshot(&survivor), before);
    assert!(committed_ids(&next).is_empty());
    drop(in_place);
    assert_eq!(snapshot(&disk), before, "dropping it puts everything back too");
}

#[test]
fn recovery_keeps_foreign_write_after_crash() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put("/project/modules/gear.js", "old gear");
    let store = store_on(&disk);
    let changes =
        [change("main", Some("old"), Some("new")), change("gear", Some("old gear"), Some("new gear"))];
    let in_place = store.begin(&request(&changes)).unwrap();
    let survivor = disk.survivor();
    drop(in_place);
    survivor.put(MAIN, "theirs");
    let next = store_on(&survivor);
    next.recover(&limit()).unwrap();
    assert_eq!(survivor.get(MAIN).unwrap(), b"theirs");
    assert_eq!(survivor.get("/project/modules/gear.js").unwrap(), b"old gear");
    assert!(!has_temporary(&survivor));
}
