// The published types, as a user meets them.
import { assertType, describe, expectTypeOf, test } from 'vitest'

import {
  Project,
  ScenewrightError,
  toolDefinitions,
  type CommittedScene,
  type EditResult,
  type ErrorDetails,
  type ErrorKind,
  type InspectArguments,
  type ReadResult,
  type RenderResult,
  type RunResult,
  type ToolAnswer,
  type ToolDefinition,
  type WriteResult,
} from 'scenewright'

declare const project: Project

describe('results are unions that status tells apart', () => {
  test('changes', () => {
    expectTypeOf<EditResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    expectTypeOf<WriteResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    expectTypeOf<RunResult['status']>().toEqualTypeOf<'committed' | 'reverted' | 'refused'>()
    const result = {} as EditResult
    if (result.status === 'committed') {
      expectTypeOf(result.scene).toEqualTypeOf<CommittedScene>()
      expectTypeOf(result.replaced).toEqualTypeOf<true>()
      // @ts-expect-error: a committed change has no error
      result.error
    } else {
      expectTypeOf(result.error).toEqualTypeOf<ErrorDetails>()
      expectTypeOf(result.errorInfo).toEqualTypeOf<ErrorDetails>()
      // @ts-expect-error: a change that failed has no scene
      result.scene
    }
  })

  test('questions', () => {
    expectTypeOf<ReadResult['status']>().toEqualTypeOf<'ok' | 'refused'>()
    const read = {} as ReadResult
    // @ts-expect-error: the code is there only when it was read
    read.code
    if (read.status === 'ok') expectTypeOf(read.code).toEqualTypeOf<string>()
    const picture = {} as RenderResult
    if (picture.status === 'ok') expectTypeOf(picture.png).toEqualTypeOf<Buffer>()
  })

  test('warnings and logs are always there', () => {
    expectTypeOf<EditResult['warnings']>().toEqualTypeOf<readonly string[]>()
    expectTypeOf<ReadResult['logs']>().toEqualTypeOf<readonly string[]>()
  })

  test('kinds are literals', () => {
    expectTypeOf<'timeout'>().toExtend<ErrorKind>()
    expectTypeOf<'time out'>().not.toExtend<ErrorKind>()
  })
})

describe('arguments', () => {
  test('camel case, and no wire names', () => {
    assertType<Promise<EditResult>>(project.edit({ file: 'main', oldCode: 'a', newCode: 'b', replaceAll: true }))
    // @ts-expect-error: wire names belong to callTool
    project.edit({ file: 'main', old_code: 'a', new_code: 'b' })
    // @ts-expect-error: newCode is missing
    project.edit({ file: 'main', oldCode: 'a' })
    project.multiEdit({ file: 'main', edits: [{ oldCode: 'a', newCode: '' }] })
  })

  test('a signal on every method', () => {
    const options = { signal: new AbortController().signal }
    project.glob({}, options)
    project.read({ file: 'main' }, options)
    project.run(options)
    project.scene(options)
    project.callTool('run', {}, options)
  })

  test('a view has its own arguments', () => {
    assertType<InspectArguments>({ view: 'entity', name: 'a' })
    // @ts-expect-error: entity needs a name
    assertType<InspectArguments>({ view: 'entity' })
    // @ts-expect-error: no such view
    assertType<InspectArguments>({ view: 'everything' })
  })
})

describe('the project', () => {
  test('is opened, not constructed', () => {
    expectTypeOf(Project.open).returns.resolves.toEqualTypeOf<Project>()
    // @ts-expect-error: the constructor is private
    new Project()
    // @ts-expect-error: no such policy
    Project.open({ policy: 'strict' })
  })

  test('events carry their own payload', () => {
    project.on('commit', ({ scene }) => expectTypeOf(scene).toEqualTypeOf<CommittedScene>())
    project.on('revert', ({ error }) => expectTypeOf(error).toEqualTypeOf<ErrorDetails>())
    // @ts-expect-error: no such event
    project.on('comit', () => {})
  })

  test('can be disposed of', () => {
    expectTypeOf(project).toExtend<AsyncDisposable>()
  })
})

test('the tools of the wire', () => {
  expectTypeOf(project.callTool('edit', {})).resolves.toEqualTypeOf<ToolAnswer>()
  expectTypeOf(project.callTool('some_later_tool', {})).resolves.toEqualTypeOf<ToolAnswer>()
  expectTypeOf(toolDefinitions('scene')).toEqualTypeOf<ToolDefinition[]>()
  // @ts-expect-error: no such profile
  toolDefinitions('scenes')
})

test('errors', () => {
  const error = {} as ScenewrightError
  expectTypeOf(error).toExtend<Error>()
  expectTypeOf<'closed'>().toExtend<typeof error.code>()
})
