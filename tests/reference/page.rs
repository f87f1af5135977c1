//! The parts of `docs/reference.md`.

use std::fmt::Write as _;

use scenewright_vocabulary::{Domain, Function};

const HEAD: &str = "\
# Reference

<!-- Written from the table of functions and assets/modules by `npm run generate reference`. -->

The functions that a scene script calls, chapter by chapter, and the modules that come with the package.
[scripting.md](scripting.md) is about the scripts themselves; `describe` gives the same words to agents, and
[scene.d.ts](../scene.d.ts) to editors.

y points up and the origin is the centre. Angles are radians, counter-clockwise, 0 along +x. Lengths are in the scene's unit
(`setUnits`, default mm). A colour is `[r, g, b]` or `[r, g, b, a]` in 0..1, or a CSS colour. Names are unique. A wrong
argument or an unknown name throws.

<!-- pictures -->
In the pictures, what the last lines of an example drew or changed is blue, what was there before is grey, and where
something was is dashed.

<!-- /pictures -->
Comments say what is printed.
";

pub(super) const MODULES: &str = "
## Modules

Import them by name. They can be read like a project's own modules, and not changed; a module of the project wins over one
of the same name here.
";

/// A built-in module of the package.
pub(super) struct Module {
    pub name: String,
    pub text: String,
}

impl Module {
    /// Returns the comment at the top, without its slashes.
    fn head(&self) -> Vec<&str> {
        let lines = self.text.lines().map_while(|line| line.strip_prefix("//"));
        lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect()
    }

    /// Returns the program in the comment at the top.
    pub(super) fn example(&self) -> String {
        let code: Vec<&str> = self.head().into_iter().filter_map(|line| line.strip_prefix("  ")).collect();
        code.join("\n")
    }

    /// Returns the exports: each function as it is called, and the words above it.
    fn exports(&self) -> Vec<(String, String)> {
        let mut exports = Vec::new();
        let mut words = String::new();
        let mut is_comment = false;
        for line in self.text.lines() {
            if line.starts_with("/**") {
                words.clear();
                is_comment = true;
            }
            if is_comment {
                let text = line.trim().trim_start_matches("/**").trim_end_matches("*/");
                let text = text.trim_start_matches('*').trim();
                let space = if words.is_empty() || text.is_empty() { "" } else { " " };
                let _ = write!(words, "{space}{text}");
                is_comment = !line.contains("*/");
            } else if let Some(rest) = line.strip_prefix("export function ") {
                let signature = rest.trim_end_matches(" {").to_owned();
                exports.push((signature, std::mem::take(&mut words)));
            }
        }
        exports
    }
}

/// Returns the text before the first chapter.
pub(super) fn head() -> String {
    let mut out = HEAD.to_owned();
    let chapters = Domain::ALL.map(|domain| format!("[{0}](#{0})", domain.as_str()));
    let _ = write!(out, "\n{} · [modules](#modules)\n", chapters.join(" · "));
    out
}

pub(super) fn chapter_head(domain: Domain) -> String {
    let mut title = domain.as_str().to_owned();
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let (first, rest) = domain.title().split_at(1);
    format!("\n## {title}\n\n{}{rest}.\n", first.to_uppercase())
}

pub(super) fn function(function: &Function, printed: &str) -> String {
    let (name, doc) = (function.name, join_words(function.doc));
    let mut out = format!("\n### {name}\n\n```ts\n{}\n```\n\n{doc}\n", function.signature());
    let _ = write!(out, "\n```js\n{}\n", function.program());
    for line in printed.lines() {
        let _ = writeln!(out, "// {line}");
    }
    let _ = write!(out, "```\n\n![{name}](images/reference/{name}.png)\n");
    out
}

pub(super) fn module(module: &Module) -> String {
    let name = &module.name;
    let mut out = format!("\n### {name}\n\n");
    let mut is_code = false;
    for line in module.head() {
        let code = line.strip_prefix("  ");
        if code.is_some() != is_code {
            is_code = code.is_some();
            out.push_str(if is_code { "```js\n" } else { "```\n" });
        }
        let _ = writeln!(out, "{}", code.unwrap_or(line));
    }
    if is_code {
        out.push_str("```\n");
    }
    let _ = write!(out, "\n![{name}](images/modules/{name}.png)\n\n| function | |\n|---|---|\n");
    for (signature, words) in module.exports() {
        let _ = writeln!(out, "| `{signature}` | {} |", words.replace('|', "\\|"));
    }
    out
}

fn join_words(doc: &str) -> String {
    doc.split_whitespace().collect::<Vec<_>>().join(" ")
}
