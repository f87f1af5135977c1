// ECMA-262: what a property of strings holds is matched longest first, in a class and outside of one.
const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'
for (const expression of [/\p{RGI_Emoji}/v, /[\p{RGI_Emoji}]/v, /^\p{RGI_Emoji}x/v, /(?:\p{RGI_Emoji}|x)/v, /(?<=\p{RGI_Emoji})x/v]) {
  const found = expression.exec(`${family}x`)
  console.log(found?.index, found?.[0].length)
}
console.log('1\uFE0F\u20E3'.match(/\p{Emoji_Keycap_Sequence}/v)?.[0].length)
console.log(`a${family}b\u{1F600}c`.replace(/\p{RGI_Emoji}/gv, '-'))
