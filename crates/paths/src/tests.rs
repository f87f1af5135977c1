//! Tests of patterns against paths: by hand, and against a simple reference.

use crate::path_pattern::{PathPattern, expand_braces, split_plain_folders};
use scenewright_error::Kind;

#[test]
fn path_pattern_selects_paths() {
    // (pattern, paths that match, paths that do not)
    let cases: &[(&str, &[&str], &[&str])] = &[
        ("*.ts", &["a.ts", "src/a.ts", "src/deep/.ts"], &["a.tsx", "a.ts/b"]),
        ("./*.ts", &["a.ts"], &["src/a.ts"]),
        ("/*.ts", &["a.ts"], &["src/a.ts"]),
        ("src/*.ts", &["src/a.ts"], &["a.ts", "src/b/a.ts", "lib/src/a.ts"]),
        ("**/*.ts", &["a.ts", "src/a.ts", "a/b/c/d.ts"], &["a.js"]),
        ("src/**", &["src/a", "src/a/b"], &["src", "source/a"]),
        ("src/**/a", &["src/a", "src/x/a", "src/x/y/a"], &["src/xa", "a"]),
        ("**/a/**/b", &["a/b", "x/a/b", "a/y/b", "x/a/y/z/b"], &["b", "ab", "a/c"]),
        ("a**b", &["ab", "axb", "x/axxb"], &["a/b"]),
        ("*.{ts,tsx}", &["a.ts", "x/b.tsx"], &["a.js", "a.{ts,tsx"]),
        (
            "{src,lib}/**/*.{js,{c,m}js}",
            &["src/a.js", "lib/x/a.cjs", "src/b.mjs"],
            &["bin/a.js", "src/a.xjs"],
        ),
        ("{**/a,b}", &["a", "x/y/a", "b"], &["x/b"]),
        ("a{,b}c", &["ac", "abc"], &["abbc"]),
        ("{one}", &["one", "{one}"], &["two"]),
        ("a?c", &["abc", "aäc", "a바c"], &["ac", "abbc", "a/c"]),
        ("[a-c]x", &["ax", "cx", "[a-c]x"], &["dx", "-x"]),
        ("[!a]x", &["bx", "äx"], &["ax", "x"]),
        ("[^a]x", &["bx"], &["ax"]),
        ("a[!b]c", &["axc"], &["abc", "a/c"]),
        ("[]a]x", &["]x", "ax"], &["bx"]),
        ("[a-]x", &["-x", "ax"], &["bx"]),
        ("[ä-ö]x", &["öx"], &["ax"]),
        ("[\\]a]x", &["]x", "ax"], &["\\x"]),
        ("\\[a\\]", &["[a]"], &["a"]),
        ("\\*", &["*"], &["a"]),
        ("\\{a,b\\}", &["{a,b}"], &["a"]),
        ("app/[id]/page.tsx", &["app/[id]/page.tsx", "app/i/page.tsx"], &["app/[id]x/page.tsx"]),
        ("app/[id]/*.tsx", &["app/[id]/a.tsx", "app/d/a.tsx"], &["app/id/a.tsx"]),
        ("app/[...slug]/[0-9].ts", &["app/[...slug]/7.ts"], &["app/[...slug]/x.ts"]),
        (".", &[], &["a", "a/b"]),
        ("**", &["a", "a/b"], &[]),
        ("*", &["a", "a/b"], &[]),
    ];
    for (pattern, matching, others) in cases {
        let parsed = PathPattern::parse(pattern).unwrap();
        for path in *matching {
            assert!(parsed.is_match(path, false), "{pattern} should match {path}");
        }
        for path in *others {
            assert!(!parsed.is_match(path, false), "{pattern} should not match {path}");
        }
    }
    let folders = PathPattern::parse("build/").unwrap();
    assert!(folders.is_match("x/build", true) && !folders.is_match("build", false));
}

#[test]
fn bad_path_pattern_is_refused_by_name() {
    let many = "{a,b}".repeat(20);
    let long = "a".repeat(5_000);
    for bad in [
        "", "/", "./", "[", "a[b", "[]", "[!]", "{a", "{a,{b}", "[z-a]", "a\\", "a/../b", "a\0", &many, &long,
    ] {
        let error = PathPattern::parse(bad).unwrap_err();
        assert_eq!(error.kind, Kind::InvalidInput, "{bad}");
        assert!(error.message.starts_with("The pattern `"), "{}", error.message);
    }
}

#[test]
fn refusal_of_an_empty_path_pattern_shows_patterns() {
    for pattern in ["", "./", "/"] {
        let hint = PathPattern::parse(pattern).unwrap_err().hint.unwrap();
        assert_eq!(hint, "Write a pattern such as *.txt, or **/* for all files.", "{pattern:?}");
    }
}

#[test]
fn hostile_path_pattern_takes_bounded_time() {
    let path = "a".repeat(3_000);
    for pattern in ["*a".repeat(300) + "b", "**/".repeat(300) + "b", "{a,*}".repeat(9)] {
        PathPattern::parse(&pattern).unwrap().is_match(&path, false);
        PathPattern::parse(&pattern).unwrap().is_match(&"a/".repeat(1_000), false);
    }
}

#[test]
fn leading_plain_folders_are_split_off() {
    let cases = [
        ("src/lib/*.ts", ("src/lib/", "*.ts")),
        ("*.ts", ("", "*.ts")),
        ("a.ts", ("", "a.ts")),
        ("src/a.ts", ("src/", "a.ts")),
        ("src/a{b,c}/d", ("src/", "a{b,c}/d")),
        ("/root/**", ("/root/", "**")),
        ("src/", ("", "src/")),
        ("a\\/b/c", ("", "a\\/b/c")),
    ];
    for (pattern, expected) in cases {
        assert_eq!(split_plain_folders(pattern), expected, "{pattern}");
    }
}

#[test]
fn pattern_names_hidden_files_only_with_written_dot() {
    let cases = [
        (".github/**/*.yml", ".github", true),
        ("**/.env*", ".env.local", true),
        ("{.a,b}/c", ".a", true),
        ("*", ".env", false),
        ("[.]env", ".env", false),
        ("?env", ".env", false),
    ];
    for (pattern, name, expected) in cases {
        assert_eq!(PathPattern::parse(pattern).unwrap().names_hidden(name), expected, "{pattern}");
    }
}

#[test]
fn random_patterns_agree_with_reference_matcher() {
    let mut random = fastrand::Rng::with_seed(8);
    let mut matched = 0;
    for _ in 0..3_000 {
        let pattern = random_pattern(&mut random, 0);
        let parsed = match PathPattern::parse(&pattern) {
            Ok(parsed) => parsed,
            Err(error) if error.message.contains("more than 1,000") => continue,
            Err(error) => panic!("{pattern}: {}", error.message),
        };
        let anchored = pattern.contains('/');
        for _ in 0..10 {
            let path = random_path(&mut random);
            let written: Vec<char> =
                if anchored { pattern.clone() } else { format!("**/{pattern}") }.chars().collect();
            let expected = reference(&written, &path.chars().collect::<Vec<_>>(), true);
            assert_eq!(parsed.is_match(&path, false), expected, "pattern {pattern}, path {path}");
            matched += u32::from(expected);
        }
    }
    assert!(matched > 1_000, "{matched}");
}

fn random_pattern(random: &mut fastrand::Rng, depth: usize) -> String {
    let components = random.usize(1..4);
    let component = |random: &mut fastrand::Rng| {
        if random.usize(0..5) == 0 {
            return "**".to_owned();
        }
        let mut text = String::new();
        for _ in 0..random.usize(1..4) {
            let braces = depth < 2 && random.usize(0..8) == 0;
            if braces {
                let inside: Vec<String> =
                    (0..random.usize(1..4)).map(|_| random_pattern(random, depth + 1)).collect();
                text += &format!("{{{}}}", inside.join(","));
                continue;
            }
            text += ["a", "b", "c", "?", "*", "[ab]", "[!a]", "\\a", "[a-b]"][random.usize(0..9)];
        }
        text
    };
    let parts: Vec<String> = (0..components).map(|_| component(random)).collect();
    parts.join("/")
}

fn random_path(random: &mut fastrand::Rng) -> String {
    let name = |random: &mut fastrand::Rng| {
        (0..random.usize(1..4)).map(|_| ['a', 'b', 'c'][random.usize(0..3)]).collect::<String>()
    };
    let names: Vec<String> = (0..random.usize(1..4)).map(|_| name(random)).collect();
    names.join("/")
}

/// Tries every way to match. `begins` means that a component begins here.
fn reference(pattern: &[char], path: &[char], begins: bool) -> bool {
    // Braces first: each alternative in turn.
    if let Some(open) = pattern.iter().position(|character| *character == '{') {
        let mut depth = 0;
        let mut parts = vec![String::new()];
        let mut close = open;
        for (at, character) in pattern.iter().enumerate().skip(open) {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 1 => {
                    parts.push(String::new());
                    continue;
                }
                _ => {}
            }
            if depth == 0 {
                close = at;
                break;
            }
            if at > open {
                parts.last_mut().unwrap().push(*character);
            }
        }
        return parts.iter().any(|part| {
            let mut whole: Vec<char> = pattern[..open].to_vec();
            whole.extend(part.chars());
            whole.extend(&pattern[close + 1..]);
            reference(&whole, path, begins)
        });
    }
    let next_name =
        |path: &[char]| path.iter().position(|character| *character == '/').map(|slash| slash + 1);
    if begins && pattern.starts_with(&['*', '*']) && matches!(pattern.get(2), None | Some('/')) {
        if pattern.len() == 2 {
            return !path.is_empty();
        }
        let here = reference(&pattern[3..], path, true);
        return here || next_name(path).is_some_and(|next| reference(pattern, &path[next..], true));
    }
    let Some(first) = pattern.first() else { return path.is_empty() };
    let one = |taken: usize, fits: &dyn Fn(char) -> bool| match path.first() {
        Some(character) if *character != '/' && fits(*character) => {
            reference(&pattern[taken..], &path[1..], false)
        }
        _ => false,
    };
    match first {
        '*' => {
            reference(&pattern[1..], path, false)
                || path.first().is_some_and(|character| *character != '/')
                    && reference(pattern, &path[1..], false)
        }
        '?' => one(1, &|_| true),
        '\\' => one(2, &|character| character == pattern[1]),
        '[' => {
            let close = pattern.iter().position(|character| *character == ']').unwrap();
            let inside: String = pattern[1..close].iter().collect();
            one(close + 1, &|character| match inside.as_str() {
                "ab" | "a-b" => matches!(character, 'a' | 'b'),
                _ => character != 'a',
            })
        }
        '/' => path.first() == Some(&'/') && reference(&pattern[1..], &path[1..], true),
        other => one(1, &|character| character == *other),
    }
}

#[test]
fn braces_hold_ranges() {
    for (pattern, expected) in [
        ("{1..3}.ts", vec!["1.ts", "2.ts", "3.ts"]),
        ("{3..1}", vec!["1", "2", "3"]),
        ("{08..10}", vec!["08", "09", "10"]),
        ("{a..c}{1..2}", vec!["a1", "a2", "b1", "b2", "c1", "c2"]),
        ("{1..}", vec!["1.."]),
        ("{ab..c}", vec!["ab..c"]),
        ("{1..2,x}", vec!["1..2", "x"]),
        ("{-1..1}", vec!["-1..1"]),
    ] {
        assert_eq!(expand_braces(pattern).unwrap(), expected, "{pattern}");
    }
    for pattern in ["{1..1001}", "{1..18446744073709551615}", "{1..40}{1..40}"] {
        assert!(expand_braces(pattern).is_err(), "{pattern}");
    }
}
