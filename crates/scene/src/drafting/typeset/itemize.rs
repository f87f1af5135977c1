//! A line of text cut into pieces that one font can shape: by character with its marks, script and direction.
//!
//! Directions are those of the Unicode bidirectional algorithm without its explicit marks: a line runs from the
//! left unless its first letter is of a script that runs from the right, numbers run from the left, and characters
//! between letters of one direction go with them.

use std::ops::Range;

use harfrust::{Direction, Script, UnicodeBuffer, script};

/// A character with the marks that stay with it.
#[derive(Debug)]
pub(super) struct Cluster {
    pub range: Range<usize>,
    /// The script of its characters or, where they are of all scripts, of the letters around.
    pub script: Script,
    /// The level of direction: even from the left, odd from the right; higher inside of lower.
    pub level: u8,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Left,
    Right,
    Number,
    Neutral,
}

/// Returns true for control characters, joiners and selectors, which have no picture anywhere.
pub(super) fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns true if the characters of a text run from the left and need no look at their scripts.
pub(super) fn is_plain(text: &str) -> bool {
    text.chars().all(|character| character < '\u{590}')
}

/// Returns the clusters of a line in the order in which it is read.
pub(super) fn clusters(line: &str) -> Vec<Cluster> {
    let mut clusters: Vec<Cluster> = Vec::new();
    let mut classes = Vec::new();
    let mut joiner = false;
    for (start, character) in line.char_indices() {
        let end = start + character.len_utf8();
        match clusters.last_mut() {
            Some(last) if joiner || stays_with_previous(character) => last.range.end = end,
            _ => {
                let (script, class) = classify(character);
                clusters.push(Cluster { range: start..end, script, level: 0 });
                classes.push(class);
            }
        }
        joiner = character == '\u{200d}';
    }
    resolve_scripts(&mut clusters);
    resolve_levels(&mut clusters, &mut classes);
    clusters
}

/// Returns the order in which pieces of these levels stand from left to right: rule L2 of the algorithm (UAX #9).
pub(super) fn visual_order(levels: &[u8]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..levels.len()).collect();
    let highest = levels.iter().copied().max().unwrap_or(0);
    for level in (1..=highest).rev() {
        let mut start = 0;
        while start < order.len() {
            let inside = order[start..].iter().take_while(|&&at| levels[at] >= level).count();
            order[start..start + inside].reverse();
            start += inside.max(1);
        }
    }
    order
}

/// Returns true for combining marks of all scripts, joiners, selectors and modifiers. Marks of one script are in
/// the font of that script anyway.
fn stays_with_previous(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}'..='\u{5c2}'
        | '\u{5c4}'..='\u{5c5}' | '\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}'
        | '\u{180b}'..='\u{180d}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{200c}'..='\u{200d}'
        | '\u{20d0}'..='\u{20ff}' | '\u{302a}'..='\u{302f}' | '\u{3099}'..='\u{309a}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{fe20}'..='\u{fe2f}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0100}'..='\u{e01ef}')
}

fn classify(character: char) -> (Script, Class) {
    let mut buffer = UnicodeBuffer::new();
    buffer.add(character, 0);
    buffer.guess_segment_properties();
    let class = match (buffer.script(), buffer.direction()) {
        _ if character.is_numeric() => Class::Number,
        (script::UNKNOWN, _) => Class::Neutral,
        (_, Direction::RightToLeft) => Class::Right,
        _ => Class::Left,
    };
    (buffer.script(), class)
}

/// Gives characters of all scripts the script before them, and at the beginning the one after them.
fn resolve_scripts(clusters: &mut [Cluster]) {
    let first = clusters.iter().map(|it| it.script).find(|script| *script != script::UNKNOWN);
    let mut current = first.unwrap_or(script::COMMON);
    for cluster in clusters {
        if cluster.script == script::UNKNOWN {
            cluster.script = current;
        }
        current = cluster.script;
    }
}

fn resolve_levels(clusters: &mut [Cluster], classes: &mut [Class]) {
    let first = classes.iter().find(|class| matches!(class, Class::Left | Class::Right));
    let base = if first == Some(&Class::Right) { Class::Right } else { Class::Left };
    // A number after a letter from the left goes with it (rule W7).
    let mut letter = base;
    for class in classes.iter_mut() {
        match class {
            Class::Left | Class::Right => letter = *class,
            Class::Number if letter == Class::Left => *class = Class::Left,
            Class::Number | Class::Neutral => {}
        }
    }
    // Beside neutral characters, numbers count as letters from the right (rule N1); the line begins and ends with its base.
    let side = |class: Option<&Class>| match class {
        None => base,
        Some(Class::Number) => Class::Right,
        Some(class) => *class,
    };
    let mut start = 0;
    while start < classes.len() {
        let length = classes[start..].iter().take_while(|class| **class == Class::Neutral).count();
        let before = side(start.checked_sub(1).and_then(|at| classes.get(at)));
        // Neutral characters go with both sides if those agree (rule N1), or else with the line (rule N2).
        let resolved = if before == side(classes.get(start + length)) { before } else { base };
        classes[start..start + length].fill(resolved);
        start += length + 1;
    }
    // Rules I1 and I2: in a line from the left numbers that stay stand above letters from the right.
    for (cluster, class) in clusters.iter_mut().zip(&*classes) {
        cluster.level = match (class, base) {
            (Class::Right, _) => 1,
            (Class::Left | Class::Neutral, Class::Left) => 0,
            _ => 2,
        };
    }
}
