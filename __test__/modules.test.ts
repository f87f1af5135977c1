// The built-in modules, by numbers worked out by hand.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, test } from 'vitest'

import { openProject, projectOf } from './support.js'

interface Ran {
  /** The last line that the script logged, as JSON. */
  readonly value: unknown
  readonly names: string[]
}

async function ran(main: string): Promise<Ran> {
  const dir = projectOf({ main })
  const project = await openProject(dir)
  const result = await project.run()
  if (result.status !== 'committed') throw new Error(result.error.message)
  await project.close()
  const { entities } = JSON.parse(readFileSync(join(dir, 'scene.json'), 'utf8')) as { entities: { name: string }[] }
  return { value: JSON.parse(result.logs?.at(-1) ?? 'null'), names: entities.map(({ name }) => name) }
}

/** Runs statements after an import, and gives the value of an expression. */
async function compute(imports: string, statements: string, expression: string): Promise<unknown> {
  return (await ran(`${imports}\n${statements}\nconsole.log(JSON.stringify(${expression}))`)).value
}

/** The messages of calls that throw, in their order. */
async function refusals(imports: string, calls: readonly string[]): Promise<unknown> {
  const tried = calls.map((call) => `try { ${call}; said.push('nothing') } catch (error) { said.push(String(error)) }`)
  return compute(imports, `const said = []\n${tried.join('\n')}`, 'said')
}

const close = (value: number, digits = 9) => expect.closeTo(value, digits)

describe('joints', () => {
  const JOINTS = "import { box, fingerCount, fingerPanel, panelOutline, slot, tSlot } from 'joints'"

  test('an edge has the odd number of fingers that is nearest to the wanted width', async () => {
    const counts = '[[120, 12], [100, 12], [60, 12], [10, 12], [100, 20]].map((it) => fingerCount(...it))'
    // 120 / 12 = 10 lies between 9 and 11; 100 / 12 = 8.33 is nearer to 9; three is the least.
    expect(await compute(JOINTS, '', counts)).toEqual([11, 9, 5, 3, 5])
  })

  test('the corners of a panel', async () => {
    const options = "{ top: 'out', bottom: 'in', thickness: 2, finger: 10 }"
    expect(await compute(JOINTS, '', `panelOutline(30, 20, ${options})`)).toEqual(
      // Three parts of 10: the bottom is cut back by 2 in the first and the last, the top in the one between.
      [
        [-15, -8],
        [-5, -8],
        [-5, -10],
        [5, -10],
        [5, -8],
        [15, -8],
        [15, 10],
        [5, 10],
        [5, 8],
        [-5, 8],
        [-5, 10],
        [-15, 10],
      ],
    )
  })

  test('mating edges fill each other: fingers of one are the notches of the other', async () => {
    const panels = `
      fingerPanel('a', 0, 30, 90, 60, { bottom: 'out', thickness: 4, finger: 11 })
      fingerPanel('b', 0, -26, 90, 60, { top: 'in', thickness: 4, finger: 11 })
      booleanUnion('a', 'b', 'both')
      booleanIntersect('a', 'b', 'shared')`
    const result = "{ both: getArea('both'), parts: getEntity('both').type, overlap: exists('shared') }"
    // Two panels of 90 × 60 that share a strip of 90 × 4, and no hole in it.
    expect(await compute(JOINTS, panels, result)).toEqual({
      both: close(90 * 116, 6),
      parts: 'polygon',
      overlap: false,
    })
  })

  test('edges mate where one has the notches for the fingers of the other', async () => {
    const panels = `
      const names = box('crate', 0, 0, { width: 120, depth: 80, height: 60, thickness: 3, finger: 12 })
      fingerPanel('lid', 0, 300, 120, 90, { bottom: 'in', left: 'out', thickness: 3, finger: 12 })`
    const tried = `[
      mates('crate_bottom', 'bottom', 'crate_front', 'top'),
      mates('crate_front', 'right', 'crate_right', 'right'),
      whyNot('crate_front', 'top', 'lid', 'bottom'),
      whyNot('crate_front', 'top', 'lid', 'left'),
      whyNot('lid', 'right', 'crate_front', 'left'),
      whyNot({ width: 50, height: 20, top: 'out', thickness: 3, finger: 9 }, 'top', 'lid', 'bottom'),
    ]`
    expect(await compute("import { box, fingerPanel, mates, whyNot } from 'joints'", panels, tried)).toEqual([
      true,
      false,
      null,
      "both edges are 'out'; one must be 'out' and the other 'in'",
      'one of the edges is flat',
      'length is 50 and 120',
    ])
    expect(
      await refusals("import { mates } from 'joints'", ["mates('x', 'top', 'x', 'top')", "mates({}, 'up', {}, 'top')"]),
    ).toEqual([
      "RangeError: mates: a must be a panel of fingerPanel or box, got 'x'",
      "RangeError: mates: edge must be one of top, right, bottom, left, got 'up'",
    ])
  })

  test('kerf moves every outline by its half, and clearance gives a finger its play', async () => {
    const sides = `const xs = (options) => panelOutline(30, 20, { top: 'out', thickness: 2, finger: 10, ...options })
      .filter(([, y]) => y > 5).map(([x]) => x)`
    expect(await compute(JOINTS, sides, 'xs({ kerf: 0.2 })')).toEqual(
      [15.1, 4.9, 4.9, -4.9, -4.9, -15.1].map((x) => close(x)),
    )
    // The fingers are thinner by 0.1 and the notches wider by 0.1: a finger of 9.9 in a notch of 10.1.
    expect(await compute(JOINTS, sides, 'xs({ clearance: 0.2 })')).toEqual(
      [15, 5.05, 5.05, -5.05, -5.05, -15].map((x) => close(x)),
    )
    const area = `fingerPanel('p', 0, 0, 40, 30, { thickness: 3, kerf: 0.5 })`
    expect(await compute(JOINTS, area, "getArea('p')")).toEqual(close(40.5 * 30.5))
  })

  test('the six panels of a box are its material, each part of it once', async () => {
    const size = '{ width: 120, depth: 80, height: 60, thickness: 3, finger: 12 }'
    const sum = `names.map(getArea).reduce((one, other) => one + other)`
    const { value, names } = await ran(`${JOINTS}
      const names = box('crate', 10, 20, ${size})
      console.log(JSON.stringify({ names, area: ${sum} }))`)
    const parts = ['bottom', 'front', 'back', 'left', 'right', 'top'].map((part) => `crate_${part}`)
    // Outer volume less inner volume, through the thickness.
    const material = (120 * 80 * 60 - 114 * 74 * 54) / 3
    expect(value).toEqual({ names: parts, area: close(material, 6) })
    expect(names.sort()).toEqual(['crate', ...parts].sort())
  })

  test('every pair of edges of a box is complementary, its eight corners are filled once', async () => {
    const steps = `
      const [W, D, H, T] = [120, 80, 60, 3]
      const names = box('crate', 0, 0, { width: W, depth: D, height: H, thickness: T, finger: 12, gap: 0 })
      const at = Object.fromEntries(names.map((name) => [name.slice(6), getEntity(name).world.center]))
      const solid = (part, x, y) => contains('crate_' + part, probe(x, y))
      const probe = (x, y) => (drawCircle('probe', x, y, 0.01), 'probe')
      const [cut, counts] = [T / 2, {}]
      // A point in the material of an edge is in one of the two panels that meet there.
      const along = (length, of) => {
        for (let u = 0.7; u < length; u += 2) {
          const filled = of(u).filter(([part, x, y]) => solid(part, at[part][0] + x, at[part][1] + y)).length
          counts[filled] = (counts[filled] ?? 0) + 1
        }
      }
      // From T on: what is nearer to an end belongs to a corner, where a third panel takes part.
      along(W - 2 * T, (u) => [['bottom', u + T - W / 2, cut - D / 2], ['front', u + T - W / 2, H / 2 - cut]])
      along(W - 2 * T, (u) => [['bottom', u + T - W / 2, D / 2 - cut], ['back', u + T - W / 2, cut - H / 2]])
      along(W - 2 * T, (u) => [['top', u + T - W / 2, cut - D / 2], ['front', u + T - W / 2, cut - H / 2]])
      along(D - 2 * T, (u) => [['bottom', cut - W / 2, u + T - D / 2], ['left', H / 2 - cut, u + T - D / 2]])
      along(D - 2 * T, (u) => [['top', W / 2 - cut, u + T - D / 2], ['right', H / 2 - cut, u + T - D / 2]])
      along(H - 2 * T, (u) => [['front', cut - W / 2, u + T - H / 2], ['left', u + T - H / 2, cut - D / 2]])
      along(H - 2 * T, (u) => [['back', W / 2 - cut, u + T - H / 2], ['right', u + T - H / 2, D / 2 - cut]])
      const corner = (part, sx, sy, w, h) => solid(part, at[part][0] + sx * (w / 2 - cut), at[part][1] + sy * (h / 2 - cut))
      const filled = [-1, 1].flatMap((sx) => [-1, 1].map((s) => [
        corner('bottom', sx, s, W, D), corner('front', sx, s, W, H), corner('back', sx, s, W, H), corner('left', sx, s, H, D),
      ]))`
    const { 0: none, 1: once, 2: twice } = (await compute(JOINTS, steps, '{ ...counts }')) as Record<string, number>
    expect([none, twice]).toEqual([undefined, undefined])
    expect(once).toBeGreaterThan(250)
    expect(await compute(JOINTS, steps, 'filled')).toEqual(Array(4).fill([false, true, true, false]))
  })

  test('an open box has five panels and flat upper edges', async () => {
    const steps = "const names = box('tray', 0, 0, { width: 90, depth: 60, height: 30, thickness: 3, open: true })"
    const area = 'names.map(getArea).reduce((one, other) => one + other)'
    const material = (90 * 60 * 30 - 84 * 54 * 27) / 3
    expect(await compute(JOINTS, steps, `[names.length, ${area}]`)).toEqual([5, close(material, 6)])
  })

  test('slots: a strip and two half discs; a cross for a screw and its nut', async () => {
    expect(await compute(JOINTS, "slot('s', 3, 4, 30, 8, 0.7)", "[getArea('s'), getLength('s')]")).toEqual([
      close(22 * 8 + 16 * Math.PI),
      close(44 + 8 * Math.PI),
    ])
    // An M4 screw of 20 and its nut, 7 across flats and 3.2 high, with a play of 0.2.
    const cut = "tSlot('t', 0, 0, Math.PI / 2, { size: 'M4' })"
    expect(await compute(JOINTS, cut, "getArea('t')")).toEqual(close(4.2 * 20 + (7.2 - 4.2) * 3.4))
  })

  test('wrong arguments are named', async () => {
    expect(
      await refusals(JOINTS, [
        "fingerPanel('p', 0, 0, -1, 10)",
        "fingerPanel('p', 0, 0, 10, '10')",
        "fingerPanel('p', 0, 0, 10, 10, { top: 'outside' })",
        "fingerPanel('p', 0, 0, 10, 10, { top: 'out' })",
        "fingerPanel('p', 0, 0, 10, 10, { top: 'out', thickness: 4, finger: 4 })",
        "fingerPanel('p', 0, 0, 10, 10, { tpo: 'out' })",
        "box('b', 0, 0, { width: 10, depth: 10, thickness: 3 })",
        "slot('s', 0, 0, 8, 8)",
        "tSlot('t', 0, 0, 0, { size: 'M7' })",
      ]),
    ).toEqual([
      'RangeError: fingerPanel: width must be greater than 0, got -1',
      "TypeError: fingerPanel: height must be a finite number, got '10'",
      "RangeError: fingerPanel: top must be 'out', 'in' or 'flat', got 'outside'",
      'TypeError: fingerPanel: thickness must be a finite number, got undefined',
      expect.stringMatching(
        /^RangeError: fingerPanel: an edge of 10 has fingers of 3\.3+\d*; they must be wider than the thickness 4$/,
      ),
      'TypeError: fingerPanel: there is no option tpo; there are top, right, bottom, left, thickness, finger, kerf, clearance',
      'TypeError: box: height must be a finite number, got undefined',
      'RangeError: slot: length must be greater than the width 8, got 8',
      "RangeError: tSlot: size must be one of M3, M4, M5, M6, M8, got 'M7'",
    ])
  })
})

describe('holes', () => {
  const HOLES =
    "import { boltCircle, boltGrid, boltRect, clearance, counterbore, countersink, hole, tappedHole, tapping } from 'holes'"

  test('diameters follow the standards', async () => {
    const sizes = "['M1.6', 'M3', 'M4', 'M5', 'M6', 'M8', 'M10', 'M12', 'M16', 'M20', 'M24', 'M30']"
    expect(await compute(HOLES, '', `${sizes}.map((size) => clearance(size))`)).toEqual([
      1.8, 3.4, 4.5, 5.5, 6.6, 9, 11, 13.5, 17.5, 22, 26, 33,
    ])
    expect(await compute(HOLES, '', "[clearance('M8', 'fine'), clearance('M8', 'coarse')]")).toEqual([8.4, 10])
    expect(await compute(HOLES, '', `${sizes}.map(tapping)`)).toEqual([
      1.25, 2.5, 3.3, 4.2, 5, 6.8, 8.5, 10.2, 14, 17.5, 21, 26.5,
    ])
  })

  test('every tapping drill is the diameter less the coarse pitch, to what drills are made in', async () => {
    const pitches = {
      'M1.6': 0.35,
      M2: 0.4,
      'M2.5': 0.45,
      M3: 0.5,
      M4: 0.7,
      M5: 0.8,
      M6: 1,
      M8: 1.25,
      M10: 1.5,
      M12: 1.75,
      M14: 2,
      M16: 2,
      M18: 2.5,
      M20: 2.5,
      M22: 2.5,
      M24: 3,
      M27: 3,
      M30: 3.5,
    }
    const drills = (await compute(HOLES, '', `${JSON.stringify(Object.keys(pitches))}.map(tapping)`)) as number[]
    for (const [index, [size, pitch]] of Object.entries(pitches).entries()) {
      expect(Math.abs((drills[index] ?? 0) - (Number(size.slice(1)) - pitch)), size).toBeLessThanOrEqual(0.05 + 1e-9)
    }
  })

  test('holes are circles, and heads are wider circles behind them', async () => {
    const radii = (...names: string[]) => `${JSON.stringify(names)}.map((it) => getEntity(it).local.geometry.radius)`
    const steps = `hole('h', 1, 2, 'M6'); hole('cm', 0, 0, 'M6', { fit: 'fine', scale: 0.1 }); tappedHole('t', 0, 0, 'M6')
      counterbore('c', 0, 0, 'M6'); countersink('s', 0, 0, 'M6', { fit: 'coarse' })`
    expect(await compute(HOLES, steps, radii('h', 'cm', 't', 'c_hole', 'c_bore', 's_hole', 's_sink'))).toEqual(
      [3.3, 0.32, 2.5, 3.3, 5.5, 3.5, 6.72].map((radius) => close(radius)),
    )
    expect(await compute(HOLES, steps, "getDrawOrder('c').order")).toEqual(['c_bore', 'c_hole'])
  })

  test('patterns have their holes in their places', async () => {
    const centers = '.map((it) => getEntity(it).world.center)'
    expect(await compute(HOLES, '', `boltCircle('b', 10, 0, 4, 20, 'M8')${centers}`)).toEqual(
      [
        [30, 0],
        [10, 20],
        [-10, 0],
        [10, -20],
      ].map((it) => it.map((value) => close(value))),
    )
    expect(await compute(HOLES, '', `boltGrid('g', 0, 0, 3, 2, 10, 8, 3)${centers}`)).toEqual([
      [-10, -4],
      [0, -4],
      [10, -4],
      [-10, 4],
      [0, 4],
      [10, 4],
    ])
    expect(await compute(HOLES, '', `boltRect('r', 0, 0, 40, 30, 'M5')${centers}`)).toEqual([
      [-20, -15],
      [20, -15],
      [20, 15],
      [-20, 15],
    ])
    const areas = "[...boltCircle('b', 0, 0, 2, 20, 'M8'), ...boltRect('r', 0, 0, 40, 30, 4)].map(getArea)"
    const [bolt, plain] = [Math.PI * 4.5 ** 2, Math.PI * 4]
    expect(await compute(HOLES, '', areas)).toEqual([bolt, bolt, plain, plain, plain, plain].map((area) => close(area)))
  })

  test('wrong arguments are named, and an unknown size lists those that there are', async () => {
    expect(
      await refusals(HOLES, [
        "countersink('s', 0, 0, 'M7')",
        "clearance('M6', 'tight')",
        "hole('h', 0, NaN, 'M6')",
        "boltCircle('b', 0, 0, 2.5, 20, 6)",
        "boltGrid('g', 0, 0, 2, 2, 10, 0, 6)",
        "boltRect('r', 0, 0, 40, 30, -1)",
        "tapping('toString')",
        "hole('h', 0, 0, 'M6', { size: 3 })",
      ]),
    ).toEqual([
      "RangeError: countersink: size must be one of M3, M4, M5, M6, M8, M10, M12, M16, M20, got 'M7'",
      "RangeError: clearance: fit must be 'fine', 'medium' or 'coarse', got 'tight'",
      'TypeError: hole: y must be a finite number, got NaN',
      'RangeError: boltCircle: count must be a whole number from 1, got 2.5',
      'RangeError: boltGrid: dy must be greater than 0, got 0',
      'RangeError: boltRect: diameter must be greater than 0, got -1',
      expect.stringMatching(/^RangeError: tapping: size must be one of M1\.6, M2, .*, M30, got 'toString'$/),
      'TypeError: hole: there is no option size; there are fit, scale',
    ])
  })
})

describe('gears', () => {
  const GEARS =
    "import { centerDistance, meshAngle, pitchRadius, rack, radii, ringGear, spurGear } from 'gears'\nsetTolerance(0.0002)"

  test('circles of the basic rack of ISO 53', async () => {
    expect(await compute(GEARS, '', 'radii({ module: 2, teeth: 20 })')).toEqual({
      pitch: 20,
      base: close(20 * Math.cos(Math.PI / 9)),
      tip: 22,
      root: 17.5,
    })
    expect(await compute(GEARS, '', 'pitchRadius({ module: 3, teeth: 17 })')).toBe(25.5)
  })

  test('a gear reaches from its root circle to its tip circle, and turns about its axis', async () => {
    const steps = "spurGear('g', 5, 7, { module: 2, teeth: 20 })"
    expect(await compute(GEARS, steps, "[getWorldBounds('g'), getEntity('g').local.pivot]")).toEqual([
      { min: [close(-17), close(-15)], max: [close(27), close(29)] },
      [5, 7],
    ])
    // Discs just inside of the root circle and just outside of the tip circle.
    const discs = "drawCircle('in', 5, 7, 17.499); drawCircle('out', 5, 7, 22.001)"
    expect(await compute(GEARS, `${steps}; ${discs}`, "[contains('g', 'in'), contains('out', 'g')]")).toEqual([
      true,
      true,
    ])
  })

  test('teeth are half a pitch thick at the pitch circle, less their share of the backlash', async () => {
    const thickness = (options: string, count: number) => `
      spurGear('g', 0, 0, { module: 4, teeth: 24, ${options} })
      drawArc('pitch', 0, 0, 48, -Math.PI / 24, Math.PI / 24)
      const points = intersections('g', 'pitch')
      const angles = points.map(([x, y]) => Math.atan2(y, x)).sort((one, other) => one - other)
      if (angles.length !== ${count}) throw new Error('there are ' + angles.length)`
    const arc = '48 * (angles[1] - angles[0])'
    expect(await compute(GEARS, thickness('', 2), arc)).toEqual(close(2 * Math.PI, 3))
    expect(await compute(GEARS, thickness('backlash: 0.4', 2), arc)).toEqual(close(2 * Math.PI - 0.2, 3))
    const shifted = 4 * (Math.PI / 2 + 2 * 0.25 * Math.tan(Math.PI / 9))
    expect(await compute(GEARS, thickness('shift: 0.25', 2), arc)).toEqual(close(shifted, 3))
  })

  test('flanks are involutes: the normal at each point touches the base circle', async () => {
    // The thickness at a radius R is 2 R (s / 2r + inv 20° − inv a), where cos a = base / R.
    const involute = (angle: number) => Math.tan(angle) - angle
    const base = 48 * Math.cos(Math.PI / 9)
    for (const radius of [46, 47, 49, 50.5, 51.5]) {
      const steps = `spurGear('g', 0, 0, { module: 4, teeth: 24 })
        drawArc('at', 0, 0, ${radius}, -Math.PI / 24, Math.PI / 24)
        const angles = intersections('g', 'at').map(([x, y]) => Math.atan2(y, x)).sort((a, b) => a - b)`
      const angle = 2 * (Math.PI / 48 + involute(Math.PI / 9) - involute(Math.acos(base / radius)))
      expect(await compute(GEARS, steps, 'angles[1] - angles[0]')).toEqual(close(angle, 5))
    }
  })

  /** The area that two entities share, and how far they are apart. */
  const MEETING = `(() => {
    const shared = booleanIntersect('a', 'b', 'shared') ? getArea('shared') : 0
    return { shared, gap: distance('a', 'b').distance }
  })()`

  const touching = (module: number) => ({
    shared: expect.closeTo(0, 3 - Math.log10(module ** 2)),
    gap: expect.closeTo(0, 3),
  })

  test.each([
    ['without shift', '{ module: 4, teeth: 18 }', '{ module: 4, teeth: 30 }', 96],
    ['in any position', '{ module: 4, teeth: 18, angle: 0.37 }', '{ module: 4, teeth: 31 }', 98],
    [
      'at 25 degrees',
      '{ module: 4, teeth: 14, pressureAngle: 0.4363 }',
      '{ module: 4, teeth: 20, pressureAngle: 0.4363 }',
      68,
    ],
    // inv a = inv 20° + 2 tan 20° · 0.8 / 37: the working angle is 24.9077°.
    ['with shift', '{ module: 4, teeth: 12, shift: 0.5 }', '{ module: 4, teeth: 25, shift: 0.3 }', 76.8355],
  ])('two gears %s touch and do not overlap', async (_, a, b, distance) => {
    const steps = `const [a, b, turn] = [${a}, ${b}, 0.6]
      const apart = centerDistance(a, b)
      spurGear('a', 0, 0, a)
      spurGear('b', apart * Math.cos(turn), apart * Math.sin(turn), { ...b, angle: meshAngle(a, b, turn) })`
    expect(await compute(GEARS, steps, `{ apart, ...${MEETING} }`)).toEqual({
      apart: close(distance, 4),
      ...touching(4),
    })
  })

  test('a gear touches its rack and its ring, and backlash sets them apart', async () => {
    const onRack = `rack('a', 0, 0, { module: 4, teeth: 7 })
      spurGear('b', 3 * 4 * Math.PI, 40, { module: 4, teeth: 20, angle: -Math.PI / 2 + Math.PI / 20 })`
    expect(await compute(GEARS, onRack, MEETING)).toEqual(touching(4))
    const inRing = "ringGear('a', 0, 0, { module: 4, teeth: 50 }); spurGear('b', 64, 0, { module: 4, teeth: 18 })"
    expect(await compute(GEARS, inRing, MEETING)).toEqual(touching(4))
    const apart = `const [a, b] = [{ module: 4, teeth: 18, backlash: 0.2 }, { module: 4, teeth: 30, backlash: 0.2 }]
      spurGear('a', 0, 0, a)
      spurGear('b', 96, 0, { ...b, angle: meshAngle(a, b) })`
    // Each side has half of the play, measured square to the flanks.
    expect(await compute(GEARS, apart, MEETING)).toEqual({ shared: 0, gap: close(0.1 * Math.cos(Math.PI / 9), 2) })
  })

  test('a bore and its keyway are holes in the gear', async () => {
    const areas = `spurGear('g', 0, 0, { module: 4, teeth: 18 }); spurGear('h', 0, 0, { module: 4, teeth: 18, bore: 20 })
      spurGear('k', 0, 0, { module: 4, teeth: 18, bore: 20, keyway: { width: 6, depth: 2.8 } })`
    // The keyway adds a rectangle to the disc, from where the disc is as wide as it is.
    const segment = 100 * Math.asin(0.3) - 3 * Math.sqrt(91)
    const keyway = 6 * (12.8 - Math.sqrt(91)) - segment
    expect(await compute(GEARS, areas, "[getArea('g') - getArea('h'), getArea('h') - getArea('k')]")).toEqual([
      close(100 * Math.PI, 6),
      close(keyway, 6),
    ])
  })

  test('wrong arguments are named, undercut is refused', async () => {
    expect(
      await refusals(GEARS, [
        "spurGear('g', 0, 0, { module: -1, teeth: 20 })",
        "spurGear('g', 0, 0, { module: 1, teeth: 20.5 })",
        "spurGear('g', 0, 0, { module: 1, teeth: 12 })",
        "spurGear('g', 0, 0, { module: 1, teeth: 12, shift: 1.5 })",
        "spurGear('g', 0, 0, { module: 1, teeth: 20, bore: 18 })",
        "spurGear('g', 0, 0, { module: 1, teeth: 20, keyway: { width: 1, depth: 1 } })",
        "spurGear('g', 0, 0, { module: 1, tooth: 20 })",
        "ringGear('r', 0, 0, { module: 1, teeth: 30 })",
        "rack('r', 0, 0, { module: 1, teeth: 5, height: 1 })",
        'centerDistance({ module: 1, teeth: 20 }, { module: 2, teeth: 20 })',
      ]),
    ).toEqual([
      'RangeError: spurGear: module must be greater than 0, got -1',
      'RangeError: spurGear: teeth must be a whole number from 3 to 5000, got 20.5',
      'RangeError: spurGear: teeth must be at least 17 without profile shift, got 12; with 12 teeth shift must be at least 0.294, got 0',
      'RangeError: spurGear: shift must leave the teeth a tip of some width, got 1.5',
      'RangeError: spurGear: bore must be less than the root circle 17.5, got 18',
      'TypeError: spurGear: bore must be a finite number, got undefined',
      expect.stringMatching(/^TypeError: spurGear: there is no option tooth; there are module, teeth, /),
      'RangeError: ringGear: teeth must be at least 34, so that tips stay outside of the base circle, got 30',
      'RangeError: rack: height must be greater than the dedendum 1.25, got 1',
      'RangeError: centerDistance: both gears must have the same module and pressureAngle',
    ])
  })
})

describe('isometric', () => {
  const ISOMETRIC = "import { box, boxes, project } from 'isometric'"

  test('an invalid colour is named', async () => {
    expect(await refusals(ISOMETRIC, ["box('b', 0, 0, 0, 1, 1, 1, 'red')"])).toEqual([
      'TypeError: shade: color must be [r, g, b], got red',
    ])
  })

  test('x runs to the right and up by 30 degrees, z straight up', async () => {
    const points = '[project(10, 0, 0), project(0, 10, 0), project(0, 0, 10)]'
    const across = 10 * Math.cos(Math.PI / 6)
    expect(await compute(ISOMETRIC, '', points)).toEqual(
      [
        [across, 5],
        [-across, 5],
        [0, 10],
      ].map((point) => point.map((value) => close(value))),
    )
  })

  test('boxes are drawn from the farthest to the nearest, whatever their order in the list', async () => {
    const places = ['[0, 0, 0]', '[0, 0, 10]', '[10, 0, 0]', '[0, 10, 0]', '[10, 10, 0]']
    const list = places.map((place) => `cube(${place})`).join(', ')
    const steps = `const cube = ([x, y, z]) => ({ x, y, z, width: 10, depth: 10, height: 10, color: [1, 1, 1] })
      boxes('b', [${list}])`
    const order = (await compute(ISOMETRIC, steps, "getDrawOrder('b').order")) as string[]
    const rank = (index: number) => order.indexOf(`b_${index}`)
    expect(order).toHaveLength(5)
    for (const [behind, before] of [
      [4, 2],
      [4, 3],
      [2, 0],
      [3, 0],
      [0, 1],
    ] as const) {
      expect(rank(behind), `${behind} behind ${before}`).toBeLessThan(rank(before))
    }
  })
})
