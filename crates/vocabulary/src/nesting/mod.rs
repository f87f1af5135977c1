//! Parts of a scene laid out on sheets.
//!
//! Parts are laid out by their outlines, and where all are rectangles by their boxes as well; of both layouts the one that has
//! more parts is taken. For boxes, free room is kept as the largest rectangles there are, and a part goes where it leaves the
//! shorter rest.

mod boxes;

use std::collections::{BTreeMap, HashSet};

use self::boxes::laid_out_by_boxes;
use scenewright_geometry::{Affine, Bounds, Point, Shape, covered_area, finite, not_negative};
use scenewright_nesting::{NestChoices, NestEffort, NestPart, NestPlace, NestStep, nest as search};
use scenewright_scene::{Around, FINE, Scene, SceneError, Space, quoted};

/// A sheet that parts are laid out on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum NestSheet {
    /// The area of an entity, or the box of one that has none.
    Entity(String),
    /// This box.
    Box(Bounds),
}

/// The choices of a layout.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NestOptions {
    /// The least distance between parts.
    pub gap: f64,
    /// The least distance from the edge of a sheet.
    pub margin: f64,
    /// The angles that parts may be turned by, in radians.
    pub rotations: Vec<f64>,
    /// The angles of parts that have others.
    pub own_rotations: BTreeMap<String, Vec<f64>>,
    /// The numbers of copies of parts that are wanted more than once.
    pub quantities: BTreeMap<String, usize>,
    pub effort: NestEffort,
    pub seed: u64,
}

/// The outcome of a layout.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Nested {
    /// The parts that were moved onto a sheet, in the order in which they were given, copies after their part.
    pub placed: Vec<String>,
    /// The parts for which there was no room, which stay where they are. Copies without room are not drawn.
    pub unplaced: Vec<String>,
    /// The share that the parts take of all sheets that have some, or of the first one.
    pub used: f64,
    /// The sheets, as they were given.
    pub sheets: Vec<NestedSheet>,
    /// True where the search was not allowed the time of its effort.
    pub is_stopped: bool,
}

/// The parts on a sheet.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct NestedSheet {
    pub placed: Vec<String>,
    /// The box of the sheet.
    pub bounds: Bounds,
    /// The share of the sheet that the parts take.
    pub used: f64,
    /// The box of the parts.
    pub extent: Option<Bounds>,
    /// The box of what is left beyond the parts, along the longer side.
    pub remnant: Option<Bounds>,
}

const MAX_PARTS: usize = 10_000;
const MAX_SHEETS: usize = 1_000;

/// The most parts that are laid out by their outlines.
const MAX_OUTLINES: usize = 500;

/// Moves parts onto sheets so that none is nearer to another than the gap, or to the edge of a sheet than the margin.
pub(crate) fn nest(
    scene: &mut Scene,
    names: &[String],
    sheets: &[NestSheet],
    options: &NestOptions,
    most_work: u64,
    listener: &dyn Fn(NestStep),
) -> Result<Nested, SceneError> {
    let gap = not_negative("gap", options.gap)?;
    let margin = not_negative("margin", options.margin)?;
    for angle in options.rotations.iter().chain(options.own_rotations.values().flatten()) {
        finite("rotations", *angle)?;
    }
    if options.rotations.is_empty() || options.own_rotations.values().any(Vec::is_empty) {
        return Err(SceneError::range("rotations must hold at least one angle"));
    }
    if sheets.is_empty() || sheets.len() > MAX_SHEETS {
        return Err(SceneError::range(format!(
            "there must be 1 to {MAX_SHEETS} sheets, got {}",
            sheets.len()
        )));
    }
    let mut seen = HashSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(SceneError::scene(format!("{} is listed twice", quoted(name))));
        }
        scene.check_unlocked(name)?;
    }
    for name in options.own_rotations.keys().chain(options.quantities.keys()) {
        if !seen.contains(name) {
            return Err(SceneError::scene(format!("{} is not among the parts to lay out", quoted(name))));
        }
    }
    let quantity = |name: &String| options.quantities.get(name).copied().unwrap_or(1);
    let count: usize = names.iter().map(quantity).sum();
    if count > MAX_PARTS {
        return Err(SceneError::range(format!("names must hold at most {MAX_PARTS} parts, got {count}")));
    }
    // A name for each copy, and the index of its part.
    let mut copies: Vec<(String, usize)> = Vec::with_capacity(count);
    for (index, name) in names.iter().enumerate() {
        copies.push((name.clone(), index));
        for number in 1..quantity(name) {
            let copy = format!("{name}_{number}");
            if scene.exists(&copy) {
                return Err(SceneError::scene(format!(
                    "{} exists already, and a copy of {} would replace it",
                    quoted(&copy),
                    quoted(name)
                )));
            }
            copies.push((copy, index));
        }
    }
    let found = Layout::of(scene, names, &copies, sheets, options, [gap, margin], (most_work, listener))?;
    let before = scene.clone();
    // Copies are made of what stands where it was, and moved after that.
    let make = |scene: &mut Scene| -> Result<(), SceneError> {
        for ((copy, index), place) in copies.iter().zip(&found.places) {
            if place.is_some() && *copy != names[*index] {
                scene.duplicate(&names[*index], copy)?;
            }
        }
        for ((copy, index), place) in copies.iter().zip(&found.places) {
            let Some(place) = place else { continue };
            put(scene, copy, found.angles[*index][place.turn], place.by)?;
        }
        Ok(())
    };
    if let Err(error) = make(scene) {
        *scene = before;
        return Err(error);
    }
    Ok(found.described(&copies))
}

/// The places of all copies.
struct Layout {
    places: Vec<Option<NestPlace>>,
    angles: Vec<Vec<f64>>,
    areas: Vec<f64>,
    sheet_areas: Vec<f64>,
    sheet_boxes: Vec<Bounds>,
    is_stopped: bool,
    boxes: Vec<Bounds>,
}

impl Layout {
    fn of(
        scene: &Scene,
        names: &[String],
        copies: &[(String, usize)],
        sheets: &[NestSheet],
        options: &NestOptions,
        [gap, margin]: [f64; 2],
        (most_work, listener): (u64, &dyn Fn(NestStep)),
    ) -> Result<Layout, SceneError> {
        let mut areas = Vec::with_capacity(names.len());
        let mut parts = Vec::with_capacity(names.len());
        for name in names {
            let bounds = scene.box_of(name)?;
            let shapes = scene.world_shapes(name)?;
            let closed: Vec<(&Shape, Affine)> =
                shapes.iter().filter(|(shape, _)| shape.is_closed()).copied().collect();
            let area =
                if closed.is_empty() { box_area(&bounds) } else { covered_area(&closed, scene.tolerance())? };
            areas.push(area);
            let angles = options.own_rotations.get(name).unwrap_or(&options.rotations).clone();
            parts.push(NestPart { shapes, angles });
        }
        let mut searched = Vec::with_capacity(sheets.len());
        let (mut sheet_areas, mut sheet_boxes) = (Vec::new(), Vec::new());
        for sheet in sheets {
            let (sheet, area, bounds) = sheet_of(scene, sheet)?;
            searched.push(sheet);
            sheet_areas.push(area);
            sheet_boxes.push(bounds);
        }
        let all: Vec<NestPart<'_>> = copies.iter().map(|(_, index)| parts[*index].clone()).collect();
        let choices = NestChoices {
            gap,
            margin,
            effort: options.effort,
            seed: options.seed,
            tolerance: scene.tolerance(),
            most_work,
        };
        let are_boxes = searched.iter().all(|it| matches!(it, scenewright_nesting::NestSheet::Box(_)));
        let is_many = all.len() > MAX_OUTLINES;
        let mut places: Vec<Option<NestPlace>> = vec![None; all.len()];
        let mut is_stopped = false;
        if !is_many || !are_boxes {
            let found = search(&all, &searched, &choices, listener)?;
            (places, is_stopped) = (found.places, found.is_stopped);
        }
        let box_at = |part: &NestPart<'_>, angle: f64| {
            let turn = Affine::rotation(angle);
            let all = part.shapes.iter().map(|(shape, place)| shape.bounds(&(turn * *place)));
            all.reduce(Bounds::union)
        };
        let straight = |part: &NestPart<'_>| {
            let [(shape, place)] = part.shapes.as_slice() else { return false };
            matches!(shape, Shape::Rect { .. }) && place.is_axis_aligned()
        };
        if are_boxes && (is_many || all.iter().all(straight)) {
            let boxes: Vec<Vec<Bounds>> = all
                .iter()
                .map(|part| part.angles.iter().filter_map(|it| box_at(part, *it)).collect())
                .collect();
            let by_boxes = laid_out_by_boxes(&boxes, &sheet_boxes, gap, margin);
            if by_boxes.iter().flatten().count() > places.iter().flatten().count() {
                places = by_boxes;
            }
        }
        let boxes = all
            .iter()
            .zip(&places)
            .map(|(part, place)| {
                let (angle, by) = place.map_or((0.0, Point::ORIGIN), |it| (part.angles[it.turn], it.by));
                let own = box_at(part, angle).unwrap_or(Bounds { min: Point::ORIGIN, max: Point::ORIGIN });
                let at = |point: Point| Point::new(point.x + by.x, point.y + by.y);
                Bounds { min: at(own.min), max: at(own.max) }
            })
            .collect();
        let angles = parts.into_iter().map(|part| part.angles).collect();
        Ok(Layout { places, angles, areas, sheet_areas, sheet_boxes, is_stopped, boxes })
    }

    fn described(&self, copies: &[(String, usize)]) -> Nested {
        let named = |wanted: &dyn Fn(&Option<NestPlace>) -> bool| {
            let all = copies.iter().zip(&self.places).filter(|(_, place)| wanted(place));
            all.map(|((name, _), _)| name.clone()).collect::<Vec<String>>()
        };
        let mut sheets = Vec::with_capacity(self.sheet_areas.len());
        let (mut taken, mut offered) = (0.0, 0.0);
        for (index, whole) in self.sheet_areas.iter().enumerate() {
            let is_here = |place: &Option<NestPlace>| place.is_some_and(|it| it.sheet == index);
            let own = || copies.iter().zip(&self.places).enumerate().filter(|(_, (_, place))| is_here(place));
            let area: f64 = own().map(|(_, ((_, part), _))| self.areas[*part]).sum();
            let extent = own().map(|(at, _)| self.boxes[at]).reduce(Bounds::union);
            if extent.is_some() || index == 0 {
                taken += area;
                offered += whole;
            }
            let bounds = self.sheet_boxes[index];
            let remnant = extent.and_then(|extent| {
                let mut rest = bounds;
                if bounds.height() > bounds.width() {
                    rest.min.y = extent.max.y;
                } else {
                    rest.min.x = extent.max.x;
                }
                (rest.width() > 0.0 && rest.height() > 0.0).then_some(rest)
            });
            sheets.push(NestedSheet { placed: named(&is_here), bounds, used: area / whole, extent, remnant });
        }
        Nested {
            placed: named(&|place| place.is_some()),
            unplaced: named(&|place| place.is_none()),
            used: taken / offered,
            sheets,
            is_stopped: self.is_stopped,
        }
    }
}

/// Returns a sheet for the search, with its area and its box.
fn sheet_of<'s>(
    scene: &'s Scene,
    sheet: &NestSheet,
) -> Result<(scenewright_nesting::NestSheet<'s>, f64, Bounds), SceneError> {
    let (bounds, closed) = match sheet {
        NestSheet::Box(bounds) => (*bounds, Vec::new()),
        NestSheet::Entity(name) => {
            let mut closed = scene.world_shapes(name)?;
            closed.retain(|(shape, _)| shape.is_closed());
            (scene.box_of(name)?, closed)
        }
    };
    if !(bounds.width() > 0.0 && bounds.height() > 0.0 && bounds.is_finite()) {
        return Err(SceneError::range("the sheet must have a width and a height greater than 0"));
    }
    let area =
        if closed.is_empty() { box_area(&bounds) } else { covered_area(&closed, scene.tolerance() * FINE)? };
    let is_box = (area - box_area(&bounds)).abs() <= 1e-9 * area;
    if is_box {
        return Ok((scenewright_nesting::NestSheet::Box(bounds), area, bounds));
    }
    Ok((scenewright_nesting::NestSheet::Area(closed), area, bounds))
}

fn put(scene: &mut Scene, name: &str, angle: f64, by: Point) -> Result<(), SceneError> {
    if angle != 0.0 {
        scene.rotate(name, angle, Space::World, Around::Point(Point::ORIGIN))?;
    }
    scene.translate(name, by.x, by.y, Space::World)?;
    Ok(())
}

fn box_area(bounds: &Bounds) -> f64 {
    bounds.width() * bounds.height()
}

#[cfg(test)]
mod tests;
