//! The examples in the tests of planegcs, `FreeCAD`'s solver, with their figures. Its examples of splines and of constraints that only
//! measure have nothing like them here.

use std::f64::consts::{FRAC_PI_4, TAU};

use super::super::Constraint::*;
use super::kept::solved_to;
use super::*;

const EXACT: f64 = 1e-9;

#[test]
fn fillet_with_more_than_it_needs() {
    let mut sketch = Sketch::new();
    let (start, end, center) = (sketch.point(10.0, 11.0), sketch.point(11.0, 10.0), sketch.point(11.0, 11.0));
    let arc = sketch.arc(center, start, end);
    let constraints =
        [FixedAt(end, [157.0, 0.0]), FixedAt(start, [0.0, 157.0]), FixedAt(center, [157.0, 157.0])];
    let solved = solved_to(&mut sketch, &[&constraints[..], &[Radius(arc, 157.0)]].concat(), EXACT);
    assert_eq!((solved.freedom, solved.redundant), (0, vec![3]));
}

#[test]
fn circle_with_a_radius() {
    let mut sketch = Sketch::new();
    let center = sketch.point(10.0, 10.0);
    let circle = sketch.circle(center, 1.0);
    let solved = solved_to(&mut sketch, &[FixedAt(center, [10.0, 10.0]), Radius(circle, 100.0)], EXACT);
    assert_near(radius_of(&solved, circle), 100.0);
}

#[test]
fn angle_that_fixed_lines_have_already() {
    let mut sketch = Sketch::new();
    let [a, b, c] = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0)].map(|(x, y)| sketch.point(x, y));
    let (one, other) = (sketch.line(a, b), sketch.line(a, c));
    let fixed = [FixedAt(a, [0.0, 0.0]), FixedAt(b, [1.0, 1.0]), FixedAt(c, [1.0, 0.0])];
    let solved = solved_to(&mut sketch, &[&fixed[..], &[Angle(one, other, -FRAC_PI_4)]].concat(), EXACT);
    assert_eq!((solved.freedom, solved.redundant), (0, vec![3]));
}

#[test]
fn each_constraint_takes_a_degree_of_freedom_and_a_repeated_one_none() {
    let mut sketch = Sketch::new();
    let (a, b) = (sketch.point(1.0, 2.0), sketch.point(1.0, 3.0));
    let line = sketch.line(a, b);
    assert_eq!(solved_to(&mut sketch, &[FixedAt(a, [1.0, 2.0])], EXACT).freedom, 2);
    assert_eq!(solved_to(&mut sketch, &[Vertical(line)], EXACT).freedom, 1);
    let again = solved_to(&mut sketch, &[HorizontalDistance(a, b, 0.0)], EXACT);
    assert_eq!((again.freedom, again.redundant), (1, vec![2]));
}

/// An arc of the flower: its centre, its first and its last point, counter-clockwise.
type ArcPlaces = [(f64, f64); 3];

/// A petal by its number, and 1 for its first point or 2 for its last.
type PetalEnd = (usize, usize);

/// The five petals at the tips of the spokes.
const PETALS: [ArcPlaces; 5] = [
    [
        (70.6383091165866, 97.00633631443648),
        (111.27866625485387, 64.50602244111687),
        (22.607398088141522, 117.02983790551185),
    ],
    [
        (114.08694624470006, -37.20441770218855),
        (93.81300554994262, -85.13015566098959),
        (127.97008624699728, 12.947027480047408),
    ],
    [
        (-0.128698664679758, -119.99993098603728),
        (-52.13679343251588, -118.24861467823317),
        (51.72585156634008, -115.63935183541473),
    ],
    [
        (-114.16648639377887, -36.95961829482422),
        (-133.5150636794428, 11.347126443471826),
        (-96.53447664526054, -85.91900209832362),
    ],
    [
        (-70.43007030282797, 97.15763066861352),
        (-22.35631982721938, 117.07806102036864),
        (-114.53672232981403, 69.54400582216189),
    ],
];

/// The five arcs between them, with the petals whose first and last point they start and end at.
const BETWEEN: [(ArcPlaces, PetalEnd, PetalEnd); 5] = [
    (
        [
            (0.13556060490239996, 126.39807315163378),
            (-22.35631982721938, 117.07806102036864),
            (22.607398088141522, 117.02983790551185),
        ],
        (4, 1),
        (0, 2),
    ),
    (
        [
            (136.63052800409443, 44.232001193712726),
            (111.27866625485387, 64.50602244111687),
            (127.97008624699728, 12.947027480047408),
        ],
        (0, 1),
        (1, 2),
    ),
    (
        [
            (81.9831106925453, -113.09494304750883),
            (93.81300554994262, -85.13015566098959),
            (51.72585156634008, -115.63935183541473),
        ],
        (1, 1),
        (2, 2),
    ),
    (
        [
            (-85.29353453790195, -117.13209730395293),
            (-52.13679343251588, -118.24861467823317),
            (-96.53447664526054, -85.91900209832362),
        ],
        (2, 1),
        (3, 2),
    ),
    (
        [
            (-148.34674619892917, 48.376738023189084),
            (-133.5150636794428, 11.347126443471826),
            (-114.53672232981403, 69.54400582216189),
        ],
        (3, 1),
        (4, 2),
    ),
];

#[test]
fn flower_of_five_petals() {
    let mut sketch = Sketch::new();
    let hub = sketch.point(0.0, 0.0);
    let mut constraints = vec![FixedAt(hub, [0.0, 0.0])];
    let mut spokes = Vec::new();
    let mut petals = Vec::new();
    for places in PETALS {
        let (from, tip) = (sketch.point(0.0, 0.0), sketch.point(places[0].0, places[0].1));
        spokes.push(sketch.line(from, tip));
        let [center, start, end] = places.map(|(x, y)| sketch.point(x, y));
        petals.push((sketch.arc(center, start, end), [center, start, end]));
        constraints.extend([Coincident(hub, from), Coincident(tip, center), Distance(from, tip, 120.0)]);
    }
    constraints.extend([0, 2, 3, 4].map(|other| Equal(petals[other].0, petals[1].0)));
    let turn = TAU / 5.0;
    constraints.extend([(4, 0), (0, 1), (1, 2)].map(|(one, other)| Angle(spokes[one], spokes[other], -turn)));
    constraints.push(Angle(spokes[3], spokes[2], turn));
    for (places, first, last) in BETWEEN {
        let [center, start, end] = places.map(|(x, y)| sketch.point(x, y));
        let arc = sketch.arc(center, start, end);
        for ((petal, which), end) in [(first, start), (last, end)] {
            constraints.extend([Coincident(end, petals[petal].1[which]), Tangent(arc, petals[petal].0)]);
        }
    }
    let solved = solved_to(&mut sketch, &constraints, EXACT);
    assert_eq!(solved.redundant, []);
}
