import { slot } from './modules/shapes.js'
// file: shapes
export function slot() {}
