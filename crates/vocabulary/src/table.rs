//! The table of the vocabulary.

use super::function::Function;
use super::{
    assets, blocks, callouts, check, corners, cut_order, design_checks, dimensions, groups, hatching, making,
    measures, notes, order, page, queries, regions, report_table, rules, scene, scene_parameters, shapes,
    sketching, style, transforms, views,
};

/// The whole vocabulary, chapter by chapter.
pub static FUNCTIONS: &[&Function] = &[
    &shapes::DRAW_CIRCLE,
    &shapes::DRAW_RECT,
    &shapes::DRAW_LINE,
    &shapes::DRAW_POLYGON,
    &shapes::DRAW_ARC,
    &shapes::DRAW_ELLIPSE,
    &shapes::DRAW_BEZIER,
    &shapes::DRAW_TEXT,
    &shapes::GET_TEXT_METRICS,
    &sketching::DRAW_SKETCH,
    &transforms::TRANSLATE,
    &transforms::ROTATE,
    &transforms::SCALE,
    &transforms::SET_PIVOT,
    &groups::CREATE_GROUP,
    &groups::ADD_TO_GROUP,
    &groups::REMOVE_FROM_GROUP,
    &groups::UNGROUP,
    &groups::DELETE_ENTITY,
    &groups::DUPLICATE,
    &groups::MIRROR,
    &style::SET_FILL,
    &style::SET_STROKE,
    &style::SET_LAYER,
    &style::DEFINE_LAYER,
    &order::DRAW_ORDER,
    &order::GET_DRAW_ORDER,
    &queries::EXISTS,
    &queries::GET_ENTITY,
    &queries::GET_WORLD_BOUNDS,
    &queries::GET_WORLD_TRANSFORM,
    &queries::GET_WORLD_POINT,
    &queries::LIST_ENTITIES,
    &measures::GET_AREA,
    &measures::GET_LENGTH,
    &measures::CONTAINS,
    &measures::ENTITIES_AT,
    &measures::DISTANCE,
    &measures::INTERSECTIONS,
    &regions::BOOLEAN_UNION,
    &regions::BOOLEAN_DIFFERENCE,
    &regions::BOOLEAN_INTERSECT,
    &regions::BOOLEAN_XOR,
    &regions::OFFSET_POLYGON,
    &regions::CONVEX_HULL,
    &regions::DECOMPOSE,
    &regions::JOIN,
    &regions::WELD,
    &scene::SET_UNITS,
    &scene::SET_DEFAULTS,
    &scene::SET_DRAWING_SCALE,
    &scene::SET_TOLERANCE,
    &scene::FIT_TO_VIEWPORT,
    &scene_parameters::PARAM,
    &rules::INVARIANT,
    &check::MIN_DISTANCE,
    &check::INSIDE,
    &check::NO_OVERLAP,
    &check::AREA,
    &design_checks::CLEARANCE,
    &design_checks::CLOSED,
    &design_checks::MIN_WIDTH,
    &design_checks::MIN_RADIUS,
    &design_checks::SYMMETRIC,
    &design_checks::COUNT,
    &design_checks::ALIGNED,
    &design_checks::TOUCHES,
    &design_checks::LINT,
    &assets::IMPORT_DXF,
    &assets::IMPORT_SVG,
    &assets::READ_ASSET,
    &blocks::DEFINE_BLOCK,
    &blocks::INSERT,
    &blocks::ARRAY_LINEAR,
    &blocks::ARRAY_GRID,
    &blocks::ARRAY_POLAR,
    &blocks::ARRAY_ALONG,
    &hatching::HATCH,
    &dimensions::DIMENSION,
    &dimensions::SET_DIMENSION_STYLE,
    &page::SET_PAGE,
    &page::DRAW_TITLE_BLOCK,
    &notes::CENTER_MARK,
    &callouts::CENTER_MARKS,
    &notes::CENTER_LINE,
    &notes::LEADER,
    &notes::BALLOON,
    &callouts::HOLE_CALLOUT,
    &callouts::TOLERANCE_FRAME,
    &callouts::DATUM,
    &notes::SURFACE_FINISH,
    &notes::SECTION_MARK,
    &views::SECTION_VIEW,
    &views::DETAIL_VIEW,
    &notes::NORTH_ARROW,
    &notes::SCALE_BAR,
    &notes::TABLE,
    &views::PARTS_LIST,
    &corners::DRAW_ROUNDED_RECT,
    &corners::DRAW_REGULAR_POLYGON,
    &corners::DRAW_SLOT,
    &corners::DRAW_SPLINE,
    &corners::FILLET,
    &corners::CHAMFER,
    &corners::THICKEN,
    &corners::TRIM,
    &corners::EXTEND,
    &corners::SPLIT_AT,
    &making::ALIGN,
    &making::DISTRIBUTE,
    &making::NEST,
    &making::KERF,
    &making::DOGBONES,
    &cut_order::CUT_ORDER,
    &report_table::REPORT_TABLE,
    &making::PORT,
    &making::CONNECT,
    &making::CONTOURS,
];

/// Returns the function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name).copied()
}

/// Returns true for a name that every script has from the vocabulary: a function, or an object that holds some.
pub fn is_global(name: &str) -> bool {
    let global = |function: &str| function.split_once('.').map_or(function, |(space, _)| space) == name;
    FUNCTIONS.iter().any(|function| global(function.name))
}

/// Returns the name by which scripts call a host function, given its row in the table; `console` where there is no
/// such row.
pub fn function_name(row: u16) -> &'static str {
    FUNCTIONS.get(usize::from(row)).map_or("console", |it| it.name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn vocabulary_entries_are_complete_and_unique() {
        let mut names = HashSet::new();
        for function in FUNCTIONS {
            assert!(names.insert(function.name), "{} twice", function.name);
            assert!(function.doc.ends_with('.'), "{}: the doc is sentences", function.name);
            assert!(function.example.contains(function.name), "{}: the example shows it", function.name);
            let first_optional = function.parameters.iter().position(|it| it.optional);
            let last_required = function.parameters.iter().rposition(|it| !it.optional);
            assert!(first_optional.is_none() || last_required < first_optional, "{}", function.name);
        }
    }
}
