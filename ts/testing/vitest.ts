import { dirname, resolve } from 'node:path'

import { expect } from 'vitest'

import type * as api from '../../index.js'
import type * as testing from '../../testing.js'
import type * as published from '../../vitest.mjs'
import { misuse, nameOfType } from '../check.js'
import { matchesScene, type Updates } from './saved-scene.js'
import { committed, refused, requireResult, resultOf, reverted, satisfiesRules, type Verdict } from './verdicts.js'

/** The used part of a matcher's state, which is the same from Vitest 3 to 5. */
interface Matching {
  readonly isNot: boolean
  readonly testPath?: string | undefined
  /** Its mode is private in Vitest 3 and 4. */
  readonly snapshotState?: { readonly snapshotUpdateState?: Updates; readonly _updateSnapshot?: Updates } | undefined
}

interface Judged {
  readonly pass: boolean
  readonly message: () => string
}

export const sceneMatchers = {
  async toCommit(this: Matching, received: unknown): Promise<Judged> {
    return judged(committed(await resultOf('toCommit', received)))
  },

  toBeCommitted(this: Matching, received: unknown): Judged {
    return judged(committed(requireResult('toBeCommitted', received)))
  },

  async toRevert(this: Matching, received: unknown, expected?: testing.ExpectedFailure): Promise<Judged> {
    return judged(reverted('toRevert', await resultOf('toRevert', received), expected))
  },

  async toRefuse(this: Matching, received: unknown, expected?: testing.ExpectedFailure): Promise<Judged> {
    return judged(refused('toRefuse', await resultOf('toRefuse', received), expected))
  },

  async toMatchScene(this: Matching, received: unknown, file: string): Promise<Judged> {
    if (typeof file !== 'string' || file === '') {
      throw misuse(`toMatchScene: the file must be a path, got ${file === '' ? "''" : nameOfType(file)}.`)
    }
    // As in toMatchFileSnapshot, a path is relative to the file of the test.
    const path = resolve(this.testPath === undefined ? '' : dirname(this.testPath), file)
    const verdict = await matchesScene('toMatchScene', received, path, updatesOf(this), {
      isNegated: this.isNot,
      howToUpdate: 'vitest -u',
    })
    return judged(verdict)
  },

  async toSatisfyRules(
    this: Matching,
    received: unknown,
    parameters?: api.ParameterValues | readonly api.ParameterValues[],
  ): Promise<Judged> {
    return judged(await satisfiesRules('toSatisfyRules', received, parameters))
  },
}

expect.extend(sceneMatchers as never)

// The compiler holds the implementation to the published types here.
void ({ sceneMatchers } satisfies Pick<typeof published, 'sceneMatchers'>)

function updatesOf({ snapshotState: state }: Matching): Updates {
  return state?.snapshotUpdateState ?? state?._updateSnapshot ?? (process.env['CI'] ? 'none' : 'new')
}

function judged({ pass, message }: Verdict): Judged {
  return { pass, message: () => message }
}
