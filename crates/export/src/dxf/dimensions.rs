//! Dimensions as DIMENSION entities, each with a block that shows it.

use acadrust::entities::{
    AttachmentPointType, Dimension, DimensionAligned, DimensionAngular3Pt, DimensionArc, DimensionBase,
    DimensionDiameter, DimensionLinear, DimensionOrdinate, DimensionRadius, DimensionType, EntityType,
};
use acadrust::tables::{BlockRecord, DimStyle, TableEntry};
use acadrust::types::{Color as DxfColor, LineWeight};

use super::entities::{contours, outline, vector};
use super::names::one_line;
use super::{Drawing, Owner, failed, fill, text};
use scenewright_error::Result;
use scenewright_geometry::{Affine, Point};
use scenewright_scene::{
    Arrow, DimensionForm, DimensionLook, LeaderForm, Leaf, Measure, MeasureKind, NumberFormat,
};

/// The name of the style that dimensions have.
const STYLE: &str = "SCENEWRIGHT";

impl Drawing {
    /// Adds the measures of a dimension, given the shapes that show them, in their order.
    pub(super) fn add_dimension(
        &mut self,
        owner: &Owner<'_>,
        form: &DimensionForm,
        world: &Affine,
        leaves: &[Leaf<'_>],
    ) -> Result<()> {
        let factor = world.similarity_factor().unwrap_or(1.0);
        let style = self.dimension_style(&form.look, factor);
        let mut rest = leaves;
        for measure in &form.measures {
            let (own, others) = rest.split_at((measure.parts as usize).min(rest.len()));
            rest = others;
            // Many readers only show the block; ezdxf drops a DIMENSION without one.
            let block = self.add_dimension_block(owner, own)?;
            let mut dimension = dimension(&measure.clone().transformed(world));
            let base = dimension.base_mut();
            let (color, by_layer) = match owner.style.stroke {
                Some(stroke) => (stroke.color, owner.style.stroke_by_layer),
                None => (scenewright_scene::Color::BLACK, true),
            };
            base.common = self.common(owner, color, by_layer);
            base.style_name.clone_from(&style);
            base.block_name = block;
            self.add(EntityType::Dimension(Box::new(dimension)))?;
        }
        Ok(())
    }

    /// Adds a block with the shapes of one measure, in the colours of the dimension, and returns its name.
    fn add_dimension_block(&mut self, owner: &Owner<'_>, leaves: &[Leaf<'_>]) -> Result<String> {
        self.dimension_blocks += 1;
        let name = format!("*D{}", self.dimension_blocks);
        let mut record = BlockRecord::new(&name);
        // Blocks whose names begin with * belong to the program, which may rebuild them.
        record.flags.anonymous = true;
        record.handle = self.document.allocate_handle();
        record.block_entity_handle = self.document.allocate_handle();
        record.block_end_handle = self.document.allocate_handle();
        let handle = record.handle;
        self.document.block_records.add(record).map_err(|error| failed(&error))?;
        let outer = std::mem::replace(&mut self.owner, handle);
        for leaf in leaves {
            self.add_to_block(owner, leaf)?;
        }
        self.owner = outer;
        Ok(name)
    }

    fn add_to_block(&mut self, owner: &Owner<'_>, leaf: &Leaf<'_>) -> Result<()> {
        let mut entities = Vec::new();
        if let Some(source) = leaf.text {
            let style = self.tables.text_style(&mut self.document, source.font.as_deref());
            match text::entities(source, &leaf.world, &style) {
                Some(texts) => entities.extend(texts),
                None => entities.extend(contours(leaf.shape, &leaf.world)),
            }
        } else if leaf.style.fill.is_some() {
            let hatch = fill::hatch(leaf.shape, &leaf.world);
            entities.extend(hatch.map(|hatch| EntityType::Hatch(Box::new(hatch))));
        } else {
            entities.extend(outline(leaf.shape, &leaf.world));
        }
        let weight = match leaf.style.stroke.filter(|_| !leaf.style.stroke_by_layer) {
            Some(stroke) => self.tables.weight(stroke.width),
            None => LineWeight::ByBlock,
        };
        for mut entity in entities {
            let common = entity.common_mut();
            common.layer = self.tables.layer(owner.layer);
            // By block, so that the dimension shows in the colour of its own entity.
            common.color = DxfColor::ByBlock;
            common.line_weight = weight;
            self.add(entity)?;
        }
        Ok(())
    }

    /// Returns the name of the style of a leader.
    pub(super) fn leader_style(&mut self, form: &LeaderForm) -> String {
        if let Some((_, name)) = self.dimension_styles.first() {
            return name.clone();
        }
        let look = DimensionLook {
            text_height: form.text_height,
            arrow: Arrow::Filled,
            arrow_size: form.arrow_size,
            extension_gap: 0.0,
            extension_beyond: 0.0,
            text_gap: form.text_height * 0.3,
            is_text_above: false,
            is_text_horizontal: true,
            decimals: 2,
            trailing_zeros: false,
            leading_zeros: true,
            decimal_mark: '.',
            factor: 1.0,
            format: NumberFormat::Decimal,
        };
        self.dimension_style(&look, 1.0)
    }

    /// Returns the name of the style with that look, which is created if it is missing.
    fn dimension_style(&mut self, look: &DimensionLook, factor: f64) -> String {
        if let Some((_, name)) = self.dimension_styles.iter().find(|(known, _)| known == look) {
            return name.clone();
        }
        let name = match self.dimension_styles.len() {
            0 => STYLE.to_owned(),
            count => format!("{STYLE}_{}", count + 1),
        };
        let mut style = DimStyle::new(&name);
        style.set_handle(self.document.allocate_handle());
        let size = |length: f64| length * factor;
        (style.dimtxt, style.dimasz) = (size(look.text_height), size(look.arrow_size));
        (style.dimexo, style.dimexe) = (size(look.extension_gap), size(look.extension_beyond));
        (style.dimgap, style.dimdli) = (size(look.text_gap), size(look.text_height) * 2.0);
        style.dimtad = i16::from(look.is_text_above);
        (style.dimtih, style.dimtoh) = (look.is_text_horizontal, look.is_text_horizontal);
        // A size here means ticks in place of arrows.
        style.dimtsz = if look.arrow == Arrow::Tick { size(look.arrow_size) * 0.5 } else { 0.0 };
        style.dimdec = look.decimals as i16;
        // Bit 4 leaves out the zero before decimals, and bit 8 zeros at the end of them.
        style.dimzin = if look.leading_zeros { 0 } else { 4 } + if look.trailing_zeros { 0 } else { 8 };
        if let Some((unit, denominator)) = match look.format {
            NumberFormat::Decimal => None,
            NumberFormat::Architectural(denominator) => Some((4, denominator)),
            NumberFormat::Fractional(denominator) => Some((5, denominator)),
        } {
            style.dimlunit = unit;
            // The power of two of the smallest fraction, which is written on the line.
            style.dimdec = denominator.trailing_zeros() as i16;
            style.dimfrac = 2;
            // No feet where there are none, and the inches beside feet.
            style.dimzin = 3;
        }
        style.dimadec = 1;
        style.dimazin = 2;
        style.dimdsep = look.decimal_mark as i16;
        style.dimlfac = look.factor;
        style.dimtxsty = self.tables.text_style(&mut self.document, None);
        if let Some(text_style) = self.document.text_styles.get(&style.dimtxsty) {
            style.dimtxsty_handle = text_style.handle;
        }
        // A line between the extension lines even where the text is outside, as our own picture has it.
        style.dimtofl = true;
        self.document.dim_styles.add_or_replace(style);
        self.dimension_styles.push((look.clone(), name.clone()));
        name
    }
}

/// Returns the entity for a measure in the world.
fn dimension(measure: &Measure) -> Dimension {
    let base = |kind: DimensionType| {
        let mut base = DimensionBase::new(kind);
        base.text_middle_point = vector(measure.text_at);
        base.text_rotation = 0.0;
        base.attachment_point = AttachmentPointType::MiddleCenter;
        base.actual_measurement = measure.value;
        base.set_text_override(measure.written.as_deref().map(one_line));
        base
    };
    let at = |point: Point| vector(point);
    match measure.kind {
        MeasureKind::Linear { from, to, line, is_aligned: true, .. } => {
            Dimension::Aligned(DimensionAligned {
                first_point: at(from),
                second_point: at(to),
                definition_point: at(line),
                base: base(DimensionType::Aligned),
                ..DimensionAligned::default()
            })
        }
        MeasureKind::Linear { from, to, line, angle, .. } => Dimension::Linear(DimensionLinear {
            first_point: at(from),
            second_point: at(to),
            definition_point: at(line),
            rotation: angle,
            base: base(DimensionType::Linear),
            ..DimensionLinear::default()
        }),
        MeasureKind::Radius { center, on } => Dimension::Radius(DimensionRadius {
            angle_vertex: at(center),
            definition_point: at(on),
            base: base(DimensionType::Radius),
            ..DimensionRadius::default()
        }),
        MeasureKind::Diameter { on, opposite } => Dimension::Diameter(DimensionDiameter {
            angle_vertex: at(on),
            definition_point: at(opposite),
            base: base(DimensionType::Diameter),
            ..DimensionDiameter::default()
        }),
        MeasureKind::Angle { vertex, from, to, line } => Dimension::Angular3Pt(DimensionAngular3Pt {
            angle_vertex: at(vertex),
            first_point: at(from),
            second_point: at(to),
            definition_point: at(line),
            base: base(DimensionType::Angular3Point),
        }),
        MeasureKind::ArcLength { center, from, to, line } => Dimension::Arc(DimensionArc {
            center_point: at(center),
            first_extension_point: at(from),
            second_extension_point: at(to),
            definition_point: at(line),
            base: base(DimensionType::Angular3Point),
            ..DimensionArc::default()
        }),
        MeasureKind::Ordinate { origin, feature, end, along_x } => Dimension::Ordinate(DimensionOrdinate {
            definition_point: at(origin),
            feature_location: at(feature),
            leader_endpoint: at(end),
            is_ordinate_type_x: along_x,
            base: base(DimensionType::Ordinate),
        }),
    }
}
