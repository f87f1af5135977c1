/** The name that a misspelt one was most likely meant to be, or nothing where none is close. */
export function nearestName(given: string, names: readonly string[]): string | undefined {
  const misspelt = given.toLowerCase()
  const distances = names.map((name) => [distance(misspelt, name.toLowerCase()), name] as const)
  const [nearest] = distances.sort(([one], [other]) => one - other)
  // Two letters are most of a short word.
  const most = given.length <= 3 ? 1 : Math.max(2, given.length / 3)
  return nearest && nearest[0] <= most ? nearest[1] : undefined
}

/** The number of letters to change, add, leave out or swap with the next one. */
function distance(one: string, other: string): number {
  let earlier: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = i > 1 && j > 1 && isSwapped ? (earlier[j - 2] ?? 0) + 1 : Infinity
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same, swapped))
    }
    earlier = row
    row = next
  }
  return row[other.length] ?? 0
}
