//! Tests of the answers that the author of a wrong script reads. `tests/errors/CLASS/CASE.js` is a script with one
//! mistake, and the file `CASE.txt` beside it is the whole answer.

mod case;

use crate::support::TestProject;
use case::{cases, classes, kinds};
use serde_json::{Value, json};

macro_rules! class {
    ($($class:ident,)*) => {
        const TESTED: &[&str] = &[$(stringify!($class)),*];

        $(
            #[test]
            fn $class() {
                read_answers_of(stringify!($class));
            }
        )*
    };
}

class! { limits, modules, names, promises, runtime, syntax, thrown, vocabulary, warnings, }

#[test]
fn error_cases_cover_every_class_and_kind() {
    assert_eq!(classes(), TESTED);
    let count: usize = TESTED.iter().map(|class| cases(class).len()).sum();
    assert!(count >= 80, "{count} cases");
    let covered = kinds();
    for kind in [
        "syntax",
        "reference",
        "type",
        "range",
        "thrown",
        "scene",
        "module",
        "promise",
        "timeout",
        "memory",
        "stack",
        "entities",
        "modules",
        "source_size",
    ] {
        assert!(covered.contains(kind), "a case of the kind {kind}");
    }
}

fn read_answers_of(class: &str) {
    let mut wrong = Vec::new();
    for case in cases(class) {
        let project = TestProject::with_main_and(&case.main, case.options.clone());
        for (name, code) in &case.modules {
            project.write_file(&format!("modules/{name}.js"), code);
        }
        let answer = project.call("run", json!({}));
        project.close();
        let words = longest_text_len(&answer);
        if words > MAX_WORDS_LEN {
            wrong.push(format!("{class}/{}: {words} bytes of words", case.name));
        }
        let answer = show(&answer);
        if std::env::var_os("UPDATE_GENERATED").is_some() {
            case.store(&answer);
        } else if answer != case.expected {
            wrong.push(format!("{class}/{}:\n{answer}\ninstead of\n\n{}", case.name, case.expected));
        }
    }
    assert!(
        wrong.is_empty(),
        "{}\n{} wrong; when they are right, run `npm run generate errors`, and read what changed",
        wrong.join("\n"),
        wrong.len()
    );
}

/// The most bytes of an error with its hint, and of a warning.
const MAX_WORDS_LEN: usize = 1_024;

/// Returns the bytes of the longest text that a model reads: an error with its hint, or a warning.
fn longest_text_len(answer: &Value) -> usize {
    let answer = &answer["answer"];
    let length = |value: &Value| value.as_str().map_or(0, str::len);
    let error = length(&answer["error"]) + length(&answer["errorInfo"]["hint"]);
    let warnings = answer["warnings"].as_array().into_iter().flatten().map(length);
    warnings.fold(error, usize::max)
}

/// Shows the answer as its reader sees it: the sentence, the kind, the frame, the open calls, the hint, the output
/// and the warnings.
fn show(answer: &Value) -> String {
    let answer = &answer["answer"];
    let info = &answer["errorInfo"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut parts = Vec::new();
    match answer["success"].as_bool() {
        Some(true) => parts.push("It runs.".to_owned()),
        _ => parts.push(format!("{}\nkind: {}", text(&answer["error"]), text(&info["kind"]))),
    }
    for part in [&info["frame"], &info["stack"]] {
        parts.extend(part.as_str().map(str::to_owned));
    }
    parts.extend(info["hint"].as_str().map(|hint| format!("hint: {hint}")));
    for (list, name) in [("logs", "printed"), ("warnings", "warning")] {
        let lines = answer[list].as_array().into_iter().flatten();
        parts.extend(lines.map(|line| format!("{name}: {}", text(line))));
    }
    format!("{}\n", parts.join("\n\n"))
}
