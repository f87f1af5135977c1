//! Tests of random blocks that are given with other white space, against an exact edit of the same block.

use super::*;

const CASES: usize = 4_000;

/// Makes a block of nested lines: levels and words.
fn block(random: &mut fastrand::Rng, names: &mut usize) -> Vec<(usize, String)> {
    let mut level = 0;
    let count = random.usize(2..7);
    (0..count)
        .map(|_| {
            *names += 1;
            let line = (level, format!("call_{names}(x, y);"));
            level = random.usize(..=level + 1);
            line
        })
        .collect()
}

fn write(
    lines: &[(usize, String)],
    base: usize,
    unit: &str,
    mut end: impl FnMut() -> &'static str,
) -> String {
    lines.iter().map(|(level, words)| format!("{}{words}{}", unit.repeat(base + level), end())).collect()
}

#[test]
fn block_with_other_white_space_is_replaced_like_exact_block() {
    let units = ["\t", "  ", "    "];
    let mut random = fastrand::Rng::with_seed(5);
    let mut names = 0;
    for case in 0..CASES {
        let (before, old, after) =
            (block(&mut random, &mut names), block(&mut random, &mut names), block(&mut random, &mut names));
        // The new block changes a line, adds one beside it, and one below that where the block shows what a level is.
        let mut new = old.clone();
        let at = random.usize(..new.len());
        new[at].1 = "changed();".to_owned();
        new.insert(at + 1, (new[at].0, "added();".to_owned()));
        if old.iter().any(|line| line.0 == old[0].0 + 1) {
            new.insert(at + 2, (new[at].0 + 1, "below();".to_owned()));
        }

        let file_unit = *random.choice(&units).unwrap();
        let (file_base, text_base) = (random.usize(..3), random.usize(..3));
        let text_unit = *random.choice(&units).unwrap();
        let line_end = *random.choice(&["\n", "\r\n", "\r"]).unwrap();
        let plain = || "\n";
        let in_file = |lines: &[(usize, String)], base| write(lines, base, file_unit, plain);
        let trailing = if random.bool() { " \n" } else { "\n" };
        let file = [in_file(&before, 0), in_file(&old, file_base), in_file(&after, 0)].concat();
        let expected = [in_file(&before, 0), in_file(&new, file_base), in_file(&after, 0)].concat();
        let asked = Replacement {
            matching: Matching::Flexible,
            ..replacement(
                &write(&old, text_base, text_unit, || trailing),
                &write(&new, text_base, text_unit, || trailing),
            )
        };
        let file = document(&file.replace('\n', line_end));
        match replace(&file, &asked, Policy::Unique) {
            Ok(applied) => {
                let after = Document::decode(applied.bytes).unwrap();
                // A changed line has the white space at its end that it was given with.
                let without: String =
                    after.view().lines().map(|line| format!("{}\n", line.trim_end())).collect();
                // A block on one level says nothing of units, and is taken as exact text where it begins inside
                // an indentation.
                if applied.flexible.is_some() {
                    assert_eq!(without, expected, "case {case}: {:?} {asked:?}", file.view());
                }
                assert_eq!(after.line_end(), file.line_end());
            }
            Err(error) => panic!("case {case}: {error}: {:?} {asked:?}", file.view()),
        }
    }
}
