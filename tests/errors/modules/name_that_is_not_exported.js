import { slot } from 'shapes'
slot('a')
// file: shapes
function slot() {}
export function plate() {}
