//! Connectors of diagrams: lines between entities, with arrows and labels.

use super::store::Scene;
use super::text::TextOptions;
use crate::drafting::connector::{arrow, crosses, smooth};
use crate::drafting::routing::orthogonal_way;
use crate::drafting::{Align, Fonts, SceneError, quoted};
use scenewright_geometry::{Affine, Bounds, CornerCut, FillRule, Point, Shape, Wire, positive};

/// The form of a connector.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConnectorCurve {
    /// A straight line from outline to outline; along the axes where something is to be avoided that is in its way.
    #[default]
    Straight,
    /// Lines along the axes.
    Orthogonal,
    /// A smooth curve, or round corners where something is to be avoided.
    Smooth,
}

/// The ends of a connector that have an arrow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ArrowEnds {
    /// No arrow.
    None,
    /// An arrow at the first entity.
    Start,
    /// An arrow at the second entity.
    #[default]
    End,
    /// An arrow at each of them.
    Both,
}

/// The choices of a connector.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ConnectOptions {
    /// The form of the line.
    pub curve: ConnectorCurve,
    /// The ends that have an arrow.
    pub arrow: ArrowEnds,
    /// The text at the middle of the line; `None` for none.
    pub label: Option<String>,
    /// The entities around which it leads.
    pub avoid: Vec<String>,
    /// The length of an arrow; 3 mm on paper unless given.
    pub size: Option<f64>,
}

const ARROW_MILLIMETERS: f64 = 3.0;

/// The height of a label in units of the arrow's length.
const LABEL_HEIGHT: f64 = 1.2;

/// The most entities to avoid: each makes the search longer.
const MAX_AVOIDED: usize = 200;

impl Scene {
    /// Draws a connector as a group of its line, `name_line`, its arrows and its label.
    pub fn connect(
        &mut self,
        name: &str,
        a: &str,
        b: &str,
        options: &ConnectOptions,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        Scene::check_name(name)?;
        let (one, other) = (self.box_of(a)?, self.box_of(b)?);
        if a == b || name == a || name == b {
            return Err(SceneError::scene("a connector needs two entities, and a name of its own"));
        }
        if options.avoid.len() > MAX_AVOIDED {
            return Err(SceneError::range(format!("avoid must hold at most {MAX_AVOIDED} names")));
        }
        let mut walls = Vec::new();
        for avoided in options.avoid.iter().filter(|it| *it != a && *it != b && *it != name) {
            walls.push(self.box_of(avoided)?);
        }
        let size = match options.size {
            Some(size) => positive("size", size)?,
            None => ARROW_MILLIMETERS * self.paper_millimeter(self.sheet_scale()),
        };
        let wire = self.way([a, b], [&one, &other], &walls, options.curve, size)?;
        let length = wire.length();
        if length.is_nan() || length <= 0.0 {
            return Err(SceneError::scene(format!(
                "{} and {} touch, so there is no way between them",
                quoted(a),
                quoted(b)
            )));
        }
        let mut shapes = vec![("line", Wire::shape_of(vec![wire.clone()], FillRule::NonZero))];
        let backwards = wire.reversed();
        if matches!(options.arrow, ArrowEnds::End | ArrowEnds::Both) {
            shapes.push(("arrow", arrow(&backwards, size)?));
        }
        if matches!(options.arrow, ArrowEnds::Start | ArrowEnds::Both) {
            shapes.push(("arrow_start", arrow(&wire, size)?));
        }
        self.draw_connector(
            name,
            shapes,
            options.label.as_deref().map(|label| (label, wire.at_length(length * 0.5))),
            size,
            fonts,
        )
    }

    fn draw_connector(
        &mut self,
        name: &str,
        shapes: Vec<(&str, Shape)>,
        label: Option<(&str, (Point, Point))>,
        size: f64,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        let part = |kind: &str| format!("{name}_{kind}");
        let mut parts: Vec<String> = shapes.iter().map(|(kind, _)| part(kind)).collect();
        parts.extend(label.map(|_| part("label")));
        Scene::check_name(&part("arrow_start"))?;
        let stale = self.made_with(name);
        self.check_free(name, parts.iter().map(String::as_str), &stale)?;
        self.check_unlocked(name)?;
        let before = self.clone();
        let drawn = (|| {
            for old in stale {
                self.delete(&old);
            }
            self.delete(name);
            for (kind, shape) in shapes {
                self.draw(&part(kind), shape)?;
                if kind != "line" {
                    self.fill_by_layer(&part(kind))?;
                    self.set_stroke(&part(kind), None)?;
                }
            }
            if let Some((text, (at, way))) = label {
                let height = LABEL_HEIGHT * size;
                // Above a line that lies, and beside one that stands.
                let is_flat = way.x.abs() >= way.y.abs();
                let (x, y, align) = match is_flat {
                    true => (at.x, at.y + 0.4 * height, Align::Center),
                    false => (at.x + 0.5 * height, at.y - 0.35 * height, Align::Left),
                };
                let options = TextOptions { align, ..TextOptions::default() };
                if !self.draw_text(&part("label"), text, x, y, height, &options, fonts)?.drawn {
                    parts.pop();
                }
            }
            self.create_group(name, &parts)
        })();
        if let Err(error) = drawn {
            *self = before;
            return Err(error);
        }
        for part in parts {
            if let Some(id) = self.find(&part) {
                self.entity_mut(id).is_derived = true;
            }
        }
        Ok(())
    }

    /// Returns the way from one entity to the other.
    fn way(
        &self,
        [a, b]: [&str; 2],
        [one, other]: [&Bounds; 2],
        walls: &[Bounds],
        curve: ConnectorCurve,
        size: f64,
    ) -> Result<Wire, SceneError> {
        let line = |points: Vec<Point>| -> Result<Wire, SceneError> {
            let shape = Shape::line(points)?;
            let wire = Wire::all_of(&shape, &Affine::IDENTITY).into_iter().next();
            wire.ok_or_else(|| {
                SceneError::scene(format!("{} and {} are at the same place", quoted(a), quoted(b)))
            })
        };
        if curve == ConnectorCurve::Straight {
            let (from, to) = (one.center(), other.center());
            let whole = line(vec![from, to])?;
            let (from, to) = (self.border(a, &whole, to)?, self.border(b, &whole, from)?);
            let straight = line(vec![from, to])?;
            let is_in_the_way = |wall: &Bounds| crosses(wall, from, to);
            if !walls.iter().any(is_in_the_way) {
                return Ok(straight);
            }
        }
        if curve == ConnectorCurve::Smooth && walls.is_empty() {
            return smooth(one, other).ok_or_else(|| {
                SceneError::scene(format!("{} and {} are at the same place", quoted(a), quoted(b)))
            });
        }
        // Where they are near to each other, the way out of each is shorter.
        let gap = [
            other.min.x - one.max.x,
            one.min.x - other.max.x,
            other.min.y - one.max.y,
            one.min.y - other.max.y,
        ];
        let between = gap.into_iter().fold(f64::NEG_INFINITY, f64::max);
        let distance = if between > 0.0 { (1.5 * size).min(between * 0.45) } else { 1.5 * size };
        if !(distance * 4.0).is_finite() {
            return Err(SceneError::range("size is too large for the drawing"));
        }
        let points = orthogonal_way(one, other, walls, distance).ok_or_else(|| {
            SceneError::scene(format!(
                "there is no way from {} to {} around what is to be avoided; list less in avoid, or move them apart",
                quoted(a),
                quoted(b)
            ))
        })?;
        let wire = line(points)?;
        if curve == ConnectorCurve::Smooth {
            let mut radius = size;
            for _ in 0..8 {
                if let Ok(rounded) = wire.with_cut_corners(CornerCut::Fillet(radius), None) {
                    return Ok(rounded);
                }
                radius *= 0.5;
            }
        }
        Ok(wire)
    }

    /// Returns the point where a line leaves an entity on the way to another point.
    fn border(&self, name: &str, line: &Wire, toward: Point) -> Result<Point, SceneError> {
        let id = self.require(name)?;
        let outline = self.wires_of(id, &Affine::IDENTITY);
        let meetings = line.meetings(&outline);
        let nearest = meetings
            .iter()
            .min_by(|one, other| one.point.distance_to(toward).total_cmp(&other.point.distance_to(toward)));
        Ok(nearest.map_or(self.box_of(name)?.center(), |place| place.point))
    }
}
