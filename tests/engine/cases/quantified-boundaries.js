// ECMA-262: of assertions only lookaheads without the flag u take a quantifier.
for (const source of ['\\b+', '\\B?', 'a\\b{2}', '(?:\\b)*', '^*', '$+', '(?=a)*', '(?!a){2}', '(?<=a)?', '(?<!a)*']) {
  for (const flags of ['', 'u', 'v']) {
    let found
    try {
      found = new RegExp(source, flags).exec('ba')?.index
    } catch (error) {
      found = error.name
    }
    console.log(source, flags || 'none', found)
  }
}
