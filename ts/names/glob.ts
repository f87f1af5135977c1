/** A glob as a regular expression for whole paths with `/`. Names that begin with a dot are not special. */
export function globExpression(glob: string): RegExp {
  return new RegExp(`^(?:${source(glob)})$`, 'su')
}

function source(glob: string): string {
  let made = ''
  let depth = 0
  for (let at = 0; at < glob.length; ) {
    const rest = glob.slice(at)
    const globstar = /^\*\*(?:\/|$)/.exec(rest)
    const atName = at === 0 || glob[at - 1] === '/'
    if (globstar && atName) {
      made += globstar[0].endsWith('/') ? '(?:[^/]+/)*' : '.*'
      at += globstar[0].length
      continue
    }
    const set = /^\[(!|\^)?(\]?[^\]]*)\]/.exec(rest)
    if (set) {
      const members = (set[2] ?? '').replace(/[\\\]^]/g, '\\$&')
      made += `(?!/)[${set[1] ? '^' : ''}${members}]`
      at += set[0].length
      continue
    }
    const character = String.fromCodePoint(glob.codePointAt(at) ?? 0)
    const hasEnd = character !== '{' || rest.includes('}')
    if (character === '*') made += rest.startsWith('**') ? '' : '[^/]*'
    else if (character === '?') made += '[^/]'
    else if (character === '{' && hasEnd) (made += '(?:'), (depth += 1)
    else if (character === '}' && depth > 0) (made += ')'), (depth -= 1)
    else if (character === ',' && depth > 0) made += '|'
    else if (character === '\\' && rest.length > 1) {
      const next = String.fromCodePoint(glob.codePointAt(at + 1) ?? 0)
      made += escaped(next)
      at += 1 + next.length
      continue
    } else made += escaped(character)
    at += character.length
  }
  return made + ')'.repeat(depth)
}

function escaped(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character
}

/** A glob that ignores letter case. */
export function inAnyCase(glob: string): string {
  return glob.replace(/\[[^\]]*\]|\\.|[a-z]/gi, (part) =>
    part.length === 1 ? `[${part.toLowerCase()}${part.toUpperCase()}]` : part,
  )
}
