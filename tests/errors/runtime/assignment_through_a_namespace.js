import * as parts from 'parts'
parts.count = 5
// file: parts
export let count = 1
