//! The changes from one drawing to the next in words of geometry, as a person would report them: `hole: Ø6 → Ø10`.

mod entity;
mod nouns;
mod numbers;
mod pair;
mod phrase;
mod placement;
mod properties;
mod renames;
mod sizes;

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use self::entity::phrases_of;
use self::nouns::{counted_names, counted_noun, kind_noun, quote_in_line, stem};
use self::phrase::Phrase;
use self::renames::Renames;
use super::difference::{Difference, difference};
use super::store::Scene;

/// The changes from one scene to the next: by name, for programs, and in words, for people and models.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SceneChanges {
    /// The names of the entities that are different.
    pub names: Difference,
    /// One line for each thing that changed in the drawing, such as `hole: Ø6 → Ø10` or `4 holes added (Ø6)`.
    pub drawing: Vec<String>,
}

/// The lines above which alike changes of different entities are counted together.
const MAX_FINE_LINES: usize = 12;

/// The changed entities above which none is described by its measures: so many are read as a number.
const MAX_DESCRIBED: usize = 5_000;

/// The names that a line lists before it counts them.
const MAX_LISTED: usize = 3;

/// Compares two scenes; without an old one everything is added.
pub fn scene_changes(old: Option<&Scene>, new: &Scene) -> SceneChanges {
    let empty = Scene::new();
    let names = match old {
        Some(old) => difference(old, new),
        None => Difference { added: new.list(&Default::default()), ..Difference::default() },
    };
    let drawing = drawing_lines(old.unwrap_or(&empty), new, &names, old.is_some());
    SceneChanges { names, drawing }
}

/// Returns a line for each thing that changed, the most general first. `compares` is false where there was no scene before,
/// whose unit or page could have been another.
fn drawing_lines(old: &Scene, new: &Scene, names: &Difference, compares: bool) -> Vec<String> {
    let mut lines = Vec::new();
    if compares {
        properties::push_scene_lines(old, new, &mut lines);
    }
    let renames = Renames::find(old, new, names);
    lines.extend(renames.lines());
    lines.extend(changed_lines(old, new, names, &renames));
    let added = names.added.iter().filter(|name| !renames.is_new_name(name));
    lines.extend(listed_lines(new, added.map(String::as_str), "added"));
    let removed = names.removed.iter().filter(|name| !renames.is_old_name(name));
    lines.extend(listed_lines(old, removed.map(String::as_str), "removed"));
    if compares {
        push_block_lines(old, new, &mut lines);
    }
    lines
}

/// An entity whose changes are one text.
struct Changed<'a> {
    name: &'a str,
    kind: &'static str,
    text: String,
    brief: String,
}

fn changed_lines(old: &Scene, new: &Scene, names: &Difference, renames: &Renames<'_>) -> Vec<String> {
    let is_many = names.changed.len() > MAX_DESCRIBED;
    let mut changed = Vec::new();
    for name in &names.changed {
        let (Some(before), Some(after)) = (old.find(name), new.find(name)) else { continue };
        let phrases = match is_many {
            true => vec![Phrase::new("changed", "changed")],
            false => phrases_of(old, before, new, after, renames),
        };
        if phrases.is_empty() {
            continue;
        }
        let texts: Vec<&str> = phrases.iter().map(|phrase| phrase.text.as_str()).collect();
        let mut briefs: Vec<&str> = phrases.iter().map(|phrase| phrase.brief).collect();
        briefs.dedup();
        changed.push(Changed {
            name,
            kind: new.listed_kind(after),
            text: texts.join(", "),
            brief: briefs.join(", "),
        });
    }
    // Three forms, each shorter than the one before: equal texts together, brief texts by the stem of the names, brief texts
    // by the kind.
    let fine = grouped(&changed, |it| (it.kind, it.text.as_str()));
    if fine.len() <= MAX_FINE_LINES {
        return fine.into_iter().map(|(group, (_, text))| format!("{}: {text}", subject(&group))).collect();
    }
    let by_stem = grouped(&changed, |it| (stem(it.name).unwrap_or(it.kind), it.kind, it.brief.as_str()));
    if by_stem.len() <= MAX_FINE_LINES {
        return by_stem
            .into_iter()
            .map(|(group, (.., brief))| format!("{}: {brief}", subject(&group)))
            .collect();
    }
    let coarse = grouped(&changed, |it| (it.kind, it.brief.as_str()));
    let line = |(group, (kind, brief)): (Vec<&Changed<'_>>, (&'static str, &str))| match group.as_slice() {
        [only] => format!("{}: {}", quote_in_line(only.name), only.text),
        _ => format!("{}: {brief}", counted_noun(group.len(), kind_noun(kind))),
    };
    coarse.into_iter().map(line).collect()
}

/// Returns what a line is about: names while they are few, or else a number of things.
fn subject(group: &[&Changed<'_>]) -> String {
    let names: Vec<&str> = group.iter().map(|it| it.name).collect();
    match names.as_slice() {
        few if few.len() <= MAX_LISTED => {
            few.iter().map(|name| quote_in_line(name)).collect::<Vec<_>>().join(", ")
        }
        many => counted_names(many, group[0].kind),
    }
}

/// Groups what has the same key, in the order in which the keys came first.
fn grouped<'a, T, K: Clone + Eq + std::hash::Hash>(
    items: &'a [T],
    key: impl Fn(&'a T) -> K,
) -> Vec<(Vec<&'a T>, K)> {
    let mut places: HashMap<K, usize> = HashMap::new();
    let mut groups: Vec<(Vec<&T>, K)> = Vec::new();
    for item in items {
        let key = key(item);
        let place = *places.entry(key.clone()).or_insert_with(|| {
            groups.push((Vec::new(), key));
            groups.len() - 1
        });
        groups[place].0.push(item);
    }
    groups
}

/// An entity that is in one scene alone.
struct Listed<'a> {
    name: &'a str,
    kind: &'static str,
    size: Option<String>,
}

fn listed_lines<'a>(scene: &Scene, names: impl Iterator<Item = &'a str>, verb: &str) -> Vec<String> {
    let names: Vec<&str> = names.collect();
    let all: HashSet<&str> = names.iter().copied().collect();
    let describes = names.len() <= MAX_DESCRIBED;
    let mut listed = Vec::new();
    for name in names {
        let Some(id) = scene.find(name) else { continue };
        // The entry of a group that came or went stands for all that is in it.
        if scene.parent_name(id).is_some_and(|parent| all.contains(parent)) {
            continue;
        }
        let size = if describes { sizes::size_of(scene, id) } else { None };
        listed.push(Listed { name, kind: scene.listed_kind(id), size });
    }
    let line = |group: &[&Listed<'_>]| {
        let first = &group[0].size;
        let size = first.as_ref().filter(|size| group.iter().all(|it| it.size.as_ref() == Some(*size)));
        let size = size.map_or_else(String::new, |size| format!(" ({size})"));
        let names: Vec<&str> = group.iter().map(|it| it.name).collect();
        match names.as_slice() {
            [only] => format!("{} {verb}{size}", quote_in_line(only)),
            many => format!("{} {verb}{size}", counted_names(many, group[0].kind)),
        }
    };
    let fine = grouped(&listed, |it| (stem(it.name).unwrap_or(it.kind), it.kind));
    if fine.len() <= MAX_FINE_LINES {
        return fine.iter().map(|(group, _)| line(group)).collect();
    }
    let coarse = grouped(&listed, |it| it.kind);
    let counted = |(group, kind): &(Vec<&Listed<'_>>, &'static str)| match group.len() {
        1 => line(group),
        count => format!("{} {verb}", counted_noun(count, kind_noun(kind))),
    };
    coarse.iter().map(counted).collect()
}

/// Describes blocks whose contents are different: what changed in the block changed in all of its instances.
fn push_block_lines(old: &Scene, new: &Scene, lines: &mut Vec<String>) {
    let names: BTreeSet<&Arc<str>> = old.blocks.keys().chain(new.blocks.keys()).collect();
    for name in names {
        match (old.blocks.get(name), new.blocks.get(name)) {
            (Some(before), Some(after)) if Arc::ptr_eq(before, after) => {}
            (Some(before), Some(after)) if before.fingerprint == after.fingerprint => {}
            (Some(before), Some(after)) => {
                let inner = scene_changes(Some(&before.contents), &after.contents).drawing;
                lines.extend(inner.iter().map(|line| format!("block {}: {line}", quote_in_line(name))));
            }
            (None, Some(_)) => lines.push(format!("block {} added", quote_in_line(name))),
            (Some(_), None) => lines.push(format!("block {} removed", quote_in_line(name))),
            (None, None) => {}
        }
    }
}
