//! One test of test262: its code, and what the comment at its head says of it.

/// Where the description of a test begins and ends.
const OPENING: &str = "/*---";
const END: &str = "---*/";

/// A test with the parts of its description that decide how it is run.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Case {
    /// The path below `test/`.
    pub path: String,
    pub source: String,
    pub flags: Vec<String>,
    pub includes: Vec<String>,
    pub features: Vec<String>,
    /// The error that it must end with.
    pub negative: Option<Negative>,
}

/// The error that a test must end with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Negative {
    /// True if the code must be refused before it runs.
    pub is_early: bool,
    /// The name of the error, such as `SyntaxError`.
    pub name: String,
}

impl Case {
    /// Reads a test.
    pub(super) fn new(path: &str, source: String) -> Self {
        let head = description(&source);
        let list = |key| list_of(&head, key);
        let negative = line_after(&head, "negative").map(|_| Negative {
            is_early: line_after(&head, "  phase").is_some_and(|phase| phase == "parse" || phase == "early"),
            name: line_after(&head, "  type").unwrap_or_default().to_owned(),
        });
        Case {
            path: path.to_owned(),
            flags: list("flags"),
            includes: list("includes"),
            features: list("features"),
            negative,
            source,
        }
    }

    pub(super) fn has_flag(&self, flag: &str) -> bool {
        self.flags.iter().any(|it| it == flag)
    }

    /// Returns the code to be run, once for each mode that the test is about. `harness` returns the text of a file of the
    /// harness.
    pub(super) fn programs(&self, harness: &dyn Fn(&str) -> String) -> Vec<String> {
        if self.has_flag("raw") {
            return vec![self.source.clone()];
        }
        let mut before = String::new();
        if self.has_flag("async") {
            before.push_str("function print(message) { console.log(message) }\n");
            before.push_str(&harness("doneprintHandle.js"));
        }
        for name in ["assert.js", "sta.js"].into_iter().chain(self.includes.iter().map(String::as_str)) {
            before.push_str(&harness(name));
            before.push('\n');
        }
        let sloppy = || format!("{before}{}", self.source);
        let strict = || format!("'use strict';\n{before}{}", self.source);
        match (self.has_flag("onlyStrict"), self.has_flag("noStrict")) {
            (true, _) => vec![strict()],
            (_, true) => vec![sloppy()],
            _ => vec![sloppy(), strict()],
        }
    }
}

/// Returns the description, with plain line ends.
fn description(source: &str) -> String {
    let head = source.split_once(OPENING).and_then(|(_, rest)| rest.split_once(END));
    head.map_or_else(String::new, |(head, _)| head.replace("\r\n", "\n").replace('\r', "\n"))
}

/// Returns the rest of the line that begins with a key.
fn line_after<'a>(head: &'a str, key: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(':')).map(str::trim)
}

/// Returns a list in either form: `key: [a, b]`, or lines that begin with a hyphen.
fn list_of(head: &str, key: &str) -> Vec<String> {
    let Some(first) = line_after(head, key) else { return Vec::new() };
    let entry = |text: &str| Some(text.trim().to_owned()).filter(|it| !it.is_empty());
    if first.starts_with('[') {
        let rest = &head[head.find(&format!("\n{key}:")).unwrap_or(0)..];
        let inside = rest.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
        return inside.map_or_else(Vec::new, |(inside, _)| inside.split(',').filter_map(entry).collect());
    }
    let lines = head.lines().skip_while(|line| !line.starts_with(&format!("{key}:"))).skip(1);
    lines.map_while(|line| line.trim().strip_prefix("- ")).filter_map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn description_gives_flags_includes_features_and_error() {
        let source = "// A licence.\n/*---\ndescription: >\n  flags: [not, these]\nflags: [async,\n  noStrict]\n\
                      includes:\n  - a.js\n  - b.js\nnegative:\n  phase: parse\n  type: SyntaxError\n---*/\nf()\n";
        let case = Case::new("language/a.js", source.to_owned());
        assert_eq!(case.flags, ["async", "noStrict"]);
        assert_eq!(case.includes, ["a.js", "b.js"]);
        assert_eq!(case.negative, Some(Negative { is_early: true, name: "SyntaxError".to_owned() }));
        assert!(case.features.is_empty());
    }

    #[test]
    fn test_without_mode_runs_in_both() {
        let programs = |flags: &str| {
            let case = Case::new("a.js", format!("/*---\nflags: [{flags}]\n---*/\nf()\n"));
            case.programs(&|name| format!("// {name}\n"))
                .iter()
                .map(|it| it.starts_with("'use strict'"))
                .collect()
        };
        let modes: [Vec<bool>; 4] = ["", "onlyStrict", "noStrict", "raw"].map(programs);
        assert_eq!(modes, [vec![false, true], vec![true], vec![false], vec![false]]);
    }
}
