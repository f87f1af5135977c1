//! Tests of transactions on a real disk: processes that are killed at a system call, whose calls fail, whose disk
//! is full, and that fight over one project. `crates/journal/src/tests` goes through more states than these, on a
//! disk in memory.

#![cfg(unix)]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use scenewright_fs::ContentHash;
use scenewright_journal::{Direction, Node};

#[path = "transactions/fight.rs"]
mod fight;
#[path = "transactions/play.rs"]
mod play;
#[path = "transactions/tracing.rs"]
mod tracing;

use play::{PARTS, Part, limit, perform, player, prepare, put, revert, send_line, store_in};
use tracing::{Injection, count_calls, inject};

/// Every file beside the state folder with its bytes and mode, and every folder.
type Snapshot = BTreeMap<PathBuf, Option<(Vec<u8>, u32)>>;

fn snapshot(folder: &Path) -> Snapshot {
    let mut found = Snapshot::new();
    let mut pending = vec![folder.to_owned()];
    while let Some(inside) = pending.pop() {
        for entry in fs::read_dir(&inside).unwrap() {
            let path = entry.unwrap().path();
            if path.ends_with(".scenewright") {
                continue;
            }
            let metadata = fs::symlink_metadata(&path).unwrap();
            let name = path.strip_prefix(folder).unwrap().to_owned();
            if metadata.is_dir() {
                found.insert(name, None);
                pending.push(path);
            } else {
                found.insert(name, Some((fs::read(&path).unwrap(), metadata.permissions().mode())));
            }
        }
    }
    found
}

fn copy(from: &Path, to: &Path) {
    let status = std::process::Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap();
    assert!(status.success());
}

/// Makes a folder for very many processes, in memory where Linux has room for files. A process that is killed takes none
/// of its writes with it on any file system, and a disk is waited for at every `fsync`. The other tests use the disk.
fn quick_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

fn temporaries(folder: &Path) -> Vec<PathBuf> {
    let is_temporary = |path: &PathBuf| path.to_string_lossy().ends_with("-tmp");
    let state = fs::read_dir(folder.join(".scenewright")).into_iter().flatten();
    let state = state.map(|entry| entry.unwrap().path());
    snapshot(folder).into_keys().chain(state).filter(is_temporary).collect()
}

/// The results of a part that is not disturbed.
struct Undisturbed {
    before: Snapshot,
    after: Snapshot,
    history_before: usize,
}

impl Undisturbed {
    /// Plays the part in a copy of a folder.
    fn of(part: Part, prepared: &Path, scratch: &Path) -> Undisturbed {
        let before = snapshot(prepared);
        copy(prepared, scratch);
        let store = store_in(scratch);
        store.try_recover().unwrap();
        let history_before = store.with_history(<[_]>::len);
        perform(&store, scratch, part).unwrap();
        Undisturbed { before, after: snapshot(scratch), history_before }
    }

    /// Checks a folder after its process died: the transaction is there or not, and nothing else is.
    fn check(&self, folder: &Path, was_answered: bool, what: &str) {
        let store = store_in(folder);
        store.recover(&limit()).unwrap();
        let found = snapshot(folder);
        let history = store.with_history(<[_]>::len);
        let was_made = history > self.history_before;
        assert!(was_made || !was_answered, "{what}: it was answered and is not there");
        assert_eq!(&found, if was_made { &self.after } else { &self.before }, "{what}");
        assert_eq!(temporaries(folder), [] as [PathBuf; 0], "{what}");
        put(&store, folder, &[("main", Some("afterwards\n"))]).unwrap();
        revert(&store, Direction::Undo).unwrap();
        assert_eq!(snapshot(folder), found, "{what}");
    }
}

/// Plays a part in a process that another test started; not a test by itself.
#[test]
fn child_process_plays_its_part() {
    let Some((part, folder)) = play::role() else { return };
    if let Some(who) = part.strip_prefix("fight ") {
        let (who, commits) = who.split_once(' ').unwrap();
        return fight::fight(&folder, who, commits.parse().unwrap());
    }
    if part == "full disk" {
        return fill_the_disk(&folder);
    }
    let (part, goes_on) = match part.strip_suffix(" and go on") {
        Some(part) => (part, true),
        None => (part.as_str(), false),
    };
    let part = PARTS.into_iter().chain([Part::Recover]).find(|it| format!("{it:?}") == part).unwrap();
    let store = store_in(&folder);
    send_line("begun");
    let descriptors = play::open_descriptors();
    match perform(&store, &folder, part) {
        Ok(_) => send_line("answered"),
        Err(error) => send_line(&format!("refused {error}")),
    }
    if goes_on {
        send_line(&format!("descriptors {}", play::open_descriptors() as i64 - descriptors as i64));
        // The failing call may be one of these instead; only one of them fails.
        let next = || put(&store, &folder, &[("main", Some("the next change\n"))]);
        next().or_else(|_| next()).unwrap();
        let undo = || revert(&store, Direction::Undo);
        undo().or_else(|_| undo()).unwrap();
        send_line("went on");
    }
}

#[test]
fn kill_at_any_system_call_leaves_transaction_whole_or_absent() {
    if let Some(problem) = tracing::problem() {
        eprintln!("skipped: {problem}. The disk in memory is still killed at each change.");
        return;
    }
    let outer = quick_folder();
    let mut cases = 0;
    for part in PARTS {
        let prepared = outer.path().join(format!("{part:?}"));
        prepare(&prepared, part);
        cases += kill_at_each_call(outer.path(), &prepared, part, None);
    }
    // Recovery itself, of a transaction of five files that was killed between its renames.
    let prepared = outer.path().join("five");
    prepare(&prepared, Part::ApplyFive);
    let half = outer.path().join("half");
    let undisturbed = Undisturbed::of(Part::ApplyFive, &prepared, &outer.path().join("whole"));
    copy(&prepared, &half);
    inject(&Injection { call: "renameat", number: 3, what: "signal=KILL" }, "ApplyFive", &half);
    assert_ne!(snapshot(&half), undisturbed.before, "it was killed in the middle");
    cases += kill_at_each_call(outer.path(), &half, Part::Recover, Some(&undisturbed));
    println!("{cases} kills");
    assert!(cases > 150, "{cases}");
}

/// Kills a process at each call, and returns how many were killed.
fn kill_at_each_call(outer: &Path, prepared: &Path, part: Part, known: Option<&Undisturbed>) -> usize {
    let name = format!("{part:?}");
    let scratch = outer.join("scratch");
    let found;
    let undisturbed = match known {
        Some(known) => known,
        None => {
            found = Undisturbed::of(part, prepared, &outer.join(format!("{name} undisturbed")));
            &found
        }
    };
    copy(prepared, &scratch);
    let calls = count_calls(&name, &scratch, &outer.join("log"));
    fs::remove_dir_all(&scratch).unwrap();
    let mut cases = 0;
    for (call, numbers) in calls {
        for number in numbers {
            copy(prepared, &scratch);
            let output = inject(&Injection { call: &call, number, what: "signal=KILL" }, &name, &scratch);
            let said = String::from_utf8_lossy(&output.stdout);
            let was_answered = said.contains("answered") && part != Part::Recover;
            undisturbed.check(&scratch, was_answered, &format!("{name}, killed at {call} {number}"));
            fs::remove_dir_all(&scratch).unwrap();
            cases += usize::from(said.contains("begun"));
        }
    }
    cases
}

#[test]
fn failing_system_call_is_reported_and_changes_nothing() {
    if let Some(problem) = tracing::problem() {
        eprintln!("skipped: {problem}. The disk in memory still fails at each change.");
        return;
    }
    let outer = quick_folder();
    let scratch = outer.path().join("scratch");
    let mut cases = 0;
    for part in [Part::ApplyTwo, Part::ApplyFive] {
        let prepared = outer.path().join(format!("{part:?}"));
        prepare(&prepared, part);
        let undisturbed =
            Undisturbed::of(part, &prepared, &outer.path().join(format!("{part:?} undisturbed")));
        copy(&prepared, &scratch);
        let calls = count_calls(&format!("{part:?}"), &scratch, &outer.path().join("log"));
        fs::remove_dir_all(&scratch).unwrap();
        // The larger one has the calls that the smaller has not, and need not repeat the others with every error.
        let errors: &[&str] = match part {
            Part::ApplyTwo => &["ENOSPC", "EIO", "EACCES", "EINTR", "EMFILE", "EDQUOT"],
            _ => &["EIO"],
        };
        for (call, numbers) in &calls {
            for (number, error) in
                numbers.clone().flat_map(|number| errors.iter().map(move |it| (number, it)))
            {
                copy(&prepared, &scratch);
                let what = format!("error={error}");
                let injection = Injection { call, number, what: &what };
                let output = inject(&injection, &format!("{part:?} and go on"), &scratch);
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                let what = format!("{part:?}, {error} at {call} {number}: {said}");
                // The same number of another thread's calls may have been the harness's, before it began.
                if said.contains("begun") {
                    assert!(said.contains("descriptors 0") && said.contains("went on"), "{what}");
                    assert!(!said.contains("refused") || said.contains(system_message(error)), "{what}");
                    undisturbed.check_files(&scratch, said.contains("answered"), &what);
                    cases += 1;
                }
                fs::remove_dir_all(&scratch).unwrap();
            }
        }
    }
    println!("{cases} failing calls");
    assert!(cases > 100, "{cases}");
}

/// Returns the system's message for an error.
fn system_message(error: &str) -> &'static str {
    match error {
        "ENOSPC" => "No space left on device",
        "EIO" => "Input/output error",
        "EACCES" => "Permission denied",
        "EINTR" => "Interrupted system call",
        "EMFILE" => "Too many open files",
        _ => "quota exceeded",
    }
}

impl Undisturbed {
    /// Checks the files after a process that continued: its next change was undone, and so only this one counts.
    fn check_files(&self, folder: &Path, was_answered: bool, what: &str) {
        let store = store_in(folder);
        store.recover(&limit()).unwrap();
        assert_eq!(temporaries(folder), [] as [PathBuf; 0], "{what}");
        let found = snapshot(folder);
        assert_eq!(&found, if was_answered { &self.after } else { &self.before }, "{what}");
    }
}

#[test]
fn random_kills_lose_no_answered_commit() {
    const PROCESSES: usize = 4;
    const COMMITS: usize = 200;
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("project");
    fs::create_dir(&folder).unwrap();
    let mut random = fastrand::Rng::with_seed(7);
    let mut answered: Vec<BTreeSet<String>> = vec![BTreeSet::new(); PROCESSES];
    let start = |who: usize, done: usize| Fighter::start(&folder, who, COMMITS - done);
    let mut fighters: Vec<Option<Fighter>> = (0..PROCESSES).map(|who| Some(start(who, 0))).collect();
    let mut kills = 0;
    let mut next_kill = Instant::now() + Duration::from_secs(1);
    while fighters.iter().any(Option::is_some) {
        for (who, slot) in fighters.iter_mut().enumerate() {
            let Some(fighter) = slot else { continue };
            answered[who].extend(fighter.heard.try_iter());
            if fighter.child.try_wait().unwrap().is_some() {
                answered[who].extend(fighter.heard.iter());
                let done = answered[who].len();
                *slot = (done < COMMITS).then(|| start(who, done));
            }
        }
        if Instant::now() >= next_kill {
            next_kill = Instant::now() + Duration::from_millis(random.u64(700..1_300));
            if let Some(fighter) = &mut fighters[random.usize(..PROCESSES)] {
                fighter.child.kill().unwrap();
                kills += 1;
            }
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    check_the_fight(&folder, answered.iter().flatten());
    println!("{} commits by {PROCESSES} processes, {kills} kills", PROCESSES * COMMITS);
    assert!(kills > 0);
}

/// A process that commits, and the names of its commits as they are reported.
struct Fighter {
    child: Child,
    heard: Receiver<String>,
}

impl Fighter {
    fn start(folder: &Path, who: usize, commits: usize) -> Fighter {
        let part = format!("fight process-{who} {commits}");
        let mut child = player(&[], &part, folder).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let (hear, heard) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                // What the test harness prints may stand before it on the line.
                if let Some((_, id)) = line.split_once("answered ") {
                    let _ = hear.send(id.to_owned());
                }
            }
        });
        Fighter { child, heard }
    }
}

/// Checks that every answered commit is in the history, and that every file has always held what the history says.
fn check_the_fight<'a>(folder: &Path, answered: impl Iterator<Item = &'a String>) {
    let store = store_in(folder);
    store.recover(&limit()).unwrap();
    let mut last: HashMap<String, Node> = HashMap::new();
    let ids: BTreeSet<String> = store.with_history(|entries| {
        for file in entries.iter().flat_map(|entry| &entry.intent.files) {
            let path = file.path.to_string();
            let before = last.get(&path).unwrap_or(&Node::Absent);
            assert!(file.before.same_content(before), "{path} was changed by nobody");
            last.insert(path, file.after.clone());
        }
        entries.iter().map(|entry| entry.intent.id.clone()).collect()
    });
    for id in answered {
        assert!(ids.contains(id), "{id} was answered and is not in the history");
    }
    for (path, node) in last {
        let content = ContentHash::of(&fs::read(folder.join(&path)).unwrap());
        assert!(matches!(node, Node::File { content: last, .. } if last == content), "{path}");
    }
    assert_eq!(temporaries(folder), [] as [PathBuf; 0]);
}

#[test]
fn full_disk_fails_commit_without_leftovers() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("small");
    fs::create_dir(&folder).unwrap();
    let mount = format!("mount -t tmpfs -o size=1m scenewright {} && exec \"$@\"", folder.display());
    let beneath = ["unshare", "--map-root-user", "--mount", "sh", "-c", &mount, "sh"].map(str::to_owned);
    match player(&beneath, "full disk", &folder).output() {
        Ok(output) if String::from_utf8_lossy(&output.stdout).contains("begun") => {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(output.status.success() && said.contains("went on"), "{said}");
        }
        Ok(output) => eprintln!("skipped: {}", String::from_utf8_lossy(&output.stderr).trim()),
        Err(cause) => eprintln!("skipped: unshare: {cause}"),
    }
}

/// Fills the disk, in the process that has a small disk of its own.
fn fill_the_disk(folder: &Path) {
    send_line("begun");
    let project = folder.join("project");
    prepare(&project, Part::ApplyFive);
    let store = store_in(&project);
    let free_kib = 1024 - 100;
    fs::write(folder.join("filler"), vec![1; free_kib * 1024]).unwrap();
    let before = snapshot(&project);
    let large: String = (0..200_000).map(|_| fastrand::alphanumeric()).collect();
    let large: &'static str = Box::leak(large.into_boxed_str());
    for edits in [&[("main", Some(large))][..], &[("main", Some("small\n")), ("a", None), ("b", Some(large))]]
    {
        let error = put(&store, &project, edits).unwrap_err().to_string();
        assert!(error.contains("No space left"), "{error}");
        assert_eq!(snapshot(&project), before);
        assert_eq!(temporaries(&project), [] as [PathBuf; 0]);
    }
    fs::remove_file(folder.join("filler")).unwrap();
    put(&store, &project, &[("main", Some(large))]).unwrap();
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(snapshot(&project), before);
    send_line("went on");
}
