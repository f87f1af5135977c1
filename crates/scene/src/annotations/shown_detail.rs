//! Detail views as they stand in the drawing: where they show which point, and what is measured in them.

use crate::drafting::shape_points::rounds_of;
use crate::drafting::vectors::{ahead, sub};
use crate::drafting::{DetailView, DimensionTarget, NoteSource, PointRef, Source};
use crate::store::{EntityId, ROOT, Scene};
use scenewright_geometry::{Affine, Bounds, Point};

/// The rounding, as a share of the radius: a circle that differs by less from the circle of a view is the same one, and a point
/// that lies outside by less is in it.
const ROUNDING: f64 = 1e-9;

/// The circle of a detail view.
#[derive(Clone, Debug)]
pub struct ShownDetail {
    /// The middle of the view, and its radius, in the coordinates of its group.
    center: Point,
    radius: f64,
    world: Affine,
    /// The point of the drawing that is in the middle.
    of: Point,
    factor: f64,
}

impl ShownDetail {
    /// Returns the point of the drawing that the view shows at a place in the world; `None` for a place outside of it.
    pub fn point_at(&self, place: Point) -> Option<Point> {
        let away = sub(self.world.inverse()? * place, self.center);
        let is_shown = away.x.hypot(away.y) <= self.radius * (1.0 + ROUNDING);
        is_shown.then(|| ahead(self.of, away, 1.0 / self.factor))
    }

    /// Returns the place in the world at which a point of the drawing is shown.
    pub(super) fn place_of(&self, point: Point) -> Point {
        self.world * ahead(self.center, sub(point, self.of), self.factor)
    }

    /// Returns the middle of the view in the world.
    pub(super) fn middle(&self) -> Point {
        self.world * self.center
    }

    /// Returns the box around the view in the world, without the circle where the part is.
    pub(super) fn bounds(&self) -> Bounds {
        let reach = self.radius * self.world.similarity_factor().unwrap_or(1.0);
        Bounds::of_point(self.middle()).widened(reach)
    }
}

impl Scene {
    /// Returns the circles of all detail views.
    pub fn shown_details(&self) -> Vec<ShownDetail> {
        self.entities_below(ROOT).filter_map(|id| self.shown_detail(id)).collect()
    }

    /// Returns the circle of an entity that is a detail view.
    pub(super) fn shown_detail(&self, id: EntityId) -> Option<ShownDetail> {
        let view = self.detail_view(id)?;
        let world = self.world_of(id);
        let of = self.resolve(&view.center, &world).ok()?;
        let radius = view.radius * view.factor;
        let mut own = None;
        for part in self.parts_below(id, Affine::IDENTITY) {
            let Some(factor) = part.world.similarity_factor() else { continue };
            let mut rounds =
                rounds_of(part.shape).into_iter().map(|round| round.in_world(&part.world, factor));
            // After the shapes that it shows, and the circle of the part, a view has its own.
            own = rounds.rfind(|it| (it.radius - radius).abs() <= ROUNDING * radius).or(own);
        }
        let own = own?;
        Some(ShownDetail { center: own.center, radius, world, of, factor: view.factor })
    }

    /// Returns how much larger the detail view is in which all points of a dimension lie that are given by their coordinates; `None`
    /// where they lie elsewhere.
    pub(super) fn factor_of_view_around(&self, target: &DimensionTarget, world: &Affine) -> Option<f64> {
        let points: Vec<&PointRef> = match target {
            DimensionTarget::Between { points, .. } => points.iter().collect(),
            DimensionTarget::Ordinates { origin, points, .. } => points.iter().chain([origin]).collect(),
            _ => return None,
        };
        let at = |point: &PointRef| match point {
            PointRef::At(point) => Some(*world * *point),
            PointRef::Of { .. } => None,
        };
        let points: Vec<Point> = points.into_iter().map(at).collect::<Option<_>>()?;
        self.entities_below(ROOT).find_map(|id| {
            let view = self.detail_view(id)?;
            // Only of a view whose place was given can the coordinates be known.
            let center = self.resolve(view.at.as_ref()?, &self.world_of(id)).ok()?;
            let reach = view.radius * view.factor * (1.0 + ROUNDING);
            points.iter().all(|point| point.distance_to(center) <= reach).then_some(view.factor)
        })
    }

    fn detail_view(&self, id: EntityId) -> Option<&DetailView> {
        let Some(Source::Note(note)) = &self.entity(id).annotation.as_ref()?.source else { return None };
        match &**note {
            NoteSource::DetailView(view) => Some(view),
            _ => None,
        }
    }
}
