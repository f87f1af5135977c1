// Tests of a drawing with Vitest: npm install --save-dev scenewright vitest
import { expect, test } from 'vitest'

import 'scenewright/vitest'
import { tempProject } from 'scenewright/testing'

const PLATE = `const width = param('width', 80, { min: 20, max: 200 })
drawRect('plate', 0, 0, width, 50)
drawCircle('hole', width / 2, 25, 5)
`

test('a wider plate is committed', async () => {
  await using place = await tempProject({ main: PLATE })
  const result = await place.project.run({ parameters: { width: 120 } })
  expect(result).toBeCommitted()
})

test('a plate that is too wide is refused', async () => {
  await using place = await tempProject({ main: PLATE })
  await expect(place.project.run({ parameters: { width: 1_000 } })).toRefuse({ code: 'invalid_input' })
})

test('a mistake in the code names its line, and nothing is written', async () => {
  await using place = await tempProject({ main: PLATE }, { filesAreRead: true })
  const edit = place.project.edit({ file: 'main', oldText: 'width / 2', newText: 'middle' })
  await expect(edit).toRevert({ code: 'reference', line: 3 })
  expect((await place.project.summary()).ok).toBe(true)
})
