// RegExp.$1 and the like are parts of the last match (proposal of legacy features, Annex B).
const parts = () => [RegExp.$1, RegExp.$2, RegExp.$9, RegExp.lastMatch, RegExp['$&'], RegExp.lastParen, RegExp['$+'], RegExp.leftContext,
  RegExp['$`'], RegExp.rightContext, RegExp["$'"], RegExp.input, RegExp.$_].join('|')
console.log(parts())
if (/(\d+)x(\d+)/.test('a 12x34 b')) console.log(parts())
console.log(/nothing/.test('something'), parts())
'one two'.replace(/(t)(w)(o)/, '-'); console.log(parts())
'aXbXc'.replace(/(X)/g, () => RegExp.$1); console.log(parts())
'k=v; l=w'.match(/(\w)=(\w)/g); console.log(parts())
'a,b;c'.split(/([,;])/); console.log(RegExp.$1, RegExp.leftContext)
;/(?<year>\d{4})-?(\d\d)?/.exec('2026'); console.log(parts())
'é→ü'.search(/→(.)/); console.log(parts())
RegExp.input = 5; console.log(RegExp.$_, typeof RegExp.input, RegExp.$1)
;/a/.exec('cat'); console.log(RegExp.$_)
