const { slot } = await import('shpes')
// file: shapes
export function slot() {}
