// Without u, a letter whose upper case is ASCII is compared as it is, unless it is ASCII (Canonicalize).
const show = (re, text) => console.log(String(re), JSON.stringify(re.exec(text)))
for (const flags of ['i', 'iu']) for (const text of ['s', 'S', '\u017f', 'k', '\u212a', 'i', '\u0131', '\u0130', 'ß', 'ẞ', 'σ', 'ς', 'µ', 'μ', 'å', '\u212b']) {
  show(new RegExp('^(?:\u017f|\u212a|\u0131)$', flags), text)
  show(new RegExp('^[sk\u0130ẞσμ\u212b]$', flags), text)
  show(new RegExp('^(.)\\1$', flags), text + 's')
}
