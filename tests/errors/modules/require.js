const { slot } = require('shapes')
// file: shapes
export function slot() {}
