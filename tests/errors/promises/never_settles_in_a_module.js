import 'loader'
// file: loader
drawCircle('a', 0, 0, 5)
const data = await new Promise(resolve => { globalThis.resolve = resolve })
export { data }
