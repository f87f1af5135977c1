//! Tests of blocks, corners and making, as scripts write them.

use super::*;

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
