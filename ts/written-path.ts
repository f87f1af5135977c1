import { homedir } from 'node:os'
import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { misuse, wordsOf } from './check.js'
import { quote } from './text.js'

/**
 * The absolute path that an option means by one as people write it, where no shell has read it: `~`, `$HOME` and `file://`
 * are expanded; `~name`, other variables and URLs of other machines are refused, because a folder of that name was hardly
 * meant. `./~` is a folder that is really called so. The native half does the same with the paths of its tools.
 */
export function writtenPath(what: string, given: string, home = homedir()): string {
  const refused = (reason: string): Error => misuse(`${what}: '${quote(given)}' ${reason}. Write the path out.`)
  if (/^file:(\/|$)/i.test(given)) return fromUrl(given, refused)
  const [first = ''] = /^[^/\\]*/.exec(given) ?? []
  if (/^(~|\$HOME|\$\{HOME\})$/.test(first)) {
    if (!isAbsolute(home)) throw refused('has no home folder to stand for')
    return resolve(home, `.${given.slice(first.length)}`)
  }
  if (/^(\$[A-Z_]\w*|\$\{.+\}|%[A-Z_]\w*%)$/i.test(first)) {
    throw refused(`begins with ${quote(first)}, a variable that nobody expanded`)
  }
  if (/^~[a-z][\w-]*$/.test(first)) throw refused(`begins with ${quote(first)}, the home folder of somebody else`)
  return resolve(given)
}

function fromUrl(given: string, refused: (reason: string) => Error): string {
  try {
    const url = new URL(given)
    if (url.host.toLowerCase() === 'localhost') url.host = ''
    return resolve(fileURLToPath(url))
  } catch (cause) {
    throw refused(`names no file of this machine (${wordsOf(cause)})`)
  }
}
