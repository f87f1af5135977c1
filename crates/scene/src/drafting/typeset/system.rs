//! The fonts that are installed on a machine, and those in folders that a host names.

use std::path::{Path, PathBuf};

use fontdb::{Database, FaceInfo, ID, Source, Stretch, Style};
use skrifa::string::StringId;
use skrifa::{FontRef, MetadataProvider};

use super::font::Coverage;
use super::source::MAX_FONT_BYTES;
use super::style_words::{StyleWords, Traits};

/// A list of fonts, made once. Those without outlines, such as pictures of emoji, count as absent.
///
/// Invariant: the order depends on the fonts alone, whatever order the folders list them in: regular ones first,
/// then by family, file and place in the file.
pub struct SystemFonts {
    database: Database,
    order: Vec<ID>,
}

/// The place of a font.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FontPlace {
    /// The file, which may hold several fonts.
    pub path: PathBuf,
    /// The index of the font in the file.
    pub index: u32,
    /// The name of the family, in English where the font has that.
    pub family: String,
}

impl SystemFonts {
    /// Lists the fonts of the system, if wanted, and of the folders with those in them.
    pub fn load(system: bool, folders: &[PathBuf]) -> Self {
        let mut database = Database::new();
        if system {
            database.load_system_fonts();
        }
        for folder in folders {
            database.load_fonts_dir(folder);
        }
        let mut faces: Vec<&FaceInfo> = database.faces().collect();
        faces.sort_by_cached_key(|face| {
            let path = path_of(face).map(Path::to_path_buf);
            (!is_regular(face), family_of(face).to_lowercase(), path, face.index)
        });
        // A folder of the host may also be one of the system's.
        faces.dedup_by(|a, b| path_of(a) == path_of(b) && a.index == b.index);
        let order = faces.iter().map(|face| face.id).collect();
        SystemFonts { database, order }
    }

    /// Returns the names of the families, each once, sorted.
    pub fn families(&self) -> Vec<String> {
        let mut families: Vec<String> =
            self.faces().filter(|face| self.is_usable(face)).map(|face| family_of(face).to_owned()).collect();
        families.sort();
        families.dedup();
        families
    }

    /// Finds a font by its family, which words of style may follow, or by its full or PostScript name.
    ///
    /// 1. The longest beginning of the name that is a family, where the rest are words of style: of its fonts the one
    ///    with that style, or without such words the most regular one.
    /// 2. The font with that full name, family name of four styles, or PostScript name.
    pub fn named(&self, name: &str) -> Option<FontPlace> {
        let wanted = normal(name);
        let words: Vec<&str> = wanted.split(' ').collect();
        for length in (1..=words.len()).rev() {
            let Some(style) = StyleWords::parse(&words[length..]) else { continue };
            let family = words[..length].join(" ");
            let of_family =
                self.faces().filter(|face| face.families.iter().any(|it| normal(&it.0) == family));
            let with_style = of_family.filter_map(|face| Some((style.distance(&traits_of(face))?, face)));
            // The first of the nearest: the order decides between equals.
            let best =
                with_style.filter(|(_, face)| self.is_usable(face)).min_by_key(|(distance, _)| *distance);
            if let Some((_, face)) = best {
                return place_of(face);
            }
        }
        let by_other_name = self.faces().find(|face| {
            let is_named = normal(&face.post_script_name) == wanted
                || self.with_font(face, |font| has_name(font, &wanted)).unwrap_or(false);
            is_named && self.is_usable(face)
        });
        by_other_name.and_then(place_of)
    }

    /// Returns the first font that has all of the characters, else the first of those that have the most; `None`
    /// when none has any.
    pub fn covering(&self, characters: &str) -> Option<FontPlace> {
        let all = characters.chars().count();
        let mut best: Option<(usize, &FaceInfo)> = None;
        for face in self.faces() {
            let count = self.with_font(face, |font| {
                let coverage = Coverage::of(font);
                characters.chars().filter(|character| coverage.has(*character)).count()
            });
            let count = count.unwrap_or(0);
            if count > best.map_or(0, |(most, _)| most) && self.is_usable(face) && !is_placeholder(face) {
                best = Some((count, face));
                if count == all {
                    break;
                }
            }
        }
        best.and_then(|(_, face)| place_of(face))
    }

    fn faces(&self) -> impl Iterator<Item = &FaceInfo> {
        self.order.iter().filter_map(|id| self.database.face(*id))
    }

    fn is_usable(&self, face: &FaceInfo) -> bool {
        self.with_font(face, |font| font.outline_glyphs().format().is_some()).unwrap_or(false)
    }

    fn with_font<T>(&self, face: &FaceInfo, look: impl FnOnce(&FontRef<'_>) -> T) -> Option<T> {
        let read = |bytes: &[u8], index: u32| {
            let font =
                FontRef::from_index(bytes, index).ok().filter(|_| bytes.len() as u64 <= MAX_FONT_BYTES)?;
            Some(look(&font))
        };
        self.database.with_face_data(face.id, read).flatten()
    }
}

fn traits_of(face: &FaceInfo) -> Traits {
    Traits {
        weight: face.weight.0,
        slanted: face.style != Style::Normal,
        width: match face.stretch {
            Stretch::UltraCondensed => 1,
            Stretch::ExtraCondensed => 2,
            Stretch::Condensed => 3,
            Stretch::SemiCondensed => 4,
            Stretch::Normal => 5,
            Stretch::SemiExpanded => 6,
            Stretch::Expanded => 7,
            Stretch::ExtraExpanded => 8,
            Stretch::UltraExpanded => 9,
        },
    }
}

fn is_regular(face: &FaceInfo) -> bool {
    traits_of(face) == Traits { weight: 400, slanted: false, width: 5 }
}

/// Returns true for fonts that have every character, as a box or as nothing.
fn is_placeholder(face: &FaceInfo) -> bool {
    let family = normal(family_of(face)).replace([' ', '.'], "");
    family.starts_with("lastresort") || family.starts_with("adobeblank")
}

fn has_name(font: &FontRef<'_>, wanted: &str) -> bool {
    [StringId::FULL_NAME, StringId::FAMILY_NAME]
        .into_iter()
        .flat_map(|id| font.localized_strings(id))
        .any(|name| normal(&name.chars().collect::<String>()) == wanted)
}

/// Returns the family's name, in English where the font has that.
fn family_of(face: &FaceInfo) -> &str {
    face.families.first().map_or("", |(name, _)| name)
}

fn path_of(face: &FaceInfo) -> Option<&Path> {
    match &face.source {
        Source::File(path) | Source::SharedFile(path, _) => Some(path),
        Source::Binary(_) => None,
    }
}

fn place_of(face: &FaceInfo) -> Option<FontPlace> {
    let path = path_of(face)?.to_path_buf();
    Some(FontPlace { path, index: face.index, family: family_of(face).to_owned() })
}

/// Normalises a name for comparison: in lower case, with single spaces.
fn normal(name: &str) -> String {
    name.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}
