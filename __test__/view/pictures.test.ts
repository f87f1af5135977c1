// What the page decides about its pictures, without a browser.
import { describe, expect, test } from 'vitest'

import { patchesOf, type Patch } from '../../view/changes.js'
import { Pace } from '../../view/pace.js'

const covers = ({ left, top, width, height }: Patch, x: number, y: number): boolean =>
  x >= left && x < left + width && y >= top && y < top + height

describe('the parts of a picture that changes touch', () => {
  test('hold every pixel of the changes once, and stay within the picture', () => {
    const boxes = [
      [10, 10, 20, 20],
      [60, 15, 70, 300],
      [390, 250, 900, 310],
      [-50, 100, 5, 110],
    ] as const
    const patches = patchesOf(boxes, 400, 300)
    for (let y = 0; y < 300; y += 1) {
      for (let x = 0; x < 400; x += 1) {
        const count = patches.filter((patch) => covers(patch, x, y)).length
        const isChanged = boxes.some(([minX, minY, maxX, maxY]) => x >= minX && x <= maxX && y >= minY && y <= maxY)
        if (count > 1 || (isChanged && count === 0)) throw new Error(`${x}, ${y} is painted ${count} times`)
      }
    }
    for (const { left, top, width, height } of patches) {
      expect([left >= 0, top >= 0, left + width <= 400, top + height <= 300]).toEqual([true, true, true, true])
    }
  })

  test('are none where nothing changed, or only outside, and one where all did', () => {
    expect(patchesOf([], 400, 300)).toEqual([])
    expect(
      patchesOf(
        [
          [500, 10, 600, 20],
          [10, -90, 20, -80],
        ],
        400,
        300,
      ),
    ).toEqual([])
    expect(patchesOf([[-1, -1, 401, 301]], 400, 300)).toEqual([{ left: 0, top: 0, width: 400, height: 300 }])
  })
})

describe('the pace of a movement', () => {
  const isLateAfter = (gaps: readonly number[]): boolean => {
    const pace = new Pace()
    let now = 1_000
    pace.note(now)
    for (const gap of gaps) pace.note((now += gap))
    return pace.isLate
  }

  test('is late after several late frames, and stays so until the movement ends', () => {
    expect(isLateAfter([17, 17, 33, 17, 17, 33, 17, 17])).toBe(false)
    expect(isLateAfter([33, 33, 33, 33])).toBe(true)
    expect(isLateAfter([33, 33, 33, 33, 17, 17, 17, 17, 17, 17, 17, 17])).toBe(true)
    expect(isLateAfter([33, 33, 33, 33, 600])).toBe(false)
  })
})
