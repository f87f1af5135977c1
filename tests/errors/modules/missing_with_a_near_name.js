import { slot } from 'shpes'
// file: shapes
export function slot() {}
