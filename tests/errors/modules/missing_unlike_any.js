import 'zebra'
// file: shapes
export function slot() {}
