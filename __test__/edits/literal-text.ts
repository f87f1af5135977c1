// Nothing in the texts of an edit has a meaning of its own.
import type { Row } from './row.js'

/** Texts that mean something else in regular expressions, format strings or templates. */
const TEXTS = [
  '$&',
  '$1',
  '$$',
  '$`',
  "$'",
  '$<name>',
  '${name}',
  '\\n',
  '\\',
  '\\\\',
  '\\1',
  '\\u0041',
  '\\x41',
  '%s %d %%',
  '{0} {old_string} {help}',
  '.*',
  '(a|b)[^c]+?',
  '^$',
  '"quoted" \'twice\'',
  '<b>&amp;</b>',
] as const

export const literalText: Row[] = [
  ...TEXTS.map((text) => ({
    name: `${text} is put in as it is`,
    file: 'price = VALUE;\n',
    edit: ['VALUE', text] as const,
    becomes: `price = ${text};\n`,
    answer: { replacements: 1 },
  })),
  ...TEXTS.map((text) => ({
    name: `${text} is found as it is`,
    file: `a VALUE bc n 1\nprice = ${text};\n`,
    edit: [text, 'VALUE'] as const,
    becomes: 'a VALUE bc n 1\nprice = VALUE;\n',
    answer: { replacements: 1 },
  })),
  {
    name: '$& is put in at every place',
    file: 'x x\n',
    edit: ['x', '[$&]', { replace_all: true }],
    becomes: '[$&] [$&]\n',
    answer: { replacements: 2 },
  },
  {
    name: 'a dot is no wildcard',
    file: 'a.c abc\n',
    edit: ['a.c', 'X'],
    becomes: 'X abc\n',
  },
  {
    name: 'MultiEdit is as literal as Edit',
    file: 'one two\n',
    edits: [
      ['one', '$1$&\\n'],
      ['two', '$$'],
    ],
    becomes: '$1$&\\n $$\n',
  },
  {
    name: 'Write is as literal as Edit',
    file: 'old\n',
    write: '$& $1 $$ \\n\n',
    becomes: '$& $1 $$ \\n\n',
  },
]
