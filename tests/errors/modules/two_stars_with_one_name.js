import { size } from 'all'
// file: all
export * from 'walls'
export * from 'doors'
// file: walls
export const size = 1
// file: doors
export const size = 2
