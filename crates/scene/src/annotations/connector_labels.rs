//! The labels of connectors find their places before dimensions and notes do.

use std::collections::HashSet;
use std::sync::Arc;

use crate::drafting::occupancy::{Footprint, Occupancy, TextBox};
use crate::drafting::{Linear, SceneError};
use crate::placement::Space;
use crate::store::{Content, EntityId, ROOT, Scene};
use scenewright_geometry::{Affine, Bounds, Point, Wire};

/// The places along a connector that are tried, as shares of its length, and the cost of one further from the middle.
const SHARES: [f64; 9] = [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82];
const FURTHER: f64 = 0.5;

/// The cost of the other side of the line.
const OTHER_SIDE: f64 = 0.3;

/// The distance of a label from its line, in units of its height.
const GAP: f64 = 0.35;

/// The most labels that are placed: each is compared with all of the drawing around it.
const MAX_LABELS: usize = 2_000;

impl Scene {
    /// Moves the labels of connectors to where they lie on nothing. One that was moved since it was drawn stays.
    pub(super) fn place_connector_labels(&mut self) -> Result<(), SceneError> {
        let labels = self.connector_labels();
        if labels.is_empty() {
            return Ok(());
        }
        let millimeter = self.paper_millimeter(self.sheet_scale());
        let names: HashSet<Arc<str>> =
            labels.iter().map(|(label, _)| self.entity(*label).name.clone()).collect();
        let Some(mut occupancy) = self.occupied_without(millimeter, &names) else { return Ok(()) };
        let paper = Affine::scale(1.0 / millimeter, 1.0 / millimeter);
        for (label, line) in labels {
            let name = self.entity(label).name.clone();
            let Some(bounds) = self.world_bounds(&name) else { continue };
            let own = Bounds { min: paper * bounds.min, max: paper * bounds.max };
            let world = self.world_of(line);
            let wires = match &self.entity(line).content {
                Content::Leaf(shape) => Wire::all_of(shape, &(paper * world)),
                _ => continue,
            };
            let Some(wire) = wires.first() else { continue };
            let text = free_place(wire, &own, &occupancy);
            let by = Point::new(text.center.x - own.center().x, text.center.y - own.center().y);
            self.translate(&name, by.x * millimeter, by.y * millimeter, Space::World)?;
            let owner = occupancy.add_owner(name);
            occupancy.add_text(text, owner);
        }
        Ok(())
    }

    /// Returns the labels of connectors that are where they were drawn, each with its line.
    fn connector_labels(&self) -> Vec<(EntityId, EntityId)> {
        let mut found = Vec::new();
        for id in self.entities_below(ROOT) {
            let entity = self.entity(id);
            let Some(connector) = entity.name.strip_suffix("_label") else { continue };
            let transform = &entity.transform;
            let is_at_rest = transform.translate == [0.0, 0.0] && transform.linear == Linear::IDENTITY;
            let is_of = |name: &str, id: EntityId| {
                let entity = self.entity(id);
                entity.is_derived && entity.parent != ROOT && *self.entity(entity.parent).name == *name
            };
            let line = self.find(&format!("{connector}_line"));
            let Some(line) = line.filter(|line| is_of(connector, *line)) else { continue };
            if is_at_rest && is_of(connector, id) && self.check_unlocked(&entity.name).is_ok() {
                found.push((id, line));
            }
            if found.len() >= MAX_LABELS {
                break;
            }
        }
        found
    }
}

/// Returns the box of a label beside a line, where it costs least. It stays where it is if nothing is there.
fn free_place(wire: &Wire, own: &Bounds, occupancy: &Occupancy) -> TextBox {
    let half = [own.width() * 0.5, own.height() * 0.5];
    let text = |center: Point| TextBox { center, along: Point::new(1.0, 0.0), half };
    let mut best = (f64::INFINITY, text(own.center()));
    let mut offer = |cost: f64, text: TextBox| {
        if cost < best.0 {
            let footprint = Footprint { texts: vec![text], ..Footprint::default() };
            let total = cost + occupancy.cost(&footprint, best.0 - cost).total;
            if total < best.0 {
                best = (total, text);
            }
        }
    };
    offer(0.0, text(own.center()));
    let gap = GAP * own.height();
    for (rank, share) in SHARES.into_iter().enumerate() {
        let (at, way) = wire.at_length(share * wire.length());
        // Above and below a line that lies, to the right and to the left of one that stands.
        let sides = match way.x.abs() >= way.y.abs() {
            true => [Point::new(0.0, half[1] + gap), Point::new(0.0, -half[1] - gap)],
            false => [Point::new(half[0] + gap, 0.0), Point::new(-half[0] - gap, 0.0)],
        };
        for (side, by) in sides.into_iter().enumerate() {
            let cost = FURTHER * rank as f64 + OTHER_SIDE * side as f64 + FURTHER;
            offer(cost, text(Point::new(at.x + by.x, at.y + by.y)));
        }
    }
    best.1
}
