// Several edits of one file: each on the result of those before, all or nothing.
import type { Change, Row } from './row.js'

const WORDS = ['one', 'two', 'three', 'four', 'five'] as const

export const multiEdit: Row[] = [
  {
    name: 'the second edit finds what the first put in',
    file: 'a\n',
    edits: [
      ['a', 'b c'],
      ['b c', 'd'],
    ],
    becomes: 'd\n',
    answer: { replacements: 2 },
  },
  {
    name: 'the second edit does not find what the first took away',
    file: 'a b\n',
    edits: [
      ['a', 'x'],
      ['a b', 'y'],
    ],
    refused: { kind: 'no_match', code: 10, says: ['Edit 2: String to replace not found in file: "a b..."'] },
  },
  ...WORDS.map(
    (word, index): Row => ({
      name: `an edit that fails as number ${index + 1} leaves the file as it was`,
      file: WORDS.filter((other) => other !== word).join(' '),
      edits: WORDS.map((other): Change => [other, other.toUpperCase()]),
      refused: { kind: 'no_match', code: 10, says: [`Edit ${index + 1}: `] },
    }),
  ),
  {
    name: 'an edit can make another ambiguous',
    file: 'a b\n',
    edits: [
      ['a', 'b'],
      ['b', 'c'],
    ],
    refused: { kind: 'ambiguous_match', says: ['Edit 2: Found 2 matches', 'String: b'] },
  },
  {
    name: 'an edit can make another unique',
    file: 'x 1\nx 2\n',
    edits: [
      ['x 1', 'y 1'],
      ['x', 'z'],
    ],
    becomes: 'y 1\nz 2\n',
  },
  {
    name: 'names are swapped through a third',
    file: 'left right\n',
    edits: [
      ['left', '\u0001'],
      ['right', 'left'],
      ['\u0001', 'right'],
    ],
    becomes: 'right left\n',
  },
  {
    name: 'each edit replaces as often as it says',
    file: 'a a b c c c\n',
    edits: [
      ['a', 'x', { replace_all: true }],
      ['b', 'y'],
      ['c', 'z', { expected_replacements: 3 }],
    ],
    becomes: 'x x y z z z\n',
    answer: { replacements: 6, edits: [{ replacements: 2 }, { replacements: 1 }, { replacements: 3 }] },
  },
  {
    name: 'a count that is wrong names its edit',
    file: 'a\nb\nb\n',
    edits: [
      ['a', 'x'],
      ['b', 'y', { expected_replacements: 3 }],
    ],
    refused: { kind: 'count_mismatch', says: ['Edit 2: expected_replacements is 3', '2 times', 'lines 2, 3'] },
  },
  {
    name: 'an edit that changes nothing is refused before anything is made',
    file: 'a\n',
    edits: [
      ['a', 'b'],
      ['c', 'c'],
    ],
    refused: { kind: 'no_change', code: 3, says: ['Edit 2: old_string and new_string cannot be the same'] },
  },
  {
    name: 'the lines are those of the text as the edits before left it',
    file: 'a\nb\nc\n',
    edits: [
      ['a', 'a\nq\nq'],
      ['c', 'd'],
      ['q', 'r', { replace_all: true }],
    ],
    becomes: 'a\nr\nr\nb\nd\n',
    answer: { edits: [{ lines: [1] }, { lines: [5] }, { lines: [2, 3] }] },
  },
  { name: 'no edits', file: 'a\n', edits: [], refused: { kind: 'invalid_input', says: ['edits'] } },
  {
    name: 'an empty old text after the first edit',
    file: 'a\n',
    edits: [
      ['a', 'b'],
      ['', 'c'],
    ],
    refused: { kind: 'already_exists', says: ['Edit 2: '] },
  },
  {
    name: 'an old text that was given up to its hundredth character',
    file: 'a\n',
    edits: [['x'.repeat(250), 'y']],
    refused: { kind: 'no_match', code: 10, says: [`"${'x'.repeat(100)}..."`], doesNotSay: ['x'.repeat(101)] },
  },
  {
    name: 'characters of four bytes are not cut in two',
    file: 'a\n',
    edits: [['😀'.repeat(150), 'y']],
    refused: { kind: 'no_match', code: 10, says: [`"${'😀'.repeat(100)}..."`] },
  },
  {
    name: 'a hundred edits',
    file: Array.from({ length: 100 }, (_, index) => `line ${index};\n`).join(''),
    edits: Array.from({ length: 100 }, (_, index): Change => [`line ${index};`, `row ${99 - index};`]),
    becomes: Array.from({ length: 100 }, (_, index) => `row ${99 - index};\n`).join(''),
    answer: { replacements: 100 },
  },
  {
    name: 'flexible for every edit',
    file: '\ta;\n\tb;\n',
    edits: [
      ['    a;', '    x;'],
      ['    b;', '    y;'],
    ],
    flexible: true,
    becomes: '\tx;\n\ty;\n',
    answer: { edits: [{ flexible: { tier: 'indentation' } }, { flexible: { tier: 'indentation' } }] },
  },
  {
    name: 'a dry run writes nothing',
    file: 'a\nb\n',
    edits: [
      ['a', 'x'],
      ['b', 'y'],
    ],
    dryRun: true,
    becomes: 'x\ny\n',
  },
  {
    name: 'a new file is made by the first edit and refined by the others',
    file: null,
    edits: [
      ['', 'const a = 1\nconst b = 2\n'],
      ['a = 1', 'a = 10'],
      ['const b', 'let b'],
    ],
    becomes: 'const a = 10\nlet b = 2\n',
  },
  {
    name: 'a new file is not made when a later edit fails',
    file: null,
    edits: [
      ['', 'a\n'],
      ['b', 'c'],
    ],
    refused: { kind: 'no_match', code: 10, says: ['Edit 2: '] },
  },
  {
    name: 'a new file is not made by an edit of text',
    file: null,
    edits: [['a', 'b']],
    refused: { kind: 'create_needs_empty', code: 6 },
  },
  {
    name: 'an empty file is filled and refined',
    file: '',
    edits: [
      ['', 'a b\n'],
      ['b', 'c'],
    ],
    becomes: 'a c\n',
  },
  {
    name: 'the first edit does not create over text',
    file: 'a\n',
    edits: [['', 'b\n']],
    refused: { kind: 'already_exists', says: ['Cannot create new file - file already exists.'] },
  },
]
