// Links of the documents: which there are, and which of them lead out of what is published.
import { existsSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'

/** `[label](target)`, also of a picture; a label may hold code, and no bracket. */
const LINK = /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g

/** The targets of the links of a document that lead to files, without what follows `#`. */
export function fileLinks(markdown) {
  return [...withoutCode(markdown).matchAll(LINK)].map(([, , , target]) => target.replace(/#.*$/, '')).filter(isFile)
}

/** A line that consists of a picture, with the empty line after it. */
const LINE_OF_PICTURE = /^!\[[^\]]*\]\(([^)\s]+)\)\n\n?/gm

/** Words about pictures, which stand between these marks in a document. */
const WORDS_ABOUT_PICTURES = /<!-- pictures -->\n?([\s\S]*?)<!-- \/pictures -->\n?/g

/**
 * The document as it is published: links to files of the package stay; those to other files of the checkout lead to
 * the repository. Without an address of it, only the words of a link are left; pictures and what is said about them go.
 */
export function withoutDeadLinks(markdown, name, folder, repository) {
  const isPublished = (path) => !isFile(path) || existsSync(join(folder, dirname(name), path))
  const readable =
    repository === undefined
      ? markdown
          .replace(WORDS_ABOUT_PICTURES, '')
          .replace(LINE_OF_PICTURE, (line, target) => (isPublished(target) ? line : ''))
      : markdown.replace(WORDS_ABOUT_PICTURES, '$1')
  return readable.replace(LINK, (link, picture, label, target) => {
    const [path, anchor = ''] = target.split(/(?=#)/)
    if (isPublished(path)) return link
    if (repository === undefined) return picture ? '' : label
    const fromTop = posix.normalize(posix.join(relative('.', dirname(name)).split(sep).join('/'), path))
    return `${picture}[${label}](${picture ? repository.rawFileAt(fromTop) : repository.fileAt(fromTop)}${anchor})`
  })
}

function isFile(target) {
  return target !== '' && !/^[a-z][a-z0-9+.-]*:|^#|^\/\//i.test(target)
}

/** Examples of links in code are not links. */
function withoutCode(markdown) {
  return markdown.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '')
}
