// expect: module syntax
export const a = 1; export { a as '\ud800' }
