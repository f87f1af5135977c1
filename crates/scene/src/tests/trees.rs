//! Tests with random trees under random operations, held against a model of plain matrices that never looks at
//! the scene's.

use std::f64::consts::FRAC_PI_2;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::trees_model::*;
use super::*;
use scenewright_geometry::Axis;

/// The greatest depth of nested groups, and the number of entities from which nothing more is copied.
const DEEPEST: usize = 12;
const MAX_ENTITIES: usize = 60;

#[derive(Clone, Copy, Debug)]
enum Kind {
    Translate,
    Rotate,
    Scale,
    SetPivot,
    CreateGroup,
    Add,
    Remove,
    Ungroup,
    Order,
    Delete,
    Duplicate,
    Mirror,
    MirrorTwice,
}

/// An operation: its subjects are indexes into the entities that exist when it runs.
#[derive(Clone, Debug)]
struct Step {
    kind: Kind,
    subject: usize,
    other: usize,
    numbers: [f64; 2],
    local: bool,
    center: bool,
}

fn step() -> impl Strategy<Value = Step> {
    use Kind::*;
    let kind = prop::sample::select(vec![
        Translate,
        Translate,
        Rotate,
        Rotate,
        Rotate,
        Scale,
        Scale,
        Scale,
        SetPivot,
        CreateGroup,
        Add,
        Add,
        Add,
        Remove,
        Ungroup,
        Order,
        Delete,
        Duplicate,
        Mirror,
        MirrorTwice,
    ]);
    let number = -20.0..20.0_f64;
    (kind, any::<u16>(), any::<u16>(), [number.clone(), number], any::<bool>(), any::<bool>()).prop_map(
        |(kind, subject, other, numbers, local, center)| Step {
            kind,
            subject: subject.into(),
            other: other.into(),
            numbers,
            local,
            center,
        },
    )
}

/// Returns a factor between 0.6 and 1.6, or the negative of one.
fn factor(number: f64) -> f64 {
    (0.6 + number.abs() / 20.0).copysign(number)
}

/// Returns mostly any angle, and now and then a quarter turn.
fn angle(step: &Step) -> f64 {
    if step.other.is_multiple_of(4) { FRAC_PI_2 } else { step.numbers[0] / 5.0 }
}

fn shape(kind: usize, [x, y]: [f64; 2]) -> Option<Shape> {
    match kind % 8 {
        0 => Some(Shape::circle(x, y, 3.0).unwrap()),
        1 => Some(Shape::rect(x, y, 3.0, 1.0).unwrap()),
        2 => Some(Shape::arc(x, y, 4.0, 0.3, 2.0).unwrap()),
        3 => Some(Shape::path(&format!("M {x} {y} c 1 5 6 5 7 0 a 3 2 20 0 1 -3 2 l 3 -2 z")).unwrap()),
        _ => None,
    }
}

struct Tree {
    scene: Scene,
    model: Model,
    made: usize,
}

impl Tree {
    fn new() -> Self {
        Tree { scene: Scene::new(), model: Model::new(), made: 0 }
    }

    fn new_name(&mut self) -> String {
        self.made += 1;
        format!("e{}", self.made)
    }

    fn name(&self, id: usize) -> String {
        self.model.nodes[id].name.clone()
    }

    /// Draws a shape or makes a group, often in the newest group there is room in, and gives it a place.
    fn grow(&mut self, seed: &Step) {
        let name = self.new_name();
        let shape = shape(seed.subject, seed.numbers);
        match &shape {
            Some(shape) => self.scene.draw(&name, shape.clone()).unwrap(),
            None => self.scene.create_group(&name, &[]).unwrap(),
        }
        let id = self.model.insert(&name, ROOT, shape);
        let mut groups = self.model.groups();
        groups.retain(|group| *group != id && self.model.depth(*group) + 1 < DEEPEST);
        if let Some(newest) = groups.iter().max()
            && !seed.center
        {
            self.add(*newest, id);
        } else if !groups.is_empty() {
            self.add(groups[seed.other % groups.len()], id);
        }
        self.change(&Step { kind: Kind::Rotate, center: false, ..seed.clone() }, id);
        if seed.subject.is_multiple_of(3) {
            self.change(&Step { kind: Kind::Scale, ..seed.clone() }, id);
        }
    }

    fn run(&mut self, step: &Step) {
        let entities = self.model.entities();
        if entities.is_empty() {
            return;
        }
        let id = entities[step.subject % entities.len()];
        let name = self.name(id);
        let room = entities.len() + 2 * self.model.subtree(id).len() <= MAX_ENTITIES;
        let before: Vec<(usize, Matrix)> = entities.iter().map(|id| (*id, self.model.world(*id))).collect();
        match step.kind {
            Kind::Translate | Kind::Rotate | Kind::Scale | Kind::SetPivot => return self.change(step, id),
            Kind::CreateGroup => {
                let other = entities[step.other % entities.len()];
                let mut members = vec![id, other];
                members.dedup();
                members.retain(|member| self.model.height(*member) < DEEPEST);
                if self.model.subtree(id).contains(&other) || self.model.subtree(other).contains(&id) {
                    members.truncate(1);
                }
                let group = self.new_name();
                let list: Vec<String> = members.iter().map(|id| self.name(*id)).collect();
                self.scene.create_group(&group, &list).unwrap();
                let group = self.model.insert(&group, ROOT, None);
                members.into_iter().for_each(|member| self.model.put_on_top(member, group));
            }
            Kind::Add => {
                let groups = self.model.groups();
                if !groups.is_empty() {
                    self.add(groups[step.other % groups.len()], id);
                }
            }
            Kind::Remove => {
                let moves = self.model.nodes[id].parent != ROOT;
                assert_eq!(self.scene.remove_from_group(&name).unwrap(), moves);
                if moves {
                    self.model.put_on_top(id, ROOT);
                }
            }
            Kind::Ungroup => {
                let is_group = self.model.nodes[id].shape.is_none();
                assert_eq!(self.scene.ungroup(&name).is_ok(), is_group);
                if is_group {
                    self.model.dissolve(id, self.model.nodes[id].parent);
                }
            }
            Kind::Order => self.order(step, id),
            Kind::Delete => {
                assert!(self.scene.delete(&name));
                self.model.dissolve(id, ROOT);
            }
            Kind::Duplicate if room => {
                let copy = self.new_name();
                self.scene.duplicate(&name, &copy).unwrap();
                let copy = self.model.copy(id, &copy, self.model.nodes[id].parent);
                self.assert_twins(id, copy);
            }
            Kind::Mirror | Kind::MirrorTwice if room => {
                let axis = if step.center { Axis::X } else { Axis::Y };
                let once = self.new_name();
                self.scene.mirror(&name, &once, axis).unwrap();
                let first = self.model.mirror(id, &once, axis);
                if matches!(step.kind, Kind::MirrorTwice) {
                    let twice = self.new_name();
                    self.scene.mirror(&once, &twice, axis).unwrap();
                    let second = self.model.mirror(first, &twice, axis);
                    self.assert_twins(id, second);
                }
            }
            Kind::Duplicate | Kind::Mirror | Kind::MirrorTwice => {}
        }
        // None of these moves anything that was there.
        let there = self.model.entities();
        for (id, world) in before.into_iter().filter(|(id, _)| there.contains(id)) {
            self.assert_world(id, &world);
        }
    }

    fn add(&mut self, group: usize, id: usize) {
        let fits = self.model.depth(group) + 1 + self.model.height(id) <= DEEPEST + 1;
        if !fits {
            return;
        }
        let result = self.scene.add_to_group(&self.name(group), &self.name(id));
        if self.model.subtree(id).contains(&group) {
            assert_eq!(result.unwrap_err().class, ErrorClass::Scene);
            return;
        }
        let moves = self.model.nodes[id].parent != group;
        assert_eq!(result.unwrap(), moves);
        if moves {
            self.model.put_on_top(id, group);
        }
    }

    fn order(&mut self, step: &Step, id: usize) {
        let parent = self.model.nodes[id].parent;
        let siblings = self.model.nodes[parent].children.clone();
        let current = siblings.iter().position(|sibling| *sibling == id).unwrap();
        let last = siblings.len() - 1;
        let pick = (step.other / 6) % siblings.len();
        let shift = step.numbers[0] as i64 / 4;
        // Where the other is once the entity has left the row.
        let rank = pick - usize::from(pick > current);
        let (mode, target) = match step.other % 6 {
            0 => (OrderMode::Front, last),
            1 => (OrderMode::Back, 0),
            2 => (OrderMode::Index(pick), pick),
            3 => (OrderMode::Shift(shift), (current as i64 + shift).clamp(0, last as i64) as usize),
            _ if pick == current => {
                assert!(self.scene.draw_order(&self.name(id), OrderMode::Above(self.name(id))).is_err());
                return;
            }
            4 => (OrderMode::Above(self.name(siblings[pick])), rank + 1),
            _ => (OrderMode::Below(self.name(siblings[pick])), rank),
        };
        assert_eq!(self.scene.draw_order(&self.name(id), mode).unwrap(), target != current);
        self.model.put(id, parent, target);
    }

    /// Moves, turns or stretches an entity, or sets its pivot.
    fn change(&mut self, step: &Step, id: usize) {
        let name = self.name(id);
        let node = &self.model.nodes[id];
        let (matrix, pivot) = (node.matrix, node.pivot);
        let (parent, world) = (self.model.world(node.parent), self.model.world(id));
        let center = self.model.bounds(id).map(center_of);
        let in_world = |change: &Matrix| product(&inverse(&parent), &product(change, &world));
        let fixed = image(&world, pivot);
        let [x, y] = step.numbers;
        self.model.nodes[id].matrix = match (step.kind, step.local) {
            (Kind::Translate, true) => product(&translation(image(&self.own_direction(id), [x, y])), &matrix),
            (Kind::Translate, false) => in_world(&translation([x, y])),
            (Kind::Rotate, true) => product(&about(image(&matrix, pivot), &rotation(angle(step))), &matrix),
            (Kind::Rotate, false) => in_world(&about(fixed, &rotation(angle(step)))),
            (Kind::Scale, true) => product(&matrix, &about(pivot, &scaling(factor(x), factor(y)))),
            (Kind::Scale, false) => in_world(&about(fixed, &scaling(factor(x), factor(y)))),
            _ => {
                // T(translate) · T(pivot) takes the origin to the image of the pivot.
                let [old_x, old_y] = image(&matrix, pivot);
                let translate = [old_x - pivot[0], old_y - pivot[1]];
                let [[a, c, _], [b, d, _], last] = matrix;
                self.model.nodes[id].pivot = [x, y];
                product(&translation(translate), &about([x, y], &[[a, c, 0.0], [b, d, 0.0], last]))
            }
        };
        if let (Kind::Rotate | Kind::Scale, true, Some(before)) = (step.kind, step.center, center) {
            let after = self.model.bounds(id).map(center_of).unwrap();
            let back = translation([before[0] - after[0], before[1] - after[1]]);
            let world = product(&back, &self.model.world(id));
            self.model.set_world(id, &world);
        }
        // Where all is stretched into needles, a way there and back takes more digits than are asked for.
        if self.model.subtree(id).into_iter().any(|inner| stretch(&self.model.world(inner)) > 100.0) {
            (self.model.nodes[id].matrix, self.model.nodes[id].pivot) = (matrix, pivot);
            return;
        }
        let space = if step.local { Space::Local } else { Space::World };
        let around = if step.center { Around::Center } else { Around::Origin };
        let changed = match step.kind {
            Kind::Translate => self.scene.translate(&name, x, y, space),
            Kind::Rotate => self.scene.rotate(&name, angle(step), space, around),
            Kind::Scale => self.scene.scale(&name, factor(x), factor(y), space, around),
            _ => self.scene.set_pivot(&name, x, y).map(|()| true),
        };
        changed.unwrap();
        self.assert_world(id, &self.model.world(id));
    }

    /// Returns how an entity's own axes are turned. A rotation by a half turn is also a scale by −1, so the scene
    /// decides which of them it was, but never in which line the axis lies.
    fn own_direction(&self, id: usize) -> Matrix {
        let matrix = self.model.nodes[id].matrix;
        let column = [matrix[0][0], matrix[1][0]];
        let json = self.scene.entity_json(&self.name(id)).unwrap();
        let angle = json["local"]["transform"]["rotation"].as_f64().unwrap_or(column[1].atan2(column[0]));
        let across = angle.cos() * column[1] - angle.sin() * column[0];
        assert!(across.abs() < 1e-9 * column[0].hypot(column[1]), "{angle} is not along {column:?}");
        rotation(angle)
    }

    /// Asserts that a copy has the matrices of its source, and so has the mirror image of a mirror image.
    fn assert_twins(&self, source: usize, copy: usize) {
        let (source, copy) = (self.model.subtree(source), self.model.subtree(copy));
        assert_eq!(source.len(), copy.len());
        for (one, other) in source.into_iter().zip(copy) {
            self.assert_world(other, &self.model.world(one));
            self.assert_bounds(other, self.model.bounds(one));
        }
    }

    fn assert_world(&self, id: usize, expected: &Matrix) {
        let name = self.name(id);
        let actual = self.scene.world_transform(&name).unwrap().rows();
        // Numbers are as good as the greatest that they were computed from: those of the groups around.
        let mut size = 1.0_f64;
        let mut at = id;
        while at != ROOT {
            size = self.model.world(at).iter().flatten().fold(size, |size, number| size.max(number.abs()));
            at = self.model.nodes[at].parent;
        }
        for (left, right) in actual.iter().flatten().zip(expected.iter().flatten()) {
            assert!((left - right).abs() <= 1e-9 * size, "{name}: {actual:?} is not {expected:?}");
        }
        let (point, wanted) =
            (self.scene.world_point(&name, 7.0, -3.0).unwrap(), image(expected, [7.0, -3.0]));
        let off = (point.x - wanted[0]).abs().max((point.y - wanted[1]).abs());
        assert!(off <= 1e-8 * size, "{name}: {point:?} is not {wanted:?}");
    }

    fn assert_bounds(&self, id: usize, expected: Option<Bounds>) {
        let name = self.name(id);
        let actual = self.scene.world_bounds(&name);
        let (Some(one), Some(other)) = (actual, expected) else {
            return assert_eq!(actual, expected, "{name}");
        };
        let (one, other) = (box_of(Some(one)), box_of(Some(other)));
        let size = one.iter().fold(1.0_f64, |size, number| size.max(number.abs()));
        for (left, right) in one.iter().zip(other) {
            assert!((left - right).abs() <= 1e-9 * size, "{name}: {one:?} is not {other:?}");
        }
    }

    /// Asserts that every level has its order, and every entity its place.
    fn assert_same(&self) {
        let entities = self.model.entities();
        assert_eq!(self.scene.entity_count(), entities.len());
        for group in self.model.groups().into_iter().chain([ROOT]) {
            let level = (group != ROOT).then(|| self.name(group));
            let expected: Vec<String> =
                self.model.nodes[group].children.iter().map(|child| self.name(*child)).collect();
            assert_eq!(self.scene.get_draw_order(level.as_deref()).unwrap().order, expected);
        }
        for id in entities {
            self.assert_world(id, &self.model.world(id));
            self.assert_bounds(id, self.model.bounds(id));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1_500,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(4),
        ..ProptestConfig::default()
    })]

    #[test]
    fn random_trees_agree_with_matrix_model(
        seeds in prop::collection::vec(step(), 3..=25),
        steps in prop::collection::vec(step(), 1..20),
    ) {
        let mut tree = Tree::new();
        for seed in &seeds {
            tree.grow(seed);
        }
        let base = tree.scene.clone();
        for step in &steps {
            tree.run(step);
            tree.assert_same();
        }
        if let Some(patch) = ScenePatch::between(&base, &tree.scene) {
            prop_assert_eq!(&patch.apply(&base).unwrap(), &tree.scene);
        }
        prop_assert_eq!(Scene::from_record(tree.scene.to_record()).unwrap(), tree.scene);
    }
}
