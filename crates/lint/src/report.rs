//! Findings as text for people and as SARIF for tools. The input is the JSON that goes to the shell.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::number::mm;
use super::rules::{RULES, Rule};

/// The most names of a finding on one line.
const MAX_NAMES: usize = 6;

/// The most findings of one rule that are listed as text: as many as fit a screen. JSON and SARIF have all.
const MAX_OF_RULE: usize = 20;

/// Returns the findings as lines of text, each with its place.
pub fn text(report: &Value, name: &str) -> String {
    let mut text = String::new();
    let (mut errors, mut warnings) = (0, 0);
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for finding in findings(report) {
        let word = |key: &str| finding[key].as_str().unwrap_or_default();
        *(if word("severity") == "error" { &mut errors } else { &mut warnings }) += 1;
        let count = counts.entry((word("severity"), word("rule"))).or_default();
        *count += 1;
        if *count > MAX_OF_RULE {
            continue;
        }
        text.push_str(&format!("{}: {} [{}]", word("severity"), word("message"), word("rule")));
        let at = |index: usize| mm(finding["at"][index].as_f64().unwrap_or_default());
        text.push_str(&format!("\n  at {}, {}", at(0), at(1)));
        if !word("layer").is_empty() {
            text.push_str(&format!(" on layer {}", word("layer")));
        }
        if !word("layout").is_empty() {
            text.push_str(&format!(" of layout {}", word("layout")));
        }
        let names: Vec<&str> =
            finding["entities"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !names.is_empty() {
            text.push_str(&format!(": {}", names[..names.len().min(MAX_NAMES)].join(", ")));
        }
        if names.len() > MAX_NAMES {
            text.push_str(&format!(" and {} more", names.len() - MAX_NAMES));
        }
        if let Some(limit) = finding["limit"].as_f64().filter(|limit| *limit > 0.0) {
            text.push_str(&format!(" (limit {})", mm(limit)));
        }
        text.push('\n');
    }
    for ((severity, rule), count) in counts.into_iter().filter(|(_, count)| *count > MAX_OF_RULE) {
        let more = count - MAX_OF_RULE;
        text.push_str(&format!("{severity}: {more} more of this rule, which --format json lists [{rule}]\n"));
    }
    for note in notes(report) {
        text.push_str(&format!("note: {note}\n"));
    }
    let count = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    let profile = report["profile"].as_str().unwrap_or_default();
    text.push_str(&match errors + warnings {
        0 => format!("{name}: clean for {profile}\n"),
        _ => format!("{name}: {}, {} for {profile}\n", count(errors, "error"), count(warnings, "warning")),
    });
    text
}

/// Returns the findings in SARIF 2.1.0, for the file of a name.
pub fn sarif(report: &Value, name: &str, version: &str) -> Value {
    let is_used = |rule: &str| findings(report).any(|finding| finding["rule"] == rule);
    // Only rules with findings: `ruleIndex` refers to this list.
    let used: Vec<&Rule> = RULES.iter().filter(|rule| is_used(rule.name)).collect();
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
    let results: Vec<Value> = findings(report)
        .map(|finding| {
            let names = finding["entities"].as_array().into_iter().flatten();
            let places: Vec<Value> = names.map(|name| json!({ "name": name, "kind": "element" })).collect();
            json!({
                "ruleId": finding["rule"],
                "ruleIndex": used.iter().position(|rule| finding["rule"] == rule.name),
                "level": finding["severity"],
                "message": { "text": finding["message"] },
                "locations": [{
                    "physicalLocation": { "artifactLocation": { "uri": name } },
                    "logicalLocations": places,
                }],
                "properties": finding,
            })
        })
        .collect();
    let notes: Vec<Value> =
        notes(report).map(|note| json!({ "level": "note", "message": { "text": note } })).collect();
    let mut log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": "scenewright lint", "version": version, "rules": rules } },
            "results": results,
        }],
    });
    if !notes.is_empty() {
        log["runs"][0]["invocations"] =
            json!([{ "executionSuccessful": true, "toolExecutionNotifications": notes }]);
    }
    log
}

fn notes(report: &Value) -> impl Iterator<Item = &str> {
    report["notes"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn findings(report: &Value) -> impl Iterator<Item = &Value> {
    report["findings"].as_array().into_iter().flatten()
}
