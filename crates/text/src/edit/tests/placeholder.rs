//! Tests of the lines that stand for code that was left out.

use super::*;

#[test]
fn placeholder_line_is_found() {
    for line in [
        "// ... rest of code ...",
        "// ...existing code...",
        "  // … existing code …",
        "# ... existing code ...",
        "/* ... rest of the file unchanged ... */",
        "{/* ... existing items ... */}",
        "<!-- ... rest of the page ... -->",
        "-- ... remaining columns ...",
        "// ...",
        "# …",
        "/* ... */",
        "// [... rest of implementation ...]",
        "// rest of the code remains the same",
        "# (existing methods unchanged)",
        "// existing code here",
        "// rest of code...",
        "// the rest of your code...",
        "... rest of code ...",
        "[... existing code ...]",
        "...rest of the function...",
        "(unchanged methods)",
        "    (rest of the code)",
        "[existing imports]",
        "// (previous implementation)",
        "/* [remaining tests unchanged] */",
        "<rest of the file>",
    ] {
        let new = format!("fn a() {{\n{line}\n}}\n");
        let expected = Placeholder { line: line.trim().to_owned() };
        assert_eq!(placeholder_added("fn a() {\n    1\n}\n", &new), Some(expected), "{line}");
        assert_eq!(placeholder_added(&new, &new), None, "{line}");
        assert!(placeholder_added(&new, &new.repeat(2)).is_some(), "{line}");
    }
}

#[test]
fn ordinary_line_is_not_a_placeholder() {
    for line in [
        "...",
        "    ...",
        "...args",
        "...rest,",
        "...existing",
        "... rest",
        "...(existing ? code : rest),",
        "...code.rest, ...same",
        "[...existing, ...rest]",
        "f(...rest);",
        "// the existing code paths stay fast because nothing here allocates in a loop",
        "// Loading the rest of the code...",
        "// existing code is tested elsewhere",
        "# Wait...",
        "let rest = code; // ... rest of code ...",
        "const same = '... rest of code ...';",
        "//",
        "# []",
        "(a)",
        "(existing)",
        "(same_method)",
        "(remaining - used)",
        "<Rest code={same} />",
        "",
    ] {
        assert_eq!(placeholder_added("", &format!("a\n{line}\nb\n")), None, "{line}");
    }
}
