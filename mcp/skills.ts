import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Server } from './protocol.js'
import { UNCHANGING } from './cache-times.js'
import { invalidParams } from './refusals.js'
import { quote } from '../ts/text.js'

/** The extension of the protocol for skills (SEP-2640). */
export const SKILLS_EXTENSION = 'io.modelcontextprotocol/skills'

const SKILL_TYPE = 'text/markdown'

/** A skill that a server ships with its tools: one file that explains how to use them. */
export interface Skill {
  readonly uri: string
  readonly frontmatter: Frontmatter
  readonly text: string
}

interface Frontmatter {
  readonly name: string
  readonly description: string
  readonly [field: string]: string
}

let drawing: Skill | undefined | null

/** The skill of the scene tools, from the file that the build puts beside the program. Undefined if a bundler left it out. */
export function drawingSkill(): Skill | undefined {
  if (drawing === undefined) drawing = skillIn(join(__dirname, 'skills', 'draw', 'SKILL.md')) ?? null
  return drawing ?? undefined
}

function skillIn(path: string): Skill | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  const frontmatter = frontmatterOf(text)
  return frontmatter && { uri: `skill://${frontmatter.name}/SKILL.md`, frontmatter, text }
}

/** The fields at the beginning of a skill. Ours are plain texts, one per line. */
function frontmatterOf(text: string): Frontmatter | undefined {
  const head = /^---\n([\s\S]*?)\n---\n/.exec(text)?.[1]
  if (head === undefined) return undefined
  const fields = head.split('\n').map((line) => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
  })
  const { name, description, ...others } = Object.fromEntries(fields) as { [field: string]: string | undefined }
  return name === undefined || description === undefined ? undefined : ({ name, description, ...others } as Frontmatter)
}

/** The line of a skill in a list of resources. */
export function skillResource({ uri, frontmatter: { name, description }, text }: Skill) {
  return { uri, name, description, mimeType: SKILL_TYPE, size: Buffer.byteLength(text) }
}

export function skillContents({ uri, text }: Skill): { uri: string; mimeType: string; text: string }[] {
  return [{ uri, mimeType: SKILL_TYPE, text }]
}

/** Answers the methods of the extension. */
export function answerSkills(server: Server, skills: readonly Skill[]): void {
  const entry = ({ uri, frontmatter, text }: Skill) => {
    const digest = `sha256:${createHash('sha256').update(text).digest('hex')}`
    return { uri, frontmatter, resources: [{ uri, digest, size: Buffer.byteLength(text) }] }
  }
  const complete = { resultType: 'complete', ...UNCHANGING } as const
  server.setRequestHandler('skills/list', { params: anything }, () => ({ ...complete, skills: skills.map(entry) }))
  server.setRequestHandler('skills/get', { params: anything }, (params) => {
    const { uri } = (params ?? {}) as { readonly uri?: unknown }
    const skill = skills.find((it) => it.uri === uri)
    if (!skill) throw invalidParams(`There is no skill ${quote(String(uri))}. skills/list names the available ones.`)
    return { ...complete, skill: entry(skill) }
  })
}

/** Parameters that their handler checks itself. */
const anything = {
  '~standard': { version: 1, vendor: 'scenewright', validate: (value: unknown) => ({ value }) },
} as const
