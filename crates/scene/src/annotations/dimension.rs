//! Dimensions of entities and between points.

use super::resolve::Subject;
use crate::drafting::angle_dimension::angle_between;
use crate::drafting::drawn::Drawn;
use crate::drafting::vectors::{ahead, direction, dot, left_of, negative, sub, unit};
use crate::drafting::{
    Color, DimensionOptions, DimensionSource, DimensionStyle, DimensionTarget, Direction, Fonts, Measured,
    NoteSource, Place, PointRef, RoundMeasure, Row, SceneError, Sheet, Source, dimension, quoted,
};
use crate::store::{ROOT, Scene};
use scenewright_geometry::{Affine, Bounds, Point, Wire, finite};

/// The most points of one dimension.
const MAX_POINTS: usize = 1_000;

impl Scene {
    /// Draws a dimension as a group on top of everything. It measures the finished scene: when what it measures is
    /// changed later in the script, it follows.
    pub fn draw_dimension(
        &mut self,
        name: &str,
        dimension: DimensionSource,
        color: Option<Color>,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        if let Some(offset) = dimension.options.offset {
            finite("option offset", offset)?;
        }
        if let DimensionTarget::Between { points, .. } | DimensionTarget::Ordinates { points, .. } =
            &dimension.target
            && points.len() > MAX_POINTS
        {
            return Err(SceneError::range(format!(
                "a dimension has at most {MAX_POINTS} points, got {}",
                points.len()
            )));
        }
        self.draw_annotation(name, Source::Dimension(Box::new(dimension)), color, fonts)
    }

    /// Returns the style of dimensions and notes.
    pub fn dimension_style(&self) -> &DimensionStyle {
        &self.dimension_style
    }

    /// Sets the style of all dimensions and notes of the scene.
    pub fn set_dimension_style(&mut self, style: DimensionStyle) -> Result<(), SceneError> {
        style.check()?;
        self.dimension_style = style.into();
        self.adapt_dimension_style();
        Ok(())
    }

    /// Adapts the style of dimensions to the unit of the scene.
    pub(crate) fn adapt_dimension_style(&mut self) {
        let mut style = (*self.dimension_style).clone();
        style.adapt_to(self.units);
        if style != *self.dimension_style {
            self.dimension_style = style.into();
        }
    }

    pub(super) fn lay_out_dimension(
        &self,
        dimension: &DimensionSource,
        sheet: &Sheet<'_>,
        world: Affine,
    ) -> Result<Drawn, SceneError> {
        let measured = self.measured(&dimension.target, &world)?;
        let options = &dimension.options;
        let through = options.through.as_ref().map(|point| self.resolve(point, &world)).transpose()?;
        let subject = (&measured, self.magnified(dimension, &world));
        dimension::draw_dimension(subject, through, options, &self.dimension_style, self.units(), sheet)
    }

    /// Returns how much larger the shapes of a dimension are than in the drawing: in a detail view, whose numbers are those of the part
    /// that it shows.
    pub(super) fn magnified(&self, dimension: &DimensionSource, world: &Affine) -> f64 {
        let known = dimension.options.magnified;
        if let Some(factor) = known.or_else(|| self.factor_of_view_around(&dimension.target, world)) {
            return factor;
        }
        let mut target = DimensionSource { options: DimensionOptions::default(), ..dimension.clone() };
        self.magnified_as(target.names_mut().into_iter().map(|name| &**name))
    }

    /// Returns the factor of the detail views that all entities of some names are in; 1 where they are in different ones or in none.
    pub(super) fn magnified_as<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> f64 {
        let mut factors = names.into_iter().map(|name| self.factor_of_view(name));
        match factors.next() {
            Some(Some(first)) if factors.all(|factor| factor == Some(first)) => first,
            _ => 1.0,
        }
    }

    /// Returns the factor of the detail view that an entity is, or is a part of.
    fn factor_of_view(&self, name: &str) -> Option<f64> {
        let mut id = self.find(name)?;
        while id != ROOT {
            let annotation = self.entity(id).annotation.as_ref();
            if let Some(Source::Note(note)) = annotation.and_then(|it| it.source.as_ref())
                && let NoteSource::DetailView(view) = &**note
            {
                return Some(view.factor);
            }
            id = self.entity(id).parent;
        }
        None
    }

    /// Returns the subject of a dimension in the world.
    pub(super) fn measured(&self, target: &DimensionTarget, world: &Affine) -> Result<Measured, SceneError> {
        let resolve = |point: &PointRef| self.resolve(point, world);
        match target {
            DimensionTarget::Fixed(measured) => Ok(measured.transformed(world)),
            DimensionTarget::Between { points, direction, row } => {
                let found = points.iter().map(resolve).collect::<Result<Vec<Point>, SceneError>>()?;
                let mut measured = distances(found, *direction, *row)?;
                self.begin_at_outlines(points, &mut measured)?;
                Ok(measured)
            }
            DimensionTarget::Extent { name, direction } => self.extent(name, *direction),
            DimensionTarget::Edge { name, index, direction } => {
                let edge = self.edge_of(name, *index)?;
                let mut measured = distances(edge.to_vec(), *direction, Row::Chain)?;
                if let (Measured::Distances { outward, along, .. }, Some(bounds)) =
                    (&mut measured, self.world_bounds(name))
                {
                    let middle = Point::new((edge[0].x + edge[1].x) * 0.5, (edge[0].y + edge[1].y) * 0.5);
                    let away = sub(middle, bounds.center());
                    let normal = left_of(*along);
                    let share = dot(away, normal);
                    let reach = bounds.width().max(bounds.height());
                    // An edge through the middle of the box has no outer side; the sign of its distance is rounding.
                    *outward = (share.abs() > reach * 1e-9)
                        .then(|| if share > 0.0 { normal } else { negative(normal) });
                }
                Ok(measured)
            }
            DimensionTarget::Round { name, index, measure } => {
                let round = match measure {
                    RoundMeasure::Radius | RoundMeasure::Diameter => self.circle_of(name, *index)?,
                    RoundMeasure::ArcLength => self.arc_of(name, *index)?,
                };
                Ok(Measured::Round { round, measure: *measure })
            }
            DimensionTarget::Angle { vertex, from, to } => {
                let points = [vertex, from, to];
                // A mirror image of all of it turns the other way round.
                let is_mirrored =
                    world.determinant() < 0.0 && points.iter().all(|point| self.is_in_mirror_image(point));
                let (from, to) = if is_mirrored { (to, from) } else { (from, to) };
                Ok(Measured::Angle { vertex: resolve(vertex)?, from: resolve(from)?, to: resolve(to)? })
            }
            DimensionTarget::Turn { name } => {
                let round = self.round_of(name, None)?;
                let on = |angle: f64| ahead(round.center, direction(angle), round.radius);
                Ok(Measured::Angle {
                    vertex: round.center,
                    from: on(round.start),
                    to: on(round.start + round.sweep),
                })
            }
            DimensionTarget::Lines { one, other } => self.between_lines(one, other),
            DimensionTarget::Ordinates { origin, points, along_x } => Ok(Measured::Ordinates {
                origin: resolve(origin)?,
                points: points.iter().map(resolve).collect::<Result<_, SceneError>>()?,
                along_x: *along_x,
            }),
        }
    }

    /// Returns true for a point of a dimension in a mirrored group that is mirrored with it.
    fn is_in_mirror_image(&self, point: &PointRef) -> bool {
        let PointRef::Of { name, .. } = point else { return true };
        let id = match self.subject(name) {
            Ok(Subject::Entity(id)) => id,
            Ok(Subject::Feature(feature)) => feature.result(),
            Err(_) => return false,
        };
        self.parent_world(id).determinant() < 0.0
    }

    /// Lets extension lines begin at the outline that is nearest to the dimension line, where the middle of a side of an
    /// entity is measured, or a line that they would run along: from its middle, they would lie on it.
    fn begin_at_outlines(&self, refs: &[PointRef], measured: &mut Measured) -> Result<(), SceneError> {
        let Measured::Distances { points, along, others, is_aligned, .. } = measured else { return Ok(()) };
        let is_level = along.y == 0.0;
        if !is_level && along.x != 0.0 {
            return Ok(());
        }
        let mut ends: Vec<[Point; 2]> = points.iter().map(|point| [*point; 2]).collect();
        for (point, end) in refs.iter().zip(&mut ends) {
            let PointRef::Of { name, place } = point else { continue };
            let is_across = match place {
                Place::Side(x, y) if is_level => *x != 0.0 && *y == 0.0,
                Place::Side(x, y) => *y != 0.0 && *x == 0.0,
                Place::Center | Place::Middle => true,
                // An end that was asked for is where the extension line begins.
                Place::Start | Place::End | Place::Vertex(_) | Place::Own(_) => false,
            };
            // A side of a detail view is a side of its circle.
            if !is_across || self.factor_of_view(name).is_some() {
                continue;
            }
            let shapes = self.subject_shapes(name)?;
            let bounds = shapes.iter().map(|(shape, place)| shape.bounds(place)).reduce(Bounds::union);
            let size = bounds.map_or(0.0, |bounds| bounds.width().max(bounds.height()));
            let along = bounds.map_or(0.0, |bounds| if is_level { bounds.width() } else { bounds.height() });
            if !matches!(place, Place::Side(..)) && along > size * 1e-9 {
                continue;
            }
            let turn = |point: Point| if is_level { point } else { Point::new(point.y, point.x) };
            let at = turn(end[0]).x;
            let mut corners = Vec::new();
            for (shape, place) in shapes {
                let wires = Wire::all_of(&shape, &place);
                corners.extend(wires.iter().flat_map(Wire::turning_points).map(turn));
            }
            if let Some([low, high]) = heights_at(&corners, at, size * 1e-9) {
                *end = [turn(Point::new(at, low)), turn(Point::new(at, high))];
            }
        }
        // Points that are not at the side of an entity stay where they are.
        if ends.iter().zip(points.iter()).any(|(end, point)| end.iter().any(|end| end != point)) {
            *points = ends.iter().map(|end| end[0]).collect();
            *others = ends.iter().map(|end| end[1]).collect();
            // The outlines may be at different heights: the distance along the direction is then less than the distance of the points.
            *is_aligned = false;
        }
        Ok(())
    }

    /// Returns the distance between the furthest points of an entity along a direction.
    fn extent(&self, name: &str, direction: Direction) -> Result<Measured, SceneError> {
        if self.factor_of_view(name).is_some() {
            return Err(SceneError::scene(format!(
                "{} is of a detail view, which reaches from its circle in the drawing to the view; dimension the part itself, or a \
                 circle of the view by its index",
                quoted(name)
            )));
        }
        let subject = self.subject_shapes(name)?;
        let bounds =
            subject.iter().map(|(shape, world)| shape.bounds(world)).reduce(Bounds::union).ok_or_else(
                || {
                    SceneError::scene(format!(
                        "the group {} is empty, so there is nothing to measure",
                        quoted(name)
                    ))
                },
            )?;
        let along = match direction {
            Direction::Angle(angle) => crate::drafting::vectors::direction(angle),
            _ if bounds.width() >= bounds.height() => Point::new(1.0, 0.0),
            _ => Point::new(0.0, 1.0),
        };
        // In coordinates along the direction, the box is exact.
        let turned = Affine { a: along.x, b: -along.y, c: along.y, d: along.x, e: 0.0, f: 0.0 };
        let places: Vec<_> = subject.into_iter().map(|(shape, world)| (shape, turned * world)).collect();
        let all = places.iter().map(|(shape, place)| shape.bounds(place)).reduce(Bounds::union);
        let Some(all) = all else { return Err(SceneError::scene("there is nothing to measure")) };
        let size = all.width().max(all.height());
        let mut ends = [Vec::new(), Vec::new()];
        for (shape, place) in &places {
            let own = shape.bounds(place);
            let is_end = [own.min.x <= all.min.x + size * 1e-9, own.max.x >= all.max.x - size * 1e-9];
            if is_end.contains(&true) {
                for point in Wire::all_of(shape, place).iter().flat_map(Wire::turning_points) {
                    ends[0].extend(is_end[0].then_some(point));
                    ends[1].extend(is_end[1].then_some(point));
                }
            }
        }
        // The width of the box is the measured distance.
        let exact = |points: &[Point], x: f64| {
            let [low, high] = heights_at(points, x, size * 1e-9).unwrap_or([all.center().y; 2]);
            [Point::new(x, low), Point::new(x, high)]
        };
        let [points, others]: [[Point; 2]; 2] = {
            let [first, last] = [exact(&ends[0], all.min.x), exact(&ends[1], all.max.x)];
            [[first[0], last[0]], [first[1], last[1]]]
        };
        let back = |point: Point| {
            Point::new(along.x * point.x - along.y * point.y, along.y * point.x + along.x * point.y)
        };
        let corners = [all.min, all.max, Point::new(all.min.x, all.max.y), Point::new(all.max.x, all.min.y)];
        Ok(Measured::Distances {
            points: points.map(back).to_vec(),
            along,
            row: Row::Chain,
            is_aligned: false,
            others: others.map(back).to_vec(),
            clear: corners.map(back).to_vec(),
            outward: None,
        })
    }

    /// Returns the smaller angle between two lines, at the point where they meet when they are long enough.
    fn between_lines(&self, one: &str, other: &str) -> Result<Measured, SceneError> {
        let (first, second) = (self.edge_of(one, None)?, self.edge_of(other, None)?);
        let (u, v) = (sub(first[1], first[0]), sub(second[1], second[0]));
        let cross = u.x * v.y - u.y * v.x;
        if cross.abs() <= 1e-12 * u.x.hypot(u.y) * v.x.hypot(v.y) {
            return Err(SceneError::scene(format!(
                "{} and {} are parallel, so there is no angle between them",
                quoted(one),
                quoted(other)
            )));
        }
        let way = sub(second[0], first[0]);
        let vertex = ahead(first[0], u, (way.x * v.y - way.y * v.x) / cross);
        // Each side leads to the end of its line that is further away.
        let far = |ends: [Point; 2]| {
            if vertex.distance_to(ends[0]) > vertex.distance_to(ends[1]) { ends[0] } else { ends[1] }
        };
        let (from, to) = (far(first), far(second));
        let is_turned = angle_between(vertex, from, to)? > std::f64::consts::PI;
        let (from, to) = if is_turned { (to, from) } else { (from, to) };
        Ok(Measured::Angle { vertex, from, to })
    }
}

/// Returns the least and the greatest height of the points that are nearest to a place along the direction.
fn heights_at(points: &[Point], x: f64, near: f64) -> Option<[f64; 2]> {
    let nearest = points.iter().map(|point| (point.x - x).abs()).reduce(f64::min)?;
    let there = || points.iter().filter(|point| (point.x - x).abs() <= nearest + near).map(|point| point.y);
    Some([there().reduce(f64::min)?, there().reduce(f64::max)?])
}

fn distances(points: Vec<Point>, direction: Direction, row: Row) -> Result<Measured, SceneError> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Err(SceneError::range("a dimension needs at least two points"));
    };
    if points.len() < 2 {
        return Err(SceneError::range("a dimension needs at least two points"));
    }
    let bounds = Bounds::of_points(points.iter().copied());
    let (width, height) = bounds.map_or((0.0, 0.0), |bounds| (bounds.width(), bounds.height()));
    let along = match direction {
        Direction::Angle(angle) => crate::drafting::vectors::direction(angle),
        Direction::Axis if width >= height => Point::new(1.0, 0.0),
        Direction::Axis => Point::new(0.0, 1.0),
        Direction::Aligned => unit(sub(*last, *first))
            .ok_or_else(|| SceneError::range("the points coincide, so there is no distance"))?,
    };
    let is_aligned = direction == Direction::Aligned;
    Ok(Measured::Distances {
        along,
        row,
        is_aligned,
        others: Vec::new(),
        clear: Vec::new(),
        outward: None,
        points,
    })
}
