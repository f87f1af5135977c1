// A panic anywhere in native code is a JavaScript error or a refusal, and the process lives on.
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import type * as binding from '../ts/binding.js'
import { native } from '../ts/native.js'
import type { Envelope } from '../ts/wire.js'
import { projectOf, ROOT } from './support.js'

/** The functions of an addon with the Cargo feature `test-panics`, which is built for tests, and is no release. */
interface TestPanics {
  panicForTest?(): void
  panicForTestAsync?(): Promise<string>
  panicInRunnerForTest?(project: binding.NativeProject, callId: number): Promise<binding.NativeReply>
}

const { binding: addon, runnerPath } = native()
const { panicForTest, panicForTestAsync, panicInRunnerForTest } = addon as typeof binding & TestPanics

function open(main: string): binding.NativeProject {
  return new addon.NativeProject(JSON.stringify({ dir: projectOf({ main }), runnerPath }))
}

const answered = ({ envelope }: binding.NativeReply): Envelope => JSON.parse(envelope) as Envelope

test.runIf(panicForTest)('in a function that answers at once', () => {
  expect(panicForTest).toThrow(Error)
  expect(panicForTest).toThrow(/panic/i)
})

test.runIf(panicForTestAsync)('in a task of the background', async () => {
  await expect(panicForTestAsync?.()).rejects.toThrow(/panic/i)
})

test.runIf(panicInRunnerForTest)('in the runner: the call is refused, and the next one works', async () => {
  const project = open("drawCircle('dot', 0, 0, 1)\n")
  const failed = answered((await panicInRunnerForTest?.(project, 1))!)
  expect(failed.answer).toMatchObject({ success: false, errorInfo: { kind: 'runner' } })
  const next = answered(await project.call('run', '{}', 2))
  expect(next).toMatchObject({ status: 'committed', answer: { success: true } })
  await project.close()
})

test('an id that no call has can be cancelled', async () => {
  const project = open('')
  expect(() => project.cancel(4_000_000_000)).not.toThrow()
  await project.close()
})

test('import and require give the same classes', async () => {
  const required = createRequire(join(ROOT, 'package.json'))('./dist/index.js') as { Project: unknown }
  const imported = await import('scenewright')
  expect(imported.Project).toBe(required.Project)
})
