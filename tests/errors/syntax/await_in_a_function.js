function load() {
  const x = await import('lib')
}
// file: lib
export const x = 1
