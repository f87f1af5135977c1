//! Tests of finding fonts by name and by their characters.

use super::*;

fn fonts() -> SystemFonts {
    SystemFonts::load(false, &[folder()])
}

fn found(place: Option<FontPlace>) -> Option<String> {
    place.map(|it| it.path.file_name().unwrap().to_str().unwrap().to_owned())
}

#[test]
fn fonts_are_found_in_any_case_and_with_style_words() {
    let fonts = fonts();
    for (name, file) in [
        ("Scenewright Test", Some("ScenewrightTest.ttf")),
        ("  scenewright  TEST ", Some("ScenewrightTest.ttf")),
        ("Scenewright Test Regular", Some("ScenewrightTest.ttf")),
        ("Scenewright Test Bold", Some("ScenewrightTest-Bold.ttf")),
        ("Scenewright Test semi bold", None),
        ("ScenewrightTestBold", Some("ScenewrightTest-Bold.ttf")),
        ("Scenewright Other", Some("ScenewrightOther.ttf")),
        ("Scenewright Test Bold Italic", None),
        ("Scenewright Test Light", None),
        ("Scenewright Test Condensed", None),
        ("Scenewright Test Huge", None),
        ("Scenewright", None),
        ("Bold", None),
        ("", None),
    ] {
        assert_eq!(found(fonts.named(name)).as_deref(), file, "{name}");
    }
    assert_eq!(fonts.families(), ["Scenewright Other", "Scenewright Test"]);
}

#[test]
fn font_covering_most_characters_is_found() {
    let fonts = fonts();
    for (characters, file) in [
        ("나", Some("ScenewrightTest.ttf")),
        ("가나", Some("ScenewrightTest.ttf")),
        // Both fonts have it: families go by name.
        ("가", Some("ScenewrightOther.ttf")),
        ("가라", Some("ScenewrightOther.ttf")),
        ("가나라", Some("ScenewrightOther.ttf")),
        ("가나다라", Some("ScenewrightTest.ttf")),
        // A regular font goes before a bold one.
        ("A", Some("ScenewrightTest.ttf")),
        ("마", None),
        ("", None),
    ] {
        assert_eq!(found(fonts.covering(characters)).as_deref(), file, "{characters}");
    }
}

#[test]
fn a_machine_without_fonts_has_none() {
    let none = SystemFonts::load(false, &[]);
    assert!(none.families().is_empty());
    assert_eq!(none.named("Arial"), None);
    assert_eq!(none.covering("가"), None);
    assert!(SystemFonts::load(false, &[PathBuf::from("/nowhere at all")]).families().is_empty());
}

#[test]
fn hangul_of_an_installed_font_is_drawn_with_its_holes() {
    let installed = SystemFonts::load(true, &[]);
    let Some(place) = installed.covering("한글") else {
        eprintln!("skipped: no installed font has Hangul");
        return;
    };
    let bytes = std::fs::read(&place.path).unwrap();
    let file = FontFile { id: "x".into(), family: place.family, index: place.index, bytes: bytes.into() };
    let font = Arc::new(Font::read(&file).unwrap());
    let line = Fonts::builtin().set_line(&font, "한글", 1000.0).unwrap();
    assert!(line.missing.is_empty() && line.glyphs.len() == 2);
    // The ring of ㅎ is a hole in it.
    let areas = areas(&line.glyphs[0].outline);
    assert!(areas.iter().any(|it| *it > 0.0) && areas.iter().any(|it| *it < 0.0), "{areas:?}");
}
