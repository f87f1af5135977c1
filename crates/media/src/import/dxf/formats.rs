//! The formats within a text of paragraphs.

use std::iter::Peekable;
use std::str::Chars;

use scenewright_scene::Align;

use super::colors::{indexed, true_color};
use super::gdt::{is_gdt, sign_of_letter};
use super::words::plain_line;
use crate::import::drawing::Typeface;
use crate::import::paragraphs::{Bar, Level, Paragraph, Run, RunContent, RunLook};

/// The weight of bold letters.
const BOLD: u16 = 700;

/// The limits that AutoCAD has for the widths of letters.
const STRETCHES: std::ops::RangeInclusive<f64> = 0.1..=10.0;

/// The largest slant: AutoCAD takes up to 85 degrees.
const MAX_SLANT: f64 = 85.0;

/// The deepest braces in braces that are read: a text of braces alone would take the memory of a look for each.
const MAX_DEPTH: usize = 64;

/// A text by its paragraphs.
pub(super) struct Formatted {
    pub paragraphs: Vec<Paragraph>,
    /// True where letters are further apart than usual, or nearer, which is not drawn.
    pub has_tracking: bool,
}

/// What a brace restores.
#[derive(Clone)]
struct State {
    look: RunLook,
    /// True in the font whose letters are signs of drawings.
    has_signs: bool,
    align: Option<Align>,
    first: f64,
    left: f64,
    right: f64,
    tabs: Vec<f64>,
}

struct Reader<'t> {
    letters: Peekable<Chars<'t>>,
    state: State,
    outer: Vec<State>,
    /// The height that indents are multiples of.
    height: f64,
    text: String,
    runs: Vec<Run>,
    begins_column: bool,
    read: Formatted,
}

/// Reads paragraphs, given the look that they begin with.
pub(super) fn formatted(text: &str, look: RunLook) -> Formatted {
    let height = look.height;
    let state =
        State { look, has_signs: false, align: None, first: 0.0, left: 0.0, right: 0.0, tabs: Vec::new() };
    let mut reader = Reader {
        letters: text.chars().peekable(),
        state,
        outer: Vec::new(),
        height,
        text: String::new(),
        runs: Vec::new(),
        begins_column: false,
        read: Formatted { paragraphs: Vec::new(), has_tracking: false },
    };
    reader.read_all();
    reader.read
}

impl Formatted {
    /// Returns the words as they are read, a line for each paragraph: of a stack both parts.
    pub(super) fn plain(&self) -> String {
        let lines = self.paragraphs.iter().map(|paragraph| {
            let words = |run: &Run| match &run.content {
                RunContent::Text(text) => text.clone(),
                RunContent::Tab => "    ".to_owned(),
                RunContent::Stack { upper, lower, .. } => match (upper.is_empty(), lower.is_empty()) {
                    (true, _) => lower.clone(),
                    (_, true) => upper.clone(),
                    _ => format!("{upper}/{lower}"),
                },
            };
            paragraph.runs.iter().map(words).collect::<String>()
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns the look that all of it has; `None` where parts differ, or are not plain lines of words.
    pub(super) fn only_look(&self) -> Option<&RunLook> {
        let runs = || self.paragraphs.iter().flat_map(|paragraph| &paragraph.runs);
        let is_plain = |paragraph: &Paragraph| {
            paragraph.align.is_none()
                && [paragraph.first, paragraph.left, paragraph.right] == [0.0; 3]
                && !paragraph.begins_column
        };
        let first = &runs().next()?.look;
        let is_alike = runs().all(|run| run.look == *first && matches!(run.content, RunContent::Text(_)));
        let has_bars = first.bars != [false; 3];
        let is_only = is_alike && self.paragraphs.iter().all(is_plain);
        (is_only && (!has_bars || self.paragraphs.len() == 1)).then_some(first)
    }
}

impl Reader<'_> {
    fn read_all(&mut self) {
        while let Some(letter) = self.letters.next() {
            match letter {
                '{' => {
                    self.end_run();
                    if self.outer.len() < MAX_DEPTH {
                        self.outer.push(self.state.clone());
                    }
                }
                '}' => {
                    self.end_run();
                    if let Some(outer) = self.outer.pop() {
                        self.state = outer;
                    }
                }
                '\\' => {
                    let Some(code) = self.letters.next() else { break };
                    self.code(code);
                }
                '\t' => self.tab(),
                '^' if self.letters.next_if_eq(&'I').is_some() => self.tab(),
                '^' if self.letters.next_if_eq(&'J').is_some() => self.end_paragraph(),
                '\n' => self.end_paragraph(),
                '\r' => {}
                other => self.text.push(other),
            }
        }
        self.end_paragraph();
    }

    fn code(&mut self, code: char) {
        match code {
            '\\' | '{' | '}' => self.text.push(code),
            '~' => self.text.push('\u{a0}'),
            'P' | 'X' | 'n' => self.end_paragraph(),
            'N' => {
                self.end_paragraph();
                self.begins_column = true;
            }
            'S' => {
                self.end_run();
                let content = self.stack();
                self.push(content);
            }
            'L' | 'l' | 'O' | 'o' | 'K' | 'k' => {
                self.end_run();
                let bar = match code.to_ascii_lowercase() {
                    'l' => 0,
                    'o' => 1,
                    _ => 2,
                };
                self.state.look.bars[bar] = code.is_ascii_uppercase();
            }
            'H' | 'W' | 'Q' | 'T' | 'A' | 'C' | 'c' => {
                self.end_run();
                let (number, is_factor) = self.number();
                self.format(code, number, is_factor);
            }
            'f' | 'F' => {
                self.end_run();
                let font = self.argument();
                self.font(&font, code == 'F');
            }
            'p' => {
                self.end_run();
                let formats = self.argument();
                self.paragraph(&formats);
            }
            'M' if self.letters.peek() == Some(&'+') => self.letters.by_ref().take(6).for_each(drop),
            other => self.text.extend(['\\', other]),
        }
    }

    fn format(&mut self, code: char, number: Option<f64>, is_factor: bool) {
        let look = &mut self.state.look;
        let Some(number) = number else { return };
        let whole = number as i64;
        match code {
            'H' if number > 0.0 => look.height = if is_factor { look.height * number } else { number },
            'W' if number > 0.0 => {
                let stretch = if is_factor { look.stretch * number } else { number };
                look.stretch = stretch.clamp(*STRETCHES.start(), *STRETCHES.end());
            }
            'Q' => look.slant = number.clamp(-MAX_SLANT, MAX_SLANT).to_radians().tan(),
            'T' => self.read.has_tracking |= number != 1.0,
            'A' => {
                look.level = match whole {
                    1 => Level::Middle,
                    2 => Level::Top,
                    _ => Level::Bottom,
                }
            }
            // The colours of the layer and of the block are those of the whole text.
            'C' => look.color = indexed(whole),
            // Red is in the lowest byte here, unlike elsewhere in the file.
            'c' => {
                let [red, green, blue, _] = (whole as u32).to_le_bytes();
                look.color = Some(true_color(i64::from(u32::from_be_bytes([0, red, green, blue]))));
            }
            _ => {}
        }
    }

    /// Reads a font: a family with its style, or the file of one of single strokes.
    fn font(&mut self, text: &str, is_file: bool) {
        let mut parts = text.split('|');
        let name = parts.next().unwrap_or_default().trim();
        let is_strokes = is_file || name.to_ascii_lowercase().ends_with(".shx");
        self.state.has_signs = is_gdt(name);
        let is_family = !is_strokes && !self.state.has_signs && !name.is_empty();
        let mut font = Typeface::of(is_family.then(|| name.to_owned()));
        for part in parts {
            match part {
                "b1" => font.weight = Some(BOLD),
                "i1" => font.is_slanted = true,
                _ => {}
            }
        }
        self.state.look.font = font;
    }

    /// Reads the formats of a paragraph: indents, stops and alignment, those after an asterisk as usual again.
    fn paragraph(&mut self, text: &str) {
        let state = &mut self.state;
        let mut stops: Option<Vec<f64>> = None;
        for part in text.split(',').map(str::trim) {
            let part = part.strip_prefix('x').unwrap_or(part);
            let Some(code) = part.chars().next() else { continue };
            let value = &part[code.len_utf8()..];
            let number = value.parse::<f64>().ok().filter(|it| it.is_finite());
            let length = number.unwrap_or(0.0) * self.height;
            match code {
                'i' => state.first = length,
                'l' => state.left = length,
                'r' => state.right = length,
                'q' => {
                    state.align = match value.chars().next() {
                        Some('l' | 'j' | 'd') => Some(Align::Left),
                        Some('c') => Some(Align::Center),
                        Some('r') => Some(Align::Right),
                        _ => None,
                    }
                }
                't' => stops = Some(number.map(|_| length).into_iter().collect()),
                // Further stops, of which those of centred or right tabs begin with a letter.
                _ => {
                    let stop = part.trim_start_matches(['c', 'r']).parse::<f64>().ok();
                    if let (Some(stops), Some(stop)) = (&mut stops, stop) {
                        stops.push(stop * self.height);
                    }
                }
            }
        }
        if let Some(stops) = stops {
            state.tabs = stops;
        }
    }

    fn tab(&mut self) {
        self.end_run();
        self.push(RunContent::Tab);
    }

    fn push(&mut self, content: RunContent) {
        self.runs.push(Run { content, look: self.state.look.clone() });
    }

    fn end_run(&mut self) {
        if self.text.is_empty() {
            return;
        }
        let text = std::mem::take(&mut self.text);
        let text = match self.state.has_signs {
            true => text.chars().map(|letter| sign_of_letter(letter).unwrap_or(letter)).collect(),
            false => plain_line(&text),
        };
        match self.runs.last_mut() {
            // Braces and codes that change nothing do not cut a text.
            Some(Run { content: RunContent::Text(last), look }) if *look == self.state.look => {
                last.push_str(&text);
            }
            _ => self.push(RunContent::Text(text)),
        }
    }

    fn end_paragraph(&mut self) {
        self.end_run();
        let State { look, align, first, left, right, tabs, .. } = &self.state;
        self.read.paragraphs.push(Paragraph {
            runs: std::mem::take(&mut self.runs),
            align: *align,
            // The first line is indented from where the others begin.
            first: left + first,
            left: *left,
            right: *right,
            tabs: tabs.clone(),
            height: look.height,
            begins_column: std::mem::take(&mut self.begins_column),
        });
    }

    /// Takes a number, true with it where it is a factor, and the semicolon after it, which some programs leave out.
    fn number(&mut self) -> (Option<f64>, bool) {
        let mut digits = String::new();
        while let Some(letter) =
            self.letters.next_if(|it| it.is_ascii_digit() || matches!(it, '.' | '-' | '+' | 'e' | 'E'))
        {
            digits.push(letter);
        }
        let is_factor = self.letters.next_if(|it| matches!(it, 'x' | 'X')).is_some();
        self.letters.next_if_eq(&';');
        (digits.parse().ok().filter(|number: &f64| number.is_finite()), is_factor)
    }

    /// Takes the letters until a semicolon.
    fn argument(&mut self) -> String {
        self.letters.by_ref().take_while(|letter| *letter != ';').collect()
    }

    /// Reads a stack up to its semicolon: `+0.1^ -0.2`, where the space belongs to the caret, `1/2` and `1#2`.
    fn stack(&mut self) -> RunContent {
        let mut parts = [String::new(), String::new()];
        let mut bar = None;
        while let Some(letter) = self.letters.next() {
            let part = &mut parts[usize::from(bar.is_some())];
            match letter {
                ';' => break,
                '\\' => part.extend(self.letters.next()),
                '^' | '/' | '#' if bar.is_none() => {
                    bar = Some(match letter {
                        '^' => Bar::Absent,
                        '/' => Bar::Level,
                        _ => Bar::Slanted,
                    });
                    if letter == '^' {
                        self.letters.next_if_eq(&' ');
                    }
                }
                other => part.push(other),
            }
        }
        let [upper, lower] = parts.map(|part| plain_line(part.trim()));
        match bar {
            Some(bar) => RunContent::Stack { upper, lower, bar },
            None => RunContent::Text(upper),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Formatted {
        formatted(text, RunLook::plain(2.0))
    }

    #[test]
    fn words_are_read_without_their_formats() {
        for (text, expected) in [
            ("one\\Ptwo", "one\ntwo"),
            ("{\\fArial|b1|i0;bold} and \\H2.5x;big", "bold and big"),
            ("\\A1;25{\\H0.7x;\\S+0.1^ -0.2;}", "25+0.1/-0.2"),
            ("\\S1/2; \\S^2; \\S1#8;", "1/2 2 1/8"),
            ("\\{a\\\\b\\}", "{a\\b}"),
            ("\\C1;\\L\\pi1,t2;under\\l\\~x", "under\u{a0}x"),
            ("\\A1without a semicolon %%c5^Ix", "without a semicolon ⌀5    x"),
            ("\\S1\\/2^3\\;4;", "1/2/3;4"),
            ("{\\Fgdt;n}20 {\\fAMGDT|b0;j x}jx", "⌀20 ⌖ ↧jx"),
        ] {
            assert_eq!(read(text).plain(), expected, "{text}");
        }
    }

    #[test]
    fn looks_end_with_their_braces() {
        let looks = |text: &str| -> Vec<String> {
            let runs = read(text).paragraphs.into_iter().flat_map(|paragraph| paragraph.runs);
            let shown = |Run { content, look }: Run| {
                let RunContent::Text(text) = content else { return format!("{content:?}") };
                let color = look.color.map(|it| [it.r, it.g, it.b].map(|part| (part * 255.0) as u8));
                format!("{text} {} {} {color:?} {:?}", look.height, look.stretch, look.level)
            };
            runs.map(shown).collect()
        };
        assert_eq!(
            looks("a{\\H2x;\\W0.5;b}{\\H3;\\C1;c}\\c255;\\A1;d"),
            [
                "a 2 1 None Bottom",
                "b 4 0.5 None Bottom",
                "c 3 1 Some([255, 0, 0]) Bottom",
                "d 2 1 Some([255, 0, 0]) Middle"
            ]
        );
        assert_eq!(looks("a{b}c"), ["abc 2 1 None Bottom"], "braces alone change nothing");
        assert!(read("{\\H3;all\\Pof it}").only_look().is_some_and(|look| look.height == 3.0));
        assert!(read("a{\\H3;b}").only_look().is_none());
        assert!(read("\\T1.2;a").has_tracking);
    }

    #[test]
    fn paragraphs_have_indents_in_heights() {
        let read = read("\\pi-1,l2,r0.5,qc,t4,6;a\\P\\pi0,l0,q*;b");
        let [one, other] = &read.paragraphs[..] else { panic!("{:?}", read.paragraphs) };
        assert_eq!([one.first, one.left, one.right], [2.0, 4.0, 1.0]);
        assert_eq!((one.align, &one.tabs[..]), (Some(Align::Center), &[8.0, 12.0][..]));
        assert_eq!((other.align, other.first), (None, 0.0));
    }
}
