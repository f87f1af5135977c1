use super::*;
use crate::drafting::Linear;
use scenewright_geometry::Point;

fn sample() -> Scene {
    let mut scene = Scene::new();
    scene.set_units(Units::Inches);
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    rect(&mut scene, "b", 3.0, 0.0, 1.0, 2.0);
    scene.draw("p", Shape::path("M0 0A1 2 30 0 1 3 3Z").unwrap()).unwrap();
    scene.create_group("g", &names(&["a", "b"])).unwrap();
    scene.rotate("b", 0.4, Space::World, Around::Origin).unwrap();
    scene.scale("g", 2.0, 1.0, Space::World, Around::Origin).unwrap();
    scene.remove_from_group("b").unwrap();
    scene.add_to_group("g", "b").unwrap();
    scene.set_fill("g", Some(Color::parse("#ff8800").unwrap())).unwrap();
    scene.set_stroke("a", None).unwrap();
    scene.set_layer("a", "walls", Contents::Included).unwrap();
    scene
}

#[test]
fn scene_record_round_trips_through_bytes() {
    let scene = sample();
    let bytes = postcard::to_stdvec(&scene).unwrap();
    let copy: Scene = postcard::from_bytes(&bytes).unwrap();
    assert_eq!(copy, scene);
    assert_eq!(copy.entity_json("b"), scene.entity_json("b"));
    assert_eq!(postcard::to_stdvec(&copy).unwrap(), bytes);
    assert_eq!(copy.units(), Units::Inches);
}

#[test]
fn inconsistent_scene_record_is_refused() {
    type Damage = fn(&mut SceneRecord);
    let cases: [(Damage, &str); 11] = [
        (|it| it.entities[1].parent = Some(7), "its group does not come before it in the list"),
        (|it| it.entities[1].parent = Some(1), "its group does not come before it in the list"),
        (|it| it.entities[3].parent = Some(2), "what it is in is not a group"),
        (|it| it.entities[1].name = it.entities[0].name.clone(), "there are two of that name"),
        (|it| it.entities[1].name = "".into(), "name must not be empty"),
        (|it| it.entities[1].layer = "".into(), "name must not be empty"),
        (
            |it| it.entities[1].transform.translate[0] = f64::NAN,
            "the resulting transform leaves the range of numbers",
        ),
        (
            |it| it.entities[1].transform.linear = Linear::Parts { rotation: 0.0, scale: [0.0, 1.0] },
            "the resulting transform has no size left",
        ),
        (
            |it| {
                it.entities[2].shape =
                    Some(std::sync::Arc::new(Shape::Circle { center: Point::ORIGIN, radius: f64::NAN }));
            },
            "radius must be a finite number, got NaN",
        ),
        (
            |it| it.entities[2].style.fill = Own::Value(Color { r: 7.0, ..Color::BLACK }),
            "a colour's r must be between 0 and 1, got 7",
        ),
        (|it| it.entity_limit = 2, "the scene may not hold more than 2 entities"),
    ];
    for (damage, message) in cases {
        let mut record = sample().to_record();
        damage(&mut record);
        let error = Scene::from_record(record.clone()).unwrap_err();
        assert!(error.message.ends_with(message), "{}", error.message);
        let bytes = postcard::to_stdvec(&record).unwrap();
        assert!(postcard::from_bytes::<Scene>(&bytes).is_err());
    }
}

#[test]
fn damaged_scene_bytes_give_error_without_panic() {
    let bytes = postcard::to_stdvec(&sample()).unwrap();
    for index in 0..bytes.len() {
        for value in [0, 1, 0x7f, 0xff] {
            let mut damaged = bytes.clone();
            damaged[index] = value;
            if let Ok(scene) = postcard::from_bytes::<Scene>(&damaged) {
                let _ = scene.bounds();
            }
        }
        assert!(postcard::from_bytes::<Scene>(&bytes[..index]).is_err());
    }
}

fn lists(old: &Scene, new: &Scene) -> [String; 3] {
    let difference = difference(old, new);
    [difference.added.join(" "), difference.removed.join(" "), difference.changed.join(" ")]
}

#[test]
fn difference_names_only_changed_entities() {
    let old = sample();
    assert!(difference(&old, &old.clone()).is_empty());
    type Change = fn(&mut Scene);
    let cases: [(Change, [&str; 3]); 8] = [
        (|it| circle(it, "new", 0.0, 0.0, 1.0), ["new", "", ""]),
        (|it| assert!(it.delete("p")), ["", "p", ""]),
        (|it| assert!(it.translate("g", 1.0, 0.0, Space::World).unwrap()), ["", "", "g"]),
        (|it| it.set_fill("a", None).unwrap(), ["", "", "a"]),
        (|it| it.set_layer("p", "0x", Contents::Included).unwrap(), ["", "", "p"]),
        (|it| it.set_pivot("p", 1.0, 1.0).unwrap(), ["", "", "p"]),
        (|it| assert!(it.remove_from_group("a").unwrap()), ["", "", "a"]),
        (|it| rect(it, "p", 0.0, 0.0, 1.0, 1.0), ["", "", "p"]),
    ];
    for (index, (change, expected)) in cases.into_iter().enumerate() {
        let mut new = old.clone();
        change(&mut new);
        assert_eq!(lists(&old, &new), expected.map(str::to_owned), "case {index}");
    }
}

#[test]
fn entity_moved_in_order_is_one_change() {
    let mut old = Scene::new();
    for index in 0..50 {
        circle(&mut old, &format!("c{index}"), 0.0, 0.0, 1.0);
    }
    let mut new = old.clone();
    new.draw_order("c3", OrderMode::Front).unwrap();
    new.draw_order("c40", OrderMode::Back).unwrap();
    new.delete("c10");
    circle(&mut new, "middle", 0.0, 0.0, 1.0);
    new.draw_order("middle", OrderMode::Index(20)).unwrap();
    assert_eq!(lists(&old, &new), ["middle", "c10", "c40 c3"].map(str::to_owned));
}

#[test]
fn places_are_taken_over_by_name_and_forgotten_with_their_entity() {
    let mut drawn = Scene::new();
    drawn.note_source_places(vec!["main".into()]);
    drawn.set_source_place(Some(PlaceInFile { file: 0, line: 4, column: 2 }));
    circle(&mut drawn, "a", 0.0, 0.0, 1.0);
    drawn.delete("a");
    drawn.set_source_place(None);
    circle(&mut drawn, "b", 0.0, 0.0, 1.0);
    assert_eq!(drawn.source_place("b"), None);
    drawn.set_source_place(Some(PlaceInFile { file: 0, line: 7, column: 1 }));
    circle(&mut drawn, "c", 0.0, 0.0, 1.0);
    let mut read = Scene::new();
    circle(&mut read, "c", 0.0, 0.0, 1.0);
    circle(&mut read, "only here", 0.0, 0.0, 1.0);
    assert!(!read.knows_source_places());
    read.take_source_places(&drawn);
    assert!(read.knows_source_places());
    let place = read.source_place("c").unwrap();
    assert_eq!((&*place.file, place.line, place.column), ("main", 7, 1));
    assert_eq!(read.source_place("only here"), None);
}
