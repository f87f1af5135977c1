// The types that are written from the schemas fit those that are published. What the compiler sees in `ts/` is not here.
import { describe, expectTypeOf, test } from 'vitest'

import type * as api from '../index.js'
import type * as wire from '../ts/wire-types.js'

/** Data whose lists that were cut have lost the sentence at their end, as `removeOmissionNotes` leaves them. */
type Whole<Data> = Data extends object ? { [Key in keyof Data]: Whole<Exclude<Data[Key], wire.Rest>> } : Data

test('tools are the same', () => {
  expectTypeOf<keyof wire.SceneTools>().toEqualTypeOf<api.SceneToolName>()
  expectTypeOf<keyof wire.FileTools>().toEqualTypeOf<api.FileToolName>()
  expectTypeOf<wire.ErrorKind>().toExtend<api.SceneErrorCode>()
})

describe('views of inspect', () => {
  test('measure what they are asked for', () => {
    expectTypeOf<wire.MeasuredEntity>().toExtend<api.MeasuredEntity>()
    expectTypeOf<wire.MeasuredPair>().toExtend<api.MeasuredPair>()
    expectTypeOf<wire.MeasuredDistance>().toExtend<api.MeasuredDistance>()
    expectTypeOf<wire.MeasuredAngle>().toExtend<api.MeasuredAngle>()
  })

  test('lose the sentence at the end of a list that was cut, and no name', () => {
    expectTypeOf<Whole<wire.Points>>().toEqualTypeOf<readonly wire.Point[]>()
    expectTypeOf<Whole<readonly string[]>>().toEqualTypeOf<readonly string[]>()
  })
})
