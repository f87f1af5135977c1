//! Tables: rows of texts between lines.

use crate::drafting::error::SceneError;
use crate::drafting::label::Label;
use crate::drafting::shapes::Shapes;
use crate::drafting::typeset::Fonts;
use scenewright_geometry::{Bounds, Path, Point};

use crate::drafting::parts::push_line;

/// The room at the sides of a text in its cell, and the height of a row as a factor of the height of its text.
const PADDING: f64 = 1.5;
const ROW: f64 = 2.0;

/// The bounds of a table.
const MAX_ROWS: usize = 500;
const MAX_COLUMNS: usize = 50;

/// A table with the widths of its columns, in millimetres on paper.
pub(crate) struct LaidTable {
    labels: Vec<Vec<Option<Label>>>,
    columns: Vec<f64>,
    row: f64,
    has_header: bool,
}

impl LaidTable {
    /// Lays out rows of texts; columns without a width among `widths` are as wide as their texts of that height.
    pub(crate) fn new(
        rows: &[Vec<String>],
        widths: &[f64],
        has_header: bool,
        height: f64,
        fonts: &Fonts,
    ) -> Result<LaidTable, SceneError> {
        let count = rows.iter().map(Vec::len).max().unwrap_or(0);
        if count == 0 || rows.len() > MAX_ROWS || count > MAX_COLUMNS {
            return Err(SceneError::range(format!(
                "rows must be between 1 and {MAX_ROWS} arrays of between 1 and {MAX_COLUMNS} texts, got {} of {count} at most",
                rows.len()
            )));
        }
        let mut columns = vec![height; count];
        let mut labels = Vec::with_capacity(rows.len());
        for row in rows {
            let mut cells = Vec::with_capacity(count);
            for (column, text) in row.iter().enumerate() {
                if text.trim().is_empty() {
                    cells.push(None);
                    continue;
                }
                // Data of other programs has line breaks within its cells.
                let text = text.replace(char::is_control, " ");
                let label = Label::of_text(&text, height, fonts)?;
                columns[column] = columns[column].max(label.width + 2.0 * PADDING);
                cells.push(Some(label));
            }
            labels.push(cells);
        }
        if widths.len() > count {
            return Err(SceneError::range(format!(
                "option widths has {} lengths, and the table has {count} columns",
                widths.len()
            )));
        }
        for (column, width) in columns.iter_mut().zip(widths) {
            if !width.is_finite() || *width <= 0.0 {
                return Err(SceneError::range("option widths must hold lengths greater than 0"));
            }
            *column = *width;
        }
        Ok(LaidTable { labels, columns, row: height * ROW, has_header })
    }

    /// Returns the sum of the columns' widths.
    pub(crate) fn width(&self) -> f64 {
        self.columns.iter().sum()
    }

    /// Returns the sum of the rows' heights.
    pub(crate) fn height(&self) -> f64 {
        self.row * self.labels.len() as f64
    }

    /// Draws the table from its upper left corner; texts that are wider than their column are made smaller.
    pub(crate) fn draw(&self, shapes: &mut Shapes, corner: Point, fonts: &Fonts) -> Result<(), SceneError> {
        let bounds = Bounds {
            min: Point::new(corner.x, corner.y - self.height()),
            max: Point::new(corner.x + self.width(), corner.y),
        };
        push_box(&mut shapes.thick, &bounds);
        let mut x = corner.x;
        for width in &self.columns[..self.columns.len() - 1] {
            x += width;
            shapes.line(Point::new(x, bounds.min.y), Point::new(x, bounds.max.y));
        }
        for (index, cells) in self.labels.iter().enumerate() {
            let top = corner.y - self.row * index as f64;
            if index > 0 {
                let (from, to) = (Point::new(bounds.min.x, top), Point::new(bounds.max.x, top));
                if index == 1 && self.has_header {
                    push_line(&mut shapes.thick, from, to);
                } else {
                    shapes.line(from, to);
                }
            }
            let mut left = corner.x;
            for (label, width) in cells.iter().zip(&self.columns) {
                if let Some(label) = label {
                    let room = (width - 2.0 * PADDING).max(width * 0.5);
                    let label = label.fitting(room, fonts)?;
                    let middle = left + PADDING + label.width * 0.5;
                    let middle = Point::new(middle, top - self.row * 0.5 - label.descent * 0.5);
                    label.draw(shapes, middle, Point::new(1.0, 0.0));
                }
                left += width;
            }
        }
        Ok(())
    }
}

/// Appends the outline of a box.
pub(crate) fn push_box(path: &mut Path, bounds: &Bounds) {
    let (min, max) = (bounds.min, bounds.max);
    path.push_chain([min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)], true);
}
