//! The part of the world that a picture shows, and its place in the picture.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use scenewright_error::{Error, Kind, Result, near_name};
use scenewright_geometry::{Affine, Bounds, Point};
use scenewright_scene::{Difference, ListFilter, Scene, Visit};

/// The part of the world that fills the picture.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Fit {
    /// Everything visible, or the page where there is one.
    #[default]
    Scene,
    /// An entity, or all that match a pattern with `*` and `?`.
    Entity(String),
    /// Several of these.
    Entities(Vec<String>),
    /// A part of the world, as least and greatest x and y.
    Box([f64; 4]),
    /// All differences from the earlier scene, with their surroundings.
    LastChange,
}

/// The room around a change, as a share of its longer side: where it is shows only beside what did not change.
const SURROUNDINGS: f64 = 0.6;

/// The least side of what is shown of a change, as a share of the drawing's.
const MIN_SHARE: f64 = 1e-3;

/// The room that annotations take along the edges, in pixels.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Edges {
    pub left: f64,
    pub top: f64,
    pub bottom: f64,
    /// False where the bounds go to the very edges.
    pub has_margin: bool,
}

/// The placement of the world in the picture.
pub(super) struct View {
    pub size: [f64; 2],
    pub transform: Affine,
    /// Pixels per unit of the scene.
    pub scale: f64,
}

impl View {
    /// Puts bounds into the middle of a picture, with a margin; a square about the origin without bounds.
    pub(crate) fn of(bounds: Option<Bounds>, size: [f64; 2], edges: Edges) -> Result<View> {
        let bounds = bounds.unwrap_or(Bounds { min: Point::new(-50.0, -50.0), max: Point::new(50.0, 50.0) });
        let margin = if edges.has_margin { size[0].min(size[1]) * 0.06 } else { 0.0 };
        let bottom = edges.bottom.max(margin);
        let room = [size[0] - edges.left - 2.0 * margin, size[1] - edges.top - margin - bottom];
        // A point has no size to fit; one unit around it does.
        let content = match (bounds.width(), bounds.height()) {
            (0.0, 0.0) => [1.0, 1.0],
            (width, height) => [width, height],
        };
        let scale = (room[0] / content[0]).min(room[1] / content[1]);
        let center = bounds.center();
        let middle = [edges.left + (size[0] - edges.left) * 0.5, edges.top + margin + room[1] * 0.5];
        let transform = Affine {
            a: scale,
            b: 0.0,
            c: 0.0,
            d: -scale,
            e: middle[0] - scale * center.x,
            f: middle[1] + scale * center.y,
        };
        if !bounds.is_finite() || scale <= 0.0 || !transform.is_finite() {
            return Err(Error::new(
                Kind::InvalidInput,
                "The drawing is too large or too small to be shown as a picture",
            ));
        }
        Ok(View { size, transform, scale })
    }

    /// Returns true if a box in pixels, with a pen of that reach around it, touches the picture.
    pub(crate) fn shows(&self, bounds: &Bounds, reach: f64) -> bool {
        bounds.is_finite()
            && bounds.max.x + reach >= 0.0
            && bounds.max.y + reach >= 0.0
            && bounds.min.x - reach <= self.size[0]
            && bounds.min.y - reach <= self.size[1]
    }

    /// Returns the image in pixels of a box in the world.
    pub(crate) fn pixels(&self, bounds: &Bounds) -> Bounds {
        let (one, other) = (self.transform * bounds.min, self.transform * bounds.max);
        Bounds {
            min: Point::new(one.x.min(other.x), one.y.min(other.y)),
            max: Point::new(one.x.max(other.x), one.y.max(other.y)),
        }
    }

    /// Returns the part of the world that the picture shows.
    pub(crate) fn world(&self) -> Option<Bounds> {
        let inverse = self.transform.inverse()?;
        let (one, other) = (inverse * Point::ORIGIN, inverse * Point::from(self.size));
        Some(Bounds {
            min: Point::new(one.x.min(other.x), one.y.min(other.y)),
            max: Point::new(one.x.max(other.x), one.y.max(other.y)),
        })
    }
}

/// Returns the bounds that are to fill a picture. `whole` are the bounds of all visible shapes.
pub(super) fn fitted(
    fit: &Fit,
    scene: &Scene,
    earlier: Option<(&Scene, &Difference)>,
    whole: Option<Bounds>,
) -> Result<Option<Bounds>> {
    let of_names = |names: &[String]| {
        let bounds = names.iter().filter_map(|name| scene.world_bounds(name)).reduce(Bounds::union);
        bounds.map(Some).ok_or_else(|| {
            let shown = names.iter().take(3).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
            Error::new(Kind::InvalidInput, format!("fit: {shown} is empty, so there is nothing to show"))
        })
    };
    match fit {
        Fit::Scene => Ok(whole),
        Fit::Entity(name) => of_names(&named("fit", scene, std::slice::from_ref(name))?),
        Fit::Entities(names) => of_names(&named("fit", scene, names)?),
        Fit::Box([min_x, min_y, max_x, max_y]) => {
            Ok(Some(Bounds { min: Point::new(*min_x, *min_y), max: Point::new(*max_x, *max_y) }))
        }
        Fit::LastChange => {
            let change = earlier.and_then(|(old, difference)| change_bounds(old, scene, difference));
            Ok(change.map(|change| with_surroundings(change, whole)).or(whole))
        }
    }
}

/// Returns the entities of these names, or of patterns where there is no entity of that name.
pub(super) fn named(argument: &str, scene: &Scene, wanted: &[String]) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for name in wanted {
        if scene.exists(name) {
            names.push(name.clone());
            continue;
        }
        let filter = ListFilter { name_glob: Some(name.clone()), ..ListFilter::default() };
        let matching = if name.contains(['*', '?']) { scene.list(&filter) } else { Vec::new() };
        if matching.is_empty() {
            let message = match name.contains(['*', '?']) {
                true => format!("{argument}: no entity matches {name:?}"),
                false => format!("{argument}: {}", scene.unknown(name).message),
            };
            return Err(Error::new(Kind::NotFound, message).with_hint("inspect tree lists the names."));
        }
        names.extend(matching);
    }
    Ok(names)
}

/// Refuses layers that none of the scenes has.
pub(super) fn check_layers<'a>(wanted: &[String], scenes: impl Iterator<Item = &'a Scene>) -> Result<()> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    for scene in scenes {
        known.extend(scene.layers().keys().map(|name| name.to_string()));
        for visit in scene.walk_all_back_to_front() {
            if let Visit::Leaf(leaf) = visit
                && !known.contains(leaf.layer)
            {
                known.insert(leaf.layer.to_owned());
            }
        }
    }
    let Some(unknown) = wanted.iter().find(|name| !known.contains(*name)) else { return Ok(()) };
    let help = match near_name(unknown, known.iter().map(String::as_str)) {
        Some(near) => format!("Did you mean {near:?}?"),
        None => {
            let shown = known.iter().take(12).map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ");
            format!("There are: {shown}{}", if known.len() > 12 { " and more." } else { "." })
        }
    };
    Err(Error::new(Kind::NotFound, format!("layers: there is no layer named {unknown:?}")).with_hint(help))
}

/// Returns the bounds of what is different between two scenes, where it was and where it is.
fn change_bounds(old: &Scene, new: &Scene, difference: &Difference) -> Option<Bounds> {
    let is = difference.added.iter().chain(&difference.changed).filter_map(|name| new.world_bounds(name));
    let was = difference.removed.iter().chain(&difference.changed).filter_map(|name| old.world_bounds(name));
    is.chain(was).filter(Bounds::is_finite).reduce(Bounds::union)
}

fn with_surroundings(bounds: Bounds, whole: Option<Bounds>) -> Bounds {
    let longer = |bounds: &Bounds| bounds.width().max(bounds.height());
    // A change of a point, or of a tiny part, is shown with something around it.
    let least = whole.map_or(0.0, |whole| longer(&whole) * MIN_SHARE);
    let around = longer(&bounds).max(least) * SURROUNDINGS;
    bounds.widened(around)
}
