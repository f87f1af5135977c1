//! A generator of sloppy edits of real code: what a refusal offers is given in a second call, which must change exactly
//! what was meant, or nothing.
//!
//! `SCENEWRIGHT_CODE=/folder:/folder cargo nextest run -p scenewright-text retries --no-capture` takes the files of other
//! folders, prints the table, and takes its seed from `SCENEWRIGHT_SEED`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;

use super::*;

/// The endings of files that are taken.
const CODE: [&str; 35] = [
    "rs", "ts", "js", "mjs", "cjs", "py", "go", "c", "h", "java", "css", "md", "json", "tsx", "cpp", "hpp",
    "cs", "kt", "kts", "swift", "lua", "sql", "yaml", "yml", "toml", "html", "rst", "sh", "vue", "scss",
    "rb", "php", "cc", "jsonnet", "hs",
];
const SEED: u64 = 20_261_125;
/// The most wrong offers that a failure shows.
const SHOWN: usize = 20;

/// The beginning of the names of mistakes in a text that begins and ends in the middle of a line.
const PIECE: &str = "a piece";

/// A mistake in a text, by name: a function from the lines of a block, and those of the file, to the given text.
type Mistake = (&'static str, fn(&[&str], &[&str], &mut Rng) -> Option<String>);

const MISTAKES: [Mistake; 50] = [
    ("a line missing", |block, _, random| {
        let at = inner(block, random)?;
        Some(without(block, at..at + 1))
    }),
    ("two lines missing", |block, _, random| {
        let at = inner(block, random)?;
        (at + 2 < block.len()).then(|| without(block, at..at + 2))
    }),
    ("two lines missing apart", |block, _, random| {
        let (one, other) = (inner(block, random)?, inner(block, random)?);
        let kept = block.iter().enumerate().filter(|(index, _)| *index != one && *index != other);
        (one.abs_diff(other) > 1).then(|| join(kept.map(|(_, line)| *line)))
    }),
    ("two lines swapped", |block, _, random| {
        let (one, other) = (random.usize(0..block.len()), random.usize(0..block.len()));
        let mut lines = block.to_vec();
        lines.swap(one, other);
        Some(join(lines.into_iter()))
    }),
    ("two lines moved", |block, _, random| {
        let mut lines = block.to_vec();
        let at = random.usize(0..block.len() - 1);
        let taken: Vec<&str> = lines.drain(at..at + 2).collect();
        // Empty lines may as well be too many where they are.
        taken.iter().all(|line| !line.trim().is_empty()).then_some(())?;
        let to = random.usize(0..=lines.len());
        lines.splice(to..to, taken);
        Some(join(lines.into_iter()))
    }),
    ("a line too many", |block, _, random| {
        let at = inner(block, random)?;
        Some(with(block, at, "    if (!ready) return cleanUp(all)"))
    }),
    ("a line of the file too many", |block, file, random| {
        let line = file[random.usize(0..file.len())];
        let at = inner(block, random)?;
        let text = (!line.trim().is_empty()).then(|| with(block, at, line))?;
        // An author of a text that equals the file but for a line or two may mean that place too.
        let lines: Vec<&str> = text.split('\n').collect();
        (!stands_with_gaps(&lines, file)).then_some(text)
    }),
    ("a line of the file too many at an edge", |block, file, random| {
        let line = file[random.usize(0..file.len())];
        let at = if random.bool() { 0 } else { block.len() };
        (!line.trim().is_empty()).then(|| with(block, at, line))
    }),
    ("an unknown line at an edge", |block, _, random| {
        let at = if random.bool() { 0 } else { block.len() };
        Some(with(block, at, "    if (!ready) return cleanUp(all)"))
    }),
    ("an empty line too many", |block, _, random| {
        let at = inner(block, random)?;
        Some(with(block, at, ""))
    }),
    ("a word changed", |block, _, random| {
        let at = random.usize(0..block.len());
        Some(put(block, at, &word_changed(block[at], random)?))
    }),
    ("two words changed", |block, _, random| {
        let (one, other) = (random.usize(0..block.len()), random.usize(0..block.len()));
        let once = put(block, one, &word_changed(block[one], random)?);
        let lines: Vec<&str> = once.split('\n').collect();
        (one != other).then_some(())?;
        Some(put(&lines, other, &word_changed(lines[other], random)?))
    }),
    ("the first line wrong", |block, _, random| Some(put(block, 0, &word_changed(block[0], random)?))),
    ("the last line wrong", |block, _, random| {
        let last = block.len() - 1;
        Some(put(block, last, &word_changed(block[last], random)?))
    }),
    ("the first line another", |block, _, _| Some(put(block, 0, "something else altogether"))),
    ("the last line another", |block, _, _| Some(put(block, block.len() - 1, "something else altogether"))),
    ("a line in the middle another", |block, _, random| {
        Some(put(block, inner(block, random)?, "something else altogether"))
    }),
    ("a missing line and a changed word", |block, _, random| {
        let at = inner(block, random)?;
        let rest = without(block, at..at + 1);
        let lines: Vec<&str> = rest.split('\n').collect();
        let other = random.usize(0..lines.len());
        Some(put(&lines, other, &word_changed(lines[other], random)?))
    }),
    ("indentation lost", |block, _, _| Some(join(block.iter().map(|line| line.trim_start())))),
    ("backslashes doubled", |block, _, _| Some(join(block.iter().copied()).replace('\\', "\\\\"))),
    ("quotes escaped", |block, _, _| Some(join(block.iter().copied()).replace('"', "\\\""))),
    ("a fence around it", |block, _, _| Some(format!("```js\n{}\n```", join(block.iter().copied())))),
    ("a fence around a missing line", |block, _, random| {
        let at = inner(block, random)?;
        Some(format!("```\n{}\n```", without(block, at..at + 1)))
    }),
    ("quotes of another kind", |block, _, _| Some(join(block.iter().copied()).replace('"', "'"))),
    ("semicolons left out", |block, _, _| Some(join(block.iter().map(|line| line.trim_end_matches(';'))))),
    ("a letter of another case", |block, _, random| {
        let at = random.usize(0..block.len());
        Some(put(block, at, &block[at].replacen(|it: char| it.is_ascii_lowercase(), "Q", 1)))
    }),
    ("entities", |block, _, _| {
        let text = join(block.iter().copied());
        Some(text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"))
    }),
    ("entities and a missing line", |block, file, random| {
        let at = inner(block, random)?;
        let text = without(block, at..at + 1);
        // Without its entities it may be a text that the file has elsewhere.
        let is_wrong = text.contains(['<', '>']) && !join(file.iter().copied()).contains(&text);
        is_wrong.then(|| text.replace('<', "&lt;").replace('>', "&gt;"))
    }),
    ("escaped as in JSON", |block, _, _| {
        let text = join(block.iter().copied());
        Some(text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t"))
    }),
    ("signs of a diff on the changed line", |block, _, random| {
        let at = inner(block, random)?;
        Some(put(block, at, &format!("-{0}\n+{0} x", block[at])))
    }),
    ("a label above it", |block, _, random| {
        let label = random.choice(["old_string:", "Before:", "// src/a.js", "File: src/a.js"])?;
        Some(format!("{label}\n{}", join(block.iter().copied())))
    }),
    ("an empty line after each line", |block, _, _| Some(block.join("\n\n"))),
    ("two lines on one", |block, _, random| {
        let at = inner(block, random)?;
        let (one, other) = (block[at], block.get(at + 1).filter(|_| at + 2 < block.len())?);
        let is_text = !one.trim().is_empty() && !other.trim().is_empty();
        is_text
            .then(|| put(&[&block[..at], &block[at + 1..]].concat(), at, &format!("{one} {}", other.trim())))
    }),
    ("numbers of a listing with a gap", |block, file, random| {
        let at = inner(block, random)?;
        let first = file.windows(block.len()).position(|window| window == block)?;
        let lines = block.iter().enumerate().filter(|(index, _)| *index != at);
        Some(
            lines
                .map(|(index, line)| format!("{:>6}→{line}", first + index + 1))
                .collect::<Vec<_>>()
                .join("\n"),
        )
    }),
    ("line numbers", |block, _, random| {
        let first = random.usize(1..900);
        let form = random.choice(["L{}: ", "{} | ", "{}→", "     {}→", "{}: ", "{}\t"])?;
        let numbered = block
            .iter()
            .zip(first..)
            .map(|(line, number)| format!("{}{line}", form.replace("{}", &number.to_string())));
        Some(numbered.collect::<Vec<_>>().join("\n"))
    }),
    ("line numbers on some of the lines", |block, file, random| {
        let first = file.windows(block.len()).position(|window| window == block)?;
        Some(numbered_here_and_there(block, first, random))
    }),
    ("line numbers on some and a missing line", |block, file, random| {
        let at = inner(block, random)?;
        let first = file.windows(block.len()).position(|window| window == block)?;
        let numbered = numbered_here_and_there(block, first, random);
        // Without its numbers it may be a text that the file has: of two equal lines at the edge one is missing.
        let is_wrong = !join(file.iter().copied()).contains(&without(block, at..at + 1));
        is_wrong.then(|| without(&numbered.split('\n').collect::<Vec<_>>(), at..at + 1))
    }),
    ("indentation lost and a missing line", |block, _, random| {
        let at = inner(block, random)?;
        let text = without(block, at..at + 1);
        is_indented(&text).then(|| each(&text, |line| line.trim_start().to_owned()))
    }),
    ("indentation lost and a changed word", |block, _, random| {
        let at = random.usize(0..block.len());
        let text = put(block, at, &word_changed(block[at], random)?);
        is_indented(&text).then(|| each(&text, |line| line.trim_start().to_owned()))
    }),
    ("tabs for spaces and a missing line", |block, _, random| {
        let at = inner(block, random)?;
        let text = without(block, at..at + 1);
        let with_tabs = |line: &str| {
            let text = line.trim_start_matches(' ');
            format!("{}{text}", "\t".repeat((line.len() - text.len()).div_ceil(4)))
        };
        is_indented(&text).then(|| each(&text, with_tabs))
    }),
    ("two more spaces and a changed word", |block, _, random| {
        let at = random.usize(0..block.len());
        let text = put(block, at, &word_changed(block[at], random)?);
        let deeper = |line: &str| if line.is_empty() { String::new() } else { format!("  {line}") };
        is_indented(&text).then(|| each(&text, deeper))
    }),
    ("white space at the ends and a missing line", |block, _, random| {
        let at = inner(block, random)?;
        Some(each(&without(block, at..at + 1), |line| format!("{line}  ")))
    }),
    ("typographic quotes and a missing line", |block, file, random| {
        let at = inner(block, random)?;
        let text = without(block, at..at + 1);
        // Without its quotes it may be a text that the file has elsewhere.
        let is_wrong = text.contains(['"', '\'']) && !join(file.iter().copied()).contains(&text);
        is_wrong.then(|| text.replace('"', "”").replace('\'', "’"))
    }),
    ("escaped as in JSON and a missing line", |block, file, random| {
        let at = inner(block, random)?;
        let text = without(block, at..at + 1);
        let escaped =
            || text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\t', "\\t");
        (!join(file.iter().copied()).contains(&text)).then(escaped)
    }),
    ("quotes escaped and a missing line", |block, file, random| {
        let at = inner(block, random)?;
        let text = without(block, at..at + 1);
        let is_wrong = text.contains('"') && !join(file.iter().copied()).contains(&text);
        is_wrong.then(|| text.replace('"', "\\\""))
    }),
    ("a fence around a changed word", |block, _, random| {
        let at = random.usize(0..block.len());
        Some(format!("```ts\n{}\n```", put(block, at, &word_changed(block[at], random)?)))
    }),
    ("line numbers and a changed word", |block, _, random| {
        let (at, first) = (random.usize(0..block.len()), random.usize(1..900));
        let text = put(block, at, &word_changed(block[at], random)?);
        let lines = text.split('\n').zip(first..).map(|(line, number)| format!("{number:>6}→{line}"));
        Some(lines.collect::<Vec<_>>().join("\n"))
    }),
    ("a piece and a missing line", |block, _, random| {
        let at = inner(block, random)?;
        Some(without(block, at..at + 1))
    }),
    ("a piece and a changed word", |block, _, random| {
        let at = inner(block, random)?;
        Some(put(block, at, &word_changed(block[at], random)?))
    }),
    ("a piece and a line too many", |block, _, random| {
        let at = inner(block, random)?;
        Some(with(block, at, "    if (!ready) return cleanUp(all)"))
    }),
];

/// Returns true for lines that a place of the file has in this order, with at most two others between them.
fn stands_with_gaps(lines: &[&str], file: &[&str]) -> bool {
    (0..file.len()).any(|start| {
        let place = &file[start..file.len().min(start + lines.len() + 2)];
        let mut wanted = lines.iter().peekable();
        for line in place {
            if wanted.peek() == Some(&line) {
                wanted.next();
            }
        }
        wanted.peek().is_none()
    })
}

#[derive(Default)]
struct Count {
    tried: usize,
    place: usize,
    right: usize,
    wrong: Vec<String>,
}

#[test]
fn retries_with_the_offered_text_change_the_meant_place_or_nothing() {
    let folders = std::env::var("SCENEWRIGHT_CODE").ok();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folders: Vec<PathBuf> = match &folders {
        Some(folders) => folders.split(':').map(PathBuf::from).collect(),
        None => vec![own.join("crates/scene/src"), own.join("ts"), own.join("docs"), own.join("examples")],
    };
    let rounds = std::env::var("SCENEWRIGHT_ROUNDS").ok().and_then(|it| it.parse().ok()).unwrap_or(25);
    let seed = std::env::var("SCENEWRIGHT_SEED").ok().and_then(|it| it.parse().ok()).unwrap_or(SEED);
    // Each folder has its own numbers, so they can be tried side by side.
    let counted: Vec<_> = std::thread::scope(|scope| {
        let half = folders.len().div_ceil(2);
        let runs = folders.chunks(half).map(|folders| {
            scope.spawn(move || folders.iter().map(|it| run(it, rounds, seed)).collect::<Vec<_>>())
        });
        let runs: Vec<_> = runs.collect();
        runs.into_iter().flat_map(|it| it.join().expect("no panic")).collect()
    });
    let mut wrong: Vec<String> = Vec::new();
    for (folder, mut counts) in folders.iter().zip(counted) {
        let rows = table(folder, seed, &counts);
        if std::env::var("SCENEWRIGHT_CODE").is_ok() {
            println!("{rows}");
        }
        let name = |it: String| format!("{}: {it}", folder.display());
        wrong.extend(counts.values_mut().flat_map(|count| count.wrong.drain(..)).map(name));
    }
    let shown = wrong.iter().take(SHOWN).map(String::as_str).collect::<Vec<_>>().join("\n\n");
    assert!(wrong.is_empty(), "{} wrong\n{shown}", wrong.len());
}

fn run(folder: &Path, rounds: usize, seed: u64) -> BTreeMap<&'static str, Count> {
    let mut random = Rng::with_seed(seed);
    let mut files = Vec::new();
    collect(folder, &mut files);
    assert!(!files.is_empty(), "no files in {}", folder.display());
    files.sort();
    let mut counts: BTreeMap<&'static str, Count> = BTreeMap::new();
    for (name, mistake) in MISTAKES {
        let count = counts.entry(name).or_default();
        for _ in 0..rounds * 8 {
            if count.tried >= rounds {
                break;
            }
            let path = &files[random.usize(0..files.len())];
            let Ok(text) = fs::read_to_string(path) else { continue };
            // As Read shows it: without a byte order mark.
            let text = text.trim_start_matches('\u{feff}').replace("\r\n", "\n");
            attempt(&text, mistake, name.starts_with(PIECE), &mut random, count);
        }
    }
    counts
}

/// Gives a wrong text for a random block of lines, and then what the refusal offers.
fn attempt(
    file: &str,
    mistake: fn(&[&str], &[&str], &mut Rng) -> Option<String>,
    is_piece: bool,
    random: &mut Rng,
    count: &mut Count,
) {
    let lines: Vec<&str> = file.split('\n').collect();
    if lines.len() < 6 || file.contains('\r') {
        return;
    }
    let size = random.usize(3..=20.min(lines.len() - 2));
    let first = random.usize(0..lines.len() - size);
    let mut block = lines[first..first + size].to_vec();
    if is_piece {
        let Some((start, end)) = word_start(block[0], random).zip(word_start(block[size - 1], random)) else {
            return;
        };
        block[0] = &block[0][start..];
        block[size - 1] = block[size - 1][..end].trim_end();
        // The mark of a comment alone is a line of its own.
        if !block[size - 1].contains(char::is_alphanumeric) {
            return;
        }
    }
    let block = &block[..];
    let whole = join(block.iter().copied());
    let is_telling = !block[0].trim().is_empty() && !block[size - 1].trim().is_empty();
    if !is_telling || file.matches(&whole).count() != 1 {
        return;
    }
    let Some(old) = mistake(block, &lines, random).filter(|old| *old != whole) else { return };
    // A line at an edge that is also close by is another mistake: lines between the two are missing.
    let close = lines[first.saturating_sub(4)..first].iter().chain(lines[first + size..].iter().take(4));
    let first_edge = old.split('\n').next().filter(|edge| *edge != block[0]);
    let last_edge = old.rsplit('\n').next().filter(|edge| *edge != block[size - 1]);
    let edges = [first_edge, last_edge];
    let mut close = close;
    if close.any(|line| edges.iter().flatten().any(|edge| edge.trim() == line.trim())) {
        return;
    }
    // Without the fence it may be a text that the file has elsewhere.
    let inside = old.strip_prefix("```\n").and_then(|it| it.strip_suffix("\n```"));
    if inside.is_some_and(|inside| inside != whole && file.contains(inside)) {
        return;
    }
    let document = document(file);
    // Whole lines are given with their line end as often as without.
    let line_end = if random.bool() && !is_piece { "\n" } else { "" };
    // The rest of a line may begin or end as the new text of whole lines does.
    let new = if is_piece { "REPLACED" } else { "const REPLACED = true" };
    let (old, new) = (format!("{old}{line_end}"), format!("{new}{line_end}"));
    let given = Replacement { matching: Matching::ExactOrQuotes, ..replacement(&old, &new) };
    let Err(EditError::NotFound { help }) = replace(&document, &given, Policy::Unique) else { return };
    count.tried += 1;
    let Some(help) = help else { return };
    let squeezed = |text: &str| text.split_whitespace().collect::<String>();
    let is_in_text = |it: &String| squeezed(&old).contains(&squeezed(it)) && squeezed(it) != squeezed(&whole);
    if help.corrected.as_ref().is_some_and(is_in_text) {
        // By chance the file has the wrong text elsewhere, but for white space.
        count.tried -= 1;
        return;
    }
    count.place += usize::from(help.lines == Some((first + 1, first + size)));
    let Some(corrected) = help.corrected else { return };
    let expected = file.replace(&whole, new.trim_end());
    match replace(&document, &replacement(&corrected, &new), Policy::Unique) {
        Ok(applied) if applied.bytes == expected.as_bytes() => count.right += 1,
        Ok(_) => {
            count.wrong.push(format!("for\n{old}\n--- instead of\n{whole}\n--- was offered\n{corrected}"));
        }
        Err(error) => count.wrong.push(format!("{error}\n{corrected}")),
    }
}

fn table(folder: &Path, seed: u64, counts: &BTreeMap<&'static str, Count>) -> String {
    let mut table = format!("{}, seed {seed}\n{:42} tried  place  right  wrong\n", folder.display(), "");
    for (name, count) in counts {
        table.push_str(&format!(
            "{name:42} {:5}  {:5}  {:5}  {:5}\n",
            count.tried,
            count.place,
            count.right,
            count.wrong.len()
        ));
    }
    table
}

pub(super) fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let is_code = || path.extension().is_some_and(|it| CODE.iter().any(|known| it == *known));
        if entry.file_type().is_ok_and(|it| it.is_dir()) {
            collect(&path, files);
        } else if is_code() && entry.metadata().is_ok_and(|it| (200..400_000).contains(&it.len())) {
            files.push(path);
        }
    }
}

fn inner(block: &[&str], random: &mut Rng) -> Option<usize> {
    (block.len() > 2).then(|| random.usize(1..block.len() - 1))
}

fn join<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

fn without(block: &[&str], range: std::ops::Range<usize>) -> String {
    join(block.iter().enumerate().filter(|(index, _)| !range.contains(index)).map(|(_, line)| *line))
}

fn with(block: &[&str], at: usize, line: &str) -> String {
    join(block[..at].iter().copied().chain(std::iter::once(line)).chain(block[at..].iter().copied()))
}

fn put(block: &[&str], at: usize, line: &str) -> String {
    join(block.iter().enumerate().map(|(index, own)| if index == at { line } else { own }))
}

fn each(text: &str, change: impl Fn(&str) -> String) -> String {
    text.split('\n').map(change).collect::<Vec<_>>().join("\n")
}

/// Returns true for a text with indented lines after the first: one that has no other may be a piece of a line.
fn is_indented(text: &str) -> bool {
    text.split('\n').skip(1).any(|line| line.starts_with("  ") && !line.trim().is_empty())
}

fn numbered_here_and_there(block: &[&str], first: usize, random: &mut Rng) -> String {
    let lines = block.iter().zip(first + 1..);
    let numbered = lines.map(|(line, number)| match random.bool() {
        true => format!("L{number}: {line}"),
        false => (*line).to_owned(),
    });
    numbered.collect::<Vec<_>>().join("\n")
}

fn word_changed(line: &str, random: &mut Rng) -> Option<String> {
    let start = word_start(line, random)?;
    let end = line[start..]
        .find(|it: char| !it.is_alphanumeric() && it != '_')
        .map_or(line.len(), |end| start + end);
    let word = ["value", "other", "x", "renamedThing"][random.usize(0..4)];
    Some(format!("{}{word}{}", &line[..start], &line[end..]))
}

/// Returns the place of a random word.
fn word_start(line: &str, random: &mut Rng) -> Option<usize> {
    let starts: Vec<usize> = line
        .char_indices()
        .filter(|(at, character)| {
            character.is_ascii_alphabetic()
                && !line[..*at].ends_with(|it: char| it.is_alphanumeric() || it == '_')
        })
        .map(|(at, _)| at)
        .collect();
    random.choice(&starts).copied()
}
