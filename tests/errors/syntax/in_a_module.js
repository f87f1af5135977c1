import { part } from 'parts'
part('a')
// file: parts
export function part(name) {
  drawCircle(name, 0, 0, 5
}
