//! Shapes: their outlines, and what they are painted with.

use roxmltree::Node;

use super::Walk;
use super::around::Around;
use super::groups::grouped;
use super::lines::dash_unit;
use super::names::name_of;
use super::paints::frame_of;
use crate::import::drawing::{Fill, Item, ItemContent, LineLook, Pen};
use crate::import::images::{image, plain_shape};
use crate::import::rings;
use crate::import::svg::area::area_of;
use crate::import::svg::attributes::{Axis, numbers, points};
use crate::import::svg::corners::rounded;
use crate::import::svg::style::{Paint, Painted, Style};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Path, Point, Shape};
use scenewright_scene::{Cap, Color};

/// The largest radius of a rounded corner, as a share of its rectangle, that is none: Inkscape leaves radii of 1e-15 where corners
/// were rounded once.
const NO_RADIUS: f64 = 1e-9;

/// The paints of a shape: colours, or the areas that others are drawn by.
#[derive(Default)]
struct Look {
    fill: Option<Color>,
    stroke: Option<Color>,
    fill_areas: Option<Vec<Item>>,
    stroke_areas: Option<Vec<Item>>,
    /// The unit that dashes are in.
    dash_unit: f64,
}

impl Look {
    fn is_nothing(&self) -> bool {
        // A gradient of steps without opacity leaves no areas.
        let has_areas = [&self.fill_areas, &self.stroke_areas].into_iter().flatten().any(|it| !it.is_empty());
        self.fill.is_none() && self.stroke.is_none() && !has_areas
    }

    /// Returns true without a fill.
    fn is_line(&self) -> bool {
        self.fill.is_none() && self.fill_areas.is_none()
    }
}

impl<'a, 'i> Walk<'_, 'a, 'i> {
    /// Returns the path of a shape, and the shape where it is one that is kept as it is.
    pub(super) fn shape(&mut self, node: Node<'a, 'i>, around: &Around) -> Option<(Path, Option<Shape>)> {
        let known = self.drawing.skipped.values().sum::<usize>() + self.drawing.warnings.len();
        let found = self.shape_of(node, around);
        // An element that gives nothing is counted, unless the reason was named already.
        if found.is_none()
            && self.drawing.skipped.values().sum::<usize>() + self.drawing.warnings.len() == known
        {
            self.drawing.skip("without a size");
        }
        found
    }

    pub(super) fn shape_of(&mut self, node: Node<'a, 'i>, around: &Around) -> Option<(Path, Option<Shape>)> {
        let number = |name: &str, axis: Axis| self.number(node, name, axis, around);
        let kind = node.tag_name().name();
        let shape = match kind {
            "circle" => {
                Shape::circle(number("cx", Axis::X), number("cy", Axis::Y), number("r", Axis::Diagonal))
                    .ok()?
            }
            "ellipse" => {
                // A missing or impossible radius equals the other one.
                let radius = |name: &str, axis: Axis| {
                    let given = around.style.geometry(node, name).filter(|value| value.trim() != "auto");
                    given.map(|_| number(name, axis)).filter(|radius| *radius >= 0.0)
                };
                let (rx, ry) = (radius("rx", Axis::X), radius("ry", Axis::Y));
                let (rx, ry) = (rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0));
                let (cx, cy) = (number("cx", Axis::X), number("cy", Axis::Y));
                Shape::ellipse(cx, cy, rx, ry, 0.0).ok()?
            }
            "rect" => {
                let (x, y) = (number("x", Axis::X), number("y", Axis::Y));
                let (wide, high) = (number("width", Axis::X), number("height", Axis::Y));
                let round = |name: &str, axis: Axis| {
                    let given = around.style.geometry(node, name).filter(|value| value.trim() != "auto");
                    // What cannot be is as the other one.
                    given.map(|_| number(name, axis)).filter(|radius| *radius >= 0.0)
                };
                let (rx, ry) = (round("rx", Axis::X), round("ry", Axis::Y));
                let (rx, ry) = (rx.or(ry).unwrap_or(0.0), ry.or(rx).unwrap_or(0.0));
                if rx.min(ry) > NO_RADIUS * wide.max(high) && wide > 0.0 && high > 0.0 {
                    return Some((rounded(x, y, wide, high, rx.min(wide * 0.5), ry.min(high * 0.5)), None));
                }
                Shape::rect(x + wide * 0.5, y + high * 0.5, wide, high).ok()?
            }
            "line" => {
                let from = Point::new(number("x1", Axis::X), number("y1", Axis::Y));
                let to = Point::new(number("x2", Axis::X), number("y2", Axis::Y));
                Shape::line(vec![from, to]).ok().filter(|_| from != to)?
            }
            "polyline" | "polygon" => {
                let points = points(node.attribute("points")?);
                let mut path = Path::new();
                path.push_chain(points, kind == "polygon");
                return Some((path, None));
            }
            "path" => {
                let data = path_data(around.style.geometry(node, "d")?);
                return match Path::parse_up_to_error(data) {
                    (path, None) => Some((path, None)),
                    (path, Some(error)) if !path.is_empty() => {
                        self.drawing.warn(format!("a path was drawn up to an error: {}", error.message));
                        Some((path, None))
                    }
                    (_, Some(error)) => {
                        if !data.trim().is_empty() && data.trim() != "none" {
                            self.drawing.warn(format!("a path was left out: {}", error.message));
                            self.drawing.skip("path that cannot be read");
                        }
                        None
                    }
                };
            }
            _ => {
                self.drawing.skip(kind);
                return None;
            }
        };
        Some((shape.to_path(), Some(shape)))
    }

    pub(super) fn draw(
        &mut self,
        node: Node<'a, 'i>,
        path: Path,
        shape: Option<Shape>,
        around: &Around,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        self.note()?;
        let style = &around.style;
        if !style.is_visible {
            self.drawing.skip("hidden");
            self.leave_unseen(path, around);
            return Ok(());
        }
        let look = self.look_of(node, &path, shape.as_ref(), around)?;
        let marks =
            if style.markers.iter().any(Option::is_some) { self.markers(&path, around)? } else { Vec::new() };
        let is_unpainted = look.is_nothing();
        if is_unpainted && !self.selection.unpainted {
            if marks.is_empty() {
                self.drawing.skip("without paint");
            }
            self.leave_unseen(path, around);
            items.extend(marks);
            return Ok(());
        }
        let is_area = look.stroke.is_none() && !is_unpainted;
        // The rule is about what is filled. A line runs as it is drawn, and a lint looks at lines.
        let is_ruled = is_area || (!look.is_line() && !self.selection.is_traced);
        let shape = shape.or_else(|| plain_form(path, is_area, is_ruled && style.is_even_odd));
        let shape =
            shape.map(|shape| image(&with_dashes_as_written(shape, around, self.has_areas()), &around.place));
        let Some(shape) = shape.filter(|shape| shape.check().is_ok()) else {
            self.drawing.skip("without a size");
            self.nothing(node, around, items);
            items.extend(marks);
            return Ok(());
        };
        let pen = match look.stroke {
            Some(color) => self.pen_of(color, look.dash_unit, around),
            None if is_unpainted => {
                Pen::OnPaper { color: Color::BLACK, width: None, line: LineLook::default() }
            }
            None => Pen::Absent,
        };
        let item = Item {
            id: name_of(node),
            layer: around.layer.clone(),
            fill: look.fill.map_or(Fill::Absent, Fill::Color),
            pen,
            content: ItemContent::Shape(shape),
            origin: self.origin(node, None, around),
        };
        put_in_order(item, [look.fill_areas, look.stroke_areas], marks, style.paint_order, items);
        Ok(())
    }

    /// Returns what a shape is painted with: colours, or the areas that gradients, patterns and stretched lines are.
    fn look_of(
        &mut self,
        node: Node<'a, 'i>,
        path: &Path,
        shape: Option<&Shape>,
        around: &Around,
    ) -> Result<Look> {
        let style = &around.style;
        let is_line = matches!(shape, Some(Shape::Line { .. }));
        let bounds = path.bounds(&Affine::IDENTITY);
        let fill_paint = if is_line { Paint::Absent } else { self.fitting(&style.fill, bounds, around) };
        let stroke_paint = match style.stroke_width > 0.0 {
            true => self.fitting(&style.stroke, bounds, around),
            false => Paint::Absent,
        };
        let opacities = [style.opacity * style.fill_opacity, style.opacity * style.stroke_opacity];
        let mut look = Look { dash_unit: dash_unit(node, path, style), ..Look::default() };
        if self.has_areas() {
            look.fill_areas = match shape.cloned().or_else(|| area_of(path, style.is_even_odd)) {
                Some(area) => {
                    let frame = frame_of(&style.fill, around);
                    self.painted(&fill_paint, opacities[0], &area, frame, around)?
                }
                None => None,
            };
            let own = shape.cloned().or_else(|| plain_shape(path.clone()));
            if let Some(own) = own.filter(|_| stroke_paint != Paint::Absent) {
                let line = style.line_look().scaled(look.dash_unit);
                look.stroke_areas = self.painted_line(&stroke_paint, opacities[1], &own, &line, around)?;
            }
        }
        if look.fill_areas.is_none() {
            look.fill = self.paint(&fill_paint, opacities[0], around);
        }
        if look.stroke_areas.is_none() {
            look.stroke = self.paint(&stroke_paint, opacities[1], around);
        }
        Ok(look)
    }

    /// Keeps a shape that is not drawn where it is a part of a box.
    fn leave_unseen(&mut self, path: Path, around: &Around) {
        if self.measured > 0 && !path.is_empty() {
            self.unseen.push(image(&Shape::Path(path), &around.place));
        }
    }

    /// Returns the place of a line without a length whose ends alone are seen.
    pub(super) fn dot_at(&self, node: Node<'a, 'i>, inner: &Around) -> Option<Point> {
        let style = &inner.style;
        let is_seen = style.is_visible && style.stroke_width > 0.0 && style.stroke != Paint::Absent;
        if style.line.cap == Cap::Butt || !is_seen {
            return None;
        }
        let is_one = |all: &[Point]| all.iter().all(|point| *point == all[0]);
        match node.tag_name().name() {
            "line" => {
                let number = |name: &str, axis: Axis| self.number(node, name, axis, inner);
                let [from, to] = [("x1", "y1"), ("x2", "y2")]
                    .map(|(x, y)| Point::new(number(x, Axis::X), number(y, Axis::Y)));
                (from == to).then_some(from)
            }
            "polyline" | "polygon" => {
                let points = points(node.attribute("points")?);
                points.first().copied().filter(|_| is_one(&points))
            }
            "path" => {
                let data = path_data(style.geometry(node, "d")?);
                let (path, error) = Path::parse_up_to_error(data);
                if path.is_empty() {
                    // It moves, and closes what has no length.
                    let start = data.trim().strip_prefix(['M', 'm'])?.trim_end().strip_suffix(['Z', 'z'])?;
                    let &[x, y] = numbers(start).as_slice() else { return None };
                    return Some(Point::new(x, y));
                }
                let bounds = path.bounds(&Affine::IDENTITY).filter(|_| error.is_none())?;
                (bounds.width() == 0.0 && bounds.height() == 0.0).then_some(bounds.min)
            }
            _ => None,
        }
    }

    /// Adds the ends of a line without a length.
    pub(super) fn dot(
        &mut self,
        node: Node<'a, 'i>,
        at: Point,
        inner: &Around,
        items: &mut Vec<Item>,
    ) -> Result<()> {
        let style = &inner.style;
        let width = style.stroke_width;
        let shape = match style.line.cap {
            Cap::Round => Shape::Circle { center: at, radius: 0.5 * width },
            _ => Shape::Rect { center: at, width, height: width },
        };
        let style = Style {
            fill: style.stroke.clone(),
            fill_opacity: style.stroke_opacity,
            stroke: Paint::Absent,
            markers: [const { None }; 3],
            ..style.clone()
        };
        self.draw(node, shape.to_path(), Some(shape), &Around { style, ..inner.clone() }, items)
    }
}

/// Returns the simplest shape that a path is. One with only a fill is an area, whether its outlines are closed or not.
fn plain_form(path: Path, is_area: bool, is_even_odd: bool) -> Option<Shape> {
    match path {
        path if is_area => area_of(&path, is_even_odd),
        path if is_even_odd && path.is_closed() => rings::area(rings::closed_parts(&path)),
        path => plain_shape(path),
    }
}

/// Returns a shape that dashes run along as in the file. Round shapes do not say how; a circle that is not turned stays one where it
/// need not look as in the file.
fn with_dashes_as_written(shape: Shape, around: &Around, has_areas: bool) -> Shape {
    let is_turned = around.place.b != 0.0 || around.place.c != 0.0 || around.place.a < 0.0;
    match shape {
        shape if around.style.line.dashes.is_empty() => shape,
        Shape::Ellipse { .. } => Shape::Path(shape.to_path()),
        Shape::Circle { .. } if is_turned || has_areas => Shape::Path(shape.to_path()),
        shape => shape,
    }
}

/// Adds a shape with the areas that its fill and its line are, and its markers, in the order of painting.
fn put_in_order(
    item: Item,
    [fill_areas, stroke_areas]: [Option<Vec<Item>>; 2],
    marks: Vec<Item>,
    order: [Painted; 3],
    items: &mut Vec<Item>,
) {
    let place_of = |part: Painted| order.iter().position(|it| *it == part);
    let is_behind = |one: Painted, other: Painted| place_of(one) < place_of(other);
    // One entity has its line upon its area: the other way round, and with markers between, they are two.
    let are_apart = fill_areas.is_some()
        || stroke_areas.is_some()
        || item.fill != Fill::Absent
            && item.pen != Pen::Absent
            && (is_behind(Painted::Stroke, Painted::Fill)
                || (!marks.is_empty()
                    && is_behind(Painted::Fill, Painted::Markers)
                    && is_behind(Painted::Markers, Painted::Stroke)));
    if !are_apart {
        let own = if item.fill == Fill::Absent { Painted::Stroke } else { Painted::Fill };
        let at = items.len();
        items.push(item);
        let at = if is_behind(Painted::Markers, own) { at } else { items.len() };
        items.splice(at..at, marks);
        return;
    }
    let (id, layer) = (item.id.clone(), item.layer.clone());
    let areas = |areas: &Option<Vec<Item>>| areas.iter().flatten().cloned().collect::<Vec<Item>>();
    let mut parts = Vec::new();
    for part in order {
        match part {
            Painted::Fill => {
                parts.extend(areas(&fill_areas));
                if item.fill != Fill::Absent {
                    parts.push(Item { pen: Pen::Absent, ..item.clone() });
                }
            }
            Painted::Stroke => {
                parts.extend(areas(&stroke_areas));
                if item.pen != Pen::Absent {
                    parts.push(Item { fill: Fill::Absent, ..item.clone() });
                }
            }
            Painted::Markers => parts.extend(marks.iter().cloned()),
        }
    }
    for part in &mut parts {
        part.id = None;
    }
    items.extend(grouped(parts, id, layer));
}

/// Returns the data of a path, which a style sheet has as an argument.
fn path_data(text: &str) -> &str {
    let inner = text.trim().strip_prefix("path(").and_then(|it| it.strip_suffix(')'));
    inner.map_or(text, |it| it.trim().trim_matches(['"', '\'']))
}
