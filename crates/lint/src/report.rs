//! Findings for people, and for tools that read SARIF.

use serde_json::{Value, json};

use super::finding::Report;
use super::number::mm;
use super::rules::{RULES, Severity};

/// Returns the findings as lines of text, each with its place.
pub fn text(report: &Report, name: &str) -> String {
    let mut text = String::new();
    for finding in &report.findings {
        let severity = if finding.severity == Severity::Error { "error" } else { "warning" };
        let [x, y] = finding.at;
        text.push_str(&format!("{severity}: {} [{}]", finding.message, finding.rule));
        text.push_str(&format!("\n  at {}, {}", mm(x), mm(y)));
        if !finding.layer.is_empty() {
            text.push_str(&format!(" on layer {}", finding.layer));
        }
        if !finding.entities.is_empty() {
            const MOST: usize = 6;
            let more = finding.entities.len().saturating_sub(MOST);
            let shown = finding.entities.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
            text.push_str(&format!(": {shown}"));
            if more > 0 {
                text.push_str(&format!(" and {more} more"));
            }
        }
        if let Some(limit) = finding.limit.filter(|limit| *limit > 0.0) {
            text.push_str(&format!(" (limit {})", mm(limit)));
        }
        text.push('\n');
    }
    let errors = report.error_count();
    let warnings = report.findings.len() - errors;
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    text.push_str(&match report.findings.len() {
        0 => format!("{name}: clean for {}\n", report.profile),
        _ => format!("{name}: {}, {} for {}\n", count(errors, "error"), count(warnings, "warning"), report.profile),
    });
    text
}

/// Returns the findings in SARIF 2.1.0, for the file of a name.
pub fn sarif(report: &Report, name: &str, version: &str) -> Value {
    let used: Vec<&super::Rule> =
        RULES.iter().filter(|rule| report.findings.iter().any(|finding| finding.rule == rule.name)).collect();
    let rules: Vec<Value> = used
        .iter()
        .map(|rule| {
            json!({
                "id": rule.name,
                "shortDescription": { "text": rule.finds },
                "fullDescription": { "text": rule.why },
            })
        })
        .collect();
    let results: Vec<Value> = report
        .findings
        .iter()
        .map(|finding| {
            let level = if finding.severity == Severity::Error { "error" } else { "warning" };
            let places: Vec<Value> =
                finding.entities.iter().map(|entity| json!({ "name": entity, "kind": "element" })).collect();
            json!({
                "ruleId": finding.rule,
                "ruleIndex": used.iter().position(|rule| rule.name == finding.rule),
                "level": level,
                "message": { "text": finding.message },
                "locations": [{
                    "physicalLocation": { "artifactLocation": { "uri": name } },
                    "logicalLocations": places,
                }],
                "properties": finding,
            })
        })
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "scenewright lint", "version": version, "rules": rules } },
            "results": results,
        }],
    })
}
