import * as parts from 'parts'
parts.slit('a')
// file: parts
export function slot(name) { drawRect(name, 0, 0, 10, 4) }
