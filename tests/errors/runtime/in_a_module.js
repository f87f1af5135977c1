import { total } from 'sums'
console.log(total([1, 2]), total())
// file: sums
export function total(list) {
  return list.reduce((a, b) => a + b, 0)
}
