//! Connectors of diagrams: lines between entities, with arrows and labels.

use super::annotations::side_of;
use super::ports::Port;
use super::store::{Content, EntityId, ROOT, Scene};
use super::text::TextOptions;
use crate::drafting::connector::{arrow, crosses, smooth};
use crate::drafting::routing::{Terminal, orthogonal_way};
use crate::drafting::{Align, Fonts, Place, SceneError, quoted};
use scenewright_error::near_name;
use scenewright_geometry::{Affine, Bounds, CornerCut, FillRule, Point, Shape, Wire, number_text, positive};

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

/// An end of a connector.
#[derive(Clone, Debug, PartialEq)]
pub enum ConnectEnd {
    /// An entity by its name, or one of its ports or sides after a point, such as `pump.out` and `pump.left`.
    Named(String),
    /// A place at an entity.
    At(String, Place),
    /// A point of the world.
    Point(Point),
}

impl From<&str> for ConnectEnd {
    fn from(name: &str) -> ConnectEnd {
        ConnectEnd::Named(name.to_owned())
    }
}

/// An end of a connector that was looked up.
struct End {
    /// The words for it in an error.
    label: String,
    /// The entity that it is at.
    entity: Option<EntityId>,
    terminal: Terminal,
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
    /// The entities around which it leads; unless given, one from port to port leads around all instances of blocks.
    pub avoid: Option<Vec<String>>,
    /// The length of an arrow; 3 mm on paper unless given.
    pub size: Option<f64>,
}

/// The kinds of the parts of a connector that are its arrows, which their names end with.
pub(super) const ARROW_PARTS: [&str; 2] = ["arrow", "arrow_start"];

/// The length of an arrow on paper, long enough to be seen at arm's length.
const ARROW_MILLIMETERS: f64 = 3.0;

/// The height of a label in units of the arrow's length.
const LABEL_HEIGHT: f64 = 1.2;

/// The shares of the usual distance from a symbol to the first corner that are tried where its tag is in front of a port.
const SHARES: [f64; 3] = [1.0, 0.5, 0.25];

/// The most entities to avoid: each makes the search longer.
const MAX_AVOIDED: usize = 200;

impl Scene {
    /// Draws a connector as a group of its line, `name_line`, its arrows and its label.
    pub fn connect(
        &mut self,
        name: &str,
        a: &ConnectEnd,
        b: &ConnectEnd,
        options: &ConnectOptions,
        fonts: &Fonts,
    ) -> Result<(), SceneError> {
        Scene::check_name(name)?;
        let (one, other) = (self.end_of(a)?, self.end_of(b)?);
        let own = self.find(name);
        let is_same = |one: Option<EntityId>, other: Option<EntityId>| one.is_some() && one == other;
        if is_same(one.entity, own) || is_same(other.entity, own) || one.terminal == other.terminal {
            return Err(SceneError::scene("a connector needs two ends, and a name"));
        }
        let ends = [one.entity, other.entity, own];
        let is_end = |id: EntityId| ends.contains(&Some(id));
        let mut walls = Vec::new();
        match &options.avoid {
            Some(avoided) if avoided.len() > MAX_AVOIDED => {
                return Err(SceneError::range(format!("avoid must hold at most {MAX_AVOIDED} names")));
            }
            Some(avoided) => {
                for avoided in avoided {
                    let id = self.require(avoided)?;
                    if !is_end(id) {
                        walls.push(self.symbol_box(id)?);
                    }
                }
            }
            None if one.terminal.port.is_some() || other.terminal.port.is_some() => {
                let instances = self
                    .entities_below(ROOT)
                    .filter(|id| matches!(self.entity(*id).content, Content::Instance(_)) && !is_end(*id));
                for id in instances.take(MAX_AVOIDED) {
                    walls.push(self.symbol_box(id)?);
                }
            }
            None => {}
        }
        let size = match options.size {
            Some(size) => positive("size", size)?,
            None => ARROW_MILLIMETERS * self.paper_millimeter(self.sheet_scale()),
        };
        let is_free = options.avoid.is_none();
        let wire = match self.way([&one, &other], &walls, options.curve, size) {
            // Crossing an entity that need not be avoided is better than finding no way at all.
            Err(_) if is_free && !walls.is_empty() => self.way([&one, &other], &[], options.curve, size)?,
            way => way?,
        };
        let length = wire.length();
        if length.is_nan() || length <= 0.0 {
            return Err(SceneError::scene(format!(
                "{} and {} touch, so there is no way between them",
                one.label, other.label
            )));
        }
        let mut shapes = vec![("line", Wire::shape_of(vec![wire.clone()], FillRule::NonZero))];
        let backwards = wire.reversed();
        if matches!(options.arrow, ArrowEnds::End | ArrowEnds::Both) {
            shapes.push((ARROW_PARTS[0], arrow(&backwards, size)?));
        }
        if matches!(options.arrow, ArrowEnds::Start | ArrowEnds::Both) {
            shapes.push((ARROW_PARTS[1], arrow(&wire, size)?));
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
        // The longest name of a part: if it is allowed, all are.
        Scene::check_name(&part(ARROW_PARTS[1]))?;
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
        [from_end, to_end]: [&End; 2],
        walls: &[Bounds],
        curve: ConnectorCurve,
        size: f64,
    ) -> Result<Wire, SceneError> {
        let (one, other) = (&from_end.terminal.bounds, &to_end.terminal.bounds);
        let (a, b) = (&from_end.label, &to_end.label);
        let line = |points: Vec<Point>| -> Result<Wire, SceneError> {
            let shape = Shape::line(points)?;
            let wire = Wire::all_of(&shape, &Affine::IDENTITY).into_iter().next();
            wire.ok_or_else(|| SceneError::scene(format!("{a} and {b} are at the same place")))
        };
        // Where they are near to each other, the way out of each is shorter: both fit in the gap between them.
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
        let tags = self.tag_boxes();
        let has_port = [from_end, to_end].iter().any(|end| end.terminal.port.is_some());
        if curve == ConnectorCurve::Straight {
            let at = |end: &End| end.terminal.port.map_or_else(|| end.terminal.bounds.center(), |(at, _)| at);
            let (from, to) = (at(from_end), at(to_end));
            let whole = line(vec![from, to])?;
            let (from, to) = (self.border(from_end, &whole, to), self.border(to_end, &whole, from));
            let straight = line(vec![from, to])?;
            let is_in_the_way = |wall: &Bounds| crosses(wall, from, to);
            if !walls.iter().any(is_in_the_way) {
                let is_through_tag = has_port && tags.iter().any(is_in_the_way);
                // A line through a tag is better than a way around it that runs through another one.
                let around =
                    is_through_tag.then(|| self.way_clear_of(&tags, [from_end, to_end], walls, distance));
                return around.flatten().map_or(Ok(straight), line);
            }
        }
        if curve == ConnectorCurve::Smooth && walls.is_empty() {
            return smooth(&from_end.terminal, &to_end.terminal)
                .ok_or_else(|| SceneError::scene(format!("{a} and {b} are at the same place")));
        }
        let ends = [&from_end.terminal, &to_end.terminal];
        let mut points = orthogonal_way(ends[0], ends[1], walls, &[], distance).ok_or_else(|| {
            SceneError::scene(format!(
                "no route from {a} to {b} avoids the listed entities; list fewer in avoid, or move them apart"
            ))
        })?;
        // Only then, as places beside texts would move ways that cross none.
        if crosses_any(&tags, &points) {
            let around = self.way_clear_of(&tags, [from_end, to_end], walls, distance);
            let fewest = || orthogonal_way(ends[0], ends[1], walls, &tags, distance);
            points = around.or_else(fewest).unwrap_or(points);
        }
        let wire = line(points)?;
        if curve == ConnectorCurve::Smooth {
            // Short lines need smaller radii; after 8 halvings a corner would look sharp anyway.
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

    /// Returns a way along the axes that crosses no tag; of a port with the tag of its own symbol in front, it turns before the tag.
    fn way_clear_of(
        &self,
        tags: &[Bounds],
        [from, to]: [&End; 2],
        walls: &[Bounds],
        distance: f64,
    ) -> Option<Vec<Point>> {
        let shares = SHARES.iter().flat_map(|one| SHARES.map(|other| [*one, other]));
        let mut ordered: Vec<[f64; 2]> = shares.collect();
        // The least change first; of equal ones, the end that the arrow usually is at keeps its room.
        let room = |shares: &[f64; 2]| shares[0] + shares[1];
        ordered.sort_by(|one, other| room(other).total_cmp(&room(one)).then(other[1].total_cmp(&one[1])));
        ordered.into_iter().find_map(|[at_start, at_end]| {
            let [start, end] = [(from, at_start), (to, at_end)];
            // Only a port has one place: elsewhere the way begins at another side.
            let shortened = |(end, share): (&End, f64)| {
                let is_possible = share == 1.0 || end.terminal.port.is_some();
                is_possible.then_some(Terminal { share, ..end.terminal })
            };
            let points = orthogonal_way(&shortened(start)?, &shortened(end)?, walls, tags, distance)?;
            (!crosses_any(tags, &points)).then_some(points)
        })
    }

    /// Returns the boxes of the texts that instances have.
    fn tag_boxes(&self) -> Vec<Bounds> {
        let mut boxes = Vec::new();
        for id in self.entities_below(ROOT) {
            let Content::Instance(instance) = &self.entity(id).content else { continue };
            let Some(texts) = &instance.texts else { continue };
            let world = self.world_of(id);
            let own = texts
                .children(ROOT)
                .filter_map(|text| texts.subtree_bounds(text, world * texts.entity(text).transform.matrix()));
            boxes.extend(own);
            if boxes.len() >= MAX_AVOIDED {
                break;
            }
        }
        boxes
    }

    /// Returns the point where a line leaves an end on the way to another point: a port, or where it leaves the outline.
    fn border(&self, end: &End, line: &Wire, toward: Point) -> Point {
        if let Some((at, _)) = end.terminal.port {
            return at;
        }
        let outline = end.entity.map(|id| self.symbol_wires(id)).unwrap_or_default();
        let meetings = line.meetings(&outline).into_iter().map(|place| place.point);
        let nearest = |points: &mut dyn Iterator<Item = Point>| {
            points.min_by(|one, other| one.distance_to(toward).total_cmp(&other.distance_to(toward)))
        };
        // A line through a gap in the outline begins at the box, so that it does not run over what is inside.
        nearest(&mut meetings.into_iter())
            .or_else(|| {
                let sides = Wire::all_of(&box_outline(&end.terminal.bounds), &Affine::IDENTITY);
                nearest(&mut line.meetings(&sides).into_iter().map(|place| place.point))
            })
            .unwrap_or_else(|| end.terminal.bounds.center())
    }

    /// Looks up an end of a connector.
    fn end_of(&self, end: &ConnectEnd) -> Result<End, SceneError> {
        match end {
            ConnectEnd::Point(at) if at.is_finite() => {
                let terminal = Terminal::new(Bounds::of_point(*at), None);
                Ok(End {
                    label: format!("[{}, {}]", number_text(at.x), number_text(at.y)),
                    entity: None,
                    terminal,
                })
            }
            ConnectEnd::Point(_) => Err(SceneError::range("a point of a connector must have finite numbers")),
            // Names may have dots: a whole name comes before one of an entity with a port.
            ConnectEnd::Named(name) => match self.find(name) {
                Some(id) => self.end_at(id, quoted(name), None),
                None => self.port_of(name),
            },
            ConnectEnd::At(name, place) => {
                let id = self.require(name)?;
                let point = match place {
                    Place::Side(x, y) => side_of(&self.symbol_box(id)?, *x, *y),
                    _ => self.place_of(id, *place)?,
                };
                let bounds = self.symbol_box(id)?;
                let way = match place {
                    Place::Side(x, y) if x.abs() != y.abs() => Point::new(*x, *y),
                    _ => way_out(&bounds, point),
                };
                self.end_at(id, quoted(name), Some((point, way)))
            }
        }
    }

    /// Looks up a port or a side by the name of an instance or entity and its own, with a point between them.
    fn port_of(&self, name: &str) -> Result<End, SceneError> {
        let Some((entity, port)) = name.rsplit_once('.') else { return Err(self.unknown(name)) };
        let Some(id) = self.find(entity) else { return Err(self.unknown(entity)) };
        let ports = match &self.entity(id).content {
            Content::Instance(instance) => self.ports.get(&instance.block).map_or(&[][..], Vec::as_slice),
            _ => &[],
        };
        let label = quoted(name);
        if let Some(found) = ports.iter().find(|it| it.name == port) {
            let world = self.world_of(id);
            let (at, bounds) = (world * found.at, self.symbol_box(id)?);
            let way = found.direction.map_or_else(|| way_out(&bounds, at), |way| world.displace(way));
            return self.end_at(id, label, Some((at, way)));
        }
        if let Some((_, x, y)) = SIDES.iter().find(|(side, ..)| *side == port) {
            let bounds = self.symbol_box(id)?;
            return self.end_at(id, label, Some((side_of(&bounds, *x, *y), Point::new(*x, *y))));
        }
        let known: Vec<&str> = ports.iter().map(|it| &*it.name).chain(SIDES.map(|(side, ..)| side)).collect();
        Err(SceneError::scene(match near_name(port, known.iter().copied()) {
            Some(near) => format!(
                "{} has no port {}; did you mean {}?",
                quoted(entity),
                quoted(port),
                quoted(&format!("{entity}.{near}"))
            ),
            None => format!("{} has no port {}; it has {}", quoted(entity), quoted(port), known.join(", ")),
        }))
    }

    fn end_at(&self, id: EntityId, label: String, port: Option<(Point, Point)>) -> Result<End, SceneError> {
        Ok(End { label, entity: Some(id), terminal: Terminal::new(self.symbol_box(id)?, port) })
    }

    /// Returns the box of the shapes of an entity, without the texts beside them.
    fn symbol_box(&self, id: EntityId) -> Result<Bounds, SceneError> {
        let bounds =
            self.symbol_shapes(id).iter().map(|(shape, world)| shape.bounds(world)).reduce(Bounds::union);
        bounds.ok_or_else(|| {
            SceneError::scene(format!(
                "the group {} is empty and has no place",
                quoted(&self.entity(id).name)
            ))
        })
    }

    fn symbol_wires(&self, id: EntityId) -> Vec<Wire> {
        self.symbol_shapes(id).iter().flat_map(|(shape, world)| Wire::all_of(shape, world)).collect()
    }

    /// Declares a port of the block that is defined next.
    pub fn add_port(&mut self, port: Port) -> Result<(), SceneError> {
        Scene::check_name(&port.name)?;
        if port.name.contains('.') {
            return Err(SceneError::range("the name of a port must not have a point in it"));
        }
        if !port.at.is_finite() || port.direction.is_some_and(|way| !way.is_finite()) {
            return Err(SceneError::range("a port must have finite numbers"));
        }
        if self.pending_ports.iter().any(|it| it.name == port.name) {
            return Err(SceneError::scene(format!(
                "the block has a port named {} already",
                quoted(&port.name)
            )));
        }
        self.pending_ports.push(port);
        Ok(())
    }
}

/// The sides of an entity by the names that go after a point.
const SIDES: [(&str, f64, f64); 4] =
    [("left", -1.0, 0.0), ("right", 1.0, 0.0), ("top", 0.0, 1.0), ("bottom", 0.0, -1.0)];

/// Returns the direction that leads out of a box from a point by the nearest side.
fn way_out(bounds: &Bounds, at: Point) -> Point {
    let sides = [
        (bounds.max.x - at.x, Point::new(1.0, 0.0)),
        (at.x - bounds.min.x, Point::new(-1.0, 0.0)),
        (bounds.max.y - at.y, Point::new(0.0, 1.0)),
        (at.y - bounds.min.y, Point::new(0.0, -1.0)),
    ];
    let nearest = sides.into_iter().min_by(|one, other| one.0.total_cmp(&other.0));
    nearest.map_or(Point::new(1.0, 0.0), |(_, way)| way)
}

/// Returns true if a way leads through one of some boxes.
fn crosses_any(boxes: &[Bounds], way: &[Point]) -> bool {
    way.windows(2).any(|pair| boxes.iter().any(|it| crosses(it, pair[0], pair[1])))
}

fn box_outline(bounds: &Bounds) -> Shape {
    let (min, max) = (bounds.min, bounds.max);
    let points = vec![min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)];
    Shape::Polygon { points, holes: Vec::new() }
}
