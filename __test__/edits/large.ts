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
    truncated: true,
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
    truncated: true,
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
    truncated: true,
  },
  {
    name: 'every line end of 50,000',
    file: '\n'.repeat(50_000),
    edit: ['\n', '\n\n', { replace_all: true }],
    becomes: '\n'.repeat(100_000),
    answer: { replacements: 50_000, added: 50_000, removed: 0 },
    truncated: true,
  },
  {
    name: 'every line end of 50,000 with CRLF, in several steps',
    file: '\r\n'.repeat(50_000),
    edits: [
      ['\n', 'x\n', { replace_all: true }],
      ['x', 'yz', { replace_all: true }],
      ['z\n', '\n', { replace_all: true }],
    ],
    becomes: 'y\r\n'.repeat(50_000),
    answer: { replacements: 150_000, added: 50_000, removed: 50_000 },
    truncated: true,
  },
  {
    name: 'a text that is given a million times over',
    file: 'a'.repeat(200_000),
    edit: ['a', 'b'.repeat(1_000_000), { replace_all: true }],
    refused: { kind: 'too_large', says: ['With 200000 replacements the file would have about 200000000000 bytes'] },
  },
  {
    name: 'a text of 2 MB that is not there',
    file: 'a\n',
    edit: ['b'.repeat(2_000_000), 'c'],
    refused: { kind: 'no_match', code: 8, says: [`String: ${'b'.repeat(500)}… (2000000 characters)`] },
  },
  {
    name: 'a text of 501 characters that is there twice',
    file: `${'é'.repeat(501)}\n${'é'.repeat(501)}\n`,
    edit: ['é'.repeat(501), 'c'],
    refused: { kind: 'ambiguous_match', code: 9, says: [`String: ${'é'.repeat(500)}… (501 characters)\n\n`] },
  },
]
