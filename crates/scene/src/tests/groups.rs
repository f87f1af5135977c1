use super::*;

fn three() -> Scene {
    let mut scene = Scene::new();
    for (index, name) in ["a", "b", "c"].into_iter().enumerate() {
        circle(&mut scene, name, index as f64 * 10.0, 0.0, 1.0);
    }
    scene
}

#[test]
fn group_keeps_children_in_given_order() {
    let mut scene = three();
    scene.create_group("g", &names(&["c", "a"])).unwrap();
    assert_eq!(all(&scene), "b g c a");
    assert_eq!(scene.entity_json("g").unwrap()["children"], serde_json::json!(["c", "a"]));
    assert_eq!(scene.entity_json("a").unwrap()["parent"], "g");
    assert_eq!(scene.entity_json("g").unwrap()["local"]["pivot"], serde_json::json!([0, 0]));
    scene.create_group("empty", &[]).unwrap();
    assert_eq!(scene.world_bounds("empty"), None);
    assert!(scene.entity_json("empty").unwrap()["world"]["center"].is_null());
    assert_eq!((scene.entity_count(), scene.group_count()), (5, 2));
}

#[test]
fn impossible_groups_are_refused_and_change_nothing() {
    let mut scene = three();
    scene.create_group("g", &names(&["a"])).unwrap();
    scene.create_group("h", &names(&["g"])).unwrap();
    let before = scene.clone();
    let cases = [
        (scene.create_group("n", &names(&["b", "x"])), "there is no entity named \"x\""),
        (scene.create_group("n", &names(&["b", "b"])), "\"b\" is listed twice"),
        (scene.create_group("g", &names(&["g"])), "the group \"g\" cannot hold itself"),
        (scene.add_to_group("g", "h").map(drop), "\"h\" holds the group \"g\", so it cannot be put into it"),
        (scene.add_to_group("g", "g").map(drop), "the group \"g\" cannot hold itself"),
        (scene.add_to_group("b", "c").map(drop), "\"b\" is not a group but a circle"),
        (scene.ungroup("a"), "\"a\" is not a group but a circle"),
    ];
    for (result, message) in cases {
        let error = result.unwrap_err();
        assert_eq!((error.class, error.message.as_str()), (ErrorClass::Scene, message));
    }
    assert_eq!(scene, before);
}

#[test]
fn group_can_be_created_from_children_of_its_namesake() {
    let mut scene = three();
    scene.create_group("g", &names(&["a", "b"])).unwrap();
    scene.create_group("g", &names(&["b", "c"])).unwrap();
    assert_eq!(all(&scene), "a g b c");
}

#[test]
fn ungroup_and_delete_keep_children_in_place() {
    let mut scene = three();
    circle(&mut scene, "d", 0.0, 0.0, 1.0);
    scene.create_group("inner", &names(&["a", "b"])).unwrap();
    scene.create_group("outer", &names(&["inner", "c"])).unwrap();
    scene.draw_order("d", OrderMode::Front).unwrap();
    scene.rotate("outer", 0.5, Space::World, Around::Origin).unwrap();
    let place = box_of(scene.world_bounds("b"));
    let mut dissolved = scene.clone();
    dissolved.ungroup("inner").unwrap();
    assert_eq!(all(&dissolved), "outer a b c d");
    assert_near(box_of(dissolved.world_bounds("b")), place);
    assert!(scene.delete("inner"));
    assert_eq!(all(&scene), "outer c d a b");
    assert_near(box_of(scene.world_bounds("b")), place);
    assert!(scene.delete("outer"));
    assert_eq!(all(&scene), "c d a b");
    assert!(!scene.remove_from_group("a").unwrap());
}

#[test]
fn ungroup_leaves_the_look_of_the_group() {
    let mut scene = three();
    scene.create_group("g", &names(&["a", "b"])).unwrap();
    scene.set_fill("g", Some(Color::BLACK)).unwrap();
    scene.set_fill("b", None).unwrap();
    scene.set_stroke("g", Some(Stroke::solid(Color::BLACK, 3.0))).unwrap();
    let look = |scene: &Scene| {
        let leaves = scene.walk_back_to_front().filter_map(|visit| match visit {
            Visit::Leaf(leaf) => Some((leaf.name.to_owned(), leaf.style.fill, leaf.style.stroke.cloned())),
            _ => None,
        });
        leaves.collect::<Vec<_>>()
    };
    let seen = look(&scene);
    scene.ungroup("g").unwrap();
    assert_eq!(look(&scene), seen);
}

#[test]
fn adding_to_a_group_twice_moves_nothing() {
    let mut scene = three();
    scene.create_group("g", &names(&["a", "b"])).unwrap();
    assert!(!scene.add_to_group("g", "a").unwrap());
    assert!(scene.add_to_group("g", "c").unwrap());
    assert_eq!(order(&scene, Some("g")), "a b c");
    assert!(scene.remove_from_group("a").unwrap());
    assert_eq!(all(&scene), "g b c a");
}

#[test]
fn draw_order_supports_every_mode() {
    let cases = [
        ("front", "b", true, "a c d e b"),
        ("back", "d", true, "d a b c e"),
        ("0", "c", true, "c a b d e"),
        ("4", "a", true, "b c d e a"),
        ("2", "c", false, "a b c d e"),
        ("+1", "a", true, "b a c d e"),
        ("-2", "d", true, "a d b c e"),
        ("+99", "d", true, "a b c e d"),
        ("-99999999999999999999", "a", false, "a b c d e"),
        ("+0", "a", false, "a b c d e"),
        ("above:d", "a", true, "b c d a e"),
        ("above:a", "d", true, "a d b c e"),
        ("below:d", "a", true, "b c a d e"),
        ("below:a", "d", true, "d a b c e"),
        ("below:b", "a", false, "a b c d e"),
    ];
    for (mode, name, moved, expected) in cases {
        let mut scene = three();
        circle(&mut scene, "d", 0.0, 0.0, 1.0);
        circle(&mut scene, "e", 0.0, 0.0, 1.0);
        let result = scene.draw_order(name, OrderMode::parse(mode).unwrap());
        assert_eq!((result.unwrap(), order(&scene, None).as_str()), (moved, expected), "{mode} {name}");
    }
}

#[test]
fn impossible_orders_are_refused() {
    let mut scene = three();
    for mode in ["Front", "", "+", "-", "1.5", "+-1", "above", "-1x", " 1"] {
        assert_eq!(OrderMode::parse(mode).unwrap_err().class, ErrorClass::Range, "{mode}");
    }
    scene.create_group("g", &names(&["a"])).unwrap();
    for (mode, message) in [
        (OrderMode::Index(3), "mode as an index must be between 0 and 2, got 3"),
        (OrderMode::Above("b".into()), "\"b\" cannot be placed next to itself"),
        (
            OrderMode::Below("a".into()),
            "\"b\" and \"a\" are not in the same group, so neither can be above the other",
        ),
        (OrderMode::Above("x".into()), "there is no entity named \"x\""),
    ] {
        assert_eq!(scene.draw_order("b", mode).unwrap_err().message, message);
    }
    assert!(scene.get_draw_order(Some("b")).is_err());
    let level = scene.get_draw_order(Some("g")).unwrap();
    assert_eq!((level.level.as_str(), level.details[0].kind, level.details[0].z), ("g", "circle", 0));
    assert_eq!(scene.get_draw_order(None).unwrap().level, "root");
}

#[test]
fn copies_are_named_by_their_place_in_the_group() {
    let mut scene = three();
    scene.create_group("in", &names(&["a", "b"])).unwrap();
    scene.create_group("out", &names(&["c", "in"])).unwrap();
    scene.rotate("in", 0.3, Space::World, Around::Origin).unwrap();
    scene.duplicate("out", "copy").unwrap();
    assert_eq!(all(&scene), "out c in a b copy copy_0 copy_1 copy_1_0 copy_1_1");
    assert_eq!(scene.world_bounds("copy_1_1"), scene.world_bounds("b"));
    // A copy of something in a group is in that group, and so looks the same.
    scene.duplicate("a", "a2").unwrap();
    assert_eq!(order(&scene, Some("in")), "a b a2");
    // Whoever has a name that the copy needs is replaced, but not the original itself.
    scene.duplicate("a", "c").unwrap();
    assert_eq!(order(&scene, Some("in")), "a b a2 c");
    let error = scene.duplicate("out", "in").unwrap_err();
    assert_eq!(
        error.message,
        "the copy would replace \"in\", which is a part of \"out\"; choose another name"
    );
    assert!(scene.duplicate("a", "a").is_err());
    // Replacing the group around the original frees the original first.
    scene.duplicate("a", "out").unwrap();
    assert_eq!(scene.world_bounds("out"), scene.world_bounds("a"));
}

#[test]
fn a_deep_copy_does_not_run_out_of_names() {
    let mut scene = Scene::new();
    circle(&mut scene, "g0", 0.0, 0.0, 1.0);
    for depth in 1..300 {
        scene.create_group(&format!("g{depth}"), &names(&[&format!("g{}", depth - 1)])).unwrap();
    }
    scene.duplicate("g299", "copy").unwrap();
    assert_eq!(scene.entity_count(), 600);
}

#[test]
fn queries_see_the_whole_tree() {
    let mut scene = three();
    scene.create_group("g", &names(&["b"])).unwrap();
    rect(&mut scene, "wall_1", 0.0, 0.0, 1.0, 1.0);
    scene.set_layer("wall_1", "walls", Contents::Included).unwrap();
    let list = |filter: ListFilter| scene.list(&filter).join(" ");
    let none = ListFilter::default;
    assert_eq!(list(none()), "a c g b wall_1");
    assert_eq!(list(ListFilter { kind: Some("circle".into()), ..none() }), "a c b");
    assert_eq!(list(ListFilter { group: Some("g".into()), ..none() }), "b");
    assert_eq!(list(ListFilter { group: Some("x".into()), ..none() }), "");
    assert_eq!(list(ListFilter { group: Some("a".into()), ..none() }), "");
    assert_eq!(list(ListFilter { layer: Some("walls".into()), ..none() }), "wall_1");
    assert_eq!(list(ListFilter { name_glob: Some("wall_?".into()), ..none() }), "wall_1");
    let layers: Vec<String> = scene.layers().keys().map(|name| name.to_string()).collect();
    assert_eq!(layers, ["0", "walls"]);
    assert_eq!(box_of(scene.bounds()), [-1.0, -1.0, 21.0, 1.0]);
    assert_eq!(Scene::new().bounds(), None);
    assert!(scene.clone().set_layer("a", "", Contents::Included).is_err());
}

#[test]
fn ten_thousand_nested_groups_are_handled() {
    let mut scene = Scene::new();
    circle(&mut scene, "g0", 1.0, 0.0, 1.0);
    for depth in 1..10_000 {
        scene.create_group(&format!("g{depth}"), &names(&[&format!("g{}", depth - 1)])).unwrap();
    }
    scene.translate("g9999", 5.0, 0.0, Space::World).unwrap();
    assert_eq!(box_of(scene.world_bounds("g0")), [5.0, -1.0, 7.0, 1.0]);
    assert_eq!(scene.walk_back_to_front().count(), 2 * 9_999 + 1);
    assert_eq!(scene.outline()[0].world_bounds, scene.bounds());
    assert!(scene.add_to_group("g1", "g9999").is_err());
    let bytes = postcard::to_stdvec(&scene).unwrap();
    assert_eq!(postcard::from_bytes::<Scene>(&bytes).unwrap(), scene);
    assert!(scene.delete("g5000"));
    assert_eq!(box_of(scene.world_bounds("g0")), [5.0, -1.0, 7.0, 1.0]);
}

#[test]
fn hundred_thousand_entities_are_handled() {
    let count = 100_000;
    let start = std::time::Instant::now();
    let mut scene = Scene::new();
    for index in 0..count {
        circle(&mut scene, &format!("c{index}"), f64::from(index % 300), f64::from(index / 300), 0.4);
    }
    let drawn = start.elapsed();
    let list = scene.list(&ListFilter::default());
    scene.create_group("all", &list).unwrap();
    scene.translate("all", 1.0, 1.0, Space::World).unwrap();
    let grouped = start.elapsed();
    let copy: Scene = postcard::from_bytes(&postcard::to_stdvec(&scene).unwrap()).unwrap();
    let copied = start.elapsed();
    assert!(difference(&scene, &copy).is_empty());
    for index in 0..count {
        assert_eq!(scene.entity_json(&format!("c{index}")).unwrap()["z_order"], index);
    }
    let queried = start.elapsed();
    for index in 0..count {
        circle(&mut scene, &format!("c{index}"), 0.0, 0.0, 1.0);
    }
    for index in (0..count).rev() {
        scene.draw_order(&format!("c{index}"), OrderMode::Back).unwrap();
    }
    scene.ungroup("all").unwrap();
    for index in 0..count {
        assert!(scene.delete(&format!("c{index}")));
    }
    assert_eq!((scene.entity_count(), scene.bounds()), (0, None));
    eprintln!(
        "drawn {drawn:?}, grouped {grouped:?}, copied {copied:?}, queried {queried:?}, all {:?}",
        start.elapsed()
    );
}

#[test]
fn deletion_and_layer_reach_contents_of_group() {
    let mut scene = Scene::new();
    circle(&mut scene, "a", 0.0, 0.0, 1.0);
    circle(&mut scene, "b", 5.0, 0.0, 1.0);
    circle(&mut scene, "c", 9.0, 0.0, 1.0);
    scene.create_group("inner", &names(&["a"])).unwrap();
    scene.create_group("outer", &names(&["inner", "b"])).unwrap();
    let layers = |scene: &Scene| {
        ["outer", "inner", "a", "b", "c"]
            .map(|it| scene.entity_json(it).unwrap()["layer"].as_str().unwrap().to_owned())
    };
    scene.set_layer("outer", "walls", Contents::Included).unwrap();
    assert_eq!(layers(&scene), ["walls", "walls", "walls", "walls", "0"]);
    scene.set_layer("outer", "shells", Contents::Apart).unwrap();
    assert_eq!(layers(&scene), ["shells", "walls", "walls", "walls", "0"]);
    let mut shell = scene.clone();
    assert!(shell.delete_entity("outer", Contents::Apart).unwrap());
    assert_eq!(all(&shell), "c inner a b");
    assert!(scene.delete_entity("outer", Contents::Included).unwrap());
    assert!(!scene.delete_entity("outer", Contents::Included).unwrap());
    assert_eq!(all(&scene), "c");
}
