//! Arrays: one geometry in many places, as instances of a block.

use std::sync::Arc;

use super::blocks::BlockOptions;
use super::store::{Content, DEFAULT_LAYER, EntityId, Instance, MirroredTexts, ROOT, Scene};
use crate::drafting::{Linear, OwnStyle, SceneError, Transform, quoted};
use scenewright_geometry::{Affine, Point, Shape, Wire, finite};

/// The choices of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArrayOptions {
    /// The name of the group that holds the instances; the entity's own with `_array` unless given.
    pub result: Option<String>,
    /// The entity whose layer and style the instances have, instead of the original.
    pub like: Option<String>,
    /// False to remove the original, and to have an instance in its place.
    pub keep: bool,
}

impl Default for ArrayOptions {
    fn default() -> Self {
        ArrayOptions { result: None, like: None, keep: true }
    }
}

/// Rows and columns at steps along the axes of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GridSteps {
    /// The number of places in a row, at least 1.
    pub columns: usize,
    /// The number of rows, at least 1.
    pub rows: usize,
    /// The step from one column to the next, in the scene's unit; less than zero to the left.
    pub dx: f64,
    /// The step from one row to the next, in the scene's unit; less than zero downwards.
    pub dy: f64,
}

/// Steps around a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PolarSteps {
    /// The number of places, including the original's.
    pub count: usize,
    /// The point of the world about which they are turned.
    pub center: Point,
    /// The angle from the first to the last; a full turn has one step more, back to the first.
    pub angle: f64,
    /// False to keep all upright.
    pub rotate: bool,
}

/// The path of an array along something.
#[derive(Clone, Debug, PartialEq)]
pub enum ArrayPath {
    /// An entity that is one line, arc or outline, by its name.
    Entity(String),
    /// An open line through these points of the world.
    Points(Vec<Point>),
}

/// Steps along a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathSteps {
    /// This many, evenly from the beginning to the end.
    Count(usize),
    /// Places at this distance along the path, as many as fit.
    Spacing(f64),
}

/// The original of an array as an instance, with the look that the others take over.
struct Original {
    content: Content,
    layer: Arc<str>,
    style: OwnStyle,
}

/// The radians, and the share of a place, that sums of decimal angles and lengths may be off: twelve times 30 degrees is a
/// full turn.
const FULL_TURN_TOLERANCE: f64 = 1e-9;

/// The most places of an array: half of the entities that a scene may have by default.
const MAX_COUNT: usize = 100_000;

impl Scene {
    /// Repeats an entity along a line. Returns the names of all in the array, the original among them if it is kept.
    pub fn array_linear(
        &mut self,
        name: &str,
        count: usize,
        step: Point,
        options: &ArrayOptions,
    ) -> Result<Vec<String>, SceneError> {
        self.check_count(count)?;
        let step = Point::new(finite("dx", step.x)?, finite("dy", step.y)?);
        let place = |index: usize| Affine::translation(step.x * index as f64, step.y * index as f64);
        self.repeat(name, (0..count).map(place).collect(), true, options)
    }

    /// Repeats an entity in rows and columns, row by row.
    pub fn array_grid(
        &mut self,
        name: &str,
        steps: &GridSteps,
        options: &ArrayOptions,
    ) -> Result<Vec<String>, SceneError> {
        self.check_count(steps.columns.saturating_mul(steps.rows))?;
        let (dx, dy) = (finite("dx", steps.dx)?, finite("dy", steps.dy)?);
        let place = |row: usize, column: usize| Affine::translation(dx * column as f64, dy * row as f64);
        let places = (0..steps.rows).flat_map(|row| (0..steps.columns).map(move |column| place(row, column)));
        self.repeat(name, places.collect(), true, options)
    }

    /// Repeats an entity around a point, counter-clockwise for a positive angle.
    pub fn array_polar(
        &mut self,
        name: &str,
        steps: &PolarSteps,
        options: &ArrayOptions,
    ) -> Result<Vec<String>, SceneError> {
        self.check_count(steps.count)?;
        let (angle, center) = (finite("angle", steps.angle)?, steps.center);
        finite("center", center.x + center.y)?;
        let is_whole = (angle.abs() - std::f64::consts::TAU).abs() <= FULL_TURN_TOLERANCE;
        // Once around, the last one must not lie on the first; otherwise both ends are taken.
        let gaps = if is_whole { steps.count } else { steps.count.saturating_sub(1).max(1) };
        let id = self.require(name)?;
        let middle = self.subtree_bounds(id, self.world_of(id)).map_or(center, |bounds| bounds.center());
        let place = |index: usize| {
            let turn = Affine::rotation(angle * index as f64 / gaps as f64);
            let about =
                Affine::translation(center.x, center.y) * turn * Affine::translation(-center.x, -center.y);
            if steps.rotate {
                return about;
            }
            // Not turned, each moves with the middle of the entity, so that all keep its direction.
            let to = about * middle;
            Affine::translation(to.x - middle.x, to.y - middle.y)
        };
        self.repeat(name, (0..steps.count).map(place).collect(), true, options)
    }

    /// Repeats an entity, or a block, along a path: the pivot of the entity, or the base point of the block, is on it, and
    /// with `rotate` its x axis runs along it. The original is apart from the array.
    pub fn array_along(
        &mut self,
        name: &str,
        path: &ArrayPath,
        steps: PathSteps,
        rotate: bool,
        options: &ArrayOptions,
    ) -> Result<Vec<String>, SceneError> {
        let track = self.track_of(path)?;
        let lengths = match steps {
            PathSteps::Count(count) => {
                self.check_count(count)?;
                let gaps = if track.is_closed() { count } else { count.saturating_sub(1).max(1) };
                (0..count).map(|index| track.length() * index as f64 / gaps as f64).collect::<Vec<_>>()
            }
            PathSteps::Spacing(spacing) => {
                let spacing = scenewright_geometry::positive("spacing", spacing)?;
                // The tolerance keeps the last one where the length is a multiple of the spacing but for
                // rounding.
                let fitting = (track.length() / spacing + FULL_TURN_TOLERANCE).floor();
                // On a closed path, the last would be too near the first.
                let closing = if track.is_closed() && fitting >= 1.0 { 0.0 } else { 1.0 };
                // Clamped before it becomes an integer; the check below refuses it with the number of the
                // limit.
                let count = (fitting + closing).min(1e9) as usize;
                self.check_count(count)?;
                (0..count).map(|index| spacing * index as f64).collect()
            }
        };
        let mut places = Vec::with_capacity(lengths.len());
        let origin = match self.find(name) {
            Some(id) => self.world_of(id) * self.entity(id).transform.pivot,
            None => Point::ORIGIN,
        };
        for length in lengths {
            let (point, direction) = track.at_length(length);
            let turn =
                if rotate { Affine::rotation(direction.y.atan2(direction.x)) } else { Affine::IDENTITY };
            places.push(
                Affine::translation(point.x, point.y) * turn * Affine::translation(-origin.x, -origin.y),
            );
        }
        self.repeat(name, places, false, options)
    }

    fn track_of(&self, path: &ArrayPath) -> Result<Wire, SceneError> {
        let tracks = match path {
            ArrayPath::Points(points) => Wire::all_of(&Shape::line(points.clone())?, &Affine::IDENTITY),
            ArrayPath::Entity(name) => {
                let id = self.require(name)?;
                self.shapes_of(id).flat_map(|(shape, world)| Wire::all_of(shape, &world)).collect()
            }
        };
        let mut tracks =
            tracks.into_iter().filter(|track| track.length() > 0.0 && track.length().is_finite());
        match (tracks.next(), tracks.next()) {
            (Some(track), None) => Ok(track),
            (None, _) => Err(SceneError::scene("the path has no length")),
            (Some(_), Some(_)) => Err(SceneError::scene(
                "the path is made of several; use an entity that is one line, arc or outline",
            )),
        }
    }

    fn check_count(&self, count: usize) -> Result<(), SceneError> {
        if count == 0 {
            return Err(SceneError::range("count must be at least 1"));
        }
        if count > MAX_COUNT {
            return Err(SceneError::range(format!("count must be at most {MAX_COUNT}, got {count}")));
        }
        self.check_room(count.saturating_sub(1))
    }

    /// Draws instances of an entity in places to which the original is mapped, in a group of their own.
    fn repeat(
        &mut self,
        name: &str,
        places: Vec<Affine>,
        is_first_in_place: bool,
        options: &ArrayOptions,
    ) -> Result<Vec<String>, SceneError> {
        let source = self.find(name);
        if source.is_none() && (is_first_in_place || !self.blocks.contains_key(name)) {
            let error = self.unknown(name);
            return Err(match self.blocks.contains_key(name) {
                true => SceneError::scene(format!(
                    "{} is a block, not an entity; insert it first, and repeat the instance",
                    quoted(name)
                )),
                false => error,
            });
        }
        let result = options.result.clone().unwrap_or_else(|| format!("{name}_array"));
        Scene::check_name(&result)?;
        if result == name {
            return Err(SceneError::scene(format!("the array of {} must have another name", quoted(name))));
        }
        // The original stands at the first place, so no instance is drawn over it.
        let skipped = usize::from(is_first_in_place && options.keep);
        let names: Vec<Arc<str>> =
            (skipped..places.len()).map(|index| format!("{result}_{index}").into()).collect();
        // The longest name has the most digits: if it is allowed, so are the others.
        if let Some(last) = names.last() {
            Scene::check_name(last)?;
        }
        let stale = self.made_with(&result);
        self.check_free(&result, names.iter().map(|name| &**name), &stale)?;
        for changed in stale.iter().map(|name| &**name).chain([result.as_str()]) {
            self.check_unlocked(changed)?;
        }
        if let Some(id) = source.filter(|_| !options.keep) {
            self.check_unlocked(name)?;
            if stale.iter().any(|part| self.find(part) == Some(id)) {
                return Err(SceneError::scene(format!(
                    "{} is a part of the earlier {}",
                    quoted(name),
                    quoted(&result)
                )));
            }
        }
        self.check_room((names.len() + 1).saturating_sub(stale.len()))?;
        let shown = match source {
            Some(id) => self.parts_of(id).len(),
            None => self.blocks.get(name).map_or(0, |block| block.shape_count),
        };
        self.check_instances(shown.max(1).saturating_mul(names.len()))?;
        let look = match &options.like {
            Some(like) => Some(self.look_of(self.require(like)?)),
            None => None,
        };
        let parts = places.iter().skip(skipped);
        let world = self.original_world(source);
        let transforms = parts.map(|place| placed(*place * world)).collect::<Result<Vec<_>, _>>()?;
        let original = self.original(name, source, world)?;
        for part in &stale {
            self.delete(part);
        }
        self.delete(&result);
        let group =
            self.insert(result.as_str().into(), ROOT, Content::Group, Transform::at_rest(Point::ORIGIN));
        let (layer, style) = match look {
            Some(look) => (look.layer, look.style),
            None => (original.layer, original.style),
        };
        self.entity_mut(group).layer = layer.clone();
        for (name, transform) in names.iter().zip(transforms) {
            let id = self.insert(name.clone(), group, original.content.clone(), transform);
            let entity = self.entity_mut(id);
            (entity.layer, entity.style, entity.is_derived) = (layer.clone(), style.clone(), true);
        }
        let mut members: Vec<String> = names.iter().map(|name| name.to_string()).collect();
        if skipped == 1 {
            members.insert(0, name.to_owned());
        } else if source.is_some() && !options.keep {
            self.delete_entity(name, super::drawing::Contents::Included)?;
        }
        Ok(members)
    }

    /// Returns the place in the world that the original of an array is at.
    fn original_world(&self, source: Option<EntityId>) -> Affine {
        let Some(id) = source else { return Affine::IDENTITY };
        let world = self.world_of(id);
        match self.entity(id).content {
            Content::Instance(_) => world,
            Content::Group | Content::Leaf(_) => {
                let pivot = world * self.entity(id).transform.pivot;
                Affine::translation(pivot.x, pivot.y)
            }
        }
    }

    /// Returns the original of an array as an instance: of the block that it shows already, or of one made of it.
    ///
    /// In the block, what is the entity's own layer and style is left to the instance.
    fn original(
        &mut self,
        name: &str,
        source: Option<EntityId>,
        world: Affine,
    ) -> Result<Original, SceneError> {
        let plain = |block: Arc<str>| {
            Content::Instance(Arc::new(Instance {
                block,
                attributes: Vec::new(),
                texts: None,
                mirrored: MirroredTexts::default(),
            }))
        };
        let Some(id) = source else {
            let instance = self.instance_of(name, &[], &crate::drafting::Fonts::builtin())?;
            return Ok(Original {
                content: Content::Instance(Arc::new(instance)),
                layer: self.default_layer(),
                style: OwnStyle::default(),
            });
        };
        let layer = self.entity(id).layer.clone();
        let style = self.inherited_style(id);
        if let Content::Instance(instance) = &self.entity(id).content {
            return Ok(Original { content: Content::Instance(instance.clone()), layer, style });
        }
        let mut block = name.to_owned();
        let mut number = 2;
        while self.blocks.contains_key(block.as_str()) {
            block = format!("{name}_{number}");
            number += 1;
        }
        let base = Point::new(world.e, world.f);
        let options = BlockOptions { base, keep: true, ..BlockOptions::default() };
        self.define_block(&block, &[name.to_owned()], &options)?;
        // Like this, an instance can be given another layer or style as the original can.
        self.leave_look_to_instances(&block, &layer)?;
        Ok(Original { content: plain(block.into()), layer, style })
    }

    fn leave_look_to_instances(&mut self, block: &str, layer: &str) -> Result<(), SceneError> {
        let Some(definition) = self.blocks.remove(block) else { return Ok(()) };
        let mut contents = definition.contents.clone();
        for id in contents.entities_below(ROOT).collect::<Vec<_>>() {
            let is_top = contents.entity(id).parent == ROOT;
            let entity = contents.entity_mut(id);
            if *entity.layer == *layer {
                entity.layer = DEFAULT_LAYER.into();
            }
            if is_top {
                entity.style = OwnStyle::default();
            }
        }
        self.add_block(block, contents, Vec::new())
    }

    /// Returns the style of an entity with what it inherits from its groups.
    fn inherited_style(&self, id: EntityId) -> OwnStyle {
        let mut style = OwnStyle::default();
        let mut next = id;
        while next != ROOT && self.is_inside(next) {
            style.inherit(&self.entity(next).style);
            next = self.entity(next).parent;
        }
        style
    }
}

/// Returns the transform of an instance whose own coordinates are mapped to the world's so.
fn placed(world: Affine) -> Result<Transform, SceneError> {
    let mut transform = Transform::at_rest(Point::ORIGIN);
    transform.translate = [world.e, world.f];
    transform.linear = Linear::from_matrix(&world);
    transform.check()?;
    Ok(transform)
}
