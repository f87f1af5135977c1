//! Modules shipped with the package: they can be read and imported, and not changed.

use std::fmt::Write as _;

use scenewright_script::BUILTIN_MODULES;

/// Lists the modules, one per line, each with the first sentence of its text.
pub(crate) fn overview() -> String {
    let mut out = String::from("Built-in modules (describe {\"file\": \"gears\"} lists what one exports):\n");
    for (name, text) in BUILTIN_MODULES {
        let sentence = text.lines().next().and_then(|line| line.strip_prefix("// ")).unwrap_or_default();
        let _ = writeln!(out, "  {name}: {sentence}");
    }
    out
}

/// Returns the modules' functions of that name, as `describe` shows them; `None` where there are none.
pub(crate) fn function(name: &str) -> Option<String> {
    let pages: Vec<String> = BUILTIN_MODULES
        .iter()
        .filter_map(|(module, text)| {
            let export = format!("export function {name}(");
            // The modules are formatted by us: an exported function begins its line, and its signature is on that
            // line.
            let start = text.lines().position(|line| line.starts_with(&export))?;
            let lines: Vec<&str> = text.lines().collect();
            let signature = lines[start].trim_start_matches("export function ").trim_end_matches(" {");
            Some(format!(
                "{signature}\n\nimport {{ {name} }} from \"{module}\"\n\n{}\n\n{}",
                comment_above(&lines[..start]),
                head(text)
            ))
        })
        .collect();
    (!pages.is_empty()).then(|| pages.join("\n\n"))
}

/// Returns the names of all functions that the modules export.
pub(crate) fn function_names() -> impl Iterator<Item = &'static str> {
    let lines = BUILTIN_MODULES.iter().flat_map(|(_, text)| text.lines());
    lines.filter_map(|line| line.strip_prefix("export function ")?.split('(').next())
}

/// Returns the words of the comment that ends right above, on one line.
fn comment_above(lines: &[&str]) -> String {
    let is_comment = |line: &&&str| {
        let line = line.trim_start();
        line.starts_with("/**") || line.starts_with('*') || line.starts_with("//")
    };
    let mut comment: Vec<&str> = lines.iter().rev().take_while(is_comment).copied().collect();
    comment.reverse();
    let words = |line: &str| {
        let line = line.trim().trim_start_matches("/**").trim_start_matches("//").trim_end_matches("*/");
        line.trim_start_matches('*').trim().to_owned()
    };
    comment.into_iter().map(words).collect::<Vec<_>>().join(" ").trim().to_owned()
}

/// Returns the comment that a module begins with: its options and an example.
fn head(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn page_of_a_function_has_signature_import_words_and_options() {
        let page = function("spurGear").unwrap();
        assert!(
            page.starts_with("spurGear(name, x, y, options)\n\nimport { spurGear } from \"gears\"\n\n"),
            "{page}"
        );
        assert!(page.contains("Options of a gear: module, teeth"), "{page}");
        // Two modules have a box.
        let page = function("box").unwrap();
        assert!(page.contains("from \"isometric\"") && page.contains("from \"joints\""), "{page}");
        assert_eq!(function("spurgear"), None);
        assert!(function_names().all(|name| function(name).is_some()));
        assert!(function_names().any(|name| name == "boltCircle"));
    }
}
