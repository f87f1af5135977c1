//! Tests in which every change of the disk fails once.

use std::io::ErrorKind;

use super::*;
use scenewright_error::Kind;
use scenewright_fs::disk::Interruption;

const ACTS: &[&[Edit]] = &[
    &[("main", Some("new"))],
    &[("main", None)],
    &[("gear", Some("created"))],
    &[("main", Some("new")), ("shared", Some("new too")), ("gear", Some("created"))],
    &[("main", None), ("gear", Some("moved"))],
];

fn build() -> MemoryDisk {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "old");
    disk.put("/project/other-name.txt", "linked");
    disk.put_hard_link("/project/modules/shared.js", "/project/other-name.txt");
    disk
}

#[test]
fn failed_change_restores_files_and_next_change_works() {
    let causes = [
        ErrorKind::StorageFull,
        ErrorKind::PermissionDenied,
        ErrorKind::QuotaExceeded,
        ErrorKind::Interrupted,
        ErrorKind::Other,
    ];
    let mut cases = 0;
    for edits in ACTS {
        let undisturbed = build();
        let before = snapshot(&undisturbed);
        put(&store_on(&undisturbed), &undisturbed, edits).unwrap();
        let after = snapshot(&undisturbed);
        for step in 0..undisturbed.operations().len() {
            for cause in causes {
                let disk = build();
                let store = store_on(&disk);
                disk.interrupt(step, Interruption::FailWith(cause));
                let made = put(&store, &disk, edits);
                let what = format!("{cause:?} at {step} of {edits:?}");
                if let Err(error) = &made {
                    let error = scenewright_error::Error::from(error.clone());
                    assert_eq!(error.kind, Kind::Io, "{what}: {error}");
                    assert_eq!(snapshot(&disk), before, "{what}");
                }
                // What could not be cleaned up then is cleaned up now, by whoever comes next.
                let next = store_on(&disk);
                next.recover(&limit()).unwrap();
                assert_eq!(
                    snapshot(&disk),
                    if made.is_ok() { after.clone() } else { before.clone() },
                    "{what}"
                );
                assert!(!has_temporary(&disk), "{what}");
                assert_eq!(committed_ids(&next).len(), usize::from(made.is_ok()), "{what}");
                if made.is_err() {
                    put(&next, &disk, edits).unwrap();
                    assert_eq!(snapshot(&disk), after, "{what}");
                }
                revert(&next, Direction::Undo).unwrap();
                cases += 1;
            }
        }
    }
    println!("{cases} failures");
}

#[test]
fn failed_roll_back_is_reported_and_finished_later() {
    let edits: &[Edit] = &[("main", Some("new")), ("gear", Some("created"))];
    let undisturbed = build();
    put(&store_on(&undisturbed), &undisturbed, edits).unwrap();
    let last = undisturbed.operations().len();
    let mut seen = 0;
    for first in 0..last {
        for second in 1..12 {
            let disk = build();
            let before = snapshot(&disk);
            disk.interrupt(first, Interruption::Fail);
            disk.interrupt(first + second, Interruption::Fail);
            let store = store_on(&disk);
            if let Err(error) = put(&store, &disk, edits)
                && error.to_string().contains("Putting the old contents back failed too")
            {
                seen += 1;
                store.recover(&limit()).unwrap();
                assert_eq!(snapshot(&disk), before, "{first} and {second} later");
                assert!(!has_temporary(&disk));
            }
        }
    }
    assert!(seen > 3, "{seen}");
}

#[test]
fn a_full_disk_refuses_a_change_before_anything_is_touched() {
    let disk = build();
    let store = store_on(&disk);
    put(&store, &disk, &[("main", Some("new"))]).unwrap();
    let before = snapshot(&disk);
    // The first change of the next commit is the write to the journal.
    disk.interrupt(disk.operations().len(), Interruption::Fail);
    let error = put(&store, &disk, &[("main", Some("newer"))]).unwrap_err();
    assert!(error.to_string().contains("journal"), "{error}");
    assert_eq!(snapshot(&disk), before);
    put(&store, &disk, &[("main", Some("newer"))]).unwrap();
    assert_eq!(committed_ids(&store).len(), 2);
}
