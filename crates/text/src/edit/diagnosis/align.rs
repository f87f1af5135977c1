//! The place in a document that a text was most likely meant for, with the lines that only one side has.
//!
//! The lines of the text are aligned with a window of the file's lines, with gaps on both sides. Equal lines count
//! first, weighted by how distinctive they are; the likeness of other lines only decides between alignments that
//! agree in those. An alignment ranked by likeness alone would rather shift a block than leave a line out.

use std::collections::HashMap;

use memchr::memmem;

use super::skeleton::{PairSet, Skeletons, likeness};
use crate::Document;

/// The shortest skeleton of a line that identifies its place: a lone brace, for example, is everywhere.
const MIN_DISTINCTIVE: usize = 3;
/// The share of the greatest possible score that a place needs.
const SCORE_NEEDED: f64 = 0.3;
/// The likeness that two lines must have, from 0 to 1, where no line is the same.
const LIKENESS_NEEDED: f64 = 0.6;
/// Lines whose likeness differs by less are equally alike.
const EQUALLY_ALIKE: f64 = 0.05;
/// The most lines of the text that are aligned; the others follow from where these are.
const ALIGNED: usize = 400;
/// The most cells of the first pass, in which every line of the file is looked at: about five milliseconds.
const MAX_CELLS: usize = 4_000_000;
/// The most cells of a window in which lines are compared by likeness.
const MAX_LIKENESS_CELLS: usize = 6_000;
/// The most places that are compared in detail.
const MAX_CANDIDATES: usize = 6;
/// Two places whose scores differ by this or less are equally near: it is what one more line on either side costs.
const MARGIN: i32 = 5;

/// Pairing a line of the file with one of the text must be worth more than leaving out both.
const OTHER_LINE: i32 = -4;
/// An empty line is hardly meant by one with text.
const EMPTY_FOR_TEXT: i32 = -8;
const ONLY_IN_TEXT: i32 = -6;
/// Lines of the text after the end of the file cost little: there is no other place for them.
const BEYOND_THE_END: i32 = -1;
/// The first line of a gap, and each further one: a long part that was left out is one mistake.
const ONLY_IN_FILE: i32 = -4;
const MORE_IN_FILE: i32 = -1;
/// The penalty of a line that only differs in white space, or of which the text has a part.
const NOT_EXACT: i32 = 2;
/// The penalty of a part of a line that the file also has as a whole line, which is then likelier even after a gap.
const KNOWN_ELSEWHERE: i32 = 7;
/// The penalty of a brace on another indentation that the file has as it is: after a gap of one line it is then likelier, and a place
/// that ended before that line would leave it out.
const BRACE_ELSEWHERE: i32 = 5;
const NEVER: i32 = i32::MIN / 2;

/// One step of an alignment. Lines of the text are counted from 0, lines of the file from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Same { text: usize, line: usize },
    Changed { text: usize, line: usize },
    OnlyInFile { line: usize },
    OnlyInText { text: usize },
}

/// The nearest place of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Alignment {
    pub(super) steps: Vec<Step>,
    /// The first and the last line of the place.
    pub(super) first_line: usize,
    pub(super) last_line: usize,
    /// The share of the text that the place has line for line, from 0 to 1.
    pub(super) share: f64,
    /// The first line of another place that is as near.
    pub(super) rival: Option<usize>,
}

/// Returns the nearest place of these lines; `None` if nothing is similar. Of places that are equally near, the one that begins on the
/// given line is taken.
pub(super) fn nearest_place(
    document: &Document,
    text: &[&str],
    given_line: Option<usize>,
) -> Option<Alignment> {
    let all = text;
    // The time grows with the product of both lengths.
    let text = &all[..all.len().min(ALIGNED)];
    let lines: Vec<&str> = document.lines().collect();
    if lines.is_empty() || text.is_empty() {
        return None;
    }
    let table = Table::of(&lines, text);
    let mut aligned = table.by_equal_lines(given_line).or_else(|| table.by_likeness(given_line))?;
    if all.len() > text.len() {
        // The rest was not compared: it is assumed to be as in the file.
        let more = all.len() - text.len();
        aligned.last_line = (aligned.last_line + more).min(lines.len());
        // No corrected text is offered for a part that was not compared.
        aligned.share = 0.0;
    }
    Some(aligned)
}

/// Returns true if another place is as near to these lines once the white space around lines does not count.
pub(super) fn has_rival_but_for_white_space(
    document: &Document,
    text: &[&str],
    found: &Alignment,
    given_line: Option<usize>,
) -> bool {
    if text.len() > ALIGNED || given_line == Some(found.first_line) {
        return false;
    }
    let lines: Vec<&str> = document.lines().map(str::trim).collect();
    let text: Vec<&str> = text.iter().map(|line| line.trim()).collect();
    let nearest = Table::of(&lines, &text).by_equal_lines(None);
    nearest.is_some_and(|nearest| {
        let overlaps = nearest.first_line <= found.last_line && found.first_line <= nearest.last_line;
        !overlaps || nearest.rival.is_some_and(|rival| !(found.first_line..=found.last_line).contains(&rival))
    })
}

/// The lines of both sides as numbers: equal lines have equal numbers.
struct Table<'a> {
    file: Vec<Line>,
    text: Vec<Line>,
    /// The score of each line of the text that the file has.
    worth: Vec<i32>,
    /// True for each line of the text that the file has as a whole line.
    is_known: Vec<bool>,
    /// True where most lines of the text are indented as in the file, so that a brace is not indented otherwise by mistake.
    is_indented_alike: bool,
    in_file: Skeletons,
    in_text: Skeletons,
    lines: &'a [&'a str],
    text_lines: &'a [&'a str],
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Line {
    exact: u32,
    skeleton: u32,
    is_empty: bool,
    /// True for a line that ends with the first line of the text, or begins with the last.
    ends_with_first: bool,
    begins_with_last: bool,
}

/// The number of lines of the file that the text does not have.
const UNKNOWN: u32 = u32::MAX;

impl<'a> Table<'a> {
    fn of(lines: &'a [&'a str], text: &'a [&'a str]) -> Table<'a> {
        let in_file = Skeletons::of(lines.iter().copied());
        let in_text = Skeletons::of(text.iter().copied());
        let mut exact: HashMap<&str, u32> = HashMap::new();
        let mut skeletons: HashMap<&[u8], u32> = HashMap::new();
        // Most lines of a file have a length that no line of the text has: they need no look-up by hash.
        let mut lengths = vec![false; 1 + in_text.iter().map(<[u8]>::len).max().unwrap_or_default()];
        let of_text: Vec<Line> = text
            .iter()
            .zip(in_text.iter())
            .map(|(line, skeleton)| {
                let next = (exact.len() as u32, skeletons.len() as u32);
                lengths[skeleton.len()] = true;
                Line {
                    exact: *exact.entry(line).or_insert(next.0),
                    skeleton: *skeletons.entry(skeleton).or_insert(next.1),
                    is_empty: skeleton.is_empty(),
                    ends_with_first: false,
                    begins_with_last: false,
                }
            })
            .collect();
        let mut counts = vec![0_usize; exact.len()];
        let distinctive =
            |line: Option<&&'a str>| line.copied().filter(|line| line.trim().len() >= MIN_DISTINCTIVE);
        let (first, last) = (distinctive(text.first()), distinctive(text.last()));
        let inside = match text {
            [_] => in_text.iter().next().filter(|it| it.len() >= MIN_DISTINCTIVE).map(memmem::Finder::new),
            _ => None,
        };
        let of_file = lines
            .iter()
            .zip(in_file.iter())
            .map(|(line, skeleton)| {
                let is_known = lengths.get(skeleton.len()) == Some(&true);
                let number = is_known.then(|| exact.get(line).copied()).flatten();
                if let Some(number) = number {
                    counts[number as usize] += 1;
                }
                let is_inside = inside.as_ref().is_some_and(|it| it.find(skeleton).is_some());
                Line {
                    exact: number.unwrap_or(UNKNOWN),
                    skeleton: is_known.then(|| skeletons.get(skeleton).copied()).flatten().unwrap_or(UNKNOWN),
                    is_empty: skeleton.is_empty(),
                    ends_with_first: is_inside
                        || (text.len() > 1 && first.is_some_and(|it| line.ends_with(it))),
                    begins_with_last: text.len() > 1 && last.is_some_and(|it| line.starts_with(it)),
                }
            })
            .collect();
        let worth = of_text.iter().zip(in_text.iter()).map(|(line, skeleton)| {
            // A line that occurs once determines the place; one such as `}` does not.
            let rare = if counts[line.exact as usize] == 1 { 4 } else { 0 };
            match skeleton.len() {
                0 => 3,
                1..MIN_DISTINCTIVE => 5,
                // Longer lines are worth more, up to forty characters: beyond, a line is unlike all others
                // anyway.
                length => 8 + (length.min(40) / 5) as i32 + rare,
            }
        });
        let worth = worth.collect();
        let is_known: Vec<bool> = of_text.iter().map(|line| counts[line.exact as usize] > 0).collect();
        let with_words = is_known.iter().zip(in_text.iter()).filter(|(_, it)| it.len() >= MIN_DISTINCTIVE);
        let (same, all) =
            with_words.fold((0, 0), |(same, all), (known, _)| (same + usize::from(*known), all + 1));
        let is_indented_alike = 2 * same >= all;
        Table {
            file: of_file,
            text: of_text,
            worth,
            is_known,
            is_indented_alike,
            in_file,
            in_text,
            lines,
            text_lines: text,
        }
    }

    /// Returns the score of a line of the file in the place of one of the text, without a look at their likeness.
    fn score(&self, line: usize, text: usize) -> i32 {
        let (in_file, in_text) = (&self.file[line], &self.text[text]);
        if in_file.exact == in_text.exact {
            return self.worth[text];
        }
        let is_part = (text == 0 && in_file.ends_with_first)
            || (text + 1 == self.text.len() && in_file.begins_with_last);
        if in_file.skeleton == in_text.skeleton {
            let is_brace = (1..MIN_DISTINCTIVE).contains(&self.in_text.get(text).len());
            let is_elsewhere = is_brace && self.is_known[text] && self.is_indented_alike;
            return self.worth[text] - if is_elsewhere { BRACE_ELSEWHERE } else { NOT_EXACT };
        }
        if is_part {
            return self.worth[text] - if self.is_known[text] { KNOWN_ELSEWHERE } else { NOT_EXACT };
        }
        // An empty line in place of one with text is a missing line, so two gaps must be cheaper than this
        // pair.
        if in_file.is_empty == in_text.is_empty { OTHER_LINE } else { EMPTY_FOR_TEXT }
    }

    /// Returns the score of a line that only the text has, after this many lines of the file.
    fn only_in_text(&self, lines: usize) -> i32 {
        if lines == self.file.len() { BEYOND_THE_END } else { ONLY_IN_TEXT }
    }

    fn is_same(&self, line: usize, text: usize) -> bool {
        let is_exact = self.file[line].exact == self.text[text].exact;
        let (in_file, in_text) = (self.lines[line], self.text_lines[text]);
        let is_several = self.text.len() > 1;
        is_exact
            || (is_several && text == 0 && self.file[line].ends_with_first && in_file.ends_with(in_text))
            || (is_several && text + 1 == self.text.len() && self.file[line].begins_with_last)
    }

    fn by_equal_lines(&self, given_line: Option<usize>) -> Option<Alignment> {
        let possible: i32 = self.worth.iter().sum();
        let is_near = |score: i32| f64::from(score) >= SCORE_NEEDED * f64::from(possible);
        let mut found: Vec<Alignment> = Vec::new();
        let mut scores: Vec<i32> = Vec::new();
        let mut candidates = self.candidates();
        // There may be more places with these lines: the one that is like the other lines is not among them yet.
        if candidates.len() >= MAX_CANDIDATES {
            candidates.extend(self.alike_candidates());
        }
        for candidate in candidates {
            // A pass that knows likeness may begin a line earlier or end a line later.
            let reach = 2;
            let from = candidate.from.saturating_sub(reach);
            let to = (candidate.to + reach).min(self.file.len());
            let Some((score, alignment)) = self.align(from, to) else { continue };
            let span = |it: &Alignment| (it.first_line, it.last_line);
            // Neighbouring candidates often lead to one alignment; it must not be its own rival.
            if found.iter().all(|it| span(it) != span(&alignment)) {
                found.push(alignment);
                scores.push(score);
            }
        }
        // With equal scores, the first place in the file is taken.
        let best = (0..found.len())
            .max_by_key(|index| (scores[*index], std::cmp::Reverse(found[*index].first_line)))?;
        // Where no line is the same, the windows are any: likeness decides among all lines of the file.
        if !is_near(scores[best]) || !self.has_same_line(&found[best]) {
            return None;
        }
        let on_line = given_line.and_then(|line| {
            let from = line.checked_sub(1).filter(|from| *from < self.file.len())?;
            let to = (from + 2 * self.text.len()).min(self.file.len());
            let (score, alignment) = self.align(from, to)?;
            (alignment.first_line == line && scores[best] - score <= MARGIN).then_some(alignment)
        });
        if on_line.is_some() {
            return on_line;
        }
        // A single line that the file has but for white space is no other one that is like it.
        let is_rival = |index: &usize| self.text.len() > 1 || self.has_same_line(&found[*index]);
        let rival = (0..found.len())
            .filter(|index| *index != best && scores[best] - scores[*index] <= MARGIN)
            .filter(is_rival)
            .map(|index| found[index].first_line)
            .next();
        let mut alignment = found.swap_remove(best);
        alignment.rival = rival;
        Some(alignment)
    }

    /// Returns true if a line is the same but for white space, or a part of its line.
    fn has_same_line(&self, alignment: &Alignment) -> bool {
        alignment.steps.iter().any(|step| match *step {
            Step::Same { .. } => true,
            Step::Changed { text, line } => self.score(line - 1, text) > 0,
            Step::OnlyInFile { .. } | Step::OnlyInText { .. } => false,
        })
    }

    /// Returns the windows around the lines that are most like the longest line of the text that the file does not have.
    fn alike_candidates(&self) -> Vec<Candidate> {
        let unknown = (0..).zip(self.in_text.iter()).filter(|(index, _)| !self.is_known[*index]);
        let longest = unknown.max_by_key(|(index, line)| (line.len(), std::cmp::Reverse(*index)));
        let Some((index, _)) = longest else { return Vec::new() };
        let Some((most, second)) = self.most_alike(index) else { return Vec::new() };
        let window = |(_, line): (f64, usize)| {
            let from = line.saturating_sub(index);
            Candidate { score: 0, from, to: (from + self.text.len()).min(self.file.len()) }
        };
        std::iter::once(most).chain(second).map(window).collect()
    }

    /// Returns the windows where most equal lines are in order, the best first.
    fn candidates(&self) -> Vec<Candidate> {
        let (count, all) = (self.text.len(), self.file.len());
        if count.saturating_mul(all) <= MAX_CELLS {
            return self.candidates_within(0, all);
        }
        // Too many cells for a look at each: rare lines vote for where the text would begin.
        let mut votes: HashMap<usize, i32> = HashMap::new();
        let mut places: HashMap<u32, Vec<usize>> = HashMap::new();
        for (index, line) in self.text.iter().enumerate().filter(|(index, _)| self.worth[*index] >= 8) {
            places.entry(line.skeleton).or_default().push(index);
        }
        // Votes for nearby beginnings count together, as lines in between may be missing on either side.
        let bucket = count.max(64);
        for (number, line) in self.file.iter().enumerate() {
            // A line that the text repeats votes for four places at most, or a file of such lines would take
            // quadratic time.
            for index in places.get(&line.skeleton).into_iter().flatten().take(4) {
                *votes.entry((number + count - index) / bucket).or_default() += self.worth[*index];
            }
        }
        let mut voted: Vec<(usize, i32)> = votes.into_iter().collect();
        voted.sort_unstable_by_key(|(place, votes)| (-votes, *place));
        let mut windows: Vec<Candidate> = Vec::new();
        for (place, _) in voted.into_iter().take(MAX_CANDIDATES) {
            let from = (place * bucket).saturating_sub(count + bucket);
            let to = (place * bucket + count + 2 * bucket).min(all);
            windows.extend(self.candidates_within(from.min(to), to));
        }
        windows.sort_by_key(|it| (-it.score, it.from));
        windows.truncate(MAX_CANDIDATES);
        windows
    }

    fn candidates_within(&self, from: usize, to: usize) -> Vec<Candidate> {
        let count = self.text.len();
        let start = |score: i32, from: usize| Cell { score, from: from as u32 };
        let mut matched = vec![start(NEVER, from); count + 1];
        let mut gap = vec![start(NEVER, from); count + 1];
        let mut best: Vec<Candidate> = Vec::new();
        matched[0] = start(0, from);
        for index in 1..=count {
            matched[index] = matched[index - 1].plus(ONLY_IN_TEXT);
        }
        for line in from..to {
            let mut diagonal = matched[0];
            let mut gap_diagonal = gap[0];
            // The text may begin at any line without a cost: the file is longer than the text.
            matched[0] = start(0, line + 1);
            for index in 1..=count {
                let (before, gap_before) = (matched[index], gap[index]);
                // A gap in the file may end before any pair; opening one costs more than going on in it
                // (Gotoh's affine gaps).
                let here = diagonal.max(gap_diagonal).plus(self.score(line, index - 1));
                matched[index] = here.max(matched[index - 1].plus(self.only_in_text(line + 1)));
                gap[index] = before.plus(ONLY_IN_FILE).max(gap_before.plus(MORE_IN_FILE));
                (diagonal, gap_diagonal) = (before, gap_before);
            }
            keep_best(&mut best, matched[count], line + 1);
        }
        best.sort_by_key(|it| (-it.score, it.from));
        best
    }

    /// Aligns the text with the lines from `from` to `to`, of which those at both ends may stay out.
    fn align(&self, from: usize, to: usize) -> Option<(i32, Alignment)> {
        let (rows, columns) = (to - from, self.text.len());
        let width = columns + 1;
        let with_likeness = rows * columns <= MAX_LIKENESS_CELLS;
        let mut matched = vec![NEVER; (rows + 1) * width];
        let mut gap = vec![NEVER; (rows + 1) * width];
        for row in 0..=rows {
            matched[row * width] = 0;
            for column in 1..=columns {
                let at = row * width + column;
                let mut best = matched[at - 1] + self.only_in_text(from + row);
                if row > 0 {
                    let before = at - width - 1;
                    let score = self.score_of(from + row - 1, column - 1, with_likeness);
                    best = best.max(matched[before].max(gap[before]) + score);
                    gap[at] = (matched[at - width] + ONLY_IN_FILE).max(gap[at - width] + MORE_IN_FILE);
                }
                matched[at] = best;
            }
        }
        let ends = (0..=rows).map(|row| (matched[row * width + columns], row));
        let (score, end) = ends.max_by_key(|(score, row)| (*score, std::cmp::Reverse(*row)))?;
        let mut steps = Vec::new();
        let (mut row, mut column, mut in_gap) = (end, columns, false);
        while column > 0 {
            let at = row * width + column;
            if in_gap {
                steps.push(Step::OnlyInFile { line: from + row });
                // The gap began here if its score is that of opening one.
                in_gap = gap[at] != matched[at - width] + ONLY_IN_FILE;
                row -= 1;
                continue;
            }
            let text = column - 1;
            if row > 0 {
                let before = at - width - 1;
                let through = matched[before].max(gap[before]);
                if matched[at] == through + self.score_of(from + row - 1, text, with_likeness) {
                    let line = from + row;
                    steps.push(match self.is_same(line - 1, text) {
                        true => Step::Same { text, line },
                        false => Step::Changed { text, line },
                    });
                    in_gap = gap[before] > matched[before];
                    (row, column) = (row - 1, column - 1);
                    continue;
                }
            }
            steps.push(Step::OnlyInText { text });
            column -= 1;
        }
        steps.reverse();
        let alignment = self.alignment(steps)?;
        Some((score, alignment))
    }

    fn alignment(&self, steps: Vec<Step>) -> Option<Alignment> {
        let lines = steps.iter().filter_map(|step| match step {
            Step::Same { line, .. } | Step::Changed { line, .. } | Step::OnlyInFile { line } => Some(*line),
            Step::OnlyInText { .. } => None,
        });
        let (first_line, last_line) = (lines.clone().min()?, lines.max()?);
        let possible: i32 = self.worth.iter().sum();
        let same = steps.iter().map(|step| match step {
            Step::Same { text, .. } => self.worth[*text],
            Step::Changed { text, line } if self.score(*line - 1, *text) > 0 => self.worth[*text],
            _ => 0,
        });
        let share = f64::from(same.sum::<i32>()) / f64::from(possible.max(1));
        Some(Alignment { steps, first_line, last_line, share, rival: None })
    }

    fn score_of(&self, line: usize, text: usize, with_likeness: bool) -> i32 {
        let score = self.score(line, text);
        if score != OTHER_LINE || !with_likeness {
            return score;
        }
        // Less than an equal line of the same length is worth.
        score + (likeness(self.in_file.get(line), self.in_text.get(text)) * 11.0) as i32
    }

    /// Compares the longest line of the text with every line of the file by the pairs of characters they share.
    fn by_likeness(&self, given_line: Option<usize>) -> Option<Alignment> {
        let wanted = || self.in_text.iter();
        let (index, longest) =
            (0..).zip(wanted()).max_by_key(|(index, line)| (line.len(), std::cmp::Reverse(*index)))?;
        let pairs = PairSet::of(longest);
        let ((most, line), second) = self.most_alike(index)?;
        let is_near = |likeness: f64| most - likeness < EQUALLY_ALIKE;
        let on_line = given_line
            .and_then(|line| (line + index).checked_sub(1))
            .filter(|line| *line < self.file.len() && is_near(pairs.likeness(self.in_file.get(*line))));
        let rival = second.filter(|(likeness, _)| is_near(*likeness)).map(|(_, line)| line + 1);
        let (line, rival) = on_line.map_or((line, rival), |line| (line, None));
        let first = line.saturating_sub(index);
        // The others stand around it, one for one.
        let steps: Vec<Step> = (0..self.text.len())
            .map(|text| match first + text + 1 {
                line if line <= self.file.len() && self.is_same(line - 1, text) => Step::Same { text, line },
                line if line <= self.file.len() => Step::Changed { text, line },
                _ => Step::OnlyInText { text },
            })
            .collect();
        let mut alignment = self.alignment(steps)?;
        alignment.rival = rival;
        if self.text.len() > 1 {
            alignment.share = 0.0;
        }
        Some(alignment)
    }

    /// Returns the two lines of the file that are most like a line of the text, from 0 and with their likeness.
    fn most_alike(&self, index: usize) -> Option<(AlikeLine, Option<AlikeLine>)> {
        let wanted = self.in_text.get(index);
        let pairs = PairSet::of(wanted);
        let wanted_count = wanted.len().saturating_sub(1);
        if wanted_count < 3 {
            return None;
        }
        let mut best: Option<AlikeLine> = None;
        let mut second: Option<AlikeLine> = None;
        for (line, skeleton) in self.in_file.iter().enumerate() {
            let count = skeleton.len().saturating_sub(1);
            // An upper bound from the lengths alone, which spares most lines the comparison.
            let most_alike = 2.0 * count.min(wanted_count) as f64 / (count + wanted_count) as f64;
            if most_alike < best.map_or(LIKENESS_NEEDED, |(likeness, _)| likeness - EQUALLY_ALIKE) {
                continue;
            }
            let likeness = pairs.likeness(skeleton);
            if likeness < LIKENESS_NEEDED {
                continue;
            }
            if best.is_none_or(|(most, _)| likeness > most) {
                second = best.replace((likeness, line));
            } else if second.is_none_or(|(most, _)| likeness > most) {
                second = Some((likeness, line));
            }
        }
        Some((best?, second))
    }
}

/// The likeness of a line of the file, from 0 to 1, and its number from 0.
type AlikeLine = (f64, usize);

/// A score, and the line, from 0, where the alignment begins.
#[derive(Clone, Copy)]
struct Cell {
    score: i32,
    from: u32,
}

impl Cell {
    fn plus(self, score: i32) -> Cell {
        Cell { score: self.score + score, ..self }
    }

    fn max(self, other: Cell) -> Cell {
        if other.score > self.score { other } else { self }
    }
}

/// A window of the file's lines, from 0 and without `to`.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    score: i32,
    from: usize,
    to: usize,
}

/// Keeps the best windows, of several that begin alike only the best.
fn keep_best(best: &mut Vec<Candidate>, cell: Cell, to: usize) {
    let candidate = Candidate { score: cell.score, from: cell.from as usize, to };
    if candidate.to <= candidate.from {
        return;
    }
    if let Some(known) = best.iter_mut().rev().find(|it| it.from == candidate.from) {
        if candidate.score > known.score {
            *known = candidate;
        }
        return;
    }
    if best.len() < MAX_CANDIDATES {
        best.push(candidate);
        return;
    }
    if let Some(worst) = best.iter_mut().min_by_key(|it| it.score)
        && candidate.score > worst.score
    {
        *worst = candidate;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Formats the place and its steps: `=` same, `~` changed, `-` only in the file, `+` only in the text.
    fn aligned(file: &str, text: &str) -> String {
        let document = Document::decode(file.as_bytes().to_vec()).unwrap();
        let lines: Vec<&str> = text.split('\n').collect();
        let Some(found) = nearest_place(&document, &lines, None) else { return "nothing".to_owned() };
        let steps: String = found
            .steps
            .iter()
            .map(|step| match step {
                Step::Same { .. } => '=',
                Step::Changed { .. } => '~',
                Step::OnlyInFile { .. } => '-',
                Step::OnlyInText { .. } => '+',
            })
            .collect();
        format!("{}-{} {steps}", found.first_line, found.last_line)
    }

    #[test]
    fn text_is_aligned_with_gaps() {
        let file = "import a\n\nfunction total(items) {\n  let sum = 0\n  for (const item of items) {\n    sum += item.price\n    sum += tax(item)\n  }\n  return sum\n}\n";
        for (text, expected) in [
            ("  let sum = 0\n  for (const item of items) {\n    sum += tax(item)\n  }", "4-8 ==-=="),
            ("  let sum = 0\n  if (!items) throw 1\n  for (const item of items) {", "4-5 =+="),
            ("  let sum = 0\n\n  for (const item of items) {", "4-5 =+="),
            ("import a\nfunction total(items) {", "1-3 =-="),
            ("function sum(things) {\n  let sum = 0\n  for (const item of items) {", "3-5 ~=="),
            ("  let sum = 0\n  for (const item of items) {\n    sum += item.cost", "4-6 ==~"),
            ("  let sum = 0\n  return sum\n}", "4-10 =----=="),
            ("sum = 0\n  for (const item of items) {\n    sum += item.cost\n    sum += tax", "4-7 ==~="),
            ("  return sum\n}\nmore()\nand more()", "9-10 ==++"),
            ("nothing of the kind\nat all", "nothing"),
        ] {
            assert_eq!(aligned(file, text), expected, "{text}");
        }
    }

    #[test]
    fn brace_of_another_depth_is_not_taken_for_one_that_follows() {
        let file = "function one(x) {\n  if (x) {\n    for (const y of x) {\n      go(y)\n    }\n  }\n}\n\nfunction two() {\n";
        for (text, expected) in [
            ("    for (const y of x) {\n      go(y)\n    }\n}", "3-7 ===-="),
            ("      go(y)\n  }\n}", "4-7 =-=="),
            ("    for (const y of x) {\n      go(y)\n  }\n}", "3-7 ==-=="),
            ("  }\n\nfunction two() {", "6-9 =-=="),
            // A text that is indented otherwise throughout.
            ("for (const y of x) {\n  go(y)\n}", "3-5 =~~"),
        ] {
            assert_eq!(aligned(file, text), expected, "{text}");
        }
    }

    #[test]
    fn very_long_text_is_found_by_votes() {
        let lines: Vec<String> =
            (0..30_000).map(|n| format!("let value_{n} = compute({})", n * 7 % 1000)).collect();
        let file = lines.join("\n");
        let mut text: Vec<String> = lines[21_000..21_300].to_vec();
        text.remove(150);
        assert!(
            aligned(&file, &text.join("\n")).starts_with("21001-21300 "),
            "{}",
            aligned(&file, &text.join("\n"))
        );
    }
}
