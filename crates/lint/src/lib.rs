//! Mistakes for which a workshop would send a drawing back: rules for a drawing from any scene or file.
//!
//! Invariant: a check reads and never changes; the same drawing with the same settings gives the same findings.

mod contours;
mod cutting;
mod design;
mod doubles;
mod edge_math;
mod finding;
mod hinges;
mod measured;
mod number;
mod paper;
mod plan;
mod profile;
mod report;
mod rules;
mod scene_plan;
mod settings_file;

use std::f64::consts::TAU;

use scenewright_geometry::{Bounds, Edge, Point};

pub use design::{Measured, clearances, radii, webs};
pub use finding::{Finding, Report};
pub use plan::{Content, DimensionMark, Item, MeasureOf, Plan, TextMark, is_planned_cut};
pub use profile::{LIMITS, Limits, PROFILES, Profile, Settings};
pub use report::{sarif, text};
pub use rules::{RULES, Rule, Severity};
pub use scene_plan::corners_of;
pub use settings_file::settings_of;

use finding::{Collector, Fault};
use profile::NO_SIZE;

/// A drawing smaller than this, in millimetres, has the wrong unit.
const SMALLEST: f64 = 1.0;

/// A file that states no unit counts as one in millimetres. A drawing smaller than the first length is more likely in inches, and so
/// is one smaller than the second with a hole below the third, or of which half the entities are below the fourth: a plate of the
/// largest sheet in inches, the finest usual tool, and the width of a laser's cut.
const SMALLEST_WITHOUT_UNIT: f64 = 15.0;
const LARGEST_IN_INCHES: f64 = 120.0;
const SMALLEST_HOLE: f64 = 0.8;
const SMALLEST_HALF: f64 = 0.2;

/// The rules about the place and the size of things on a sheet.
const OF_THE_SHEET: [&str; 2] = ["off-page", "small-text"];

/// The sweep from which an arc is a circle, but for rounding.
const FULL_TURN: f64 = TAU - 1e-9;

/// Checks a drawing.
pub fn check(plan: &Plan, settings: &Settings) -> Report {
    let mut collector = Collector::new(settings, plan);
    without_size(plan, settings, &mut collector);
    units(plan, settings, &mut collector);
    if settings.profile.is_cutting() {
        cutting::check(plan, settings, &mut collector);
    } else {
        twice(plan, &mut collector);
        paper::check(plan, settings, &mut collector);
        measured::check(plan, settings, &mut collector);
    }
    let mut findings = collector.finish();
    // The drawing that views show has its own findings, but for those that its place on the sheet makes.
    findings.retain(|finding| {
        OF_THE_SHEET.contains(&finding.rule)
            || finding.items.is_empty()
            || finding.items.iter().any(|item| *item < plan.own_items)
    });
    finding::sort(&mut findings);
    Report { profile: settings.profile.name(), findings, notes: Vec::new() }
}

fn without_size(plan: &Plan, settings: &Settings, collector: &mut Collector<'_>) {
    for (index, item) in plan.items.iter().enumerate().filter(|(_, item)| !item.is_annotation) {
        let place = match &item.content {
            Content::Nothing(at) => *at,
            Content::Outline(wires) => {
                let length: f64 = wires.iter().map(|wire| wire.length()).sum();
                match wires.first() {
                    Some(wire) if length <= NO_SIZE => wire.start(),
                    _ => continue,
                }
            }
            _ => continue,
        };
        let finding = collector.add(Fault {
            rule: "zero-length",
            message: "it has no size".to_owned(),
            items: vec![(index, item)],
            at: place,
            measured: Some(0.0),
            limit: Some(settings.limits.edge),
        });
        if let Some(finding) = finding {
            finding.offer("drop");
        }
    }
}

fn units(plan: &Plan, settings: &Settings, collector: &mut Collector<'_>) {
    if settings.profile == Profile::Drawing {
        return;
    }
    let mut all: Option<Bounds> = None;
    let mut largest: Option<(f64, usize)> = None;
    let mut smallest_hole = f64::INFINITY;
    let (mut count, mut small) = (0_usize, 0_usize);
    for (index, item) in plan.items.iter().enumerate() {
        if !matches!(item.content, Content::Outline(_)) || item.part_of.is_some() {
            continue;
        }
        let edges: Vec<Edge> = item.wires().iter().flat_map(|wire| wire.edges(1.0)).collect();
        let Some(own) = edges.iter().map(edge_math::bounds).reduce(Bounds::union) else { continue };
        all = Some(all.map_or(own, |all| all.union(own)));
        let size = own.width().max(own.height());
        count += 1;
        small += usize::from(size < SMALLEST_HALF);
        if largest.is_none_or(|(known, _)| size > known) {
            largest = Some((size, index));
        }
        let turns = edges.iter().filter_map(|edge| edge.arc).filter(|arc| arc.sweep.abs() >= FULL_TURN);
        smallest_hole = turns.map(|arc| 2.0 * arc.radius).fold(smallest_hole, f64::min);
    }
    let (Some(all), Some((_, index))) = (all, largest) else { return };
    let size = all.width().max(all.height());
    // On paper a house in 1:50 is as large as its page.
    let size = if settings.profile == Profile::Print { size / plan.drawing_scale } else { size };
    let is_large = size >= settings.limits.plate;
    let is_small = size < SMALLEST;
    // An SVG without a unit is in pixels.
    let has_fine_parts = smallest_hole < SMALLEST_HOLE || 2 * small > count;
    let may_be_inches = !plan.has_unit
        && plan.to_source.a == 1.0
        && (size < SMALLEST_WITHOUT_UNIT || (size < LARGEST_IN_INCHES && has_fine_parts));
    let (message, limit) = if is_large {
        let metres = number::mm(size / 1000.0);
        (format!("the drawing is {metres} m large: is its unit right?"), Some(settings.limits.plate))
    } else if is_small {
        (format!("the drawing is {} mm large: is its unit right?", number::mm(size)), Some(SMALLEST))
    } else if may_be_inches {
        let message = format!(
            "the file states no unit, and the drawing is {} large: are its numbers inches?",
            number::mm(size)
        );
        (message, None)
    } else {
        return;
    };
    let item = &plan.items[index];
    let finding = collector.add(Fault {
        rule: "suspicious-units",
        message,
        items: vec![(index, item)],
        at: cutting::place_of(item).unwrap_or(Point::ORIGIN),
        measured: Some(size),
        limit,
    });
    // Small things are drawn in millimetres too.
    if let Some(finding) = finding.filter(|_| !is_large && !is_small) {
        finding.severity = Severity::Warning;
    }
}

/// Reports lines that are drawn twice on paper, where it is hardly visible.
fn twice(plan: &Plan, collector: &mut Collector<'_>) {
    let strands = contours::strands(&plan.items, |_| profile::LayerUse::Unknown, 0.0);
    for double in doubles::doubles(&strands).found.iter().filter(|double| double.is_whole) {
        let items = [double.strands[1], double.strands[0]].map(|strand| {
            let index = strands[strand].item;
            (index, &plan.items[index])
        });
        // Areas on top of each other look like one.
        if items.iter().all(|(_, item)| item.fill.is_some()) {
            continue;
        }
        let finding = collector.add(Fault {
            rule: "duplicate-line",
            message: "the same line is drawn twice".to_owned(),
            items: items.to_vec(),
            at: double.at,
            measured: Some(double.length),
            limit: None,
        });
        if let Some(finding) = finding {
            finding.severity = Severity::Warning;
            if double.is_item {
                finding.offer("drop");
            }
        }
    }
}

#[cfg(test)]
mod tests;
