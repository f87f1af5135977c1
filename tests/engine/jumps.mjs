// Ways out of statements: through loops, iterators, finally blocks, labels, generators and async functions.

const indent = (text) => text.replace(/^(?=.)/gm, '  ')

class Body {
  constructor(random, kind) {
    this.random = random
    this.kind = kind
    this.labels = []
    this.loops = 0
    this.breakables = 0
    this.serial = 0
    this.inFunction = true
  }

  get isGenerator() {
    return this.kind === 'generator' || this.kind === 'async generator'
  }

  get isAsync() {
    return this.kind === 'async' || this.kind === 'async generator'
  }

  name(prefix) {
    return prefix + this.serial++
  }

  value() {
    const { random } = this
    return random.weighted([
      [4, () => String(random.below(9))],
      [2, () => `'${random.pick(['r', 's', 't'])}${random.below(9)}'`],
      [this.isGenerator ? 3 : 0, () => `(yield ${random.below(9)})`],
      [
        this.isAsync ? 3 : 0,
        () =>
          `(await ${random.pick([`${random.below(9)}`, `Promise.reject(${random.below(9)})`, `later(${random.below(9)})`])})`,
      ],
      [1, () => `fail(${random.below(3)})`],
      [1, () => 'undefined'],
    ])()
  }

  iterable() {
    const { random } = this
    const option = random.weighted([
      [8, ''],
      [2, ", { end: 'throws' }"],
      [1, ", { end: 'none' }"],
      [1, ", { end: 'number' }"],
      [1, `, { fails: ${random.below(3)} }`],
      [1, `, { bad: ${random.below(3)} }`],
    ])
    return random.weighted([
      [6, `iter('${this.name('i')}', ${random.below(4)}${option})`],
      [2, random.pick(['[1, 2, 3]', "'ab'", 'new Set([1, 2])', 'new Map([[1, 2]])', '[[1, 2], [3]]'])],
      [this.isAsync ? 2 : 0, '[later(1), 2]'],
    ])
  }

  block(depth, count = 3) {
    return `{\n${indent(this.statements(depth, count))}\n}`
  }

  statements(depth, count = 3) {
    return this.random.list(1, count, () => this.statement(depth)).join('\n')
  }

  exit() {
    const { random } = this
    const loops = this.labels.filter((label) => label.isLoop)
    return random.weighted([
      [this.breakables ? 3 : 0, () => 'break'],
      [this.loops ? 3 : 0, () => 'continue'],
      [this.labels.length ? 4 : 0, () => `break ${random.pick(this.labels).name}`],
      [loops.length ? 3 : 0, () => `continue ${random.pick(loops).name}`],
      [3, () => `return ${this.value()}`],
      [2, () => `throw ${this.value()}`],
      [1, () => `log('at ${this.name('p')}')`],
    ])()
  }

  inLoop(make) {
    this.loops++
    this.breakables++
    const made = make()
    this.loops--
    this.breakables--
    return made
  }

  loop(depth) {
    const { random } = this
    const body = () => this.inLoop(() => this.block(depth - 1))
    const variable = this.name('v')
    const declare = random.pick(['const', 'let', 'var'])
    return random.weighted([
      [6, () => `for (${declare} ${variable} of ${this.iterable()}) ${body()}`],
      [
        2,
        () =>
          `for (${declare} [${variable}, ${variable}b = ${this.value()}] of [iter('${this.name('i')}', ${random.below(4)}), [1, 2]]) ${body()}`,
      ],
      [this.isAsync ? 4 : 0, () => `for await (${declare} ${variable} of ${this.iterable()}) ${body()}`],
      [
        3,
        () => `for (${declare} ${variable} in ${random.pick(['{ p: 1, q: 2 }', '[7, 8]', "'ab'", 'null'])}) ${body()}`,
      ],
      [
        2,
        () => `for (let ${variable} = 0; ${variable} < ${1 + random.below(3)} && fuel-- > 0; ${variable}++) ${body()}`,
      ],
      [
        1,
        () =>
          `for (let ${variable} = 0, f = () => ${variable}; ${variable} < 2 && fuel-- > 0; ${variable}++, log(f())) ${body()}`,
      ],
      [1, () => `{\nlet ${variable} = 0\nwhile (${variable}++ < ${1 + random.below(3)} && fuel-- > 0) ${body()}\n}`],
      [1, () => `{\nlet ${variable} = 0\ndo ${body()} while (${variable}++ < 2 && fuel-- > 0)\n}`],
    ])()
  }

  labelled(depth) {
    const isLoop = this.random.below(3) > 0
    const names = this.random.list(1, this.random.oneIn(4) ? 2 : 1, () => this.name('L'))
    for (const name of names) this.labels.push({ name, isLoop })
    const made = isLoop
      ? this.plainLoop(depth)
      : this.random.pick([() => this.block(depth - 1), () => this.attempt(depth), () => this.choice(depth)])()
    this.labels.length -= names.length
    return names.map((name) => `${name}: `).join('') + made
  }

  /** A loop that a label may stand before. */
  plainLoop(depth) {
    for (;;) {
      const made = this.loop(depth)
      if (!made.startsWith('{')) return made
    }
  }

  attempt(depth) {
    const { random } = this
    const kind = random.below(3)
    const parameter = random.pick(['', ' (e)', ' ({ length })'])
    const print = parameter === ' (e)' ? "\n  log('caught', e)" : ''
    const handler = kind === 1 ? '' : ` catch${parameter} {${print}\n${indent(this.statements(depth - 1, 2))}\n}`
    const last = kind === 0 ? '' : ` finally ${this.block(depth - 1, 2)}`
    return `try ${this.block(depth - 1)}${handler}${last}`
  }

  choice(depth) {
    this.breakables++
    const cases = this.random.list(1, 3, (index) => {
      const head = this.random.oneIn(4) ? `case ${this.value()}` : `case ${index}`
      return `${head}:\n${indent(this.statements(depth - 1, 2))}`
    })
    if (this.random.oneIn(2)) {
      cases.splice(this.random.below(cases.length + 1), 0, `default:\n${indent(this.statements(depth - 1, 2))}`)
    }
    this.breakables--
    return `switch (${this.random.below(3)}) {\n${indent(cases.join('\n'))}\n}`
  }

  pattern() {
    const { random } = this
    return random.pick([
      `const [${this.name('d')}, ${this.name('d')} = ${this.value()}] = ${this.iterable()}`,
      `const { a: ${this.name('d')} = ${this.value()}, ...${this.name('d')} } = { b: 1, c: 2 }`,
      `;[target[${this.value()}], ...target.rest] = ${this.iterable()}`,
      `log([...${this.iterable()}].length)`,
      `log(Math.max(...${this.iterable()}, ${this.value()}))`,
    ])
  }

  statement(depth) {
    const { random } = this
    if (depth <= 0) {
      return random.weighted([
        [
          5,
          () =>
            random.oneIn(2)
              ? this.exit()
              : `if (${random.pick(['once()', 'fuel % 2', 'true', `target.n++ > ${random.below(3)}`])}) ${this.exit()}`,
        ],
        [2, () => `log('${this.name('p')}', ${this.value()})`],
        [1, () => this.pattern()],
        [this.isGenerator ? 3 : 0, () => `yield ${random.below(9)}`],
      ])()
    }
    return random.weighted([
      [5, () => this.loop(depth)],
      [4, () => this.labelled(depth)],
      [5, () => this.attempt(depth)],
      [2, () => this.choice(depth)],
      [1, () => this.block(depth - 1)],
      [
        1,
        () =>
          `if (${random.pick(['once()', 'fuel % 2', 'target.n++ > 1'])}) ${this.block(depth - 1)} else ${this.block(depth - 1)}`,
      ],
      [1, () => this.pattern()],
      [2, () => this.statement(0)],
      [1, () => `with ({ w: 1, get n() { return 5 } }) ${this.block(depth - 1)}`],
      [
        this.isGenerator ? 2 : 0,
        () => `log('delegated', yield* ${this.isAsync ? 'inner()' : random.pick([this.iterable(), 'inner()'])})`,
      ],
    ])()
  }
}

const HELPERS = `
const target = { n: 0 }
const fail = value => { throw 'fail ' + value }
const later = value => Promise.resolve().then(() => value)
let turn = 0
const once = () => turn++ % 3 === 0
function* inner() { try { yield 'x'; yield 'y' } finally { log('inner ends') } }
`

const HEADS = {
  plain: 'function f() ',
  generator: 'function* f() ',
  async: 'async function f() ',
  'async generator': 'async function* f() ',
}

/** Drives a generator: by next, throw and return. */
function drive(random, isAsync) {
  const steps = random.list(2, 7, () =>
    random.weighted([
      [6, `next(${random.below(5)})`],
      [2, `throw('thrown ${random.below(5)}')`],
      [3, `return(${random.pick(['7', "'ret'", isAsync ? 'Promise.reject(8)' : '8'])})`],
    ]),
  )
  const lines = isAsync
    ? steps.map((step) => `try { log(await g.${step}) } catch (e) { log('threw', e) }`)
    : steps.map((step) => `attempt('${step.replaceAll("'", '')}', () => g.${step})`)
  return isAsync ? `;(async () => {\nconst g = f()\n${lines.join('\n')}\n})()` : `const g = f()\n${lines.join('\n')}`
}

export function jumps(random) {
  const kind = random.weighted([
    [5, 'plain'],
    [3, 'generator'],
    [3, 'async'],
    [2, 'async generator'],
  ])
  const body = new Body(random, kind)
  const text = body.statements(2 + random.below(3), 3)
  const call = {
    plain: "attempt('f', f)\nattempt('f', f)",
    async: "f().then(value => log('value', value), error => log('error', error))",
    generator: random.oneIn(3) ? "attempt('all', () => [...f()])" : drive(random, false),
    'async generator': random.oneIn(3)
      ? ";(async () => { try { for await (const it of f()) { log('it', it); if (fuel-- < 0) break } } catch (e) { log('threw', e) } })()"
      : drive(random, true),
  }[kind]
  return `${HELPERS}${HEADS[kind]}{\n${indent(text)}\nreturn 'end'\n}\n${call}`
}

/** The order in which promises, async functions and their callers go on. */
export function promises(random) {
  let serial = 0
  const step = () => {
    const tag = `'${String.fromCharCode(97 + (serial++ % 26))}${serial}'`
    return random.weighted([
      [3, `await null; log(${tag})`],
      [2, `log(${tag}, await later(${serial}))`],
      [1, `try { await Promise.reject(${tag}) } catch (e) { log(e) }`],
      [1, `await { then(done) { log(${tag}); done(1) } }`],
      [1, `for await (const x of [later(${tag}), ${tag}]) log(x)`],
      [1, `for await (const x of numbers(${tag})) log(x)`],
      [1, `Promise.resolve(${tag}).then(log).finally(() => log(${tag} + 'f'))`],
      [1, `log((await Promise.allSettled([later(1), Promise.reject(${tag})])).map(it => it.status))`],
      [1, `log(await Promise.race([later(${tag}), new Promise(done => done(${tag} + 'r'))]))`],
      [1, `log(await Promise.any([Promise.reject(1), later(${tag})]))`],
      [1, `log(await Promise.all(iter(${tag}, 2)))`],
      [1, `queue(() => log(${tag}))`],
      [1, `await part${random.below(3)}(${tag})`],
    ])
  }
  const body = () => random.list(1, 4, step).join('\n')
  return `
const later = value => Promise.resolve().then(() => value)
const queue = work => { Promise.resolve().then(work) }
async function* numbers(tag) { try { yield tag + 1; yield later(tag + 2); yield* [3] } finally { log(tag, 'over') } }
async function part0(tag) { log('part0', tag); return later(tag) }
async function part1(tag) { log('part1', tag); return tag }
async function part2(tag) { try { log('part2', tag); return await part0(tag) } finally { log('part2 over') } }
${random.list(1, 3, (index) => `;(async () => {\n${body()}\nreturn ${index}\n})().then(value => log('done', value), error => log('failed', error))`).join('\n')}
log('sync')`
}
