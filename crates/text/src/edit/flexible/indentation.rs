//! Indentation of new lines like the file's, where the text is indented differently.
//!
//! Each line of the old text and its line of the file say how an indentation of the text is written in the file.
//! An indentation that the old text does not have is counted in steps from the nearest one that it has: two levels
//! deeper there are two levels deeper here, whatever a level is made of on either side.

use crate::Document;

/// The most lines of a file that are read to learn how it indents.
const LOOKED_AT: usize = 5_000;

/// The indentation of the new text, as learned from the old one.
pub(super) struct Reindent<'a> {
    /// The indentations of the old text, each with the file's.
    pairs: Vec<(&'a str, &'a str)>,
    step: Step,
    tab_width: usize,
}

/// The indentation of one level.
struct Step {
    /// The number of columns in the text.
    in_text: usize,
    /// The characters in the file.
    in_file: String,
}

impl<'a> Reindent<'a> {
    /// Learns from the lines of the old text and the parts of the file that agree with them.
    pub(super) fn learn(
        document: &Document,
        old: &[&'a str],
        new: &[&str],
        in_file: &[&'a str],
        begins_inside: bool,
    ) -> Reindent<'a> {
        let mut pairs: Vec<(&str, &str)> = Vec::new();
        // A text that begins inside of a line shows nothing of its indentation.
        for (old, file) in old.iter().zip(in_file).skip(usize::from(begins_inside)) {
            let pair = (indentation_of(old), indentation_of(file));
            if !is_blank(old) && !is_blank(file) && !pairs.contains(&pair) {
                pairs.push(pair);
            }
        }
        let indentations: Vec<&str> = old
            .iter()
            .skip(usize::from(begins_inside))
            .chain(new)
            .filter(|line| !is_blank(line))
            .map(|line| indentation_of(line))
            .collect();
        let is_mixed =
            indentations.iter().any(|it| it.contains('\t')) && indentations.iter().any(|it| it.contains(' '));
        // Only where a text mixes both does a tab have to be compared with spaces; four is what most editors
        // show.
        let tab_width = if is_mixed { 4 } else { 1 };
        let mut widths: Vec<usize> = indentations.iter().map(|it| width(it, tab_width)).collect();
        widths.sort_unstable();
        let step = Step::between(&pairs, tab_width).unwrap_or_else(|| {
            let smallest = widths.windows(2).map(|two| two[1] - two[0]).filter(|step| *step > 0).min();
            let in_text = smallest.unwrap_or(1);
            Step { in_text, in_file: step_of_file(document, &pairs).unwrap_or_else(|| " ".repeat(in_text)) }
        });
        Reindent { pairs, step, tab_width }
    }

    /// Indents a line of the new text that stands for one of the old text and is indented like it.
    pub(super) fn like(&self, line: &str, old: &str, file: &str) -> Option<String> {
        let is_like = !is_blank(line)
            && !is_blank(old)
            && !is_blank(file)
            && indentation_of(line) == indentation_of(old);
        is_like.then(|| format!("{}{}", indentation_of(file), line.trim_start()))
    }

    /// Indents any other line of the new text; `None` where its indentation cannot be determined.
    pub(super) fn line(&self, line: &str) -> Option<String> {
        if self.pairs.iter().all(|(old, file)| old == file) {
            return Some(line.to_owned());
        }
        if is_blank(line) {
            return Some(String::new());
        }
        let indentation = self.indentation_for(indentation_of(line))?;
        Some(format!("{indentation}{}", line.trim_start()))
    }

    fn indentation_for(&self, wanted: &str) -> Option<String> {
        let columns = width(wanted, self.tab_width);
        let distance = |old: &str| {
            let width = width(old, self.tab_width);
            // If two are equally near, the shallower one is taken: levels are added more safely than removed.
            (width.abs_diff(columns), width > columns)
        };
        let (nearest, base) = self.pairs.iter().min_by_key(|(old, _)| distance(old))?;
        let mut same = self.pairs.iter().filter(|(old, _)| distance(old) == distance(nearest));
        // One indentation of the text is two in the file: which is meant cannot be known.
        if same.any(|(_, file)| file != base) {
            return None;
        }
        let (away, is_shallower) = distance(nearest);
        let steps = away / self.step.in_text;
        let rest = away % self.step.in_text;
        let step = &self.step.in_file;
        if !is_shallower {
            return Some(format!("{base}{}{}", step.repeat(steps), " ".repeat(rest)));
        }
        let mut left = *base;
        for _ in 0..steps {
            left = left.strip_suffix(step.as_str())?;
        }
        left.strip_suffix(&*" ".repeat(rest)).map(str::to_owned)
    }
}

impl Step {
    /// Returns the step between two indentations of the old text of which one is deeper, as it also is in the file.
    fn between(pairs: &[(&str, &str)], tab_width: usize) -> Option<Step> {
        let mut steps = Vec::new();
        for (shallow, file_shallow) in pairs {
            for (deep, file_deep) in pairs {
                let in_text = width(deep, tab_width).saturating_sub(width(shallow, tab_width));
                match file_deep.strip_prefix(file_shallow) {
                    Some(in_file) if in_text > 0 && !in_file.is_empty() => steps.push((in_text, in_file)),
                    _ => {}
                }
            }
        }
        let (in_text, in_file) =
            steps.into_iter().min_by_key(|(in_text, in_file)| (*in_text, in_file.len()))?;
        Some(Step { in_text, in_file: in_file.to_owned() })
    }
}

/// Returns how much deeper most deeper lines of the file are than the line before.
fn step_of_file(document: &Document, pairs: &[(&str, &str)]) -> Option<String> {
    if pairs.iter().any(|(_, file)| file.contains('\t')) {
        return Some("\t".to_owned());
    }
    let mut counts = [0_usize; 9];
    let (mut tabs, mut spaces, mut before) = (0, 0, 0);
    for line in document.lines().take(LOOKED_AT).filter(|line| !is_blank(line)) {
        let indentation = indentation_of(line);
        if indentation.starts_with('\t') {
            tabs += 1;
            continue;
        }
        spaces += usize::from(!indentation.is_empty());
        // One space more is the second line of a comment.
        if let Some(count @ 2..=8) = indentation.len().checked_sub(before) {
            counts[count] += 1;
        }
        before = indentation.len();
    }
    if tabs > spaces {
        return Some("\t".to_owned());
    }
    let (columns, count) =
        (0..).zip(counts).max_by_key(|(columns, count)| (*count, std::cmp::Reverse(*columns)))?;
    (count > 0).then(|| " ".repeat(columns))
}

fn indentation_of(line: &str) -> &str {
    &line[..line.len() - line.trim_start().len()]
}

fn width(indentation: &str, tab_width: usize) -> usize {
    indentation.chars().map(|character| if character == '\t' { tab_width } else { 1 }).sum()
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}
