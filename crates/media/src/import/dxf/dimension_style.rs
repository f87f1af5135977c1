//! The variables of dimensions and leaders: an entity's own, or its style's.

use super::header::File;
use super::record::Record;
use super::tags::Tag;

/// The variables of one entity, by the codes that a style has them under.
pub(super) struct DimensionStyle<'r, 'f, 'a> {
    /// The overrides in extended data: each code, followed by its value.
    own: &'r [Tag<'a>],
    style: Option<&'f Record<'a>>,
    file: &'f File<'a>,
}

/// The codes of the variables that are read.
pub(super) mod codes {
    pub(crate) const AROUND_NUMBER: i32 = 3;
    pub(crate) const SCALE: i32 = 40;
    pub(crate) const ARROW_SIZE: i32 = 41;
    pub(crate) const EXTENSION_GAP: i32 = 42;
    pub(crate) const EXTENSION_BEYOND: i32 = 44;
    pub(crate) const ROUNDING: i32 = 45;
    pub(crate) const HAS_TOLERANCE: i32 = 71;
    pub(crate) const HAS_LIMITS: i32 = 72;
    pub(crate) const TEXT_LEVEL: i32 = 73;
    pub(crate) const HIDES_1: i32 = 75;
    pub(crate) const HIDES_2: i32 = 76;
    pub(crate) const TEXT_ABOVE: i32 = 77;
    pub(crate) const ZEROS: i32 = 78;
    pub(crate) const TEXT_HEIGHT: i32 = 140;
    pub(crate) const TICK_SIZE: i32 = 142;
    pub(crate) const FACTOR: i32 = 144;
    pub(crate) const TEXT_GAP: i32 = 147;
    pub(crate) const HAS_TWO_ARROWS: i32 = 173;
    pub(crate) const LINE_COLOR: i32 = 176;
    pub(crate) const TEXT_COLOR: i32 = 178;
    pub(crate) const ANGLE_DECIMALS: i32 = 179;
    pub(crate) const DECIMALS: i32 = 271;
    pub(crate) const UNIT: i32 = 277;
    pub(crate) const DECIMAL_MARK: i32 = 278;
    pub(crate) const LEADER_ARROW: i32 = 341;
    pub(crate) const ARROW: i32 = 342;
    pub(crate) const ARROW_1: i32 = 343;
    pub(crate) const ARROW_2: i32 = 344;
}

impl<'r, 'f, 'a> DimensionStyle<'r, 'f, 'a> {
    pub(super) fn of(record: &'r Record<'a>, file: &'f File<'a>) -> DimensionStyle<'r, 'f, 'a> {
        let start = record.tags.iter().position(|tag| tag.code == 1000 && tag.is(1000, "DSTYLE"));
        let own = start.map_or(&[][..], |start| &record.tags[start + 1..]);
        let end = own.iter().position(|tag| tag.is(1002, "}")).unwrap_or(own.len());
        let name = record.text(3, file).unwrap_or_else(|| "STANDARD".to_owned()).to_uppercase();
        DimensionStyle { own: &own[..end], style: file.dimension_styles.get(&name), file }
    }

    fn find(&self, code: i32) -> Option<&Tag<'a>> {
        let is_code = |tag: &Tag<'a>| tag.code == 1070 && tag.whole() == Some(i64::from(code));
        // Codes and values stand by turns after the opening brace, and a value may look like a code.
        let pairs = self.own.get(1..).unwrap_or_default().chunks_exact(2);
        let own = pairs.filter(|pair| is_code(&pair[0])).map(|pair| &pair[1]).next();
        own.or_else(|| self.style?.find(code))
    }

    pub(super) fn real(&self, code: i32) -> Option<f64> {
        self.find(code).and_then(Tag::real)
    }

    pub(super) fn whole(&self, code: i32) -> Option<i64> {
        self.find(code).and_then(Tag::whole)
    }

    pub(super) fn words(&self, code: i32) -> Option<String> {
        Some(self.file.decode(self.find(code)?.bytes()))
    }

    /// Returns the name of the block that a variable refers to, in capitals.
    pub(super) fn block(&self, code: i32) -> Option<String> {
        self.file.block_name(&self.file.decode(self.find(code)?.bytes()))
    }

    /// Returns the factor of all sizes.
    pub(super) fn scale(&self) -> f64 {
        // Zero means that the scale is found by the sheet, which entities of the model do not have.
        self.real(codes::SCALE).filter(|scale| *scale > 0.0).unwrap_or(1.0)
    }

    /// Returns a size, given the ones in inches and in millimetres that programs begin with.
    pub(super) fn size(&self, code: i32, usual: [f64; 2]) -> f64 {
        let usual = usual[usize::from(self.file.is_metric)];
        self.real(code).unwrap_or(usual) * self.scale()
    }
}
