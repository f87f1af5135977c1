//! The drawing as the vocabulary defines it: one plain 3×3 matrix per entity, and their product from the root.

use super::*;
use scenewright_geometry::{Affine, Axis, Point};

/// A matrix, row by row.
pub(super) type Matrix = [[f64; 3]; 3];

pub(super) const IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

pub(super) const ROOT: usize = 0;

pub(super) struct Node {
    pub name: String,
    pub parent: usize,
    /// The children, back to front.
    pub children: Vec<usize>,
    pub matrix: Matrix,
    pub pivot: [f64; 2],
    /// The shape; `None` for a group.
    pub shape: Option<Shape>,
}

/// The model. Places in `nodes` are never used again; a node that is not reached from the root does not exist.
pub(super) struct Model {
    pub nodes: Vec<Node>,
}

pub(super) fn product(one: &Matrix, other: &Matrix) -> Matrix {
    let cell = |row: usize, column: usize| (0..3).map(|at| one[row][at] * other[at][column]).sum();
    [0, 1, 2].map(|row| [0, 1, 2].map(|column| cell(row, column)))
}

pub(super) fn translation([x, y]: [f64; 2]) -> Matrix {
    [[1.0, 0.0, x], [0.0, 1.0, y], [0.0, 0.0, 1.0]]
}

pub(super) fn rotation(angle: f64) -> Matrix {
    let (sin, cos) = angle.sin_cos();
    [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, 1.0]]
}

pub(super) fn scaling(x: f64, y: f64) -> Matrix {
    [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, 1.0]]
}

/// Returns the linear map about the point, which stays where it is.
pub(super) fn about([x, y]: [f64; 2], linear: &Matrix) -> Matrix {
    product(&translation([x, y]), &product(linear, &translation([-x, -y])))
}

pub(super) fn reflection(axis: Axis, center: [f64; 2]) -> Matrix {
    about(center, &if axis == Axis::X { scaling(-1.0, 1.0) } else { scaling(1.0, -1.0) })
}

/// Inverts a matrix by the adjugate.
pub(super) fn inverse(matrix: &Matrix) -> Matrix {
    let cofactor = |row: usize, column: usize| {
        let (r, s) = ((row + 1) % 3, (row + 2) % 3);
        let (c, d) = ((column + 1) % 3, (column + 2) % 3);
        matrix[r][c] * matrix[s][d] - matrix[r][d] * matrix[s][c]
    };
    let determinant: f64 = (0..3).map(|column| matrix[0][column] * cofactor(0, column)).sum();
    [0, 1, 2].map(|row| [0, 1, 2].map(|column| cofactor(column, row) / determinant))
}

/// Returns how many times longer than wide a circle becomes, or a little more.
pub(super) fn stretch([[a, c, _], [b, d, _], _]: &Matrix) -> f64 {
    (a * a + b * b + c * c + d * d) / (a * d - b * c).abs()
}

pub(super) fn image(matrix: &Matrix, [x, y]: [f64; 2]) -> [f64; 2] {
    [0, 1].map(|row| matrix[row][0] * x + matrix[row][1] * y + matrix[row][2])
}

pub(super) fn to_affine(matrix: &Matrix) -> Affine {
    let [[a, c, e], [b, d, f], _] = *matrix;
    Affine { a, b, c, d, e, f }
}

pub(super) fn center_of(bounds: Bounds) -> [f64; 2] {
    let center = bounds.center();
    [center.x, center.y]
}

impl Model {
    pub(crate) fn new() -> Self {
        let mut model = Model { nodes: Vec::new() };
        model.nodes.push(Node {
            name: String::new(),
            parent: ROOT,
            children: Vec::new(),
            matrix: IDENTITY,
            pivot: [0.0, 0.0],
            shape: None,
        });
        model
    }

    /// Adds an entity on top of a group.
    pub(crate) fn insert(&mut self, name: &str, parent: usize, shape: Option<Shape>) -> usize {
        let pivot = shape.as_ref().map_or(Point::ORIGIN, |shape| shape.bounds(&Affine::IDENTITY).center());
        let id = self.nodes.len();
        self.nodes.push(Node {
            name: name.to_owned(),
            parent,
            children: Vec::new(),
            matrix: IDENTITY,
            pivot: [pivot.x, pivot.y],
            shape,
        });
        self.nodes[parent].children.push(id);
        id
    }

    /// Returns an entity and its contents, each after its group.
    pub(crate) fn subtree(&self, id: usize) -> Vec<usize> {
        let mut all = vec![id];
        let mut at = 0;
        while at < all.len() {
            all.extend(&self.nodes[all[at]].children);
            at += 1;
        }
        all
    }

    /// Returns all entities but the root.
    pub(crate) fn entities(&self) -> Vec<usize> {
        self.subtree(ROOT).split_off(1)
    }

    pub(crate) fn groups(&self) -> Vec<usize> {
        let is_group = |id: &usize| self.nodes[*id].shape.is_none();
        self.entities().into_iter().filter(is_group).collect()
    }

    /// Counts the groups that an entity is in.
    pub(crate) fn depth(&self, id: usize) -> usize {
        let mut depth = 0;
        let mut at = self.nodes[id].parent;
        while at != ROOT {
            (at, depth) = (self.nodes[at].parent, depth + 1);
        }
        depth
    }

    /// Counts the levels of an entity, itself included.
    pub(crate) fn height(&self, id: usize) -> usize {
        self.subtree(id).into_iter().map(|inner| self.depth(inner)).max().unwrap_or(0) - self.depth(id) + 1
    }

    pub(crate) fn world(&self, id: usize) -> Matrix {
        if id == ROOT {
            return IDENTITY;
        }
        product(&self.world(self.nodes[id].parent), &self.nodes[id].matrix)
    }

    pub(crate) fn bounds(&self, id: usize) -> Option<Bounds> {
        let leaves = self.subtree(id).into_iter();
        let boxes = leaves.filter_map(|leaf| {
            let shape = self.nodes[leaf].shape.as_ref()?;
            Some(shape.bounds(&to_affine(&self.world(leaf))))
        });
        boxes.reduce(Bounds::union)
    }

    pub(crate) fn set_world(&mut self, id: usize, world: &Matrix) {
        self.nodes[id].matrix = product(&inverse(&self.world(self.nodes[id].parent)), world);
    }

    /// Moves an entity to a place among a group's children; it stays where it is in the world.
    pub(crate) fn put(&mut self, id: usize, group: usize, place: usize) {
        let world = self.world(id);
        let old = self.nodes[id].parent;
        self.nodes[old].children.retain(|child| *child != id);
        self.nodes[group].children.insert(place, id);
        self.nodes[id].parent = group;
        if old != group {
            self.set_world(id, &world);
        }
    }

    pub(crate) fn put_on_top(&mut self, id: usize, group: usize) {
        let others = self.nodes[group].children.iter().filter(|child| **child != id).count();
        self.put(id, group, others);
    }

    /// Removes an entity. Its contents go to a group: into its own place when it is there, or else on top.
    pub(crate) fn dissolve(&mut self, id: usize, to: usize) {
        let place = self.nodes[to].children.iter().position(|child| *child == id);
        for (index, child) in self.nodes[id].children.clone().into_iter().enumerate() {
            match place {
                Some(place) => self.put(child, to, place + index),
                None => self.put_on_top(child, to),
            }
        }
        let parent = self.nodes[id].parent;
        self.nodes[parent].children.retain(|child| *child != id);
    }

    /// Copies an entity with its contents to the top of a group.
    pub(crate) fn copy(&mut self, source: usize, name: &str, parent: usize) -> usize {
        let copy = self.insert(name, parent, self.nodes[source].shape.clone());
        self.nodes[copy].matrix = self.nodes[source].matrix;
        self.nodes[copy].pivot = self.nodes[source].pivot;
        for (index, child) in self.nodes[source].children.clone().into_iter().enumerate() {
            self.copy(child, &format!("{name}_{index}"), copy);
        }
        copy
    }

    /// Copies an entity to its mirror image. A single shape is mirrored in its own coordinates, about its middle, and
    /// its matrix carries that image to the one in the world; a group's matrix does it all.
    pub(crate) fn mirror(&mut self, source: usize, name: &str, axis: Axis) -> usize {
        let world = self.world(source);
        let center = self.bounds(source).map(center_of);
        let across = reflection(axis, center.unwrap_or_else(|| image(&world, self.nodes[source].pivot)));
        let copy = self.copy(source, name, self.nodes[source].parent);
        let mut mirrored = product(&across, &world);
        if let Some(shape) = &self.nodes[source].shape {
            let middle = shape.bounds(&Affine::IDENTITY).center();
            let own = reflection(axis, [middle.x, middle.y]);
            self.nodes[copy].shape = Some(shape.mirrored(axis, middle));
            self.nodes[copy].pivot = image(&own, self.nodes[source].pivot);
            mirrored = product(&mirrored, &own);
        }
        self.set_world(copy, &mirrored);
        copy
    }
}
