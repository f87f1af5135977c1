//! The rows of a view that another scene replaces, for a page that shows the scene before.

use std::collections::HashMap;

use serde::Serialize;

use super::frame::pens_at;
use super::live_view::{IndexRow, Row, Rows, ViewIndex};
use scenewright_geometry::Bounds;
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
pub fn patch_between(before: &Scene, after: &Scene) -> Option<(ViewPatch, ViewIndex)> {
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
    Some((ViewPatch { runs, layers: moved(layers), styles: moved(styles), json }, new.index()))
}

/// Compares two scenes as [`patch_between`] does, given the index of the first, where they have the same entities in the same order:
/// an edit that changes the looks of some. It reads the rows of these alone, which takes a twentieth of the time. `None` in
/// all other cases.
pub fn patch_in_place(before: &Scene, index: &ViewIndex, after: &Scene) -> Option<(ViewPatch, ViewIndex)> {
    let subtrees = after.changed_subtrees(before)?;
    let added: usize = subtrees.iter().map(|subtree| subtree.count).sum();
    let is_within = subtrees.last().is_none_or(|last| last.first + last.count <= index.rows.len());
    if index.rows.is_empty() || !is_within || 2 * added > index.rows.len() {
        return None;
    }
    let mut new = Rows::of_subtrees(after, &subtrees);
    // Layers are listed when something is on them. Their pens on paper depend on the scale of the sheet.
    if new.layers != index.layers || pens_at(before, index.scale) != pens_at(after, new.scale) {
        return None;
    }
    let (mut styles, mut files) = (Numbers::default(), Numbers::default());
    let (mut rows, mut read) = (Vec::with_capacity(index.rows.len()), 0);
    let kept =
        |rows: &mut Vec<IndexRow>, styles: &mut Numbers<String>, files: &mut Numbers<_>, end: usize| {
            for row in &index.rows[rows.len()..end] {
                // As they come in the whole scene, so that a page which opens later has the same numbers.
                let style = row.style.map(|style| styles.number(&index.styles[style as usize], Some(style)));
                let file = row.file.map(|file| files.number(&index.files[file as usize], Some(file)));
                rows.push(IndexRow { style, file, ..*row });
            }
        };
    for subtree in &subtrees {
        kept(&mut rows, &mut styles, &mut files, subtree.first);
        for row in &mut new.rows[read..read + subtree.count] {
            row.style = row.style.map(|style| styles.number(&new.styles[style], None) as usize);
            if let Some((file, ..)) = &mut row.at {
                *file = files.number(&new.files[*file], None) as usize;
            }
            rows.push(IndexRow::of(row));
        }
        read += subtree.count;
    }
    kept(&mut rows, &mut styles, &mut files, index.rows.len());
    // The files of rows that stay cannot be replaced.
    if (0..).zip(&files.of_old).any(|(was, is)| is.is_some_and(|is| is != was)) {
        return None;
    }
    new.styles = styles.list;
    new.files = files.list;
    new.bounds = rows.iter().filter_map(|row| row.bounds).reduce(Bounds::union);
    let mut runs: Vec<PatchRun> = Vec::with_capacity(subtrees.len());
    for subtree in &subtrees {
        match runs.last_mut() {
            Some(run) if run.start + run.removed == subtree.first => {
                run.removed += subtree.count;
                run.added += subtree.count;
            }
            _ => runs.push(PatchRun { start: subtree.first, removed: subtree.count, added: subtree.count }),
        }
    }
    let json = new.to_json(&new.rows);
    let styles = moved(places_of(&index.styles, &new.styles));
    let index = ViewIndex { rows, ..new.index() };
    Some((ViewPatch { runs, layers: None, styles, json }, index))
}

/// Things with the numbers that they get in the order in which they come.
struct Numbers<T> {
    list: Vec<T>,
    numbers: HashMap<T, u32>,
    /// The numbers of those with a number before, by that.
    of_old: Vec<Option<u32>>,
}

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Numbers { list: Vec::new(), numbers: HashMap::new(), of_old: Vec::new() }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Numbers<T> {
    fn number(&mut self, thing: &T, old: Option<u32>) -> u32 {
        let place = old.map(|old| old as usize);
        // Most rows stay, and need no look at the text of their style.
        if let Some(known) = place.and_then(|place| self.of_old.get(place).copied().flatten()) {
            return known;
        }
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(thing.clone()).or_insert(next);
        if number == next {
            self.list.push(thing.clone());
        }
        if let Some(place) = place {
            if place >= self.of_old.len() {
                self.of_old.resize(place + 1, None);
            }
            self.of_old[place] = Some(number);
        }
        number
    }
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
    use crate::live_view::{to_view, to_view_with_index};
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
        check_in_place(before, after);
        let (patch, index) = patch_between(before, after)?;
        assert!(index == to_view_with_index(after).1, "the index of the scene");
        let (made, whole) = (applied(before, &patch), rows_of(&to_view(after)));
        for (made, whole) in made.iter().zip(&whole) {
            // A row that is left out may still be written as null by the index above.
            assert_eq!(without_null(made), *whole);
        }
        assert_eq!(made.len(), whole.len());
        Some(rows_of(&patch.json).len())
    }

    /// Checks that a patch in place leads to the scene too, with the index of that scene; returns whether there is one.
    fn check_in_place(before: &Scene, after: &Scene) -> bool {
        let index = to_view_with_index(before).1;
        let Some((patch, next)) = patch_in_place(before, &index, after) else { return false };
        assert!(next == to_view_with_index(after).1, "the index of the scene");
        let made: Vec<Value> = applied(before, &patch).iter().map(without_null).collect();
        assert_eq!(made, rows_of(&to_view(after)));
        let [mut part, mut whole]: [Value; 2] =
            [&patch.json, &to_view(after)].map(|view| serde_json::from_slice(view).unwrap());
        for view in [&mut part, &mut whole] {
            view["entities"] = Value::Null;
        }
        assert_eq!(part, whole, "all but the rows");
        true
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
    fn looks_and_places_are_patched_in_place_one_change_after_the_other() {
        let mut scene = many(300);
        let mut index = to_view_with_index(&scene).1;
        for step in 0..40_u64 {
            let mut after = scene.clone();
            // Groups too, whose contents move or look different with them.
            let name = if step % 5 == 4 {
                format!("g{}", 9 + 10 * (step % 30))
            } else {
                format!("e{}", step * 7 % 300)
            };
            match step % 4 {
                0 => after.set_fill(&name, Some(gray((step % 9) as f64 / 9.0))).unwrap(),
                1 => after.set_stroke(&name, Some(Stroke::solid(gray(0.5), (step % 3) as f64))).unwrap(),
                // Out of all that was drawn, so that the bounds grow and shrink again.
                2 => assert!(
                    after.translate(&name, 60.0 - 20.0 * (step % 8) as f64, 1.0, Space::World).unwrap()
                ),
                _ => after.set_layer(&name, &format!("l{}", step % 3), Contents::Included).unwrap(),
            }
            if step % 10 == 0 {
                let hidden = LayerChange { visible: Some(false), ..LayerChange::default() };
                after.define_layer("l1", &hidden).unwrap();
            }
            let is_in_place = check_in_place(&scene, &after);
            // At first another layer is hidden.
            assert!(is_in_place || step == 0, "step {step}");
            index = match patch_in_place(&scene, &index, &after) {
                Some((_, next)) => next,
                None => to_view_with_index(&after).1,
            };
            assert!(index == to_view_with_index(&after).1, "step {step}");
            scene = after;
        }
    }

    #[test]
    fn scenes_with_other_entities_groups_layers_or_blocks_are_not_patched_in_place() {
        let before = many(100);
        let with = |change: &dyn Fn(&mut Scene)| {
            let mut after = before.clone();
            change(&mut after);
            check_in_place(&before, &after)
        };
        assert!(with(&|scene| scene.set_fill("e1", None).unwrap()));
        assert!(!with(&|scene| assert!(scene.delete("e1"))));
        assert!(!with(&|scene| scene.draw("new", circle(0.0, 1.0)).unwrap()));
        assert!(!with(&|scene| assert!(scene.draw_order("e1", OrderMode::Back).unwrap())));
        assert!(!with(&|scene| scene.create_group("around", &["e1".to_owned()]).unwrap()));
        assert!(!with(&|scene| scene.set_layer("e1", "another", Contents::Included).unwrap()));
        // Without a scale of its own, a drawing that grows has other pens.
        assert!(!with(&|scene| assert!(scene.translate("e1", 1e6, 0.0, Space::World).unwrap())));
        let mut moved = before.clone();
        for index in 0..60 {
            moved.translate(&format!("e{index}"), 1.0, 0.0, Space::World).unwrap();
        }
        assert!(!check_in_place(&before, &moved), "the whole scene says as much");
    }

    #[test]
    fn patch_has_the_changed_rows_alone() {
        let before = many(1_000);
        let mut styled = before.clone();
        // A style that comes before all others.
        styled.set_fill("e1", Some(gray(0.33))).unwrap();
        styled.set_fill("e997", Some(gray(0.33))).unwrap();
        assert_eq!(checked(&before, &styled), Some(2));
        let runs = patch_between(&before, &styled).unwrap().0.runs;
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
        assert!(patch_between(&before, &Scene::new()).is_none());
        assert!(patch_between(&Scene::new(), &before).is_none());
    }
}
