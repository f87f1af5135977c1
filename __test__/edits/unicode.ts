// Characters match themselves and nothing that only looks the same.
import type { Row } from './row.js'

const [NFC, NFD] = ['한글', '한글'.normalize('NFD')]
const [FAMILY, THUMB, FLAG] = ['👨‍👩‍👧', '👍🏽', '🇰🇷']

export const unicode: Row[] = [
  { name: 'an emoji for an emoji', file: 'a 😀 b\n', edit: ['😀', '😎'], becomes: 'a 😎 b\n' },
  { name: 'a letter beside an emoji', file: 'a😀\n', edit: ['a', 'b'], becomes: 'b😀\n' },
  { name: 'a joined emoji', file: `x ${FAMILY} y\n`, edit: [FAMILY, 'family'], becomes: 'x family y\n' },
  { name: 'a part of a joined emoji', file: `x ${FAMILY}\n`, edit: ['👨', '👩'], becomes: 'x 👩‍👩‍👧\n' },
  { name: 'an emoji with a skin tone', file: `${THUMB} ok\n`, edit: [`${THUMB} ok`, 'ok'], becomes: 'ok\n' },
  { name: 'a flag', file: `${FLAG}${FLAG}\n`, edit: [FLAG + FLAG, FLAG], becomes: `${FLAG}\n` },
  { name: 'right to left', file: 'שלום עולם\n', edit: ['עולם', 'לך'], becomes: 'שלום לך\n' },
  { name: 'composed in composed', file: `x = '${NFC}'\n`, edit: [NFC, '글'], becomes: "x = '글'\n" },
  { name: 'decomposed in decomposed', file: `x = '${NFD}'\n`, edit: [NFD, '글'], becomes: "x = '글'\n" },
  {
    name: 'composed Hangul is not decomposed Hangul',
    file: `ok\nx = '${NFD}'\n`,
    edit: [`x = '${NFC}'`, 'y'],
    refused: { kind: 'no_match', code: 8, says: ['Line 2, column 6', 'NFC against NFD', '     2→'] },
  },
  {
    name: 'decomposed Hangul is not composed Hangul',
    file: `ok\nx = '${NFC}'\n`,
    edit: [`x = '${NFD}'`, 'y'],
    refused: { kind: 'no_match', code: 8, says: ['Line 2, column 6', 'NFC against NFD'] },
  },
  {
    name: 'a composed accent is not a combining one',
    file: 'cafe\u0301 open\n',
    edit: ['caf\u00E9 open', 'bar'],
    refused: { kind: 'no_match', code: 8, says: ['NFC against NFD', 'column 4'] },
  },
  {
    name: 'a combining accent is not a composed one',
    file: 'caf\u00E9 open\n',
    edit: ['cafe\u0301 open', 'bar'],
    refused: { kind: 'no_match', code: 8, says: ['NFC against NFD', 'column 4'] },
  },
  {
    name: 'combining marks in another order are not the same',
    file: 'q\u0307\u0323\n',
    edit: ['q\u0323\u0307', 'q'],
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'a no-break space is not a space',
    file: 'a\u00A0b\n',
    edit: ['a b', 'c'],
    refused: { kind: 'no_match', code: 8, says: ['Line 1, column 2'] },
  },
  {
    name: 'a zero-width space is a character',
    file: 'ab\u200Bcd\n',
    edit: ['abcd', 'x'],
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'a full-width letter is not a plain one',
    file: 'value = \uFF21\n',
    edit: ['value = A', 'x'],
    refused: { kind: 'no_match', code: 8, says: ['Line 1, column 9'] },
  },
  {
    name: 'a Cyrillic letter is not a Latin one',
    file: 'v\u0430lue = 1\n',
    edit: ['value = 1', 'x'],
    refused: { kind: 'no_match', code: 8, says: ['Line 1, column 2'] },
  },
  {
    name: 'letter case counts',
    file: 'const Foo = 1\n',
    edit: ['const foo = 1', 'x'],
    refused: { kind: 'no_match', code: 8, says: ['Line 1, column 7', 'letter case'] },
  },
  {
    name: 'a letter whose small form is longer',
    file: 'İstanbul\n',
    edit: ['istanbul', 'x'],
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'columns count as in editors, an emoji twice',
    file: '😀\tx = 1\n',
    edit: ['😀 x = 1', 'y'],
    refused: { kind: 'no_match', code: 8, says: ['Line 1, column 3', 'tabs against spaces'] },
  },
  { name: 'a mark inside the text stays', file: 'a\uFEFFb c\n', edit: ['c', 'd'], becomes: 'a\uFEFFb d\n' },
  { name: 'a line separator is put in as it is', file: 'a\n', edit: ['a', 'b\u2028c'], becomes: 'b\u2028c\n' },
  {
    name: 'a letter of four bytes at every place',
    file: '𝒳 𝒳\n𝒳\n',
    edit: ['𝒳', '𝒴𝒴', { expected_replacements: 3 }],
    becomes: '𝒴𝒴 𝒴𝒴\n𝒴𝒴\n',
  },
]
