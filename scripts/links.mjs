// Links of the documents: which there are, and which of them lead out of what is published.
import { existsSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'

/** `[label](target)`, also of a picture; a label may hold code, and no bracket. */
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g

/** The targets of the links of a document that lead to files, without what follows `#`. */
export function fileLinks(markdown) {
  return [...withoutCode(markdown).matchAll(LINK)].map(([, , , target]) => target.replace(/#.*$/, '')).filter(isFile)
}

/**
 * The document as it is published: links to files of the package stay; those to other files of the checkout lead to
 * the repository, and without an address of it only their words are left.
 */
export function withoutDeadLinks(markdown, name, folder, repository) {
  return markdown.replace(LINK, (link, picture, label, target) => {
    const [path, anchor = ''] = target.split(/(?=#)/)
    if (!isFile(path) || existsSync(join(folder, dirname(name), path))) return link
    if (repository === undefined) return label
    const fromTop = posix.normalize(posix.join(relative('.', dirname(name)).split(sep).join('/'), path))
    const address = repository.replace(/^git\+/, '').replace(/\.git$/, '')
    return `${picture}[${label}](${address}/${picture ? 'raw' : 'blob'}/HEAD/${fromTop}${anchor})`
  })
}

function isFile(target) {
  return target !== '' && !/^[a-z][a-z0-9+.-]*:|^#|^\/\//i.test(target)
}

/** Examples of links in code are none. */
function withoutCode(markdown) {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
}
