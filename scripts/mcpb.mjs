// Makes an MCP bundle of a platform: what Claude Desktop installs by a double click. It holds the package, that of the
// platform, and the manifest.
//
//   node scripts/mcpb.mjs [--repository URL]    one for each platform whose binaries are here, in target/mcpb/
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { binariesOf, PLATFORMS, STAGE, stage } from './pack.mjs'
import { isProgram, main, ROOT, run } from './support.mjs'
import { releaseTool } from './release-tools.mjs'
import { stampBundle, takeRepository } from './repository.mjs'

const BUNDLES = join(ROOT, 'target', 'mcpb')

/** Makes the bundles out of what was staged, and answers their paths. */
export async function makeBundles(repository) {
  rmSync(BUNDLES, { recursive: true, force: true })
  const tool = releaseTool('@anthropic-ai/mcpb/dist/cli/cli.js')
  const made = []
  for (const platform of PLATFORMS.filter(binariesOf)) {
    const folder = join(BUNDLES, platform)
    for (const name of ['scenewright', `scenewright-${platform}`]) {
      // The pictures are for people who read the documents elsewhere.
      const filter = (path) => !/[\\/]docs([\\/]|$)/.test(path)
      mkdirSync(join(folder, 'node_modules'), { recursive: true })
      cpSync(join(STAGE, name), join(folder, 'node_modules', name), { recursive: true, filter })
    }
    cpSync(join(ROOT, 'mcpb', 'icon.png'), join(folder, 'icon.png'))
    writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifestFor(platform, repository), null, 2))
    const bundle = join(BUNDLES, `scenewright-${platform}.mcpb`)
    await run(process.execPath, [tool, 'validate', join(folder, 'manifest.json')], { quiet: true })
    await run(process.execPath, [tool, 'pack', folder, bundle], { quiet: true })
    if (existsSync(bundle)) made.push(bundle)
  }
  return made
}

function manifestFor(platform, repository) {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'mcpb', 'manifest.json'), 'utf8'))
  const stamped = stampBundle(manifest, repository)
  return { ...stamped, compatibility: { ...stamped.compatibility, platforms: [platform.split('-')[0]] } }
}

if (isProgram(import.meta)) {
  await main(async (args) => {
    const { repository } = takeRepository(args)
    stage({ repository })
    for (const path of await makeBundles(repository)) process.stdout.write(`${path}\n`)
  })
}
