import { oneLine } from './text.js'

/** The folders that a server works in, and its name and instructions. */
interface ServedFolders {
  /** The folder of each project by its name; the name is empty for a single project. */
  readonly folders: readonly (readonly [name: string, folder: string])[]
  readonly readOnly?: boolean | undefined
  /** The prefix of each tool's name. */
  readonly prefix?: string | undefined
}

/** The instructions for the scene tools, which a model reads before their list. */
export function sceneInstructions({ folders, readOnly = false, prefix = '' }: ServedFolders): string {
  const [[name = '', folder = ''] = []] = folders
  const several = folders.map(([of, at]) => `${of} in ${oneLine(at)}`).join('; ')
  const where =
    name === ''
      ? `The project folder is ${oneLine(folder)}.`
      : `The projects are: ${several}. Every call names its project.`
  const change = readOnly
    ? 'Nothing can be changed here: the server is read-only.'
    : 'Read a file before you edit it. Every change is run before it counts; one that fails is reverted and answers with ' +
      'the error and its place. Several files that depend on each other are changed by one ' +
      `${prefix}apply; ${prefix}undo takes a change back.`
  return (
    `Tools for a CAD project: a folder of JavaScript that draws a scene. ${where} ${change} ` +
    `Use ${prefix}describe to learn the drawing functions, and ${prefix}render to look at the result. ` +
    'A message has at most 10 MiB.'
  )
}

/** The instructions for the file tools. Folders that the client names are not known before the first call. */
export function fileInstructions({ folders, readOnly = false, prefix = '' }: ServedFolders): string {
  const where = folders.length > 0 ? `The folders are ${folders.map(([, at]) => oneLine(at)).join(', ')}. ` : ''
  const change = readOnly
    ? 'Nothing can be changed here: the server is read-only. '
    : 'Read a file before you edit or overwrite it; a file that changed since is read again. ' +
      `${prefix}Edit replaces one exact, unique text; a refusal changes nothing and says what to do. `
  return (
    `Tools for the files of a folder. ${where}${change}${prefix}Grep and ${prefix}Glob find the place. ` +
    'A message has at most 10 MiB.'
  )
}

/** The answer of a file tool as a model reads it; of a refusal the message, the code and the kind. */
export function fileText({ answer }: { readonly answer: { readonly assistant: string } }): string {
  return cut(answer.assistant)
}

/** The most characters of a text that is sent to a model; the native half has the same number, in `crates/tools/src/answer.rs`. */
const MAX_TEXT_LEN = 80_000

/** The part of a text that is sent to a model, cut at the end of a line. */
export function cut(text: string): string {
  if (text.length <= MAX_TEXT_LEN) return text
  const end = text.lastIndexOf('\n', MAX_TEXT_LEN)
  const shown = text.slice(0, end > 0 ? end : MAX_TEXT_LEN)
  return `${shown}\n... cut here: ${text.length - shown.length} more characters. Ask for less.`
}
