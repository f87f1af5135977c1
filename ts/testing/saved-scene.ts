import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

import { misuse } from '../check.js'
import type { Project } from '../index.js'
import { sceneFailure } from '../vocabulary.js'
import { isAnswered } from '../wire.js'
import { failure, linesOf, projectOf, type Verdict } from './verdicts.js'

/** What to do with a saved scene: nothing, write a missing one, or also replace a different one. */
export type Updates = 'none' | 'new' | 'all'

/** The pictures of a difference, in the order in which they are looked at. */
const PICTURES = ['before', 'after', 'difference'] as const

/**
 * Checks that the scene of a project equals the one in a file. A missing file is written if that is allowed. A difference
 * is reported in words, with three pictures beside the file, which are removed when the scenes agree again.
 */
export async function matchesScene(
  who: string,
  received: unknown,
  file: string,
  updates: Updates,
  { isNegated = false, howToUpdate }: { readonly isNegated?: boolean; readonly howToUpdate: string },
): Promise<Verdict> {
  const project = await projectOf(who, received)
  const saved = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (saved === undefined) {
    if (isNegated || updates === 'none') {
      return { pass: isNegated, message: `there is no saved scene ${file}; ${howToUpdate} writes it` }
    }
    return writeScene(project, file)
  }
  const compared = await project.door.session.compare({ saved })
  if (!isAnswered(compared)) {
    const { errorInfo } = compared.answer
    if (!/^The text is not a scene/.test(errorInfo.message)) return runFailure(sceneFailure(errorInfo))
    if (updates === 'all' && !isNegated) return writeScene(project, file)
    const message = `${file} is no saved scene: ${errorInfo.message}. ${howToUpdate} replaces it`
    return { pass: isNegated, message }
  }
  // The scene of earlier code is no evidence about the current code.
  const { stale, data } = compared.answer
  if (stale) return runFailure(sceneFailure(stale))
  const { same = false, drawing = [] } = data
  if (same) {
    removePictures(file)
    return { pass: true, message: `expected the scene to differ from ${file}, but it is the same` }
  }
  if (updates === 'all' && !isNegated) return writeScene(project, file)
  const words = drawing.length > 0 ? drawing : ['the order or the grouping of entities changed']
  const pictures = isNegated ? '' : await drawPictures(project, saved, file)
  const message = `the scene is not the one in ${file}${linesOf(words)}${pictures}\n\n${howToUpdate} accepts the scene as it is.`
  return { pass: false, message }
}

async function writeScene(project: Project, file: string): Promise<Verdict> {
  const asked = await project.door.session.compare({ want: 'scene' })
  if (!isAnswered(asked)) return runFailure(sceneFailure(asked.answer.errorInfo))
  if (asked.answer.stale) return runFailure(sceneFailure(asked.answer.stale))
  if (!asked.picture) throw misuse('Internal fault: the scene was answered without its text')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, asked.picture)
  removePictures(file)
  return { pass: true, message: `expected the scene to differ from ${file}, which was just written` }
}

function runFailure(error: Parameters<typeof failure>[0]): Verdict {
  return { pass: false, message: `expected a scene to compare, but ${failure(error)}` }
}

/** Writes the pictures, and returns a text with their paths. */
async function drawPictures(project: Project, saved: string, file: string): Promise<string> {
  const lines: string[] = []
  for (const want of PICTURES) {
    const drawn = await project.door.session.compare({ saved, want })
    if (!isAnswered(drawn) || !drawn.picture) continue
    const path = pictureBeside(file, want)
    writeFileSync(path, drawn.picture)
    lines.push(`${`${want}:`.padEnd(12)}${path}`)
  }
  return lines.length === 0 ? '' : `\n\n${lines.map((line) => `  ${line}`).join('\n')}`
}

function removePictures(file: string): void {
  for (const which of PICTURES) rmSync(pictureBeside(file, which), { force: true })
}

/** `plate.scene.json` has its pictures in `plate.before.png` and the like. */
function pictureBeside(file: string, which: string): string {
  const stem = basename(file).replace(/(\.scene)?\.json$/, '')
  return join(dirname(file), `${stem}.${which}.png`)
}
