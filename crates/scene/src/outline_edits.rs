//! Edits of outlines: corners, trims, extensions, cuts, and lines with a width.
//!
//! An edit works in the entity's own coordinates, with lengths of the world, as long as its place turns, moves and
//! stretches evenly; otherwise in those of the world, so that a circle is a circle there.

use std::sync::Arc;

use super::drawing::checked_bounds_center;
use super::region_results::ResultOptions;
use super::store::{Content, EntityId, Scene};
use crate::drafting::{SceneError, Transform, quoted};
use scenewright_geometry::{
    Affine, CornerCut, CutFailure, Justify, LineCap, OffsetStyle, Place, Point, Shape, Wire, number_text,
    positive, thickened,
};

/// The places where an entity is cut into parts.
#[derive(Clone, Debug, PartialEq)]
pub enum CutPlaces {
    /// At the crossings with these entities.
    Entities(Vec<String>),
    /// At the points of the outline that are nearest to these.
    Points(Vec<Point>),
}

/// The choices of a line with a width.
#[derive(Clone, Debug, PartialEq)]
pub struct ThickenOptions {
    /// The ending of an open line.
    pub cap: LineCap,
    /// The side of the line on which the width is.
    pub justify: Justify,
    /// The filling of the line's corners, and the tolerance of curves other than arcs of circles.
    pub style: OffsetStyle,
    /// The name of the outline; the line's own unless given, whose place it takes then.
    pub result: Option<String>,
    /// The layer and style of the outline, and the fate of the line.
    pub common: ResultOptions,
}

/// An outline that is being edited, in its frame.
struct Edit {
    id: EntityId,
    wires: Vec<Wire>,
    /// The transform from the world to the frame, and from the frame to the entity's own coordinates.
    from_world: Affine,
    to_own: Affine,
    /// The factor by which lengths are larger in the world than in the frame.
    factor: f64,
    shape: Arc<Shape>,
}

/// The least size of a cut, as a share of the length of the outline.
const MIN_CUT: f64 = 1e-9;

/// The share of an outline's length below which an edge is there by mistake.
const TINY_EDGE: f64 = 1e-4;

/// The most corners in a refusal.
const MAX_CORNERS_SHOWN: usize = 4;

impl Scene {
    /// Rounds corners of an outline, or cuts them off: those at some points, or all of them. The size is one of the world.
    pub fn cut_corners(
        &mut self,
        name: &str,
        cut: CornerCut,
        corners: Option<&[Point]>,
    ) -> Result<(), SceneError> {
        let mut edit = self.edit(name, "corners")?;
        // Where a line comes back to its beginning, it has a corner as well.
        edit.wires = edit.wires.into_iter().map(Wire::closed_where_it_ends).collect();
        let cut = edit.sized(cut)?;
        let mut wires = Vec::with_capacity(edit.wires.len());
        let mut count = 0;
        let mut wanted: Vec<Point> = corners.unwrap_or_default().to_vec();
        let reach = self.tolerance / edit.factor;
        for wire in &edit.wires {
            let own = wire.corners();
            let chosen = corners.map(|_| {
                let mut chosen = Vec::new();
                for (index, corner) in own.iter().enumerate() {
                    let is_at = |point: &Point| (edit.from_world * *point).distance_to(*corner) <= reach;
                    // A point that has found its corner is taken off: what is left at the end is at no corner.
                    if wanted.iter().any(is_at) {
                        chosen.push(index);
                        wanted.retain(|point| !is_at(point));
                    }
                }
                chosen
            });
            count += chosen.as_ref().map_or(own.len(), Vec::len);
            let result = wire.with_cut_corners(cut, chosen.as_deref());
            wires.push(result.map_err(|error| edit.too_large(name, cut, error.corner, error.largest))?);
        }
        if let Some(missing) = wanted.first() {
            return Err(self.no_corner(name, &edit, *missing));
        }
        let least = edit.wires.iter().map(Wire::length).fold(0.0, f64::max) * MIN_CUT;
        if cut.size() < least {
            let (what, size) = edit.named(cut);
            return Err(SceneError::range(format!(
                "{what} is too small to be seen, got {}",
                number_text(size)
            )));
        }
        if count == 0 {
            return Err(SceneError::scene(format!("{} has no corners", quoted(name))));
        }
        self.finish_edit(edit, wires)
    }

    /// Joins two lines or arcs where they meet, or would if they were longer, with a corner that is cut; those that never meet
    /// by an arc that touches both. The second one becomes a part of the first.
    pub fn join_lines(&mut self, name: &str, with: &str, cut: Option<CornerCut>) -> Result<(), SceneError> {
        if name == with {
            return Err(SceneError::scene(format!("{} must be joined with another entity", quoted(name))));
        }
        let edit = self.edit(name, "two lines")?;
        let other = self.require(with)?;
        self.check_unlocked(with)?;
        let others = self.wires_of(other, &edit.from_world);
        let ([one], [other]) = (edit.wires.as_slice(), others.as_slice()) else {
            return Err(SceneError::scene(format!(
                "{} and {} must be one line each",
                quoted(name),
                quoted(with)
            )));
        };
        let cut = cut.map(|cut| edit.sized(cut)).transpose()?;
        let wire = match (Wire::joined_at_corner(one, other), cut) {
            (Some((wire, _)), None) => wire,
            (Some((wire, corner)), Some(cut)) => {
                let corners = wire.corners();
                let chosen: Vec<usize> = corners.iter().position(|it| *it == corner).into_iter().collect();
                wire.with_cut_corners(cut, Some(&chosen))
                    .map_err(|error| edit.too_large(name, cut, error.corner, error.largest))?
            }
            (None, Some(CornerCut::Fillet(radius))) => Wire::joined_by_arc(one, other, radius)
                .ok_or_else(|| edit.no_meeting([name, with], Wire::least_bridge(one, other)))?,
            (None, _) => return Err(edit.no_meeting([name, with], None)),
        };
        // Last, as the edit may still be refused.
        self.finish_edit(edit, vec![wire])?;
        self.delete(with);
        Ok(())
    }

    /// Removes the part of an outline between two crossings with others that is nearest to a point.
    pub fn trim(&mut self, name: &str, cutters: &[String], at: Point) -> Result<(), SceneError> {
        let edit = self.edit(name, "lines")?;
        let others = self.cutting_wires(name, cutters, &edit)?;
        let at = edit.from_world * at;
        let nearest = edit
            .wires
            .iter()
            .enumerate()
            .min_by(|(_, one), (_, other)| one.nearest(at).1.total_cmp(&other.nearest(at).1));
        let Some((index, wire)) = nearest else { return Ok(()) };
        let kept = wire.trimmed(&others, at).map_err(|_| {
            let needed =
                if wire.is_closed() { "two points; a closed outline needs two" } else { "any point" };
            SceneError::scene(format!("{} is not crossed by {} in {needed}", quoted(name), list(cutters)))
        })?;
        let mut wires = edit.wires.clone();
        wires.splice(index..=index, kept);
        if wires.is_empty() {
            return Err(SceneError::scene(format!(
                "nothing would be left of {}; use deleteEntity",
                quoted(name)
            )));
        }
        self.finish_edit(edit, wires)
    }

    /// Lengthens a line until it meets one of the others: at the end that is nearest to a point, or at the one that has
    /// the shorter way.
    pub fn extend(
        &mut self,
        name: &str,
        boundaries: &[String],
        end: Option<Point>,
    ) -> Result<(), SceneError> {
        let edit = self.edit(name, "lines")?;
        let others = self.cutting_wires(name, boundaries, &edit)?;
        let [wire] = edit.wires.as_slice() else {
            return Err(SceneError::scene(format!(
                "{} is made of several lines; extend takes one",
                quoted(name)
            )));
        };
        let toward = end.map(|point| edit.from_world * point);
        let longer = wire.extended(&others, toward).map_err(|failure| {
            let (name, others) = (quoted(name), list(boundaries));
            SceneError::scene(match failure {
                CutFailure::Closed => format!("{name} is closed and has no end to extend"),
                CutFailure::NoMeeting => format!("{name} does not meet {others}, however long it is"),
                CutFailure::NoCarrier => {
                    format!("{name} ends in a curve that is neither a line nor an arc of a circle, and cannot be extended")
                }
            })
        })?;
        self.finish_edit(edit, vec![longer])
    }

    /// Cuts an outline into parts, which are entities of their own: `name_0` and so on, along it. The entity itself is
    /// removed. Returns their names.
    pub fn split(&mut self, name: &str, places: &CutPlaces) -> Result<Vec<String>, SceneError> {
        let edit = self.edit(name, "lines")?;
        let others = match places {
            CutPlaces::Entities(cutters) => self.cutting_wires(name, cutters, &edit)?,
            CutPlaces::Points(_) => Vec::new(),
        };
        let mut at: Vec<Vec<Place>> = edit.wires.iter().map(|wire| wire.meetings(&others)).collect();
        if let CutPlaces::Points(points) = places {
            for point in points {
                let point = edit.from_world * *point;
                let nearest = edit.wires.iter().map(|wire| wire.nearest(point)).enumerate();
                if let Some((index, (place, _))) =
                    nearest.min_by(|(_, one), (_, other)| one.1.total_cmp(&other.1))
                {
                    at[index].push(place);
                }
            }
        }
        let parts: Vec<Wire> =
            edit.wires.iter().zip(&at).flat_map(|(wire, places)| wire.split(places)).collect();
        if parts.len() <= edit.wires.len() && !edit.wires.iter().any(Wire::is_closed)
            || at.iter().all(Vec::is_empty)
        {
            return Err(SceneError::scene(format!("{} is not cut anywhere between its ends", quoted(name))));
        }
        let shapes = parts
            .into_iter()
            .map(|part| {
                let shape = edit.to_own_shape(vec![part])?;
                let pivot = checked_bounds_center(&shape)?;
                Ok((shape, pivot))
            })
            .collect::<Result<Vec<(Shape, Point)>, SceneError>>()?;
        let names: Vec<Arc<str>> = (0..shapes.len()).map(|index| format!("{name}_{index}").into()).collect();
        if let Some(last) = names.last() {
            Scene::check_name(last)?;
        }
        self.check_free(name, names.iter().map(|part| &**part), &[])?;
        self.check_room(names.len().saturating_sub(1))?;
        let original = self.entity(edit.id).clone();
        let first = self.siblings.rank(edit.id);
        for (place, (part, (shape, pivot))) in (first..).zip(names.iter().zip(shapes)) {
            let mut transform = original.transform.clone();
            // About another pivot, the same matrix.
            let matrix = transform.matrix();
            transform = Transform { pivot, ..transform };
            transform.set_matrix_as(matrix, transform.linear);
            let id = self.insert(part.clone(), original.parent, Content::Leaf(Arc::new(shape)), transform);
            self.detach(id);
            self.attach(id, original.parent, place);
            let slot = self.entity_mut(id);
            (slot.style, slot.layer) = (original.style.clone(), original.layer.clone());
        }
        self.delete(name);
        Ok(names.iter().map(|name| name.to_string()).collect())
    }

    /// Draws the area that a line covers with a width.
    pub fn thicken(&mut self, name: &str, width: f64, options: &ThickenOptions) -> Result<bool, SceneError> {
        let edit = self.edit(name, "lines")?;
        let id = edit.id;
        let wires = self.wires_of(id, &Affine::IDENTITY);
        let shapes = thickened(&wires, width, options.cap, options.justify, &options.style)?;
        if shapes.is_empty() {
            return Err(SceneError::range(format!(
                "width is too small to be seen, got {}",
                number_text(width)
            )));
        }
        let plan = self.plan_result(&[name], &options.common)?;
        match &options.result {
            Some(result) => self.draw_parts_as(result, shapes, plan),
            None => self.in_place_of(name, |scene| scene.draw_parts_as(name, shapes, plan)),
        }
    }

    /// Returns the outline of an entity for an edit.
    fn edit(&self, name: &str, what: &str) -> Result<Edit, SceneError> {
        let id = self.require(name)?;
        self.check_unlocked(name)?;
        let entity = self.entity(id);
        let Content::Leaf(shape) = &entity.content else {
            let kind = self.listed_kind(id);
            let advice = if kind == "instance" { "; ungroup it first" } else { "; name one that is in it" };
            return Err(SceneError::scene(format!(
                "{} is a {kind}, which has no {what} itself{advice}",
                quoted(name)
            )));
        };
        let world = self.world_of(id);
        let inverse = world
            .inverse()
            .ok_or_else(|| SceneError::range("the transform of the entity is out of range"))?;
        let (frame, from_world, to_own, factor) = match world.similarity_factor() {
            Some(factor) => (Affine::IDENTITY, inverse, Affine::IDENTITY, factor),
            None => (world, Affine::IDENTITY, inverse, 1.0),
        };
        let wires = Wire::all_of(shape, &frame);
        Ok(Edit { id, wires, from_world, to_own, factor, shape: shape.clone() })
    }

    /// Returns the wires of an entity, or of everything in a group, mapped from the world.
    pub(super) fn wires_of(&self, id: EntityId, from_world: &Affine) -> Vec<Wire> {
        let parts = self.parts_of(id);
        parts.iter().flat_map(|part| Wire::all_of(part.shape, &(*from_world * part.world))).collect()
    }

    fn cutting_wires(&self, name: &str, cutters: &[String], edit: &Edit) -> Result<Vec<Wire>, SceneError> {
        let mut wires = Vec::new();
        for cutter in cutters {
            let id = self.require(cutter)?;
            if id == edit.id {
                return Err(SceneError::scene(format!("{} cannot be cut by itself", quoted(name))));
            }
            wires.extend(self.wires_of(id, &edit.from_world));
        }
        Ok(wires)
    }

    fn finish_edit(&mut self, edit: Edit, wires: Vec<Wire>) -> Result<(), SceneError> {
        let shape = edit.to_own_shape(wires)?;
        checked_bounds_center(&shape)?;
        self.forget_text_around(edit.id);
        let entity = self.entity_mut(edit.id);
        entity.content = Content::Leaf(Arc::new(shape));
        entity.text = None;
        Ok(())
    }

    fn no_corner(&self, name: &str, edit: &Edit, point: Point) -> SceneError {
        let world = self.world_of(edit.id) * edit.to_own;
        let mut corners: Vec<Point> =
            edit.wires.iter().flat_map(Wire::corners).map(|corner| world * corner).collect();
        corners.sort_by(|one, other| one.distance_to(point).total_cmp(&other.distance_to(point)));
        let shown: Vec<String> =
            corners.iter().take(MAX_CORNERS_SHOWN).map(|corner| place(*corner)).collect();
        SceneError::scene(match shown.is_empty() {
            true => format!("{} has no corners", quoted(name)),
            false => {
                format!(
                    "{} has no corner at {}; the nearest are {}",
                    quoted(name),
                    place(point),
                    shown.join(", ")
                )
            }
        })
    }
}

impl Edit {
    /// Returns a cut with its size in the frame.
    fn sized(&self, cut: CornerCut) -> Result<CornerCut, SceneError> {
        Ok(match cut {
            CornerCut::Fillet(radius) => CornerCut::Fillet(positive("radius", radius)? / self.factor),
            CornerCut::Chamfer(distance) => CornerCut::Chamfer(positive("distance", distance)? / self.factor),
        })
    }

    /// Returns the name and the size in the world of what a cut is measured by.
    fn named(&self, cut: CornerCut) -> (&'static str, f64) {
        match cut {
            CornerCut::Fillet(radius) => ("radius", radius * self.factor),
            CornerCut::Chamfer(distance) => ("distance", distance * self.factor),
        }
    }

    fn to_own_shape(&self, wires: Vec<Wire>) -> Result<Shape, SceneError> {
        let shape = Wire::shape_of(wires, self.shape.fill_rule());
        let shape = match self.to_own == Affine::IDENTITY {
            true => shape,
            false => Shape::Path(shape.to_path().transformed(&self.to_own)),
        };
        Ok(shape.checked()?)
    }

    /// Makes the error for two lines that never meet, with the radius that would reach from one to the other.
    fn no_meeting(&self, [name, with]: [&str; 2], least: Option<f64>) -> SceneError {
        let advice = match least {
            Some(least) => {
                let least = number_text(rounded_up(least * self.factor));
                format!(
                    "and no arc of that radius touches both: it takes {least} at least, and exactly half their distance \
                     between parallel lines"
                )
            }
            None => "however long they are: both must be open, lines go on straight, arcs along their circles, and other \
                     curves have to meet as they are"
                .to_owned(),
        };
        SceneError::scene(format!("{} and {} do not meet, {advice}", quoted(name), quoted(with)))
    }

    fn too_large(&self, name: &str, cut: CornerCut, corner: Point, largest: f64) -> SceneError {
        let world = self.from_world.inverse().unwrap_or_default();
        let (what, size) = self.named(cut);
        let corner = place(world * corner);
        let size = number_text(rounded_down(size * (1.0 + 1e-12)));
        let largest = largest * self.factor;
        if largest <= 0.0 {
            return SceneError::scene(format!(
                "{} turns back on itself at {corner}, where no {what} fits",
                quoted(name)
            ));
        }
        let length = self.wires.iter().map(Wire::length).fold(0.0, f64::max) * self.factor;
        let advice = if largest <= length * TINY_EDGE {
            "; an edge beside it is tiny, such as imports leave: draw the outline without it, or leave the corner out with corners"
        } else {
            ""
        };
        SceneError::scene(format!(
            "{what} {size} is too large for the corner of {} at {corner}: the largest that fits is {}{advice}",
            quoted(name),
            number_text(rounded_down(largest))
        ))
    }
}

/// Rounds to six significant digits, never up, so that the number still fits.
fn rounded_down(value: f64) -> f64 {
    if value <= 0.0 {
        return 0.0;
    }
    let step = 10_f64.powi(5 - value.log10().floor() as i32);
    // A whole number of steps, apart from rounding, stays one.
    (value * step + 1e-4).floor() / step
}

/// Rounds to six significant digits, never down.
fn rounded_up(value: f64) -> f64 {
    let step = 10_f64.powi(5 - value.log10().floor() as i32);
    (value * step - 1e-4).ceil() / step
}

fn place(point: Point) -> String {
    let rounded = |value: f64| number_text((value * 1e6).round() / 1e6);
    format!("({}, {})", rounded(point.x), rounded(point.y))
}

fn list(names: &[String]) -> String {
    names.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(", ")
}
