//! Lists of patterns in one text, as people write them: `*.ts,*.js`, or with spaces between.

/// Splits a text at commas and white space into patterns, where each of the parts looks like a pattern or a file by
/// itself; otherwise the text is one pattern, as a name with a space is. Commas in braces and brackets and characters
/// after a backslash do not split.
pub fn split_patterns(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let (mut braces, mut in_class) = (0_usize, false);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => {
                push(&mut parts, character);
                characters.next().into_iter().for_each(|next| push(&mut parts, next));
                continue;
            }
            '{' if !in_class => braces += 1,
            '}' if !in_class => braces = braces.saturating_sub(1),
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
        match character == ',' || character.is_whitespace() {
            true if braces == 0 && !in_class => parts.push(String::new()),
            _ => push(&mut parts, character),
        }
    }
    parts.retain(|part| !part.is_empty());
    match parts.len() > 1 && parts.iter().all(|part| stands_alone(part)) {
        true => parts,
        false => vec![text.to_owned()],
    }
}

fn push(parts: &mut [String], character: char) {
    if let Some(last) = parts.last_mut() {
        last.push(character);
    }
}

fn stands_alone(part: &str) -> bool {
    part.contains(['*', '?', '[', '{', '/', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_split_and_names_are_not() {
        for (text, expected) in [
            ("*.ts", vec!["*.ts"]),
            ("*.ts,*.js", vec!["*.ts", "*.js"]),
            ("*.ts *.js", vec!["*.ts", "*.js"]),
            (" *.ts,\t*.js , !*.d.ts ", vec!["*.ts", "*.js", "!*.d.ts"]),
            ("*.{ts,js}", vec!["*.{ts,js}"]),
            ("*.{ts,js},src/**", vec!["*.{ts,js}", "src/**"]),
            ("[a, b]*.ts", vec!["[a, b]*.ts"]),
            ("my file.txt", vec!["my file.txt"]),
            ("my\\ *.txt,*.md", vec!["my\\ *.txt", "*.md"]),
            ("a,b", vec!["a,b"]),
            ("README.md package.json", vec!["README.md", "package.json"]),
        ] {
            assert_eq!(split_patterns(text), expected, "{text}");
        }
    }
}
