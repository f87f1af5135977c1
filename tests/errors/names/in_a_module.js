import { part } from 'parts'
part('a')
// file: parts
const size = 5
export function part(name) {
  drawCircle(name, 0, 0, sise)
}
