// The common part of the hosts that look for leaks.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const count = (folder) => readdirSync(folder).length

/**
 * Descriptors and threads, once nothing is being replaced any more: that happens away from the calls, and a thread that was
 * joined may be listed for a moment longer.
 */
export async function settled() {
  let last = { descriptors: 0, threads: 0 }
  for (let same = 0; same < 10; ) {
    await sleep(20)
    const now = { descriptors: count('/proc/self/fd'), threads: count('/proc/self/task') }
    same = now.descriptors === last.descriptors && now.threads === last.threads ? same + 1 : 0
    last = now
  }
  return last
}
