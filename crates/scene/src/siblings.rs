//! The groups and the order of siblings, back to front: a balanced tree for each group, kept in one array.
//!
//! A walk through the scene reads these arrays and not the entities, which are ten times as large.
//!
//! The tree is a treap: a search tree by position and a heap by a priority that is a hash of the id. Looking up a
//! rank, inserting and removing are all O(log n), and the sibling in front is remembered. The same calls give the same tree.
//!
//! This module is our own because the ordered collections of crates find an item by its key or its rank, not the rank
//! by the item.

/// The id that stands for nothing: an empty tree, no parent, no neighbour.
pub(super) const NONE: u32 = u32::MAX;

/// Stands in place of the root of a tree for what is no group.
const NO_GROUP: u32 = NONE - 1;

#[derive(Clone, Debug, Default)]
pub(super) struct Siblings {
    /// The root of the tree of the children of each entity: `NONE` for an empty group, `NO_GROUP` for what is none.
    roots: Vec<u32>,
    nodes: Vec<Node>,
    /// The sibling directly in front of each, or `NONE`.
    next: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    left: u32,
    right: u32,
    up: u32,
    /// The number of nodes in the tree below, this one included.
    size: u32,
}

const ALONE: Node = Node { left: NONE, right: NONE, up: NONE, size: 1 };

impl Siblings {
    /// Makes the tree of a scene in which nothing but the group around everything is.
    pub(crate) fn of_root(id: u32) -> Self {
        let mut siblings = Siblings::default();
        siblings.add(id, true);
        siblings
    }

    pub(crate) fn reserve(&mut self, additional: usize) {
        self.roots.reserve(additional);
        self.nodes.reserve(additional);
        self.next.reserve(additional);
    }

    /// Notes a new entity, which is in no tree.
    pub(crate) fn add(&mut self, id: u32, is_group: bool) {
        let index = id as usize;
        if self.roots.len() <= index {
            self.roots.resize(index + 1, NO_GROUP);
        }
        self.roots[index] = if is_group { NONE } else { NO_GROUP };
    }

    pub(crate) fn is_group(&self, id: u32) -> bool {
        self.roots[id as usize] != NO_GROUP
    }

    /// Returns the root of the tree of a group's children; `NONE` for what is no group.
    pub(crate) fn root(&self, id: u32) -> u32 {
        match self.roots[id as usize] {
            NO_GROUP => NONE,
            root => root,
        }
    }

    /// Puts an entity that is in no tree at a position among a group's children.
    pub(crate) fn insert_below(&mut self, group: u32, index: usize, id: u32) {
        self.roots[group as usize] = self.insert(self.root(group), index, id);
    }

    /// Takes an entity away from a group's children.
    pub(crate) fn remove_below(&mut self, group: u32, id: u32) {
        self.roots[group as usize] = self.remove(self.root(group), id);
    }

    /// Returns the number of nodes in the tree of this root.
    pub(crate) fn len(&self, root: u32) -> usize {
        self.size(root) as usize
    }

    /// Returns the number of siblings behind this one.
    pub(crate) fn rank(&self, id: u32) -> usize {
        // Coming up from the right, the parent and everything left of it are behind too.
        let mut rank = self.len(self.node(id).left);
        let mut node = id;
        while self.node(node).up != NONE {
            let up = self.node(node).up;
            if self.node(up).right == node {
                rank += self.len(self.node(up).left) + 1;
            }
            node = up;
        }
        rank
    }

    /// Returns the sibling directly in front, or `NONE`.
    pub(crate) fn next(&self, id: u32) -> u32 {
        self.next[id as usize]
    }

    /// Returns the sibling directly behind, or `NONE`.
    fn previous(&self, id: u32) -> u32 {
        let left = self.node(id).left;
        if left != NONE {
            return self.last(left);
        }
        // Else the first ancestor that this one is to the right of.
        let mut node = id;
        loop {
            let up = self.node(node).up;
            if up == NONE || self.node(up).right == node {
                return up;
            }
            node = up;
        }
    }

    /// Returns the sibling at the very front, or `NONE`.
    fn last(&self, root: u32) -> u32 {
        let mut node = root;
        while node != NONE && self.node(node).right != NONE {
            node = self.node(node).right;
        }
        node
    }

    /// Returns the sibling at the very back, or `NONE`.
    pub(crate) fn first(&self, root: u32) -> u32 {
        let mut node = root;
        while node != NONE && self.node(node).left != NONE {
            node = self.node(node).left;
        }
        node
    }

    /// Yields all of a tree, back to front.
    pub(crate) fn iter(&self, root: u32) -> impl Iterator<Item = u32> + '_ {
        let some = |id: u32| (id != NONE).then_some(id);
        std::iter::successors(some(self.first(root)), move |id| some(self.next(*id)))
    }

    /// Inserts an id that is in no tree at a position, and returns the new root.
    fn insert(&mut self, root: u32, index: usize, id: u32) -> u32 {
        let needed = id as usize + 1;
        if self.nodes.len() < needed {
            // Ids are slots of the scene's slab, so all groups share one array and no two trees use the same
            // node.
            self.nodes.resize(needed, ALONE);
            self.next.resize(needed, NONE);
        }
        self.nodes[id as usize] = ALONE;
        // Scripts draw almost always in front of all that is there.
        if index >= self.len(root) {
            return self.append(root, id);
        }
        let (before, after) = self.split(root, index);
        // The neighbours are asked for before merging, while each tree still ends where the new one goes.
        let (behind, in_front) = (self.last(before), self.first(after));
        self.link(behind, id);
        self.link(id, in_front);
        let joined = self.merge(before, id);
        self.rooted(joined, after)
    }

    /// Notes that one sibling is directly in front of another.
    fn link(&mut self, behind: u32, in_front: u32) {
        if behind != NONE {
            self.next[behind as usize] = in_front;
        }
    }

    /// Inserts an id in front of all others, and returns the new root: the common case, which needs no recursion. The tree
    /// is the same as by splitting and merging, as priorities alone decide on its form.
    fn append(&mut self, root: u32, id: u32) -> u32 {
        let own = priority(id);
        let (mut above, mut below) = (NONE, root);
        // Down the right edge to where the heap wants the new node; what was there becomes its left child, as all of it is
        // behind.
        // All that is passed gains a node; the heap order says that the rest belongs below the new one.
        while below != NONE && priority(below) > own {
            self.nodes[below as usize].size += 1;
            (above, below) = (below, self.node(below).right);
        }
        let behind = if below == NONE { above } else { self.last(below) };
        self.link(behind, id);
        self.link(id, NONE);
        self.nodes[id as usize] = Node { left: below, right: NONE, up: above, size: self.size(below) + 1 };
        self.set_up(below, id);
        if above == NONE {
            return id;
        }
        self.nodes[above as usize].right = id;
        root
    }

    /// Removes an id from its tree, and returns the new root.
    fn remove(&mut self, root: u32, id: u32) -> u32 {
        let behind = self.previous(id);
        self.link(behind, self.next(id));
        self.link(id, NONE);
        let Node { left, right, up, .. } = self.node(id);
        // The children take the place of the node; only the sizes above it change.
        let below = self.merge(left, right);
        self.set_up(below, up);
        self.nodes[id as usize] = ALONE;
        if up == NONE {
            return below;
        }
        if self.node(up).left == id {
            self.nodes[up as usize].left = below;
        } else {
            self.nodes[up as usize].right = below;
        }
        let mut node = up;
        while node != NONE {
            self.nodes[node as usize].size -= 1;
            node = self.node(node).up;
        }
        root
    }

    fn node(&self, id: u32) -> Node {
        self.nodes[id as usize]
    }

    fn size(&self, id: u32) -> u32 {
        if id == NONE { 0 } else { self.node(id).size }
    }

    fn set_up(&mut self, id: u32, up: u32) {
        if id != NONE {
            self.nodes[id as usize].up = up;
        }
    }

    fn set_children(&mut self, id: u32, left: u32, right: u32) {
        let size = self.size(left) + self.size(right) + 1;
        let node = &mut self.nodes[id as usize];
        (node.left, node.right, node.size) = (left, right, size);
        self.set_up(left, id);
        self.set_up(right, id);
    }

    fn rooted(&mut self, left: u32, right: u32) -> u32 {
        let root = self.merge(left, right);
        self.set_up(root, NONE);
        root
    }

    /// Divides a tree into the first `count` and the rest. The recursion is as deep as the tree, which
    /// is logarithmic whatever the script does, as it has no say in priorities.
    fn split(&mut self, root: u32, count: usize) -> (u32, u32) {
        if root == NONE {
            return (NONE, NONE);
        }
        let Node { left, right, .. } = self.node(root);
        let before = self.len(left);
        if count <= before {
            // Recursion is as deep as the tree, which is logarithmic: priorities are hashes, so no order of
            // calls makes it a list.
            let (first, second) = self.split(left, count);
            self.set_children(root, second, right);
            self.set_up(first, NONE);
            self.set_up(root, NONE);
            (first, root)
        } else {
            let (first, second) = self.split(right, count - before - 1);
            self.set_children(root, left, first);
            self.set_up(second, NONE);
            self.set_up(root, NONE);
            (root, second)
        }
    }

    fn merge(&mut self, left: u32, right: u32) -> u32 {
        if left == NONE {
            return right;
        }
        if right == NONE {
            return left;
        }
        // Priorities of different ids differ, as the hash is a bijection: each set of ids has one tree,
        // however it came about.
        if priority(left) > priority(right) {
            let Node { left: outer, right: inner, .. } = self.node(left);
            let inner = self.merge(inner, right);
            self.set_children(left, outer, inner);
            left
        } else {
            let Node { left: inner, right: outer, .. } = self.node(right);
            let inner = self.merge(left, inner);
            self.set_children(right, inner, outer);
            right
        }
    }
}

/// Returns the priority of an id, by the finalizer of SplitMix64: a bijection, so that no two ids share a priority.
fn priority(id: u32) -> u64 {
    // The mixing step of SplitMix64. Each of its operations can be undone, so different ids give different
    // hashes.
    let mut hash = u64::from(id).wrapping_add(0x9e37_79b9_7f4a_7c15);
    hash = (hash ^ (hash >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ (hash >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn siblings_behave_as_list(steps in prop::collection::vec((any::<usize>(), 0..60_u32), 0..200)) {
            let mut siblings = Siblings::default();
            let (mut root, mut model) = (NONE, Vec::<u32>::new());
            for (place, id) in steps {
                if let Some(index) = model.iter().position(|known| *known == id) {
                    prop_assert_eq!(siblings.rank(id), index);
                    model.remove(index);
                    root = siblings.remove(root, id);
                } else {
                    let index = place % (model.len() + 1);
                    model.insert(index, id);
                    root = siblings.insert(root, index, id);
                }
                prop_assert_eq!(siblings.iter(root).collect::<Vec<_>>(), model.clone());
                prop_assert_eq!(siblings.len(root), model.len());
                for (index, id) in model.iter().enumerate() {
                    prop_assert_eq!(siblings.rank(*id), index);
                }
            }
        }
    }

    #[test]
    fn large_sibling_tree_is_shallow() {
        let mut siblings = Siblings::default();
        let root = (0..100_000).fold(NONE, |root, id| siblings.insert(root, id as usize, id));
        let depth = |mut id: u32| {
            let mut depth = 0;
            while siblings.node(id).up != NONE {
                id = siblings.node(id).up;
                depth += 1;
            }
            depth
        };
        assert!((0..100_000).map(depth).max().unwrap_or(0) < 64);
        assert_eq!(siblings.len(root), 100_000);
    }
}
