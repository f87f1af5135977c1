// With the flags i and u, \W is the complement of all that equals a word character, in a class as outside of it (WordCharacters).
const characters = ['k', 'K', '\u212A', 's', 'S', '\u017F', '_', '1', ' ', 'ß', 'ы']
for (const pattern of [/\w/iu, /[\w]/iu, /[^\w]/iu, /\W/iu, /[\W]/iu, /[^\W]/iu, /[^\W_]/iu, /[^\W\d]/iu, /[\w\W]/iu, /[\W]/i, /[^\W]/i, /[\W]/u, /[^\W]/iv])
  console.log(String(pattern), characters.map((it) => (pattern.test(it) ? 1 : 0)).join(''))
console.log('two_words, K\u212Aelvin'.match(/[^\W_]+/giu).join('|'))
