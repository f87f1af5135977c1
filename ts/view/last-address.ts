import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { replaceFile } from '../export-file.js'
import { historyFolder } from '../folders.js'

/** The address of a project's page on this machine. */
export interface Address {
  readonly port: number
  readonly token: string
}

/** The part of an address that makes it another page for the same project. */
interface PageKind {
  /** The port that a person chose. */
  readonly port?: number | undefined
  readonly readOnly: boolean
}

/**
 * The address that a project's page had when it was served last, kept in the user's state folder. A page that is open when its
 * server ends, however it ends, finds the next one there. Only the user can read it.
 */
export class LastAddress {
  readonly #folder: string
  readonly #path: string
  readonly #dir: string

  private constructor(dir: string, name: string) {
    this.#dir = dir
    this.#folder = join(historyFolder(undefined), 'view-addresses')
    this.#path = join(this.#folder, `${name}.json`)
  }

  /** A page that only looks has an address of its own: it must not become one that changes something. */
  static of(dir: string, { port, readOnly }: PageKind): LastAddress {
    const folder = resolve(dir)
    const name = createHash('sha256')
      .update(JSON.stringify([folder, readOnly, port ?? null]))
      .digest('base64url')
    return new LastAddress(folder, name.slice(0, 22))
  }

  /** The address; undefined if the file is missing or was written by something else. */
  read(): Address | undefined {
    try {
      const { dir, port, token } = JSON.parse(readFileSync(this.#path, 'utf8')) as { readonly [field: string]: unknown }
      const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
      const isToken = typeof token === 'string' && /^[\w-]{43}$/.test(token)
      return dir === this.#dir && isPort && isToken ? { port, token } : undefined
    } catch {
      return undefined
    }
  }

  /** Keeps an address. Without it the next page has another one, which does no harm. */
  put({ port, token }: Address): void {
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
      replaceFile(this.#path, JSON.stringify({ dir: this.#dir, port, token }), 0o600)
    } catch {
      // A state folder that cannot be written keeps nothing.
    }
  }
}

/** The parts of the address of a page. */
export function addressOf(url: string): Address {
  const { port, pathname } = new URL(url)
  return { port: Number(port), token: pathname.replaceAll('/', '') }
}
