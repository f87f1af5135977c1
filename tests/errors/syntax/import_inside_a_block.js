if (true) {
  import { part } from 'parts'
}
// file: parts
export const part = 1
