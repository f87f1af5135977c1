//! Three-way merge of trees: what a fork changed since it began is brought to the workspace, which has changed as well.
//!
//! A path that one side alone changed is as that side has it. Where both did, contents and modes are merged on their own, and
//! what cannot be is a clash. A file that one side renamed is merged under its new name.
//!
//! Nothing is read or written here: files whose lines must be compared are named for the caller.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::attributes::Attributes;
use super::tree::{Change, Entry, Node, Spot, Tree, compare};
use scenewright_fs::ContentHash;

/// The three trees. `theirs` is the fork; its base is what the fork was.
#[derive(Clone, Copy)]
pub struct Sides<'a> {
    /// The tree that both sides began with.
    pub base: &'a Tree,
    /// The workspace.
    pub ours: &'a Tree,
    /// The fork.
    pub theirs: &'a Tree,
}

/// The side that is taken where both changed the same thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preference {
    /// Neither side: it is a clash.
    Neither,
    /// The workspace.
    Ours,
    /// The fork.
    Theirs,
}

/// A path that both sides changed, in ways that do not go together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The path.
    pub spot: Spot,
    /// Why they do not.
    pub reason: ClashReason,
}

/// Why two changes do not go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClashReason {
    /// Both sides changed the contents, which are no text or of different encodings.
    Contents,
    /// The workspace deleted what the fork changed.
    DeletedHere,
    /// The fork deleted what the workspace changed.
    DeletedInFork,
    /// Both sides made it, differently.
    BothCreated,
    /// The path is a file on one side, and a folder or link on the other.
    Kind,
    /// Both sides changed the target of a link.
    Target,
    /// Both sides changed the mode.
    Mode,
    /// Both sides changed the extended attributes or access lists.
    Attributes,
    /// Both sides renamed it, differently.
    Renamed,
    /// The workspace does not cover it.
    NotCovered,
}

/// A file of which both sides changed the contents.
#[derive(Clone, Debug)]
pub struct Combination {
    /// The path in the workspace after the merge.
    pub spot: Spot,
    /// The present path in the workspace, if the fork renamed it.
    pub from: Option<Spot>,
    /// The entry that both sides began with; `None` if both made it.
    pub base: Option<Entry>,
    /// The workspace's side.
    pub ours: Entry,
    /// The fork's side.
    pub theirs: Entry,
    /// The entry after the merge, but for its contents and size.
    pub after: Entry,
}

/// The result of a merge.
#[derive(Debug, Default)]
pub struct MergePlan {
    /// The changes, from the present state of each path in the workspace to the merged one.
    pub changes: Vec<Change>,
    /// The files whose contents are to be merged.
    pub combinations: Vec<Combination>,
    /// The paths that cannot be merged.
    pub clashes: Vec<Clash>,
    /// The paths that the fork changed and a merge leaves alone: its repository, and paths that are not covered.
    pub left_out: Vec<Spot>,
}

/// The name of a repository, whose history git merges.
const REPOSITORY: &[u8] = b".git";

/// The drawing of a project as it ran last, and the code beside it. Each side has its own, and the next run writes it again.
const SCENE_CACHE: &[u8] = b"scene.json";
const SCENE_CODE: &[u8] = b"scene.code.js";

/// Returns true where two contents are much the same: a number in the file system is given to a new file when the old one is
/// gone, and that is no rename.
pub type IsAlike<'a> = dyn Fn(&Entry, &Entry) -> bool + 'a;

/// Compares the sides. `now_ns` is the time that merged files get: one that a build has seen must not look older than that.
pub fn plan_merge(
    sides: Sides<'_>,
    preference: Preference,
    now_ns: i64,
    is_alike: &IsAlike<'_>,
) -> MergePlan {
    let mut merge = Merge {
        sides,
        preference,
        now_ns,
        is_alike,
        plan: MergePlan::default(),
        handled: HashSet::new(),
        refused: Vec::new(),
        hidden: [hidden(sides.ours), hidden(sides.theirs)],
    };
    let changes: Vec<Change> = compare(sides.base, sides.theirs).into_iter().filter(differs).collect();
    let renamed = renames(&changes, true);
    // Renames in the workspace matter only if the fork changed a file that is not in its place. Otherwise the trees need no
    // comparison.
    let our_changes: Vec<Change> = match changes.iter().any(|it| sides.ours.get(&it.spot).is_none()) {
        true => compare(sides.base, sides.ours).into_iter().filter(differs).collect(),
        false => Vec::new(),
    };
    // The base has the numbers that files have in the fork.
    let our_renamed = renames(&our_changes, false);
    for (old, new) in &renamed {
        merge.their_rename(old, new, our_renamed.get(old));
    }
    for change in &changes {
        merge.change(change, our_renamed.get(&change.spot));
    }
    merge.relink();
    merge.part();
    merge.plan
}

fn differs(change: &Change) -> bool {
    !change.spot.path.is_empty() && !same(change.before.as_ref(), change.after.as_ref())
}

fn same(left: Option<&Entry>, right: Option<&Entry>) -> bool {
    match (left, right) {
        (None, None) => true,
        (Some(left), Some(right)) => left.same_state(right),
        _ => false,
    }
}

/// Returns the paths of which a side knows only that they exist.
fn hidden(tree: &Tree) -> HashSet<Spot> {
    tree.uncovered().map(|(spot, _)| spot).collect()
}

/// Finds the files that a side renamed: by contents that are nowhere else or, with `by_number`, by their numbers in the file
/// system, which may have been given to another file since.
fn renames(changes: &[Change], by_number: bool) -> BTreeMap<Spot, Spot> {
    let mut found = BTreeMap::new();
    let mut by_inode: HashMap<(u64, u64), Vec<&Change>> = HashMap::new();
    let mut by_content: HashMap<ContentHash, Vec<&Change>> = HashMap::new();
    let mut gone_contents: HashMap<ContentHash, usize> = HashMap::new();
    for change in changes {
        match (&change.before, &change.after) {
            (None, Some(after)) => {
                if let Some(content) = after.content() {
                    by_inode.entry(after.identity()).or_default().push(change);
                    by_content.entry(content).or_default().push(change);
                }
            }
            (Some(before), None) => {
                if let Some(content) = before.content() {
                    *gone_contents.entry(content).or_default() += 1;
                }
            }
            _ => {}
        }
    }
    let only = |changes: Option<&Vec<&Change>>| match changes.map(Vec::as_slice) {
        Some([one]) => Some(one.spot.clone()),
        _ => None,
    };
    for change in changes.iter().filter(|change| change.after.is_none()) {
        let Some(before) = &change.before else { continue };
        // Empty files are all alike, which makes none of them a renamed one.
        let Some(content) = before.content().filter(|_| before.stat.size > 0) else { continue };
        let same_content =
            // Of two files with the same contents, nothing says which one has which new name.
            (gone_contents.get(&content) == Some(&1)).then(|| only(by_content.get(&content))).flatten();
        if let Some(new) =
            same_content.or_else(|| only(by_inode.get(&before.identity()).filter(|_| by_number)))
        {
            found.insert(change.spot.clone(), new);
        }
    }
    found
}

struct Merge<'a> {
    sides: Sides<'a>,
    preference: Preference,
    now_ns: i64,
    is_alike: &'a IsAlike<'a>,
    plan: MergePlan,
    /// Paths that need no further look.
    handled: HashSet<Spot>,
    /// Folders of the fork that the workspace does not take.
    refused: Vec<Spot>,
    /// The paths that the workspace and the fork do not cover.
    hidden: [HashSet<Spot>; 2],
}

impl Merge<'_> {
    fn their_rename(&mut self, old: &Spot, new: &Spot, our_new: Option<&Spot>) {
        let (Some(base), Some(theirs)) = (self.sides.base.get(old), self.sides.theirs.get(new)) else {
            return;
        };
        let (base, theirs) = (base.clone(), theirs.clone());
        // Left to the comparison of paths below, which leaves repositories out.
        if is_in_repository(old) || is_in_repository(new) {
            return;
        }
        if base.content() != theirs.content() && !(self.is_alike)(&base, &theirs) {
            return;
        }
        let ours_at = |spot: &Spot| self.sides.ours.get(spot).filter(|it| it.content().is_some()).cloned();
        match our_new {
            Some(our_new) if our_new == new => {
                let Some(ours) = ours_at(new) else { return };
                self.combine(new, None, Some(&base), &ours, &theirs);
            }
            Some(our_new) => match self.preference {
                Preference::Neither => self.clash(old, ClashReason::Renamed),
                Preference::Ours => {}
                Preference::Theirs => {
                    let Some(ours) = ours_at(our_new) else { return };
                    self.combine(new, Some(our_new), Some(&base), &ours, &theirs);
                }
            },
            // The workspace has deleted it.
            None if self.sides.ours.get(old).is_none() && !self.is_hidden(0, old) => match self.preference {
                Preference::Neither => self.clash(old, ClashReason::DeletedHere),
                Preference::Ours => {}
                // Made like any other below.
                Preference::Theirs => return,
            },
            None => {
                // Where nothing but its name differs here, it is deleted and made like any other.
                let Some(ours) = ours_at(old).filter(|ours| !ours.same_state(&base)) else { return };
                if self.sides.ours.get(new).is_some() {
                    return;
                }
                self.combine(new, Some(old), Some(&base), &ours, &theirs);
            }
        }
        self.handled.extend([old.clone(), new.clone()]);
    }

    fn change(&mut self, change: &Change, our_new: Option<&Spot>) {
        let spot = &change.spot;
        if self.handled.contains(spot) || self.refused.iter().any(|folder| folder.holds(spot)) {
            return;
        }
        let (base, theirs) = (change.before.as_ref(), change.after.as_ref());
        if let Some(repository) = repository_of(spot) {
            if !self.plan.left_out.contains(&repository) {
                self.plan.left_out.push(repository);
            }
            return;
        }
        if let Some((folder, name)) = spot.split()
            && name == SCENE_CACHE
            && [self.sides.ours, self.sides.theirs]
                .iter()
                .any(|it| it.get(&folder.child(SCENE_CODE)).is_some())
        {
            return;
        }
        let is_covered = |entry: Option<&Entry>| entry.is_none_or(Entry::is_covered);
        if !is_covered(base) || !is_covered(theirs) || (theirs.is_none() && self.is_hidden(1, spot)) {
            self.plan.left_out.push(spot.clone());
            return;
        }
        let ours = self.sides.ours.get(spot);
        if !is_covered(ours) || (ours.is_none() && self.is_hidden(0, spot)) {
            return self.clash(spot, ClashReason::NotCovered);
        }
        // The workspace has renamed what the fork deleted.
        if let (Some(_), None, None, Some(our_new)) = (base, theirs, ours, our_new)
            && self.sides.ours.get(our_new).is_some_and(|it| it.content().is_some())
        {
            return self.choose(our_new, ClashReason::DeletedInFork);
        }
        if same(ours, theirs) {
            return;
        }
        if same(ours, base) {
            return self.take(spot, ours, theirs);
        }
        // The workspace may have it under another name.
        if let (None, Some(our_new), Some(theirs)) = (ours, our_new, theirs)
            && let Some(found) = self.sides.ours.get(our_new).filter(|it| it.content().is_some())
            && theirs.content().is_some()
        {
            let (our_new, found) = (our_new.clone(), found.clone());
            // Under the workspace's name: a rename is a change of the name alone, and goes together with a change
            // of contents.
            return self.combine(&our_new, None, base, &found, theirs);
        }
        let is_folder = |entry: Option<&Entry>| entry.is_some_and(|it| it.node == Node::Folder);
        let is_file = |entry: &Entry| entry.content().is_some();
        match (ours, theirs) {
            // Of a folder that one side removed, the other changed the mode alone.
            (None, Some(_)) if is_folder(base) && is_folder(theirs) => {}
            // The restore keeps a folder that has other contents, so nothing is lost that the workspace added.
            (Some(_), None) if is_folder(base) && is_folder(ours) => self.take(spot, ours, None),
            (Some(_), Some(_)) if base.is_none() && is_folder(ours) && is_folder(theirs) => {}
            (None, Some(_)) => self.choose(spot, ClashReason::DeletedHere),
            (Some(_), None) => self.choose(spot, ClashReason::DeletedInFork),
            (Some(ours), Some(theirs)) if is_file(ours) && is_file(theirs) => {
                let base = base.filter(|it| is_file(it));
                self.combine(spot, None, base, &ours.clone(), theirs);
            }
            (Some(ours), Some(theirs)) if ours.same_node(theirs) => {
                let Some(mode) = self.mode(spot, base, ours, theirs) else { return };
                let Some(attributes) = self.attributes(spot, base, ours, theirs) else { return };
                let mut after = ours.clone();
                after.stat.mode = mode;
                after.attributes = attributes;
                self.set(spot, Some(ours), Some(after));
            }
            (Some(ours), Some(theirs)) => {
                let are_links = matches!((&ours.node, &theirs.node), (Node::Link(_), Node::Link(_)));
                let reason = match (are_links, base) {
                    (true, Some(_)) => ClashReason::Target,
                    (_, None) => ClashReason::BothCreated,
                    _ => ClashReason::Kind,
                };
                self.choose(spot, reason);
            }
            (None, None) => {}
        }
    }

    /// Merges a file of which both sides changed something.
    fn combine(
        &mut self,
        spot: &Spot,
        from: Option<&Spot>,
        base: Option<&Entry>,
        ours: &Entry,
        theirs: &Entry,
    ) {
        let Some(mode) = self.mode(spot, base, ours, theirs) else { return };
        let Some(attributes) = self.attributes(spot, base, ours, theirs) else { return };
        let (mine, other) = (ours.content(), theirs.content());
        let old = base.and_then(Entry::content);
        let mut after =
            if other == mine || other == old { ours.clone() } else { self.adapted(theirs, Some(ours)) };
        after.stat.mode = mode;
        after.attributes = attributes;
        if mine == other || old == mine || old == other {
            if let Some(from) = from {
                self.set(from, Some(ours), None);
                let there = self.sides.ours.get(spot).cloned();
                return self.set(spot, there.as_ref(), Some(after));
            }
            if !after.same_state(ours) {
                self.set(spot, Some(ours), Some(after));
            }
            return;
        }
        // The merged file is a new one.
        after.stat.links = 1;
        self.plan.combinations.push(Combination {
            spot: spot.clone(),
            from: from.cloned(),
            base: base.cloned(),
            ours: ours.clone(),
            theirs: theirs.clone(),
            after,
        });
    }

    fn mode(&mut self, spot: &Spot, base: Option<&Entry>, ours: &Entry, theirs: &Entry) -> Option<u32> {
        let mode = |it: &Entry| it.stat.mode;
        self.either(spot, ClashReason::Mode, base.map(mode), mode(ours), mode(theirs))
    }

    fn attributes(
        &mut self,
        spot: &Spot,
        base: Option<&Entry>,
        ours: &Entry,
        theirs: &Entry,
    ) -> Option<Attributes> {
        let attributes = |it: &Entry| it.attributes.clone();
        self.either(spot, ClashReason::Attributes, base.map(attributes), attributes(ours), attributes(theirs))
    }

    /// Returns what the side that changed something has; `None`, with a clash, where both did and neither is preferred.
    fn either<T: PartialEq>(
        &mut self,
        spot: &Spot,
        reason: ClashReason,
        old: Option<T>,
        mine: T,
        other: T,
    ) -> Option<T> {
        match self.preference {
            _ if mine == other || old.as_ref() == Some(&other) => Some(mine),
            _ if old.as_ref() == Some(&mine) => Some(other),
            Preference::Ours => Some(mine),
            Preference::Theirs => Some(other),
            Preference::Neither => {
                self.clash(spot, reason);
                None
            }
        }
    }

    /// Takes what the fork has.
    fn take(&mut self, spot: &Spot, ours: Option<&Entry>, theirs: Option<&Entry>) {
        let after = match (ours, theirs) {
            // Only mode and attributes differ: everything else stays, the time too.
            (Some(ours), Some(theirs)) if ours.same_node(theirs) => {
                let mut after = ours.clone();
                after.stat.mode = theirs.stat.mode;
                after.attributes = theirs.attributes.clone();
                Some(after)
            }
            (_, theirs) => theirs.map(|theirs| self.adapted(theirs, ours)),
        };
        self.set(spot, ours, after);
    }

    /// Decides for the preferred side, if there is one.
    fn choose(&mut self, spot: &Spot, reason: ClashReason) {
        let (ours, theirs) = (self.sides.ours.get(spot), self.sides.theirs.get(spot));
        match self.preference {
            Preference::Neither => self.clash(spot, reason),
            // With what the fork has in it.
            Preference::Ours if theirs.is_some_and(|it| it.node == Node::Folder) => {
                self.refused.push(spot.clone());
            }
            Preference::Ours => {}
            Preference::Theirs => self.take(spot, ours, theirs),
        }
    }

    /// Returns an entry of the fork as it is made in the workspace: with the owner of the entry that it replaces, and the time of
    /// the merge.
    fn adapted(&self, theirs: &Entry, ours: Option<&Entry>) -> Entry {
        let mut after = theirs.clone();
        if theirs.node != Node::Folder {
            after.stat.modified_ns = self.now_ns;
        }
        if let Some(ours) = ours {
            (after.stat.uid, after.stat.gid) = (ours.stat.uid, ours.stat.gid);
        }
        after
    }

    fn set(&mut self, spot: &Spot, before: Option<&Entry>, after: Option<Entry>) {
        self.plan.changes.push(Change { spot: spot.clone(), before: before.cloned(), after });
    }

    fn clash(&mut self, spot: &Spot, reason: ClashReason) {
        self.plan.clashes.push(Clash { spot: spot.clone(), reason });
    }

    fn is_hidden(&self, side: usize, spot: &Spot) -> bool {
        let mut here = spot.split().map(|it| it.0);
        while let Some(spot) = here {
            if self.hidden[side].contains(&spot) {
                return true;
            }
            here = spot.split().map(|it| it.0);
        }
        false
    }

    /// Names the other names of a file that comes with several, so that they are one file afterwards; and those of a file that
    /// goes, so that they are one file again after an undo.
    fn relink(&mut self) {
        let group = Entry::other_names;
        let sides = self.plan.changes.iter();
        let comes: HashSet<_> = sides.filter_map(|it| it.after.as_ref().and_then(group)).collect();
        let goes: HashSet<_> =
            self.plan.changes.iter().filter_map(|it| it.before.as_ref().and_then(group)).collect();
        let mut known: HashSet<Spot> = self.plan.changes.iter().map(|it| it.spot.clone()).collect();
        let theirs = self.sides.theirs.iter().filter(|_| !comes.is_empty());
        let others = theirs.filter(|(_, theirs)| group(theirs).is_some_and(|it| comes.contains(&it)));
        for (spot, theirs) in others {
            if let Some(ours) = self.sides.ours.get(&spot).filter(|ours| ours.same_state(theirs))
                && known.insert(spot.clone())
            {
                let mut after = theirs.clone();
                after.stat.modified_ns = ours.stat.modified_ns;
                (after.stat.uid, after.stat.gid) = (ours.stat.uid, ours.stat.gid);
                self.set(&spot, Some(ours), Some(after));
            }
        }
        let ours = self.sides.ours.iter().filter(|_| !goes.is_empty());
        for (spot, ours) in ours.filter(|(_, ours)| group(ours).is_some_and(|it| goes.contains(&it))) {
            if known.insert(spot.clone()) {
                self.set(&spot, Some(ours), Some(ours.clone()));
            }
        }
    }

    /// Parts the names of one file that shall differ: where one side linked a file and the other changed its mode at the first
    /// name alone, each name is as the side that changed it has it, and they are one file no longer.
    fn part(&mut self) {
        let mut groups: BTreeMap<(u64, u64), Vec<Vec<usize>>> = BTreeMap::new();
        for (at, change) in self.plan.changes.iter().enumerate() {
            let Some(after) = change.after.as_ref().filter(|it| it.stat.links > 1 && it.content().is_some())
            else {
                continue;
            };
            let alike = groups.entry(after.identity()).or_default();
            let same_as = |parts: &&mut Vec<usize>| {
                let first = parts.first().and_then(|first| self.plan.changes[*first].after.as_ref());
                first.is_some_and(|first| first.same_state(after))
            };
            match alike.iter_mut().find(same_as) {
                Some(part) => part.push(at),
                None => alike.push(vec![at]),
            }
        }
        let mut number = 0;
        for mut parts in groups.into_values() {
            // The largest part stays the file that it is.
            parts.sort_by_key(|part| std::cmp::Reverse(part.len()));
            for part in parts.into_iter().skip(1) {
                number += 1;
                let is_alone = part.len() == 1;
                for at in part {
                    let Some(after) = self.plan.changes[at].after.as_mut() else { continue };
                    (after.stat.device, after.stat.inode) = (PARTED, number);
                    if is_alone {
                        after.stat.links = 1;
                    }
                }
            }
        }
    }
}

/// The file systems that the names of a parted file are given: none has such a number.
const PARTED: u64 = u64::MAX;

fn is_in_repository(spot: &Spot) -> bool {
    repository_of(spot).is_some()
}

/// Returns the repository that a path is in, or is.
fn repository_of(spot: &Spot) -> Option<Spot> {
    let mut end = 0;
    for name in spot.path.split(|byte| *byte == b'/') {
        end += name.len();
        if name == REPOSITORY {
            return Some(Spot { root: spot.root, path: spot.path[..end].to_vec() });
        }
        end += 1;
    }
    None
}

/// Makes changes go together: a folder is there for everything that is in it, and goes only when it is empty. Returns the
/// changes, sorted, and the clashes where something else is in the way and no side is preferred.
pub fn settle_merge(
    sides: Sides<'_>,
    changes: Vec<Change>,
    preference: Preference,
) -> (Vec<Change>, Vec<Clash>) {
    let mut all: BTreeMap<Spot, Change> = BTreeMap::new();
    for change in changes {
        all.insert(change.spot.clone(), change);
    }
    let mut clashes = Vec::new();
    let made: Vec<Spot> = all.values().filter(|it| it.after.is_some()).map(|it| it.spot.clone()).collect();
    for spot in made {
        // The outermost first: nothing is made in what is no folder.
        for above in folders_above(&spot) {
            let ours = sides.ours.get(&above);
            let folder = sides.theirs.get(&above).or_else(|| sides.base.get(&above));
            let folder = folder.filter(|it| it.node == Node::Folder).cloned();
            let make = |folder| Change { spot: above.clone(), before: ours.cloned(), after: Some(folder) };
            match (all.get(&above).map_or(ours, |change| change.after.as_ref()), folder) {
                (Some(entry), _) if entry.node == Node::Folder => {}
                // It goes here or went, and comes again with what is in it.
                (None, _) if is_folder(ours) => drop(all.remove(&above)),
                (None, Some(folder)) => drop(all.insert(above.clone(), make(folder))),
                (None, None) => {}
                (Some(_), _) if preference == Preference::Ours => {
                    all.remove(&spot);
                    break;
                }
                (Some(_), Some(folder)) if preference == Preference::Theirs => {
                    all.insert(above.clone(), make(folder));
                }
                (Some(_), _) => clashes.push(Clash { spot: above.clone(), reason: ClashReason::Kind }),
            }
        }
    }
    // The deepest first: a folder that stays keeps those above it.
    let goes = all.values().filter(|it| is_folder(it.before.as_ref()) && !is_folder(it.after.as_ref()));
    let goes: Vec<Spot> = goes.map(|it| it.spot.clone()).collect();
    for spot in goes.iter().rev() {
        let stays = |name: &[u8]| all.get(&spot.child(name)).is_none_or(|change| change.after.is_some());
        let ours = sides.ours.folders.get(spot).map_or(&[][..], |entries| entries);
        let is_used = ours.iter().any(|(name, _)| stays(name)) || {
            let beneath = all.range(spot.clone()..).skip(1);
            let mut beneath =
                beneath.take_while(|(it, _)| it.root == spot.root && it.path.starts_with(&spot.path));
            beneath.any(|(it, change)| spot.holds(it) && change.after.is_some())
        };
        if !is_used {
            continue;
        }
        match (all.get(spot).is_some_and(|change| change.after.is_some()), preference) {
            // A folder that has something the fork does not know.
            (false, _) | (true, Preference::Ours) => drop(all.remove(spot)),
            (true, Preference::Neither) => {
                clashes.push(Clash { spot: spot.clone(), reason: ClashReason::Kind });
            }
            (true, Preference::Theirs) => {
                let beneath: Vec<(Spot, Entry)> = sides
                    .ours
                    .iter()
                    .filter(|(it, _)| spot.holds(it) && it != spot)
                    .map(|(it, entry)| (it, entry.clone()))
                    .collect();
                for (it, entry) in beneath {
                    all.insert(it.clone(), Change { spot: it, before: Some(entry), after: None });
                }
            }
        }
    }
    (all.into_values().collect(), clashes)
}

/// Returns the folders that a path is in, the outermost first and without the root.
fn folders_above(spot: &Spot) -> Vec<Spot> {
    let ends = spot.path.iter().enumerate().filter(|(_, byte)| **byte == b'/');
    ends.map(|(end, _)| Spot { root: spot.root, path: spot.path[..end].to_vec() }).collect()
}

fn is_folder(entry: Option<&Entry>) -> bool {
    entry.is_some_and(|it| it.node == Node::Folder)
}
