// Decisions of the page about its pictures, without a browser.
import { describe, expect, test } from 'vitest'

import { patchesOf, type Patch } from '../../view/changes.js'
import { Pace } from '../../view/pace.js'
import { colorMapper } from '../../view/theme.js'

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

  test('are none if nothing changed, or only outside, and one if everything changed', () => {
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

describe('a colour on a dark ground', () => {
  const parts = (color: string): number[] => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const luminance = (color: string): number => {
    const [red, green, blue] = parts(color).map((part) =>
      part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
    )
    return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
  }
  const contrast = (color: string, ground: string): number => (luminance(color) + 0.05) / (luminance(ground) + 0.05)

  test('stays grey where it is one, and a bluish grey bluish', () => {
    for (const theme of ['dark', 'contrast'] as const) {
      const shown = colorMapper(theme)
      expect(shown('#ffffff')).toBe(theme === 'dark' ? '#1c1f24' : '#000000')
      expect(shown('#000000')).toBe('#f2f2f2')
      for (const grey of ['#333333', '#888888', '#dfe7ef', '#5a5f66', '#eef0f2']) {
        const [red, green, blue] = parts(shown(grey))
        const tint = parts(grey)[2]! - parts(grey)[0]!
        // The ground itself is a little blue.
        expect(blue! - red!, `${grey} in ${theme}`).toBeGreaterThanOrEqual(tint - 1)
        expect(Math.max(red!, green!, blue!) - Math.min(red!, green!, blue!), grey).toBeLessThanOrEqual(tint + 9)
      }
    }
  })

  test('of a line or a letter stands out from the ground; the colour of an area stays', () => {
    for (const [theme, ground, least] of [
      ['dark', '#1c1f24', 3],
      ['contrast', '#000000', 4.5],
    ] as const) {
      const shown = colorMapper(theme)
      for (const color of ['#0000ff', '#000080', '#8a5a1f', '#660000', '#1d7a3c']) {
        expect(contrast(shown(color, true), ground), `${color} in ${theme}`).toBeGreaterThanOrEqual(least - 0.05)
        expect(shown(color)).toBe(color)
      }
      expect(shown('#ff0000', true)).toBe('#ff0000')
      expect(shown('#00aa0080', true)).toBe('#00aa0080')
    }
    expect(colorMapper('light')('#0000ff', true)).toBe('#0000ff')
  })
})
