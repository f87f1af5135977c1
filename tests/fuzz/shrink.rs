//! The reduction of a case that has a problem, as long as it keeps the problem.

use std::time::{Duration, Instant};

use super::case::Case;
use super::judge::Judge;
use super::mutate::tokens;

/// The most time for shrinking: scripts that do not end take their whole limit at every try.
const MAX_TIME: Duration = Duration::from_mins(1);

/// The length of the first words by which two problems are the same.
const WORDS: usize = 90;

/// Removes whole modules, tokens, fewer and fewer at a time, and brackets.
pub(super) fn shrink(mut case: Case, judge: &Judge) -> Case {
    let deadline = Instant::now() + MAX_TIME;
    let problem =
        |case: &Case| judge.judge(case).problem.map(|it| it.chars().take(WORDS).collect::<String>());
    let wanted = problem(&case);
    let keeps = |case: &Case| Instant::now() < deadline && problem(case) == wanted;
    for index in (0..case.modules.len()).rev() {
        let mut smaller = case.clone();
        smaller.modules.remove(index);
        if keeps(&smaller) {
            case = smaller;
        }
    }
    let mut size = usize::MAX;
    while total(&case) < size {
        size = total(&case);
        for index in 0..=case.modules.len() {
            case = shrink_file(case, index, &keeps);
        }
    }
    case
}

fn total(case: &Case) -> usize {
    case.files().map(|(_, text)| text.len()).sum()
}

fn shrink_file(mut case: Case, index: usize, keeps: &dyn Fn(&Case) -> bool) -> Case {
    let owned: Vec<String> = tokens(text_of(&mut case, index)).into_iter().map(str::to_owned).collect();
    let mut kept: Vec<&str> = owned.iter().map(String::as_str).collect();
    let mut width = kept.len().div_ceil(2);
    while width > 0 {
        let mut start = 0;
        while start < kept.len() {
            let end = (start + width).min(kept.len());
            let fewer = [&kept[..start], &kept[end..]].concat();
            let mut smaller = case.clone();
            *text_of(&mut smaller, index) = fewer.concat();
            if keeps(&smaller) {
                (kept, case) = (fewer, smaller);
            } else {
                start = end;
            }
        }
        width /= 2;
    }
    shrink_brackets(case, index, keeps)
}

/// Removes pairs of brackets, with and without their contents.
fn shrink_brackets(mut case: Case, index: usize, keeps: &dyn Fn(&Case) -> bool) -> Case {
    let mut start = 0;
    while let Some(open) = text_of(&mut case, index)[start..].find(['(', '[', '{']).map(|at| start + at) {
        start = open + 1;
        let text = text_of(&mut case, index).clone();
        let Some(close) = closing(&text, open) else { continue };
        for replacement in ["", &text[open + 1..close]] {
            let mut smaller = case.clone();
            *text_of(&mut smaller, index) = [&text[..open], replacement, &text[close + 1..]].concat();
            if keeps(&smaller) {
                case = smaller;
                start = open;
                break;
            }
        }
    }
    case
}

/// Returns where the bracket that opens at an offset is closed.
fn closing(text: &str, open: usize) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text[open..].char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(open + at);
        }
    }
    None
}

/// Returns a text by its index; the main file comes after the modules.
fn text_of(case: &mut Case, index: usize) -> &mut String {
    match case.modules.get_mut(index) {
        Some((_, text)) => text,
        None => &mut case.main,
    }
}
