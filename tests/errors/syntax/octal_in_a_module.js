export const mode = 010
