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

use scenewright_geometry::{Bounds, Point};

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
    let rank = |rule: &str| RULES.iter().position(|known| known.name == rule);
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), rank(finding.rule)));
    Report { profile: settings.profile.name(), findings }
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
    for (index, item) in plan.items.iter().enumerate() {
        if !matches!(item.content, Content::Outline(_)) || item.part_of.is_some() {
            continue;
        }
        let edges = item.wires().iter().flat_map(|wire| wire.edges(1.0));
        let Some(own) = edges.map(|edge| edge_math::bounds(&edge)).reduce(Bounds::union) else { continue };
        all = Some(all.map_or(own, |all| all.union(own)));
        let size = own.width().max(own.height());
        if largest.is_none_or(|(known, _)| size > known) {
            largest = Some((size, index));
        }
    }
    let (Some(all), Some((_, index))) = (all, largest) else { return };
    let size = all.width().max(all.height());
    // On paper a house in 1:50 is as large as its page.
    let size = if settings.profile == Profile::Print { size / plan.drawing_scale } else { size };
    if (SMALLEST..settings.limits.plate).contains(&size) {
        return;
    }
    let item = &plan.items[index];
    let is_large = size >= SMALLEST;
    let in_words = if is_large {
        format!("{} m", number::mm(size / 1000.0))
    } else {
        format!("{} mm", number::mm(size))
    };
    collector.add(Fault {
        rule: "suspicious-units",
        message: format!("the drawing is {in_words} large: is its unit right?"),
        items: vec![(index, item)],
        at: cutting::place_of(item).unwrap_or(Point::ORIGIN),
        measured: Some(size),
        limit: Some(if is_large { settings.limits.plate } else { SMALLEST }),
    });
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
