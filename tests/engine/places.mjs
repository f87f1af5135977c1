// Functions and classes in every place where an expression may stand, which capture names of the scopes around them and are called
// there and later.
import { atom } from './bindings.mjs'

const KINDS = {
  let: ['l0', 'l1', 'l2'],
  var: ['v0', 'v1'],
  function: ['f0', 'f1'],
  class: ['K0', 'K1'],
  parameter: ['p0', 'p1'],
}
const ALL_NAMES = Object.values(KINDS).flat()

class Places {
  constructor(random) {
    this.random = random
    this.serial = 0
    /** The lexical names of each block around: none is declared twice in one. */
    this.blocks = [new Set()]
    /** What the functions around allow: `await`, `yield`, `return`, `super`. */
    this.functions = [{}]
    /** True within the parameters of a method: V8 takes the rest of the class for sloppy code after another class there. */
    this.isWithoutClasses = false
  }

  get within() {
    return this.functions[this.functions.length - 1]
  }

  inFunction(allowed, make) {
    this.functions.push(allowed)
    this.blocks.push(new Set())
    const made = make()
    this.functions.pop()
    this.blocks.pop()
    return made
  }

  inBlock(make) {
    this.blocks.push(new Set())
    const made = make()
    this.blocks.pop()
    return made
  }

  /** A lexical name that the block does not declare yet; none if all are taken. */
  fresh(kind) {
    const declared = this.blocks[this.blocks.length - 1]
    const free = KINDS[kind].filter((name) => !declared.has(name))
    if (free.length === 0) return undefined
    const name = this.random.pick(free)
    declared.add(name)
    return name
  }

  name() {
    return this.random.pick(ALL_NAMES)
  }

  /** An expression without a function in it. */
  leaf() {
    const { random, within } = this
    return random.weighted([
      [5, () => this.name()],
      [3, () => String(this.serial++)],
      [2, () => `(${this.name()} = ${this.serial++})`],
      [1, () => `typeof ${this.name()}`],
      [1, () => `(${random.pick(KINDS.var)} ${random.pick(['+=', '??=', '||=', '&&='])} ${this.serial++})`],
      [1, () => `${random.pick(KINDS.var)}++`],
      [1, () => `(${random.pick(KINDS.class)}.s = ${this.serial++})`],
      [1, () => `++${random.pick(KINDS.class)}.s`],
      [1, () => atom(random)],
      [1, () => `[${this.name()}, ${this.serial++}]`],
      [within.arguments ? 1 : 0, () => 'arguments.length'],
      [within.newTarget ? 1 : 0, () => 'typeof new.target'],
      [within.super ? 1 : 0, () => 'super.x'],
      [1, () => 'typeof this'],
    ])()
  }

  expression(depth) {
    const { random, within } = this
    if (depth <= 0) return this.leaf()
    const sub = () => this.expression(depth - 1)
    const f = () => this.callable(depth - 1)
    return random.weighted([
      [3, () => this.leaf()],
      [4, () => `keep(${f()})`],
      [4, () => `call(${f()})`],
      [2, () => `(${f()})(${sub()})`],
      [1, () => `tag\`a\${${f()}}b\${${sub()}}\``],
      [1, () => `[${sub()}, ...[${f()}, ${sub()}]]`],
      [1, () => `({ [call(${f()})]: ${sub()}, m: ${f()} }).m(${sub()})`],
      [1, () => `({ get g() { return ${this.body('method', sub)} }, x: 1 }).g`],
      [1, () => `(${sub()}, ${f()})()`],
      [1, () => `(${sub()} ? ${f()} : ${f()})()`],
      [1, () => `(${sub()} ${random.pick(['??', '||', '&&'])} keep(${f()}))`],
      [1, () => `new (${this.classOf(depth - 1)})(${sub()}).x`],
      [1, () => `(${this.classOf(depth - 1)}).s`],
      [
        1,
        () => `new (function (${this.parameters(depth - 1)}) { this.x = ${this.body('function', sub)} })(${sub()}).x`,
      ],
      [
        1,
        () =>
          `(([${random.pick(KINDS.parameter)} = ${this.body('arrow', sub)}]) => ${this.body('arrow', sub)})([${random.oneIn(2) ? sub() : ''}])`,
      ],
      [
        1,
        () =>
          `[...(function* () ${this.body('generator', () => `{ yield ${sub()}; ${this.statements(depth - 1, 2)} }`)})()]`,
      ],
      [1, () => `o?.[call(${f()})]?.(${sub()})`],
      [1, () => `(delete o[call(${f()})])`],
      [1, () => `(o[call(${f()})] = ${sub()})`],
      [1, () => `([${random.pick(['v0', 'o.q', `o[call(${f()})]`])} = ${sub()}] = [${random.pick(['', sub()])}])`],
      [1, () => `({ [call(${f()})]: v1 = ${sub()} } = o)`],
      [within.yield ? 2 : 0, () => `(yield ${sub()})`],
      [within.await ? 2 : 0, () => `(await ${sub()})`],
    ])()
  }

  /** Makes a part of a function of that kind, with what it allows. */
  body(kind, make) {
    const arrow = { ...this.within, yield: false, await: false, return: true }
    const allowed = {
      arrow,
      function: { return: true, arguments: true, newTarget: true },
      method: { return: true, arguments: true, newTarget: true, super: true },
      field: { super: true, newTarget: true },
      static: { super: true, newTarget: true },
      generator: { return: true, arguments: true, newTarget: true, yield: true },
      async: { return: true, arguments: true, newTarget: true, await: true },
    }
    return this.inFunction(allowed[kind], make)
  }

  parameters(depth, kind = 'function') {
    const { random } = this
    const parameter = (name) => {
      const value = () => this.body(kind, () => this.expression(depth - 1))
      return random.pick([
        () => name,
        () => `${name} = ${value()}`,
        () => `[${name} = ${value()}] = []`,
        () => `{ ${name} = ${value()} } = {}`,
        () => `{ [${value()}]: ${name} } = {}`,
      ])()
    }
    return KINDS.parameter.slice(0, random.below(3)).map(parameter).join(', ')
  }

  /** An expression whose value can be called. */
  callable(depth) {
    const { random } = this
    const name = random.pick(['', '', ...KINDS.function])
    const expression = (kind) => this.body(kind, () => this.expression(depth - 1))
    const block = (kind) =>
      this.body(kind, () => `{ ${this.statements(depth - 1, 3)}\nreturn ${this.expression(depth - 1)} }`)
    return random.weighted([
      [5, () => `() => ${expression('arrow')}`],
      [2, () => `() => ${block('arrow')}`],
      [2, () => `(${this.parameters(depth, 'arrow')}) => ${expression('arrow')}`],
      [3, () => `function ${name}(${this.parameters(depth)}) ${block('function')}`],
      [1, () => `({ m(${this.parameters(depth)}) ${block('method')} }).m`],
      [1, () => `(${this.classOf(depth - 1)}).m`],
      [1, () => `function* ${name}() ${block('generator')}`],
      [1, () => `async function ${name}() ${block('async')}`],
      [
        1,
        () =>
          `async () => ${this.body('arrow', () => this.inFunction({ ...this.within, await: true }, () => this.expression(depth - 1)))}`,
      ],
    ])()
  }

  classOf(depth) {
    if (this.isWithoutClasses) return 'Base'
    const { random } = this
    const value = (kind) => this.body(kind, () => this.expression(depth - 1))
    const outside = () => this.expression(depth - 1)
    const name = random.pick(['', ' K0', ' K1'])
    const base = random.pick(['', '', () => ` extends (keep(${this.callable(depth - 1)}), Base)`, ' extends Base'])
    const parameters = () => {
      this.isWithoutClasses = true
      const made = this.parameters(depth)
      this.isWithoutClasses = false
      return made
    }
    const member = () =>
      random.weighted([
        [2, () => `x = ${value('field')}`],
        [2, () => `static s = ${value('static')}`],
        [2, () => `static { ${this.body('static', () => this.statements(depth - 1, 2))} }`],
        [2, () => `static m(${parameters()}) { return ${value('method')} }`],
        [1, () => `static [call(${this.body('arrow', () => this.callable(depth - 1))})] = ${value('static')}`],
        [1, () => `[call(() => ${outside()})]() { return ${value('method')} }`],
        [1, () => `get y() { return ${value('method')} }`],
        [1, () => `#q = ${value('field')}; static has(it) { return #q in it }`],
      ])()
    // One of a name, as private names are.
    const members = [...new Set(random.list(1, 4, member))]
    const isPrivate = (it) => it.startsWith('#')
    const kept = members.filter((it, index) => !isPrivate(it) || members.findIndex(isPrivate) === index)
    return `class${name}${typeof base === 'string' ? base : base()} { static m() { return 'm' }; ${kept.join('; ')} }`
  }

  statements(depth, most) {
    return this.random.list(1, most, () => this.statement(depth)).join('\n')
  }

  block(depth) {
    return this.inBlock(() => `{\n${this.statements(depth - 1, 3)}\n}`)
  }

  statement(depth) {
    const { random, within } = this
    const e = () => this.expression(depth)
    const safe = (text) => `try { ${text} } catch (e) { log(e) }`
    if (depth <= 0) return safe(`log(${this.leaf()})`)
    const lexical = (make) => {
      const name = this.fresh('let')
      return name === undefined ? `log(${this.serial++})` : make(name)
    }
    return random.weighted([
      [4, () => safe(`log(${e()})`)],
      [2, () => lexical((name) => `${random.pick(['let', 'const'])} ${name} = ${e()}`)],
      [1, () => lexical((name) => `let [${name} = ${e()}] = [${random.pick(['', this.leaf()])}]`)],
      [2, () => `var ${random.pick(KINDS.var)} = ${e()}`],
      [1, () => `var { [${e()}]: ${random.pick(KINDS.var)} = ${e()} } = o`],
      [2, () => this.declaration(depth)],
      [
        2,
        () =>
          this.inBlock(() => {
            const [name, n] = [this.fresh('let'), `n${this.serial++}`]
            return `for (let ${name} = ${e()}, ${n} = 0; ${n} < 2 && fuel-- > 0 && (${e()}, true); ${n}++, ${e()}) ${this.block(depth)}`
          }),
      ],
      [
        1,
        () => {
          const n = `n${this.serial++}`
          return `for (var ${random.pick(KINDS.var)} = ${e()}, ${n} = 0; ${n} < 2 && fuel-- > 0; ${n}++, ${e()}) ${this.block(depth)}`
        },
      ],
      [
        2,
        () =>
          `for (${random.pick(['let', 'const'])} ${random.pick(KINDS.let)} of [${e()}, ${e()}]) ${this.block(depth)}`,
      ],
      [1, () => `for (const [${random.pick(KINDS.let)} = ${e()}] of [[], [${e()}]]) ${this.block(depth)}`],
      [1, () => `for (${random.pick(['v0', 'o.q', `o[${e()}]`, `var v1`])} of [${e()}]) ${this.block(depth)}`],
      [1, () => `for (const ${random.pick(KINDS.let)} in { [${e()}]: 1 }) ${this.block(depth)}`],
      [
        2,
        () =>
          this.inBlock(() => {
            const clauses = random.list(
              1,
              3,
              () => `case ${e()}: ${this.statements(depth - 1, 2)}\n${random.pick(['break', ''])}`,
            )
            if (random.oneIn(2))
              clauses.splice(random.below(clauses.length + 1), 0, `default: ${this.statements(depth - 1, 2)}`)
            return `switch (${e()}) {\n${clauses.join('\n')}\n}`
          }),
      ],
      [1, () => `if (${e()}) ${this.block(depth)} else ${this.block(depth)}`],
      [1, () => `while (fuel-- > 100 && (${e()}, true)) ${this.block(depth)}`],
      [1, () => `do ${this.block(depth)} while (fuel-- > 110 && ${e()})`],
      [
        1,
        () =>
          `try { throw ${e()} } catch (${random.pick([`{ [${this.leaf()}]: e1 = ${e()} }`, 'e1', `[e1 = ${e()}]`])}) ${this.block(depth)} finally { log(${this.serial++}) }`,
      ],
      [1, () => `label: { ${this.inBlock(() => safe(`log(${e()})`))}; break label }`],
      [1, () => this.block(depth)],
      [within.return ? 1 : 0, () => `if (fuel-- < 60) return ${e()}`],
    ])()
  }

  declaration(depth) {
    const { random } = this
    const block = (kind) =>
      this.body(kind, () => `{ ${this.statements(depth - 1, 2)}\nreturn ${this.expression(depth - 1)} }`)
    if (random.oneIn(2)) {
      const name = this.fresh('function')
      if (name !== undefined) {
        const text = `function ${name}(${this.parameters(depth)}) ${block('function')}`
        return random.oneIn(3) ? text : `${text}\nkeep(${name})`
      }
    }
    const name = this.fresh('class')
    return name === undefined ? ';' : this.classOf(depth).replace(/^class(?: K\d)?/, `class ${name}`)
  }
}

export function places(random) {
  const made = new Places(random)
  const body = () => random.list(2, 4, () => made.statement(3)).join('\n')
  const start = `
const kept = []
const keep = (it) => (kept.length < 40 && kept.push(it), 'k')
const call = (it) => (fuel-- < 0 ? 'out' : it(1))
const tag = (parts, ...rest) => (rest.forEach((it) => typeof it === 'function' && keep(it)), parts.join('|'))
class Base { constructor(v) { this.b = v } get x() { return 'super x' } static get x() { return 'static x' } }
const o = { x: 1, q: 2, k: () => 'o.k' }`
  const end = `
for (let i = 0; i < kept.length && i < 40; i++) attempt('kept ' + i, () => { const it = kept[i]; const made = typeof it === 'function' ? it(2) : it; return typeof made?.next === 'function' ? [...made].length : typeof made?.then === 'function' ? (made.then((v) => log('later', i, v), (e) => log('rejected', i, e)), 'p') : made })
attempt('names', () => [typeof l0, typeof v0, typeof v1, typeof f0, typeof f1, typeof K0])`
  if (random.oneIn(2)) {
    const text = `try {\n${made.inBlock(body)}\n} catch (e) { log('thrown', e) }`
    // The program has other lines before it, so that only a function can be strict.
    return `${start}\n${random.oneIn(3) ? `;(function () {\n'use strict'\n${text}\n})()` : text}${end}`
  }
  const inner = made.body('function', body)
  return `${start}\nfunction run(${made.parameters(2)}) {\n${inner}\n}\nattempt('run', run)\nattempt('run', () => run(1, 2))${end}`
}
