//! Seeded faults in generated sheets, in the forms that programs write: units, blocks in blocks, mirror images, bulges,
//! arcs and splines. Each must be found at its entity and its place, and sheets without a fault are clean.

use std::fmt::Write as _;

use scenewright_geometry::{Affine, Point};
use scenewright_lint::{Profile, Report, Settings, check};

use crate::import::{DxfSelection, SvgSelection, dxf, svg};

/// The greatest distance of a finding from the place of its fault, in millimetres.
const NEAR: f64 = 0.5;

#[derive(Clone, Debug)]
enum Figure {
    Line(Point, Point),
    Arc(Point, f64, f64, f64),
    Circle(Point, f64),
    /// Vertices with bulges; true for a closed one.
    Polyline(Vec<(Point, f64)>, bool),
    /// A closed spline through cubic Bézier points, as many as three times the spans and one.
    Curve(Vec<Point>),
    Text(Point, f64, &'static str),
    /// A filled quadrilateral.
    Fill([Point; 4]),
}

#[derive(Clone, Debug)]
struct Entity {
    name: String,
    layer: &'static str,
    figure: Figure,
}

/// Entities in one place: drawn as they are, or by insertions of a block.
#[derive(Clone, Debug)]
struct Part {
    entities: Vec<Entity>,
    /// The places, from the outermost insertion to the innermost: position, turn in degrees, scale, mirrored.
    places: Vec<(Point, f64, f64, bool)>,
}

#[derive(Clone, Debug)]
struct Expected {
    rule: &'static str,
    entity: String,
    /// Any of these places, in millimetres.
    places: Vec<Point>,
}

struct Sheet {
    parts: Vec<Part>,
    next: usize,
    size: Point,
}

fn at(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

impl Part {
    fn place(&self) -> Affine {
        self.places.iter().fold(Affine::IDENTITY, |outer, (to, turn, scale, mirrored)| {
            let flip = if *mirrored { -1.0 } else { 1.0 };
            outer
                * Affine::translation(to.x, to.y)
                * Affine::rotation(turn.to_radians())
                * Affine::scale(scale * flip, *scale)
        })
    }

    fn scale(&self) -> f64 {
        self.places.iter().map(|(_, _, scale, _)| scale).product()
    }
}

impl Sheet {
    fn name(&mut self) -> String {
        self.next += 1;
        format!("{:X}", 0x1000 + self.next)
    }

    fn entity(&mut self, layer: &'static str, figure: Figure) -> Entity {
        Entity { name: self.name(), layer, figure }
    }

    /// Makes a clean sheet: parts in a grid, each with an outline, holes and marks.
    fn random(random: &mut fastrand::Rng, has_blocks: bool) -> Sheet {
        let (columns, rows) = (random.usize(2..4), random.usize(2..4));
        let cell = 80.0;
        let mut sheet =
            Sheet { parts: Vec::new(), next: 0, size: at(columns as f64 * cell, rows as f64 * cell) };
        for index in 0..columns * rows {
            let center = at((index % columns) as f64 * cell + 40.0, (index / columns) as f64 * cell + 40.0);
            let places = match random.usize(0..if has_blocks { 4 } else { 1 }) {
                0 => vec![(center, 0.0, 1.0, false)],
                1 => vec![(center, random.f64() * 360.0, 1.0, random.bool())],
                2 => vec![(center, 90.0, 0.5, false), (at(0.0, 0.0), random.f64() * 90.0, 2.0, true)],
                _ => vec![
                    (center, 30.0, 2.0, true),
                    (at(1.0, -2.0), 15.0, 1.0, random.bool()),
                    (at(0.0, 0.0), 0.0, 0.5, false),
                ],
            };
            let entities = sheet.part(random);
            sheet.parts.push(Part { entities, places });
        }
        sheet
    }

    fn part(&mut self, random: &mut fastrand::Rng) -> Vec<Entity> {
        let (w, h) = (12.0 + random.f64() * 8.0, 12.0 + random.f64() * 8.0);
        let corners = [at(-w, -h), at(w, -h), at(w, h), at(-w, h)];
        let mut entities = Vec::new();
        match random.usize(0..5) {
            0 => {
                let points = corners.map(|corner| (corner, 0.0)).to_vec();
                entities.push(self.entity("cut", Figure::Polyline(points, true)));
            }
            1 => {
                for side in 0..4 {
                    entities.push(self.entity("cut", Figure::Line(corners[side], corners[(side + 1) % 4])));
                }
            }
            2 => {
                // A slot with round ends, as lines and arcs.
                entities.push(self.entity("cut", Figure::Line(at(-w, -h), at(w, -h))));
                entities.push(self.entity("cut", Figure::Arc(at(w, 0.0), h, -90.0, 90.0)));
                entities.push(self.entity("cut", Figure::Line(at(w, h), at(-w, h))));
                entities.push(self.entity("cut", Figure::Arc(at(-w, 0.0), h, 90.0, 270.0)));
            }
            3 => {
                let bulge = (std::f64::consts::PI / 8.0).tan();
                let r = 3.0;
                let points = vec![
                    (at(-w + r, -h), 0.0),
                    (at(w - r, -h), bulge),
                    (at(w, -h + r), 0.0),
                    (at(w, h - r), bulge),
                    (at(w - r, h), 0.0),
                    (at(-w + r, h), bulge),
                    (at(-w, h - r), 0.0),
                    (at(-w, -h + r), bulge),
                ];
                entities.push(self.entity("cut", Figure::Polyline(points, true)));
            }
            _ => {
                let k = 0.5523;
                let point = |x: f64, y: f64| at(x * w, y * h);
                let points = vec![
                    point(1.0, 0.0),
                    point(1.0, k),
                    point(k, 1.0),
                    point(0.0, 1.0),
                    point(-k, 1.0),
                    point(-1.0, k),
                    point(-1.0, 0.0),
                    point(-1.0, -k),
                    point(-k, -1.0),
                    point(0.0, -1.0),
                    point(k, -1.0),
                    point(1.0, -k),
                    point(1.0, 0.0),
                ];
                entities.push(self.entity("cut", Figure::Curve(points)));
            }
        }
        let hole = at(random.f64() * 4.0 - 6.0, random.f64() * 4.0 - 2.0);
        entities.push(self.entity("cut", Figure::Circle(hole, 1.0 + random.f64() * 2.0)));
        let mark = self.entity("engrave", Figure::Line(at(2.0, -3.0), at(6.0, -3.0 + random.f64() * 6.0)));
        entities.push(mark);
        entities
    }

    /// Puts one fault into a part; `None` where the part has nothing for it.
    fn damage(&mut self, random: &mut fastrand::Rng, which: usize) -> Option<Expected> {
        let index = random.usize(0..self.parts.len());
        let part = self.parts[index].clone();
        let (place, scale) = (part.place(), part.scale());
        let inner = 1.0 / scale;
        let find = |wanted: &dyn Fn(&Figure) -> bool| {
            part.entities.iter().position(|it| it.layer == "cut" && wanted(&it.figure))
        };
        let found = |rule: &'static str, entity: &str, places: &[Point]| Expected {
            rule,
            entity: entity.to_owned(),
            places: places.iter().map(|point| place * *point).collect(),
        };
        let add = |sheet: &mut Sheet, layer: &'static str, figure: Figure| {
            let entity = sheet.entity(layer, figure);
            let name = entity.name.clone();
            sheet.parts[index].entities.push(entity);
            name
        };
        Some(match which {
            0 => {
                let at_entity = find(&|figure| matches!(figure, Figure::Line(..)))?;
                let removed = self.parts[index].entities.remove(at_entity);
                let Figure::Line(from, to) = removed.figure else { return None };
                let neighbour =
                    self.parts[index].entities[at_entity % self.parts[index].entities.len()].name.clone();
                let neighbours: Vec<String> =
                    part.entities.iter().filter(|it| it.layer == "cut").map(|it| it.name.clone()).collect();
                let _ = neighbour;
                Expected { entity: neighbours.join(" "), ..found("open-contour", "", &[from, to]) }
            }
            1 => {
                let at_entity = find(&|figure| matches!(figure, Figure::Line(..)))?;
                let gap = inner * (0.1 + random.f64() * 0.8);
                let Figure::Line(from, to) = part.entities[at_entity].figure.clone() else { return None };
                let size = from.distance_to(to);
                let end = at(to.x + (from.x - to.x) * gap / size, to.y + (from.y - to.y) * gap / size);
                self.parts[index].entities[at_entity].figure = Figure::Line(from, end);
                found("gap", &part.entities[at_entity].name, &[to])
            }
            2 => {
                let at_entity = find(&|figure| matches!(figure, Figure::Polyline(_, true)))?;
                let Figure::Polyline(points, _) = part.entities[at_entity].figure.clone() else {
                    return None;
                };
                let ends = [points[0].0, points[points.len() - 1].0];
                self.parts[index].entities[at_entity].figure = Figure::Polyline(points, false);
                found("open-contour", &part.entities[at_entity].name, &ends)
            }
            3 => {
                let at_entity = random.usize(0..part.entities.len());
                let figure = part.entities[at_entity].figure.clone();
                let layer = part.entities[at_entity].layer;
                let copy = match figure.clone() {
                    Figure::Line(from, to) if random.bool() => Figure::Line(to, from),
                    figure => figure,
                };
                let name = add(self, layer, copy);
                Expected { places: Vec::new(), ..found("duplicate-line", &name, &[]) }
            }
            4 => {
                let at_entity = find(&|figure| matches!(figure, Figure::Line(..)))?;
                let Figure::Line(from, to) = part.entities[at_entity].figure else { return None };
                let on = |t: f64| at(from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t);
                let name = add(self, "cut", Figure::Line(on(0.3), on(0.6)));
                found("overlapping-line", &name, &[on(0.45)])
            }
            5 => {
                let spot = at(random.f64() * 4.0, 5.0);
                let name = match random.usize(0..3) {
                    0 => add(self, "cut", Figure::Line(spot, spot)),
                    1 => add(self, "cut", Figure::Circle(spot, 0.0)),
                    _ => add(self, "cut", Figure::Polyline(vec![(spot, 0.0), (spot, 0.0)], false)),
                };
                found("zero-length", &name, &[spot])
            }
            6 => {
                let step = 0.003 * inner;
                let points = vec![
                    (at(1.0, 6.0), 0.0),
                    (at(4.0, 6.0), 0.0),
                    (at(4.0, 6.0 + step), 0.0),
                    (at(4.0, 9.0), 0.0),
                    (at(1.0, 9.0), 0.0),
                ];
                let name = add(self, "cut", Figure::Polyline(points, true));
                found("tiny-segment", &name, &[at(4.0, 6.0)])
            }
            7 => {
                let points = [at(1.0, 5.0), at(5.0, 9.0), at(5.0, 5.0), at(1.0, 9.0)].map(|it| (it, 0.0));
                let name = add(self, "cut", Figure::Polyline(points.to_vec(), true));
                found("self-crossing", &name, &[at(3.0, 7.0)])
            }
            8 => {
                let at_entity = find(&|figure| matches!(figure, Figure::Circle(..)))?;
                let Figure::Circle(center, radius) = part.entities[at_entity].figure else { return None };
                let name = add(self, "cut", Figure::Circle(at(center.x + radius, center.y), 0.8 * radius));
                // Where the circles meet.
                let along = (radius * radius + radius * radius - 0.64 * radius * radius) / (2.0 * radius);
                let aside = (radius * radius - along * along).sqrt();
                let places = [at(center.x + along, center.y + aside), at(center.x + along, center.y - aside)];
                found("crossing-contours", &name, &places)
            }
            9 => {
                let at_entity = find(&|figure| matches!(figure, Figure::Circle(..)))?;
                let Figure::Circle(center, radius) = part.entities[at_entity].figure else { return None };
                let gap = inner * (0.06 + random.f64() * 0.1);
                let name = add(self, "cut", Figure::Circle(at(center.x, center.y + radius + gap + 0.9), 0.9));
                found("too-near", &name, &[at(center.x, center.y + radius + 0.5 * gap)])
            }
            10 => {
                let at_entity = find(&|figure| matches!(figure, Figure::Circle(..)))?;
                let Figure::Circle(center, radius) = part.entities[at_entity].figure else { return None };
                let gap = inner * (0.25 + random.f64() * 0.25);
                let name = add(self, "cut", Figure::Circle(at(center.x, center.y + radius + gap + 0.9), 0.9));
                found("thin-web", &name, &[at(center.x, center.y + radius + 0.5 * gap)])
            }
            11 => {
                let spot = at(3.0, 6.0);
                let radius = inner * (0.02 + random.f64() * 0.13);
                let name = add(self, "cut", Figure::Circle(spot, radius));
                found("small-hole", &name, &[spot])
            }
            12 => {
                let spot = at(0.0, 5.0);
                let name = add(self, "cut", Figure::Text(spot, 2.0, "A7"));
                found("text-not-outlined", &name, &[spot])
            }
            13 => {
                let far = at(self.size.x + 30.0, 10.0);
                let local = place.inverse()? * far;
                let name = add(self, "cut", Figure::Circle(local, 2.0));
                Expected { places: Vec::new(), ..found("off-sheet", &name, &[]) }
            }
            14 => {
                let name = add(self, "hinges", Figure::Line(at(0.0, 5.0), at(4.0, 5.0)));
                found("unknown-layer", &name, &[at(2.0, 5.0)])
            }
            15 => {
                let corners = [at(1.0, 5.0), at(4.0, 5.0), at(4.0, 8.0), at(1.0, 8.0)];
                let name = add(self, "cut", Figure::Fill(corners));
                Expected { places: Vec::new(), ..found("fill-in-cut-layer", &name, &[]) }
            }
            16 => {
                let spot = at(0.0, 5.0);
                let name = add(self, "cut", Figure::Text(spot, 2.0, "B2"));
                found("open-text", &name, &[spot])
            }
            _ => return None,
        })
    }
}

const FAULTS: usize = 17;

/// Writes a sheet as DXF, with lengths in a unit.
fn dxf_text(sheet: &Sheet, (code, unit): (i32, f64), has_frame: bool) -> String {
    let mut blocks = String::new();
    let mut entities = String::new();
    let number = |value: f64| format!("{:.12}", value / unit);
    let mut handle = 0x9000;
    let mut next = || {
        handle += 1;
        format!("{handle:X}")
    };
    if has_frame {
        let corners = [(0.0, 0.0), (sheet.size.x, 0.0), (sheet.size.x, sheet.size.y), (0.0, sheet.size.y)];
        let points: Vec<(Point, f64)> = corners.iter().map(|(x, y)| (at(*x, *y), 0.0)).collect();
        let frame = Entity { name: next(), layer: "sheet", figure: Figure::Polyline(points, true) };
        push_dxf(&mut entities, &frame, &number);
    }
    for (index, part) in sheet.parts.iter().enumerate() {
        let mut inner = String::new();
        for entity in &part.entities {
            push_dxf(&mut inner, entity, &number);
        }
        for (depth, (to, turn, scale, mirrored)) in part.places.iter().enumerate().rev() {
            let name = format!("PART{index}_{depth}");
            let _ = write!(
                blocks,
                "0\nBLOCK\n8\n0\n2\n{name}\n70\n0\n10\n0\n20\n0\n30\n0\n3\n{name}\n{inner}0\nENDBLK\n8\n0\n"
            );
            let flip = if *mirrored { -1.0 } else { 1.0 };
            inner = format!(
                "0\nINSERT\n5\n{}\n8\n0\n2\n{name}\n10\n{}\n20\n{}\n30\n0\n41\n{}\n42\n{scale}\n43\n1\n50\n{turn}\n",
                next(),
                number(to.x),
                number(to.y),
                scale * flip,
            );
        }
        entities.push_str(&inner);
    }
    format!(
        "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1015\n9\n$INSUNITS\n70\n{code}\n0\nENDSEC\n0\nSECTION\n2\nBLOCKS\n{blocks}\
         0\nENDSEC\n0\nSECTION\n2\nENTITIES\n{entities}0\nENDSEC\n0\nEOF\n"
    )
}

fn push_dxf(out: &mut String, entity: &Entity, number: &dyn Fn(f64) -> String) {
    let (name, layer) = (&entity.name, entity.layer);
    let xy = |code: i32, point: Point| {
        format!("{code}\n{}\n{}\n{}\n", number(point.x), code + 10, number(point.y))
    };
    let body = match &entity.figure {
        Figure::Line(from, to) => format!("LINE\n5\n{name}\n8\n{layer}\n{}{}", xy(10, *from), xy(11, *to)),
        Figure::Circle(center, radius) => {
            format!("CIRCLE\n5\n{name}\n8\n{layer}\n{}40\n{}\n", xy(10, *center), number(*radius))
        }
        Figure::Arc(center, radius, start, end) => format!(
            "ARC\n5\n{name}\n8\n{layer}\n{}40\n{}\n50\n{start}\n51\n{end}\n",
            xy(10, *center),
            number(*radius)
        ),
        Figure::Polyline(points, is_closed) => {
            let vertices: String =
                points.iter().map(|(point, bulge)| format!("{}42\n{bulge}\n", xy(10, *point))).collect();
            format!(
                "LWPOLYLINE\n5\n{name}\n8\n{layer}\n90\n{}\n70\n{}\n{vertices}",
                points.len(),
                i32::from(*is_closed)
            )
        }
        Figure::Curve(points) => {
            let spans = (points.len() - 1) / 3;
            let mut knots = "40\n0\n".repeat(4);
            for span in 1..spans {
                knots.push_str(&format!("40\n{span}\n").repeat(3));
            }
            knots.push_str(&format!("40\n{spans}\n").repeat(4));
            let controls: String = points.iter().map(|point| xy(10, *point)).collect();
            format!(
                "SPLINE\n5\n{name}\n8\n{layer}\n70\n8\n71\n3\n72\n{}\n73\n{}\n{knots}{controls}",
                3 * spans + 5,
                points.len()
            )
        }
        Figure::Text(place, height, words) => {
            format!("TEXT\n5\n{name}\n8\n{layer}\n{}40\n{}\n1\n{words}\n", xy(10, *place), number(*height))
        }
        Figure::Fill([a, b, c, d]) => {
            format!("SOLID\n5\n{name}\n8\n{layer}\n{}{}{}{}", xy(10, *a), xy(11, *b), xy(12, *d), xy(13, *c))
        }
    };
    out.push_str("0\n");
    out.push_str(&body);
}

/// Writes a sheet as SVG, in user units of a length, with y down.
fn svg_text(sheet: &Sheet, (suffix, unit): (&str, f64)) -> String {
    let mut body = String::new();
    let high = sheet.size.y;
    for part in &sheet.parts {
        let mut inner = String::new();
        for entity in &part.entities {
            push_svg(&mut inner, entity, unit);
        }
        for (to, turn, scale, mirrored) in part.places.iter().rev() {
            let flip = if *mirrored { -1.0 } else { 1.0 };
            inner = format!(
                "<g transform=\"translate({} {}) rotate({turn}) scale({} {scale})\">{inner}</g>",
                to.x / unit,
                to.y / unit,
                scale * flip
            );
        }
        body.push_str(&inner);
    }
    let (w, h) = (sheet.size.x / unit, sheet.size.y / unit);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}{suffix}\" height=\"{h}{suffix}\" viewBox=\"0 0 {w} {h}\" \
         fill=\"none\" stroke=\"black\"><g transform=\"translate(0 {}) scale(1 -1)\">{body}</g></svg>",
        high / unit
    )
}

fn push_svg(out: &mut String, entity: &Entity, unit: f64) {
    let n = |value: f64| value / unit;
    let p = |point: Point| format!("{} {}", n(point.x), n(point.y));
    let on = |angle: f64, center: Point, radius: f64| {
        let angle = angle.to_radians();
        at(center.x + radius * angle.cos(), center.y + radius * angle.sin())
    };
    let (name, layer) = (&entity.name, entity.layer);
    let head = format!("id=\"{name}\" data-layer=\"{layer}\"");
    match &entity.figure {
        Figure::Line(from, to) => {
            let _ = write!(
                out,
                "<line {head} x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
                n(from.x),
                n(from.y),
                n(to.x),
                n(to.y)
            );
        }
        Figure::Circle(center, radius) => {
            let _ = write!(
                out,
                "<circle {head} cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
                n(center.x),
                n(center.y),
                n(*radius)
            );
        }
        Figure::Arc(center, radius, start, end) => {
            let (from, to) = (on(*start, *center, *radius), on(*end, *center, *radius));
            let r = n(*radius);
            let _ = write!(
                out,
                "<path {head} d=\"M{} A{r} {r} 0 {} 1 {}\"/>",
                p(from),
                i32::from(end - start > 180.0),
                p(to)
            );
        }
        Figure::Polyline(points, is_closed) => {
            let mut data = format!("M{}", p(points[0].0));
            let count = points.len();
            for index in 0..if *is_closed { count } else { count - 1 } {
                let ((from, bulge), (to, _)) = (points[index], points[(index + 1) % count]);
                if bulge == 0.0 {
                    let _ = write!(data, " L{}", p(to));
                } else {
                    let r = n(from.distance_to(to) * (1.0 + bulge * bulge) / (4.0 * bulge.abs()));
                    let _ = write!(data, " A{r} {r} 0 0 {} {}", i32::from(bulge > 0.0), p(to));
                }
            }
            let close = if *is_closed { "Z" } else { "" };
            let _ = write!(out, "<path {head} d=\"{data}{close}\"/>");
        }
        Figure::Curve(points) => {
            let rest: Vec<String> = points[1..].iter().map(|point| p(*point)).collect();
            let _ = write!(out, "<path {head} d=\"M{} C{} Z\"/>", p(points[0]), rest.join(" "));
        }
        Figure::Text(place, height, words) => {
            let _ = write!(
                out,
                "<text {head} x=\"{}\" y=\"{}\" font-size=\"{}\" font-family=\"Hershey Sans\" fill=\"black\">{words}</text>",
                n(place.x),
                n(place.y),
                n(*height)
            );
        }
        Figure::Fill(corners) => {
            let corners: Vec<String> = corners.iter().map(|corner| p(*corner)).collect();
            let _ = write!(out, "<polygon {head} fill=\"red\" points=\"{}\"/>", corners.join(" "));
        }
    }
}

const DXF_UNITS: [(i32, f64); 7] =
    [(4, 1.0), (1, 25.4), (5, 10.0), (6, 1000.0), (2, 304.8), (13, 0.001), (0, 1.0)];
const SVG_UNITS: [(&str, f64); 4] = [("mm", 1.0), ("in", 25.4), ("px", 25.4 / 96.0), ("cm", 10.0)];

/// A file with the length of its unit, and true where y points down.
fn written(sheet: &Sheet, round: usize, has_frame: bool) -> (Report, f64, Option<f64>, String) {
    let settings = Settings::new(Profile::Laser);
    if round.is_multiple_of(2) {
        let unit = DXF_UNITS[(round / 2) % DXF_UNITS.len()];
        let text = dxf_text(sheet, unit, has_frame);
        let selection = DxfSelection { is_traced: true, ..DxfSelection::default() };
        let plan = dxf::read(text.as_bytes(), &selection).unwrap().lint_plan();
        return (check(&plan, &settings), unit.1, None, text);
    }
    let unit = SVG_UNITS[(round / 2) % SVG_UNITS.len()];
    let text = svg_text(sheet, unit);
    let plan =
        svg::read(&text, SvgSelection { is_traced: true, ..SvgSelection::default() }).unwrap().lint_plan();
    (check(&plan, &settings), unit.1, Some(sheet.size.y), text)
}

#[test]
fn sheets_without_a_fault_are_clean() {
    for round in 0..120 {
        let mut random = fastrand::Rng::with_seed(round as u64);
        let sheet = Sheet::random(&mut random, round % 3 != 0);
        let (report, ..) = written(&sheet, round, true);
        assert_eq!(report.findings, [], "round {round}");
    }
}

#[test]
fn seeded_faults_are_found_at_their_entities_and_places() {
    let (mut count, mut missed) = (0, Vec::new());
    for round in 0..2_000 {
        let mut random = fastrand::Rng::with_seed(7_000 + round as u64);
        let mut sheet = Sheet::random(&mut random, round % 3 != 0);
        let Some(expected) = sheet.damage(&mut random, round % FAULTS) else { continue };
        count += 1;
        let (report, unit, flipped, _) = written(&sheet, round / FAULTS, true);
        let is_found = report.findings.iter().any(|finding| {
            let [x, y] = finding.at.map(|part| part * unit);
            let place = at(x, flipped.map_or(y, |high| high - y));
            finding.rule == expected.rule
                && finding.entities.iter().any(|entity| expected.entity.split(' ').any(|name| name == entity))
                && (expected.places.is_empty()
                    || expected.places.iter().any(|wanted| wanted.distance_to(place) <= NEAR))
        });
        if !is_found {
            missed.push(format!("round {round}: {expected:?}\n  in {:?}", report.findings));
        }
    }
    assert!(
        missed.is_empty(),
        "{} of {count} missed:\n{}",
        missed.len(),
        missed[..missed.len().min(12)].join("\n")
    );
    assert!(count > 1_200, "{count}");
}
