//! The tool `Grep`.

use std::borrow::Cow;
use std::path::Path;

use serde_json::{Value, json};

use super::call::{FileCall, Refused};
use super::other_forms::{
    GUESSING_TIME, in_any_case, literal, other_expressions, other_patterns, without_carriage_returns,
};
use super::outcome::{Done, Ending, MAX_SHOWN_LEN, Outcome, count, display, utf16_len};
use super::refusal::Refusal;
use super::searching::{Search, TRUNCATED, notes_text, seconds};
use scenewright_error::{Error, Kind, Result, quote, show_line, show_name};
use scenewright_fs::{SearchPlace, path_text};
use scenewright_text::pattern_of_both_forms;
use scenewright_tools::search::{
    Case, GrepFilesOptions, GrepFilesResult, GrepOutput, Sort, grep_files, split_patterns,
};

const DEFAULT_LINES: usize = 1_000;

/// The row between lines that do not follow each other.
const SEPARATOR: &str = "--";

/// The most bytes of an invalid expression that is looked for as it is: a longer one would fill the answer.
const MAX_LITERAL: usize = 200;

pub(super) fn grep(call: &FileCall<'_>) -> Outcome {
    let search = Search::start(call);
    let arguments = call.arguments;
    let places = [search.place()?];
    let include = one_include(call)?.map(|given| split_patterns(&given)).unwrap_or_default();
    let include: Vec<String> = include
        .into_iter()
        .map(|pattern| beneath_place(call, &places[0], pattern))
        .collect::<Refused<_>>()?;
    // `-A` and `-B` count more than `-C`, as in grep itself.
    let around = arguments.whole("-C").or(arguments.whole("context"));
    let output = match arguments.optional_text("output_mode") {
        Some("content") => GrepOutput::Content,
        Some("count") => GrepOutput::Count,
        _ => GrepOutput::FilesWithMatches,
    };
    // Lists of names and counts have no limit of their own: they are short, and cut by the
    // characters that a model is shown.
    let default_limit = (output == GrepOutput::Content).then_some(DEFAULT_LINES);
    let permissions = search.permissions();
    let run = |pattern: &str, include: &[String]| {
        // Composed and decomposed letters look the same, and files have either: old disks of macOS decompose
        // names.
        let both = pattern_of_both_forms(pattern);
        search.interruptible(|interrupt| {
            let options = GrepFilesOptions {
                places: &places,
                rules: Some(search.rules()),
                hidden: arguments.flag("hidden"),
                include,
                // `.ts` and `*.ts` are the type `ts`.
                file_type: arguments.optional_text("type").map(|name| name.trim_start_matches(['*', '.'])),
                output,
                before: arguments.whole("-B").or(around).unwrap_or(0),
                after: arguments.whole("-A").or(around).unwrap_or(0),
                case: case_of(call),
                multiline: arguments.flag("multiline"),
                only_matching: arguments.flag("-o"),
                sort: match arguments.optional_text("sort") {
                    Some("path") => Sort::Path,
                    _ => Sort::Newest,
                },
                head_limit: arguments.whole("head_limit").or(default_limit),
                offset: arguments.whole("offset").unwrap_or(0),
                permits: &|file| permissions.grants(file.root, &file.path),
                interrupt,
            };
            grep_files(&call.session.shared.root_set, both.as_deref().unwrap_or(pattern), &options)
        })
    };
    let given = arguments.text("pattern");
    let pattern = match arguments.flag("multiline") {
        true => given.to_owned(),
        false => without_carriage_returns(given),
    };
    let pattern = &*pattern;
    let mut found = run(pattern, &include).map_err(|error| {
        let as_literal = error.message.starts_with("The pattern is not a valid regular expression");
        let refusal = call.search_failed(error, &places[0]);
        match as_literal {
            true => with_literal(call, &places[0], *refusal, pattern, |expression| run(expression, &include)),
            false => refusal,
        }
    })?;
    let mut notes = Vec::new();
    // Only where a whole search found nothing: a search that ran out of time would just do so
    // again.
    if found.total_files == 0 && found.partial.is_empty() {
        // An attempt is silent where it fails: the first, as it was asked for, is then the answer.
        let attempt = |expression: &str, files: &[String]| {
            let is_soon = search.elapsed() <= GUESSING_TIME;
            is_soon.then(|| run(expression, files).ok()).flatten().filter(|other| other.total_files > 0)
        };
        let root = call.session.paths.root_name();
        match found_otherwise(pattern, &include, &root, attempt) {
            Some((other, note)) => {
                found = other;
                notes.push(note);
            }
            // Where the time is over nothing is known.
            None if search.elapsed() > GUESSING_TIME => {}
            None => {
                let (case, is_parts) = (case_of(call), arguments.flag("-o"));
                notes.extend(cause_of_nothing(pattern, &include, (case, is_parts), attempt));
            }
        }
    }
    search.hide_troubles(&mut found.partial);
    let mut done = build_answer(call, &search, output, &found);
    done.notes = notes;
    Ok(done)
}

/// Names, in the refusal of an invalid expression, the expression that matches its text alone, and whatever else is wrong.
fn with_literal(
    call: &FileCall<'_>,
    place: &SearchPlace,
    mut refusal: Refusal,
    pattern: &str,
    run: impl Fn(&str) -> Result<GrepFilesResult>,
) -> Box<Refusal> {
    if pattern.len() > MAX_LITERAL {
        return Box::new(refusal);
    }
    let expression = literal(pattern);
    let more = match run(&expression) {
        Ok(found) if found.total_files > 0 => {
            format!(
                "As the literal text it is `{}`, which is found in {}.",
                quote(&expression),
                files_of(&found)
            )
        }
        Ok(_) => format!("As the literal text it is `{}`, which is in no file.", quote(&expression)),
        // The pattern of files or the place is wrong too.
        Err(error) => call.search_failed(error, place).error.message.clone(),
    };
    if more != refusal.error.message {
        refusal.error.message.push_str(&format!("\n{more}"));
    }
    Box::new(refusal)
}

/// Searches with other forms of the expression and of the patterns of files, the likelier ones first, and returns what the first
/// one finds, with a note that names it.
fn found_otherwise(
    pattern: &str,
    include: &[String],
    root: &str,
    attempt: impl Fn(&str, &[String]) -> Option<GrepFilesResult>,
) -> Option<(GrepFilesResult, String)> {
    let likely: Vec<String> = include.iter().flat_map(|it| other_patterns(it, root)).collect();
    let in_lower_case: Vec<String> = include.iter().map(|it| it.to_lowercase()).collect();
    let in_other_case: Vec<String> = include.iter().filter_map(|it| in_any_case(it)).collect();
    // The files are likelier than the expression to be written in another way.
    let files: Vec<&[String]> = [&*likely, &*in_lower_case, &*in_other_case]
        .into_iter()
        .filter(|it| !it.is_empty() && *it != include)
        .collect();
    let expressions = other_expressions(pattern);
    let with_other_files = files.iter().map(|files| (pattern, *files));
    let with_other_expression = expressions.iter().map(|it| (it.as_str(), include));
    let with_both = expressions.iter().flat_map(|it| files.iter().map(move |files| (it.as_str(), *files)));
    let mut forms = with_other_files.chain(with_other_expression).chain(with_both);
    let (found, expression, used) =
        forms.find_map(|(expression, files)| Some((attempt(expression, files)?, expression, files)))?;
    let of_files = (used != include).then(|| match *used == *in_other_case {
        true => "the files in another letter case".to_owned(),
        false => format!("`{}`", quote(&used.join(", "))),
    });
    let of_expression = (expression != pattern).then(|| format!("`{}`", quote(expression)));
    let forms: Vec<String> = of_expression.into_iter().chain(of_files).collect();
    let note =
        format!("Note: as it was given nothing was found; this was found with {}.", forms.join(" in "));
    Some((found, note))
}

/// Says what it is that fits nothing: the pattern of files, the letter case of the expression, or that it matches no characters where
/// only the parts that match are asked for.
fn cause_of_nothing(
    pattern: &str,
    include: &[String],
    (case, is_parts): (Case, bool),
    attempt: impl Fn(&str, &[String]) -> Option<GrepFilesResult>,
) -> Option<String> {
    // Every line has the empty text, which is no part of one.
    let anything = if is_parts { "." } else { "" };
    if !include.is_empty() && attempt(anything, include).is_none() {
        let without = attempt(pattern, &[])
            .map(|found| format!(" Without it `{}` is found in {}.", quote(pattern), files_of(&found)));
        return Some(format!(
            "Note: no file fits `{}`.{}",
            quote(&include.join(", ")),
            without.unwrap_or_default()
        ));
    }
    if is_parts && attempt(&format!("(?:{pattern}).|.(?:{pattern})"), include).is_some() {
        return Some(
            "Note: the pattern matches places between characters, and -o shows the characters that match: leave -o out."
                .to_owned(),
        );
    }
    if case != Case::Smart || !pattern.contains(char::is_uppercase) {
        return None;
    }
    let found = attempt(&format!("(?i){pattern}"), include)?;
    Some(format!(
        "Note: letter case counts, as the pattern has capitals. With -i: true it is found in {}.",
        files_of(&found)
    ))
}

/// Returns the number of files in which something was found, in words.
fn files_of(found: &GrepFilesResult) -> String {
    count(usize::try_from(found.total_files).unwrap_or(usize::MAX), "file", "files")
}

/// Returns a pattern of files relative to the place that is searched, where it was given as an absolute one.
fn beneath_place(call: &FileCall<'_>, place: &SearchPlace, pattern: String) -> Refused<String> {
    let (mark, path) = pattern.strip_prefix('!').map_or(("", pattern.as_str()), |path| ("!", path));
    if !Path::new(path).is_absolute() {
        return Ok(pattern);
    }
    let roots = call.session.paths.called().iter().filter(|(_, root)| *root == place.root());
    let beneath = roots.filter_map(|(root, _)| {
        let root = path_text(root).into_owned();
        path.strip_prefix(root.trim_end_matches('/'))
            .and_then(|rest| rest.strip_prefix('/'))
            .map(str::to_owned)
    });
    // Where there is no such root, `/src` is what `.gitignore` means by it.
    // The shortest rest belongs to the innermost of the roots that match.
    let Some(beneath) = beneath.min_by_key(String::len) else { return Ok(pattern) };
    let inside = match place.as_str() {
        "" => Some(beneath.as_str()),
        folder => beneath.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')),
    };
    // `./` binds the pattern to the place. Without it `a.rs` would match in every folder beneath.
    Ok(format!("{mark}./{}", inside.unwrap_or(&beneath)))
}

/// Returns the one argument that has two names, `include` and `glob`.
fn one_include(call: &FileCall<'_>) -> Refused<Option<String>> {
    let (include, glob) = (call.arguments.optional_text("include"), call.arguments.optional_text("glob"));
    match (include, glob) {
        (Some(include), Some(glob)) if include != glob => {
            let message = "Grep: include and glob are the same argument; give one of them";
            Err(call.failed(Error::new(Kind::InvalidInput, message)))
        }
        (one, other) => Ok(one.or(other).filter(|pattern| !pattern.is_empty()).map(str::to_owned)),
    }
}

fn case_of(call: &FileCall<'_>) -> Case {
    match (call.arguments.has("-i"), call.arguments.flag("-i")) {
        (false, _) => Case::Smart,
        (true, true) => Case::Insensitive,
        // An explicit `false` is meant: it turns off the smart case that is the default.
        (true, false) => Case::Sensitive,
    }
}

fn build_answer(
    call: &FileCall<'_>,
    search: &Search<'_, '_>,
    output: GrepOutput,
    found: &GrepFilesResult,
) -> Done {
    let files = match output {
        GrepOutput::Content => found.contents.iter().map(|file| search.name_of(&file.file)).collect(),
        _ => found.files.iter().map(|file| search.name_of(file)).collect::<Vec<String>>(),
    };
    let mode = match output {
        GrepOutput::FilesWithMatches => "files_with_matches",
        GrepOutput::Content => "content",
        GrepOutput::Count => "count",
    };
    let mut done = Done::new(
        Ending::Ok,
        json!({
            "mode": mode,
            "filenames": files,
            "numFiles": files.len(),
            "totalFiles": found.total_files,
        }),
    );
    let with_numbers = !call.arguments.has("-n") || call.arguments.flag("-n");
    let shown_names = || files.iter().map(|file| show_name(file));
    let rows = match output {
        GrepOutput::FilesWithMatches => shown_names().map(Cow::into_owned).collect(),
        GrepOutput::Count => {
            done.data.insert("counts".to_owned(), json!(found.counts));
            done.data.insert("numMatches".to_owned(), found.total_matches.into());
            shown_names().zip(&found.counts).map(|(file, number)| format!("{file}:{number}")).collect()
        }
        GrepOutput::Content => {
            done.data.insert("numMatches".to_owned(), found.total_matches.into());
            done.data.insert("lines".to_owned(), lines_json(&files, found));
            content_rows(&files, found, with_numbers)
        }
    };
    let (shown, is_cut) = within(&rows);
    let truncated = found.truncated || is_cut;
    if let Some(next) = found.next_offset {
        done.data.insert("nextOffset".to_owned(), next.into());
    }
    let page = Page::of(call, output, found, shown, truncated);
    done.data.extend(search.notes(&found.skipped, &found.partial, truncated));
    let total = usize::try_from(found.total_files).unwrap_or(usize::MAX);
    let headline = format!("Found {}", count(total, "file", "files"));
    done.assistant = match files.is_empty() {
        true if found.total_files > 0 => page.past_the_end(),
        true if !found.partial.is_empty() => "No files were found so far.".to_owned(),
        true => "No files found".to_owned(),
        false if output == GrepOutput::Content => shown.join("\n"),
        false => format!("{headline}\n{}", shown.join("\n")),
    };
    if truncated {
        done.assistant.push_str(&format!("\n{TRUNCATED}"));
    }
    done.assistant.push_str(&page.text());
    done.assistant.push_str(&notes_text(&found.skipped, &found.partial));
    let headline = format!("{headline} in {}", seconds(search.elapsed()));
    done.display = display(&headline, rows.len(), "line", rows.iter().map(String::as_str));
    done
}

fn lines_json(files: &[String], found: &GrepFilesResult) -> Value {
    let lines = files.iter().zip(&found.contents).flat_map(|(file, content)| {
        content.lines.iter().map(move |line| {
            let mut row = json!({ "file": file, "line": line.number, "text": line.text });
            if !line.is_match {
                row["isContext"] = true.into();
            }
            row
        })
    });
    lines.collect()
}

/// Formats rows as grep prints them: `file:12:text`, `file-13-text` for context, and `--` where lines were left
/// out. Neither a name nor a text can begin a row of its own.
fn content_rows(files: &[String], found: &GrepFilesResult, with_numbers: bool) -> Vec<String> {
    let has_context = found.contents.iter().flat_map(|content| &content.lines).any(|line| !line.is_match);
    let mut rows = Vec::new();
    for (file, content) in files.iter().zip(&found.contents) {
        let file = show_name(file);
        let mut last = None;
        for line in &content.lines {
            let is_next = last.is_some_and(|last: u64| last + 1 == line.number);
            if has_context && !is_next && !rows.is_empty() {
                rows.push(SEPARATOR.to_owned());
            }
            let mark = if line.is_match { ':' } else { '-' };
            let text = show_line(&line.text);
            rows.push(match with_numbers {
                true => format!("{file}{mark}{}{mark}{text}", line.number),
                false => format!("{file}{mark}{text}"),
            });
            last = Some(line.number);
        }
    }
    rows
}

/// The part of all matches that a model is shown.
struct Page<'a> {
    found: &'a GrepFilesResult,
    /// The rows before the page, and on it.
    offset: usize,
    shown: usize,
    /// The noun for the rows.
    rows: &'static str,
    /// The number of rows in all, where it is known: lines of context are not counted.
    total: Option<u64>,
    /// The noun for the counted matches, in all modes but the one for files.
    matches: Option<&'static str>,
    truncated: bool,
    is_count: bool,
}

impl<'a> Page<'a> {
    fn of(
        call: &FileCall<'_>,
        output: GrepOutput,
        found: &'a GrepFilesResult,
        shown: &[String],
        truncated: bool,
    ) -> Page<'a> {
        let is_content = output == GrepOutput::Content;
        let has_context = found.contents.iter().flat_map(|content| &content.lines).any(|line| !line.is_match);
        Page {
            found,
            offset: call.arguments.whole("offset").unwrap_or(0),
            shown: shown.iter().filter(|row| *row != SEPARATOR).count(),
            rows: match (is_content, call.arguments.flag("-o")) {
                (false, _) => "files",
                (true, false) => "lines",
                (true, true) => "matches",
            },
            total: match is_content {
                true => Some(found.total_matches).filter(|_| !has_context),
                false => Some(found.total_files),
            },
            matches: match (output, call.arguments.flag("-o")) {
                (GrepOutput::FilesWithMatches, _) => None,
                (_, false) => Some("matching lines"),
                (_, true) => Some("matches"),
            },
            truncated,
            is_count: output == GrepOutput::Count,
        }
    }

    /// Returns the shown part, the totals, and the offset at which to continue; empty if all is shown and nothing is counted.
    fn text(&self) -> String {
        if self.shown == 0 || (!self.truncated && self.offset == 0 && !self.is_count) {
            return String::new();
        }
        let (first, last) = (self.offset + 1, self.offset + self.shown);
        let mut text = match (self.truncated || self.offset > 0, self.total) {
            (true, Some(total)) => format!("\n(Shown: {} {first}-{last} of {total}.", self.rows),
            (true, None) => format!("\n(Shown: {} {first}-{last}, with context.", self.rows),
            (false, _) => "\n(".to_owned(),
        };
        if let Some(matches) = self.matches {
            let space = if text.ends_with('(') { "" } else { " " };
            let files = count(usize::try_from(self.found.total_files).unwrap_or(usize::MAX), "file", "files");
            text.push_str(&format!("{space}In all: {} {matches} in {files}.", self.found.total_matches));
        }
        if self.truncated {
            text.push_str(&format!(" Continue with offset: {last}."));
        }
        text + ")"
    }

    fn past_the_end(&self) -> String {
        let (offset, rows) = (self.offset, self.rows);
        match self.total {
            Some(total) => format!("No more results: offset {offset} is past the last of {total} {rows}."),
            None => format!("No more results: offset {offset} is past the last of the {rows}."),
        }
    }
}

/// Returns the rows that a model is shown, and true if there are more.
fn within(rows: &[String]) -> (&[String], bool) {
    let mut length = 0;
    let fits = |row: &&String| {
        length += utf16_len(row) + 1;
        length <= MAX_SHOWN_LEN
    };
    let shown = rows.iter().take_while(fits).count().max(rows.len().min(1));
    (&rows[..shown], shown < rows.len())
}
