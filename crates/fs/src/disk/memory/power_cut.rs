//! The states of a disk after a power cut, and the enumeration of all of them.

use std::collections::{BTreeMap, BTreeSet};

use super::MemoryDisk;
use super::contents::{Change, Contents, Effect, TOP};
use super::state::{State, What};

/// An enumeration of every way in which a function's choices can fall, like an odometer. Each round asks
/// [`Choices::choose`] as often as it needs to; [`Choices::advance`] begins the next one.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    wheels: Vec<Wheel>,
    /// The wheel that gives the next answer.
    next: usize,
}

#[derive(Clone, Debug)]
struct Wheel {
    position: usize,
    count: usize,
}

impl Choices {
    /// Makes an enumeration at its first round, in which every choice is 0.
    pub fn new() -> Choices {
        Choices::default()
    }

    /// Makes the next choice of this round: a number below the count.
    pub fn choose(&mut self, count: usize) -> usize {
        if self.next == self.wheels.len() {
            self.wheels.push(Wheel { position: 0, count });
        }
        let wheel = &self.wheels[self.next];
        debug_assert_eq!(wheel.count, count, "the same choices lead to the same question");
        self.next += 1;
        wheel.position
    }

    /// Begins the next round. Returns false when every combination was tried.
    pub fn advance(&mut self) -> bool {
        self.wheels.truncate(self.next);
        self.next = 0;
        while let Some(wheel) = self.wheels.last_mut() {
            wheel.position += 1;
            if wheel.position < wheel.count {
                return true;
            }
            self.wheels.pop();
        }
        false
    }
}

impl MemoryDisk {
    /// Returns the disk as it may be after a power cut right after the given number of operations. The
    /// function is asked again and again for a number below the one that it is given; the module says what is
    /// chosen.
    pub fn after_power_cut(&self, operations: usize, choose: &mut dyn FnMut(usize) -> usize) -> MemoryDisk {
        MemoryDisk::of(after_power_cut(&self.state(), operations, choose))
    }

    /// Returns the disks as they may be after a power cut right after the given number of operations: every one,
    /// if there are at most `most`, and otherwise that many, drawn at random but the same each time.
    pub fn durable_states(&self, operations: usize, most: usize) -> Vec<MemoryDisk> {
        let mut states = Vec::new();
        let mut choices = Choices::new();
        while states.len() < most {
            states.push(self.after_power_cut(operations, &mut |count| choices.choose(count)));
            if !choices.advance() {
                return states;
            }
        }
        let mut random = fastrand::Rng::with_seed(operations as u64);
        let draw = |_| self.after_power_cut(operations, &mut |count| random.usize(..count));
        (0..most).map(draw).collect()
    }
}

/// The changes of one inode in their order, each with true if it is surely there.
type Changes<'a> = Vec<(&'a Change, bool)>;

fn after_power_cut(state: &State, operations: usize, choose: &mut dyn FnMut(usize) -> usize) -> State {
    let mut contents = state.beginning.clone();
    let mut changes = changes_until(state, operations, &mut contents);

    // Folders first, from the top: what is in a lost folder is lost, and nothing needs to be chosen about it. By
    // their numbers, a folder comes before those in it.
    let mut reachable = BTreeSet::from([TOP]);
    let folders: Vec<u64> = contents.inodes.keys().copied().collect();
    for folder in folders {
        if !reachable.contains(&folder) || contents.names(folder).is_none() {
            continue;
        }
        let of_folder = changes.remove(&folder).unwrap_or_default();
        for (change, _) in kept(&of_folder, choose) {
            contents.apply(change);
        }
        reachable.extend(contents.names(folder).into_iter().flatten().map(|(_, inode)| *inode));
    }
    contents.drop_unreachable();
    for (inode, of_file) in &changes {
        if contents.inode(*inode).is_some() {
            apply_to_file(&mut contents, of_file, choose);
        }
    }
    State::durable(contents, state.ticks())
}

/// Makes every inode there was, still without names, and sorts the changes by inode.
fn changes_until<'a>(
    state: &'a State,
    operations: usize,
    contents: &mut Contents,
) -> BTreeMap<u64, Changes<'a>> {
    let mut synced = BTreeSet::new();
    let mut changes: BTreeMap<u64, Changes<'a>> = BTreeMap::new();
    let before = state.history.iter().filter(|event| event.operations <= operations);
    for event in before.rev() {
        let (change, is_put) = match &event.what {
            What::Changed(change) => (change, false),
            What::Put(change) => (change, true),
            What::Synced(inode) => {
                synced.insert(*inode);
                continue;
            }
        };
        if matches!(change.effect, Effect::Make(_)) {
            contents.apply(change);
        } else {
            let is_durable = is_put || synced.contains(&change.inode);
            changes.entry(change.inode).or_default().push((change, is_durable));
        }
    }
    for of_inode in changes.values_mut() {
        of_inode.reverse();
    }
    changes
}

/// Returns the changes that survived. With few that may be lost, any of them are; with more, either a few at
/// the end or any, so that a random draw meets both kinds of loss.
fn kept<'a>(changes: &Changes<'a>, choose: &mut dyn FnMut(usize) -> usize) -> Changes<'a> {
    let unsure = changes.iter().filter(|(_, is_durable)| !is_durable).count();
    let mut kept_first = (unsure > 2 && choose(2) == 0).then(|| choose(unsure + 1));
    let mut survives = || match &mut kept_first {
        Some(0) => false,
        Some(left) => {
            *left -= 1;
            true
        }
        None => choose(2) == 1,
    };
    changes.iter().copied().filter(|(_, is_durable)| *is_durable || survives()).collect()
}

fn apply_to_file(contents: &mut Contents, changes: &Changes<'_>, choose: &mut dyn FnMut(usize) -> usize) {
    let survived = kept(changes, choose);
    let may_be_torn =
        |(change, is_durable): &(&Change, bool)| !is_durable && matches!(change.effect, Effect::Write { .. });
    let last_write = survived.iter().rposition(may_be_torn);
    for (index, (change, _)) in survived.into_iter().enumerate() {
        if last_write == Some(index) {
            contents.apply(&torn(change, choose));
        } else {
            contents.apply(change);
        }
    }
}

/// Returns a write of which all, a part or only the length survived.
fn torn(change: &Change, choose: &mut dyn FnMut(usize) -> usize) -> Change {
    let mut torn = change.clone();
    if let Effect::Write { bytes, .. } = &mut torn.effect {
        match choose(if bytes.len() > 1 { 3 } else { 2 }) {
            0 => {}
            1 => bytes.fill(0),
            _ => bytes.truncate(1 + choose(bytes.len() - 1)),
        }
    }
    torn
}
