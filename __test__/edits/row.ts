// The shape of a row of the tables of edits, and how its texts become bytes.

export type Encoding = 'utf8' | 'utf8-bom' | 'utf16le' | 'utf16be' | 'windows-1252' | 'euc-kr' | 'shift_jis'

export interface More {
  replace_all?: boolean
  expected_replacements?: number
}

/** `old_string`, `new_string` and the rest. */
export type Change = readonly [old: string, fresh: string, more?: More]

/** One call on one file. Exactly one of `edit`, `edits` and `write`, and one of `becomes` and `refused`. */
export interface Row {
  readonly name: string
  /** `null`: there is none. */
  readonly file: string | Buffer | null
  /** Of `file` and `becomes`, where they are strings. UTF-8 unless said. */
  readonly encoding?: Encoding
  /** The name of the file. */
  readonly path?: string
  /** Other files of the workspace. */
  readonly beside?: Readonly<Record<string, string>>
  /** The session has not read the file. */
  readonly unread?: true
  readonly edit?: Change
  readonly edits?: readonly Change[]
  readonly write?: string
  readonly flexible?: true
  readonly dryRun?: true
  /** The patch does not hold all that changed. */
  readonly truncated?: true
  /** The contents of the file after the call; in a dry run, the contents that it would have. */
  readonly becomes?: string | Buffer
  readonly refused?: {
    readonly kind: string
    readonly code?: number
    readonly says?: readonly string[]
    readonly doesNotSay?: readonly string[]
  }
  /** Part of the answer on the wire. */
  readonly answer?: object
  /** Names that the answer must not have. */
  readonly lacks?: readonly string[]
  /** Part of a warning; `null` where there must be none. */
  readonly warns?: string | null
}

export function encode(text: string, encoding: Encoding = 'utf8'): Buffer {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text)
    case 'utf8-bom':
      return Buffer.from(`\uFEFF${text}`)
    case 'utf16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le')
    case 'utf16be':
      return Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
    case 'windows-1252':
      return Buffer.from([...text].map((character) => fromWindows1252(character)))
    default:
      return legacy(text, encoding)
  }
}

/** From 0x80 on, where decoders of Node have been wrong about it; the rest is Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

const tables = new Map<string, Map<string, Buffer>>()

function fromWindows1252(character: string): number {
  const above = WINDOWS_1252.indexOf(character)
  const code = above < 0 ? character.charCodeAt(0) : 0x80 + above
  if (code > 0xff) throw new Error(`windows-1252 has no ${character}`)
  return code
}

/** Node only decodes these, so the table is turned around. */
function legacy(text: string, encoding: Encoding): Buffer {
  let table = tables.get(encoding)
  if (!table) {
    tables.set(encoding, (table = new Map()))
    const decoder = new TextDecoder(encoding, { fatal: true })
    const learn = (bytes: Buffer): void => {
      try {
        const character = decoder.decode(bytes)
        if ([...character].length === 1 && !table?.has(character)) table?.set(character, bytes)
      } catch {
        // No character.
      }
    }
    for (let first = 0; first < 256; first++) learn(Buffer.from([first]))
    for (let pair = 0x8140; pair < 0xffff; pair++) learn(Buffer.from([pair >> 8, pair & 0xff]))
  }
  return Buffer.concat(
    [...text].map((character) => {
      const bytes = table.get(character)
      if (!bytes) throw new Error(`${encoding} has no ${character}`)
      return bytes
    }),
  )
}
