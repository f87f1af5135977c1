// The parts that the programs of random schedules share.

/** Numbers from 0 up to 1 that are the same in every run. */
export function seededRandom(/** @type {number} */ seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Runs the schedules that the command line names by their first seed and their number, and returns the words for all of them. */
export async function runSchedules(/** @type {(seed: number) => Promise<void>} */ schedule) {
  const [from = 1, count = 6] = process.argv.slice(2).map(Number)
  for (let seed = from; seed < from + count; seed += 1) {
    await schedule(seed)
    if ((seed - from) % 500 === 499) console.log(`${seed - from + 1} of ${count}`)
  }
  return `${count} schedules from seed ${from}: nothing lost, nothing torn`
}
