//! Tests of the lines that stand for code that was left out.

use super::*;

#[test]
fn placeholder_line_is_found() {
    for line in [
        "// ... rest of code ...",
        "// ... other match arms ...",
        "// ... getters and setters ...",
        "-- rest of the query unchanged",
        "{/* existing content */}",
        "{/* 기존 내용 */}",
        "// unchanged",
        "# same as before",
        "// omis par souci de concision",
        "// 保持原有逻辑不变",
        "// den bestehenden Code beibehalten",
        "// hier bestehenden Code einfügen",
        "// restlichen Code beibehalten",
        "// les autres fonctions restent inchangées",
        "// même code que précédemment",
        "// las demás funciones permanecen igual",
        "// las otras funciones no cambian",
        "// 나머지 메서드는 변경하지 않음",
        "# 이 아래는 동일",
        "// 元のコードのまま",
        "// 後のコードは省略",
        "// 그 외 코드는 동일합니다",
        "// 其他不变",
        "// Everything below is unchanged",
        "// the following code is unchanged",
        "// etc. rest unchanged",
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
        "// keep the rest as is",
        "# all other functions stay as they are",
        "// der Rest bleibt wie er ist",
        "// 2 methods unchanged",
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
        "// rest of the component",
        "# rest of the script",
        "<!-- rest of the HTML -->",
        "// === existing code ===",
        "/* --- rest of the code --- */",
        "{{existing code}}",
        "... (unchanged)",
        "# ... (previous code)",
        "// ... (other imports)",
        "// ... no changes ...",
        "// ... more code ...",
        "// code omitted for brevity",
        "// omitted for brevity",
        "// original code here",
        "// <snip>",
        "// 이하 동일",
        "// 이하 생략",
        "// 중략",
        "// 나머지 부분은 변경되지 않음",
        "// 以下省略",
        "// 以下同じ",
        "// 中略",
        "// 前略",
        "// ... 중간 생략 ...",
        "// 이전과 동일",
        "// 与之前相同",
        "// 以前と同じ",
        "// Add the rest of your code here",
        "// 以降は変更なし",
        "// 残りのコードはそのままです",
        "// 此处省略",
        "// 以下代码不变",
        "// 后面的代码不变",
        "// 剩余部分与原来相同",
        "// 未修改的代码",
        "// 原来的代码",
        "// Code wie zuvor",
        "// ... wie bisher ...",
        "// Rest wie gehabt",
        "// Rest der Datei",
        "// bisheriger Code",
        "// suite du code",
        "// le reste du fichier ne change pas",
        "// code précédent",
        "// código sin cambios",
        "// el resto del código no cambia",
        "// aquí va el código existente",
        "// mantener código existente",
        "// ...same as before",
        "// ... previous code",
        "// ... other imports",
        "// TODO: rest of the code",
        "// lines 20-50 unchanged",
        "// (lines 10–20 omitted)",
        "// ... 50 more lines",
        "// unchanged from here",
        "// code continues",
        "// The other functions are unchanged",
        "// everything else stays the same",
        "// details omitted for brevity",
        "(rest of the document remains unchanged)",
        "{/* existing JSX */}",
        "// hier steht der bestehende Code",
        "[Originalinhalt hier]",
        "// Code gekürzt",
        "// aus Platzgründen weggelassen",
        "<!-- restlicher Inhalt -->",
        "// alles andere bleibt gleich",
        "// andere Methoden bleiben unverändert",
        "// gleicher Code wie vorher",
        "// omis pour plus de brièveté",
        "// autres méthodes inchangées",
        "<!-- reste du contenu -->",
        "// votre code existant ici",
        "// même code qu'avant",
        "// omitido por brevedad",
        "// continúa el código",
        "// el resto queda igual",
        "// tu código existente aquí",
        "// código sin modificar",
        "// 나머지 내용",
        "// 변경되지 않은 코드",
        "# 나머지 코드는 그대로 둡니다",
        "// 前のコードと同じ",
        "// それ以外は同じ",
        "<!-- 残りの内容 -->",
        "// 其余代码与原来一致",
        "// 中间代码省略",
        "// 后续代码保持不变",
        "// 此處省略",
        "// 這裡是原本的程式碼",
        "// 其餘內容不變",
        "// 既有程式碼",
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
        "// unchanged lines are skipped",
        "// No more remaining code, continue",
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
        "// +0.0 remains unchanged",
        "// leave the code as is",
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
        "// file unchanged",
        "//     ...code...",
        "// ... many other fields ...",
        "/* ... other platforms elided ... */",
        "...[",
        "// same code as above",
        "// previous code",
        "// more code",
        "// omitted",
        "// skipped",
        "// --- Existing styles ---",
        "// 既存のファイル",
        "// 変更なし",
        "// 保持不变",
        "// 変更なしの場合は何もしない",
        "// 省略可能な引数",
        "// 생략 가능한 인자",
        "# 以下是测试",
        "// 以下の関数は遅い",
        "// wie bisher",
        "// sin cambios",
        "// más código",
        "[unchanged]",
        "// [more below]",
        "// unchanged.",
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

#[test]
fn sentences_and_examples_are_no_placeholders() {
    let end = "// Checks that a bundle is in a valid state to be processed by the\n// rest of the code.\nfunction f() {}\n";
    assert_eq!(placeholder_added("a.js", "", end), None);
    assert!(placeholder_added("a.js", "", "// Done.\n// rest of the code.\n").is_some());
    assert_eq!(placeholder_added("a.js", "", "// The order of the rows is\n// unchanged\nf();\n"), None);
    // A tutorial leaves out what its readers have; the document itself is left out outside of examples.
    for (path, text) in [
        ("a.md", "Add a line:\n\n```js\nf()\n// existing code omitted\n```\n"),
        ("a.rst", ".. code-block:: python\n\n    import a\n    # existing code omitted\n"),
        ("a.html", "<p>Add:</p>\n<pre><code>f()\n// ... rest of the code ...\n</code></pre>\n"),
        ("A.pm", "package A;\n\n=head1 USE\n\n    use A;\n    # ... rest of the code ...\n\n=cut\n\n1;\n"),
    ] {
        assert_eq!(placeholder_added(path, "", text), None, "{path}");
    }
    assert!(placeholder_added("a.md", "", "# Title\n\n[rest of the document unchanged]\n").is_some());
    assert!(placeholder_added("a.md", "", "```js\nf()\n```\n\n<!-- rest of the page -->\n").is_some());
    let page = "<pre>f()</pre>\n<script>\n// ... rest of the code ...\n</script>\n";
    assert!(placeholder_added("a.html", "", page).is_some());
    assert!(placeholder_added("A.pm", "", "=head1 A\n\n=cut\n\n# ... rest of the code ...\n").is_some());
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
