// Without u, escapes of surrogates are two characters; with it, a match begins with whole characters (RegExpBuiltinExec, CharacterEscape).
const show = (re, text) => { const found = re.exec(text); console.log(String(re), JSON.stringify(found), found && found.index, re.lastIndex) }
for (const flags of ['', 'y', 'g', 'u', 'i']) show(new RegExp('\\ud83d\\ude00', flags), '\u{1F600}')
show(/\ud83d\ude00+/, '\u{1F600}\ude00'); show(/(?:\ud83d\ude00)+/, '\u{1F600}\u{1F600}'); show(/\ud83d\ude00*/, '\ud83d'); show(/[\ud83d\ude00]+/, '\u{1F600}')
show(/\u+123/, 'uu123'); show(/(?<\ud835\udc9c>a)/, 'a'); show(/(?<𝒜>a)\k<𝒜>/, 'aa')
for (const [source, flags] of [['.', 'gu'], ['.', 'yu'], ['.', 'gv'], ['\\ude00', 'gu'], ['(?:)', 'gu'], ['^', 'gu'], ['a', 'gu']]) {
  const re = new RegExp(source, flags)
  re.lastIndex = 1
  show(re, '\u{1F600}a')
}
