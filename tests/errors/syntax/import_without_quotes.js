import { part } from parts
part()
// file: parts
export const part = 1
