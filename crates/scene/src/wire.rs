//! A scene on its way to another process: its entities are written one by one as it is walked, and drawn one by one as they are
//! read. Neither side holds a list of records.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::record::{EntityRecord, RebuiltList, SceneRecord};
use super::store::Scene;

/// The most entities for which room is made before they are there: the other side may claim any number.
const MAX_RESERVED: usize = 1 << 17;

/// The entities of a scene, back to front, each after the group it is in.
struct Entities<'a>(&'a Scene);

impl Serialize for Entities<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.0.entity_count()))?;
        self.0.entity_records().try_for_each(|entity| list.serialize_element(&entity))?;
        list.end()
    }
}

impl Serialize for Scene {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut scene = serializer.serialize_tuple(2)?;
        scene.serialize_element(&self.record_without_entities())?;
        scene.serialize_element(&Entities(self))?;
        scene.end()
    }
}

impl<'de> Deserialize<'de> for Scene {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(2, SceneVisitor)
    }
}

struct SceneVisitor;

impl<'de> Visitor<'de> for SceneVisitor {
    type Value = Scene;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a scene and its entities")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Scene, A::Error> {
        let mut rest: SceneRecord = parts.next_element()?.ok_or_else(|| Error::invalid_length(0, &self))?;
        let places = std::mem::take(&mut rest.places);
        let scene = Scene::from_record_with(rest, BTreeMap::new()).map_err(Error::custom)?;
        let list =
            parts.next_element_seed(ListOf(scene))?.ok_or_else(|| Error::invalid_length(1, &"entities"))?;
        list.into_scene(places).map_err(Error::custom)
    }
}

/// A scene that the entities that are read are drawn in.
struct ListOf(Scene);

impl<'de> DeserializeSeed<'de> for ListOf {
    type Value = RebuiltList;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<RebuiltList, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ListOf {
    type Value = RebuiltList;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a list of entities")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entities: A) -> Result<RebuiltList, A::Error> {
        // The count comes from the other process and is not believed beyond this.
        let count = entities.size_hint().unwrap_or(0).min(MAX_RESERVED);
        let mut list = RebuiltList::new(self.0, count);
        while let Some(entity) = entities.next_element::<EntityRecord>()? {
            list.add(entity).map_err(Error::custom)?;
        }
        Ok(list)
    }
}
