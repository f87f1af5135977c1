//! A report of a scene.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use scenewright_geometry::{Point, Wire};
use scenewright_scene::{Declarations, Scene, quoted};

use super::contours::{Ring, net_areas, rings};
use super::cost::costs;
use super::gather::{Gathered, Listed, gather};
use super::model::{
    LayerRow, MaterialRow, Missing, PartRow, ProcessRow, Report, SheetRow, Times, Totals, Units,
};
use super::paths::{PROCESSES, Way, ways};
use super::settings::{Role, Settings, Stock, is_same_size, key};

/// Ends of lines that are no further apart than this, in millimetres, meet: files keep as many decimals.
const TOUCHING: f64 = 1e-3;

/// The tags of attributes that say what an instance is made of.
const MATERIAL_TAG: &str = "material";
const THICKNESS_TAG: &str = "thickness";

/// The most names that a message lists.
const MAX_NAMED: usize = 4;

/// Material and thickness, where they are known; the thickness in the drawing's unit.
type Made = (Option<String>, Option<f64>);

/// Reports what a scene takes to make.
pub fn report(scene: &Scene, settings: &Settings) -> Report {
    let unit = scene.units().in_millimeters();
    let drawing = gather(scene, settings);
    let mut making = Making { settings, declarations: scene.declarations(), unit, missing: Vec::new() };
    let [x, y] = settings.start;
    let ways = ways(&drawing, Point::new(x, y), TOUCHING / unit);
    let layers = making.layers(&drawing, &ways);
    let processes = processes(&layers);

    let cut: Vec<(usize, &Wire)> = drawing
        .lines
        .iter()
        .enumerate()
        .filter(|(_, line)| drawing.layers[line.layer].role == Role::Cut)
        .map(|(index, line)| (index, &line.wire))
        .collect();
    // Only cut lines enclose parts: an engraved frame takes nothing out of the sheet.
    let found = rings(&cut, TOUCHING / unit);
    making.note_open(&drawing, &found.open);
    let areas = net_areas(&found.rings);
    // Before the sums, because a hole counts for the material of the outline around it.
    let made: Vec<Made> = found.rings.iter().map(|ring| making.made_of_line(&drawing, ring.line)).collect();
    let materials = making.materials(&found.rings, &areas, &made);
    let parts = making.parts(&drawing, &found.rings, &areas);
    let sheets = sheets(&drawing, &found.rings, &areas);
    let cost = costs(settings, unit, &layers, &materials, &sheets, &mut making.missing);

    // A sum of options is None as soon as one is: a time that leaves something out is no time.
    let times = |all: &[ProcessRow]| all.iter().map(|row| row.time).sum::<Option<f64>>();
    let has_lines = !processes.is_empty();
    let used: (f64, f64) = sheets
        .iter()
        .filter(|sheet| sheet.outlines > 0)
        .fold((0.0, 0.0), |(used, all), sheet| (used + sheet.used_area, all + sheet.area));
    let totals = Totals {
        parts: parts.iter().map(|part| part.count).sum(),
        cut_length: processes.iter().map(|row| row.cut_length).sum(),
        pierces: processes.iter().map(|row| row.pierces).sum(),
        rapid_length: processes.iter().map(|row| row.rapid_length).sum(),
        time: times(&processes).filter(|_| has_lines && settings.rates.is_some()),
        area: materials.iter().map(|row| row.area).sum(),
        mass: materials.iter().map(|row| row.mass).sum::<Option<f64>>().filter(|_| !materials.is_empty()),
        sheet_use: (used.1 > 0.0).then(|| used.0 / used.1),
        cost: cost.as_ref().filter(|cost| cost.complete).map(|cost| cost.total),
    };
    let length = scene.units().as_str();
    let units = Units {
        length,
        area: format!("{length}²"),
        mass: "kg",
        time: "s",
        currency: settings.rates.as_ref().map(|rates| rates.currency.clone()).filter(|it| !it.is_empty()),
    };
    Report { units, parts, layers, processes, materials, sheets, cost, totals, missing: making.missing }
}

struct Making<'a> {
    settings: &'a Settings,
    declarations: &'a Declarations,
    unit: f64,
    missing: Vec<Missing>,
}

impl Making<'_> {
    fn miss(&mut self, what: &'static str, of: String, message: String) {
        let missing = Missing { what, of, message };
        // Many lines lack the same number, which is named once.
        if !self.missing.contains(&missing) {
            self.missing.push(missing);
        }
    }

    /// Returns the layers with lines, grouped by process.
    fn layers(&mut self, drawing: &Gathered, ways: &[Way]) -> Vec<LayerRow> {
        let mut rows = Vec::new();
        for role in PROCESSES.into_iter().chain([Role::Nothing]) {
            for (layer, way) in drawing.layers.iter().zip(ways) {
                if layer.role != role || way.paths == 0 {
                    continue;
                }
                let of = format!("layer {}", layer.name);
                if !layer.is_known {
                    let message = format!(
                        "The layer {} has lines and no process: name it in layers of report.json.",
                        quoted(&layer.name)
                    );
                    self.miss("process", of, message);
                }
                let (material, thickness) = match role {
                    Role::Nothing => (None, None),
                    _ => self.resolve(&self.stock_of_layer(&layer.name)),
                };
                let times = match role {
                    Role::Nothing => Times::default(),
                    _ => self.times(role, way, material.as_deref(), thickness, &layer.name),
                };
                rows.push(LayerRow {
                    layer: layer.name.clone(),
                    process: role.name(),
                    material,
                    thickness,
                    paths: way.paths,
                    cut_length: way.length,
                    pierces: way.pierces,
                    rapid_length: way.rapid,
                    times,
                });
            }
        }
        if self.settings.rates.is_none() && rows.iter().any(|row| row.process != "none") {
            let message =
                "There are no rates, so times and costs are not known: write rates.json beside main.";
            self.miss("rates", "the project".to_owned(), message.to_owned());
        }
        rows
    }

    fn times(
        &mut self,
        role: Role,
        way: &Way,
        material: Option<&str>,
        thickness: Option<f64>,
        layer: &str,
    ) -> Times {
        if self.settings.rates.is_none() {
            return Times::default();
        }
        let thickness = thickness.map(|it| it * self.unit);
        let rates = self.settings.process(role, material, thickness).unwrap_or_default();
        // Speeds are in millimetres a minute.
        let seconds = |length: f64, speed: f64| length * self.unit / speed * 60.0;
        let cut = match way.length > 0.0 {
            // A rate that nothing needs is not missing.
            true => rates.speed.map(|speed| seconds(way.length, speed)),
            false => Some(0.0),
        };
        let rapid = match way.rapid > 0.0 {
            true => rates.rapid_speed.map(|speed| seconds(way.rapid, speed)),
            false => Some(0.0),
        };
        let pierce = rates.pierce_time.map(|time| time * way.pierces as f64);
        for (what, is_there) in
            [("speed", cut.is_some()), ("rapidSpeed", rapid.is_some()), ("pierceTime", pierce.is_some())]
        {
            if !is_there {
                let message = format!(
                    "The time of the layer {} is not known: processes.{}.{what} of rates.json is missing.",
                    quoted(layer),
                    role.name()
                );
                self.miss(what, format!("process {}", role.name()), message);
            }
        }
        let time = cut.zip(rapid).zip(pierce).map(|((cut, rapid), pierce)| cut + rapid + pierce);
        Times { cut_time: cut, pierce_time: pierce, rapid_time: rapid, time }
    }

    fn stock_of_layer(&self, layer: &str) -> Stock {
        let own = self.settings.layers.get(&key(layer));
        own.map_or_else(|| self.settings.stock.clone(), |own| own.stock.or(&self.settings.stock))
    }

    fn resolve(&self, stock: &Stock) -> Made {
        let material = stock.material.as_ref().and_then(|it| it.resolve(self.declarations));
        let thickness = stock.thickness.as_ref().and_then(|it| it.resolve(self.declarations));
        (material, thickness)
    }

    /// Returns what a line is cut out of: by the attributes of its instance, by its block, by its layer, by the drawing.
    fn made_of_line(&mut self, drawing: &Gathered, line: usize) -> Made {
        let line = &drawing.lines[line];
        let (material, thickness) = self.resolve(&self.stock_of_layer(&drawing.layers[line.layer].name));
        let Some(listed) = line.instance.map(|index| &drawing.instances[index]) else {
            return (material, thickness);
        };
        let (own_material, own_thickness) = self.made_of_instance(listed);
        (own_material.or(material), own_thickness.or(thickness))
    }

    fn made_of_instance(&mut self, listed: &Listed) -> Made {
        let value = |tag: &str| {
            let own = listed.attributes.iter().find(|it| it.tag.eq_ignore_ascii_case(tag));
            own.map(|own| own.value.trim().to_owned()).filter(|value| !value.is_empty())
        };
        let (mut material, mut thickness) = (value(MATERIAL_TAG), None);
        if let Some(text) = value(THICKNESS_TAG) {
            thickness = length_of(&text, self.unit);
            if thickness.is_none() {
                let message = format!(
                    "The attribute {THICKNESS_TAG} of the block {} is {}, which is not a length.",
                    quoted(&listed.block),
                    quoted(&text)
                );
                self.miss("thickness", format!("block {}", listed.block), message);
            }
        }
        if let Some(stock) = self.settings.blocks.get(&listed.block) {
            let (other_material, other_thickness) = self.resolve(stock);
            material = material.or(other_material);
            thickness = thickness.or(other_thickness);
        }
        (material, thickness)
    }

    /// Returns the mass of an area, and names what is missing for it.
    fn mass(&mut self, area: f64, (material, thickness): &Made) -> Option<f64> {
        let density = material.as_ref().and_then(|name| self.settings.materials.get(name)?.density);
        let of = match material {
            Some(material) => format!("material {material}"),
            None => "the drawing".to_owned(),
        };
        if material.is_none() {
            let message = "The material is not known: give material in report.json, for all, a layer or a \
                           block, or an attribute MATERIAL of the blocks.";
            self.miss("material", of.clone(), message.to_owned());
        } else if density.is_none() {
            let name = material.as_deref().unwrap_or_default();
            let message = format!(
                "The density of {} is not known: give materials.{}.density in report.json or rates.json, in kg/m³.",
                quoted(name),
                quoted(name)
            );
            self.miss("density", of.clone(), message);
        }
        if thickness.is_none() {
            let message = "The thickness is not known: give thickness in report.json, for all, a layer or a block, or an \
                           attribute THICKNESS of the blocks.";
            self.miss("thickness", of, message.to_owned());
        }
        // Cubic millimetres, of which a cubic metre has 1e9.
        let volume = area * (*thickness)? * self.unit.powi(3);
        Some(volume * density? * 1e-9)
    }

    fn materials(&mut self, rings: &[Ring], areas: &[f64], made: &[Made]) -> Vec<MaterialRow> {
        let mut rows: Vec<MaterialRow> = Vec::new();
        for (index, ring) in rings.iter().enumerate() {
            let is_hole = ring.depth % 2 == 1;
            // A hole is cut out of the part around it, on whatever layer it is drawn.
            let owner = if is_hole { ring.parent.unwrap_or(index) } else { index };
            let (material, thickness) = &made[owner];
            let row = match rows.iter().position(|row| is_same_stock(row, material.as_deref(), *thickness)) {
                Some(at) => &mut rows[at],
                None => {
                    let empty = MaterialRow {
                        material: material.clone(),
                        thickness: *thickness,
                        outlines: 0,
                        holes: 0,
                        area: 0.0,
                        mass: None,
                    };
                    rows.push(empty);
                    let last = rows.len() - 1;
                    &mut rows[last]
                }
            };
            match is_hole {
                true => row.holes += 1,
                false => {
                    row.outlines += 1;
                    row.area += areas[index];
                }
            }
        }
        for row in &mut rows {
            row.mass = self.mass(row.area, &(row.material.clone(), row.thickness));
        }
        rows.sort_by(|one, other| {
            let by_material = one.material.cmp(&other.material);
            by_material.then(one.thickness.unwrap_or(0.0).total_cmp(&other.thickness.unwrap_or(0.0)))
        });
        rows
    }

    /// Counts instances by block and attributes, in the order of their first ones.
    fn parts(&mut self, drawing: &Gathered, rings: &[Ring], areas: &[f64]) -> Vec<PartRow> {
        let mut rows: Vec<PartRow> = Vec::new();
        let mut row_of: Vec<usize> = Vec::with_capacity(drawing.instances.len());
        let mut known: BTreeMap<(String, Vec<(String, String)>), usize> = BTreeMap::new();
        for listed in &drawing.instances {
            let values: Vec<(String, String)> =
                listed.attributes.iter().map(|it| (it.tag.to_string(), it.value.clone())).collect();
            let (block, next) = (listed.block.clone(), rows.len());
            // Instances whose attributes differ are different parts of one block.
            let at = *known.entry((block.clone(), values.clone())).or_insert(next);
            if at == next {
                let (material, thickness) = self.made_of_instance(listed);
                let attributes: Map<String, Value> =
                    values.into_iter().map(|(tag, value)| (tag, value.into())).collect();
                rows.push(PartRow {
                    block,
                    attributes,
                    count: 0,
                    cut_length: 0.0,
                    area: 0.0,
                    material,
                    thickness,
                    mass: None,
                });
            }
            rows[at].count += 1;
            row_of.push(at);
        }
        for line in drawing.lines.iter().filter(|line| drawing.layers[line.layer].role == Role::Cut) {
            if let Some(instance) = line.instance {
                rows[row_of[instance]].cut_length += line.wire.length();
            }
        }
        for (index, ring) in rings.iter().enumerate().filter(|(_, ring)| ring.depth % 2 == 0) {
            let line = &drawing.lines[ring.line];
            if let Some(instance) = line.instance {
                let row = &mut rows[row_of[instance]];
                row.area += areas[index];
                // The attributes and the block come first; the layer of the outline fills in what they leave open.
                if row.material.is_none() || row.thickness.is_none() {
                    let stock = self.stock_of_layer(&drawing.layers[line.layer].name);
                    let (material, thickness) = self.resolve(&stock);
                    row.material = row.material.take().or(material);
                    row.thickness = row.thickness.or(thickness);
                }
            }
        }
        for row in rows.iter_mut().filter(|row| row.area > 0.0) {
            row.mass = self.mass(row.area, &(row.material.clone(), row.thickness));
        }
        rows
    }

    /// Names open lines, which have no area.
    fn note_open(&mut self, drawing: &Gathered, open: &[usize]) {
        if open.is_empty() {
            return;
        }
        let mut names: Vec<&str> = Vec::new();
        for index in open {
            let name = drawing.lines[*index].name.as_str();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let more = match names.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        let listed: Vec<String> = names.iter().take(MAX_NAMED).map(|name| quoted(name)).collect();
        let message = format!(
            "Open lines enclose no area, so what is cut along them counts in none: {}{more}.",
            listed.join(", ")
        );
        self.miss("area", format!("{} open lines", open.len()), message);
    }
}

fn is_same_stock(row: &MaterialRow, material: Option<&str>, thickness: Option<f64>) -> bool {
    let is_as_thick = match (row.thickness, thickness) {
        (Some(one), Some(other)) => is_same_size(one, other),
        (one, other) => one.is_none() && other.is_none(),
    };
    row.material.as_deref() == material && is_as_thick
}

/// Reads a length such as `3`, in the unit of the drawing, or `3 mm`.
fn length_of(text: &str, unit: f64) -> Option<f64> {
    let text = text.trim();
    let end = text.find(|letter: char| letter.is_alphabetic() || letter == '"').unwrap_or(text.len());
    // People write decimals with a comma, too.
    let number: f64 = text[..end].trim().replace(',', ".").parse().ok()?;
    let millimeters = match text[end..].trim() {
        "" => return (number > 0.0 && number.is_finite()).then_some(number),
        "mm" => 1.0,
        "cm" => 10.0,
        "m" => 1000.0,
        "in" | "\"" => 25.4,
        _ => return None,
    };
    (number > 0.0 && number.is_finite()).then_some(number * millimeters / unit)
}

fn processes(layers: &[LayerRow]) -> Vec<ProcessRow> {
    let mut rows = Vec::new();
    for role in PROCESSES {
        let own: Vec<&LayerRow> = layers.iter().filter(|row| row.process == role.name()).collect();
        if own.is_empty() {
            continue;
        }
        rows.push(ProcessRow {
            process: role.name(),
            paths: own.iter().map(|row| row.paths).sum(),
            cut_length: own.iter().map(|row| row.cut_length).sum(),
            pierces: own.iter().map(|row| row.pierces).sum(),
            rapid_length: own.iter().map(|row| row.rapid_length).sum(),
            time: own.iter().map(|row| row.times.time).sum(),
        });
    }
    rows
}

fn sheets(drawing: &Gathered, parts: &[Ring], areas: &[f64]) -> Vec<SheetRow> {
    let mut rows = Vec::new();
    for (name, wires) in &drawing.sheets {
        let lines: Vec<(usize, &Wire)> = wires.iter().map(|wire| (0, wire)).collect();
        // A sheet may have holes, which no part can use.
        let own = rings(&lines, 0.0).rings;
        let net = net_areas(&own);
        let Some(bounds) = own.iter().map(|ring| ring.bounds).reduce(|one, other| one.union(other)) else {
            continue;
        };
        let is_on = |ring: &Ring| {
            // A part counts for the sheet that its middle is on: one that leaves the sheet is still on one sheet
            // only.
            let center = ring.bounds.center();
            own.iter().any(|sheet| sheet.depth == 0 && sheet.holds(center))
        };
        let on = || parts.iter().enumerate().filter(|(_, ring)| ring.depth % 2 == 0 && is_on(ring));
        let (area, used_area) = (net.iter().sum::<f64>(), on().map(|(index, _)| areas[index]).sum::<f64>());
        rows.push(SheetRow {
            name: name.clone(),
            width: bounds.width(),
            height: bounds.height(),
            area,
            outlines: on().count(),
            used_area,
            used: used_area / area,
        });
    }
    rows
}
