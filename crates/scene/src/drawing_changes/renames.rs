//! Entities that have another name and are otherwise what they were.

use std::collections::HashMap;

use super::nouns::{counted_names, quote_in_line};
use crate::difference::Difference;
use crate::store::{Content, EntityId, Scene};

/// The names of entities before and after they were renamed.
#[derive(Debug, Default)]
pub(super) struct Renames<'a> {
    to: HashMap<&'a str, &'a str>,
    from: HashMap<&'a str, &'a str>,
    /// The renamed entities in the order of the new drawing, with their type; the contents of a renamed group apart.
    pairs: Vec<(&'a str, &'a str, &'static str)>,
}

/// The names among which renamed ones are looked for: every other one of the same size is compared.
const MAX_CANDIDATES: usize = 5_000;

impl<'a> Renames<'a> {
    /// Pairs removed and added names of entities that are the same but for the name, in the order of drawing.
    pub(super) fn find(old: &'a Scene, new: &'a Scene, names: &'a Difference) -> Renames<'a> {
        let mut renames = Renames::default();
        if names.removed.is_empty() || names.added.len().max(names.removed.len()) > MAX_CANDIDATES {
            return renames;
        }
        // Looked up by what is cheap to compare; the rest is compared one by one.
        let mut waiting: HashMap<(&'static str, String), Vec<EntityId>> = HashMap::new();
        for id in names.removed.iter().rev().filter_map(|name| old.find(name)) {
            waiting.entry((old.listed_kind(id), rough(old, id))).or_default().push(id);
        }
        for after in names.added.iter().filter_map(|name| new.find(name)) {
            let Some(candidates) = waiting.get_mut(&(new.listed_kind(after), rough(new, after))) else {
                continue;
            };
            let is_same = |before: &EntityId| is_same_but_for_name(old, *before, new, after, &renames);
            let Some(place) = candidates.iter().rposition(is_same) else { continue };
            let before = candidates.remove(place);
            let (from, to) = (&*old.entity(before).name, &*new.entity(after).name);
            let group = old.parent_name(before);
            let is_inside_renamed = group.is_some_and(|group| renames.to.contains_key(group));
            renames.to.insert(from, to);
            renames.from.insert(to, from);
            if !is_inside_renamed {
                renames.pairs.push((from, to, new.listed_kind(after)));
            }
        }
        renames
    }

    pub(super) fn is_new_name(&self, name: &str) -> bool {
        self.from.contains_key(name)
    }

    pub(super) fn is_old_name(&self, name: &str) -> bool {
        self.to.contains_key(name)
    }

    pub(super) fn new_name_of(&self, name: &str) -> Option<&'a str> {
        self.to.get(name).copied()
    }

    pub(super) fn lines(&self) -> Vec<String> {
        /// The renamed entities that are listed one by one.
        const MAX_LINES: usize = 4;
        let one = |(from, to, _): &(&str, &str, &str)| {
            format!("{} renamed to {}", quote_in_line(from), quote_in_line(to))
        };
        match self.pairs.as_slice() {
            few if few.len() <= MAX_LINES => few.iter().map(one).collect(),
            many => {
                let names: Vec<&str> = many.iter().map(|(from, ..)| *from).collect();
                let (from, to, kind) = many[0];
                let counted = counted_names(&names, kind);
                vec![format!("{counted} renamed ({} to {}, …)", quote_in_line(from), quote_in_line(to))]
            }
        }
    }
}

/// Returns what renamed entities have in common, as text.
fn rough(scene: &Scene, id: EntityId) -> String {
    let entity = scene.entity(id);
    let text = entity.text.as_ref().map_or("", |text| text.text.as_str());
    let bounds = match &entity.content {
        Content::Leaf(shape) => Some(shape.bounds(&entity.transform.matrix())),
        _ => None,
    };
    format!("{text}\0{}\0{bounds:?}\0{}", entity.layer, scene.children(id).count())
}

fn is_same_but_for_name(
    old: &Scene,
    before: EntityId,
    new: &Scene,
    after: EntityId,
    renames: &Renames<'_>,
) -> bool {
    let (one, other) = (old.entity(before), new.entity(after));
    let is_same_group = match (old.parent_name(before), new.parent_name(after)) {
        (Some(was), Some(is)) => was == is || renames.new_name_of(was) == Some(is),
        (was, is) => was == is,
    };
    let is_same_content = match (&one.content, &other.content) {
        (Content::Leaf(was), Content::Leaf(is)) => was == is,
        (Content::Instance(was), Content::Instance(is)) => was == is,
        // A group is known by what is in it: the children that have kept their names, or as many with other ones.
        (Content::Group, Content::Group) => {
            old.children(before).count() == new.children(after).count()
                && (old.is_whole(before)
                    || old.children(before).zip(new.children(after)).all(|(was, is)| {
                        let (was, is) = (old.entity(was), new.entity(is));
                        was.name == is.name
                            || was.transform == is.transform && same_leaf(&was.content, &is.content)
                    }))
        }
        _ => false,
    };
    is_same_group
        && is_same_content
        && one.transform == other.transform
        && one.style == other.style
        && one.layer == other.layer
        && one.text == other.text
        && one.annotation == other.annotation
}

fn same_leaf(one: &Content, other: &Content) -> bool {
    match (one, other) {
        (Content::Leaf(was), Content::Leaf(is)) => was == is,
        (Content::Instance(was), Content::Instance(is)) => was == is,
        (Content::Group, Content::Group) => true,
        _ => false,
    }
}
