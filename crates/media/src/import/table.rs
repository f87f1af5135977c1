//! Tables of text: comma-separated values as RFC 4180 has them, and their relatives.

use scenewright_error::{Error, Kind, Result};
use scenewright_text::Document;

/// The separators that are looked for.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The number of rows in which the separators are counted. A comma within cells differs from row to row long before.
const ROWS_COUNTED: usize = 50;

/// The most cells of a table: each is a string of its own, of 24 bytes before its text.
const MAX_CELLS: usize = 5_000_000;

/// Decodes a file of text, whatever its encoding, with LF line ends and without a mark.
pub fn text(bytes: &[u8]) -> Result<String> {
    Ok(Document::decode(bytes.to_vec())?.view().to_owned())
}

/// Splits a table into rows of cells. Cells may be in double quotes, and then hold separators, line ends and doubled
/// quotes; the separator is found unless it is given. Empty lines are left out.
pub fn rows(text: &str, separator: Option<char>) -> Result<Vec<Vec<String>>> {
    let separator = separator.unwrap_or_else(|| separator_of(text));
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let (mut line, mut opened_at, mut count) = (1_usize, 0_usize, 0_usize);
    let (mut is_quoted, mut was_quoted) = (false, false);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter == '\n' {
            line += 1;
        }
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cell.push('"');
            }
            '"' if is_quoted => is_quoted = false,
            _ if is_quoted => cell.push(letter),
            '"' if cell.trim().is_empty() && !was_quoted => {
                cell.clear();
                (is_quoted, was_quoted, opened_at) = (true, true, line);
            }
            '\r' if letters.peek() == Some(&'\n') => {}
            '\n' | '\r' => {
                finish(&mut row, &mut cell, &mut was_quoted, &mut count)?;
                let is_blank = row.len() == 1 && row[0].is_empty();
                let full = std::mem::take(&mut row);
                rows.extend((!is_blank).then_some(full));
            }
            _ if letter == separator => finish(&mut row, &mut cell, &mut was_quoted, &mut count)?,
            _ => cell.push(letter),
        }
    }
    if is_quoted {
        let message = format!("line {opened_at}: a cell begins with a double quote that nothing ends");
        return Err(Error::new(Kind::InvalidInput, message));
    }
    if !cell.is_empty() || !row.is_empty() || was_quoted {
        finish(&mut row, &mut cell, &mut was_quoted, &mut count)?;
        rows.push(row);
    }
    Ok(rows)
}

fn finish(row: &mut Vec<String>, cell: &mut String, was_quoted: &mut bool, count: &mut usize) -> Result<()> {
    *count += 1;
    if *count > MAX_CELLS {
        return Err(Error::new(Kind::InvalidInput, format!("the table has more than {MAX_CELLS} cells")));
    }
    let text = std::mem::take(cell);
    row.push(if std::mem::take(was_quoted) { text } else { text.trim().to_owned() });
    Ok(())
}

/// Returns the separator that occurs equally often in all rows, outside of quotes. If several do, the comma is the last choice,
/// because numbers contain it too. If none does, the one that is most frequent in the first row is returned.
fn separator_of(text: &str) -> char {
    let mut is_quoted = false;
    let mut rows = vec![[0_usize; SEPARATORS.len()]];
    for letter in text.trim_start().chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '\n' | '\r' if !is_quoted => {
                if rows.last().is_some_and(|counts| counts.iter().any(|count| *count > 0)) {
                    rows.push([0; SEPARATORS.len()]);
                }
                if rows.len() > ROWS_COUNTED {
                    break;
                }
            }
            _ if is_quoted => {}
            _ => {
                let counts = rows.last_mut().zip(SEPARATORS.iter().position(|it| *it == letter));
                if let Some((counts, at)) = counts {
                    counts[at] += 1;
                }
            }
        }
    }
    rows.retain(|counts| counts.iter().any(|count| *count > 0));
    let Some(first) = rows.first() else { return ',' };
    let is_even = |at: usize| first[at] > 0 && rows.iter().all(|counts| counts[at] == first[at]);
    // From the last to the first, which is the comma.
    if let Some(at) = (0..SEPARATORS.len()).rev().find(|at| is_even(*at)) {
        return SEPARATORS[at];
    }
    let most = first.iter().max().copied().unwrap_or(0);
    first.iter().position(|count| *count == most).map_or(',', |at| SEPARATORS[at])
}

/// Returns the numbers of each row, or `None` for a row with a cell that is not a number.
///
/// The comma is the decimal sign if a number of the table has one that cannot divide thousands, and no number has a point.
pub fn numbers(rows: &[Vec<String>]) -> Vec<Option<Vec<f64>>> {
    let is_numeric = |cell: &&String| cell.starts_with(|it: char| it.is_ascii_digit() || "+-,.".contains(it));
    let numeric: Vec<&String> = rows.iter().flatten().filter(is_numeric).collect();
    let has_decimal_comma = |cell: &&String| match cell.split_once(',') {
        Some((before, after)) => {
            !after.contains(',') && (after.len() != 3 || before.is_empty() || before.starts_with('0'))
        }
        None => false,
    };
    let is_decimal = numeric.iter().any(has_decimal_comma) && !numeric.iter().any(|cell| cell.contains('.'));
    let number = |cell: &String| {
        let written = if is_decimal { cell.replacen(',', ".", 1) } else { cell.clone() };
        written.parse().ok().filter(|number: &f64| number.is_finite())
    };
    rows.iter().map(|row| row.iter().map(number).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_split_into_cells_as_programs_write_them() {
        let cases: &[(&str, &[&[&str]])] = &[
            ("", &[]),
            ("a", &[&["a"]]),
            ("x,y\n1, 2\n\n3,4\n", &[&["x", "y"], &["1", "2"], &["3", "4"]]),
            ("x;y\r\n1,5;2\r\n", &[&["x", "y"], &["1,5", "2"]]),
            ("a\tb\tc\n\t\t\n", &[&["a", "b", "c"], &["", "", ""]]),
            (
                "\"a,b\",\"say \"\"hi\"\"\"\n\" two\nlines \",",
                &[&["a,b", "say \"hi\""], &[" two\nlines ", ""]],
            ),
            ("a,\"\"", &[&["a", ""]]),
            // The comma is in the numbers, and another one in a text.
            ("1,5;2,5\n3,5;4\n", &[&["1,5", "2,5"], &["3,5", "4"]]),
            ("1,5;2,5\n3,5;4,5\n", &[&["1,5", "2,5"], &["3,5", "4,5"]]),
            ("name,size\nnut; bolt,5\n", &[&["name", "size"], &["nut; bolt", "5"]]),
            ("5' 3\", tall", &[&["5' 3\"", "tall"]]),
        ];
        for (text, expected) in cases {
            assert_eq!(rows(text, None).unwrap(), *expected, "{text:?}");
        }
        assert_eq!(rows("1,5|2", Some(',')).unwrap(), [["1", "5|2"]]);
        let error = rows("a,b\nc,\"d\ne", None).unwrap_err();
        assert_eq!(error.message, "line 2: a cell begins with a double quote that nothing ends");
    }

    #[test]
    fn numbers_have_a_point_or_a_comma_before_their_decimals() {
        let read = |text: &str| numbers(&rows(text, None).unwrap());
        assert_eq!(read("x,y\n1,2.5"), [None, Some(vec![1.0, 2.5])]);
        assert_eq!(read("x;y\n1,5;-2\n1,250;3"), [None, Some(vec![1.5, -2.0]), Some(vec![1.25, 3.0])]);
        // Thousands or thousandths: nothing in the table says.
        assert_eq!(read("1;2\n1,000;3"), [Some(vec![1.0, 2.0]), None]);
        assert_eq!(read("0,125;3"), [Some(vec![0.125, 3.0])]);
        assert_eq!(read("1.5;2,5"), [None]);
    }
}
