//! Tests of blocks, corners and making, as scripts write them.

use super::*;
use scenewright_scene::Visit;

fn message(program: &str) -> String {
    let wrapped =
        format!("try {{ {program} }} catch (error) {{ console.log(`${{error.name}}: ${{error.message}}`) }}");
    logs(&[("main", &wrapped)]).join("\n")
}

#[test]
fn wrong_arguments_of_blocks_are_explained() {
    let block = "drawCircle('c', 0, 0, 1); defineBlock('b', 'c', { attributes: { n: 1 } });";
    for (call, expected) in [
        (
            "insert('b', 'x', 0)",
            "TypeError: insert: y must be a number, got nothing (the call has 3 arguments)",
        ),
        (
            "insert('b', 'x', 0, 0, { scale: 'big' })",
            "TypeError: insert: option scale must be a number or [sx, sy], got the string \"big\"",
        ),
        (
            "insert('b', 'x', 0, 0, { attributes: { m: 1 } })",
            "SceneError: insert: the block \"b\" has no attribute \"m\"; it has n",
        ),
        (
            "insert('b', 'x', 0, 0, { attributes: { n: {} } })",
            "TypeError: insert: attributes.n must be a string or a finite number, got an object",
        ),
        (
            "drawCircle('d', 0, 0, 1); defineBlock('e', 'd', { attributes: { t: { x: 1 } } })",
            "TypeError: defineBlock: attributes.t.y must be a finite number, got undefined",
        ),
        ("arrayAlong('b', [0, 0, 9, 9], {})", "TypeError: arrayAlong: needs option count or option spacing"),
        (
            "arrayLinear('b', 3, 1, 0)",
            "SceneError: arrayLinear: \"b\" is a block, not an entity; insert it first, and repeat the instance",
        ),
        (
            "arrayLinear('b', 2.5, 1, 0)",
            "RangeError: arrayLinear: count must be a whole number from 1, got 2.5",
        ),
        ("nest(['c'], 'sheet')", "SceneError: nest: there is no entity named \"sheet\""),
        (
            "contours([[1, 2], [3]], [1])",
            "RangeError: contours: values must hold rows of the same length: values[0] has 2, values[1] has 1",
        ),
    ] {
        assert_eq!(message(&format!("{block} {call}")), expected);
    }
}

#[test]
fn blocks_are_placed_along_paths_and_counted() {
    let program = "drawCircle('c', 0, 0, 1)\n\
                   defineBlock('tree', 'c')\n\
                   drawArc('road', 0, 0, 100, 0, Math.PI)\n\
                   const trees = arrayAlong('tree', 'road', { count: 5 })\n\
                   console.log(trees.join(' '), listEntities({ type: 'instance' }).length)\n\
                   const { local } = getEntity(trees[2])\n\
                   console.log(local.instance.block, getWorldBounds(trees[2]).max.map((it) => it.toFixed(6)).join(' '))";
    assert_eq!(
        logs(&[("main", program)]),
        ["tree_array_0 tree_array_1 tree_array_2 tree_array_3 tree_array_4 5", "tree 1.000000 101.000000"]
    );
}

#[test]
fn tags_of_mirrored_instances_can_be_read() {
    let code = "drawPolygon('symbol', [-10, -6, 10, -6, 14, 0, 10, 6, -10, 6])\n\
                const tag = { x: 0, y: -2, size: 5, align: 'center' }\n\
                defineBlock('valve', 'symbol', { attributes: { tag } })\n\
                const place = (name, options) => insert('valve', name, 0, 0, { ...options, attributes: { tag: 'FV12' } })\n\
                place('left', { scale: [-1, 1] }); place('down', { scale: [1, -1] })\n\
                place('turned', { scale: [-1, 1], angle: Math.PI / 2 }); place('back', { scale: [-1, 1], angle: -Math.PI / 2 })\n\
                place('copied'); mirror('copied', 'mirrored', 'x')\n\
                place('plain'); createGroup('group', ['plain']); scale('group', -1, 1)\n\
                place('apart', { scale: [-1, 1] }); ungroup('apart')";
    let scene = outcome(&[("main", code)]).scene;
    let mut read = 0;
    for visit in scene.walk_all_back_to_front() {
        let Visit::GroupStart { name, world, text: Some(_), .. } = visit else { continue };
        assert!(world.determinant() > 0.0, "{name} is mirrored");
        // From the bottom or from the right, as ISO 128 has it.
        assert!(world.a > 1e-9 || (world.a.abs() < 1e-9 && world.b > 0.0), "{name} is upside down");
        read += 1;
    }
    assert_eq!(read, 8);
    let bounds = scene.world_bounds("left").unwrap();
    assert_eq!([bounds.min.x, bounds.max.x], [-14.0, 10.0], "the tag stays in its place");
}
