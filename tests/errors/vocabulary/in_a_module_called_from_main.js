import { bolt } from 'bolts'

bolt('m6', 6)
bolt('m8')
// file: bolts
export function bolt(name, d) {
  drawCircle(name, 0, 0, d / 2)
}
