// Runs before every test file: whatever the native half answers in this process is held to its schema when a test is
// over, and a test whose answers do not fit fails.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { afterAll, afterEach } from 'vitest'

import type * as binding from '../ts/binding.js'
import { currentHost, platformName } from '../ts/platform.js'
import type { Door } from './schemas.js'

type Crossing = { readonly json: string } & ({ readonly door: Door; readonly call: string } | { readonly ref: string })

const crossings: Crossing[] = []

const ADDON = join(__dirname, '..', `scenewright.${platformName(currentHost())}.node`)
if (existsSync(ADDON)) watch(createRequire(__filename)(ADDON))

afterEach(checkAll)
afterAll(checkAll)

async function checkAll(): Promise<void> {
  if (crossings.length === 0) return
  const { envelopeProblems, valueProblems } = await import('./schemas.js')
  const problems = crossings.splice(0).flatMap((crossing) => {
    const value: unknown = JSON.parse(crossing.json)
    if ('ref' in crossing) return valueProblems(crossing.ref, value)
    return envelopeProblems(crossing.door, crossing.call, value)
  })
  if (problems.length > 0) throw new Error([...new Set(problems)].join('\n'))
}

function watch(addon: typeof binding): void {
  const { NativeProject, NativeWorkspace } = addon
  answers(NativeProject.prototype, 'call', (tool) => ({ door: 'scene', call: tool }))
  for (const call of ['summary', 'exportWhole', 'readExport', 'view', 'compare', 'purgeHistory'] as const) {
    answers(NativeProject.prototype, call, () => ({ door: 'project', call }))
  }
  answers(NativeWorkspace.prototype, 'call', (call) => ({ door: 'workspace', call }))
  answers(NativeWorkspace.prototype, 'callTool', (tool) => ({ door: 'files', call: tool }))
  messages(NativeProject.prototype, 'onEvent', 'project-events.json')
  messages(NativeWorkspace.prototype, 'onMessage', 'workspace-messages.json')
}

/** Keeps what the calls of a method answer. */
function answers<Method extends string>(
  prototype: { [Name in Method]: (...args: never[]) => Promise<string | binding.NativeReply> },
  method: Method,
  nameOf: (first: string) => { readonly door: Door; readonly call: string },
): void {
  const original = prototype[method] as (...args: unknown[]) => Promise<string | binding.NativeReply>
  const watched = function (this: object, ...args: unknown[]) {
    const answer = original.apply(this, args)
    const keep = (reply: string | binding.NativeReply): void => {
      crossings.push({ ...nameOf(String(args[0])), json: typeof reply === 'string' ? reply : reply.envelope })
    }
    answer.then(keep, () => {})
    return answer
  }
  Object.assign(prototype, { [method]: watched })
}

/** Keeps the events that a listener receives. */
function messages<Method extends string>(
  prototype: { [Name in Method]: (listener: (json: string) => void) => void },
  method: Method,
  ref: string,
): void {
  const original = prototype[method]
  const watched = function (this: object, listener: (json: string) => void): void {
    original.call(this, (json) => {
      crossings.push({ ref, json })
      listener(json)
    })
  }
  Object.assign(prototype, { [method]: watched })
}
