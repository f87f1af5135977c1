// The matchers of Vitest, and what assertions make of the types of results.
import { describe, expect, expectTypeOf, test } from 'vitest'

import type { EditResult, FileFailure, Project, SceneFailure } from 'scenewright'
import { assertCommits, assertCommitted, assertReverts, tempProject, type TempProject } from 'scenewright/testing'
import 'scenewright/vitest'

declare const project: Project
declare const edit: EditResult

describe('matchers', () => {
  test('are promises, except for an existing result', () => {
    expectTypeOf(expect(project).toCommit()).toEqualTypeOf<Promise<void>>()
    expectTypeOf(expect(edit).toBeCommitted()).toEqualTypeOf<void>()
    expectTypeOf(expect(project).not.toMatchScene('a.scene.json')).toEqualTypeOf<Promise<void>>()
    expectTypeOf(expect(project).toSatisfyRules([{ width: 80 }])).toEqualTypeOf<Promise<void>>()
  })

  test('know the codes of errors, and which file is meant', () => {
    void expect(project).toRevert({ code: 'reference', line: 3, message: /a/, file: undefined })
    // @ts-expect-error a code has one name
    void expect(project).toRevert({ kind: 'reference' })
    // @ts-expect-error a file is needed
    void expect(project).toMatchScene()
  })
})

describe('assertions', () => {
  test('narrow a result to a commit', async () => {
    const committed = await assertCommits(project.edit({ file: 'main', oldText: 'a', newText: 'b' }))
    expectTypeOf(committed.status).toEqualTypeOf<'committed'>()
    const result = await project.run()
    assertCommitted(result)
    expectTypeOf(result.sceneId).toBeString()
    expectTypeOf(await assertReverts(project.run(), { line: 3 })).toEqualTypeOf<SceneFailure | FileFailure>()
  })

  test('take a project that ends with its block', async () => {
    await using temp = await tempProject({ main: '' }, { filesAreRead: true, readFirst: 'require' })
    expectTypeOf(temp).toEqualTypeOf<TempProject>()
    expectTypeOf(temp.project).toEqualTypeOf<Project>()
  })
})
