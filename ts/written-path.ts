import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

import { misuse, describeThrown } from './check.js'
import { quote } from './text.js'

/**
 * The absolute path for an option's path as people write it, without a shell to expand it: `~`, `$HOME` and `file://` are
 * expanded; `~name/`, other variables and URLs of other machines are refused, because a folder of that name was hardly
 * meant. `./~` is a folder of that very name, and an existing one is used as it is written. The native half, which is not
 * loaded when options are read, does the same with the paths of its tools; `tests/written-paths.json` holds both to one
 * table.
 */
export function writtenPath(
  what: string,
  given: string,
  home = homedir(),
  exists: (name: string) => boolean = existsSync,
): string {
  const refused = (reason: string): Error => misuse(`${what}: '${quote(given)}' ${reason}. Write the path out.`)
  if (/^file:(\/|$)/i.test(given)) return fromUrl(given, refused)
  const [first = ''] = (sep === '/' ? /^[^/]*/ : /^[^/\\]*/).exec(given) ?? []
  const rest = given.slice(first.length)
  const isHome = /^(~|\$HOME|\$\{HOME\})$/.test(first)
  const isVariable = /^(\$[A-Z_]\w*|\$\{.+\}|%[A-Z_]\w*%)$/.test(first)
  const isUser = /^~[a-z][\w-]*$/.test(first) && rest !== ''
  if (!(isHome || isVariable || isUser) || exists(first)) return resolve(given)
  if (isHome) {
    if (!isAbsolute(home)) throw refused('no home folder is known for ~')
    return resolve(home, `.${rest}`)
  }
  if (isVariable) throw refused(`begins with ${quote(first)}, a variable that nobody expanded`)
  throw refused(`begins with ${quote(first)}, the home folder of somebody else`)
}

function fromUrl(given: string, refused: (reason: string) => Error): string {
  if (/^file:(\/\/[^/]*)?$/i.test(given)) throw refused('names no path')
  try {
    const url = new URL(given)
    if (url.host.toLowerCase() === 'localhost') url.host = ''
    return resolve(fileURLToPath(url))
  } catch (cause) {
    throw refused(`names no file of this machine (${describeThrown(cause)})`)
  }
}
