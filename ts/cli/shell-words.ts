import type * as api from '../../index.js'
import { MAIN_FILE } from './places.js'

// Refusals are written for callers of tools and of methods. A person in a shell has commands and files instead.

/** The shell's version of a hint for callers of methods. The first match counts; `undefined` leaves the hint out. */
const HINTS: readonly (readonly [hint: RegExp, inShell: string | undefined])[] = [
  [/^Create it with write\(.*$/, 'Make a project: scenewright init DIR. Or name the folder of one.'],
  [/^history without a commitId lists those there are\.$/, 'scenewright history lists the commits.'],
  [
    /^history lists what was undone; give its id .*$/,
    'scenewright history lists what was undone; name one with --id ID.',
  ],
  [
    /^history lists those there are, down to (.*?);.*$/,
    'scenewright history lists the commits, down to $1; an older one may have been dropped at the size limit.',
  ],
  [/^files lists the files there are\.$/, `The files are main (${MAIN_FILE}) and those in the folder modules.`],
  [/^Undo the later transaction first\. Or set force: /, 'Undo the later commit first. Or give --force: '],
  [/^Set force to replace /, 'Give --force to replace '],
  [/^(.*): reference lists them\.$/, '$1. docs/reference.md of the package lists them.'],
  [/^(.*); all of it can be in one apply\.$/, '$1; all of it can be in one file of changes.'],
  [/\b(read|write|edit|multi_edit|apply|check|grep|glob|describe|inspect|render|view|export|run)[ (]\{/, undefined],
]

/** The message of everything that needs a scene, about a project without its main file. */
const MISSING_MAIN = 'There is no scene yet: the project has no main'

/** A hint that a person in a shell can follow. */
export function hintForShell(hint: string | undefined): string | undefined {
  if (hint === undefined) return undefined
  const found = HINTS.find(([pattern]) => pattern.test(hint))
  if (!found) return hint
  const [pattern, inShell] = found
  return inShell === undefined ? undefined : hint.replace(pattern, inShell)
}

/** An error for a person in a shell: with the folder and the file instead of the tools' name. */
export function errorForShell(error: api.SceneFailure, folder: string | undefined): api.SceneFailure {
  const { hint: given, ...rest } = error
  const hint = hintForShell(given)
  const isMissingMain = error.message === MISSING_MAIN
  const message =
    isMissingMain && folder !== undefined
      ? `There is no main (${MAIN_FILE}) in ${folder}, so there is nothing to draw.`
      : error.message
  return { ...rest, message, ...(hint !== undefined && { hint }) }
}

/** Arguments of tools that warnings name, and the flags for them in a shell. */
const IN_SHELL: readonly (readonly [tool: RegExp, shell: string])[] = [
  [/^Warning: /, ''],
  [/; dedupe: true leaves them out/, '; --dedupe leaves them out'],
]

/** A warning without its first word, which is printed anyway, and without advice for callers of tools. */
export function warningsForShell(warnings: readonly string[]): string[] {
  return warnings
    .map((warning) => IN_SHELL.reduce((text, [tool, shell]) => text.replace(tool, shell), warning))
    .filter((warning) => !/^Consider using read first/.test(warning))
}
