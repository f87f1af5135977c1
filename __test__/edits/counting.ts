// How often a text occurs, and what that is held against.
import type { Row } from './row.js'

export const counting: Row[] = [
  {
    name: 'aa is twice in aaa',
    file: 'aaa\n',
    edit: ['aa', 'b'],
    refused: { kind: 'ambiguous_match', code: 9, says: ['Found 2 matches'] },
  },
  {
    name: 'aa is three times in aaaa',
    file: 'aaaa\n',
    edit: ['aa', 'b'],
    refused: { kind: 'ambiguous_match', code: 9, says: ['Found 3 matches'] },
  },
  { name: 'all of aa in aaaa', file: 'aaaa\n', edit: ['aa', 'b', { replace_all: true }], becomes: 'bb\n' },
  {
    name: 'all of aa in aaaaa, from the left',
    file: 'aaaaa',
    edit: ['aa', 'b', { replace_all: true }],
    becomes: 'bba',
  },
  {
    name: 'aba is three times in abababa',
    file: 'abababa\n',
    edit: ['aba', 'x', { expected_replacements: 2 }],
    refused: { kind: 'count_mismatch', says: ['occurs 3 times'] },
  },
  {
    name: 'three places that overlap cannot all be replaced',
    file: 'abababa\n',
    edit: ['aba', 'x', { expected_replacements: 3 }],
    refused: { kind: 'ambiguous_match', code: 9, says: ['Found 3 matches'] },
  },
  {
    name: 'all of aba in abababa, those that fit beside each other',
    file: 'abababa\n',
    edit: ['aba', 'x', { replace_all: true, expected_replacements: 2 }],
    becomes: 'xbx\n',
    answer: { replacements: 2 },
  },
  {
    name: 'lines that overlap are ambiguous',
    file: 'a\na\na\n',
    edit: ['a\na', 'x'],
    refused: { kind: 'ambiguous_match', code: 9, says: ['lines 1, 2'] },
  },
  {
    name: 'what is put in is not looked at again',
    file: 'aba\n',
    edit: ['a', 'aa', { replace_all: true }],
    becomes: 'aabaa\n',
    answer: { replacements: 2 },
  },
  {
    name: 'two matches are refused with their lines',
    file: 'x = 1\ny\nx = 1\n',
    edit: ['x = 1', 'x = 2'],
    refused: {
      kind: 'ambiguous_match',
      code: 9,
      says: [
        'Found 2 matches of the string to replace, but replace_all is false. To replace all occurrences, set replace_all ' +
          'to true. To replace only one occurrence, please provide more context to uniquely identify the instance.\n' +
          'String: x = 1\n\n',
        'lines 1, 3',
      ],
    },
  },
  {
    name: 'all of thirty lines are named',
    file: 'x\n'.repeat(30),
    edit: ['x', 'y'],
    refused: {
      kind: 'ambiguous_match',
      code: 9,
      says: ['Found 30 matches', Array.from({ length: 30 }, (_, index) => index + 1).join(', ')],
    },
  },
  {
    name: 'two matches on one line',
    file: 'x x\n',
    edit: ['x', 'y'],
    refused: { kind: 'ambiguous_match', code: 9, says: ['Found 2 matches'] },
  },
  {
    name: 'the expected number is right',
    file: 'x\ny x\nx\n',
    edit: ['x', 'z', { expected_replacements: 3 }],
    becomes: 'z\ny z\nz\n',
    answer: { replacements: 3 },
  },
  { name: 'one is expected and found', file: 'x\n', edit: ['x', 'y', { expected_replacements: 1 }], becomes: 'y\n' },
  {
    name: 'fewer are expected than found',
    file: 'x\nx\ny\nx\n',
    edit: ['x', 'z', { expected_replacements: 2 }],
    refused: { kind: 'count_mismatch', says: ['expected_replacements is 2', '3 times', 'lines 1, 2, 4'] },
  },
  {
    name: 'more are expected than found',
    file: 'y\nx\n',
    edit: ['x', 'z', { expected_replacements: 3 }],
    refused: { kind: 'count_mismatch', says: ['expected_replacements is 3', 'once', 'line 2'] },
  },
  {
    name: 'one is expected and two are found',
    file: 'x x\n',
    edit: ['x', 'z', { expected_replacements: 1 }],
    refused: { kind: 'count_mismatch', says: ['expected_replacements is 1', '2 times'] },
  },
  {
    name: 'what is expected and absent is not found',
    file: 'a\n',
    edit: ['x', 'z', { expected_replacements: 2 }],
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'all, and as many as expected',
    file: 'x x\n',
    edit: ['x', 'z', { replace_all: true, expected_replacements: 2 }],
    becomes: 'z z\n',
  },
  {
    name: 'all, and not as many as expected',
    file: 'x x\n',
    edit: ['x', 'z', { replace_all: true, expected_replacements: 3 }],
    refused: { kind: 'count_mismatch', says: ['3', '2 times'] },
  },
  { name: 'all of one', file: 'x y\n', edit: ['x', 'z', { replace_all: true }], becomes: 'z y\n' },
  {
    name: 'all of none',
    file: 'y\n',
    edit: ['x', 'z', { replace_all: true }],
    refused: { kind: 'no_match', code: 8 },
  },
  { name: 'a space is text', file: 'a b\n', edit: [' ', '_'], becomes: 'a_b\n' },
  { name: 'the whole file is text', file: 'a\nb\n', edit: ['a\nb\n', 'c\n'], becomes: 'c\n' },
  {
    name: 'a text longer than the file',
    file: 'a',
    edit: ['a\nb\nc\nd\n', 'x'],
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'a dry run counts as well',
    file: 'x x\n',
    edit: ['x', 'y'],
    dryRun: true,
    refused: { kind: 'ambiguous_match', code: 9 },
  },
  {
    name: 'a dry run replaces nothing and says what it would',
    file: 'x x\n',
    edit: ['x', 'y', { replace_all: true }],
    dryRun: true,
    becomes: 'y y\n',
    answer: { replacements: 2, added: 1, removed: 1 },
  },
]
