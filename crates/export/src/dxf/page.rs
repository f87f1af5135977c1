//! Each sheet as a layout of paper space, with a viewport at the scale of the drawing.

use acadrust::entities::{EntityType, Viewport};
use acadrust::objects::ObjectType;
use acadrust::tables::{Layer as DxfLayer, TableEntry};
use acadrust::types::{Handle, Vector2, Vector3};

use super::paper::LAYOUT;
use super::{Drawing, failed};
use scenewright_error::Result;
use scenewright_scene::{Page, Scene};

/// The layer that no program plots.
const UNPLOTTED: &str = "Defpoints";

/// The numbers of the viewport that is the layout itself, and of the one that shows the drawing.
const SHEET_VIEWPORT: i16 = 1;
const DRAWING_VIEWPORT: i16 = 2;

impl Drawing {
    /// Makes a layout for each sheet, before anything is drawn on it.
    pub(super) fn add_layouts(&mut self) -> Result<()> {
        for index in 0..self.papers.len() {
            let name = self.papers[index].layout.clone();
            if index > 0 {
                let layout = self.document.add_layout(&name).map_err(|error| failed(&error))?;
                self.remove_first_viewport(layout);
            } else if name != LAYOUT {
                self.rename_layout(&name);
            }
        }
        Ok(())
    }

    /// Removes the viewport that a new layout has: it gets one of its size.
    fn remove_first_viewport(&mut self, layout: Handle) {
        let Some(ObjectType::Layout(layout)) = self.document.objects.get_mut(&layout) else { return };
        let viewport = std::mem::replace(&mut layout.viewport, Handle::NULL);
        layout.viewports.clear();
        let block = layout.block_record;
        self.document.remove_entity(viewport);
        for record in self.document.block_records.iter_mut().filter(|record| record.handle == block) {
            record.entity_handles.retain(|handle| *handle != viewport);
        }
    }

    fn rename_layout(&mut self, name: &str) {
        for object in self.document.objects.values_mut() {
            match object {
                ObjectType::Layout(layout) if layout.name == LAYOUT => name.clone_into(&mut layout.name),
                ObjectType::Dictionary(dictionary) => {
                    let entries = dictionary.entries.iter_mut().filter(|(key, _)| key == LAYOUT);
                    entries.for_each(|(key, _)| name.clone_into(key));
                }
                _ => {}
            }
        }
    }

    /// Sets the layout of a sheet up, and adds its viewports.
    pub(super) fn set_up_page(&mut self, scene: &Scene, page: &Page, layout: &str) -> Result<()> {
        let (width, height) = (page.width, page.height);
        self.set_up_layout(page, layout);
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
        self.add_viewport(sheet, layout)?;
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
        self.add_viewport(window, layout)
    }

    fn add_viewport(&mut self, mut viewport: Viewport, layout: &str) -> Result<()> {
        // The frame of a viewport is drawn on its layer, and must not be printed.
        viewport.common.layer = UNPLOTTED.to_owned();
        let viewport = EntityType::Viewport(Box::new(viewport));
        self.document.add_entity_to_layout(viewport, layout).map_err(|error| failed(&error))?;
        Ok(())
    }

    fn set_up_layout(&mut self, page: &Page, layout_name: &str) {
        let (width, height) = (page.width, page.height);
        let name = match page.size.as_str() {
            "" => format!("Custom_({width:.2}_x_{height:.2}_MM)"),
            size => format!("{}_({width:.2}_x_{height:.2}_MM)", size.replace(' ', "_")),
        };
        for object in self.document.objects.values_mut() {
            let ObjectType::Layout(layout) = object else { continue };
            if layout.name != layout_name {
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
        // The header has the first sheet, which readers open.
        if self.papers.first().is_none_or(|first| first.layout != layout_name) {
            return;
        }
        let header = &mut self.document.header;
        header.paper_space_limits_min = Vector2::ZERO;
        header.paper_space_limits_max = Vector2::new(width, height);
        header.paper_space_extents_min = Vector3::ZERO;
        header.paper_space_extents_max = Vector3::new(width, height, 0.0);
    }
}
