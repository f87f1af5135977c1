// A process that forks, merges or discards, to be killed meanwhile.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Workspace } from '../../index.mjs'

const [root, historyDir, step] = process.argv.slice(2)
const workspace = await Workspace.open({ root, historyDir, durability: 'fast' })

const made = async (name) => {
  const result = await workspace.fork(name)
  if (!result.ok) throw new Error(result.error.message)
  return result.fork.root
}

if (step === 'merge') {
  const there = await made('x')
  for (const folder of readdirSync(there)) {
    for (const name of readdirSync(join(there, folder))) {
      writeFileSync(join(there, folder, name), `new ${name}\n`.repeat(150))
    }
  }
  console.log('go')
  for (;;) {
    await workspace.merge('x')
    await workspace.undo()
  }
}
console.log('go')
for (let number = 0; ; number += 1) {
  await made(`f${number}`)
  if (step === 'discard') await workspace.discard(`f${number}`)
}
