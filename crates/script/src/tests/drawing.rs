//! Tests of the vocabulary's larger tools, called from scripts.

use super::*;

#[test]
fn areas_are_combined_by_name() {
    let code = "
        drawRect('plate', 0, 0, 100, 50)
        for (const i of [0, 1, 2]) drawCircle(`hole_${i}`, -30 + 30 * i, 0, 5)
        console.log(booleanDifference('plate', ['hole_0', 'hole_1', 'hole_2'], 'drilled'))
        console.log(getEntity('drilled').local.geometry.data.split('M').length - 2)
        console.log(booleanIntersect('hole_0', 'hole_1', 'none'), exists('none'))
        console.log(booleanUnion(['hole_0', 'hole_1'], [], 'both'), getEntity('both').children.join())
        console.log(booleanXor('plate', 'plate', 'nothing'))
        setTolerance(0.001)
        console.log(offsetPolygon('plate', 5, 'grown', { joinType: 'miter', miterLimit: 3 }), getWorldBounds('grown').max.join())
        console.log(convexHull('both', 'hull'), decompose('both', 'part').join())";
    assert_eq!(
        logs(&[("main", code)]),
        ["true", "3", "false false", "true both_0,both_1", "false", "true 55,30", "true part_0,part_1",]
    );
}

#[test]
fn wrong_arguments_of_operations_on_areas_are_named() {
    use Kind::*;
    let cases: &[(&str, Kind, &str)] = &[
        (
            "booleanUnion(1, 'b', 'r')",
            Type,
            "TypeError: booleanUnion: a must be a name or an array of names, got the number 1",
        ),
        (
            "booleanUnion([], ['x', 2], 'r')",
            Type,
            "TypeError: booleanUnion: b[1] must be a string, got the number 2",
        ),
        ("booleanXor([], [], '')", Range, "RangeError: booleanXor: name must not be empty"),
        ("setTolerance(0)", Range, "RangeError: setTolerance: tolerance must be greater than 0, got 0"),
        (
            "drawRect('a', 0, 0, 1, 1); offsetPolygon('a', 1, 'r', { join: 'miter' })",
            Type,
            "TypeError: offsetPolygon: there is no option join; known are joinType, miterLimit, tolerance, like, keep",
        ),
        (
            "drawRect('a', 0, 0, 1, 1); offsetPolygon('a', 1, 'r', { joinType: 'bevel' })",
            Range,
            "RangeError: offsetPolygon: option joinType must be \"round\" or \"square\" or \"miter\", got \"bevel\"",
        ),
        (
            "drawRect('a', 0, 0, 1, 1); offsetPolygon('a', 1, 'r', { tolerance: -1 })",
            Range,
            "RangeError: offsetPolygon: tolerance must be greater than 0, got -1",
        ),
        (
            "drawRect('a', 0, 0, 1, 1); offsetPolygon('a', NaN, 'r')",
            Range,
            "RangeError: offsetPolygon: delta must be a finite number, got NaN",
        ),
    ];
    for (code, kind, message) in cases {
        let error = failure(&[("main", code)]);
        assert_eq!((error.kind, error.message.as_str()), (*kind, *message), "{code}");
    }
}

#[test]
fn measures_are_returned_by_name() {
    let code = "
        drawRect('plate', 0, 0, 100, 50)
        drawCircle('pin', 60, 0, 5)
        console.log(getArea('plate'), getLength('plate'), (getArea('pin') / Math.PI).toFixed(9))
        console.log(contains('plate', 'pin'), entitiesAt(0, 0).join(), entitiesAt(56, 0, 10).join())
        const { distance: gap, from, to } = distance('plate', 'pin')
        console.log(gap.toFixed(6), from.join(), to.join(), intersections('plate', 'pin').length)
        console.log(intersections('plate', 'plate').map(p => p.join()).join(' '))";
    assert_eq!(
        logs(&[("main", code)]),
        [
            "5000 300 25.000000000",
            "false plate pin,plate",
            "5.000000 50,0 55,0 0",
            "-50,-25 -50,25 50,-25 50,25",
        ]
    );
    let wrong = failure(&[("main", "drawLine('a', [0, 0, 1, 1]); getArea('a')")]);
    assert_eq!(wrong.message, "SceneError: getArea: \"a\" is a line, which is not closed and has no area");
    let wrong = failure(&[("main", "entitiesAt(0, 0, -1)")]);
    assert_eq!(wrong.message, "RangeError: entitiesAt: tolerance must be 0 or greater, got -1");
}

#[test]
fn ellipse_supports_operations_of_other_shapes() {
    let code = "
        drawEllipse('e', 10, 20, 4, 2, Math.PI / 2)
        const { type, local } = getEntity('e')
        console.log(type, getWorldBounds('e').min.join(), getWorldBounds('e').max.join(), local.geometry.radii.join())
        drawEllipse('flat', 0, 0, 3, 1)
        mirror('flat', 'other', 'x')
        console.log(booleanDifference('e', 'flat', 'rest'), getEntity('other').type, (getArea('flat') / Math.PI).toFixed(9))";
    assert_eq!(logs(&[("main", code)]), ["ellipse 8,16 12,24 4,2", "true ellipse 3.000000000"]);
    let wrong = failure(&[("main", "drawEllipse('e', 0, 0, 1, 0)")]);
    assert_eq!(wrong.message, "RangeError: drawEllipse: ry must be greater than 0, got 0");
}

#[test]
fn layers_are_defined_and_locked_by_name() {
    let code = "
        defineLayer('walls', { color: 'tan', linetype: 'center', lineweight: 0.35, locked: true })
        drawRect('wall', 0, 0, 10, 1)
        setLayer('wall', 'walls')
        console.log(getEntity('wall').layer, listEntities({ layer: 'walls' }).join())
        try { translate('wall', 1, 0) } catch (error) { console.log(error.name, error.message) }
        defineLayer('walls', { locked: false })
        console.log(translate('wall', 1, 0))";
    assert_eq!(
        logs(&[("main", code)]),
        ["walls wall", "SceneError translate: \"wall\" is on the layer \"walls\", which is locked", "true"]
    );
    for (code, message) in [
        (
            "defineLayer('a', { locked: 1 })",
            "TypeError: defineLayer: option locked must be true or false, got the number 1",
        ),
        (
            "defineLayer('a', { hidden: true })",
            "TypeError: defineLayer: there is no option hidden; known are color, linetype, lineweight, visible, locked",
        ),
        (
            "defineLayer('a', { lineweight: -1 })",
            "RangeError: defineLayer: lineweight must be 0 or greater and finite, got -1",
        ),
        ("setLayer('a', 'b')", "SceneError: setLayer: there is no entity named \"a\""),
        (
            "drawCircle('a', 0, 0, 1); setLayer('a', '')",
            "RangeError: setLayer: layer: name must not be empty",
        ),
    ] {
        assert_eq!(failure(&[("main", code)]).message, message, "{code}");
    }
}

#[test]
fn texts_take_options_of_drafters() {
    let code = r"
        const options = { font: 'Hershey Simplex', capHeight: true, valign: 'top', angle: Math.PI / 2, align: 'right' }
        console.log(drawText('t', 'H', 10, 20, 21, options), getEntity('t').local.transform.rotation.toFixed(3))
        const { min, max } = getWorldBounds('t')
        console.log([...min, ...max].map(it => it.toFixed(3)).join())
        for (const box of [60, [60], [60, 200], { width: 60 }, { width: 60, height: 200 }]) {
          drawText('b', 'four words of text', 0, 0, 10, { box })
          console.log(getEntity('b').local.text.lines.map(it => it.text).join(' / '), getEntity('b').local.text.valign)
        }
        drawText('m', 'm^{2} \\{x\\}', 0, 0, 10, { markup: true, capHeight: 3.5, lineSpacing: 1.5 })
        console.log(getEntity('m').local.text.cap_height.toFixed(3), getEntity('m').local.text.markup)";
    let lines = "four words of / text top";
    let printed = logs(&[("main", code)]);
    assert_eq!(printed[0], "true 1.571");
    // Turned, the right end of the baseline is above it, and its top is on the right of x less the height.
    assert_eq!(printed[1], "10.000,2.000,31.000,16.000");
    assert_eq!(printed[2..7], [lines; 5]);
    assert_eq!(printed[7], "3.500 true");
}

#[test]
fn wrong_options_of_texts_are_named() {
    for (options, message) in [
        ("{ rotation: 1 }", "TypeError: drawText: there is no option rotation; use angle"),
        (
            "{ valign: 'center' }",
            "RangeError: drawText: option valign must be \"baseline\" or \"top\" or \"middle\" or \"bottom\", got \"center\"",
        ),
        (
            "{ capHeight: 'tall' }",
            "TypeError: drawText: option capHeight must be a height, or true where size is the height of capitals, got the \
             string \"tall\"",
        ),
        ("{ capHeight: 0 }", "RangeError: drawText: option capHeight must be greater than 0, got 0"),
        (
            "{ box: [1, 2, 3] }",
            "TypeError: drawText: option box must be a width, [width, height] or { width, height }, got an array of 3",
        ),
        (
            "{ box: { height: 3 } }",
            "TypeError: drawText: option box must be a width, [width, height] or { width, height }, got an object",
        ),
        (
            "{ box: { width: -3 } }",
            "RangeError: drawText: the width of option box must be greater than 0, got -3",
        ),
        ("{ lineSpacing: 0 }", "RangeError: drawText: option lineSpacing must be greater than 0, got 0"),
        ("{ angle: NaN }", "RangeError: drawText: option angle must be a finite number, got NaN"),
        (
            "{ markup: true }",
            "RangeError: drawText: text: the brace at character 2 is not closed on its line; write \\{ for a brace itself",
        ),
    ] {
        let code = format!("drawText('t', 'a{{b', 0, 0, 10, {options})");
        assert_eq!(failure(&[("main", &code)]).message, message, "{options}");
    }
}
