// `npm run bench`: a release build, then the measurements of benches/.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import { buildNative, buildTypeScript } from './build.mjs'
import { setUp } from './setup.mjs'
import { main, ROOT, run } from './support.mjs'

await main(async () => {
  await setUp()
  await buildNative({ release: true })
  await buildTypeScript()
  for (const name of readdirSync(join(ROOT, 'benches')).sort()) {
    if (name.endsWith('.bench.mjs')) await run(process.execPath, [join(ROOT, 'benches', name)])
  }
})
