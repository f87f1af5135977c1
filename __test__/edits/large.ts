// Large files, and very long lines.
import type { Row } from './row.js'

const lines = (count: number, change: (index: number) => string = (index) => `line ${index};`): string =>
  Array.from({ length: count }, (_, index) => `${change(index)}\n`).join('')

const LINE = `${'x'.repeat(500_000)}NEEDLE${'y'.repeat(500_000)}`

export const large: Row[] = [
  {
    name: 'a line in the middle of 10,000',
    file: lines(10_000),
    edit: ['line 5000;', 'LINE 5000;'],
    becomes: lines(10_000, (index) => (index === 5000 ? 'LINE 5000;' : `line ${index};`)),
    answer: { structuredPatch: [{ oldStart: 4998, oldLines: 7, newStart: 4998, newLines: 7 }] },
  },
  {
    name: 'all of 10,000 lines',
    file: lines(10_000),
    edit: ['line', 'row', { expected_replacements: 10_000 }],
    becomes: lines(10_000, (index) => `row ${index};`),
    answer: { replacements: 10_000, added: 10_000, removed: 10_000 },
  },
  {
    name: 'the first and the last of 10,000 lines',
    file: lines(10_000),
    edits: [
      ['line 0;', ''],
      ['line 9999;', 'the end'],
    ],
    becomes: lines(10_000, (index) => (index === 9999 ? 'the end' : `line ${index};`)).slice('line 0;\n'.length),
  },
  {
    name: 'a word in a line of 1 MB',
    file: LINE,
    edit: ['NEEDLE', 'thread'],
    becomes: LINE.replace('NEEDLE', 'thread'),
  },
  {
    name: 'a word that is not in a line of 1 MB',
    file: LINE,
    edit: ['NEEDLES', 'thread'],
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'all letters of a line of 1 MB',
    file: LINE,
    edit: ['x', 'z', { replace_all: true }],
    becomes: LINE.replaceAll('x', 'z'),
    answer: { replacements: 500_000 },
  },
]
