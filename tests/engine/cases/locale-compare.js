// Texts are compared as in a dictionary, and canonically equal ones are equal (String.prototype.localeCompare).
const names = ['b', 'a', 'C', 'A', 'ä', 'z', '1', '10', '2', '_', '-', ' ', 'wall_2', 'wall_10', 'Wall_1', 'co-op', 'coop', 'é', 'e', 'f', 'straße', 'strasse', 'ø', 'o', 'Ω', 'дом', 'M10', 'm8', '']
console.log(names.toSorted((x, y) => x.localeCompare(y)).join('|'))
console.log(names.toSorted((x, y) => x.localeCompare(y, undefined, { numeric: true })).join('|'))
console.log('e\u0301'.localeCompare('é'), 'a'.localeCompare('A'), 'a'.localeCompare('á'), 'a'.localeCompare('b'), 'résumé'.localeCompare('resume'))
console.log('a'.localeCompare('Á', 'en', { sensitivity: 'base' }), 'a'.localeCompare('A', 'en', { sensitivity: 'accent' }), 'a'.localeCompare('á', 'en', { sensitivity: 'accent' }), 'a'.localeCompare('á', 'en', { sensitivity: 'case' }))
console.log(['ß', 'æ', 'œ', 'Æ'].map(it => ['ss', 'ae', 'oe', 'AE'].map(other => [it.localeCompare(other), it.localeCompare(other, 'en', { sensitivity: 'accent' }), it.localeCompare(other, 'en', { sensitivity: 'base' })])).join(' '))
try { 'a'.localeCompare('b', 'not a locale') } catch (e) { console.log(e.name) }
console.log([['a', 'A'], ['Æ', 'AE'], ['ß', 'ss'], ['á', 'A'], ['x²', 'x2'], ['É', 'e']].map(([x, y]) => x.localeCompare(y, 'en', { sensitivity: 'case' })).join())
