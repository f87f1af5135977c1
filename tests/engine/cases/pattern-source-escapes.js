// The source of a pattern is escaped only where a literal would end (EscapeRegExpPattern).
for (const text of ['[/]', '\\/', 'a/b[/]\\[/', '[\\]/]/', '\n', '\\\n', '[\r]', '\\\\/', '/', '', '\u2028']) {
  const source = new RegExp(text).source
  console.log(JSON.stringify(text), source, JSON.stringify(source))
}
console.log(String(new RegExp('a/b', 'gi')), /[/]\//.source)
