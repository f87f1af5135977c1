//! The sheets of a drawing as layouts: their names, and the way onto their paper.

use scenewright_geometry::Affine;
use scenewright_scene::{NamedPage, Scene};

/// The layout that every DXF file has.
pub(super) const LAYOUT: &str = "Layout1";

/// The layout of the model, which no sheet may be named like.
const MODEL: &str = "Model";

/// A sheet on its way into a layout.
pub(super) struct Paper {
    /// The transform from the scene to millimetres on the sheet; `None` where it has no inverse.
    pub to_paper: Option<Affine>,
    /// The name of the layout.
    pub layout: String,
}

impl Paper {
    /// Returns the papers of all sheets, in their order.
    pub(super) fn all(scene: &Scene) -> Vec<Paper> {
        let millimeter = scene.paper_millimeter(scene.sheet_scale());
        let mut papers: Vec<Paper> = Vec::new();
        for sheet in scene.sheets() {
            // The one sheet of a drawing that has no name has the layout that every file has.
            let layout =
                if scene.has_named_sheets() { layout_name(sheet, &papers) } else { LAYOUT.to_owned() };
            papers.push(Paper { to_paper: sheet.page.to_scene(millimeter).inverse(), layout });
        }
        papers
    }
}

/// Returns the name of a sheet as DXF takes it, other than those before.
fn layout_name(sheet: &NamedPage, before: &[Paper]) -> String {
    let takes = |character: char| if "<>/\\\":;?*|,=`".contains(character) { '_' } else { character };
    let plain: String = sheet.name.trim().chars().map(takes).collect();
    let is_free = |name: &str| {
        let is_other = |other: &str| other.to_lowercase() != name.to_lowercase();
        is_other(MODEL) && before.iter().all(|paper| is_other(&paper.layout))
    };
    let numbered = (2..).map(|number| format!("{plain}_{number}"));
    std::iter::once(plain.clone()).chain(numbered).find(|name| is_free(name)).unwrap_or(plain)
}
