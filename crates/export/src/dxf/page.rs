//! The page as a layout of paper space, with a viewport at the scale of the drawing.

use acadrust::entities::{EntityType, Viewport};
use acadrust::objects::ObjectType;
use acadrust::tables::{Layer as DxfLayer, TableEntry};
use acadrust::types::{Vector2, Vector3};

use super::{Drawing, failed};
use scenewright_error::Result;
use scenewright_scene::{Page, Scene};

/// The layout that every DXF file has.
pub(super) const LAYOUT: &str = "Layout1";

/// The layer that no program plots.
const UNPLOTTED: &str = "Defpoints";

/// The numbers of the viewport that is the layout itself, and of the one that shows the drawing.
const SHEET_VIEWPORT: i16 = 1;
const DRAWING_VIEWPORT: i16 = 2;

impl Drawing {
    /// Sets the layout up for the page, and adds its viewports.
    pub(super) fn set_up_page(&mut self, scene: &Scene, page: &Page) -> Result<()> {
        let (width, height) = (page.width, page.height);
        self.set_up_layout(page);
        if !self.document.layers.contains(UNPLOTTED) {
            let mut layer = DxfLayer::new(UNPLOTTED);
            layer.is_plottable = false;
            layer.set_handle(self.document.allocate_handle());
            self.document.layers.add_or_replace(layer);
        }
        let middle = Vector3::new(width * 0.5, height * 0.5, 0.0);
        let mut sheet = Viewport::with_size(middle, width, height);
        // Number 1 is the sheet itself, as readers expect of a layout.
        sheet.id = SHEET_VIEWPORT;
        sheet.view_center = middle;
        sheet.view_height = height;
        self.add_viewport(sheet)?;
        let frame = page.frame();
        let center = frame.center();
        let millimeter = scene.paper_millimeter(scene.sheet_scale());
        let mut window =
            Viewport::with_size(Vector3::new(center.x, center.y, 0.0), frame.width(), frame.height());
        window.id = DRAWING_VIEWPORT;
        // Scrolling inside of it would change the scale of the sheet.
        window.status.locked = true;
        let shown = page.to_scene(millimeter) * center;
        window.view_center = Vector3::new(shown.x, shown.y, 0.0);
        window.view_height = frame.height() * millimeter;
        window.custom_scale = 1.0 / millimeter;
        self.add_viewport(window)
    }

    fn add_viewport(&mut self, mut viewport: Viewport) -> Result<()> {
        // The frame of a viewport is drawn on its layer, and must not be printed.
        viewport.common.layer = UNPLOTTED.to_owned();
        let viewport = EntityType::Viewport(Box::new(viewport));
        self.document.add_entity_to_layout(viewport, LAYOUT).map_err(|error| failed(&error))?;
        Ok(())
    }

    fn set_up_layout(&mut self, page: &Page) {
        let (width, height) = (page.width, page.height);
        let name = match page.size.as_str() {
            "" => format!("Custom_({width:.2}_x_{height:.2}_MM)"),
            size => format!("{}_({width:.2}_x_{height:.2}_MM)", size.replace(' ', "_")),
        };
        for object in self.document.objects.values_mut() {
            let ObjectType::Layout(layout) = object else { continue };
            if layout.name != LAYOUT {
                continue;
            }
            (layout.paper_width, layout.paper_height) = (width, height);
            layout.paper_size.clone_from(&name);
            // Millimetres, the whole layout, at 1:1.
            (layout.plot_paper_units, layout.plot_type) = (1, 5);
            (layout.plot_scale_numerator, layout.plot_scale_denominator) = (1.0, 1.0);
            (layout.plot_scale_type, layout.plot_scale_factor) = (16, 1.0);
            (layout.plot_margin_left, layout.plot_margin_right) = (0.0, 0.0);
            (layout.plot_margin_bottom, layout.plot_margin_top) = (0.0, 0.0);
            (layout.min_limits, layout.max_limits) = ((0.0, 0.0), (width, height));
            (layout.min_extents, layout.max_extents) = ((0.0, 0.0, 0.0), (width, height, 0.0));
        }
        let header = &mut self.document.header;
        header.paper_space_limits_min = Vector2::ZERO;
        header.paper_space_limits_max = Vector2::new(width, height);
        header.paper_space_extents_min = Vector3::ZERO;
        header.paper_space_extents_max = Vector3::new(width, height, 0.0);
    }
}
