//! The fonts of one run of a script: the built-in one, and those that it requests.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use harfrust::{Direction, Script};

use super::font::Font;
use super::itemize::{Cluster, clusters, is_invisible, is_plain, visual_order};
use super::layout::Layout;
use super::source::{FontQuery, FontSource, NoFonts};
use scenewright_error::{Error, Kind, Result};

/// The most fonts that a run may request. Each font is requested once, and each request waits for the parent process.
const MAX_QUESTIONS: usize = 1_000;

/// The most characters of a line that are requested at once; the others come with the next question.
const MAX_CHARACTERS: usize = 256;

/// The lines in the built-in font that are remembered, and the longest of them in bytes: the numbers and notes of a large sheet, in
/// less than 10 MB.
const MAX_LINES: usize = 2_000;
const MAX_LINE_BYTES: usize = 64;

/// The fonts for setting lines of text. Answers are remembered, so that a run never sees a font change.
#[derive(Debug)]
pub struct Fonts {
    source: Arc<dyn FontSource>,
    questions: Cell<usize>,
    asked: RefCell<BTreeMap<FontQuery, Option<Arc<Font>>>>,
    /// The fonts that were found for characters. They are tried before others are requested: the texts of a drawing
    /// look alike.
    fallbacks: RefCell<Vec<Arc<Font>>>,
    /// The characters that no font has.
    nowhere: RefCell<BTreeSet<char>>,
    /// The missing characters that stand in annotations.
    boxes: RefCell<BTreeSet<char>>,
    /// Lines in the built-in font alone: annotations are set again for every order and scale in which their places are looked for.
    lines: RefCell<Lines>,
}

/// Lines that were set, by their text and the bits of their size.
type Lines = HashMap<(Box<str>, u64), Arc<Layout>>;

/// A piece of a line that one font shapes.
struct Piece {
    range: Range<usize>,
    /// The index of the font among the fonts of the line.
    font: usize,
    script: Script,
    level: u8,
}

impl Fonts {
    /// Makes an empty set that asks a source for all fonts but the built-in one.
    pub fn new(source: Arc<dyn FontSource>) -> Self {
        Fonts {
            source,
            questions: Cell::new(0),
            asked: RefCell::default(),
            fallbacks: RefCell::default(),
            nowhere: RefCell::default(),
            boxes: RefCell::default(),
            lines: RefCell::default(),
        }
    }

    /// Returns the source of these fonts.
    pub fn source(&self) -> &Arc<dyn FontSource> {
        &self.source
    }

    /// Makes a set of the built-in font alone.
    pub fn builtin() -> Self {
        Fonts::new(Arc::new(NoFonts))
    }

    /// Finds a font by its family or full name; `None` if there is no such font.
    pub fn named(&self, name: &str) -> Result<Option<Arc<Font>>> {
        let builtin = Font::builtin()?;
        if name.is_empty() || name.eq_ignore_ascii_case(builtin.name()) {
            return Ok(Some(builtin));
        }
        self.ask(FontQuery::Named(name.to_owned()))
    }

    /// Returns the font of a file.
    pub fn file(&self, path: &str) -> Result<Arc<Font>> {
        let font = self.ask(FontQuery::File(path.to_owned()))?;
        font.ok_or_else(|| Error::new(Kind::Scene, format!("fontPath: there is no font file {path:?}")))
    }

    /// Returns every question that was answered, with the id of the font that was the answer.
    pub fn used(&self) -> BTreeMap<String, Option<String>> {
        let id = |font: &Option<Arc<Font>>| font.as_ref().map(|font| font.id().to_owned());
        self.asked.borrow().iter().map(|(query, font)| (query.key(), id(font))).collect()
    }

    /// Sets one line of text. The origin is the left end of the baseline, y points up, and lengths are in the unit of
    /// `size`, which is the height of the font's em square.
    ///
    /// A character that the font lacks is taken with its marks from the first of these that has it: the built-in
    /// font, those that were found before, those that are found now. A character that none has is drawn as the
    /// font's box for missing glyphs and listed in `missing`, each once.
    pub fn set_line(&self, font: &Arc<Font>, line: &str, size: f64) -> Result<Layout> {
        if is_covered(font, line) {
            let shaped = font.shape(line, None, size);
            return Ok(Layout { glyphs: shaped.glyphs, width: shaped.width, missing: Vec::new() });
        }
        let clusters = clusters(line);
        let mut fonts = vec![Arc::clone(font)];
        if !font.is_builtin() {
            fonts.push(Font::builtin()?);
        }
        fonts.extend(self.fallbacks.borrow().iter().map(Arc::clone));
        self.ask_for_missing(line, &clusters, &mut fonts)?;
        let (pieces, missing) = cut(line, &clusters, &fonts);

        let levels: Vec<u8> = pieces.iter().map(|piece| piece.level).collect();
        let mut layout = Layout { glyphs: Vec::new(), width: 0.0, missing };
        for at in visual_order(&levels) {
            let Piece { range, font, script, level } = &pieces[at];
            let direction = if level % 2 == 1 { Direction::RightToLeft } else { Direction::LeftToRight };
            let shaped = fonts[*font].shape(&line[range.clone()], Some((*script, direction)), size);
            for mut glyph in shaped.glyphs {
                glyph.x += layout.width;
                layout.glyphs.push(glyph);
            }
            layout.width += shaped.width;
        }
        Ok(layout)
    }

    /// Returns the characters of annotations that no font has, so that boxes are drawn for them.
    pub fn boxes(&self) -> Vec<char> {
        self.boxes.borrow().iter().copied().collect()
    }

    /// Sets one line of text of an annotation, in the built-in font.
    pub(crate) fn set_annotation(&self, line: &str, size: f64) -> Result<Arc<Layout>> {
        let key = (Box::from(line), size.to_bits());
        if let Some(known) = self.lines.borrow().get(&key) {
            return Ok(Arc::clone(known));
        }
        let font = Font::builtin()?;
        let layout = Arc::new(self.set_line(&font, line, size)?);
        self.boxes.borrow_mut().extend(&layout.missing);
        let mut lines = self.lines.borrow_mut();
        // A line with letters of other fonts is set with those that are known by then, which may be more the next time.
        if line.len() <= MAX_LINE_BYTES && lines.len() < MAX_LINES && is_covered(&font, line) {
            lines.insert(key, Arc::clone(&layout));
        }
        Ok(layout)
    }

    /// Adds fonts until every character is covered that any font covers. The letters of a script are requested
    /// together.
    fn ask_for_missing(&self, line: &str, clusters: &[Cluster], fonts: &mut Vec<Arc<Font>>) -> Result<()> {
        for (_, mut wanted) in missing_by_script(line, clusters, fonts) {
            wanted.retain(|character| !self.nowhere.borrow().contains(character));
            while !wanted.is_empty() {
                let asked: String = wanted.iter().take(MAX_CHARACTERS).collect();
                let found = self.ask(FontQuery::Covering(asked.clone()))?;
                let coverage = found.as_ref().map(|font| font.coverage());
                let has = |character: char| coverage.as_ref().is_some_and(|it| it.has(character));
                if let Some(font) = found.as_ref().filter(|_| asked.chars().any(has)) {
                    wanted.retain(|character| !has(*character));
                    self.fallbacks.borrow_mut().push(Arc::clone(font));
                    fonts.push(Arc::clone(font));
                } else {
                    wanted.retain(|character| !asked.contains(*character));
                    self.nowhere.borrow_mut().extend(asked.chars());
                }
            }
        }
        Ok(())
    }

    fn ask(&self, query: FontQuery) -> Result<Option<Arc<Font>>> {
        if let Some(known) = self.asked.borrow().get(&query) {
            return Ok(known.clone());
        }
        self.questions.set(self.questions.get() + 1);
        if self.questions.get() > MAX_QUESTIONS {
            let message = format!("the run asks for more than {MAX_QUESTIONS} fonts");
            return Err(Error::new(Kind::Scene, message));
        }
        let found = match self.source.find(&query)? {
            None => None,
            Some(file) => match self.known(&file.id) {
                Some(font) => Some(font),
                None => Some(Arc::new(Font::read(&file).map_err(|reason| not_a_font(&query, &reason))?)),
            },
        };
        self.asked.borrow_mut().insert(query, found.clone());
        Ok(found)
    }

    /// Returns a font that an earlier question has found.
    fn known(&self, id: &str) -> Option<Arc<Font>> {
        self.asked.borrow().values().flatten().find(|font| font.id() == id).cloned()
    }
}

/// Returns true for a line that a font sets alone, from left to right.
fn is_covered(font: &Font, line: &str) -> bool {
    let coverage = font.coverage();
    is_plain(line) && line.chars().all(|it| is_invisible(it) || coverage.has(it))
}

fn not_a_font(query: &FontQuery, reason: &str) -> Error {
    let message = match query {
        FontQuery::File(path) => format!("fontPath: the file is not a font: {path:?}: {reason}"),
        FontQuery::Named(name) => format!("the file of the font {name:?} is not a font: {reason}"),
        FontQuery::Covering(_) => format!("the file of a font is not a font: {reason}"),
    };
    Error::new(Kind::Scene, message)
}

/// Returns the characters of a line that none of the fonts has, sorted, so that the same letters are the same
/// question.
fn missing_by_script(line: &str, clusters: &[Cluster], fonts: &[Arc<Font>]) -> Vec<(Script, BTreeSet<char>)> {
    let coverages: Vec<_> = fonts.iter().map(|font| font.coverage()).collect();
    let mut missing: Vec<(Script, BTreeSet<char>)> = Vec::new();
    for Cluster { range, script, .. } in clusters {
        for character in line[range.clone()].chars() {
            if is_invisible(character) || coverages.iter().any(|it| it.has(character)) {
                continue;
            }
            match missing.iter_mut().find(|(of, _)| of == script) {
                Some((_, characters)) => {
                    characters.insert(character);
                }
                None => missing.push((*script, BTreeSet::from([character]))),
            }
        }
    }
    missing
}

/// Returns the pieces of a line in the order in which it is read, and the characters that no font has.
fn cut(line: &str, clusters: &[Cluster], fonts: &[Arc<Font>]) -> (Vec<Piece>, Vec<char>) {
    let coverages: Vec<_> = fonts.iter().map(|font| font.coverage()).collect();
    let mut pieces: Vec<Piece> = Vec::new();
    let mut missing = Vec::new();
    for Cluster { range, script, level } in clusters {
        let text = &line[range.clone()];
        let visible = || text.chars().filter(|it| !is_invisible(*it));
        // A font that has the letter with its marks, or else the letter, whose marks are then missing: a cluster is never split.
        let whole = coverages.iter().position(|it| visible().all(|character| it.has(character)));
        let first = || coverages.iter().position(|it| visible().take(1).all(|character| it.has(character)));
        let font = whole.or_else(first).unwrap_or(0);
        for character in visible() {
            if !coverages[font].has(character) && !missing.contains(&character) {
                missing.push(character);
            }
        }
        match pieces.last_mut() {
            Some(last) if last.font == font && last.script == *script && last.level == *level => {
                last.range.end = range.end;
            }
            _ => pieces.push(Piece { range: range.clone(), font, script: *script, level: *level }),
        }
    }
    (pieces, missing)
}
