//! Sections and details: views that are drawn from the shapes of the scene.

use std::f64::consts::FRAC_PI_4;

use crate::drafting::detail::Detail;
use crate::drafting::label::Label;
use crate::drafting::note::ratio_text;
use crate::drafting::occupancy::{Footprint, Occupancy, Role, TextBox};
use crate::drafting::parts::{push_circle, push_line};
use crate::drafting::pens::FINE_PEN;
use crate::drafting::shapes::Shapes;
use crate::drafting::vectors::{add, ahead, direction, dot, left_of, negative, sub, unit};
use crate::drafting::{
    Color, DetailView, DimensionStyle, NoteSource, SceneError, SectionHole, SectionView, Sheet, Source,
    Stroke, ViewPlace, quoted,
};
use crate::store::{ROOT, Scene};
use crate::walk::Visit;
use scenewright_geometry::{
    Affine, Bounds, BoxTree, FillRule, Outline, Point, RegionOperation, Shape, Wire, combined_shapes,
    number_text, positive,
};

/// The height of the title of a view as a factor of the height of texts.
const TITLE: f64 = 1.4;

/// The distance of a title from its view, in millimetres on paper.
const TITLE_GAP: f64 = 4.0;

/// The share of the size within which a point of the cutting line lies on an outline.
const NEAR: f64 = 1e-9;

/// The places that are tried for a detail: its distance from the drawing on paper, and the cost of a side that is not
/// the right one.
const DETAIL_GAPS: [f64; 3] = [40.0, 65.0, 100.0];
const OTHER_SIDE: f64 = 2.0;

/// The most pieces of a detail: more would be a black spot.
const MAX_PIECES: usize = 20_000;

/// The distance beside a place, as a share of the size, at which the faces behind a cut are compared: far more than rounding, far less
/// than what is drawn.
const BESIDE: f64 = 1e-5;

/// The step of a face behind a cut that is seen as an edge, as a share of the size.
const STEP: f64 = 1e-4;

/// The angle between two faces behind a cut from which their edge is drawn: ten degrees, as round faces are.
const EDGE_ANGLE: f64 = 10.0 * std::f64::consts::PI / 180.0;

/// The most points of outlines whose faces behind a cut are looked for: more would be a black spot.
const MAX_SEEN: usize = 4_000;

/// The entities that a cutting line cuts, in the world.
struct Section {
    /// The areas that are cut, which are hatched.
    areas: Vec<Shape>,
    /// The edges that are seen beyond the cut.
    edges: Vec<[Point; 2]>,
    /// The middle of the title, on the side that is up on the sheet.
    title: Point,
}

impl Scene {
    /// Computes the areas of a section alone, for its hatch.
    pub(super) fn section_areas(
        &self,
        view: &SectionView,
        sheet: &Sheet<'_>,
        world: &Affine,
    ) -> Result<Vec<Shape>, SceneError> {
        // A view at a point is placed by its middle, and what shows behind the cut can move the middle.
        let detail = match view.place {
            ViewPlace::Projected(_) => Detail::Footprint,
            ViewPlace::At(..) => Detail::Whole,
        };
        Ok(self.section(view, sheet, world, detail)?.areas)
    }

    /// Computes a section: what of the entities lies under the cutting line, as thick as they are, and as a whole what is seen behind.
    fn section(
        &self,
        view: &SectionView,
        sheet: &Sheet<'_>,
        world: &Affine,
        detail: Detail,
    ) -> Result<Section, SceneError> {
        let thickness = positive("option thickness", view.thickness)?;
        let ends = [self.resolve(&view.line[0], world)?, self.resolve(&view.line[1], world)?];
        let along = unit(sub(ends[1], ends[0]))
            .ok_or_else(|| SceneError::range("the two ends of the cutting line are at the same point"))?;
        let mut shapes = Vec::new();
        for name in &view.of {
            shapes.extend(self.whole_shapes(name)?);
        }
        let bounds = shapes.iter().map(|(shape, place)| shape.bounds(place)).reduce(Bounds::union);
        let bounds = bounds.ok_or_else(|| SceneError::scene("there is nothing to cut"))?;
        let cut = self.cut_lengths(&shapes, ends[0], along, &bounds)?;
        let (Some(first), Some(last)) = (cut.first().map(|it| it[0]), cut.last().map(|it| it[1])) else {
            return Err(SceneError::scene(format!(
                "the cutting line does not cross {}",
                view.of.iter().map(|name| quoted(name)).collect::<Vec<_>>().join(" or ")
            )));
        };
        let mut areas: Vec<Shape> = cut.iter().map(|[from, to]| slab(*from, *to, [0.0, thickness])).collect();
        let looks = if view.looks_left { left_of(along) } else { negative(left_of(along)) };
        let mut behind = match detail {
            Detail::Whole => seen_behind(&shapes, [ends[0], along, looks], &cut, thickness)?,
            Detail::Footprint => Behind::default(),
        };
        for (index, hole) in view.holes.iter().enumerate() {
            if view.holes[..index].iter().any(|earlier| earlier.of == hole.of) {
                return Err(SceneError::range(format!("holes lists {} twice", quoted(&hole.of))));
            }
            areas = self.with_hole(hole, areas, &mut behind, [ends[0], along], thickness)?;
        }
        let [first, last] = behind.extent([first, last]);
        // The view in coordinates along the cutting line and up from the lower face, and its place in the world.
        let middle = Point::new((first + last) * 0.5, thickness * 0.5);
        let (x, y, origin) = match &view.place {
            ViewPlace::Projected(gap) => {
                let corners = [
                    bounds.min,
                    bounds.max,
                    Point::new(bounds.min.x, bounds.max.y),
                    Point::new(bounds.max.x, bounds.min.y),
                ];
                let far = corners
                    .iter()
                    .map(|corner| dot(sub(*corner, ends[0]), looks))
                    .fold(f64::NEG_INFINITY, f64::max);
                (along, looks, ahead(ends[0], looks, far + gap * sheet.millimeter))
            }
            ViewPlace::At(point, angle) => {
                let x = direction(*angle);
                let y = left_of(x);
                let at = self.resolve(point, world)?;
                (x, y, ahead(ahead(at, x, -middle.x), y, -middle.y))
            }
        };
        let place = Affine { a: x.x, b: x.y, c: y.x, d: y.y, e: origin.x, f: origin.y };
        let reach = [first, last].map(|x| [0.0, thickness].map(|y| place * Point::new(x, y)));
        let all = Bounds::of_points(reach.into_iter().flatten()).unwrap_or(bounds);
        Ok(Section {
            areas: areas.iter().map(|shape| Shape::Path(shape.to_path().transformed(&place))).collect(),
            edges: behind.edges().map(|edge| edge.map(|point| place * point)).collect(),
            title: Point::new(all.center().x, all.max.y),
        })
    }

    /// Returns where a line is inside of shapes: from and to, by the distances from a point along it.
    fn cut_lengths(
        &self,
        shapes: &[(&Shape, Affine)],
        from: Point,
        along: Point,
        bounds: &Bounds,
    ) -> Result<Vec<[f64; 2]>, SceneError> {
        // Long enough to leave the bounds on both sides, wherever the point is.
        let size = bounds.width() + bounds.height() + from.distance_to(bounds.center());
        let knife = Shape::line(vec![ahead(from, along, -size), ahead(from, along, size)])?;
        let knives = Wire::all_of(&knife, &Affine::IDENTITY);
        let mut areas: Vec<Outline> = Vec::new();
        let mut places = Vec::new();
        for (shape, place) in shapes {
            let Some(area) = shape.area_outline(place, size * 1e-6)? else {
                return Err(SceneError::scene("only closed shapes can be cut"));
            };
            areas.push(area);
            for wire in Wire::all_of(shape, place) {
                places.extend(wire.meetings(&knives).into_iter().map(|it| dot(sub(it.point, from), along)));
            }
        }
        places.sort_by(f64::total_cmp);
        places.dedup_by(|one, other| (*one - *other).abs() <= size * NEAR);
        let is_inside = |at: f64| {
            let point = ahead(from, along, at);
            areas.iter().any(|area| area.holds(point))
        };
        let mut lengths: Vec<[f64; 2]> = Vec::new();
        // Between two crossings the line is inside or outside as a whole, so its middle decides.
        for pair in places.windows(2) {
            if !is_inside((pair[0] + pair[1]) * 0.5) {
                continue;
            }
            match lengths.last_mut() {
                Some(last) if last[1] == pair[0] => last[1] = pair[1],
                _ => lengths.push([pair[0], pair[1]]),
            }
        }
        Ok(lengths)
    }

    /// Returns the areas with the bottom or the seat of a hole.
    fn with_hole(
        &self,
        hole: &SectionHole,
        areas: Vec<Shape>,
        behind: &mut Behind,
        [from, along]: [Point; 2],
        thickness: f64,
    ) -> Result<Vec<Shape>, SceneError> {
        let round = self.round_of(&hole.of, None)?;
        let diameter = round.radius * 2.0;
        check_seats(&hole.of, diameter, hole.depth, hole.counterbore, hole.countersink)?;
        let sunk = hole.countersink.map(|[wide, angle]| (wide - diameter) * 0.5 / (angle * 0.5).tan());
        let seat = hole.counterbore.map(|[_, depth]| depth);
        for (what, depth) in [("hole", hole.depth), ("counterbore", seat), ("countersink", sunk)] {
            if let Some(depth) = depth.filter(|depth| *depth > thickness * (1.0 + NEAR)) {
                return Err(SceneError::range(format!(
                    "the {what} of {} is {} deep, more than the thickness of {}",
                    quoted(&hole.of),
                    number_text(rounded(depth)),
                    number_text(thickness)
                )));
            }
        }
        let way = sub(round.center, from);
        let (at, beside) = (dot(way, along), dot(way, left_of(along)).abs());
        let half = |radius: f64| (radius * radius - beside * beside).max(0.0).sqrt();
        let mut tools: Vec<Shape> = Vec::new();
        let mut result = areas;
        let own = half(round.radius);
        let combine = |operation: RegionOperation, one: &[Shape], other: &[Shape]| {
            let [one, other] =
                [one, other].map(|shapes| shapes.iter().map(|it| (it, Affine::IDENTITY)).collect::<Vec<_>>());
            combined_shapes(operation, &one, &other, self.tolerance())
        };
        if let Some(depth) = hole.depth.filter(|depth| *depth > 0.0 && *depth < thickness && own > 0.0) {
            // The material beneath the bottom exists, although the outline of the hole goes through.
            let bottom = thickness - depth;
            result = combine(RegionOperation::Union, &result, &[slab(at - own, at + own, [0.0, bottom])])?;
            behind.cover([at - own, at + own], [bottom, thickness]);
            behind.rims.retain(|[one, other]| {
                !(one.y == 0.0
                    && one.x >= at - own * (1.0 + NEAR) - NEAR
                    && other.x <= at + own * (1.0 + NEAR) + NEAR)
            });
        }
        if let Some([diameter, depth]) = hole.counterbore {
            let wide = half(diameter * 0.5);
            if wide > 0.0 {
                tools.push(slab(at - wide, at + wide, [thickness - depth, thickness]));
                behind.cover([at - wide, at + wide], [0.0, thickness - depth]);
                behind.rims.push([
                    Point::new(at - wide, thickness - depth),
                    Point::new(at + wide, thickness - depth),
                ]);
            }
        }
        if let Some([diameter, angle]) = hole.countersink {
            let (wide, depth) = (diameter * 0.5, (diameter * 0.5 - round.radius) / (angle * 0.5).tan());
            // A cone that is cut beside its axis has a curved edge; through the axis it is straight.
            if beside <= wide * 1e-6 && depth > 0.0 {
                let points = vec![
                    Point::new(at - wide, thickness),
                    Point::new(at - round.radius, thickness - depth),
                    Point::new(at + round.radius, thickness - depth),
                    Point::new(at + wide, thickness),
                ];
                behind.cover([at - wide, at + wide], [0.0, thickness - depth]);
                behind.rims.push([points[1], points[2]]);
                tools.push(Shape::polygon(points, Vec::new())?);
            }
        }
        if !tools.is_empty() {
            for [one, other] in &mut behind.rims {
                // The rim of a seat is as wide as the seat.
                let is_rim = one.y == thickness
                    && one.x <= at
                    && other.x >= at
                    && other.x - one.x <= 2.0 * own * (1.0 + NEAR);
                if is_rim {
                    let bounds =
                        tools.iter().map(|tool| tool.bounds(&Affine::IDENTITY)).reduce(Bounds::union);
                    if let Some(bounds) = bounds {
                        (one.x, other.x) = (bounds.min.x, bounds.max.x);
                    }
                }
            }
            result = combine(RegionOperation::Difference, &result, &tools)?;
        }
        Ok(result)
    }

    /// Returns the letter for a section or a detail view of this name: the first one, starting at `from`, that no other view
    /// has. I, O and Q are left out, since they are read as other signs (ISO 128-3).
    pub fn next_view_letter(&self, from: char, name: &str) -> String {
        let used: Vec<&str> = self
            .entities_below(ROOT)
            .map(|id| self.entity(id))
            .filter(|entity| &*entity.name != name)
            .filter_map(|entity| match entity.annotation.as_ref()?.source.as_ref()? {
                Source::Note(note) => match &**note {
                    NoteSource::SectionView(view) => Some(view.letter.as_str()),
                    NoteSource::DetailView(view) => Some(view.letter.as_str()),
                    _ => None,
                },
                _ => None,
            })
            .collect();
        let free = (from..='Z').filter(|letter| !"IOQ".contains(*letter)).map(String::from);
        free.into_iter().find(|letter| !used.contains(&letter.as_str())).unwrap_or_else(|| from.to_string())
    }

    /// Draws the outlines of a section with its title.
    pub(super) fn draw_section_view(
        &self,
        view: &SectionView,
        sheet: &Sheet<'_>,
        world: &Affine,
    ) -> Result<Shapes, SceneError> {
        let section = self.section(view, sheet, world, Detail::Whole)?;
        let style = &*self.dimension_style;
        let paper = Affine::scale(1.0 / sheet.millimeter, 1.0 / sheet.millimeter);
        let mut shapes = Shapes::default();
        for area in &section.areas {
            shapes.thick.extend(&area.to_path().transformed(&paper));
        }
        for [from, to] in &section.edges {
            push_line(&mut shapes.thick, paper * *from, paper * *to);
        }
        let title = format!("{0}-{0}", view.letter);
        let label = Label::of_text(&title, style.text_height * TITLE, sheet.fonts)?;
        let at = add(paper * section.title, Point::new(0.0, TITLE_GAP + label.height() * 0.5));
        label.draw(&mut shapes, at, Point::new(1.0, 0.0));
        Ok(shapes)
    }

    /// Draws what is in a circle at another scale, with the circle, the letter and the scale.
    pub(super) fn draw_detail_view(
        &self,
        view: &DetailView,
        sheet: &Sheet<'_>,
        world: &Affine,
    ) -> Result<Shapes, SceneError> {
        let radius = positive("option radius", view.radius)?;
        let factor = positive("option scale", view.factor)?;
        let center = self.resolve(&view.center, world)?;
        let pieces = self.lines_within(center, radius)?;
        let is_empty = pieces.is_empty();
        let style = &*self.dimension_style;
        let shrink = 1.0 / sheet.millimeter;
        let paper = Affine::scale(shrink, shrink);
        let (from, reach) = (paper * center, radius * shrink);
        let at = match &view.at {
            Some(point) => paper * self.resolve(point, world)?,
            None => detail_place(from, reach, factor, sheet.occupancy),
        };
        let mut shapes = Shapes::default();
        let place = Affine::translation(at.x, at.y)
            * Affine::scale(factor, factor)
            * Affine::translation(-from.x, -from.y)
            * paper;
        for (stroke, wires) in pieces {
            push_piece(&mut shapes, stroke, wires, &place, FINE_PEN * sheet.millimeter);
        }
        push_circle(&mut shapes.lines, from, reach);
        push_circle(&mut shapes.lines, at, reach * factor);
        let letter = Label::of_text(&view.letter, style.text_height * TITLE, sheet.fonts)?;
        let beside = letter_place(from, reach, &letter, sheet.occupancy);
        letter.draw(&mut shapes, beside, Point::new(1.0, 0.0));
        let scale = ratio_text(sheet.millimeter * self.units().in_millimeters() / factor);
        let title =
            Label::of_text(&format!("{} ({scale})", view.letter), style.text_height * TITLE, sheet.fonts)?;
        let above = Point::new(at.x, at.y + reach * factor + TITLE_GAP + title.height() * 0.5);
        title.draw(&mut shapes, above, Point::new(1.0, 0.0));
        shapes.take_lines_as(Role::Outline);
        shapes.take_view(TextBox { center: at, along: Point::new(1.0, 0.0), half: [reach * factor; 2] });
        // The box keeps others out, so the lines within need not be known.
        let shown = Affine::scale(sheet.millimeter, sheet.millimeter) * place;
        let circle = Shape::circle(center.x, center.y, radius)?;
        let hatches = self.hatches_within(&circle, &shown, sheet)?;
        if is_empty && hatches.is_empty() {
            return Err(SceneError::scene(format!(
                "there are no lines within {} of [{}, {}]",
                number_text(radius),
                number_text(rounded(center.x)),
                number_text(rounded(center.y))
            )));
        }
        shapes.lines.extend(&hatches);
        Ok(shapes)
    }

    /// Returns the parts of the drawing's lines that lie in a circle, by their strokes; annotations are not among them.
    fn lines_within(&self, center: Point, radius: f64) -> Result<Vec<(Stroke, Vec<Wire>)>, SceneError> {
        let circle = Shape::circle(center.x, center.y, radius)?;
        let ring = Wire::all_of(&circle, &Affine::IDENTITY);
        let around = circle.bounds(&Affine::IDENTITY);
        let mut pieces: Vec<(Stroke, Vec<Wire>)> = Vec::new();
        let mut count = 0;
        let mut annotation: Option<usize> = None;
        for visit in self.walk_back_to_front() {
            match visit {
                Visit::GroupStart { depth, annotation: Some(_), .. } if annotation.is_none() => {
                    annotation = Some(depth);
                }
                Visit::GroupEnd { depth, .. } if annotation == Some(depth) => annotation = None,
                Visit::Leaf(leaf) if annotation.is_none() => {
                    let Some(stroke) = leaf.style.stroke else { continue };
                    let bounds = leaf.shape.bounds(&leaf.world);
                    let is_apart = bounds.min.x > around.max.x
                        || bounds.max.x < around.min.x
                        || bounds.min.y > around.max.y
                        || bounds.max.y < around.min.y;
                    if is_apart {
                        continue;
                    }
                    let wires = Wire::all_of(leaf.shape, &leaf.world);
                    let parts = wires.iter().flat_map(|wire| wire.split(&wire.meetings(&ring)));
                    let inside: Vec<Wire> = parts
                        .filter(|part| {
                            let (middle, _) = part.at_length(part.length() * 0.5);
                            middle.distance_to(center) <= radius
                        })
                        .collect();
                    if inside.is_empty() {
                        continue;
                    }
                    count += inside.len();
                    match pieces.iter_mut().find(|(pen, _)| pen == stroke) {
                        Some((_, same)) => same.extend(inside),
                        None => pieces.push((stroke.clone(), inside)),
                    }
                    if count > MAX_PIECES {
                        return Err(SceneError::range(format!(
                            "there are more than {MAX_PIECES} lines in the detail; take a smaller radius"
                        )));
                    }
                }
                Visit::GroupStart { .. } | Visit::GroupEnd { .. } | Visit::Leaf(_) => {}
            }
        }
        Ok(pieces)
    }
}

/// Adds lines of one stroke at their place in the detail.
fn push_piece(shapes: &mut Shapes, stroke: Stroke, wires: Vec<Wire>, place: &Affine, fine: f64) {
    let path = Wire::shape_of(wires, FillRule::EvenOdd).to_path().transformed(place);
    // The width of a layer's pen is computed for the scale.
    let is_fine = (stroke.width - fine).abs() <= NEAR * fine;
    let width = if is_fine { fine } else { stroke.width };
    // Lines of a layer without properties have the pen of the view.
    match (Stroke { width, ..stroke.clone() }) == Stroke::solid(Color::BLACK, fine) {
        true => shapes.lines.extend(&path),
        false => shapes.drawn.push((path, stroke)),
    }
}

/// Refuses a counterbore or a countersink that is no wider than its hole, and one that is deeper than a hole with a bottom.
pub(super) fn check_seats(
    of: &str,
    diameter: f64,
    depth: Option<f64>,
    counterbore: Option<[f64; 2]>,
    countersink: Option<[f64; 2]>,
) -> Result<(), SceneError> {
    for (what, seat) in [("counterbore", counterbore), ("countersink", countersink)] {
        if let Some([wide, _]) = seat.filter(|[wide, _]| *wide <= diameter * (1.0 + NEAR)) {
            return Err(SceneError::range(format!(
                "the {what} of {} has a diameter of {}, and must be wider than its hole of {}",
                quoted(of),
                number_text(wide),
                number_text(rounded(diameter))
            )));
        }
    }
    match (counterbore, depth) {
        (Some([_, seat]), Some(depth)) if seat > depth => Err(SceneError::range(format!(
            "the counterbore of {} is {} deep, more than its hole of {}",
            quoted(of),
            number_text(seat),
            number_text(depth)
        ))),
        _ => Ok(()),
    }
}

/// Returns a computed length without the digits of its rounding.
fn rounded(length: f64) -> f64 {
    (length * 1e6).round() / 1e6
}

/// Returns the middle of the letter beside the circle of a detail, where it lies on nothing.
fn letter_place(from: Point, reach: f64, letter: &Label, occupancy: Option<&Occupancy>) -> Point {
    let at = |step: usize| {
        let out = direction(FRAC_PI_4 + step as f64 * FRAC_PI_4);
        ahead(from, out, reach + letter.height() * 0.5 + letter.width * 0.5)
    };
    let cost = |place: Point| {
        let half = [letter.width * 0.5, letter.height() * 0.5];
        let text = TextBox { center: place, along: Point::new(1.0, 0.0), half };
        let footprint = Footprint { texts: vec![text], ..Footprint::default() };
        occupancy.map_or(0.0, |occupancy| occupancy.cost(&footprint, f64::INFINITY).total)
    };
    let places = (0..8).map(at).map(|place| (cost(place), place));
    // The first of equals, which is above on the right.
    places.reduce(|best, other| if other.0 < best.0 { other } else { best }).map_or(from, |(_, place)| place)
}

/// Returns the middle of a detail beside the drawing, where there is room.
fn detail_place(from: Point, reach: f64, factor: f64, occupancy: Option<&Occupancy>) -> Point {
    let radius = reach * factor;
    let usual = Point::new(from.x + reach + DETAIL_GAPS[0] + radius, from.y + reach + radius);
    let Some(occupancy) = occupancy else { return usual };
    let outermost = occupancy.areas_around(from).copied().reduce(Bounds::union);
    let area = outermost.unwrap_or_else(|| Bounds::of_point(from));
    let mut best = (f64::INFINITY, usual);
    for (rank, gap) in DETAIL_GAPS.into_iter().enumerate() {
        let away = gap + radius;
        let places = [
            Point::new(area.max.x + away, from.y),
            Point::new(area.min.x - away, from.y),
            Point::new(from.x, area.max.y + away),
            Point::new(from.x, area.min.y - away),
        ];
        for (side, place) in places.into_iter().enumerate() {
            let title = 2.0 * TITLE_GAP + DimensionStyle::default().text_height * TITLE;
            let text = TextBox {
                center: Point::new(place.x, place.y + title * 0.5),
                along: Point::new(1.0, 0.0),
                half: [radius, radius + title * 0.5],
            };
            let footprint = Footprint { texts: vec![text], ..Footprint::default() };
            let own = rank as f64 + if side == 0 { 0.0 } else { OTHER_SIDE };
            let cost = own + occupancy.cost(&footprint, f64::INFINITY).total;
            if cost < best.0 {
                best = (cost, place);
            }
        }
    }
    best.1
}

/// The edges that are seen behind a cut, in coordinates along the cutting line and up from the lower face.
#[derive(Default)]
struct Behind {
    /// Those along the cutting line.
    rims: Vec<[Point; 2]>,
    /// The upright ones: the place along the cutting line, and the heights.
    walls: Vec<(f64, [f64; 2])>,
}

impl Behind {
    fn edges(&self) -> impl Iterator<Item = [Point; 2]> + '_ {
        let walls = self.walls.iter().map(|(at, heights)| heights.map(|height| Point::new(*at, height)));
        self.rims.iter().copied().chain(walls)
    }

    /// Returns the ends of what is cut and of what is seen behind it.
    fn extent(&self, [first, last]: [f64; 2]) -> [f64; 2] {
        let ends = self.rims.iter().flatten().map(|point| point.x);
        ends.fold([first, last], |[first, last], x| [first.min(x), last.max(x)])
    }

    /// Leaves of the upright edges between two places only what is between two heights.
    fn cover(&mut self, [from, to]: [f64; 2], [low, high]: [f64; 2]) {
        for (at, heights) in &mut self.walls {
            if from <= *at && *at <= to {
                *heights = [heights[0].max(low), heights[1].min(high)];
            }
        }
        self.walls.retain(|(_, [low, high])| low < high);
    }
}

/// The view from a cutting line to the material behind it.
#[derive(Clone, Copy, PartialEq)]
enum Sight {
    /// The material begins at the line itself.
    Cut,
    /// A face at this distance.
    Face(f64),
    Nothing,
}

/// Finds the edges behind a cut. Takes a point of the cutting line, the direction of the line, the direction of the view, and the
/// intervals of the line that are in the material.
fn seen_behind(
    shapes: &[(&Shape, Affine)],
    [from, along, looks]: [Point; 3],
    cut: &[[f64; 2]],
    thickness: f64,
) -> Result<Behind, SceneError> {
    // Along the cutting line and away from it, whose place then is 0.
    let turned =
        Affine { a: along.x, b: looks.x, c: along.y, d: looks.y, e: -dot(from, along), f: -dot(from, looks) };
    let wires: Vec<Wire> =
        shapes.iter().flat_map(|(shape, place)| Wire::all_of(shape, &(turned * *place))).collect();
    let pieces: Vec<(Bounds, Wire)> = wires.iter().flat_map(Wire::pieces).collect();
    let Some(all) = pieces.iter().map(|(bounds, _)| *bounds).reduce(Bounds::union) else {
        return Ok(Behind::default());
    };
    let size = all.width() + all.height();
    let near = size * NEAR;
    let mut places: Vec<f64> =
        wires.iter().flat_map(Wire::turning_points).filter(|it| it.y > near).map(|it| it.x).collect();
    places.extend(cut.iter().flatten());
    places.sort_by(f64::total_cmp);
    places.dedup_by(|one, other| (*one - *other).abs() <= near);
    let tree = BoxTree::new(pieces.iter().map(|(bounds, _)| *bounds).collect());
    let sight = |at: f64| -> Result<Sight, SceneError> {
        if cut.iter().any(|[from, to]| *from <= at && at <= *to) {
            return Ok(Sight::Cut);
        }
        let ray = Shape::line(vec![Point::new(at, near), Point::new(at, all.max.y + size)])?;
        let ray = Wire::all_of(&ray, &Affine::IDENTITY);
        let mut hit = f64::INFINITY;
        tree.search(
            |bounds| bounds.min.x <= at && at <= bounds.max.x && bounds.max.y > near,
            |found| {
                let piece = &pieces[found].1;
                match piece.as_line() {
                    // Nearly all pieces are lines, and one along the ray is where the pieces beside it end.
                    Some([from, to]) if from.x == to.x => {}
                    Some([from, to]) => {
                        let y = from.y + (to.y - from.y) * (at - from.x) / (to.x - from.x);
                        hit = if y > near { hit.min(y) } else { hit };
                    }
                    None => {
                        let places = piece.meetings(&ray);
                        hit = places.iter().map(|meeting| meeting.point.y).fold(hit, f64::min);
                    }
                }
            },
        );
        Ok(if hit.is_finite() { Sight::Face(hit) } else { Sight::Nothing })
    };
    let mut sights: Vec<(f64, f64, Sight)> = Vec::new();
    for pair in places.windows(2).take(MAX_SEEN) {
        sights.push((pair[0], pair[1], sight((pair[0] + pair[1]) * 0.5)?));
    }
    let mut rims: Vec<[f64; 2]> = Vec::new();
    let mut walls: Vec<f64> = Vec::new();
    for (index, (start, end, seen)) in sights.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| sights[index]);
        if matches!(seen, Sight::Face(_)) {
            match rims.last_mut() {
                Some(last) if last[1] == *start => last[1] = *end,
                _ => rims.push([*start, *end]),
            }
        }
        let is_edge = match (before.map_or(Sight::Nothing, |it| it.2), seen) {
            (Sight::Face(_), Sight::Nothing) | (Sight::Nothing, Sight::Face(_)) => true,
            (Sight::Face(_), Sight::Face(_)) => {
                let least = (end - start).min(before.map_or(f64::INFINITY, |(start, end, _)| end - start));
                let beside = (size * BESIDE).min(least * 0.125);
                let mut faces = [0.0; 4];
                for (face, steps) in faces.iter_mut().zip([-2.0, -1.0, 1.0, 2.0]) {
                    *face = match sight(start + beside * steps)? {
                        Sight::Face(distance) => distance,
                        Sight::Cut | Sight::Nothing => f64::INFINITY,
                    };
                }
                let rises = [faces[1] - faces[0], faces[3] - faces[2]];
                let [one, other] = rises.map(|rise| rise.atan2(beside));
                let steepest = rises[0].abs().max(rises[1].abs());
                let is_step = (faces[1] - faces[2]).abs() > size * STEP + 3.0 * steepest;
                is_step || (one - other).abs() > EDGE_ANGLE
            }
            _ => false,
        };
        if is_edge {
            walls.push(*start);
        }
    }
    if let Some((_, end, Sight::Face(_))) = sights.last() {
        walls.push(*end);
    }
    let at_height = |[from, to]: [f64; 2], height: f64| [Point::new(from, height), Point::new(to, height)];
    Ok(Behind {
        rims: rims.into_iter().flat_map(|rim| [at_height(rim, 0.0), at_height(rim, thickness)]).collect(),
        walls: walls.into_iter().map(|at| (at, [0.0, thickness])).collect(),
    })
}

/// Returns a rectangle between two places along the cutting line, and two heights.
fn slab(from: f64, to: f64, [low, high]: [f64; 2]) -> Shape {
    Shape::Polygon {
        points: vec![
            Point::new(from, low),
            Point::new(to, low),
            Point::new(to, high),
            Point::new(from, high),
        ],
        holes: Vec::new(),
    }
}
