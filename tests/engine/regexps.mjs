// Regular expressions: repeats, groups with and without names, what stands before and after, flags.

function node(random, depth, state) {
  const atom = () =>
    random.pick([
      'a',
      'b',
      'c',
      'a',
      'b',
      '.',
      '[ab]',
      '[^a]',
      '\\w',
      '\\d',
      '\\s',
      '\\b',
      '\\B',
      '^',
      '$',
      'x',
      '1',
      '\\W',
      '[a-c1]',
      '[\\d-]',
      ...(state.isUnicode
        ? ['\\u{1F600}', '\\p{L}', '\\P{Lu}', '\\p{Script=Greek}', '[\\u{1F600}-\\u{1F602}]', '\\ud83d']
        : ['\\u0061', '\\x62', '\\ud83d', '\\ude00', '\\ud83d\\ude00', '[^]', '/', '[/]']),
    ])
  if (depth <= 0) return atom()
  const sub = () => node(random, depth - 1, state)
  const quantified = () => {
    const it = random.weighted([
      [3, () => `(?:${sub()})`],
      [3, () => group(random, depth, state)],
      [3, () => random.pick(['a', 'b', '.', '[ab]', '\\w', 'c'])],
    ])()
    // V8 leaves captures of a lazy `??` from before with the flags u and v.
    return (
      it +
      random.pick([
        '*',
        '+',
        '?',
        '*?',
        '+?',
        state.isUnicode ? '?' : '??',
        '{2}',
        '{1,2}',
        '{0,2}',
        '{2,}',
        '{1,3}?',
        '{0}',
      ])
    )
  }
  return random.weighted([
    [4, () => random.list(2, 3, sub).join('')],
    [4, quantified],
    [2, () => `(?:${sub()}|${sub()})`],
    [3, () => group(random, depth, state)],
    [2, () => `(?${random.pick(['=', '!', '<=', '<!', '<=', '<!'])}${sub()})`],
    // A reference to a group that is unset ends V8's search with g and u or v.
    [state.groups && !state.isUnicode ? 2 : 0, () => `\\${1 + random.below(state.groups)}(?:)`],
    [state.names.length && !state.isUnicode ? 1 : 0, () => `\\k<${random.pick(state.names)}>`],
    [2, atom],
  ])()
}

/**
 * A class of the flag v: nested classes, strings, intersections and differences. V8 does not fold single letters and ASCII before it
 * compares them with others, and takes strings of one letter out of no class.
 */
function classSet(random, depth, isFolded) {
  const operator = random.pick(['', '', '&&', '--'])
  const letter = () =>
    isFolded && operator !== ''
      ? random.pick(['1', '_', '\\u{1F600}'])
      : random.pick(['a', 'B', 'k', '1', '_', '\\u{1F600}', 'ſ', '\\b'])
  const strings = () => `\\q{${random.list(1, 3, () => random.pick(['a', 'ab', 'AB', 'abc', '1', ''])).join('|')}}`
  const operand = () =>
    random.pick([
      letter,
      () =>
        random.pick([
          '\\d',
          '\\w',
          '\\s',
          '\\D',
          '\\W',
          '\\p{Lu}',
          '\\P{Lu}',
          '\\p{L}',
          isFolded ? '\\p{Ll}' : '\\p{ASCII}',
        ]),
      () => random.pick(['[a-c]', '[A-Z]', '[^a]', '[0-9a-f]', '[^A-Z]']),
      () => (depth > 0 && operator === '' ? classSet(random, depth - 1, isFolded) : '[cd]'),
      () => (operator === '' ? strings() : '[b]'),
    ])()
  const parts = random.list(1, 3, operand)
  if (operator === '') parts.push(random.pick(['a-d', 'A-C', 'x&y', '0']))
  // What a complement holds are characters: strings are left out.
  const isNegative = random.oneIn(5) && !parts.join('').includes('q{')
  return `[${isNegative ? '^' : ''}${parts.join(operator)}]`
}

function group(random, depth, state) {
  state.groups++
  if (random.oneIn(3)) {
    const name = `n${state.groups}`
    state.names.push(name)
    return `(?<${name}>${node(random, depth - 1, state)})`
  }
  return `(${node(random, depth - 1, state)})`
}

export function expressionsOfTexts(random) {
  const text = () =>
    `'${random.list(0, 9, () => random.pick(['a', 'b', 'c', 'a', 'b', 'x', '1', ' ', 'A', 'ab', 'abc', '\\n', '\\u{1F600}', 'é', 'ſ', 'K', '-', '_'])).join('')}'`
  const programs = random.list(6, 12, () => {
    const flags = random.pick([
      '',
      '',
      'i',
      'g',
      'u',
      'v',
      'm',
      's',
      'y',
      'iu',
      'gu',
      'gv',
      'gi',
      'gy',
      'gim',
      'd',
      'iv',
    ])
    const state = { groups: 0, names: [], isUnicode: /[uv]/.test(flags) }
    const hasSet = flags.includes('v') && random.oneIn(2)
    const pattern = hasSet
      ? random
          .list(1, 2, () => classSet(random, 2, flags.includes('i')) + random.pick(['', '+', '*', '?']))
          .join(random.pick(['', '|', 'a']))
      : // With v, V8 takes a complement for its opposite where a repeat compiles it again.
        node(random, 1 + random.below(4), state).replaceAll('[^a]', flags.includes('v') ? '[bc1]' : '[^a]')
    // With u and v, V8 looks for what stands before and after within a pair of surrogates too, searches for plain letters from within
    // one, and with u it complements \\P before it folds.
    const isWithinPairs = state.isUnicode && /\\B|\(\?[=!<]|^(?:\w|\\u(?:\{1F600\}|d83d))*$/.test(pattern)
    const t = isWithinPairs ? text().replaceAll('\\u{1F600}', 'y') : text()
    if (flags.includes('i') && !flags.includes('v') && pattern.includes('\\P')) return ''
    const uses = random.list(2, 4, () =>
      random.pick([
        `show2(re.exec(${t}))`,
        `re.test(${t}) + ' ' + re.lastIndex`,
        `${t}.match(re)`,
        `${t}.replace(re, '[$&|${state.isUnicode ? '' : '$1'}|$<n1>|$\`]')`,
        // V8 gives a function captures of other matches with the flags g and u together.
        `${t}.replace(re, (...all) => show(${state.isUnicode ? 'all[0]' : 'all.slice(0, -1)'}))`,
        `${t}.split(re)`,
        `${t}.split(re, 3)`,
        `${t}.search(re)`,
        `[...${t}.matchAll(new RegExp(re, 'g' + re.flags.replace('g', '')))].map(show2)`,
        `(re.lastIndex = ${random.below(5)}, show(show2(re.exec(${t}))) + re.lastIndex)`,
        `${t}.replaceAll(new RegExp(re, 'g' + re.flags.replace('g', '')), '<$&>')`,
      ]),
    )
    return `attempt('re', () => {\nconst re = new RegExp(${JSON.stringify(pattern)}, '${flags}')\n${uses.map((use) => `log(${use})`).join('\n')}\nreturn re.source\n})`
  })
  return `
const show2 = match => match && [match.index, ...match, match.groups && Object.entries(match.groups).map(it => it.join('=')).join('&'), match.indices && match.indices.map(String).join('/')]
${programs.join('\n')}`
}
