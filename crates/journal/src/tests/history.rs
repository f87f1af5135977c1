//! Tests of undo and redo against a model that keeps every state whole.

use super::*;
use scenewright_error::{Kind, Result};
use serde_json::json;

/// The files of the test.
const NAMES: [&str; 4] = ["main", "a", "b", "c"];

/// The contents of each of the files.
type State = [Option<String>; 4];

/// A change, and its last form: itself, its undo, or its redo.
#[derive(Clone)]
struct Made {
    id: String,
    before: State,
    after: State,
    undone: bool,
}

fn current(disk: &MemoryDisk) -> State {
    NAMES.map(|name| {
        let path = FileName::parse(name).unwrap().path();
        let bytes = disk.get(Path::new("/project").join(path.relative()))?;
        Some(String::from_utf8(bytes).unwrap())
    })
}

impl Made {
    fn changed(&self) -> impl Iterator<Item = usize> + '_ {
        (0..NAMES.len()).filter(|file| self.before[*file] != self.after[*file])
    }

    /// Returns true if the state that it left is still there, or is already undone, in the files that it changed.
    fn can_be_undone_now(&self, now: &State) -> bool {
        self.changed().all(|file| [&self.after[file], &self.before[file]].contains(&&now[file]))
    }

    /// Undoes it. The undo is the next thing to be undone.
    fn revert(&mut self, now: &mut State) {
        let found = now.clone();
        for file in self.changed() {
            now[file].clone_from(&self.before[file]);
        }
        (self.before, self.after) = (found, now.clone());
        self.undone = !self.undone;
    }
}

/// Undoes or redoes one transaction by its name.
fn take_back_by_id(
    store: &Arc<Transactions>,
    direction: Direction,
    id: &str,
    force: bool,
) -> Result<Committed> {
    let plan = store.plan(direction, Some(id), force)?;
    let label = Label { undoes: Some(plan.id.clone()), ..label("back") };
    Ok(store.commit(&CommitRequest { label, ..request(&plan.changes) })?)
}

#[test]
fn undo_and_redo_agree_with_simple_model_in_any_order() {
    for seed in 0..40 {
        let mut random = fastrand::Rng::with_seed(seed);
        let disk = MemoryDisk::new();
        disk.put(MAIN, "begin");
        let mut store = store_on(&disk);
        let mut model: Vec<Made> = Vec::new();
        let mut now = current(&disk);
        for step in 0..120 {
            let what = format!("seed {seed}, step {step}");
            if random.u8(..10) == 0 {
                store = store_on(&disk);
                store.recover(&limit()).unwrap();
            }
            if model.is_empty() || random.bool() {
                let mut after = now.clone();
                for file in &mut after {
                    if random.u8(..3) == 0 {
                        // Few different texts, so that one is often there again.
                        *file = (random.u8(..4) != 0).then(|| format!("text {}", random.u8(..6)));
                    }
                }
                let edits: Vec<FileChange> = (0..NAMES.len())
                    .filter(|file| after[*file] != now[*file])
                    .map(|file| change(NAMES[file], now[file].as_deref(), after[file].as_deref()))
                    .collect();
                if !edits.is_empty() {
                    let id = commit(&store, &edits).unwrap_or_else(|error| panic!("{what}: {error}")).id;
                    model.push(Made { id, before: now.clone(), after: after.clone(), undone: false });
                    now = after;
                }
            } else {
                let chosen = random.usize(..model.len());
                let made = &mut model[chosen];
                let direction = if random.bool() { Direction::Undo } else { Direction::Redo };
                let result = take_back_by_id(&store, direction, &made.id, false);
                let is_its_turn = made.undone == (direction == Direction::Redo);
                let is_possible = is_its_turn && made.can_be_undone_now(&now);
                assert_eq!(result.is_ok(), is_possible, "{what}: {direction:?} of {chosen}: {result:?}");
                match result {
                    Ok(_) => made.revert(&mut now),
                    Err(error) => {
                        assert!(matches!(error.kind, Kind::Conflict | Kind::NoChange), "{what}: {error}");
                    }
                }
            }
            assert_eq!(current(&disk), now, "{what}");
            let undone: Vec<bool> = store.with_history(|entries| {
                entries.iter().filter(|it| it.intent.undoes.is_none()).map(|it| it.undone).collect()
            });
            assert_eq!(undone, model.iter().map(|made| made.undone).collect::<Vec<_>>(), "{what}");
        }
        assert!(!has_temporary(&disk));
    }
}

#[test]
fn undo_steps_back_and_redo_steps_forward() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "0");
    let mut states = vec![snapshot(&disk)];
    let texts = ["1", "2", "3", "4", "5"];
    for (number, text) in texts.into_iter().enumerate() {
        // A new process each time.
        let store = store_on(&disk);
        let gear = (number % 2 == 0).then_some(text);
        put(&store, &disk, &[("main", Some(text)), ("gear", gear)])
            .or_else(|_| put(&store, &disk, &[("main", Some(text))]))
            .unwrap();
        states.push(snapshot(&disk));
    }
    for state in states.iter().rev().skip(1) {
        revert(&store_on(&disk), Direction::Undo).unwrap();
        assert_eq!(without_folders(&snapshot(&disk)), without_folders(state));
    }
    let error = revert(&store_on(&disk), Direction::Undo).unwrap_err();
    assert_eq!((error.kind, error.message.as_str()), (Kind::NotFound, "There is nothing to undo."));
    for state in states.iter().skip(1) {
        revert(&store_on(&disk), Direction::Redo).unwrap();
        assert_eq!(without_folders(&snapshot(&disk)), without_folders(state));
    }
    let error = revert(&store_on(&disk), Direction::Redo).unwrap_err();
    assert_eq!(
        (error.kind, error.message.as_str()),
        (Kind::NotFound, "There is nothing to redo: nothing was undone.")
    );
}

/// Leaves folders out of a snapshot: a folder that a change created stays when the change is
/// undone, since another writer may have made it since.
fn without_folders(state: &Snapshot) -> Snapshot {
    state.clone().into_iter().filter(|(_, file)| file.is_some()).collect()
}

#[test]
fn change_after_undo_ends_automatic_redo() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "0");
    let store = store_on(&disk);
    let first = put(&store, &disk, &[("main", Some("1"))]).unwrap().id;
    revert(&store, Direction::Undo).unwrap();
    put(&store, &disk, &[("a", Some("x"))]).unwrap();
    let error = revert(&store, Direction::Redo).unwrap_err();
    assert!(error.message.contains("a change was made since the last undo"), "{error}");
    assert!(error.hint.unwrap().contains("give its id"));
    take_back_by_id(&store, Direction::Redo, &first, false).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"1");
    assert_eq!(disk.get("/project/modules/a.js").unwrap(), b"x");
}

#[test]
fn forced_undo_replaces_foreign_change_and_can_be_undone() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "0");
    let store = store_on(&disk);
    let first = put(&store, &disk, &[("main", Some("1"))]).unwrap().id;
    disk.put(MAIN, "by hand");
    let error = revert(&store, Direction::Undo).unwrap_err();
    assert_eq!(error.kind, Kind::Conflict);
    assert!(error.message.contains("main changed since, by somebody who is not in this history"), "{error}");
    assert_eq!(disk.get(MAIN).unwrap(), b"by hand");

    take_back_by_id(&store, Direction::Undo, &first, true).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"0");
    // The undo of the undo gives what was replaced, not what the first change had made.
    revert(&store, Direction::Redo).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"by hand");

    let second = put(&store, &disk, &[("main", Some("2"))]).unwrap().id;
    let error = take_back_by_id(&store, Direction::Undo, &first, false).unwrap_err();
    assert!(error.message.contains(&second), "{error}");
    assert!(error.hint.unwrap().contains("Undo the later transaction first"));
}

#[test]
fn undo_of_change_reverted_by_hand_counts_as_undone() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "0");
    let store = store_on(&disk);
    put(&store, &disk, &[("a", Some("x"))]).unwrap();
    put(&store, &disk, &[("main", Some("1"))]).unwrap();
    disk.put(MAIN, "0");
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"0");
    revert(&store, Direction::Undo).unwrap();
    assert_eq!(disk.get("/project/modules/a.js"), None, "and the next undo goes on to the change before");
    revert(&store_on(&disk), Direction::Redo).unwrap();
    assert_eq!(disk.get("/project/modules/a.js").unwrap(), b"x");
    revert(&store_on(&disk), Direction::Redo).unwrap();
    assert_eq!(disk.get(MAIN).unwrap(), b"0", "the undo replaced nothing, so its undo brings nothing back");
    assert!(store_on(&disk).plan(Direction::Redo, None, false).is_err());
}

#[test]
fn undo_of_unknown_transaction_lists_known_ones() {
    let disk = MemoryDisk::new();
    disk.put(MAIN, "0");
    let store = store_on(&disk);
    let error = take_back_by_id(&store, Direction::Undo, "nothing", false).unwrap_err();
    assert_eq!((error.kind, error.hint.as_deref()), (Kind::NotFound, Some("The history is empty.")));
    let first = put(&store, &disk, &[("main", Some("1"))]).unwrap().id;
    let error = take_back_by_id(&store, Direction::Undo, "nothing", false).unwrap_err();
    assert!(error.hint.unwrap().contains(&first));
    let error = take_back_by_id(&store, Direction::Redo, &first, false).unwrap_err();
    assert_eq!(error.kind, Kind::NoChange);
    take_back_by_id(&store, Direction::Undo, &first, false).unwrap();
    let error = take_back_by_id(&store, Direction::Undo, &first, false).unwrap_err();
    assert!(error.message.contains("already undone"), "{error}");
}

#[test]
fn change_computed_with_values_that_were_set_since_is_refused() {
    let disk = MemoryDisk::new();
    let stores = [store_on(&disk), store_on(&disk)];
    let set = |store: &Arc<Transactions>, before: i32, after: i32, base: ValuesBase| {
        let values = Some(ValueStep { before: json!({ "w": before }), after: json!({ "w": after }) });
        let label = Label { values, values_base: Some(base), ..label("w") };
        store.commit(&CommitRequest { label, ..request(&[]) })
    };
    let base = stores[0].values_base();
    set(&stores[1], 6, 7, base.clone()).unwrap();
    assert_eq!(set(&stores[0], 6, 9, base.clone()), Err(CommitError::ValuesChanged));
    // The refused commit has shown what the other one set.
    assert_eq!(stores[0].latest_values().unwrap().1, json!({ "w": 7 }));
    let next = stores[0].values_base();
    assert_ne!(next, base);
    // A commit that sets no values leaves the base as it is.
    put(&stores[1], &disk, &[("a", Some("1"))]).unwrap();
    set(&stores[0], 7, 9, next).unwrap();
}

#[test]
fn values_without_files_are_an_entry_that_undo_and_redo_step_over() {
    let disk = MemoryDisk::new();
    let store = store_on(&disk);
    put(&store, &disk, &[("main", Some("1"))]).unwrap();
    let set =
        |before: i32, after: i32| ValueStep { before: json!({ "w": before }), after: json!({ "w": after }) };
    let values = Some(set(120, 150));
    let id =
        store.commit(&CommitRequest { label: Label { values, ..label("w") }, ..request(&[]) }).unwrap().id;
    // A new process reads them.
    let store = store_on(&disk);
    store.recover(&limit()).unwrap();
    assert_eq!(store.latest_values(), Some((id.clone(), json!({ "w": 150 }))));
    assert_eq!(store.values_at(Moment::Before(&id)), Some(json!({ "w": 120 })));
    let plan = store.plan(Direction::Undo, None, false).unwrap();
    assert_eq!((&plan.id, &plan.values), (&id, &Some(set(150, 120))));
    let label = Label { undoes: Some(plan.id), values: plan.values, ..label("back") };
    store.commit(&CommitRequest { label, ..request(&plan.changes) }).unwrap();
    assert_eq!(store.latest_values().unwrap().1, json!({ "w": 120 }));
    assert_eq!(store.plan(Direction::Redo, None, false).unwrap().values, Some(set(120, 150)));
    // The change before it is what comes next.
    let next = store.plan(Direction::Undo, None, false).unwrap();
    assert_eq!((next.values, next.changes.len()), (None, 1));
}
