// What every generated program begins with: values as texts, objects that print what is done with them, and fuel, so that every
// loop ends.

/** The last line of the prelude, which a program keeps when it is made smaller. */
export const END_OF_PRELUDE = '// The program:'

export const PRELUDE = `
const show = (value, depth = 0) => {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value)
  if (typeof value === 'bigint') return value + 'n'
  if (typeof value === 'function') return 'function ' + value.name
  if (typeof value === 'symbol') return value.toString()
  if (value === null || typeof value !== 'object') return String(value)
  if (depth > 4) return '...'
  if (value instanceof Error) return value.name
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  if (value instanceof Map) return 'Map ' + show([...value], depth + 1)
  if (value instanceof Set) return 'Set ' + show([...value], depth + 1)
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return tag + ' [' + Array.from(value, it => show(it)).join() + ']'
  if (Array.isArray(value)) {
    const parts = []
    for (let i = 0; i < value.length && i < 60; i++) parts.push(i in value ? show(value[i], depth + 1) : 'hole')
    const extra = Object.keys(value).filter(key => String(key >>> 0) !== key)
    return '[' + parts.join() + ']' + (value.length > 60 ? value.length : '') + (extra.length ? extra.join('|') : '')
  }
  const keys = Reflect.ownKeys(value).map(key => {
    const desc = Object.getOwnPropertyDescriptor(value, key)
    const what = 'value' in desc ? show(desc.value, depth + 1) : 'accessor'
    const flags = (desc.enumerable ? '' : '~') + (desc.configurable ? '' : '!') + ('value' in desc && !desc.writable ? '=' : '')
    return flags + String(key) + ': ' + what
  })
  return (tag === 'Object' ? '' : tag + ' ') + '{' + keys.join() + '}'
}
const log = (...values) => console.log(values.map(value => show(value)).join(' '))
let fuel = 120
const attempt = (name, work) => {
  try { log(name, work()) } catch (error) { log(name, 'threw', error) }
}
const iter = (name, count, { end = 'object', fails = -1, bad } = {}) => {
  let index = 0
  const iterator = {
    [Symbol.iterator]() { log(name, 'begins'); return this },
    next() {
      if (index === fails) throw name + ' next'
      if (bad === index) return 1
      return { value: index++, done: index > count || fuel-- < 0 }
    },
  }
  if (end !== 'none') {
    iterator.return = value => {
      log(name, 'closed')
      if (end === 'throws') throw name + ' return'
      return end === 'number' ? 1 : {}
    }
  }
  return iterator
}
const prim = (name, value) => ({
  valueOf() { log(name, 'valueOf'); return value },
  toString() { log(name, 'toString'); return String(value) },
})
${END_OF_PRELUDE}`
