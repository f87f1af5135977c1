// A process that guards, adopts or undoes a change of many files, to be killed meanwhile.
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Workspace } from '../../index.mjs'

const [root, stateDir, step] = process.argv.slice(2)
const workspace = await Workspace.open({ root, historyDir: stateDir, durability: 'fast' })

/** Half of the files in place, half by rename: each file is the old or the new. */
function change() {
  for (const folder of readdirSync(root)) {
    for (const name of readdirSync(join(root, folder))) {
      const path = join(root, folder, name)
      writeFileSync(`${path}.tmp`, `new ${name}\n`.repeat(150))
      renameSync(`${path}.tmp`, path)
    }
  }
  rmSync(join(root, 'd0/extra'), { force: true })
}

if (step === 'guard') {
  await workspace.snapshot({ key: 'first' })
  await workspace.adopt({ key: 'first' })
  console.log('go')
  await workspace.guard(change)
} else if (step === 'adopt') {
  await workspace.snapshot({ key: 'hook' })
  console.log('go')
  change()
  await workspace.adopt({ key: 'hook' })
} else {
  await workspace.guard(change)
  console.log('go')
  for (;;) {
    await workspace.undo()
    await workspace.redo()
  }
}
await workspace.close()
