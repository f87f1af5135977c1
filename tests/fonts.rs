//! Tests of fonts on their whole way: found by the host, sent to the child, used by a script, remembered with the
//! scene. The machine's own fonts are left out, so that they decide nothing here.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::{TestProject, error_of, warnings_of};
use serde_json::{Value, json};

fn fonts_of_tests() -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")).join("tests/fonts")
}

/// Makes a folder of fonts for one test, with the regular font of the tests in it.
fn folder_of_fonts() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy_font("ScenewrightTest.ttf", &folder.path().join("ScenewrightTest.ttf"));
    folder
}

fn copy_font(name: &str, to: &Path) {
    fs::copy(fonts_of_tests().join(name), to).unwrap();
}

fn options(dirs: &[&Path]) -> Value {
    json!({ "fonts": { "system": false, "dirs": dirs } })
}

fn logs_of(answer: &Value) -> Vec<&str> {
    answer["answer"]["logs"].as_array().unwrap().iter().map(|it| it.as_str().unwrap()).collect()
}

fn run(project: &TestProject) -> Value {
    let answer = project.call("run", json!({}));
    assert_eq!(answer["status"], "committed", "{answer:#}");
    answer
}

const MEASURES: &str = "
const width = (text, font) => getTextMetrics(text, 1000, font).width
console.log([width('A', 'Scenewright Test'), width('AV', 'scenewright test'), width('가나다'), width('가나다A')].join(' '))
drawText('t', 'A가', 0, 0, 10)
drawText('u', '마', 0, 0, 10, { font: 'Scenewright Test' })
drawText('v', 'A', 0, 0, 10, { font: 'Nowhere Sans' })
console.log(getTextMetrics('A', 10, 'Scenewright Test').ascent)
";

#[test]
fn both_isolations_find_the_same_fonts() {
    let folder = folder_of_fonts();
    for isolation in ["process", "thread"] {
        let mut options = options(&[folder.path()]);
        options["isolation"] = isolation.into();
        let project = TestProject::with_main_and(MEASURES, options);
        let answer = run(&project);
        let builtin = 1000.0 * 1366.0 / 2048.0;
        // The advance of A in the built-in font is 1366 of 2048.
        let expected = format!("600 1150 2700 {}", 2700.0 + builtin);
        assert_eq!(logs_of(&answer), [expected.as_str(), "8"], "{isolation}");
        let warnings: Vec<String> =
            warnings_of(&answer).into_iter().filter(|it| it.starts_with("drawText")).collect();
        assert_eq!(
            warnings,
            [
                "drawText(\"u\"): the font Scenewright Test has no glyph for \"마\"; a box is drawn instead",
                "drawText(\"v\"): the font \"Nowhere Sans\" is not available; the built-in Liberation Sans is used",
            ],
            "{isolation}"
        );
    }
}

#[test]
fn missing_fonts_fall_back_to_built_in_one() {
    let project = TestProject::with_main_and("drawText('t', '가', 0, 0, 10)", options(&[]));
    assert_eq!(
        warnings_of(&run(&project)).last().unwrap(),
        "drawText(\"t\"): the font Liberation Sans has no glyph for \"가\"; a box is drawn instead"
    );
    assert!(!project.read_file("scene.json").contains("ScenewrightTest"));
    let plain = TestProject::with_main_and("drawText('t', 'a', 0, 0, 10)", options(&[]));
    run(&plain);
    assert!(!plain.read_file("scene.json").contains("\"fonts\""));
}

/// Returns the refusal for a script that draws with a font file.
fn refusal(options: &Value, path: &str) -> Option<String> {
    let main = format!("drawText('t', 'A', 0, 0, 10, {{ fontPath: {} }})", json!(path));
    let project = TestProject::with_main_and(&main, options.clone());
    // Relative paths begin in the project.
    copy_font("ScenewrightTest.ttf", &project.font_in_project());
    let answer = project.call("run", json!({}));
    (answer["status"] != "committed").then(|| {
        assert_eq!(error_of(&answer)["kind"], "scene", "{answer:#}");
        error_of(&answer)["message"].as_str().unwrap().to_owned()
    })
}

#[test]
fn font_files_are_read_only_in_folders_of_host() {
    let base = tempfile::tempdir().unwrap();
    let base = base.path().canonicalize().unwrap();
    let (allowed, other) = (base.join("allowed"), base.join("other"));
    fs::create_dir_all(allowed.join("inner")).unwrap();
    fs::create_dir(&other).unwrap();
    for to in [allowed.join("a.ttf"), allowed.join("inner/b.ttf"), other.join("c.ttf")] {
        copy_font("ScenewrightTest.ttf", &to);
    }
    fs::write(allowed.join("text.ttf"), "no font").unwrap();
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("inner/b.ttf", allowed.join("in.ttf")).unwrap();
        std::os::unix::fs::symlink("../other/c.ttf", allowed.join("out.ttf")).unwrap();
        std::os::unix::fs::symlink("../other", allowed.join("way")).unwrap();
    }
    let options = options(&[&allowed]);
    let path = |name: &str| allowed.join(name).to_str().unwrap().to_owned();

    assert_eq!(refusal(&options, &path("a.ttf")), None);
    assert_eq!(refusal(&options, &path("inner/../inner/b.ttf")), None);
    #[cfg(unix)]
    assert_eq!(refusal(&options, &path("in.ttf")), None);

    let outside = |path: &str| {
        format!(
            "SceneError: drawText: fontPath: {path:?} is not in a folder that fonts may be read from, which are: {}. \
             The host's option fonts.dirs decides",
            allowed.display()
        )
    };
    let mut escapes = vec![
        other.join("c.ttf").to_str().unwrap().to_owned(),
        path("../other/c.ttf"),
        path("../other/missing.ttf"),
        path("missing/../../other/c.ttf"),
        "/etc/passwd".to_owned(),
        "../../../../etc/passwd".to_owned(),
        "font.ttf".to_owned(),
        format!("{}x/a.ttf", allowed.display()),
    ];
    #[cfg(unix)]
    escapes.extend([path("out.ttf"), path("way/c.ttf"), path("way/missing.ttf")]);
    for escape in escapes {
        assert_eq!(refusal(&options, &escape), Some(outside(&escape)));
    }
    assert_eq!(
        refusal(&options, &path("missing.ttf")).unwrap(),
        format!("SceneError: drawText: fontPath: there is no file {:?}", path("missing.ttf"))
    );
    let broken = refusal(&options, &path("text.ttf")).unwrap();
    assert!(broken.starts_with("SceneError: drawText: fontPath: the file is not a font: "), "{broken}");
    assert!(refusal(&options, &path("inner")).is_some());
    assert!(refusal(&options, "a\0b").is_some());
    assert!(refusal(&options, "").is_some());
    assert_eq!(
        refusal(&json!({ "fonts": { "system": false } }), &path("a.ttf")).unwrap(),
        "SceneError: drawText: fontPath: this host does not allow font files; leave it out to use the built-in font"
    );
}

#[test]
fn relative_font_paths_start_at_project() {
    let project = TestProject::with_main("drawText('t', 'AV', 0, 0, 10, { fontPath: 'font.ttf' })");
    let font = project.font_in_project();
    copy_font("ScenewrightTest.ttf", &font);
    let project = project.reopened(options(&[font.parent().unwrap()]));
    run(&project);
}

#[test]
fn changed_font_reruns_main() {
    let folder = folder_of_fonts();
    let font = folder.path().join("ScenewrightTest.ttf");
    let main = "console.log(1); drawText('t', 'A', 0, 0, 1000, { font: 'Scenewright Test' })";
    let project = TestProject::with_main_and(main, options(&[folder.path()]));
    run(&project);
    let width = |project: &TestProject| {
        let answer = project.call("inspect", json!({ "view": "bounds", "name": "t" }));
        answer["answer"]["data"]["bounds"]["max"][0].as_f64().unwrap()
    };
    assert_eq!(width(&project), 550.0);
    assert!(project.read_file("scene.json").contains("\"fonts\":{\"name Scenewright Test\":"));
    let cached = project.read_file("scene.json");

    // Nothing changed: the cache is good, and stays as it is.
    let project = project.reopened(options(&[folder.path()]));
    assert_eq!(width(&project), 550.0);
    assert_eq!(project.read_file("scene.json"), cached);

    // The A of the bold font is 700 wide, under the name of the same family.
    copy_font("ScenewrightTest-Bold.ttf", &font);
    assert_eq!(width(&project), 750.0);
    let project = project.reopened(options(&[folder.path()]));
    assert_eq!(width(&project), 750.0);

    // Gone: the built-in font has it. Back again: the font has it.
    fs::remove_file(&font).unwrap();
    let in_builtin = width(&project);
    assert!(in_builtin != 750.0 && in_builtin != 550.0, "{in_builtin}");
    copy_font("ScenewrightTest.ttf", &font);
    assert_eq!(width(&project), 550.0);
}

#[test]
fn projects_sharing_a_child_do_not_share_allowed_fonts() {
    let folder = folder_of_fonts();
    let main = "console.log(getTextMetrics('A', 1000, 'Scenewright Test').width)";
    let may = TestProject::with_main_and(main, options(&[folder.path()]));
    let may_not = TestProject::with_main_and(main, options(&[]));
    for _ in 0..2 {
        assert_eq!(logs_of(&run(&may)), ["600"]);
        assert_ne!(logs_of(&run(&may_not)), ["600"]);
    }
}

#[test]
fn a_large_font_does_not_count_against_a_small_script() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = fs::read(fonts_of_tests().join("ScenewrightTest.ttf")).unwrap();
    bytes.resize(50 << 20, 0);
    fs::write(folder.path().join("large.ttf"), &bytes).unwrap();
    let mut options = options(&[folder.path()]);
    options["limits"] = json!({ "memoryBytes": 32 << 20 });
    let main = "console.log(getTextMetrics('A', 1000, 'Scenewright Test').width)";
    let project = TestProject::with_main_and(main, options.clone());
    for _ in 0..3 {
        assert_eq!(logs_of(&run(&project)), ["600"]);
    }
    let greedy =
        "getTextMetrics('A', 1, 'Scenewright Test'); const a = []; for (;;) a.push(new Float64Array(1e5))";
    let project = TestProject::with_main_and(greedy, options);
    assert_eq!(error_of(&project.call("run", json!({})))["kind"], "memory");
}

#[test]
fn number_of_font_questions_is_limited() {
    let main = "for (let i = 0; ; i++) getTextMetrics('A', 1, `font ${i}`)";
    let project = TestProject::with_main_and(main, options(&[]));
    let answer = project.call("run", json!({}));
    let error = error_of(&answer);
    assert_eq!(error["kind"], "scene", "{answer:#}");
    assert!(error["message"].as_str().unwrap().ends_with("the run asks for more than 1000 fonts"));
}

#[test]
fn dxf_text_height_matches_its_font() {
    let folder = folder_of_fonts();
    let main = "drawText('t', 'A\\nA', 0, 0, 10, { font: 'Scenewright Test' })";
    let project = TestProject::with_main_and(main, options(&[folder.path()]));
    run(&project);
    let answer = project.call("export", json!({ "format": "dxf", "text": "text" }));
    let dxf = answer["answer"]["data"]["content"].as_str().unwrap();
    let lines: Vec<&str> = dxf.lines().map(str::trim).collect();
    let (codes, _) = lines.as_chunks::<2>();
    let entities = codes.iter().skip_while(|it| *it != &["2", "ENTITIES"]);
    let entities: Vec<_> = entities.take_while(|it| *it != &["0", "ENDSEC"]).collect();
    let numbers = |wanted: &str| -> Vec<f64> {
        let wanted = entities.iter().filter(|[code, _]| code == &wanted);
        wanted.map(|[_, value]| value.parse().unwrap()).collect()
    };
    // Its capitals are 700 of 1000 units high, its lines 1100 apart. Of the built-in font they are 688 and 1150.
    assert_eq!(numbers("40"), [7.0]);
    // Both lines are one text, whose lines are so many times 5/3 of its height apart.
    let [spacing] = numbers("44")[..] else { panic!("one spacing, not {:?}", numbers("44")) };
    assert!((spacing * 7.0 * 5.0 / 3.0 - 11.0).abs() < 1e-6, "{spacing}");
}
