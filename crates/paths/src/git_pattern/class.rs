//! Classes of bytes in patterns of git, such as `[a-z]`, `[!x]` and `[[:alpha:]]`.

/// A set of bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Class {
    words: [u64; 4],
}

impl Class {
    pub(super) fn contains(&self, byte: u8) -> bool {
        self.words[usize::from(byte / 64)] & (1 << (byte % 64)) != 0
    }

    fn add(&mut self, byte: u8) {
        self.words[usize::from(byte / 64)] |= 1 << (byte % 64);
    }

    fn add_all(&mut self, is_member: impl Fn(u8) -> bool) {
        (0..=u8::MAX).filter(|byte| is_member(*byte)).for_each(|byte| self.add(byte));
    }

    fn inverted(self) -> Class {
        Class { words: self.words.map(|word| !word) }
    }
}

/// Reads a class after its opening bracket. Returns it with its length, the closing bracket included; `None` where
/// it is not closed or has an unknown POSIX name: then the whole pattern matches nothing. Where letter case is ignored, a
/// small letter also belongs to a range that has its capital, and to `[:upper:]`.
pub(super) fn read_class(rest: &[u8], ignores_case: bool) -> Option<(Class, usize)> {
    let mut class = Class::default();
    let mut at = 0;
    let is_negated = matches!(rest.first(), Some(b'!' | b'^'));
    if is_negated {
        at += 1;
    }
    // The last byte that may begin a range. A `]` at the beginning stands for itself.
    let mut previous: Option<u8> = None;
    loop {
        let byte = *rest.get(at)?;
        let next = rest.get(at + 1).copied();
        match byte {
            b'\\' => {
                at += 1;
                let escaped = *rest.get(at)?;
                class.add(escaped);
                previous = Some(escaped);
            }
            // A `-` at either end, or right after a range or a POSIX name, stands for itself.
            b'-' if previous.is_some() && next.is_some_and(|next| next != b']') => {
                at += 1;
                let mut last = *rest.get(at)?;
                if last == b'\\' {
                    at += 1;
                    last = *rest.get(at)?;
                }
                // `take`: the end of one range cannot begin another, as in `[a-c-e]`.
                let first = previous.take().unwrap_or_default();
                let has_capital = |byte: u8| {
                    byte.is_ascii_lowercase() && (first..=last).contains(&byte.to_ascii_uppercase())
                };
                class.add_all(|byte| (first..=last).contains(&byte) || ignores_case && has_capital(byte));
            }
            b'[' if next == Some(b':') => {
                let name = &rest[at + 2..];
                let close = name.iter().position(|byte| *byte == b']')?;
                match name[..close].strip_suffix(b":") {
                    Some(name) => {
                        // An unknown name makes git give up on the whole pattern.
                        class.add_all(posix(name)?);
                        if ignores_case && name == b"upper" {
                            class.add_all(|byte| byte.is_ascii_lowercase());
                        }
                        previous = None;
                        at += close + 2;
                    }
                    // Not closed by `:]`: the bracket is a member like any other.
                    None => {
                        class.add(b'[');
                        previous = Some(b'[');
                    }
                }
            }
            other => {
                class.add(other);
                previous = Some(other);
            }
        }
        at += 1;
        // The end is tested after each member, never before the first: `[]a]` holds a bracket.
        if *rest.get(at)? == b']' {
            let class = if is_negated { class.inverted() } else { class };
            return Some((class, at + 1));
        }
    }
}

/// Returns the members of a POSIX class, as git knows them: of ASCII alone, with four bytes of white space.
fn posix(name: &[u8]) -> Option<fn(u8) -> bool> {
    let is_space = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    Some(match name {
        b"alnum" => |byte| byte.is_ascii_alphanumeric(),
        b"alpha" => |byte| byte.is_ascii_alphabetic(),
        b"blank" => |byte| matches!(byte, b' ' | b'\t'),
        b"cntrl" => |byte| byte.is_ascii_control(),
        b"digit" => |byte| byte.is_ascii_digit(),
        b"graph" => |byte| byte.is_ascii_graphic(),
        b"lower" => |byte| byte.is_ascii_lowercase(),
        b"print" => |byte| byte.is_ascii_graphic() || byte == b' ',
        b"punct" => |byte| byte.is_ascii_punctuation(),
        b"space" => is_space,
        b"upper" => |byte| byte.is_ascii_uppercase(),
        b"xdigit" => |byte| byte.is_ascii_hexdigit(),
        _ => return None,
    })
}
