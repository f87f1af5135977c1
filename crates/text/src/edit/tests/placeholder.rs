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
        "// existing code",
        "[original content here]",
        "# (unchanged)",
        "// 나머지 코드는 동일",
        "// 기존 코드 유지",
        "# 나머지 부분은 그대로 유지됩니다",
        "// ... 기존 코드 ...",
        "// 既存のコード",
        "// 残りのコードは同じ",
        "// ...既存の実装...",
        "# 残りは変更なし",
        "// 其余代码不变",
        "// 现有代码",
        "// 其他代码保持不变",
        "# ... 其余代码 ...",
        "// 其餘程式碼不變",
        "// bestehender Code",
        "// restlicher Code bleibt gleich",
        "# Rest der Datei bleibt unverändert",
        "// code existant",
        "// le reste du code est inchangé",
        "# reste du fichier inchangé",
        "// código existente",
        "// el resto del código sigue igual",
        "// resto del archivo sin cambios",
    ] {
        let new = format!("fn a() {{\n{line}\n}}\n");
        let expected = Placeholder { line: line.trim().to_owned() };
        assert_eq!(placeholder_added("a.py", "fn a() {\n    1\n}\n", &new), Some(expected), "{line}");
        assert_eq!(placeholder_added("a.py", &new, &new), None, "{line}");
        assert!(placeholder_added("a.py", &new, &new.repeat(2)).is_some(), "{line}");
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
        "// use already existing triangle edge vectors here",
        "...infer Rest extends string[]",
        "# 나머지 항목은 건너뛴다",
        "// 残りの時間を計算する",
        "// 其他函数",
        "// der Rest der Liste",
        "// le reste de la liste",
        "// el resto de la lista",
        "// other functions",
        "// same as above",
        "// previous",
        "// ...and the rest of them too",
        "/* Existing styles */",
        "// original code:",
        "",
    ] {
        assert_eq!(placeholder_added("a.py", "", &format!("a\n{line}\nb\n")), None, "{line}");
    }
}

#[test]
fn dots_alone_are_a_placeholder_where_they_mean_nothing() {
    let text = "a(1)\n...\nb()\n";
    assert!(placeholder_added("src/a.js", "a()\n", text).is_some());
    for path in ["a.py", "a.yaml", "a.c", "notes.md", "Makefile"] {
        assert_eq!(placeholder_added(path, "a()\n", text), None, "{path}");
    }
}

/// Counts the files of a folder that a Write would be refused for. `SCENEWRIGHT_CODE=/folder:/folder cargo nextest run
/// -p scenewright-text false_alarms --no-capture` counts those of other folders.
#[test]
fn false_alarms_are_rare_in_real_code() {
    let own = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join("crates/scene/src");
    let folders = std::env::var("SCENEWRIGHT_CODE").unwrap_or_else(|_| own.display().to_string());
    let mut files = Vec::new();
    folders.split(':').for_each(|folder| retries::collect(std::path::Path::new(folder), &mut files));
    let mut alarms = Vec::new();
    for path in &files {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        if let Some(found) = placeholder_added(&path.to_string_lossy(), "", &text) {
            alarms.push(format!("{}: {}", path.display(), found.line));
        }
    }
    println!("{} files, {} alarms\n{}", files.len(), alarms.len(), alarms.join("\n"));
    assert!(alarms.len() <= files.len() / 10_000 + 1, "{} of {}: {alarms:#?}", alarms.len(), files.len());
}
