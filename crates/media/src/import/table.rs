//! Tables of text: comma-separated values as RFC 4180 has them, and their relatives.

use scenewright_error::{Error, Kind, Result};
use scenewright_text::Document;

/// The separators that are looked for.
const SEPARATORS: [char; 4] = [',', ';', '\t', '|'];

/// The most cells of a table.
const MAX_CELLS: usize = 5_000_000;

/// Decodes a file of text, whatever its encoding, with LF line ends and without a mark.
pub fn text(bytes: &[u8]) -> Result<String> {
    Ok(Document::decode(bytes.to_vec())?.view().to_owned())
}

/// Splits a table into rows of cells. Cells may be in double quotes, and then hold separators, line ends and doubled
/// quotes; the separator is the one of the first row unless it is given. Empty lines are left out.
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

/// Returns the separator that the first row has the most of, outside of quotes.
fn separator_of(text: &str) -> char {
    let mut is_quoted = false;
    let mut counts = [0_usize; SEPARATORS.len()];
    for letter in text.trim_start().chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            '\n' | '\r' if !is_quoted => break,
            _ if is_quoted => {}
            _ => {
                if let Some(at) = SEPARATORS.iter().position(|it| *it == letter) {
                    counts[at] += 1;
                }
            }
        }
    }
    let most = counts.into_iter().max().unwrap_or(0);
    let first = counts.into_iter().position(|count| count == most && count > 0);
    first.map_or(',', |at| SEPARATORS[at])
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
            ("5' 3\", tall", &[&["5' 3\"", "tall"]]),
        ];
        for (text, expected) in cases {
            assert_eq!(rows(text, None).unwrap(), *expected, "{text:?}");
        }
        assert_eq!(rows("1,5|2", Some(',')).unwrap(), [["1", "5|2"]]);
        let error = rows("a,b\nc,\"d\ne", None).unwrap_err();
        assert_eq!(error.message, "line 2: a cell begins with a double quote that nothing ends");
    }
}
