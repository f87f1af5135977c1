//! Points and places at entities as scripts write them.

use boa_engine::JsValue;

use super::call::{Call, Checked, Failure, Options, choice, describe};
use scenewright_scene::{Place, PointRef};

/// The TypeScript type of a point that may follow an entity.
pub(crate) const PLACES: &[(&str, Place)] = &[
    ("center", Place::Center),
    ("start", Place::Start),
    ("end", Place::End),
    ("middle", Place::Middle),
    ("left", Place::Side(-1.0, 0.0)),
    ("right", Place::Side(1.0, 0.0)),
    ("top", Place::Side(0.0, 1.0)),
    ("bottom", Place::Side(0.0, -1.0)),
    ("topLeft", Place::Side(-1.0, 1.0)),
    ("topRight", Place::Side(1.0, 1.0)),
    ("bottomLeft", Place::Side(-1.0, -1.0)),
    ("bottomRight", Place::Side(1.0, -1.0)),
];

impl Call<'_> {
    /// Reads a point `[x, y]`, the name of an entity, which is its centre, or `{ of, at }`, a place at it. For the trace of a
    /// boolean, `{ hole: name, at }` is short for `{ of: { hole: name }, at }`.
    pub(crate) fn point_ref_of(&mut self, value: &JsValue, what: &str) -> Checked<PointRef> {
        if let Some(name) = value.as_string() {
            return Ok(PointRef::Of { name: name.to_std_string_lossy(), place: Place::Center });
        }
        if self.array(value)?.is_some() {
            return Ok(PointRef::At(self.point_of(value, what)?));
        }
        let Some(options) = self.object_of(value, &["of", "at", "hole", "edge"])? else {
            return Err(Failure::Type(format!(
                "{what} must be a point [x, y], the name of an entity, or {{ of: name, at: place }}, got {}",
                describe(value)
            )));
        };
        let name = match (self.subject_option(&options, "of")?, self.trace_in(&options, what)?) {
            (Some(name), None) | (None, Some(name)) => name,
            (None, None) => {
                return Err(Failure::Type(format!("{what}.of must be the name of an entity, got undefined")));
            }
            (Some(_), Some(_)) => {
                return Err(Failure::Type(format!(
                    "{what} must have one of of, hole and edge, the name of an entity"
                )));
            }
        };
        let place = match self.option(&options, "at")? {
            None => Place::Center,
            Some(at) => self.place_at(&at, what)?,
        };
        Ok(PointRef::Of { name, place })
    }

    fn place_at(&mut self, at: &JsValue, what: &str) -> Checked<Place> {
        if let Some(word) = at.as_string() {
            return choice(&format!("{what}.at"), &word.to_std_string_lossy(), PLACES);
        }
        if let Some(number) = at.as_number() {
            let is_index = number >= 0.0 && number.fract() == 0.0 && number < 1e9;
            return if is_index {
                Ok(Place::Vertex(number as usize))
            } else {
                Err(Failure::Range(format!("{what}.at must be the number of a vertex, from 0, got {number}")))
            };
        }
        if self.array(at)?.is_some() {
            return Ok(Place::Own(self.point_of(at, &format!("{what}.at"))?));
        }
        Err(Failure::Type(format!(
            "{what}.at must be a place such as 'center' or 'topLeft', the number of a vertex, or a point [x, y] in the \
             entity's own coordinates, got {}",
            describe(at)
        )))
    }

    /// Reads what an annotation follows: the name of an entity, or `{ hole: name }`, what a boolean cut with it.
    pub(crate) fn subject_option(&mut self, options: &Options, key: &'static str) -> Checked<Option<String>> {
        let Some(value) = self.option(options, key)? else { return Ok(None) };
        if value.as_string().is_some() {
            return self.string_option(options, key);
        }
        if let Some(name) = self.trace_of(&value, &format!("option {key}"))? {
            return Ok(Some(name));
        }
        Err(Failure::Type(format!(
            "option {key} must be the name of an entity, or {{ hole: name }} or {{ edge: name }} for the \
             trace that a boolean left of it, got {}",
            describe(&value)
        )))
    }

    /// Reads the trace of a boolean, which has the name of what was cut with: `{ hole: name }` or `{ edge: name }`; `None` for what
    /// is no object.
    pub(crate) fn trace_of(&mut self, value: &JsValue, what: &str) -> Checked<Option<String>> {
        let Some(trace) = self.object_of(value, &["hole", "edge"])? else { return Ok(None) };
        match self.trace_in(&trace, what)? {
            Some(name) => Ok(Some(name)),
            None => Err(Failure::Type(format!("{what} must have either hole or edge, a name"))),
        }
    }

    /// Reads the name of a trace among other options; `None` where there is neither `hole` nor `edge`.
    fn trace_in(&mut self, options: &Options, what: &str) -> Checked<Option<String>> {
        match (self.string_option(options, "hole")?, self.string_option(options, "edge")?) {
            (Some(_), Some(_)) => Err(Failure::Type(format!("{what} must have either hole or edge, a name"))),
            (hole, edge) => Ok(hole.or(edge)),
        }
    }

    /// Reads a point that may follow an entity in an option.
    pub(crate) fn point_ref_option(
        &mut self,
        options: &Options,
        key: &'static str,
    ) -> Checked<Option<PointRef>> {
        match self.option(options, key)? {
            None => Ok(None),
            Some(value) => self.point_ref_of(&value, &format!("option {key}")).map(Some),
        }
    }

    /// Reads a list of points that may follow entities in an option.
    pub(crate) fn point_refs_option(
        &mut self,
        options: &Options,
        key: &'static str,
    ) -> Checked<Option<Vec<PointRef>>> {
        let Some(value) = self.option(options, key)? else { return Ok(None) };
        let Some(elements) = self.list_of(&value)? else {
            let came = describe(&value);
            return Err(Failure::Type(format!("option {key} must be an array of points, got {came}")));
        };
        let mut points = Vec::with_capacity(elements.len());
        for (at, element) in elements.iter().enumerate() {
            points.push(self.point_ref_of(element, &format!("option {key}[{at}]"))?);
        }
        Ok(Some(points))
    }

    /// Reads a whole number of at least 0 in an option.
    pub(crate) fn count_option(&mut self, options: &Options, key: &'static str) -> Checked<Option<usize>> {
        match self.number_option(options, key)? {
            None => Ok(None),
            Some(number) if number >= 0.0 && number.fract() == 0.0 && number < 1e9 => {
                Ok(Some(number as usize))
            }
            Some(number) => Err(Failure::Range(format!(
                "option {key} must be a whole number of at least 0, got {}",
                scenewright_geometry::number_text(number)
            ))),
        }
    }
}
