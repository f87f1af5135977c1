//! Tests of the functions that read assets.

use super::*;

#[test]
fn asset_is_text_rows_numbers_or_json() {
    let code = "console.log(readAsset('points.csv').split('\\n')[1])\n\
                console.log(readAsset('points.csv', { as: 'numbers' }))\n\
                console.log(readAsset('odd.csv', { as: 'rows' }))\n\
                console.log(readAsset('odd.csv', { as: 'rows', separator: ',' })[2])\n\
                console.log(readAsset('list.json', { as: 'json' }).sizes[1])";
    let outcome = outcome(&[("main", code)]);
    let logs: Vec<&str> = outcome.logs.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(
        logs,
        [
            "-24,-6",
            "[[-24,-6],[-8,14],[8,2],[24,26]]",
            "[[\"name\",\"x\"],[\"a;b\",\"1,5\"],[\"c\",\"2\"]]",
            "[\"c;2\"]",
            "2.5"
        ]
    );
    let used: Vec<(&str, &str)> =
        outcome.assets.iter().map(|(path, hash)| (path.as_str(), hash.as_str())).collect();
    assert_eq!(used, [("assets/list.json", "17"), ("assets/odd.csv", "21"), ("assets/points.csv", "27")]);
}

#[test]
fn missing_asset_is_an_input_too() {
    let code = "try { readAsset('none.csv') } catch (error) { console.log(error.message) }\ndrawCircle('a', 0, 0, 1)";
    let outcome = outcome(&[("main", code)]);
    assert_eq!(outcome.logs[0].text, "readAsset: there is no file \"none.csv\" in assets/");
    assert_eq!(outcome.assets.get("assets/none.csv").map(String::as_str), Some(""));
}

#[test]
fn wrong_use_of_an_asset_is_an_error() {
    use Kind::*;
    let cases: &[(&str, Kind, &str)] = &[
        (
            "readAsset()",
            Type,
            "TypeError: readAsset: file must be a string, got nothing (the call has 0 arguments)",
        ),
        (
            "readAsset('points.csv', { as: 'table' })",
            Range,
            "RangeError: readAsset: option as must be \"text\" or \"rows\" or \"numbers\" or \"json\", got \"table\"",
        ),
        (
            "readAsset('points.csv', { separator: ',' })",
            Type,
            "TypeError: readAsset: option separator is for the tables that as 'rows' and 'numbers' give",
        ),
        (
            "readAsset('odd.csv', { as: 'rows', separator: '::' })",
            Range,
            "RangeError: readAsset: option separator must be one character, and no quote or line end, got \"::\"",
        ),
        (
            "importDxf('a', 'points.csv')",
            Scene,
            "SceneError: importDxf: assets/points.csv: the file cannot be read as DXF: line 1 should be a group code, and is \"x,y\"",
        ),
        (
            "importDxf('a', 'none.dxf')",
            Scene,
            "SceneError: importDxf: there is no file \"none.dxf\" in assets/",
        ),
        (
            "importDxf('a', 'x.dxf', { scale: 0 })",
            Range,
            "RangeError: importDxf: option scale must be greater than 0, got 0",
        ),
        (
            "importDxf('a', 'x.dxf', { layers: 'a' })",
            Type,
            "TypeError: importDxf: option layers must be an array of names, got the string \"a\"",
        ),
        (
            "importSvg('a', '<svg')",
            Scene,
            "SceneError: importSvg: the text: the file cannot be read as SVG: it is no XML: ",
        ),
        (
            "importSvg('', '<svg><rect width=\"1\" height=\"1\"/></svg>')",
            Range,
            "RangeError: importSvg: name must not be empty",
        ),
    ];
    for (code, kind, message) in cases {
        let error = failure(&[("main", code)]);
        assert_eq!(error.kind, *kind, "{code}: {}", error.message);
        assert!(error.message.starts_with(message), "{code}: {}", error.message);
    }
}
