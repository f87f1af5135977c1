//! Operations on areas: in world coordinates, on closed shapes and groups of them.

use std::collections::HashSet;
use std::sync::Arc;

use super::drawing::checked_bounds_center;
use super::parts::Part;
use super::region_results::{ResultOptions, ResultPlan};
use super::store::{Content, EntityId, ROOT, Scene};
use crate::drafting::{SceneError, Transform, quoted, with_article};
use scenewright_geometry::{
    Affine, ArcRegion, OffsetStyle, Outline, Point, Region, RegionOperation, Relief, Shape, ShapeError, Wire,
    combined_shapes, convex_hull, relief_circles,
};

impl Scene {
    /// Combines the area of some entities with the area of others and draws the result; returns false if it is empty.
    ///
    /// Curves stay what they are: a part is a circle, an ellipse, a polygon when all of it is straight, or else a path.
    /// One part has the given name, several are a group of that name with `result_0` and so on. Where the result is
    /// empty, nothing of that name is left. The parts of an earlier result of that name are removed with it; any other
    /// entity that has the name of a part is left alone, and the operation is refused.
    pub fn draw_combined(
        &mut self,
        operation: RegionOperation,
        first: &[String],
        second: &[String],
        result: &str,
        options: &ResultOptions,
    ) -> Result<bool, SceneError> {
        let (one, other) = (self.areas_of(first)?, self.areas_of(second)?);
        let parts = combined_shapes(operation, &one, &other, self.tolerance)?;
        let operands: Vec<&str> = first.iter().chain(second).map(String::as_str).collect();
        let plan = self.plan_result(&operands, options)?;
        let inputs = self.inputs_of(&operands);
        let is_drawn = self.draw_parts_as(result, parts, plan)?;
        if is_drawn {
            self.remember_boolean(inputs, result, options.keep);
        }
        Ok(is_drawn)
    }

    /// Draws the area of an entity, grown on all sides, or shrunk by a negative distance; returns false if nothing
    /// is left.
    ///
    /// Lines and arcs of circles stay such, and round corners are arcs: a part is a circle, a polygon when all of it is
    /// straight, or else a path. Other curves are made of arcs within the tolerance of the style.
    pub fn draw_offset(
        &mut self,
        name: &str,
        delta: f64,
        style: &OffsetStyle,
        result: &str,
        options: &ResultOptions,
    ) -> Result<bool, SceneError> {
        let outlines = self.outlines_of(name, style.tolerance)?;
        // With true arcs first; straight edges only where curves are too similar to be distinguished.
        let kept = match ArcRegion::of(&self.area_of(name)?, style.tolerance)? {
            Some(region) => region.offset(delta, style)?,
            None => None,
        };
        let parts = match kept {
            Some(region) => region.into_shapes(),
            None => Region::of(&outlines)?.offset(delta, style)?.into_shapes(),
        };
        let plan = self.plan_result(&[name], options)?;
        let names = self.names_to_carry(name, options.keep && result != name);
        let is_drawn = self.draw_parts_as(result, parts, plan)?;
        if is_drawn {
            // A hole shrinks where the area grows, the outline grows.
            self.carry_names(names, result, |shape, place| {
                [-delta, delta]
                    .into_iter()
                    .filter_map(|delta| offset_of(shape, place, delta, style))
                    .collect()
            });
        }
        Ok(is_drawn)
    }

    /// Draws the area of an entity, grown on all sides, in the place of the entity; returns false if nothing is left.
    pub fn grow_in_place(
        &mut self,
        name: &str,
        delta: f64,
        style: &OffsetStyle,
        options: &ResultOptions,
    ) -> Result<bool, SceneError> {
        self.in_place_of(name, |scene| scene.draw_offset(name, delta, style, name, options))
    }

    /// Draws the area of an entity with room for a tool of this radius at its inside corners, in the place of the entity where it has
    /// its name; returns how many corners there are.
    pub fn draw_relieved(
        &mut self,
        name: &str,
        radius: f64,
        relief: Relief,
        result: &str,
        options: &ResultOptions,
    ) -> Result<usize, SceneError> {
        let area = self.area_of(name)?;
        let circles = relief_circles(&area, radius, relief)?.ok_or_else(|| {
            SceneError::scene(format!("{} has curves too much alike to find its corners", quoted(name)))
        })?;
        let tools: Vec<(&Shape, Affine)> = circles.iter().map(|circle| (circle, Affine::IDENTITY)).collect();
        let parts = combined_shapes(RegionOperation::Difference, &area, &tools, self.tolerance)?;
        let plan = self.plan_result(&[name], options)?;
        let names = self.names_to_carry(name, options.keep && result != name);
        match result == name {
            true => self.in_place_of(name, |scene| scene.draw_parts_as(name, parts, plan))?,
            false => self.draw_parts_as(result, parts, plan)?,
        };
        self.carry_names(names, result, |_, _| Vec::new());
        Ok(circles.len())
    }

    /// Draws the smallest convex area around an entity, whose curves stay such; returns false if it has no area.
    pub fn draw_convex_hull(
        &mut self,
        name: &str,
        result: &str,
        options: &ResultOptions,
    ) -> Result<bool, SceneError> {
        let hull = convex_hull(&self.area_of(name)?)?;
        let plan = self.plan_result(&[name], options)?;
        let names = self.names_to_carry(name, options.keep && result != name);
        let is_drawn = self.draw_parts_as(result, hull.into_iter().collect(), plan)?;
        if is_drawn {
            self.carry_names(names, result, |_, _| Vec::new());
        }
        Ok(is_drawn)
    }

    /// Draws every connected part of an entity's area, with its holes, as an entity of its own: `prefix_0` and so
    /// on, from left to right. Returns their names, which must be free.
    pub fn draw_parts(
        &mut self,
        name: &str,
        prefix: &str,
        options: &ResultOptions,
    ) -> Result<Vec<String>, SceneError> {
        let parts = combined_shapes(RegionOperation::Union, &self.area_of(name)?, &[], self.tolerance)?;
        Scene::check_name(prefix)
            .map_err(|error| SceneError::range(error.message.replacen("name", "prefix", 1)))?;
        let names = part_names(prefix, parts.len())?;
        let plan = self.plan_result(&[name], options)?;
        let parts_named = names.iter().map(|name| &**name).filter(|part| *part != prefix);
        self.check_free(prefix, parts_named, &plan.removed)?;
        self.replace(&[], None, names.clone(), parts, &plan)?;
        if options.keep {
            self.remember_kept(name, &names);
        }
        Ok(names.iter().map(|name| name.to_string()).collect())
    }

    pub(super) fn areas_of(&self, names: &[String]) -> Result<Vec<(&Shape, Affine)>, SceneError> {
        let mut areas = Vec::with_capacity(names.len());
        for name in names {
            areas.extend(self.area_of(name)?);
        }
        Ok(areas)
    }

    /// Returns the closed shapes that an entity's area consists of, with their places in the world.
    pub fn area_of(&self, name: &str) -> Result<Vec<(&Shape, Affine)>, SceneError> {
        let parts = self.parts_of(self.require(name)?);
        if parts.is_empty() {
            return Err(SceneError::scene(format!("the group {} is empty: it has no area", quoted(name))));
        }
        let mut areas = Vec::with_capacity(parts.len());
        for part in parts {
            if !part.shape.has_area() {
                return Err(self.not_closed(part.id, part.shape));
            }
            areas.push((part.shape, part.world));
        }
        Ok(areas)
    }

    /// Returns the areas of an entity in the world, in straight edges within the tolerance; those of a group are the
    /// areas of its contents.
    pub(super) fn outlines_of(&self, name: &str, tolerance: f64) -> Result<Vec<Outline>, SceneError> {
        let id = self.require(name)?;
        let parts = self.parts_of(id);
        if parts.is_empty() {
            return Err(SceneError::scene(format!("the group {} is empty: it has no area", quoted(name))));
        }
        let outline = |part: &Part<'_>| match part.shape.area_outline(&part.world, tolerance) {
            Ok(Some(outline)) => Ok(outline),
            Ok(None) => Err(self.not_closed(part.id, part.shape)),
            Err(error) => Err(in_entity(&self.entity(part.id).name, error)),
        };
        parts.iter().map(outline).collect()
    }

    /// Returns an entity, or all shapes and instances in a group at any depth, with their places in the world.
    pub(super) fn leaves_of(&self, id: EntityId) -> Vec<(EntityId, Affine)> {
        self.leaves_below(id, self.world_of(id))
    }

    pub(super) fn not_closed(&self, id: EntityId, shape: &Shape) -> SceneError {
        let name = quoted(&self.entity(id).name);
        if let Content::Instance(instance) = &self.entity(id).content {
            let block = quoted(&instance.block);
            let kind = with_article(shape.kind());
            return SceneError::scene(format!(
                "the block {block} of {name} holds {kind} that is not closed, so it has no area"
            ));
        }
        SceneError::scene(match shape {
            Shape::Path(_) => {
                format!("the path {name} is not closed, so it has no area; end each of its sub-paths with Z")
            }
            _ => {
                let kind = with_article(shape.kind());
                let mut wires = Wire::all_of(shape, &Affine::IDENTITY).into_iter();
                let advice = match wires.any(|wire| wire.closed_where_it_ends().is_closed()) {
                    true => format!(
                        "; its end is its beginning: draw it with drawPolygon, or close it with join({name})"
                    ),
                    false => String::new(),
                };
                format!("{name} is {kind}, which is not closed and has no area{advice}")
            }
        })
    }

    /// Draws the parts of an area as one entity, as a group of several, or not at all.
    pub(super) fn draw_parts_as(
        &mut self,
        result: &str,
        parts: Vec<Shape>,
        plan: ResultPlan,
    ) -> Result<bool, SceneError> {
        Scene::check_name(result)?;
        let is_drawn = !parts.is_empty();
        let mut replaced = self.made_with(result);
        replaced.push(result.into());
        replaced.extend(plan.removed.iter().cloned());
        if parts.len() > 1 {
            let names = part_names(result, parts.len())?;
            self.check_free(result, names.iter().map(|name| &**name), &replaced)?;
            self.replace(&replaced, Some(result), names, parts, &plan)?;
        } else {
            let names = parts.iter().map(|_| result.into()).collect();
            self.replace(&replaced, None, names, parts, &plan)?;
        }
        Ok(is_drawn)
    }

    /// Removes some entities and draws the parts of an area, in a group if one is given.
    fn replace(
        &mut self,
        replaced: &[Arc<str>],
        group: Option<&str>,
        names: Vec<Arc<str>>,
        parts: Vec<Shape>,
        plan: &ResultPlan,
    ) -> Result<(), SceneError> {
        let shapes = parts
            .into_iter()
            .map(|shape| {
                let pivot = checked_bounds_center(&shape)?;
                Ok((shape, pivot))
            })
            .collect::<Result<Vec<(Shape, Point)>, SceneError>>()?;
        for name in replaced.iter().chain(&plan.removed).chain(&names) {
            self.check_unlocked(name)?;
        }
        let drawn: HashSet<&str> = names.iter().map(|name| &**name).chain(group).collect();
        let replaced_once: HashSet<&str> = replaced.iter().chain(&plan.removed).map(|name| &**name).collect();
        // Room is counted for the scene as it will be, so that redrawing at the limit works.
        let gone = replaced_once.iter().filter(|name| self.exists(name) && !drawn.contains(**name)).count();
        let new = drawn.iter().filter(|name| !self.exists(name)).count();
        self.check_room(new.saturating_sub(gone))?;
        for name in replaced.iter().chain(&plan.removed).chain(&names) {
            self.delete(name);
        }
        let parent = match group {
            Some(group) => {
                let transform = Transform::at_rest(Point::ORIGIN);
                let id = self.insert(group.into(), ROOT, Content::Group, transform);
                if let Some(look) = &plan.look {
                    self.apply_look(id, look, false);
                }
                id
            }
            None => ROOT,
        };
        for (name, (shape, pivot)) in names.into_iter().zip(shapes) {
            let id = self.insert(name, parent, Content::Leaf(Arc::new(shape)), Transform::at_rest(pivot));
            self.entity_mut(id).is_derived = group.is_some();
            if let Some(look) = &plan.look {
                self.apply_look(id, look, group.is_some());
            }
        }
        Ok(())
    }
}

fn part_names(prefix: &str, count: usize) -> Result<Vec<Arc<str>>, SceneError> {
    let names: Vec<Arc<str>> = (0..count).map(|index| format!("{prefix}_{index}").into()).collect();
    if let Some(last) = names.last() {
        Scene::check_name(last).map_err(|_| {
            SceneError::range("the name is too long: the parts are named after it with a number")
        })?;
    }
    Ok(names)
}

fn in_entity(name: &str, error: ShapeError) -> SceneError {
    SceneError::range(format!("{}: {}", quoted(name), error.message))
}

/// Returns the offset of a shape by itself; `None` for one that has none.
fn offset_of(shape: &Shape, place: &Affine, delta: f64, style: &OffsetStyle) -> Option<Vec<Shape>> {
    let region = ArcRegion::of(&[(shape, *place)], style.tolerance).ok()??;
    let shapes = region.offset(delta, style).ok()??.into_shapes();
    (!shapes.is_empty()).then_some(shapes)
}
