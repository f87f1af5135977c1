//! Drawings as a machine cuts them: one path a contour, in the order of the cuts, on layers of their own.

use std::sync::Arc;

use super::drawing::Contents;
use super::region_results::ResultPlan;
use super::store::{Content, Scene};
use crate::drafting::{Color, LayerChange, PropertyChange, SceneError, quoted};
use scenewright_geometry::{
    Contour, ContourCut, ContourSide, FillRule, LeadIn, Point, Tabs, Wire, contours_of, cut_once,
    cutting_order, positive,
};

/// The choices of a cutting order.
#[derive(Clone, Debug, PartialEq)]
pub struct CutOrderOptions {
    /// The entities whose lines are engraved, before all others.
    pub engrave: Vec<String>,
    /// The entities whose lines are scored, before anything is cut.
    pub score: Vec<String>,
    /// The lead-in to each contour.
    pub lead_in: Option<LeadIn>,
    /// The places where outlines are not cut.
    pub tabs: Option<Tabs>,
    /// True to cut edges that parts share once.
    pub common: bool,
    /// The point where the tool is at first.
    pub start: Point,
    /// False to remove the entities that the paths are made of.
    pub keep: bool,
}

/// The outcome of a cutting order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CutReport {
    /// The cuts in their order.
    pub paths: Vec<PlannedCut>,
    /// The length of all cuts, with the lead-ins.
    pub length: f64,
    /// The length of the ways between the cuts.
    pub travel: f64,
}

/// A cut: one path, or one between two tabs.
#[derive(Clone, Debug, PartialEq)]
pub struct PlannedCut {
    /// The entity that was drawn.
    pub name: String,
    /// The entity that it is made of.
    pub part: String,
    /// `engrave`, `score`, `inner` for a hole, `outer` for an outline, or `line`.
    pub kind: &'static str,
    /// The length of the lead-in; 0 without one.
    pub lead: f64,
    /// The length with the lead-in.
    pub length: f64,
}

/// The layers in the order of the work, with the colours that machines' programs know them by.
const LAYERS: [(&str, [f64; 3]); 3] =
    [("engrave", [0.0, 0.0, 1.0]), ("score", [0.0, 0.5, 0.0]), ("cut", [1.0, 0.0, 0.0])];

impl Scene {
    /// Draws the paths of a machine along some entities: `result_engrave`, `result_score` and `result_cut`, each a group with
    /// the paths in their order, back to front, on the layer of its work.
    pub fn plan_cuts(
        &mut self,
        names: &[String],
        result: &str,
        options: &CutOrderOptions,
    ) -> Result<CutReport, SceneError> {
        if let Some(lead) = &options.lead_in {
            positive("leadIn.length", lead.length)?;
        }
        if let Some(tabs) = &options.tabs {
            let (Tabs::Count(_, width) | Tabs::Spacing(_, width)) = *tabs;
            positive("tabs.width", width)?;
            if let Tabs::Spacing(spacing, _) = *tabs {
                positive("tabs.spacing", spacing)?;
            }
        }
        // Engraving and scoring before cutting: a part that is cut free may shift or fall.
        let works = [&options.engrave, &options.score, names];
        for (at, work) in works.iter().enumerate() {
            for name in *work {
                if works[..at].iter().any(|others| others.contains(name)) {
                    return Err(SceneError::scene(format!("{} is listed twice", quoted(name))));
                }
                self.check_unlocked(name)?;
            }
        }
        let mut at = options.start;
        let mut report = CutReport::default();
        let mut planned = Vec::new();
        for (index, work) in works.iter().enumerate() {
            let is_cut = index + 1 == works.len();
            let mut contours: Vec<Contour> = Vec::new();
            let mut owners: Vec<&String> = Vec::new();
            for name in *work {
                let own = if is_cut { self.contours_to_cut(name)? } else { self.lines_to_follow(name)? };
                owners.extend(own.iter().map(|_| name));
                contours.extend(own);
            }
            let (lead, tabs) = match is_cut {
                true => (options.lead_in.as_ref(), options.tabs.as_ref()),
                false => (None, None),
            };
            let mut cuts = cutting_order(&contours, at, lead, tabs);
            if is_cut && options.common {
                cut_once(&contours, &mut cuts);
            }
            let mut shapes = Vec::new();
            for cut in &cuts {
                let kind = match contours[cut.contour].side {
                    _ if !is_cut => LAYERS[index].0,
                    ContourSide::Outline => "outer",
                    ContourSide::Hole => "inner",
                    ContourSide::Line => "line",
                };
                self.add_cut(cut, owners[cut.contour], kind, &mut at, &mut report);
                for wire in &cut.wires {
                    shapes.push(Wire::shape_of(vec![wire.clone()], FillRule::NonZero).checked()?);
                }
            }
            planned.push(shapes);
        }
        self.draw_cuts(works, result, planned, options.keep, &mut report)?;
        Ok(report)
    }

    /// Returns the outlines and holes of an entity, and the lines in it that have no area.
    fn contours_to_cut(&self, name: &str) -> Result<Vec<Contour>, SceneError> {
        let shapes = self.world_shapes(name)?;
        let closed: Vec<_> = shapes.iter().filter(|(shape, _)| shape.is_closed()).copied().collect();
        let mut contours = Vec::new();
        if !closed.is_empty() {
            contours = contours_of(&closed)?.ok_or_else(|| {
                SceneError::scene(format!("{} has curves too much alike to be cut", quoted(name)))
            })?;
        }
        let open = shapes.iter().filter(|(shape, _)| !shape.is_closed());
        let wires = open.flat_map(|(shape, place)| Wire::all_of(shape, place));
        contours.extend(wires.map(|wire| Contour { wire, side: ContourSide::Line }));
        match contours.is_empty() {
            true => Err(SceneError::scene(format!("{} has no lines to cut", quoted(name)))),
            false => Ok(contours),
        }
    }

    /// Returns all lines of an entity as they are.
    fn lines_to_follow(&self, name: &str) -> Result<Vec<Contour>, SceneError> {
        let shapes = self.world_shapes(name)?;
        let wires = shapes.iter().flat_map(|(shape, place)| Wire::all_of(shape, place));
        Ok(wires.map(|wire| Contour { wire, side: ContourSide::Line }).collect())
    }

    fn add_cut(
        &self,
        cut: &ContourCut,
        part: &str,
        kind: &'static str,
        at: &mut Point,
        report: &mut CutReport,
    ) {
        for (index, wire) in cut.wires.iter().enumerate() {
            let length = wire.length();
            report.travel += at.distance_to(wire.start());
            report.length += length;
            // The tool ends where a closed line began.
            *at = if wire.is_closed() { wire.start() } else { wire.reversed().start() };
            let lead = if index == 0 { cut.lead } else { 0.0 };
            report.paths.push(PlannedCut { name: String::new(), part: part.to_owned(), kind, lead, length });
        }
    }

    /// Draws the paths in place of what they are made of, and names them in the report.
    fn draw_cuts(
        &mut self,
        works: [&[String]; 3],
        result: &str,
        planned: Vec<Vec<scenewright_geometry::Shape>>,
        keep: bool,
        report: &mut CutReport,
    ) -> Result<(), SceneError> {
        // A clone shares shapes and costs little beside planning; it makes the whole call take effect or none
        // of it.
        let before = self.clone();
        let mut names = Vec::new();
        let draw = |scene: &mut Scene| -> Result<(), SceneError> {
            if !keep {
                for name in works.into_iter().flatten() {
                    scene.delete_with_contents(name)?;
                }
            }
            for ((layer, [r, g, b]), shapes) in LAYERS.into_iter().zip(planned) {
                if shapes.is_empty() {
                    continue;
                }
                if !scene.layers.contains_key(layer) {
                    let color = PropertyChange::Set(Color { r, g, b, a: 1.0 });
                    scene.define_layer(layer, &LayerChange { color, ..LayerChange::default() })?;
                }
                let (group, count) = (format!("{result}_{layer}"), shapes.len());
                scene.draw_parts_as(&group, shapes, ResultPlan::default())?;
                scene.set_layer(&group, layer, Contents::Included)?;
                let numbered = (0..count).map(|index| format!("{group}_{index}"));
                names.extend(if count == 1 { vec![group.clone()] } else { numbered.collect() });
            }
            Ok(())
        };
        if let Err(error) = draw(self) {
            *self = before;
            return Err(error);
        }
        for (cut, name) in report.paths.iter_mut().zip(names) {
            cut.name = name;
        }
        Ok(())
    }

    fn delete_with_contents(&mut self, name: &str) -> Result<(), SceneError> {
        let id = self.require(name)?;
        let inner: Vec<Arc<str>> = match &self.entity(id).content {
            Content::Leaf(_) => Vec::new(),
            _ => self.entities_below(id).map(|inner| self.entity(inner).name.clone()).collect(),
        };
        for name in inner.iter().map(|name| &**name).chain([name]) {
            self.delete(name);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use scenewright_geometry::Shape;

    fn options() -> CutOrderOptions {
        CutOrderOptions {
            engrave: Vec::new(),
            score: Vec::new(),
            lead_in: None,
            tabs: None,
            common: false,
            start: Point::ORIGIN,
            keep: false,
        }
    }

    /// Makes a plate of 100 by 60 with bores of radius 5 on the left and 8 on the right, and a disc beside it.
    fn plate() -> Scene {
        let mut scene = Scene::new();
        let plate = "M 0 0 H 100 V 60 H 0 Z M 25 30 A 5 5 0 1 0 15 30 A 5 5 0 1 0 25 30 Z \
                     M 88 30 A 8 8 0 1 0 72 30 A 8 8 0 1 0 88 30 Z";
        scene.draw("plate", Shape::path(plate).unwrap()).unwrap();
        scene.draw("disc", Shape::circle(130.0, 30.0, 10.0).unwrap()).unwrap();
        scene
    }

    #[test]
    fn holes_are_cut_before_their_part_and_the_nearest_next() {
        let mut scene = plate();
        let report = scene.plan_cuts(&["disc".to_owned(), "plate".to_owned()], "plan", &options()).unwrap();
        let order: Vec<(&str, &str)> = report.paths.iter().map(|it| (&*it.part, it.kind)).collect();
        assert_eq!(order, [("plate", "inner"), ("plate", "inner"), ("disc", "outer"), ("plate", "outer")]);
        assert!(!scene.exists("plate") && !scene.exists("disc"));
        let whole = 2.0 * std::f64::consts::PI * (5.0 + 8.0 + 10.0) + 320.0;
        assert!((report.length - whole).abs() < 1e-9, "{report:?}");
        assert_eq!(
            scene.children_of("plan_cut").unwrap(),
            ["plan_cut_0", "plan_cut_1", "plan_cut_2", "plan_cut_3"]
        );
        assert_eq!(scene.layers().keys().map(|name| &**name).collect::<Vec<_>>(), ["0", "cut"]);
    }

    #[test]
    fn ways_in_are_outside_of_parts_and_shorter_where_there_is_little_room() {
        for is_arc in [false, true] {
            let mut scene = plate();
            // A hole that is too small for the lead-in.
            let lead_in = Some(LeadIn { length: 11.0, is_arc });
            let choices = CutOrderOptions { lead_in, ..options() };
            let report = scene.plan_cuts(&["plate".to_owned(), "disc".to_owned()], "plan", &choices).unwrap();
            let bores = [(Point::new(20.0, 30.0), 5.0), (Point::new(80.0, 30.0), 8.0)];
            let is_material = |it: Point| {
                let is_drilled = bores.iter().any(|(center, radius)| center.distance_to(it) < *radius);
                let is_plate = it.x > 0.0 && it.x < 100.0 && it.y > 0.0 && it.y < 60.0 && !is_drilled;
                is_plate || it.distance_to(Point::new(130.0, 30.0)) < 10.0
            };
            for cut in &report.paths {
                let (shape, place) = scene.world_shapes(&cut.name).unwrap()[0];
                let wire = &Wire::all_of(shape, &place)[0];
                assert!(!wire.is_closed() && cut.lead > 0.0, "{cut:?}");
                for step in 0..20 {
                    let (point, _) = wire.at_length(f64::from(step) / 20.0 * cut.lead * 0.98);
                    assert!(!is_material(point), "{is_arc} {cut:?} at {point:?}");
                }
                let (end, _) = wire.at_length(cut.length);
                let (entry, _) = wire.at_length(cut.lead);
                assert!(
                    end.distance_to(entry) < 1e-6,
                    "{cut:?} ends {} from where the contour begins",
                    end.distance_to(entry)
                );
            }
            let small = report.paths.iter().find(|it| it.kind == "inner").unwrap();
            assert!(small.lead < 11.0);
            assert!((report.paths.iter().find(|it| it.part == "disc").unwrap().lead - 11.0).abs() < 1e-12);
        }
    }

    #[test]
    fn tabs_leave_bridges_of_their_width_at_outlines_alone() {
        let mut scene = plate();
        let choices = CutOrderOptions { tabs: Some(Tabs::Count(4, 1.5)), ..options() };
        let report = scene.plan_cuts(&["plate".to_owned()], "plan", &choices).unwrap();
        let outer: Vec<&PlannedCut> = report.paths.iter().filter(|it| it.kind == "outer").collect();
        assert_eq!(outer.len(), 5);
        assert!((outer.iter().map(|it| it.length).sum::<f64>() - (320.0 - 6.0)).abs() < 1e-9);
        assert_eq!(report.paths.len(), 7);
        let spaced = CutOrderOptions { tabs: Some(Tabs::Spacing(100.0, 1.0)), ..options() };
        let report = plate().plan_cuts(&["plate".to_owned()], "plan", &spaced).unwrap();
        assert_eq!(report.paths.iter().filter(|it| it.kind == "outer").count(), 5);
    }

    /// Returns the ends of the bridges between the paths along an outline.
    fn bridges(scene: &Scene, report: &CutReport) -> Vec<[Point; 2]> {
        let outer = report.paths.iter().filter(|it| it.kind == "outer");
        let wires: Vec<Wire> = outer
            .map(|cut| {
                let (shape, place) = scene.world_shapes(&cut.name).unwrap()[0];
                Wire::all_of(shape, &place).swap_remove(0)
            })
            .collect();
        wires.windows(2).map(|pair| [pair[0].reversed().start(), pair[1].start()]).collect()
    }

    #[test]
    fn tabs_stand_on_straight_stretches_away_from_corners() {
        let rounded =
            "M 5 0 H 55 A 5 5 0 0 1 60 5 V 35 A 5 5 0 0 1 55 40 H 5 A 5 5 0 0 1 0 35 V 5 A 5 5 0 0 1 5 0 Z";
        // From each of these, even steps lead to corners of one of the outlines.
        for (name, path, corner) in [("sharp", "M 0 0 H 60 V 40 H 0 Z", 0.0), ("rounded", rounded, 5.0)] {
            for start in [[30.0, -20.0], [-20.0, 20.0], [0.0, 0.0], [70.0, 10.0]] {
                for tabs in
                    [Tabs::Count(2, 2.0), Tabs::Count(4, 2.0), Tabs::Count(8, 2.0), Tabs::Spacing(30.0, 2.0)]
                {
                    let mut scene = Scene::new();
                    scene.draw("part", Shape::path(path).unwrap()).unwrap();
                    let lead_in = Some(LeadIn { length: 3.0, is_arc: true });
                    let choices =
                        CutOrderOptions { lead_in, tabs: Some(tabs), start: start.into(), ..options() };
                    let report = scene.plan_cuts(&["part".to_owned()], "plan", &choices).unwrap();
                    let found = bridges(&scene, &report);
                    let least = match tabs {
                        Tabs::Count(count, _) => count,
                        Tabs::Spacing(..) => 7,
                    };
                    assert!(found.len() >= least, "{name} {start:?} {tabs:?}: {found:?}");
                    for [from, to] in found {
                        assert!((from.distance_to(to) - 2.0).abs() < 1e-6, "{name} {start:?} {tabs:?}");
                        for end in [from, to] {
                            let [along, across] = [end.x.min(60.0 - end.x), end.y.min(40.0 - end.y)];
                            assert!(
                                along.max(across) >= corner + 1.9 && along.min(across).abs() < 1e-9,
                                "{name} {start:?} {tabs:?}: {end:?}"
                            );
                        }
                    }
                }
            }
        }
        let mut scene = plate();
        let choices = CutOrderOptions { tabs: Some(Tabs::Count(3, 1.0)), ..options() };
        let report = scene.plan_cuts(&["disc".to_owned()], "plan", &choices).unwrap();
        assert_eq!(bridges(&scene, &report).len(), 3, "a round part has no straight stretch");
    }

    #[test]
    fn tabs_are_no_farther_apart_than_their_spacing() {
        let mut scene = plate();
        let choices = CutOrderOptions {
            tabs: Some(Tabs::Spacing(40.5, 2.0)),
            start: Point::new(50.0, -9.0),
            ..options()
        };
        let report = scene.plan_cuts(&["plate".to_owned()], "plan", &choices).unwrap();
        let outer: Vec<f64> =
            report.paths.iter().filter(|it| it.kind == "outer").map(|it| it.length + 2.0).collect();
        let around = outer[0] + outer[outer.len() - 1] - 2.0;
        let widest = outer[1..outer.len() - 1].iter().copied().fold(around, f64::max);
        assert!(widest <= 40.5 + 1e-9, "{outer:?}");
    }

    #[test]
    fn parts_in_holes_of_others_go_first_and_lines_are_engraved_and_scored_before() {
        let mut scene = Scene::new();
        let ring =
            "M 30 0 A 30 30 0 1 1 -30 0 A 30 30 0 1 1 30 0 Z M 20 0 A 20 20 0 1 0 -20 0 A 20 20 0 1 0 20 0 Z";
        scene.draw("ring", Shape::path(ring).unwrap()).unwrap();
        scene.draw("disc", Shape::circle(0.0, 0.0, 12.0).unwrap()).unwrap();
        scene.draw("mark", Shape::line(vec![Point::new(-5.0, 0.0), Point::new(5.0, 0.0)]).unwrap()).unwrap();
        scene.draw("fold", Shape::line(vec![Point::new(0.0, 22.0), Point::new(0.0, 28.0)]).unwrap()).unwrap();
        let choices = CutOrderOptions {
            engrave: vec!["mark".to_owned()],
            score: vec!["fold".to_owned()],
            start: Point::new(40.0, 0.0),
            ..options()
        };
        let report = scene.plan_cuts(&["ring".to_owned(), "disc".to_owned()], "plan", &choices).unwrap();
        let order: Vec<(&str, &str)> = report.paths.iter().map(|it| (&*it.part, it.kind)).collect();
        assert_eq!(
            order,
            [("mark", "engrave"), ("fold", "score"), ("disc", "outer"), ("ring", "inner"), ("ring", "outer")]
        );
        // From the right end, which was nearer.
        let (shape, _) = scene.world_shapes("plan_engrave").unwrap()[0];
        let Shape::Line { points } = shape else { panic!("{shape:?}") };
        assert_eq!(points[0], Point::new(5.0, 0.0));
    }

    #[test]
    fn edges_that_parts_share_are_cut_once() {
        let path = |data: &str| Shape::path(data).unwrap();
        let rect = |x: f64, y: f64| Shape::rect(x + 5.0, y + 5.0, 10.0, 10.0).unwrap();
        for (name, shapes, whole, common) in [
            ("side by side", vec![rect(0.0, 0.0), rect(10.0, 0.0)], 80.0, 70.0),
            (
                "four in a square",
                vec![rect(0.0, 0.0), rect(10.0, 0.0), rect(0.0, 10.0), rect(10.0, 10.0)],
                160.0,
                120.0,
            ),
            ("half of an edge", vec![rect(0.0, 0.0), rect(10.0, 5.0)], 80.0, 75.0),
            ("a corner alone", vec![rect(0.0, 0.0), rect(10.0, 10.0)], 80.0, 80.0),
            ("apart", vec![rect(0.0, 0.0), rect(10.5, 0.0)], 80.0, 80.0),
            // A disc in the hole that it fills, and an edge in two places.
            (
                "arcs",
                vec![
                    path(
                        "M 30 0 A 30 30 0 1 1 -30 0 A 30 30 0 1 1 30 0 Z M 20 0 A 20 20 0 1 0 -20 0 A 20 20 0 1 0 20 0 Z",
                    ),
                    Shape::circle(0.0, 0.0, 20.0).unwrap(),
                ],
                140.0 * std::f64::consts::PI,
                100.0 * std::f64::consts::PI,
            ),
            (
                "two places",
                vec![
                    path("M 0 0 H 30 V 10 H 20 V 5 H 10 V 10 H 0 Z"),
                    Shape::rect(15.0, 15.0, 30.0, 10.0).unwrap(),
                ],
                90.0 + 80.0,
                90.0 + 80.0 - 20.0,
            ),
        ] {
            let mut scene = Scene::new();
            let names: Vec<String> = (0..shapes.len()).map(|at| format!("p{at}")).collect();
            for (name, shape) in names.iter().zip(shapes) {
                scene.draw(name, shape).unwrap();
            }
            for (is_common, length) in [(false, whole), (true, common)] {
                let lead_in = Some(LeadIn { length: 1.0, is_arc: true });
                let choices = CutOrderOptions { common: is_common, keep: true, lead_in, ..options() };
                let report = scene.plan_cuts(&names, &format!("plan_{is_common}"), &choices).unwrap();
                let leads: f64 = report.paths.iter().map(|it| it.lead).sum();
                assert!((report.length - leads - length).abs() < 1e-6, "{name} {is_common}: {report:?}");
                assert!(report.paths.iter().all(|it| scene.exists(&it.name)), "{name}: {report:?}");
            }
        }
    }

    #[test]
    fn a_refused_plan_changes_nothing() {
        let mut scene = plate();
        let before = scene.clone();
        let twice = CutOrderOptions { score: vec!["disc".to_owned()], ..options() };
        assert!(scene.plan_cuts(&["disc".to_owned()], "plan", &twice).unwrap_err().message.contains("twice"));
        let flat = CutOrderOptions { lead_in: Some(LeadIn { length: 0.0, is_arc: true }), ..options() };
        assert!(scene.plan_cuts(&["disc".to_owned()], "plan", &flat).is_err());
        assert!(scene.plan_cuts(&["nothing".to_owned()], "plan", &options()).is_err());
        assert_eq!(scene, before);
    }
}
