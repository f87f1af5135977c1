//! A list by id whose copies share what neither has changed.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

/// The items of one part: 16 kB of entities. A change of one item of a shared part copies all of them, and a copy of the list counts
/// each part once.
const PART: usize = 64;

/// Items by their ids, from 0. A clone copies the items, or shares them once [`share`](Self::share) has been called; a shared item
/// is copied, with those beside it, when it is first changed.
#[derive(Clone, Debug)]
pub(super) struct Slab<T> {
    /// All parts but the last are full.
    parts: Vec<Part<T>>,
}

#[derive(Clone, Debug)]
enum Part<T> {
    /// Of this list alone: changes need no look at a counter of owners, which a drawing of many entities would notice.
    Own(Vec<T>),
    Shared(Arc<Vec<T>>),
}

impl<T: Clone> Slab<T> {
    /// Makes a list of one item.
    pub(crate) fn of(first: T) -> Self {
        // Most scenes are small: the first part grows.
        Slab { parts: vec![Part::Own(vec![first])] }
    }

    /// Returns the number of items.
    pub(crate) fn len(&self) -> usize {
        self.parts.last().map_or(0, |last| (self.parts.len() - 1) * PART + last.items().len())
    }

    /// Adds an item at the end.
    pub(crate) fn push(&mut self, item: T) {
        match self.parts.last_mut().filter(|last| last.items().len() < PART) {
            Some(last) => last.own().push(item),
            None => {
                let mut part = Vec::with_capacity(PART);
                part.push(item);
                self.parts.push(Part::Own(part));
            }
        }
    }

    /// Yields all items in the order of their ids.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.parts.iter().flat_map(Part::items)
    }

    /// Lets the copies that are made from now on share the items that are there.
    pub(crate) fn share(&mut self) {
        for part in &mut self.parts {
            if let Part::Own(items) = part {
                *part = Part::Shared(Arc::new(std::mem::take(items)));
            }
        }
    }
}

impl<T> Part<T> {
    fn items(&self) -> &Vec<T> {
        match self {
            Part::Own(items) => items,
            Part::Shared(items) => items,
        }
    }
}

impl<T: Clone> Part<T> {
    fn own(&mut self) -> &mut Vec<T> {
        match self {
            Part::Own(items) => items,
            Part::Shared(items) => Arc::make_mut(items),
        }
    }
}

impl<T: Clone> Index<usize> for Slab<T> {
    type Output = T;

    fn index(&self, id: usize) -> &T {
        &self.parts[id / PART].items()[id % PART]
    }
}

impl<T: Clone> IndexMut<usize> for Slab<T> {
    fn index_mut(&mut self, id: usize) -> &mut T {
        &mut self.parts[id / PART].own()[id % PART]
    }
}

#[cfg(test)]
mod tests {
    use super::{PART, Slab};

    #[test]
    fn copies_share_items_until_one_is_changed() {
        let mut first = Slab::of(0);
        (1..3 * PART).for_each(|item| first.push(item));
        first.share();
        let mut second = first.clone();
        second[PART + 1] = 1_000;
        second.push(2_000);
        let at = |list: &Slab<usize>, id: usize| std::ptr::from_ref(&list[id]);
        assert_eq!(at(&first, 0), at(&second, 0));
        assert_ne!(at(&first, PART), at(&second, PART));
        assert!(first.iter().copied().eq(0..3 * PART));
        assert_eq!(second.len(), 3 * PART + 1);
        assert_eq!([second[PART], second[PART + 1], second[3 * PART]], [PART, 1_000, 2_000]);
    }
}
