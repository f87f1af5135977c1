//! Tests of the places where entities were drawn.

use super::*;
use scenewright_error::Kind;

/// Returns the place of an entity as `file:line:column`.
fn place(scene: &scenewright_scene::Scene, name: &str) -> String {
    let place = scene.source_place(name).unwrap_or_else(|| panic!("{name} has no place"));
    format!("{}:{}:{}", place.file, place.line, place.column)
}

#[test]
fn entity_has_place_of_call_that_drew_it() {
    let main = "import { lamp } from 'lib'\n\
                /* é😀 */ drawCircle('circle', 0, 0, 1)\n\
                lamp('lamp')\n\
                for (const i of [0, 1])\n  drawRect('rect' + i, i, 0, 1, 1)\n\
                createGroup('group', ['rect0', 'rect1'])\n\
                duplicate('group', 'copy')\n\
                const draw = drawCircle; draw('named', 0, 0, 1)\n\
                drawText('text', 'Wi', 0, 0, 10)\n\
                drawCircle('circle', 0, 0, 2)\n";
    let lib = "export function lamp(name) {\n  drawCircle(name, 5, 0, 1)\n}";
    let scene = outcome(&[("main", main), ("lib", lib)]).scene;
    for (name, expected) in [
        ("lamp", "lib:2:3"),
        ("rect0", "main:5:3"),
        ("rect1", "main:5:3"),
        ("group", "main:6:1"),
        ("copy", "main:7:1"),
        ("copy_0", "main:7:1"),
        ("named", "main:8:26"),
        ("text", "main:9:1"),
        ("text_g0", "main:9:1"),
        // What is drawn again is where it was drawn last.
        ("circle", "main:10:1"),
    ] {
        assert_eq!(place(&scene, name), expected, "{name}");
    }
}

#[test]
fn entity_of_first_line_has_column_of_author_however_script_is_run() {
    // A script runs as a block, which moves the first line.
    let main = "var a = 1; drawCircle('circle', 0, 0, a)";
    let as_written = RunOptions { as_written: true, ..RunOptions::default() };
    for options in [RunOptions::default(), as_written] {
        let scene = run_with(&[("main", main)], options).unwrap().scene;
        assert_eq!(place(&scene, "circle"), "main:1:12");
    }
}

#[test]
fn entity_of_built_in_module_has_place_of_its_caller() {
    let library = SourceFile {
        origin: Origin::Builtin,
        ..SourceFile::user("gears", "export function gear(name) { drawCircle(name, 0, 0, 1) }")
    };
    let main = SourceFile::user("main", "import { gear } from 'gears'\ngear('wheel')");
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let ran = thread
        .spawn(move || {
            let fonts: Arc<dyn FontSource> = Arc::new(NoFonts);
            Engine::new(&Arc::default(), &fonts).run(vec![library, main], MAIN, &RunOptions::default())
        })
        .unwrap();
    let scene = ran.join().unwrap().unwrap().scene;
    assert_eq!(place(&scene, "wheel"), "main:2:1");
}

#[test]
fn entity_drawn_within_getter_of_argument_does_not_disturb_run() {
    let main = "drawCircle('outer', 0, 0, { valueOf() { drawCircle('inner', 0, 0, 1); return 2 } })";
    match run_files(&[("main", main)]) {
        Ok(outcome) => assert_eq!(place(&outcome.scene, "inner"), "main:1:41"),
        Err(failure) => assert_eq!(failure.error.kind, Kind::Type),
    }
}

#[test]
fn places_survive_wire_and_leave_equality_alone() {
    let scene = outcome(&[("main", "drawCircle('a', 0, 0, 1)\ndrawCircle('b', 0, 0, 1)")]).scene;
    let copy = scenewright_scene::Scene::from_record(scene.to_record()).unwrap();
    assert_eq!(place(&copy, "b"), "main:2:1");
    let moved = outcome(&[("main", "\n\ndrawCircle('a', 0, 0, 1)\ndrawCircle('b', 0, 0, 1)")]).scene;
    assert_eq!(place(&moved, "a"), "main:3:1");
    assert_eq!(moved, scene);
    let mut broken = scene.to_record();
    broken.places.of.push(1);
    assert!(scenewright_scene::Scene::from_record(broken).is_err());
    let mut broken = scene.to_record();
    broken.places.of[0] = 99;
    assert!(scenewright_scene::Scene::from_record(broken).is_err());
}
