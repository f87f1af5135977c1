import type { Envelope } from './wire.js'

/** Instructions of the tools as a whole, which a model reads before their list. */
export const INSTRUCTIONS = {
  scene:
    'Tools for a CAD project: a folder of JavaScript that draws a scene. Read a file before you edit it. ' +
    'Every change is run before it counts; one that fails is reverted and answers with the error and its place. ' +
    'Several files that depend on each other are changed by one apply; undo takes a change back. ' +
    'Use describe to learn the drawing functions, and render to look at the result. A message has at most 10 MiB.',
  files:
    'Tools for the files of a folder. Read a file before you edit or overwrite it; a file that changed since is read again. ' +
    'Edit replaces one exact, unique text; a refusal changes nothing and says what to do. Grep and Glob find the place. A message has at most 10 MiB.',
} as const

/** The answer of a scene tool as a model reads it: plain text where the tool answers so, else the object. */
export function sceneText({ answer, text }: Envelope): string {
  return text ?? JSON.stringify(answer)
}

/** The answer of a file tool as a model reads it; of a refusal the message, the code and the kind. */
export function fileText({ answer }: { readonly answer: { readonly assistant: string } }): string {
  return cut(answer.assistant)
}

/** The most characters of a text that a model is sent. */
const MAX_TEXT_LEN = 80_000

function cut(text: string): string {
  if (text.length <= MAX_TEXT_LEN) return text
  const end = text.lastIndexOf('\n', MAX_TEXT_LEN)
  const shown = text.slice(0, end > 0 ? end : MAX_TEXT_LEN)
  return `${shown}\n... cut here: ${text.length - shown.length} more characters. Ask for less.`
}
