//! Widths of material and radii of outlines, for rules of a design.

use std::collections::BTreeMap;

use scenewright_geometry::vector::{cross, dot};
use scenewright_geometry::{BoxTree, Edge, Nearest, Point, Wire, facing_points};

use super::cutting::{ASLANT, SHARP, Sheet, crosses, is_chord_of_one_curve, is_facing};
use super::edge_math::{Strip, at, bounds, direction, edge_length, meetings, mix, nearest, strip};
use super::plan::{Item, Plan};
use super::profile::{Profile, Settings, TOUCHING};

/// The most rounds in which the width of the search is quadrupled: after that nothing is within a thousand times the width that is
/// demanded.
const MAX_ROUNDS: usize = 6;

/// The most edges that are compared with everything around them beyond the width that is demanded.
const MAX_WIDE_EDGES: usize = 2_000;

/// The sine of the angle up to which two edges count as parallel: 3 degrees.
const PARALLEL: f64 = 0.05;

/// The cosine below which a way is square to what it leads to, but for rounding.
const SQUARE: f64 = 1e-6;

/// The greatest distance between curves and the lines and arcs that stand for them, in millimetres.
const FINE: f64 = 0.002;

/// A measure at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The length, in millimetres.
    pub value: f64,
    /// The place, in the coordinates of the scene.
    pub at: Point,
    /// The names of the entities.
    pub names: Vec<String>,
}

/// Returns the narrowest strip of material of each outline and of each two, the narrowest first: all below a width in
/// millimetres, or where there are none at least the next wider ones.
pub fn webs(plan: &Plan, width: f64) -> Vec<Measured> {
    let settings = Settings::new(Profile::Laser);
    let sheet = Sheet::new(plan, &settings);
    let edges: Vec<(usize, usize)> = (0..sheet.contours.len())
        .filter(|contour| sheet.contours[*contour].is_closed)
        .flat_map(|contour| (0..sheet.contours[contour].edges.len()).map(move |edge| (contour, edge)))
        .collect();
    let edge = |at: usize| &sheet.contours[edges[at].0].edges[edges[at].1].0;
    let tree = BoxTree::new((0..edges.len()).map(|at| bounds(edge(at))).collect());
    // A little more than asked for, so that a web of exactly that width is found.
    let mut near = width.max(1e-6) * 1.01;
    for _ in 0..MAX_ROUNDS {
        let mut found: BTreeMap<(usize, usize), Web> = BTreeMap::new();
        let mut note = |pair: (usize, usize), web: Web| {
            if found.get(&pair).is_none_or(|known| web.width < known.width) {
                found.insert(pair, web);
            }
        };
        tree.pairs(near, |a, b| {
            let (a, b) = if edges[a].0 <= edges[b].0 { (a, b) } else { (b, a) };
            if let Some(web) = web_between(&sheet, edges[a], edges[b]).filter(|web| web.width <= near) {
                note((edges[a].0, edges[b].0), web);
            }
            true
        });
        for (index, contour) in sheet.contours.iter().enumerate() {
            // A round part is as wide as it is long.
            if let ([(Edge { arc: Some(arc), .. }, strand)], true) =
                (contour.edges.as_slice(), contour.is_closed)
                && 2.0 * arc.radius <= near
                && sheet.is_material(arc.center)
            {
                let sides = [arc.center, arc.center];
                note((index, index), Web { width: 2.0 * arc.radius, sides, strands: [*strand, *strand] });
            }
        }
        // With nothing below the width, a rule still wants to say by how much it is kept. Large drawings do
        // without.
        if !found.is_empty() || edges.len() > MAX_WIDE_EDGES {
            let mut webs: Vec<Measured> = found
                .into_values()
                .map(|web| Measured {
                    value: web.width,
                    at: plan.to_source * mix(web.sides[0], web.sides[1], 0.5),
                    names: names_of(&sheet, &web.strands),
                })
                .collect();
            webs.sort_by(|one, other| one.value.total_cmp(&other.value));
            return webs;
        }
        near *= 4.0;
    }
    Vec::new()
}

/// A strip of material.
struct Web {
    /// Its width, in millimetres.
    width: f64,
    /// The points on both sides between which it is that wide.
    sides: [Point; 2],
    strands: [usize; 2],
}

fn web_between(sheet: &Sheet<'_>, one: (usize, usize), other: (usize, usize)) -> Option<Web> {
    let is_self = one.0 == other.0;
    let (contour, other_contour) = (&sheet.contours[one.0], &sheet.contours[other.0]);
    let ((a, strand), (b, other_strand)) = (contour.edges[one.1], other_contour.edges[other.1]);
    if is_self && is_chord_of_one_curve(&a, &b, strand == other_strand) {
        return None;
    }
    let strands = [strand, other_strand];
    let met = meetings(&a, &b);
    if let Some((t, u)) = met.first() {
        let point = at(&a, *t);
        if is_self {
            return None;
        }
        let is_crossing = crosses(
            contour,
            contour.length_to(one.1, *t),
            other_contour,
            other_contour.length_to(other.1, *u),
        );
        let is_in_other = |inner: usize, outer: usize| {
            let (edge, _) = sheet.contours[inner].edges[0];
            // Somewhere on the edge, at no share that a drawing is likely to have a corner or a meeting at.
            sheet.contours[outer].holds(at(&edge, 0.37))
        };
        // Parts that share an edge have no material between them; a hole at the edge, or at another hole, has none left.
        let has_lost = is_crossing
            || is_in_other(one.0, other.0)
            || is_in_other(other.0, one.0)
            || sheet.is_material_without(point, &[one.0, other.0]);
        return has_lost.then_some(Web { width: 0.0, sides: [point, point], strands });
    }
    let (distance, t, u) = match strip(&a, &b) {
        Some(Strip { distance, middle: [t, u], .. }) => (distance, t, u),
        None => nearest(&a, &b),
    };
    let (p, q) = (at(&a, t), at(&b, u));
    if is_self {
        let way = contour.way_between(contour.length_to(one.1, t), contour.length_to(other.1, u));
        let is_parallel = cross(direction(&a, t), direction(&b, u)).abs() <= PARALLEL;
        // Lines that stand for a curve are nearest to each other where the curves are, or at a tip to which a curve narrows; only the
        // first is a width.
        let most = if a.is_approximate || b.is_approximate { SQUARE } else { ASLANT };
        // Near a corner the sides are near each other, and that is no strip. Neighbours whose ends are a digit apart meet there.
        if way <= 2.0 * TOUCHING
            || (!is_parallel && way < 4.0 * distance)
            || !is_facing(contour, (one.1, t), (other.1, u), most)
        {
            return None;
        }
    }
    if !sheet.is_material(mix(p, q, 0.5)) {
        return None;
    }
    let of_wire = |edge: &Edge, strand: usize| Side { edge: *edge, wire: sheet.wire(strand) };
    let chords = Nearest { distance, from: p, to: q };
    let Nearest { distance: width, from, to } =
        on_curves(&of_wire(&a, strand), &of_wire(&b, other_strand), chords);
    Some(Web { width, sides: [from, to], strands })
}

/// An edge, and the wire that it is of.
#[derive(Clone, Copy)]
struct Side<'a> {
    edge: Edge,
    wire: &'a Wire,
}

/// Returns the nearest points of the curves that two edges stand for, where those of the edges are known.
fn on_curves(one: &Side<'_>, other: &Side<'_>, of_edges: Nearest) -> Nearest {
    let is_exact = !one.edge.is_approximate && !other.edge.is_approximate;
    if is_exact || of_edges.distance == 0.0 {
        return of_edges;
    }
    let near = [of_edges.from, of_edges.to];
    facing_points((one.wire, one.edge.curve), (other.wire, other.edge.curve), near)
        // What is further from it was found at another place of the curves.
        .filter(|found| (found.distance - of_edges.distance).abs() <= 4.0 * FINE)
        .unwrap_or(of_edges)
}

/// Returns the radii of the arcs and round holes of some outlines, the smallest one of each ellipse and Bézier curve, and 0 for
/// each sharp inner corner, the smallest first. The drawing around says which outlines are holes.
pub fn radii(plan: &Plan, around: &Plan) -> Vec<Measured> {
    let settings = Settings::new(Profile::Cnc);
    let (sheet, surroundings) = (Sheet::new(plan, &settings), Sheet::new(around, &settings));
    let mut found: Vec<Measured> = Vec::new();
    for item in plan.items.iter().filter(|item| !item.is_annotation) {
        let bends = item.wires().iter().flat_map(|wire| wire.tightest_bends(FINE));
        found.extend(bends.map(|(value, place)| Measured {
            value,
            at: plan.to_source * place,
            names: vec![item.name().to_owned()],
        }));
    }
    for contour in &sheet.contours {
        if contour.edges.is_empty() {
            continue;
        }
        let mut note = |value: f64, place: Point, strands: &[usize]| {
            let names = names_of(&sheet, strands);
            found.push(Measured { value, at: plan.to_source * place, names });
        };
        let point = at(&contour.edges[0].0, 0.37);
        // The outline itself is in the drawing around too, and must not count as being around itself.
        let own: Vec<usize> = (0..surroundings.contours.len())
            .filter(|index| {
                let edges = &surroundings.contours[*index].edges;
                edges
                    .iter()
                    .any(|(edge, _)| super::edge_math::distance_to(edge, point) <= settings.limits.gap)
            })
            .collect();
        let is_hole = surroundings.is_material_without(point, &own);
        // The material is outside of a hole and inside of a part.
        let turn = contour.area().signum() * if is_hole { 1.0 } else { -1.0 };
        let count = contour.edges.len();
        for (index, (edge, strand)) in contour.edges.iter().enumerate() {
            if let Some(arc) = edge.arc.filter(|_| !edge.is_approximate) {
                note(
                    arc.radius,
                    if count == 1 && contour.is_closed { arc.center } else { at(edge, 0.5) },
                    &[*strand],
                );
            }
            if !contour.is_closed || count == 1 {
                continue;
            }
            let is_long = |edge: &Edge| edge_length(edge) > settings.limits.edge;
            let next = contour.next_edge(index, is_long).filter(|_| is_long(edge));
            let Some((next, next_strand)) = next else { continue };
            if edge.is_approximate && next.is_approximate && edge.curve == next.curve {
                continue;
            }
            let (before, after) = (direction(edge, 1.0), direction(next, 0.0));
            let angle = cross(before, after).atan2(dot(before, after));
            if angle * turn > SHARP {
                note(0.0, edge.to, &[*strand, *next_strand]);
            }
        }
    }
    found.sort_by(|one, other| one.value.total_cmp(&other.value));
    found
}

/// Returns the nearest places of the lines of each two items, one of the first and one of the second kind, the nearest first: all
/// below a distance in millimetres, or where there are none at least the next ones.
pub fn clearances(
    plan: &Plan,
    is_first: impl Fn(&Item) -> bool,
    is_second: impl Fn(&Item) -> bool,
    distance: f64,
) -> Vec<Measured> {
    let sides_of = |is_wanted: &dyn Fn(&Item) -> bool| -> Vec<(usize, Side<'_>)> {
        let wanted = plan.items.iter().enumerate().filter(|(_, item)| !item.is_annotation && is_wanted(item));
        let wires = wanted.flat_map(|(index, item)| item.wires().iter().map(move |wire| (index, wire)));
        wires
            .flat_map(|(index, wire)| {
                wire.edges(FINE).into_iter().map(move |edge| (index, Side { edge, wire }))
            })
            .collect()
    };
    let (first, second) = (sides_of(&is_first), sides_of(&is_second));
    let tree = BoxTree::new(second.iter().map(|(_, side)| bounds(&side.edge)).collect());
    let mut near = distance.max(1e-6) * 1.01;
    for _ in 0..MAX_ROUNDS {
        let mut found: BTreeMap<(&str, &str), (Nearest, [&Side<'_>; 2])> = BTreeMap::new();
        for (index, side) in &first {
            let around = bounds(&side.edge).widened(near);
            tree.search(
                |other| other.meets(&around),
                |at_second| {
                    let (other, other_side) = &second[at_second];
                    let (item, other_item) = (&plan.items[*index], &plan.items[*other]);
                    // The letters of a text are one thing. The entities in one instance of a block are not, although they share a
                    // name.
                    let is_same_text = item.part_of.is_some() && item.part_of == other_item.part_of;
                    if index == other || is_same_text {
                        return;
                    }
                    let (edge, other_edge) = (&side.edge, &other_side.edge);
                    let (distance, t, u) = match meetings(edge, other_edge).first() {
                        Some((t, u)) => (0.0, *t, *u),
                        None => nearest(edge, other_edge),
                    };
                    let (name, other_name) = (item.name(), other_item.name());
                    let pair = if name < other_name { (name, other_name) } else { (other_name, name) };
                    if distance <= near && found.get(&pair).is_none_or(|known| distance < known.0.distance) {
                        let places = Nearest { distance, from: at(edge, t), to: at(other_edge, u) };
                        found.insert(pair, (places, [side, other_side]));
                    }
                },
            );
        }
        if !found.is_empty() || first.len() * second.len() > MAX_WIDE_EDGES * MAX_WIDE_EDGES {
            let mut all: Vec<Measured> = found
                .into_iter()
                .map(|((name, other_name), (places, [side, other_side]))| {
                    let Nearest { distance, from, to } = on_curves(side, other_side, places);
                    let mut names = vec![name.to_owned(), other_name.to_owned()];
                    names.dedup();
                    Measured { value: distance, at: plan.to_source * mix(from, to, 0.5), names }
                })
                .collect();
            all.sort_by(|one, other| one.value.total_cmp(&other.value));
            return all;
        }
        near *= 4.0;
    }
    Vec::new()
}

fn names_of(sheet: &Sheet<'_>, strands: &[usize]) -> Vec<String> {
    let items = sheet.items(strands.iter().copied());
    let mut names: Vec<String> = items.iter().map(|(_, item)| item.name().to_owned()).collect();
    names.dedup();
    names
}
