import { count } from 'parts'
count = 5
// file: parts
export let count = 1
