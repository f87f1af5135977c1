//! The rows of a view that another scene replaces, for a page that shows the scene before.

use std::collections::HashMap;

use serde::Serialize;

use super::live_view::{Row, Rows};
use scenewright_scene::Scene;

/// The differences between the views of two scenes, as a page applies them.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ViewPatch {
    /// The rows that are replaced, in their order.
    pub runs: Vec<PatchRun>,
    /// The positions that the layers and the styles of rows that stay have now, -1 for one that is gone; absent where they
    /// are the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub layers: Option<Vec<i64>>,
    /// See [`ViewPatch::layers`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub styles: Option<Vec<i64>>,
    /// The view of the new scene with the rows of the runs alone.
    #[serde(skip)]
    pub json: Vec<u8>,
}

/// Rows of the scene before, and how many of the new ones stand in their place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PatchRun {
    /// The position of the first row that is replaced.
    pub start: usize,
    /// The number of rows before.
    pub removed: usize,
    /// The number of rows in their place.
    pub added: usize,
}

/// The rows that are searched ahead for equal ones, and the rows after which the search is tried again: a search compares some
/// 250 pairs, so that one a row would be slow where much is new.
const MAX_AHEAD: usize = 16;
const LOOK_AGAIN: usize = 32;

/// The place of a layer, a style or a row that is gone.
const GONE: i64 = -1;

/// Compares the views of two scenes. `None` where more than half of the rows are new, and where one of the two has no rows.
pub fn patch_between(before: &Scene, after: &Scene) -> Option<ViewPatch> {
    let (old, new) = (Rows::of(before), Rows::of(after));
    if old.rows.is_empty() || new.rows.is_empty() {
        return None;
    }
    let (layers, styles) = (places_of(&old.layers, &new.layers), places_of(&old.styles, &new.styles));
    let runs = Comparison::new(&old, &new, &layers, &styles).runs();
    let added: usize = runs.iter().map(|run| run.added).sum();
    if 2 * added > new.rows.len() {
        return None;
    }
    let (mut replaced, mut shift) = (Vec::with_capacity(added), 0_isize);
    for run in &runs {
        let first = run.start.saturating_add_signed(shift);
        replaced.extend(&new.rows[first..first + run.added]);
        shift += run.added as isize - run.removed as isize;
    }
    let json = new.to_json(replaced);
    Some(ViewPatch { runs, layers: moved(layers), styles: moved(styles), json })
}

/// Returns the new position of each thing of a list.
fn places_of(old: &[String], new: &[String]) -> Vec<i64> {
    let places: HashMap<&String, i64> = new.iter().zip(0..).collect();
    old.iter().map(|it| places.get(it).copied().unwrap_or(GONE)).collect()
}

/// Returns the positions, unless all are the same.
fn moved(places: Vec<i64>) -> Option<Vec<i64>> {
    places.iter().zip(0..).any(|(place, position)| *place != position).then_some(places)
}

/// The comparison of the rows of two scenes in their order.
struct Comparison<'a> {
    old: &'a Rows<'a>,
    new: &'a Rows<'a>,
    layers: &'a [i64],
    styles: &'a [i64],
    /// The present position of each row of the scene before. For a row of a replaced run it is the row at the same place in
    /// the new run.
    places: Vec<i64>,
    /// The beginning of the run that is being read, in either scene.
    open: Option<(usize, usize)>,
}

impl<'a> Comparison<'a> {
    fn new(old: &'a Rows<'a>, new: &'a Rows<'a>, layers: &'a [i64], styles: &'a [i64]) -> Self {
        Comparison { old, new, layers, styles, places: vec![GONE; old.rows.len()], open: None }
    }

    fn runs(mut self) -> Vec<PatchRun> {
        let (old, new) = (self.old.rows.len(), self.new.rows.len());
        let (mut i, mut j) = (0, 0);
        let mut runs = Vec::new();
        while i < old && j < new {
            if self.is_same(i, j, None) {
                self.places[i] = j as i64;
                (i, j) = (i + 1, j + 1);
                continue;
            }
            let begin = (i, j);
            self.open = Some(begin);
            for read in 0.. {
                let next = (read % LOOK_AGAIN == 0).then(|| self.next_same(i, j)).flatten();
                if let Some(next) = next {
                    (i, j) = next;
                    break;
                }
                if i >= old || j >= new || (read > 0 && self.is_same(i, j, None)) {
                    break;
                }
                (i, j) = (i + 1, j + 1);
            }
            if i >= old || j >= new {
                (i, j) = (old, new);
            }
            runs.push(self.close(begin, (i, j)));
        }
        if i < old || j < new {
            runs.push(self.close((i, j), (old, new)));
        }
        runs
    }

    fn close(&mut self, (start, first): (usize, usize), (i, j): (usize, usize)) -> PatchRun {
        for (place, position) in self.places[start..i].iter_mut().zip(first as i64..) {
            *place = position;
        }
        self.open = None;
        PatchRun { start, removed: i - start, added: j - first }
    }

    /// Returns the next rows that are the same, near to these, or where both have as many left.
    fn next_same(&self, i: usize, j: usize) -> Option<(usize, usize)> {
        let (old, new) = (self.old.rows.len(), self.new.rows.len());
        // Two in a row, since one alone may be the same by chance.
        let is_pair = |a: usize, b: usize| {
            a < old
                && b < new
                && self.is_same(a, b, Some((a, b)))
                && (a + 1 >= old || b + 1 >= new || self.is_same(a + 1, b + 1, Some((a, b))))
        };
        for sum in 1..=2 * MAX_AHEAD {
            for ahead in sum.saturating_sub(MAX_AHEAD)..=sum.min(MAX_AHEAD) {
                let (a, b) = (i + ahead, j + sum - ahead);
                if is_pair(a, b) {
                    return Some((a, b));
                }
            }
        }
        // Many rows were added or removed at one place: the rest is at the same distance from the end.
        let (left, new_left) = (old - i, new - j);
        let at_same_end = (i + left.saturating_sub(new_left), j + new_left.saturating_sub(left));
        (left != new_left && is_pair(at_same_end.0, at_same_end.1)).then_some(at_same_end)
    }

    /// Returns true if a row equals another one, whose positions count in its own scene. `pair` are rows from which on both
    /// would continue side by side.
    fn is_same(&self, i: usize, j: usize, pair: Option<(usize, usize)>) -> bool {
        let (was, is) = (&self.old.rows[i], &self.new.rows[j]);
        // First what differs most often.
        was.name == is.name
            && was.at.map(|(_, line, column)| (line, column)) == is.at.map(|(_, line, column)| (line, column))
            && was.bounds == is.bounds
            && is_same_shape(was, is)
            && (was.kind, was.world, was.text) == (is.kind, is.world, is.text)
            && self.layers[was.layer] == is.layer as i64
            && was.style.map(|style| self.styles[style]) == is.style.map(|style| style as i64)
            && was.parent.map(|parent| self.place_of(parent, pair)) == is.parent.map(|parent| parent as i64)
            && self.is_same_file(was, is)
    }

    /// Returns true if both were drawn by a file of the same name, whose position a page does not replace.
    fn is_same_file(&self, was: &Row<'_>, is: &Row<'_>) -> bool {
        match (was.at, is.at) {
            (Some((old, ..)), Some((new, ..))) => old == new && self.old.files[old] == self.new.files[new],
            (old, new) => old == new,
        }
    }

    fn place_of(&self, row: usize, pair: Option<(usize, usize)>) -> i64 {
        match (pair, self.open) {
            (Some((start, first)), _) if row >= start => (first + row - start) as i64,
            (_, Some((start, first))) if row >= start => (first + row - start) as i64,
            _ => self.places[row],
        }
    }
}

/// Compares the shapes. Those that a change has left are the same ones in both scenes, as it copies none.
fn is_same_shape(was: &Row<'_>, is: &Row<'_>) -> bool {
    match (was.shape, is.shape) {
        (Some(was), Some(is)) => std::ptr::eq(was, is) || was == is,
        (was, is) => was.is_none() && is.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::live_view::to_view;
    use scenewright_geometry::Shape;
    use scenewright_scene::{Color, Contents, LayerChange, OrderMode, PlaceInFile, Space, Stroke};
    use serde_json::Value;

    fn rows_of(view: &[u8]) -> Vec<Value> {
        let view: Value = serde_json::from_slice(view).unwrap();
        view["entities"].as_array().unwrap().clone()
    }

    /// The rows that a page makes of the view before and a patch, as `view/patch.ts` does.
    fn applied(before: &Scene, patch: &ViewPatch) -> Vec<Value> {
        let old = rows_of(&to_view(before));
        let mut new = rows_of(&patch.json).into_iter();
        let (mut rows, mut places, mut at): (Vec<Value>, Vec<usize>, usize) = (Vec::new(), Vec::new(), 0);
        let keep_until = |end: usize, at: &mut usize, rows: &mut Vec<Value>, places: &mut Vec<usize>| {
            for row in &old[*at..end] {
                let mut row = row.clone();
                let follow = |row: &mut Value, key: &str, list: &Option<Vec<i64>>| {
                    if let (Some(position), Some(list)) = (row[key].as_u64(), list) {
                        row[key] = list[position as usize].into();
                    }
                };
                follow(&mut row, "layer", &patch.layers);
                follow(&mut row, "style", &patch.styles);
                if let Some(group) = row["in"].as_u64() {
                    row["in"] = places[group as usize].into();
                }
                places.push(rows.len());
                rows.push(row);
            }
            *at = end;
        };
        for run in &patch.runs {
            keep_until(run.start, &mut at, &mut rows, &mut places);
            places.extend((0..run.removed).map(|index| rows.len() + index));
            rows.extend(new.by_ref().take(run.added));
            at += run.removed;
        }
        keep_until(old.len(), &mut at, &mut rows, &mut places);
        assert_eq!(new.next(), None);
        rows
    }

    /// Checks that the patch leads from one scene to the other, and returns the rows that it has.
    fn checked(before: &Scene, after: &Scene) -> Option<usize> {
        let patch = patch_between(before, after)?;
        let (made, whole) = (applied(before, &patch), rows_of(&to_view(after)));
        for (made, whole) in made.iter().zip(&whole) {
            // A row that is left out may still be written as null by the index above.
            assert_eq!(without_null(made), *whole);
        }
        assert_eq!(made.len(), whole.len());
        Some(rows_of(&patch.json).len())
    }

    fn without_null(row: &Value) -> Value {
        let object = row.as_object().unwrap();
        object
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect()
    }

    fn circle(x: f64, radius: f64) -> Shape {
        Shape::Circle { center: [x, 0.0].into(), radius }
    }

    fn gray(level: f64) -> Color {
        Color { r: level, g: level, b: level, a: 1.0 }
    }

    /// Circles with some styles and layers, five of each ten in a group.
    fn many(count: usize) -> Scene {
        let mut scene = Scene::new();
        scene.note_source_places(vec!["main".into(), "lib".into()]);
        for index in 0..count {
            scene.set_source_place(Some(PlaceInFile { file: 0, line: 1 + index as u32 % 50, column: 3 }));
            let name = format!("e{index}");
            scene.draw(&name, circle(index as f64, 1.0)).unwrap();
            if index % 2 == 0 {
                scene.set_fill(&name, Some(gray((index % 8) as f64 / 8.0))).unwrap();
            }
            if index % 7 == 0 {
                scene.set_layer(&name, &format!("l{}", index % 3), Contents::Included).unwrap();
            }
            if index % 10 == 9 {
                let names: Vec<String> = (index - 5..index).map(|it| format!("e{it}")).collect();
                scene.create_group(&format!("g{index}"), &names).unwrap();
            }
        }
        scene.set_source_place(None);
        scene
    }

    /// Changes a scene in one of the ways of scripts.
    fn change(scene: &mut Scene, kind: u64, name: &str, number: u64) {
        match kind {
            0 => scene.set_fill(name, Some(gray((number % 97) as f64 / 97.0))).unwrap(),
            1 => scene.set_stroke(name, Some(Stroke::solid(gray(0.5), (number % 3) as f64))).unwrap(),
            2 => drop(scene.translate(name, 0.5, 1.0, Space::World).unwrap()),
            3 => drop(scene.delete(name)),
            4 => drop(scene.draw_order(name, OrderMode::Back).unwrap()),
            5 => scene.set_layer(name, &format!("a{}", number % 4), Contents::Included).unwrap(),
            6 => {
                for index in 0..number % 4 {
                    scene.draw(&format!("new{number}_{index}\",\"layer\":1"), circle(-9.0, 2.0)).unwrap();
                }
            }
            7 => scene.create_group(&format!("around{number}"), &[name.to_owned()]).unwrap(),
            _ => {
                let hidden = LayerChange { visible: Some(false), ..LayerChange::default() };
                scene.define_layer(&format!("l{}", number % 5), &hidden).unwrap();
            }
        }
    }

    #[test]
    fn patch_leads_to_the_scene_whatever_changed() {
        let before = many(300);
        let mut patches = 0;
        for seed in 1_u64..=100 {
            let mut state = seed;
            let mut next = |most: u64| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (state >> 33) % most
            };
            let mut after = before.clone();
            for _ in 0..=next(6) {
                let (kind, name, number) = (next(9), format!("e{}", next(300)), seed * 10 + next(10));
                if after.exists(&name) {
                    change(&mut after, kind, &name, number);
                }
            }
            let rows = checked(&before, &after);
            patches += usize::from(rows.is_some_and(|rows| rows < 60));
        }
        // What moves to the back moves all others, whose groups are at other positions then.
        assert!(patches > 90, "{patches}");
    }

    #[test]
    fn patch_has_the_changed_rows_alone() {
        let before = many(1_000);
        let mut styled = before.clone();
        // A style that comes before all others.
        styled.set_fill("e1", Some(gray(0.33))).unwrap();
        styled.set_fill("e997", Some(gray(0.33))).unwrap();
        assert_eq!(checked(&before, &styled), Some(2));
        let runs = patch_between(&before, &styled).unwrap().runs;
        assert_eq!(runs.iter().map(|run| (run.removed, run.added)).collect::<Vec<_>>(), [(1, 1), (1, 1)]);

        let mut longer = before.clone();
        for index in 0..400 {
            longer.draw(&format!("n{index}"), circle(0.0, 1.0)).unwrap();
            longer.draw_order(&format!("n{index}"), OrderMode::Back).unwrap();
        }
        assert_eq!(checked(&before, &longer), Some(400));
        assert_eq!(checked(&longer, &before), Some(0));
        assert_eq!(checked(&before, &before), Some(0));
    }

    #[test]
    fn rows_drawn_by_another_file_are_new() {
        let drawn_by = |files: [u16; 3]| {
            let mut scene = Scene::new();
            scene.note_source_places(vec!["main".into(), "lib".into()]);
            for (index, file) in files.into_iter().enumerate() {
                scene.set_source_place(Some(PlaceInFile { file, line: 1, column: 1 }));
                scene.draw(&format!("e{index}"), circle(index as f64, 1.0)).unwrap();
            }
            scene
        };
        assert_eq!(checked(&drawn_by([0, 1, 0]), &drawn_by([0, 0, 0])), Some(1));
        // The first file that draws has the position 0, whatever its name.
        assert_eq!(checked(&drawn_by([0, 0, 0]), &drawn_by([1, 1, 1])), None);
    }

    #[test]
    fn there_is_no_patch_of_what_is_mostly_new_or_empty() {
        let before = many(200);
        let mut moved = before.clone();
        for index in 0..150 {
            moved.translate(&format!("e{index}"), 1.0, 0.0, Space::World).unwrap();
        }
        assert_eq!(checked(&before, &moved), None);
        assert_eq!(patch_between(&before, &Scene::new()), None);
        assert_eq!(patch_between(&Scene::new(), &before), None);
    }
}
