import slot from 'shapes'
slot('a')
// file: shapes
export function slot() {}
