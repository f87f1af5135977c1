import { slit } from 'shapes'
slit('a')
// file: shapes
export function slot() {}
export function plate() {}
