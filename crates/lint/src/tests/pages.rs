//! The pages of the rules in `docs/lint`, written from the table of rules.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::*;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/lint")
}

fn page(rule: &Rule) -> String {
    let severity = if rule.severity == Severity::Error { "error" } else { "warning" };
    let mut page = format!("# {}\n\n{}\n\n", rule.name, rule.finds);
    let _ = writeln!(
        page,
        "![A drawing that breaks the rule, with the place circled](images/{}.svg)\n",
        rule.name
    );
    let _ = writeln!(page, "{}\n", rule.why);
    let _ = writeln!(
        page,
        "| | |\n|---|---|\n| severity | {severity} |\n| profiles | {} |",
        rule.profiles.join(", ")
    );
    let fix = rule.fix.unwrap_or("none: somebody must decide");
    let _ = writeln!(page, "| fix without a decision | {fix} |\n\n[All rules](README.md)");
    page
}

fn index() -> String {
    let mut index =
        "# Rules of the lint\n\n[How to use it](../lint.md). A page for each rule:\n\n".to_owned();
    index.push_str("| rule | severity | profiles | finds |\n|---|---|---|---|\n");
    for rule in RULES {
        let severity = if rule.severity == Severity::Error { "error" } else { "warning" };
        let _ = writeln!(
            index,
            "| [{0}]({0}.md) | {severity} | {1} | {2} |",
            rule.name,
            rule.profiles.join(", "),
            rule.finds
        );
    }
    index.push_str(
        "\n## Limits\n\nIn millimetres, `line` and `text` on paper; set by `--set NAME=MM`, or in `lint.json`.\n\n",
    );
    index.push_str("| limit | laser | cnc | print | drawing | meaning |\n|---|---|---|---|---|---|\n");
    for (name, meaning) in LIMITS {
        let _ = write!(index, "| `{name}` |");
        for (_, profile) in PROFILES {
            let _ = write!(index, " {} |", value(&profile.limits(), name));
        }
        let _ = writeln!(index, " {meaning} |");
    }
    index
}

fn value(limits: &Limits, name: &str) -> String {
    let value = match name {
        "gap" => limits.gap,
        "edge" => limits.edge,
        "web" => limits.web,
        "hole" => limits.hole,
        "radius" => limits.radius,
        "kerf" => limits.kerf,
        "line" => limits.line,
        "text" => limits.text,
        "contrast" => limits.contrast,
        "plate" => limits.plate,
        _ => return "–".to_owned(),
    };
    value.to_string()
}

#[test]
fn every_rule_has_its_page() {
    let mut expected = vec![("README.md".to_owned(), index())];
    expected.extend(RULES.iter().map(|rule| (format!("{}.md", rule.name), page(rule))));
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        fs::create_dir_all(folder()).unwrap();
        for (name, text) in &expected {
            fs::write(folder().join(name), text).unwrap();
        }
    }
    for (name, text) in expected {
        let found = fs::read_to_string(folder().join(&name)).unwrap_or_default();
        assert!(found == text, "docs/lint/{name} is not up to date: npm run generate lint");
    }
}
