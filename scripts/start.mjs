// `npm start`: all set-up, then the main job shown on the example project.
import { setUp } from './setup.mjs'
import { buildTypeScript, provideNative } from './build.mjs'
import { main } from './support.mjs'

await main(async () => {
  await setUp()
  await provideNative()
  await buildTypeScript()
  const { showMainJob } = await import('./demo.mjs')
  return showMainJob()
})
