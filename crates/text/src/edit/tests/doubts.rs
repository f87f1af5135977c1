//! Refused texts that fit two places or extents: the answer shows one, and offers no text.

use super::*;

/// Files, and texts that were meant for another extent than the nearest one.
const DOUBTS: [(&str, &str, &str); 13] = [
    (
        "no line but a brace that shows the indentation",
        "interface Style {\n  color: Color\n  lineWeight: Weight\n  fontSize: number\n}\n",
        "lineWeight: Weight\nrenamedThing: number\n}",
    ),
    (
        "a fence around a text with a fence",
        "```\na/\n├── fonts/ # fonts for text\n└── examples/ # files\n```\n\n#### Example: base URL\n```vue\n<template>\n  <Viewer />\n</template>\n```\n\nThis loads fonts.\n",
        "```js\n#### Example: base URL\n```vue\n<template>\n  <Viewer />\n</template>\n```\n```",
    ),
    (
        "numbers before a fence with a changed word",
        "Run it:\n\n```bash\npnpm --filter example dev\n```\n\nThen open the printed local URL.\n",
        "   363→```renamedThing\n   364→pnpm --filter example dev\n   365→```\n   366→\n   367→Then open the printed local URL.\n",
    ),
    (
        "a piece of a line that begins with the same word",
        "const at = {\n  x: INSERT_X,\n  y: INSERT_Y + BLOCK.y,\n  z: 0\n}\n\nfunction createLine(\n  objectId: string,\n  context: Context\n) {\n  const line = new Line(\n    [\n      { x: start.x }\n",
        "y,\n  z: 0\n}\n\nfunction createLine(\n  objectId: string,\n  context: Context\n) {\n  const line = new Line(\n    if (!ready) return cleanUp(all)\n    [\n      { x:",
    ),
    (
        "the same lines with another indentation and a nearer word",
        "function a() {\n    const openai = createOpenAI({\n      apiKey: settings.apiKey,\n      baseURL: settings.baseUrl || undefined,\n      compatibility: 'strict'\n    })\n}\n\nfunction b() {\n  const openai = createOpenAI({\n    apiKey: settings.apiKey,\n    baseURL: settings.baseUrl || undefined,\n    compatibility: 'compatible',\n    name: 'other'\n  })\n}\n",
        "    const openai = createOpenAI({\n      apiKey: settings.apiKey,\n      baseURL: settings.baseUrl || undefined,\n      compatibility: 'other',\n",
    ),
    (
        "signs of a diff, and a rule of plus signs",
        "The query string is the combination of two queries, first the entity query and\nsecond the optional attribute query, enclosed in brackets.\n\nEntity Query\n++++++++++++\n\nIt is a list.\n",
        "The query string is the combination of two queries, first the entity query and\n-second the optional attribute query, enclosed in brackets.\n+second the optional attribute query, enclosed in brackets. x\n\nEntity Query\n++++++++++++",
    ),
    (
        "a first line that looks like the name of a file",
        "    packages:\n    - g++-4.9\n    - git\n    - libcairo2-dev\n    - libpango1.0-dev\ncache:\n  yarn: true\n",
        "   840→    - renamedThing++-4.9\n   841→    - git\n   842→    - libcairo2-dev\n   843→    - libpango1.0-dev\n   844→cache:\n",
    ),
    (
        "lines that are elsewhere with an empty one between them",
        "if a then\n  for b do\n    c()\n  end\n  return\nend\nd()\nlocal function e()\n  f()\nend\n\nreturn { e = e }\n",
        "end\nreturn",
    ),
    (
        "escapes of the file that were read as those of the text",
        "            Assert.AreEqual(\"@\", (string)root[0]);\n            Assert.AreEqual(\"\\r\\n\\t\\f\\b?{\\\\r\\\\n\\\"\\'\", (string)root[1]);\n            Assert.AreEqual(true, (bool)root[2]);\n            Assert.AreEqual(10, (int)root[3]);\n            Assert.AreEqual(null, (string)root[8]);\n            Assert.AreEqual(\"This is a string.\", (string)root[9]);\n            Assert.AreEqual(\"Another\", (string)root[10]);\n",
        "            Assert.AreEqual(\\\"\\r\\n\\t\\f\\b?{\\\\r\\\\n\\\\\"\\'\\\", (string)root[1]);\n            Assert.AreEqual(true, (bool)root[2]);\n            Assert.AreEqual(10, (int)root[3]);\n            Assert.AreEqual(null, (string)root[8]);\n            Assert.AreEqual(\\\"This is a string.\\\", (string)root[9]);\n            Assert.AreEqual(\\\"Another\\\", (string)root[10]);\n",
    ),
    (
        "signs at the ends of lines, of which the last line is a piece",
        "case $r in\n    20*)      ;;\n    r9)       r=9 ;;\n    r11)      r=12 ;;\n    *) exit ;;\nesac\ncase $r in\n    9|10|11|12|13) ;;\n    *) exit 1 ;;\nesac\n",
        "case $r in\n    20*)      \n    r9)       r=9 \n    r11)      r=12 \n    *) exit \nesac\ncase $r in\n    9|10|11|12|13) ",
    ),
    (
        "a line of dashes that was taken for a removed line",
        "stringData:\n  type: \"postgresql\"\n  password: \"pass\"\n\n---\napiVersion: apps/v1\n",
        "  password: \"pass\"\n-\n+ x\n---",
    ),
    (
        "a first line that is there twice, with a line missing between",
        "    panic!(\"\nexpected:\n~~~~~~~~~~~~~~~~\n{}\n~~~~~~~~~~~~~~~~\n\ngot:\n~~~~~~~~~~~~~~~~\n{}\n~~~~~~~~~~~~~~~~\n\", expected, got);\n        }\n",
        "~~~~~~~~~~~~~~~~\n~~~~~~~~~~~~~~~~\n\ngot:\n~~~~~~~~~~~~~~~~\n{}\n~~~~~~~~~~~~~~~~\n\\\", expected, got);\n        }\n",
    ),
    (
        "a last line of white space, with which the next line begins",
        "case $f in\n    r9)       r=9 ;;\n    r11)      r=12 ;;\n    *_20*)\n        r=${f:(-4)}\n        f=$(basename \"$f\" \"_$r\")\n        ;;\nesac\n",
        "case $f in\n    r9)       r=9 \n    r11)      r=12 \n    *_20*)\n        r=${f:(-4)}\n        f=$(basename \"$f\" \"_$r\")\n        ",
    ),
];

#[test]
fn text_that_fits_two_extents_is_not_offered() {
    let mut wrong = Vec::new();
    for (name, file, old) in DOUBTS {
        let given =
            Replacement { matching: Matching::ExactOrQuotes, ..replacement(old, "const REPLACED = true") };
        match replace(&document(file), &given, Policy::Unique) {
            Err(EditError::NotFound { help }) => {
                let help = help.expect(name);
                assert!(help.lines.is_some(), "{name}: the place is shown");
                wrong.extend(help.corrected.is_some().then(|| format!("{name}:\n{}", help.message)));
            }
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
