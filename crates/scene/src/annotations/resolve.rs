//! The places in the world of points that follow entities.

use std::borrow::Cow;
use std::f64::consts::{PI, TAU};
use std::sync::Arc;

use super::settle_error::gone;
use crate::drafting::shape_points::{ends_of, rounds_of, vertices_of};
use crate::drafting::vectors::{ahead, dot, sub};
use crate::drafting::{Place, PointRef, Round, SceneError, quoted, with_article};
use crate::store::{Content, EntityId, Scene};
use scenewright_geometry::{Affine, Bounds, CurveTree, FillRule, Point, Shape, Wire, number_text};

/// The share of its radius within which a circle is the one that was cut.
const SAME_ROUND: f64 = 1e-6;

/// The entities that an annotation follows.
pub(super) enum Subject<'a> {
    Entity(EntityId),
    /// An input of a boolean.
    Feature(Feature<'a>),
}

/// An input of a boolean, which lives on in the result.
pub(super) struct Feature<'a> {
    /// The shapes of the input, with their places in the world.
    shapes: Vec<(&'a Shape, Affine)>,
    /// The parts of their outlines that are left in the result, in the world.
    left: Vec<Shape>,
    result: EntityId,
}

impl Feature<'_> {
    pub(super) fn result(&self) -> EntityId {
        self.result
    }
}

/// The distance up to which lines are the same ones, as a share of the size of a result.
const SAME_LINE: f64 = 1e-6;

impl Scene {
    /// Returns the point in the world, given the place of the annotation there.
    pub(super) fn resolve(&self, point: &PointRef, world: &Affine) -> Result<Point, SceneError> {
        let found = match point {
            PointRef::At(point) => *world * *point,
            PointRef::Of { name, place } => {
                match self.subject(name).map_err(|it| self.or_place_at(name, it))? {
                    Subject::Entity(id) => self.place_of(id, *place)?,
                    Subject::Feature(feature) => place_of_feature(name, &feature, *place)?,
                }
            }
        };
        if !found.is_finite() {
            return Err(SceneError::range("a point that it measures leaves the range of numbers"));
        }
        Ok(found)
    }

    /// Adds how a place at an entity is written to the refusal of a name such as `plate.left`.
    fn or_place_at(&self, name: &str, error: SceneError) -> SceneError {
        let Some((entity, place)) = name.rsplit_once('.').filter(|(entity, _)| self.exists(entity)) else {
            return error;
        };
        let words =
            format!("; a place at {0} is written {{ of: {0}, at: {1} }}", quoted(entity), quoted(place));
        SceneError { message: error.message + &words, ..error }
    }

    pub(crate) fn place_of(&self, id: EntityId, place: Place) -> Result<Point, SceneError> {
        if let Some(detail) = self.shown_detail(id) {
            match place {
                Place::Own(point) => return Ok(detail.place_of(point)),
                Place::Side(x, y) => return Ok(side_of(&detail.bounds(), x, y)),
                Place::Center => return Ok(detail.middle()),
                Place::Start | Place::End | Place::Middle | Place::Vertex(_) => {}
            }
        }
        let world = self.world_of(id);
        let entity = self.entity(id);
        // A tag or a title beside a thing does not make it larger.
        let bounds = || {
            let shapes = self.symbol_shapes(id);
            let bounds = shapes.iter().map(|(shape, world)| shape.bounds(world)).reduce(Bounds::union);
            bounds.ok_or_else(|| SceneError::scene(format!("the group {} is empty", quoted(&entity.name))))
        };
        let wrong = |place: &str| {
            let kind = self.listed_kind(id);
            SceneError::scene(format!("{} is a {kind}, which has no {place}", quoted(&entity.name)))
        };
        let shape = match &entity.content {
            Content::Leaf(shape) => Some(&**shape),
            Content::Group | Content::Instance(_) => None,
        };
        match place {
            Place::Own(point) => Ok(world * point),
            Place::Side(x, y) => Ok(side_of(&bounds()?, x, y)),
            Place::Center => match shape {
                Some(
                    Shape::Circle { center, .. } | Shape::Arc { center, .. } | Shape::Ellipse { center, .. },
                ) => Ok(world * *center),
                Some(Shape::Rect { center, .. }) => Ok(world * *center),
                _ => Ok(bounds()?.center()),
            },
            Place::Start | Place::End | Place::Middle => {
                let line = shape.filter(|shape| !shape.is_closed());
                let point = line.and_then(|shape| point_along(shape, place));
                Ok(world * point.ok_or_else(|| wrong("start and end"))?)
            }
            Place::Vertex(index) => {
                let vertices = shape.map(vertices_of).unwrap_or_default();
                let count = vertices.len();
                let vertex = vertices.get(index).copied();
                vertex.map(|point| world * point).ok_or_else(|| match count {
                    0 => wrong("vertices"),
                    _ => SceneError::range(format!(
                        "{} has {count} vertices, 0 to {}, and no vertex {index}",
                        quoted(&entity.name),
                        count - 1
                    )),
                })
            }
        }
    }

    /// Returns the circle or arc that an entity is in the world, or the one that is part of its outline or of those in it.
    pub(super) fn round_of(&self, name: &str, index: Option<usize>) -> Result<Round, SceneError> {
        let rounds = self.rounds_in(name)?;
        match (index, &rounds[..]) {
            (None, [round]) => Ok(*round),
            (Some(index), _) if index < rounds.len() => Ok(rounds[index]),
            (Some(index), _) => {
                let last = match rounds.len() {
                    1 => "which has index 0".to_owned(),
                    count => format!("with index 0 to {}", count - 1),
                };
                Err(SceneError::range(format!(
                    "{} has {}, {last}, and none with index {index}",
                    quoted(name),
                    counted(&rounds)
                )))
            }
            (None, _) => Err(SceneError::scene(format!(
                "{} has {}; say which with the option index, from 0 ({})",
                quoted(name),
                counted(&rounds),
                indexed(&rounds)
            ))),
        }
    }

    /// Returns the circle or arc whose length is measured.
    pub(super) fn arc_of(&self, name: &str, index: Option<usize>) -> Result<Round, SceneError> {
        if let Some(id) = self.find(name)
            && self.rounds_in(name).is_err()
        {
            return Err(SceneError::scene(format!(
                "{} is {}, and arcLength measures a circle or an arc; the length of all lines and curves is \
                 getLength({}), which leader can write beside it",
                quoted(name),
                with_article(self.listed_kind(id)),
                quoted(name)
            )));
        }
        self.round_of(name, index)
    }

    /// Returns the circle or arc that gives an entity its radius: of several arcs of one circle, such as the dashes of a pitch circle,
    /// the longest.
    pub(super) fn circle_of(&self, name: &str, index: Option<usize>) -> Result<Round, SceneError> {
        if index.is_some() {
            return self.round_of(name, index);
        }
        let rounds = self.rounds_in(name)?;
        let is_on_one = |it: &Round| {
            let near = SAME_ROUND * rounds[0].radius;
            it.center.distance_to(rounds[0].center) <= near && (it.radius - rounds[0].radius).abs() <= near
        };
        let longest = rounds.iter().copied().reduce(|one, it| if it.sweep > one.sweep { it } else { one });
        match longest.filter(|_| rounds.iter().all(is_on_one)) {
            Some(longest) => Ok(longest),
            None => self.round_of(name, None),
        }
    }

    /// Returns the circle or arc that an entity is in the world; of several about one centre, the largest.
    pub(super) fn outer_round_of(&self, name: &str) -> Result<Round, SceneError> {
        let rounds = self.rounds_in(name)?;
        let largest =
            rounds.iter().copied().reduce(|one, other| if other.radius > one.radius { other } else { one });
        match largest {
            Some(largest)
                if rounds.iter().all(|it| it.center.distance_to(largest.center) <= 1e-9 * largest.radius) =>
            {
                Ok(largest)
            }
            _ => Err(SceneError::scene(format!(
                "{} has {} about different centres; name one circle, or draw one there",
                quoted(name),
                counted(&rounds)
            ))),
        }
    }

    /// Returns the circles of an entity that are marked, one for each centre: the largest. Ends of slots are marked too.
    pub(super) fn rounds_to_mark(&self, name: &str) -> Result<Vec<Round>, SceneError> {
        let mut marked: Vec<Round> = Vec::new();
        let rounds = self.rounds_in(name)?;
        for round in rounds.iter().filter(|round| round.sweep >= PI - 1e-6) {
            let near = 1e-6 * round.radius;
            match marked.iter_mut().find(|known| known.center.distance_to(round.center) <= near) {
                Some(known) if known.radius < round.radius => *known = *round,
                Some(_) => {}
                None => marked.push(*round),
            }
        }
        if marked.is_empty() {
            return Err(SceneError::scene(format!(
                "{} has {}, and no circle to mark",
                quoted(name),
                counted(&rounds)
            )));
        }
        Ok(marked)
    }

    /// Returns circles of one size: those named, or with one name, the circle of that index and all that are like it.
    pub(super) fn holes_of(&self, names: &[String], index: Option<usize>) -> Result<Vec<Round>, SceneError> {
        let is_like = |one: &Round, other: &Round| {
            (one.radius - other.radius).abs() <= SAME_ROUND * one.radius
                && (one.sweep >= TAU - 1e-9) == (other.sweep >= TAU - 1e-9)
        };
        if let [name] = names {
            let rounds = self.rounds_in(name)?;
            let first = match index {
                Some(_) => self.round_of(name, index)?,
                None => rounds[0],
            };
            let alike: Vec<Round> = rounds.iter().filter(|it| is_like(&first, it)).copied().collect();
            if index.is_none() && alike.len() != rounds.len() {
                return Err(SceneError::scene(format!(
                    "{} has {} of several sizes; say which with the option index, from 0 ({})",
                    quoted(name),
                    counted(&rounds),
                    indexed(&rounds)
                )));
            }
            // The one that was asked for is first, so that the leader goes there.
            let (mut holes, mut others) = (vec![first], alike);
            others.retain(|it| *it != first);
            holes.append(&mut others);
            return Ok(holes);
        }
        let mut holes: Vec<Round> = Vec::with_capacity(names.len());
        for name in names {
            for round in self.rounds_in(name)? {
                if let Some(first) = holes.first()
                    && !is_like(first, &round)
                {
                    return Err(SceneError::scene(format!(
                        "{} and {} have different sizes; each needs its own call-out",
                        quoted(&names[0]),
                        quoted(name)
                    )));
                }
                holes.push(round);
            }
        }
        Ok(holes)
    }

    /// Returns all circles and arcs of an entity in the world, of which there is one at least.
    pub(super) fn rounds_in(&self, name: &str) -> Result<Vec<Round>, SceneError> {
        let id = match (self.find(name), self.feature(name)) {
            (Some(id), _) => id,
            // Only the circles and arcs that are left of it count.
            (None, Some((shapes, result))) => return self.rounds_of_feature(name, &shapes, result),
            (None, None) => return Err(gone(self.unknown(name))),
        };
        let mut rounds = Vec::new();
        let mut is_stretched = false;
        for part in self.parts_of(id) {
            let own = rounds_of(part.shape);
            match part.world.similarity_factor() {
                Some(factor) => rounds.extend(own.iter().map(|round| round.in_world(&part.world, factor))),
                // A stretched circle is no circle.
                None => is_stretched |= !own.is_empty(),
            }
        }
        if !rounds.is_empty() {
            return Ok(rounds);
        }
        let why = match &self.entity(id).content {
            _ if is_stretched => "is stretched, so it has no radius".to_owned(),
            Content::Leaf(_) => format!("is {}, which has no radius", with_article(self.listed_kind(id))),
            Content::Group | Content::Instance(_) => {
                format!(
                    "is {} without circles and arcs, which has no radius",
                    with_article(self.listed_kind(id))
                )
            }
        };
        Err(SceneError::scene(format!("{} {why}", quoted(name))))
    }

    /// Returns the circles and arcs of a result that a feature's circles and arcs have become.
    fn rounds_of_feature(
        &self,
        name: &str,
        shapes: &[(&Shape, Affine)],
        result: EntityId,
    ) -> Result<Vec<Round>, SceneError> {
        let own = |(shape, world): &(&Shape, Affine)| {
            let factor = world.similarity_factor();
            let rounds =
                factor.map(|factor| rounds_of(shape).into_iter().map(move |it| it.in_world(world, factor)));
            rounds.into_iter().flatten().collect::<Vec<Round>>()
        };
        let wanted: Vec<Round> = shapes.iter().flat_map(own).collect();
        let result = Arc::clone(&self.entity(result).name);
        let is_wanted = |round: &Round| {
            wanted.iter().any(|it| {
                let near = SAME_ROUND * it.radius;
                it.center.distance_to(round.center) <= near && (it.radius - round.radius).abs() <= near
            })
        };
        let mut rounds = self.rounds_in(&result)?;
        rounds.retain(is_wanted);
        if rounds.is_empty() {
            return Err(gone(SceneError::scene(format!(
                "{} has no circle or arc of {} left",
                quoted(&result),
                quoted(name)
            ))));
        }
        Ok(rounds)
    }

    /// Returns what a name stands for: an entity, or what a boolean made of one.
    pub(super) fn subject(&self, name: &str) -> Result<Subject<'_>, SceneError> {
        if let Some(id) = self.find(name) {
            return Ok(Subject::Entity(id));
        }
        let (shapes, result) = self.feature(name).ok_or_else(|| gone(self.unknown(name)))?;
        let left = self.left_of(&shapes, result);
        if left.is_empty() {
            let result = quoted(&self.entity(result).name);
            return Err(gone(SceneError::scene(format!("{result} has nothing of {} left", quoted(name)))));
        }
        Ok(Subject::Feature(Feature { shapes, left, result }))
    }

    /// Returns what of the outlines of shapes lies on the outline of a result: a shape itself where all of it does.
    fn left_of(&self, shapes: &[(&Shape, Affine)], result: EntityId) -> Vec<Shape> {
        let outline = self.wires_of(result, &Affine::IDENTITY);
        let size = self.world_bounds(&self.entity(result).name).map_or(0.0, |it| it.width().max(it.height()));
        let tree = CurveTree::new(&outline);
        let is_on = |piece: &Wire| {
            let places = [0.25, 0.5, 0.75].map(|share| piece.at_length(share * piece.length()).0);
            places.iter().all(|place| tree.distance_to(*place) <= SAME_LINE * size)
        };
        let mut left = Vec::new();
        for (shape, world) in shapes {
            for wire in Wire::all_of(shape, world) {
                if wire.is_closed() && is_on(&wire) && wire.meetings(&outline).is_empty() {
                    left.push(Wire::shape_of(vec![wire], FillRule::NonZero));
                    continue;
                }
                let pieces = wire.split(&wire.meetings(&outline));
                let count = pieces.len();
                let kept: Vec<Wire> = pieces.into_iter().filter(is_on).collect();
                match kept.len() == count {
                    true => left.push(Wire::shape_of(vec![wire], FillRule::NonZero)),
                    false => {
                        left.extend(kept.into_iter().map(|it| Wire::shape_of(vec![it], FillRule::NonZero)));
                    }
                }
            }
        }
        left
    }

    /// Returns the shapes of what a name stands for as they were before booleans, with their places in the world.
    pub(super) fn whole_shapes(&self, name: &str) -> Result<Vec<(&Shape, Affine)>, SceneError> {
        Ok(match self.subject(name)? {
            Subject::Entity(id) => self.shapes_of(id).collect(),
            Subject::Feature(feature) => feature.shapes,
        })
    }

    /// Returns the shapes of what a name stands for, with their places in the world: of what a boolean took in those that are left.
    pub(super) fn subject_shapes(&self, name: &str) -> Result<Vec<(Cow<'_, Shape>, Affine)>, SceneError> {
        Ok(match self.subject(name)? {
            Subject::Entity(id) => {
                let shapes = self.symbol_shapes(id).into_iter();
                shapes.map(|(shape, world)| (Cow::Borrowed(shape), world)).collect()
            }
            Subject::Feature(feature) => {
                feature.left.into_iter().map(|shape| (Cow::Owned(shape), Affine::IDENTITY)).collect()
            }
        })
    }

    /// Returns the ends of an edge of an entity in the world; the edges of what is in a group or an instance follow each other.
    pub(super) fn edge_of(&self, name: &str, index: Option<usize>) -> Result<[Point; 2], SceneError> {
        let subject = self.subject(name)?;
        let (shapes, kind) = match &subject {
            Subject::Feature(feature) => (feature.shapes.clone(), "group"),
            // An annotation is made of lines, which are nothing to measure.
            Subject::Entity(id) if self.entity(*id).annotation.is_some() => {
                (Vec::new(), self.listed_kind(*id))
            }
            Subject::Entity(id) => (self.symbol_shapes(*id), self.listed_kind(*id)),
        };
        let mut edges: Vec<[Point; 2]> = Vec::new();
        for (shape, world) in &shapes {
            let vertices: Vec<Point> = vertices_of(shape).into_iter().map(|point| *world * point).collect();
            let closing = shape.is_closed().then(|| Some([*vertices.last()?, *vertices.first()?])).flatten();
            edges.extend(vertices.windows(2).map(|pair| [pair[0], pair[1]]));
            edges.extend(closing);
        }
        let (Some(first), Some(last)) = (edges.first(), edges.last()) else {
            let kind = match shapes.as_slice() {
                [(shape, _)] => shape.kind(),
                _ => kind,
            };
            return Err(SceneError::scene(format!(
                "{} is {}, which has no straight edges to measure; give from and to",
                quoted(name),
                with_article(kind)
            )));
        };
        let count = edges.len();
        let edge = match (index, shapes.as_slice()) {
            (Some(index), _) if index < count => edges[index],
            (Some(index), _) => {
                return Err(SceneError::range(format!(
                    "{} has {count} edges, 0 to {}, and no edge {index}",
                    quoted(name),
                    count - 1
                )));
            }
            // The whole of a line, from one end to the other.
            (None, [(shape, _)]) if !shape.is_closed() => [first[0], last[1]],
            (None, _) => {
                return Err(SceneError::scene(format!(
                    "{} has {count} edges; say which with the option edge, from 0",
                    quoted(name)
                )));
            }
        };
        match subject {
            Subject::Entity(_) => Ok(edge),
            Subject::Feature(feature) => self.rest_of_edge(name, edge, feature.result),
        }
    }

    /// Returns the ends of what is left of an edge in the result of a boolean.
    fn rest_of_edge(&self, name: &str, edge: [Point; 2], result: EntityId) -> Result<[Point; 2], SceneError> {
        let line = Shape::line(edge.to_vec())?;
        let left = self.left_of(&[(&line, Affine::IDENTITY)], result);
        let way = sub(edge[1], edge[0]);
        let along = |point: Point| dot(sub(point, edge[0]), way) / dot(way, way);
        let ends = left.iter().flat_map(|shape| {
            let wires = Wire::all_of(shape, &Affine::IDENTITY);
            wires.into_iter().flat_map(|wire| [wire.start(), wire.at_length(wire.length()).0])
        });
        let places: Vec<f64> = ends.map(along).collect();
        let low = places.iter().copied().reduce(f64::min);
        let high = places.iter().copied().reduce(f64::max);
        match (low, high) {
            (Some(low), Some(high)) if high > low => Ok([low, high].map(|at| ahead(edge[0], way, at))),
            _ => Err(gone(SceneError::scene(format!(
                "{} has nothing of this edge of {} left",
                quoted(&self.entity(result).name),
                quoted(name)
            )))),
        }
    }
}

/// Returns a place at what a boolean took in: its sides are those of what is left, and its own points those that it had.
fn place_of_feature(name: &str, feature: &Feature<'_>, place: Place) -> Result<Point, SceneError> {
    let bounds = feature.left.iter().map(|shape| shape.bounds(&Affine::IDENTITY)).reduce(Bounds::union);
    let bounds = bounds.ok_or_else(|| SceneError::scene(format!("the group {} was empty", quoted(name))))?;
    let only = match feature.shapes.as_slice() {
        [only] => Some(only),
        _ => None,
    };
    let center = only.and_then(|(shape, world)| match shape {
        Shape::Circle { center, .. } | Shape::Arc { center, .. } | Shape::Ellipse { center, .. } => {
            Some(*world * *center)
        }
        Shape::Rect { center, .. } => Some(*world * *center),
        _ => None,
    });
    let wrong = || {
        SceneError::scene(format!(
            "{} is a part of another entity now: it has a center, sides such as 'left', and vertices by their numbers",
            quoted(name)
        ))
    };
    match place {
        Place::Center => Ok(center.unwrap_or_else(|| bounds.center())),
        Place::Side(x, y) => Ok(side_of(&bounds, x, y)),
        Place::Own(point) => only.map(|(_, world)| *world * point).ok_or_else(wrong),
        Place::Vertex(index) => {
            let vertex = only.and_then(|(shape, world)| Some(*world * *vertices_of(shape).get(index)?));
            vertex.ok_or_else(wrong)
        }
        Place::Start | Place::End | Place::Middle => {
            let line = only.filter(|(shape, _)| !shape.is_closed());
            line.and_then(|(shape, world)| Some(*world * point_along(shape, place)?)).ok_or_else(wrong)
        }
    }
}

/// Returns the start, the end or the middle of an open shape.
fn point_along(shape: &Shape, place: Place) -> Option<Point> {
    if let (Place::Middle, Shape::Arc { center, radius, start, .. }, Some(turn)) =
        (place, shape, shape.turn())
    {
        let middle = start + turn * 0.5;
        return Some(Point::new(center.x + radius * middle.cos(), center.y + radius * middle.sin()));
    }
    let [start, end] = ends_of(shape)?;
    Some(match place {
        Place::Start => start,
        Place::End => end,
        _ => Point::new((start.x + end.x) * 0.5, (start.y + end.y) * 0.5),
    })
}

/// Returns a place on a box: -1 is left or below, 1 right or above.
pub(crate) fn side_of(bounds: &Bounds, x: f64, y: f64) -> Point {
    let mix = |low: f64, high: f64, at: f64| low + (high - low) * (at + 1.0) * 0.5;
    Point::new(mix(bounds.min.x, bounds.max.x, x), mix(bounds.min.y, bounds.max.y, y))
}

/// Returns how many circles and arcs there are, in words.
fn counted(rounds: &[Round]) -> String {
    let circles = rounds.iter().filter(|round| round.sweep >= TAU).count();
    let words = |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    match (circles, rounds.len() - circles) {
        (circles, 0) => words(circles, "circle"),
        (0, arcs) => words(arcs, "arc"),
        (circles, arcs) => format!("{} and {}", words(circles, "circle"), words(arcs, "arc")),
    }
}

/// The most sizes that a refusal lists.
const MAX_SIZES_SHOWN: usize = 6;

/// Returns the sizes of circles and arcs by their indices, in words.
fn indexed(rounds: &[Round]) -> String {
    // Six digits: what booleans compute has more.
    let text = |value: f64| number_text(format!("{value:.5e}").parse().unwrap_or(value));
    let size = |round: &Round| match round.sweep >= TAU {
        true => format!("Ø{}", text(round.radius * 2.0)),
        false => format!("R{}", text(round.radius)),
    };
    let mut runs: Vec<(usize, usize, String)> = Vec::new();
    for (index, round) in rounds.iter().enumerate() {
        let size = size(round);
        match runs.last_mut() {
            Some((_, last, known)) if *known == size => *last = index,
            _ => runs.push((index, index, size)),
        }
    }
    let more = if runs.len() > MAX_SIZES_SHOWN { ", and so on" } else { "" };
    let words = runs.iter().take(MAX_SIZES_SHOWN).map(|(first, last, size)| match first == last {
        true => format!("{first} is {size}"),
        false => format!("{first} to {last} are {size}"),
    });
    format!("{}{more}", words.collect::<Vec<_>>().join(", "))
}
