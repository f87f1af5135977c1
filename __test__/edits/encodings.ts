// Files are read and written in their own encoding, or refused.
import { encode, type Row } from './row.js'

const KOREAN = "// 이 함수는 사용자의 입력을 검사한다.\r\nconst 이름 = '한글';\r\nexport default 이름;\r\n"
const JAPANESE = "// この関数は入力を検査します。\nconst 名前 = 'ﾃｽﾄ 表示';\n"
const GERMAN = 'Größe “in” Metern – naïve\nThis line is plain.\n'

const brokenUtf8 = Buffer.from("한글로 쓴 주석과 문자열\nlet x = '한국어';\n")
brokenUtf8[10] = 0xff

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200000001', 'hex')

export const encodings: Row[] = [
  {
    name: 'a mark at the start does not hide the first line',
    file: 'first\nsecond\n',
    encoding: 'utf8-bom',
    edit: ['first', 'x'],
    becomes: 'x\nsecond\n',
  },
  {
    name: 'the mark stays when the first line goes',
    file: 'first\nsecond\n',
    encoding: 'utf8-bom',
    edit: ['first\n', ''],
    becomes: 'second\n',
  },
  {
    name: 'the mark stays when everything is replaced',
    file: 'all',
    encoding: 'utf8-bom',
    edit: ['all', 'new'],
    becomes: 'new',
  },
  {
    name: 'the mark stays through MultiEdit',
    file: 'a b\n',
    encoding: 'utf8-bom',
    edits: [
      ['a', 'c'],
      ['c b', 'd'],
    ],
    becomes: 'd\n',
  },
  { name: 'the mark stays through Write', file: 'a\n', encoding: 'utf8-bom', write: 'é\n', becomes: 'é\n' },
  {
    name: 'a mark that Write brings along is not doubled',
    file: 'a\n',
    encoding: 'utf8-bom',
    write: '\uFEFFb\n',
    becomes: 'b\n',
  },
  {
    name: 'a file of a mark alone is empty',
    file: '',
    encoding: 'utf8-bom',
    edit: ['', 'text\n'],
    becomes: 'text\n',
  },
  ...(['utf16le', 'utf16be'] as const).flatMap((encoding): Row[] => [
    {
      name: `${encoding}: a word`,
      file: 'one two\r\nthree\r\n',
      encoding,
      edit: ['two', 'zwei'],
      becomes: 'one zwei\r\nthree\r\n',
    },
    { name: `${encoding}: the first line`, file: 'one\ntwo\n', encoding, edit: ['one', 'x'], becomes: 'x\ntwo\n' },
    { name: `${encoding}: an emoji`, file: 'a 😀 b\n', encoding, edit: ['😀', '👨‍👩‍👧'], becomes: 'a 👨‍👩‍👧 b\n' },
    {
      name: `${encoding}: lines are inserted with the file's line end`,
      file: 'a\r\nb\r\n',
      encoding,
      edit: ['a\nb', 'a\n한글\nb'],
      becomes: 'a\r\n한글\r\nb\r\n',
    },
    {
      name: `${encoding}: all places`,
      file: 'x\nx\ny x',
      encoding,
      edit: ['x', 'ß', { replace_all: true }],
      becomes: 'ß\nß\ny ß',
    },
    { name: `${encoding}: a whole line goes`, file: 'a\r\nb\r\nc', encoding, edit: ['b', ''], becomes: 'a\r\nc' },
    { name: `${encoding}: Write`, file: 'a\r\n', encoding, write: 'b\nç\n', becomes: 'b\r\nç\r\n' },
    {
      name: `${encoding}: half a character at the end is refused`,
      file: encode('abc', encoding).subarray(0, -1),
      edit: ['a', 'b'],
      refused: { kind: 'unsupported_encoding', says: ['UTF-16'] },
    },
  ]),
  {
    name: 'windows-1252: plain text beside foreign characters',
    file: GERMAN,
    encoding: 'windows-1252',
    edit: ['plain', 'simple'],
    becomes: GERMAN.replace('plain', 'simple'),
  },
  {
    name: 'windows-1252: the new text is written in it',
    file: GERMAN,
    encoding: 'windows-1252',
    edit: ['Größe', 'Länge'],
    becomes: GERMAN.replace('Größe', 'Länge'),
  },
  {
    name: 'windows-1252: what it cannot hold is refused',
    file: GERMAN,
    encoding: 'windows-1252',
    edit: ['plain', '漢字'],
    refused: { kind: 'unsupported_encoding', says: ['windows-1252'] },
  },
  {
    name: 'windows-1252: what it cannot hold is refused in the last edit, too',
    file: GERMAN,
    encoding: 'windows-1252',
    edits: [
      ['plain', 'simple'],
      ['simple', '한글'],
    ],
    refused: { kind: 'unsupported_encoding', says: ['windows-1252'] },
  },
  {
    name: 'windows-1252: Write of what it cannot hold is refused',
    file: GERMAN,
    encoding: 'windows-1252',
    write: 'Größe 😀\n',
    refused: { kind: 'unsupported_encoding', says: ['windows-1252'] },
  },
  {
    name: 'windows-1252: Write keeps it',
    file: GERMAN,
    encoding: 'windows-1252',
    write: 'Die Straße ist schön – naïve “Güte”\n',
    becomes: 'Die Straße ist schön – naïve “Güte”\n',
  },
  {
    name: 'windows-1252: a file whose foreign characters one edit takes away is still in it for the next',
    file: 'Für alle Größen\nThis line is plain.\n',
    encoding: 'windows-1252',
    edits: [
      ['Für alle Größen', 'For all'],
      ['For all', 'Für viele Größen'],
    ],
    becomes: 'Für viele Größen\nThis line is plain.\n',
  },
  {
    name: 'euc-kr: Hangul for Hangul, with CRLF',
    file: KOREAN,
    encoding: 'euc-kr',
    edit: ['한글', '문자열'],
    becomes: KOREAN.replace('한글', '문자열'),
  },
  {
    name: 'euc-kr: several lines',
    file: KOREAN,
    encoding: 'euc-kr',
    edit: ["const 이름 = '한글';\nexport", "const 이름 = '한글';\nconst 나이 = 3;\nexport"],
    becomes: KOREAN.replace('export', 'const 나이 = 3;\r\nexport'),
  },
  {
    name: 'euc-kr: what it cannot hold is refused',
    file: KOREAN,
    encoding: 'euc-kr',
    edit: ['한글', '😀'],
    refused: { kind: 'unsupported_encoding', says: ['EUC-KR'] },
  },
  {
    name: 'shift_jis: kanji for kanji',
    file: JAPANESE,
    encoding: 'shift_jis',
    edit: ['表示', '入力'],
    becomes: JAPANESE.replace('表示', '入力'),
  },
  {
    name: 'shift_jis: the second byte of a character is no backslash',
    file: JAPANESE,
    encoding: 'shift_jis',
    edit: ['\\', '/'],
    refused: { kind: 'no_match', code: 8 },
  },
  {
    name: 'shift_jis: what it cannot hold is refused',
    file: JAPANESE,
    encoding: 'shift_jis',
    edit: ['表示', '한글'],
    refused: { kind: 'unsupported_encoding', says: ['Shift_JIS'] },
  },
  {
    name: 'a NUL character makes a file binary for Edit',
    file: 'a\0b\n',
    edit: ['a', 'x'],
    refused: { kind: 'binary_file', says: ['NUL'] },
  },
  {
    name: 'UTF-16 without a byte order mark is named',
    file: 'a\0 \0w\0\n\0',
    edit: ['a', 'x'],
    refused: { kind: 'binary_file', says: ['It seems to be UTF-16LE without a byte order mark.'] },
  },
  {
    name: 'a NUL character makes a file binary for MultiEdit',
    file: 'a\0b\n',
    edits: [['a', 'x']],
    refused: { kind: 'binary_file', code: 9, says: ['Cannot edit binary files.'] },
  },
  {
    name: 'a NUL character makes a file binary for Write',
    file: 'a\0b\n',
    write: 'x',
    refused: { kind: 'binary_file' },
  },
  {
    name: 'UTF-16 without a mark is binary',
    file: Buffer.from('plain text\n', 'utf16le'),
    edit: ['plain', 'x'],
    refused: { kind: 'binary_file' },
  },
  { name: 'a picture is binary', file: PNG, edit: ['PNG', 'GIF'], refused: { kind: 'binary_file' } },
  {
    name: 'a broken byte in UTF-8 is refused',
    file: brokenUtf8,
    edit: ['let', 'const'],
    refused: { kind: 'unsupported_encoding', says: ['offset'] },
  },
  {
    name: 'a broken byte in UTF-8 is refused by MultiEdit',
    file: brokenUtf8,
    edits: [['let', 'const']],
    refused: { kind: 'unsupported_encoding' },
  },
  {
    name: 'a broken byte in UTF-8 is refused by Write',
    file: brokenUtf8,
    write: 'all new\n',
    refused: { kind: 'unsupported_encoding' },
  },
  {
    name: 'UTF-8 that is cut off in a character is refused',
    file: Buffer.from('한글로 쓴 주석').subarray(0, -1),
    edit: ['한글', 'x'],
    refused: { kind: 'unsupported_encoding' },
  },
  {
    name: 'a mark of UTF-8 before what is none is refused',
    file: Buffer.from([0xef, 0xbb, 0xbf, 0x63, 0x61, 0x66, 0xe9]),
    edit: ['caf', 'x'],
    refused: { kind: 'unsupported_encoding', says: ['0xE9'] },
  },
  {
    name: 'a NUL character in the new text is refused',
    file: 'a\n',
    edit: ['a', 'b\0c'],
    refused: { kind: 'invalid_input', says: ['NUL'] },
  },
  {
    name: 'half a surrogate pair in the new text is refused',
    file: 'a\n',
    edit: ['a', 'b\uD83Dc'],
    refused: { kind: 'invalid_input' },
  },
  {
    name: 'half a surrogate pair in the content of Write is refused',
    file: 'a\n',
    write: 'b\uDE00c',
    refused: { kind: 'invalid_input' },
  },
]
