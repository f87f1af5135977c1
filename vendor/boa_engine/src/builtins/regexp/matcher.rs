//! Compiled patterns, the texts that they search, and what they find.

use std::rc::Rc;

use boa_parser::lexer::regex::RegExpFlags;
use regress::{Flags, Range, Regex};
use rustc_hash::FxHashMap;

use crate::{
    JsNativeError, JsResult, JsStr, JsString,
    string::{CodePoint, JsStrVariant},
};

/// The number of compiled patterns that are kept.
const MAX_KEPT_MATCHERS: usize = 64;

/// The shortest text that is kept as the last one that was searched.
const MIN_KEPT_LENGTH: usize = 256;

/// A compiled pattern.
#[derive(Debug)]
pub(crate) struct Matcher {
    regex: Regex,
    full_unicode: bool,
    /// Whether the pattern names ASCII characters only, so that texts of ASCII characters can be searched as such.
    is_ascii: bool,
    /// The ASCII characters that every match begins with.
    prefix: Vec<u8>,
    /// Whether a match is nothing else than the prefix.
    is_literal: bool,
}

impl Matcher {
    fn compile(pattern: &JsString, flags: RegExpFlags) -> JsResult<Self> {
        // If u or v flag is set, fullUnicode is true — compile as full codepoints.
        let full_unicode = flags.intersects(RegExpFlags::UNICODE | RegExpFlags::UNICODE_SETS);

        let regex = if full_unicode {
            // Unicode mode (u/v flag): compile as full Unicode codepoints.
            Regex::from_unicode(
                pattern.code_points().map(CodePoint::as_u32),
                Flags::from(flags),
            )
        } else {
            // Non-Unicode mode: compile as raw UTF-16 code units so that surrogate pairs
            // (e.g. 𠮷 = [0xD842, 0xDFB7]) are matched correctly by find_from_ucs2.
            Regex::from_unicode(pattern.iter().map(u32::from), Flags::from(flags))
        };
        let regex = regex.map_err(|error| {
            JsNativeError::syntax()
                .with_message(format!("failed to create matcher: {}", error.text))
        })?;

        let ascii = match pattern.as_str().variant() {
            JsStrVariant::Latin1(units) => units.is_ascii().then_some(units),
            JsStrVariant::Utf16(_) => None,
        };
        let prefix = match ascii {
            Some(pattern) if !flags.contains(RegExpFlags::IGNORE_CASE) => literal_prefix(pattern),
            _ => &[],
        };

        Ok(Self {
            regex,
            full_unicode,
            // NOTE: A loop over a character that is not ASCII never matches such a text in regress.
            is_ascii: ascii.is_some_and(|pattern| {
                let mut pairs = pattern.windows(2);
                !pairs.any(|pair| matches!(pair, [b'\\', b'u' | b'x']))
            }),
            prefix: prefix.to_vec(),
            is_literal: !prefix.is_empty() && prefix.len() == pattern.len(),
        })
    }

    /// Finds the first match at or after `start`.
    pub(crate) fn find(&self, text: &JsString, input: &Input, start: usize) -> Option<Found> {
        let start = if self.prefix.is_empty() {
            start
        } else {
            text.index_of(JsStr::latin1(&self.prefix), start)?
        };
        if self.is_literal {
            return Some(Found::Literal(start..start + self.prefix.len()));
        }

        let found = match (input, text.as_str().variant()) {
            (Input::Ascii, JsStrVariant::Latin1(text)) => {
                let text = std::str::from_utf8(text).ok()?;
                self.regex.find_from_ascii(text, start).next()
            }
            // NOTE: We can use the faster ucs2 variant since there will never be two byte unicode.
            (Input::Latin1(text), _) => self.regex.find_from_ucs2(text, start).next(),
            (_, JsStrVariant::Latin1(_)) => None,
            (_, JsStrVariant::Utf16(text)) if self.full_unicode => {
                self.regex.find_from_utf16(text, start).next()
            }
            (_, JsStrVariant::Utf16(text)) => self.regex.find_from_ucs2(text, start).next(),
        };
        found.map(Found::Match)
    }
}

/// The characters at the beginning of a pattern that stand for themselves, if every match begins with them.
fn literal_prefix(pattern: &[u8]) -> &[u8] {
    if pattern.contains(&b'|') {
        return &[];
    }
    let is_special = |unit: &u8| b"\\^$.*+?()[]{}/".contains(unit);
    let length = pattern.iter().position(is_special);
    let length = match length.map(|length| (length, pattern[length])) {
        // The character before a quantifier may be missing.
        Some((length, b'*' | b'+' | b'?' | b'{')) => length.saturating_sub(1),
        Some((length, _)) => length,
        None => pattern.len(),
    };
    &pattern[..length]
}

/// A match.
#[derive(Debug)]
pub(crate) enum Found {
    Literal(Range),
    Match(regress::Match),
}

impl Found {
    pub(crate) fn range(&self) -> Range {
        match self {
            Self::Literal(range) => range.clone(),
            Self::Match(found) => found.range(),
        }
    }

    /// The groups that capture something, in order.
    pub(crate) fn captures(&self) -> &[Option<Range>] {
        match self {
            Self::Literal(_) => &[],
            Self::Match(found) => &found.captures,
        }
    }

    /// The groups with a name, in order.
    pub(crate) fn named_groups(&self) -> impl Iterator<Item = (&str, Option<Range>)> {
        let found = match self {
            Self::Literal(_) => None,
            Self::Match(found) => Some(found.named_groups()),
        };
        found.into_iter().flatten()
    }
}

/// The form in which a text is searched.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    /// A Latin1 text of ASCII characters.
    Ascii,
    /// A copy of another Latin1 text.
    // TODO: Currently regress does not support latin1 encoding.
    Latin1(Rc<[u16]>),
    Utf16,
}

/// The patterns that were compiled last, and the last long text that was searched.
#[derive(Debug, Default)]
pub(crate) struct RegExpCache {
    matchers: FxHashMap<(JsString, u8), Rc<Matcher>>,
    last: Option<(JsString, Input)>,
}

impl RegExpCache {
    /// Returns the matcher of a pattern.
    pub(crate) fn matcher(
        &mut self,
        pattern: &JsString,
        flags: RegExpFlags,
    ) -> JsResult<Rc<Matcher>> {
        // The others are none of the matcher's business.
        let compiled = flags
            & (RegExpFlags::IGNORE_CASE
                | RegExpFlags::MULTILINE
                | RegExpFlags::DOT_ALL
                | RegExpFlags::UNICODE
                | RegExpFlags::UNICODE_SETS);
        let key = (pattern.clone(), compiled.bits());
        if let Some(matcher) = self.matchers.get(&key) {
            return Ok(matcher.clone());
        }
        let matcher = Rc::new(Matcher::compile(pattern, flags)?);
        if self.matchers.len() == MAX_KEPT_MATCHERS {
            self.matchers.clear();
        }
        self.matchers.insert(key, matcher.clone());
        Ok(matcher)
    }

    /// Returns the form in which a matcher searches a text.
    pub(crate) fn input(&mut self, text: &JsString, matcher: &Matcher) -> Input {
        let JsStrVariant::Latin1(units) = text.as_str().variant() else {
            return Input::Utf16;
        };
        if let Some((last, input)) = &self.last
            && is_same(last, units)
            && (matcher.is_ascii || !matches!(input, Input::Ascii))
        {
            return input.clone();
        }
        let input = if matcher.is_ascii && units.is_ascii() {
            Input::Ascii
        } else {
            Input::Latin1(units.iter().map(|unit| u16::from(*unit)).collect())
        };
        if units.len() >= MIN_KEPT_LENGTH {
            self.last = Some((text.clone(), input.clone()));
        }
        input
    }
}

/// Tells if a string has its characters at the very same place as others. The places of a string that is kept stay its own.
fn is_same(kept: &JsString, units: &[u8]) -> bool {
    match kept.as_str().variant() {
        JsStrVariant::Latin1(kept) => std::ptr::eq(kept, units),
        JsStrVariant::Utf16(_) => false,
    }
}
