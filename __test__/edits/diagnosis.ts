// The advice of a refusal, with which the next attempt succeeds.
import type { Row } from './row.js'

const LONG = Array.from({ length: 10_000 }, (_, index) => `  const value${index} = compute(${index});\n`).join('')

const refused = (name: string, file: string, old: string, ...says: string[]): Row => ({
  name,
  file,
  edit: [old, 'NEW'],
  refused: { kind: 'no_match', code: 8, says: [`String to replace not found in file.\nString: ${old}\n\n`, ...says] },
})

export const diagnosis: Row[] = [
  refused(
    'spaces where the file has a tab',
    'a\n\tb = 1;\nc\n',
    '    b = 1;',
    'The nearest place is on line 2:\n     2→\tb = 1;\n',
    'Line 2, column 1: tabs against spaces',
    'a tab',
    '4 spaces',
  ),
  refused(
    'a tab where the file has spaces',
    'a\n    b = 1;\nc\n',
    '\tb = 1;',
    'Line 2, column 1: tabs against spaces',
    '4 spaces',
    'a tab',
  ),
  refused('spaces after a tab', 'a {\n\t    b = 1;\n}\n', '\t\tb = 1;', 'Line 2, column 2: tabs against spaces'),
  refused('a tab within the line', 'let a =\t1;\n', 'let a = 1;', 'Line 1, column 8: tabs against spaces'),
  refused(
    'an indentation that is too deep',
    'a {\n  b = 1;\n}\n',
    'a {\n    b = 1;\n}',
    'Line 2, column 3',
    'indentation',
  ),
  refused('two spaces within the line', 'let a  = 1;\n', 'let a = 1;', 'Line 1, column 7', 'white space'),
  refused(
    'trailing space in the file',
    'let a = 1;  \nlet b = 2;\n',
    'let a = 1;\nlet b = 2;',
    'Line 1',
    'column 11',
    '2 spaces in the file',
  ),
  refused(
    'trailing space in the text',
    'let a = 1;\nlet b = 2;\n',
    'let a = 1; \nlet b = 2;',
    'Line 1',
    'column 11',
    'nothing in the file',
  ),
  refused('a trailing tab in the file', 'one\t\ntwo\n', 'one\ntwo', 'Line 1', 'column 4', 'a tab'),
  refused('a long dash', 'a — b — c\n', 'a - b - c', 'Line 1, column 3', 'typographic'),
  refused(
    'a pasted line number with an arrow',
    'zero\nlet a = 1;\nlet b = 2;\n',
    '     2→let a = 1;\n     3→let b = 2;',
    'lines 2 to 3',
    'line numbers',
  ),
  refused('a pasted line number with a tab', 'zero\nlet a = 1;\n', '     2\tlet a = 1;', 'line 2', 'line numbers'),
  refused('a line end that was written out', 'a\nb\n', 'a\\nb', 'backslash', 'real line end'),
  refused('a line end where the file has none', 'a\nlast line', 'last line\n', 'line 2', 'has no line end'),
  refused('an empty line too many', 'one();\ntwo();\nthree();\n', 'one();\n\ntwo();', 'Line 2'),
  refused('another letter case', 'const Value = 1;\n', 'const value = 1;', 'Line 1, column 7', 'letter case'),
  refused('another word', 'const a = first(1);\nx\n', 'const a = fist(1);', 'Line 1, column 13'),
  refused(
    'one line of several',
    'start\nfunction f() {\n  const a = 1;\n  return a;\n}\nend\n',
    'function f() {\n  const b = 1;\n  return a;\n}',
    'lines 2 to 5',
    '     3→  const a = 1;',
    'Line 3, column 9',
  ),
  refused('a text that goes on past the end', 'a = 1;\nb = 2;\n', 'a = 1;\nb = 2;\nc = 3;', 'file ends'),
  {
    name: 'a text that is like nothing',
    file: 'alpha\nbeta\n',
    edit: ['0123456789 ~~~~', 'x'],
    refused: { kind: 'no_match', code: 8, says: ['String to replace not found in file.\nString: 0123456789 ~~~~'] },
  },
  {
    name: 'an empty file',
    file: '',
    edit: ['text', 'x'],
    refused: { kind: 'no_match', code: 8, says: ['String: text'] },
  },
  refused(
    'the nearest of 10,000 lines',
    LONG,
    '\tconst value7777 = compute(7777);',
    'line 7778',
    '  7778→  const value7777 = compute(7777);',
    'tabs against spaces',
  ),
  refused(
    'the nearest of 10,000 lines, by one word',
    LONG,
    '  const value1234 = compile(1234);\n  const value1235 = compute(1235);',
    '  1235→  const value1234 = compute(1234);',
    'Line 1235, column 25',
  ),
  {
    name: 'MultiEdit says the same after its own words',
    file: 'a\n\tb = 1;\n',
    edits: [['    b = 1;', 'x']],
    refused: {
      kind: 'no_match',
      code: 10,
      says: [
        'Edit 1: String to replace not found in file: "    b = 1;..."\n\n',
        'Line 2, column 1: tabs against spaces',
      ],
    },
  },
  {
    name: 'MultiEdit shows the text as the edits before have left it',
    file: 'one();\ntwo();\n',
    edits: [
      ['one();', 'x\ny'],
      ['two(); ', 'c'],
    ],
    refused: { kind: 'no_match', code: 10, says: ['Edit 2: ', '     3→two();', 'Line 3'] },
  },
]
