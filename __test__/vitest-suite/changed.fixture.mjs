// A suite whose drawing has changed since its scene was saved. `vitest-matchers.test.ts` sets the width.
import { expect, test } from 'vitest'

import { withTempProject } from 'scenewright/testing'
import 'scenewright/vitest'

test('the plate', async () => {
  const main = `drawRect('plate', 0, 0, ${process.env.PLATE_WIDTH}, 20)\ndrawCircle('hole', 10, 10, 3)\n`
  await withTempProject({ main }, (project) => expect(project).toMatchScene('plate.scene.json'))
})
