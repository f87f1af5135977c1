import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'

import { replaceFile } from '../export-file.js'
import { isObject } from '../check.js'
import type { Client, ServerCommand } from './setup-clients.js'

/** The name of the server in the files of clients. */
const NAME = 'scenewright'

/** The outcome for a client's file. */
export type Written =
  | { readonly done: 'created' | 'added' | 'updated' | 'unchanged' }
  /** The file is left alone, since something in it could not be preserved. */
  | { readonly done: 'refused'; readonly reason: string }

/** Only the configuration, for a person to paste. */
export function configurationText(client: Client, server: ServerCommand): string {
  return client.keys === 'toml' ? tomlTable(server) : format(nested(client.keys, client.entry(server)))
}

/** Adds the server to a client's file, and leaves everything else in it alone. */
export function writeConfiguration(client: Client, server: ServerCommand, path: string): Written {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const after = client.keys === 'toml' ? withTable(before, server) : withEntry(before, client, server)
  if (typeof after !== 'string') return { done: 'refused', reason: after.reason }
  if (after === before) return { done: 'unchanged' }
  mkdirSync(dirname(path), { recursive: true })
  // Links are followed: many people keep such files in another folder and link to them.
  replaceFile(existsSync(path) ? realpathSync(path) : path, Buffer.from(after))
  if (before === undefined) return { done: 'created' }
  return { done: before.includes(NAME) ? 'updated' : 'added' }
}

function withEntry(
  before: string | undefined,
  client: Client,
  server: ServerCommand,
): string | { readonly reason: string } {
  const keys = client.keys as readonly string[]
  if (before === undefined || before.trim() === '') return format(nested(keys, client.entry(server)))
  let whole: unknown
  try {
    whole = JSON.parse(before)
  } catch {
    return { reason: 'it is not plain JSON; comments in it would be lost' }
  }
  if (!isObject(whole)) return { reason: 'it does not hold an object' }
  let inner = whole as Record<string, unknown>
  for (const key of keys) {
    const next = inner[key] ?? {}
    if (!isObject(next)) return { reason: `${key} in it is not an object` }
    inner[key] = next
    inner = next as Record<string, unknown>
  }
  inner[NAME] = client.entry(server)
  const indent = /^([ \t]+)"/m.exec(before)?.[1] ?? '  '
  const end = before.endsWith('\n') ? '\n' : ''
  return JSON.stringify(whole, null, indent) + end
}

/** A table is replaced from its header to the next one, with the tables that are part of it left as they are. */
function withTable(before: string | undefined, server: ServerCommand): string {
  const table = tomlTable(server)
  if (before === undefined || before.trim() === '') return table
  const found = new RegExp(
    `^\\[mcp_servers\\.(?:${NAME}|"${NAME}")\\][^\\n]*\\n(?:(?!\\s*\\[)[^\\n]*(?:\\n|$))*`,
    'm',
  ).exec(before)
  if (found) return before.slice(0, found.index) + table + before.slice(found.index + found[0].length)
  return `${before.trimEnd()}\n\n${table}`
}

function tomlTable({ command, args }: ServerCommand): string {
  // Strings of JSON are strings of TOML: both have the same escapes.
  return `[mcp_servers.${NAME}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}\n`
}

function nested(keys: readonly string[], entry: object): object {
  return keys.reduceRight<object>((inner, key) => ({ [key]: inner }), { [NAME]: entry })
}

function format(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
