//! The page `docs/errors.md`, written from the table of refusals.

use std::fmt::Write as _;

use super::super::refusal::find;
use super::super::row::Row;
use super::super::rows::{ROWS, USE_OFFERED_NAME};
use super::texts::TEXTS;
use scenewright_error::WarningCode;

const HEAD: &str = "\
# Refusals of the file tools, and warnings

<!-- Written from crates/workspace/src/files/rows.rs and crates/error/src/warning.rs by `npm run generate refusals`. -->

[Warnings](#warnings) are at the end. A tool that refuses has changed nothing. On the wire its answer is

```json
{ \"result\": false, \"behavior\": \"ask\", \"message\": \"…\", \"errorCode\": 7, \"kind\": \"stale_read\", \"meta\": {} }
```

and in TypeScript `{ ok: false, status: 'refused', error: { code, group, message, wireCode?, details?, hint? } }`, where `code` is the
kind and `wireCode` the number. `kind` is always there and never changes its meaning; `errorCode` is there where the tables have a number, which belongs to its tool. Over MCP the text of the
answer is the message, what to do, the code and the kind, and `isError` is true. A name in `{braces}` stands for what the call
brings. Where a row has no name in braces and names a file or a number, the message is an example.

A tool checks in the order of its table. Before the first row come the arguments (`invalid_input`); where the path leads
(`outside_workspace`) and what the host permits (`not_permitted`) come right after the row with code 1.

Where the message of `not_found` offers a name (`Did you mean X?`), what to do is `{offered}`

Messages of `no_match` are followed, after an empty line, by the nearest place in the file with its line numbers and the
reason why it is not the same; those of `ambiguous_match` by the lines of all matches. Every answer over MCP ends with
`What to do: …`, which is `whatToDo` in the object.
";

const TEXTS_HEAD: &str = "
## Full texts

Where the message is the failing part's own, these are the texts. What to do is that of the tool's table where it has a row of the
kind.

| kind | message | what to do |
|---|---|---|
";

const WARNINGS_HEAD: &str = "
## Warnings

A warning is about something that succeeded. In TypeScript each is `{ code, message }`, in the results of projects and of workspaces;
models read the message alone.

| code | meaning |
|---|---|
";

/// Returns the whole page.
fn page() -> String {
    let mut page = HEAD.replace("{offered}", USE_OFFERED_NAME);
    let mut tools: Vec<&str> = Vec::new();
    for row in ROWS {
        if !tools.contains(&row.tool) {
            tools.push(row.tool);
        }
    }
    for tool in tools {
        let title = if tool == "*" { "All tools" } else { tool };
        let _ = write!(page, "\n## {title}\n\n");
        if tool == "*" {
            page.push_str("For a tool that has no row of its own for the kind.\n\n");
        }
        page.push_str("| code | kind | when | message | what to do |\n|---|---|---|---|---|\n");
        for row in ROWS.iter().filter(|row| row.tool == tool) {
            page.push_str(&table_row(row));
        }
    }
    page.push_str(TEXTS_HEAD);
    for (kind, texts) in TEXTS {
        let what_to_do = find("*", *kind).what_to_do;
        for text in *texts {
            let _ = writeln!(page, "| `{}` | ``{text}`` | {what_to_do} |", kind.as_str());
        }
    }
    page.push_str(WARNINGS_HEAD);
    for code in WarningCode::ALL {
        let _ = writeln!(page, "| `{}` | {} |", code.as_str(), code.about());
    }
    page
}

fn table_row(row: &Row) -> String {
    let code = row.code.map_or_else(|| "–".to_owned(), |code| code.to_string());
    let message = row.message.replace('\n', "\\n").replace('|', "\\|");
    format!("| {code} | `{}` | {} | `{message}` | {} |\n", row.kind.as_str(), row.when, row.what_to_do)
}

#[test]
fn errors_page_agrees_with_table_of_refusals() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/errors.md");
    let current = page();
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        std::fs::write(path, &current).expect("docs/errors.md can be written");
    }
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(stored, current, "run `npm run generate refusals` and commit docs/errors.md");
}

#[test]
fn every_refusal_is_found_by_tool_and_kind() {
    for row in ROWS {
        let found = find(row.tool, row.kind);
        assert!(std::ptr::eq(found, row), "{} {}", row.tool, row.kind.as_str());
        assert!(!row.when.is_empty() && !row.what_to_do.is_empty());
    }
}
