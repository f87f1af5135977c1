// The differences that flexible matching tolerates, each tier with no, one and two places.
import type { Row } from './row.js'

interface Tier {
  readonly tier: string
  /** A place that the tier finds, with its new form. */
  readonly place: string
  readonly fresh: string
  readonly edit: readonly [string, string]
  /** Nearly a place: a line in it does not agree. */
  readonly near: string
}

const TIERS: readonly Tier[] = [
  {
    tier: 'trailing_whitespace',
    place: 'if (a) {  \n  b()\t\n}\n',
    fresh: 'if (a) {  \n  c()\t\n}\n',
    edit: ['if (a) {\n  b()\n}\n', 'if (a) {\n  c()\n}\n'],
    near: 'if (a) {  \n  bb()\n}\n',
  },
  {
    tier: 'indentation',
    place: '\tif (a) {\n\t\tb()\n\t}\n',
    fresh: '\tif (a) {\n\t\tc()\n\t}\n',
    edit: ['if (a) {\n    b()\n}\n', 'if (a) {\n    c()\n}\n'],
    near: '\tif (a) {\n\t\tb(1)\n\t}\n',
  },
  {
    tier: 'whitespace_runs',
    place: 'let a  =  1;\nlet b   = 2;\n',
    fresh: 'let a  =  1;\nlet b = 3;\n',
    edit: ['let a = 1;\nlet b = 2;\n', 'let a = 1;\nlet b = 3;\n'],
    near: 'let a  =  1;\nlet b   = 22;\n',
  },
  {
    tier: 'punctuation',
    place: 'say(“hi — ho”);\nask(‘who’);\n',
    fresh: 'say(“hi — ho”);\nask("me");\n',
    edit: ['say("hi - ho");\nask(\'who\');\n', 'say("hi - ho");\nask("me");\n'],
    near: 'say(“hi — ho”);\nask(‘whom’);\n',
  },
]

export const flexible: Row[] = [
  ...TIERS.flatMap(({ tier, place, fresh, edit, near }): Row[] => [
    {
      name: `${tier}: one place`,
      file: `first\n${place}last\n`,
      edit,
      flexible: true,
      becomes: `first\n${fresh}last\n`,
      answer: {
        replacements: 1,
        flexible: { tier, firstLine: 2, lastLine: 1 + place.split('\n').length - 1 },
      },
    },
    {
      name: `${tier}: no place, because a line does not agree`,
      file: `first\n${near}last\n`,
      edit,
      flexible: true,
      refused: { kind: 'no_match', code: 8, says: ['lines 2 to'] },
    },
    {
      name: `${tier}: two places`,
      file: `${place}between\n${place}`,
      edit,
      flexible: true,
      refused: {
        kind: 'no_match',
        code: 8,
        says: [tier, 'found 2 places', `lines 1 and ${place.split('\n').length + 1}`],
      },
    },
    {
      name: `${tier}: not unless it is asked for`,
      file: `first\n${place}last\n`,
      edit,
      refused: { kind: 'no_match', code: 8 },
    },
    {
      name: `${tier}: a dry run`,
      file: place,
      edit,
      flexible: true,
      dryRun: true,
      becomes: fresh,
      answer: { flexible: { tier, firstLine: 1 } },
    },
  ]),
  {
    name: 'an exact place comes before a tolerant one',
    file: 'a  = 1\na = 1\n',
    edit: ['a = 1', 'a = 2'],
    flexible: true,
    becomes: 'a  = 1\na = 2\n',
    lacks: ['flexible'],
  },
  {
    name: 'two exact places are ambiguous',
    file: 'a = 1\na = 1\na  = 1\n',
    edit: ['a = 1', 'a = 2'],
    flexible: true,
    refused: { kind: 'ambiguous_match', code: 9, says: ['Found 2 matches'] },
  },
  {
    name: 'an earlier tier comes before a later one',
    file: '  a;\n  b;\na; \nb;\n',
    edit: ['a;\nb;\n', 'c;\n'],
    flexible: true,
    becomes: '  a;\n  b;\nc; \n',
    answer: { flexible: { tier: 'trailing_whitespace', firstLine: 3, lastLine: 4 } },
  },
  {
    name: 'new lines are indented as the file is',
    file: 'class A {\n\tf() {\n\t\treturn 1\n\t}\n}\n',
    edit: ['  f() {\n    return 1\n  }\n', '  f() {\n    if (x) {\n      y()\n    }\n    return 2\n  }\n'],
    flexible: true,
    becomes: 'class A {\n\tf() {\n\t\tif (x) {\n\t\t\ty()\n\t\t}\n\t\treturn 2\n\t}\n}\n',
    answer: { flexible: { tier: 'indentation', firstLine: 2, lastLine: 4 } },
  },
  {
    name: 'line ends stay CRLF',
    file: 'a {\r\n\tb\r\n}\r\n',
    edit: ['a {\n    b\n}', 'a {\n    b\n    c\n}'],
    flexible: true,
    becomes: 'a {\r\n\tb\r\n\tc\r\n}\r\n',
  },
  {
    name: 'first and last line alone are no anchor',
    file: 'f() {\n  one()\n  two()\n}\n',
    edit: ['f() {\n  three()\n  two()\n}', 'g() {}'],
    flexible: true,
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'a missing line in the middle is not forgiven',
    file: 'a\n  b\n  c\nd\n',
    edit: ['a\n    b\nd', 'x'],
    flexible: true,
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'a letter is not forgiven',
    file: 'const value = 1\n',
    edit: ['const  valve = 1', 'x'],
    flexible: true,
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'letter case is not forgiven',
    file: 'Const  x = 1\n',
    edit: ['const x = 1', 'x'],
    flexible: true,
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'white space where there is none is not forgiven',
    file: 'foobar = 1\n',
    edit: ['foo bar = 1', 'x'],
    flexible: true,
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'composed letters for decomposed ones',
    file: "x = '한글'\n".normalize('NFD'),
    edit: ["x = '한글'", 'y'],
    flexible: true,
    becomes: 'y\n',
  },
  {
    name: 'to replace all is for exact places',
    file: 'a  = 1\nb\na  = 1\n',
    edit: ['a = 1', 'a = 2', { replace_all: true }],
    flexible: true,
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'a line that is found by its indentation goes with its end',
    file: 'a\n\tb;\nc\n',
    edit: ['    b;', ''],
    flexible: true,
    becomes: 'a\nc\n',
    answer: { flexible: { tier: 'indentation' } },
  },
  {
    name: 'white space alone has no tolerant place',
    file: 'a\n\tb\n',
    edit: ['    ', '  '],
    flexible: true,
    refused: { kind: 'no_match', code: 8 },
  },
]
