//! The drawing of a hatch, given its area.

use crate::drafting::annotation::{Form, HatchForm, HatchLine};
use crate::drafting::drawn::Drawn;
use crate::drafting::error::SceneError;
use crate::drafting::hatch_lines::push_lines;
use crate::drafting::occupancy::{Cost, Footprint};
use crate::drafting::parts::Part;
use crate::drafting::sheet::Sheet;
use crate::drafting::source::{HatchGap, HatchSource};
use scenewright_geometry::{Affine, Path, Point, Shape};

/// The largest distance of a hatch's lines from a curve that ends them, in millimetres on paper: a 25th of the width of its lines.
const CLIP_TOLERANCE: f64 = 0.01;

/// The length of a dot, in millimetres on paper.
const DOT: f64 = 0.25;

/// Returns the factor from the lengths of a hatch's pattern to those on paper, where a millimetre is so many units of the scene.
fn scale_on_paper(hatch: &HatchSource, millimeter: f64) -> f64 {
    hatch.scale
        * match hatch.gap {
            HatchGap::Pattern => 1.0,
            HatchGap::Paper(gap) => gap / hatch.pattern.gap(),
            HatchGap::Scene(gap) => gap / millimeter / hatch.pattern.gap(),
        }
}

/// Returns the distance of the lines of a hatch, in millimetres on paper: infinite for an area that is filled.
pub(crate) fn gap_on_paper(hatch: &HatchSource, millimeter: f64) -> f64 {
    if hatch.pattern.families.is_empty() {
        return f64::INFINITY;
    }
    scale_on_paper(hatch, millimeter) * hatch.pattern.gap()
}

/// Draws the lines of a hatch on an area in the world.
pub(crate) fn draw_hatch(
    hatch: &HatchSource,
    area: Vec<Shape>,
    sheet: &Sheet<'_>,
) -> Result<Drawn, SceneError> {
    let pattern = &hatch.pattern;
    let factor = scale_on_paper(hatch, sheet.millimeter) * sheet.millimeter;
    let turn = Affine::translation(hatch.origin.x, hatch.origin.y)
        * Affine::rotation(hatch.angle)
        * Affine::scale(factor, factor);
    let lines: Vec<HatchLine> = pattern
        .families
        .iter()
        .map(|family| HatchLine {
            angle: family.angle + hatch.angle,
            base: turn * Point::from(family.base),
            offset: (turn * Affine::rotation(family.angle)).displace(Point::from(family.step)),
            dashes: family.dashes.iter().map(|dash| dash * factor).collect(),
        })
        .collect();
    let paper = Affine::scale(1.0 / sheet.millimeter, 1.0 / sheet.millimeter);
    let part = if lines.is_empty() {
        let mut path = Path::new();
        area.iter().for_each(|shape| path.extend(&shape.to_path().transformed(&paper)));
        Part::Fill(path)
    } else {
        let mut rings = Vec::new();
        for shape in &area {
            let chains = shape.flattened(&paper, CLIP_TOLERANCE)?;
            rings.extend(chains.into_iter().map(|chain| chain.points));
        }
        // One count for all families: the bound is on the whole hatch.
        let (mut path, mut count) = (Path::new(), 0);
        let shrink = 1.0 / sheet.millimeter;
        for line in &lines {
            let on_paper = HatchLine {
                base: paper * line.base,
                offset: paper * line.offset,
                dashes: line.dashes.iter().map(|dash| dash * shrink).collect(),
                angle: line.angle,
            };
            push_lines(&mut path, &mut count, &on_paper, &rings, DOT)?;
        }
        Part::Lines(path)
    };
    let form = HatchForm { area, pattern: pattern.name.clone(), angle: hatch.angle, scale: factor, lines };
    Ok(Drawn {
        form: Form::Hatch(form),
        parts: vec![part],
        footprint: Footprint::default(),
        cost: Cost::default(),
    })
}
