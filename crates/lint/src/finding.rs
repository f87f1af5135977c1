//! The findings of a check.

use std::collections::BTreeMap;

use scenewright_geometry::{Affine, Point};
use serde::Serialize;

use super::plan::Plan;
use super::profile::Settings;
use super::rules::{RULES, Severity, named};

/// The result of a check.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The name of the profile.
    pub profile: &'static str,
    /// The findings, in the order of the rules.
    pub findings: Vec<Finding>,
    /// What was not checked, and why.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One fault at one place.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// The name of the rule.
    pub rule: &'static str,
    /// The severity.
    pub severity: Severity,
    /// A sentence about the fault.
    pub message: String,
    /// The names of the entities, each followed by the insertions that show it.
    pub entities: Vec<String>,
    /// The layer of the first entity.
    pub layer: String,
    /// The sheet of paper that it is on, of a DXF; the others are in the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layout: Option<String>,
    /// The place, in the coordinates of the file or scene.
    pub at: [f64; 2],
    /// The measured value, in millimetres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub measured: Option<f64>,
    /// The limit that it breaks, in millimetres.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
    /// The automatic fix: `join`, `drop` or `outline`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<&'static str>,
    /// The numbers of the affected items.
    #[serde(skip)]
    pub items: Vec<usize>,
    /// The ends that a join brings together, each with the number of its item.
    #[serde(skip)]
    pub ends: Vec<(usize, [f64; 2])>,
    /// True where the names are those of the items alone, so that a fix changes nothing else.
    #[serde(skip)]
    is_named: bool,
}

impl Finding {
    /// Offers an automatic fix, where the items have names to fix them by.
    pub(crate) fn offer(&mut self, fix: &'static str) {
        self.fix = self.is_named.then_some(fix);
    }
}

impl Report {
    /// Adds the findings of a sheet of paper, which are not repaired.
    pub fn add_layout(&mut self, name: &str, sheet: Report) {
        let own = sheet.findings.into_iter();
        self.findings.extend(own.map(|it| Finding { layout: Some(name.to_owned()), fix: None, ..it }));
        sort(&mut self.findings);
    }

    /// Returns the number of findings that are errors.
    pub fn error_count(&self) -> usize {
        self.findings.iter().filter(|finding| finding.severity == Severity::Error).count()
    }
}

/// Sorts findings by their severity, then by their rules.
pub(crate) fn sort(findings: &mut [Finding]) {
    let rank = |rule: &str| RULES.iter().position(|known| known.name == rule);
    findings.sort_by_key(|finding| (std::cmp::Reverse(finding.severity), rank(finding.rule)));
}

/// The number of findings of one rule that are listed for each item of a drawing, and at least: rules about single items stay below
/// it. The number of pairs grows with the square of the number of items, and a person does not read a million of them.
const LISTED_PER_ITEM: usize = 4;
const LISTED_AT_LEAST: usize = 20_000;

/// The findings collected so far.
pub(crate) struct Collector<'a> {
    settings: &'a Settings,
    to_source: Affine,
    pub(crate) findings: Vec<Finding>,
    /// The most findings of one rule that are listed.
    most: usize,
    /// The number of findings of each rule, and the place of the last one.
    counts: BTreeMap<&'static str, (usize, Point)>,
}

/// A fault before it becomes a finding, in millimetres.
pub(crate) struct Fault<'a> {
    pub rule: &'static str,
    pub message: String,
    /// The items, with their names and layers.
    pub items: Vec<(usize, &'a super::plan::Item)>,
    pub at: Point,
    pub measured: Option<f64>,
    pub limit: Option<f64>,
}

impl<'a> Collector<'a> {
    pub(crate) fn new(settings: &'a Settings, plan: &Plan) -> Collector<'a> {
        Collector {
            settings,
            to_source: plan.to_source,
            findings: Vec::new(),
            most: LISTED_AT_LEAST.max(plan.items.len().saturating_mul(LISTED_PER_ITEM)),
            counts: BTreeMap::new(),
        }
    }

    /// Returns the findings, with one more for each rule of which not all are listed.
    pub(crate) fn finish(mut self) -> Vec<Finding> {
        for (rule, (count, place)) in std::mem::take(&mut self.counts) {
            if count <= self.most {
                continue;
            }
            // They are as severe as those that are listed.
            let severity = self.findings.iter().filter(|it| it.rule == rule).map(|it| it.severity).max();
            self.add(Fault {
                rule,
                message: format!("{} more findings of this rule are not listed", count - self.most),
                items: Vec::new(),
                at: place,
                measured: None,
                limit: None,
            });
            if let (Some(last), Some(severity)) = (self.findings.last_mut(), severity) {
                last.severity = severity;
            }
        }
        self.findings
    }

    /// Adds a fault to the findings; `None` if its rule is ignored, or has too many.
    pub(crate) fn add(&mut self, fault: Fault<'_>) -> Option<&mut Finding> {
        if self.settings.ignored.iter().any(|name| name == fault.rule) {
            return None;
        }
        let (count, place) = self.counts.entry(fault.rule).or_insert((0, fault.at));
        *count += 1;
        *place = fault.at;
        if *count > self.most {
            return None;
        }
        let mut entities: Vec<String> = Vec::new();
        for name in fault.items.iter().flat_map(|(_, item)| &item.names) {
            if !entities.contains(name) {
                entities.push(name.clone());
            }
        }
        let at = self.source(fault.at);
        self.findings.push(Finding {
            rule: fault.rule,
            severity: named(fault.rule).severity,
            message: fault.message,
            entities,
            layer: fault.items.first().map_or_else(String::new, |(_, item)| item.layer.clone()),
            layout: None,
            at,
            measured: fault.measured.map(|it| rounded(it, 1e6)),
            limit: fault.limit.map(|it| rounded(it, 1e6)),
            fix: None,
            items: fault.items.iter().map(|(index, _)| *index).collect(),
            ends: Vec::new(),
            is_named: fault.items.iter().all(|(_, item)| item.has_own_name()),
        });
        self.findings.last_mut()
    }

    /// Returns a place in the coordinates of the file.
    pub(crate) fn source(&self, at: Point) -> [f64; 2] {
        let at = self.to_source * at;
        [rounded(at.x, 1e9), rounded(at.y, 1e9)]
    }
}

/// Rounds away digits beyond those of a file; 0 is never negative.
fn rounded(value: f64, steps: f64) -> f64 {
    let scaled = value * steps;
    // Beyond 2^53 there are no decimals to round, and the product could overflow.
    if scaled.abs() > 1e15 { value } else { scaled.round() / steps + 0.0 }
}
