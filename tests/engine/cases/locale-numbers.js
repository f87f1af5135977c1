// Numbers have separators, and at most three digits of a fraction (Number.prototype.toLocaleString).
for (const x of [0, -0, 1, 999, 1000, 1234567.891, -1234.5678, 0.0005, 1.0005, 1e21, 123456789012345680000, NaN, Infinity, -Infinity, 1e-10]) console.log(x.toLocaleString(), x.toLocaleString('de-DE'))
console.log((1234.5).toLocaleString('en-US', { minimumFractionDigits: 2 }), (1.005).toLocaleString('en', { maximumFractionDigits: 2 }), (0.256).toLocaleString('en', { style: 'percent' }))
console.log((5).toLocaleString('en', { minimumIntegerDigits: 3 }), (123456).toLocaleString('en', { maximumSignificantDigits: 2 }), (1234.5).toLocaleString('en', { useGrouping: false }))
console.log(12345678901234567890n.toLocaleString(), [1234.5, 2].toLocaleString(), new Uint16Array([1000, 2]).toLocaleString())
console.log(JSON.stringify([(1234567.5).toLocaleString('fr'), (1234.5).toLocaleString('es'), (12345.5).toLocaleString('pl'), (-1234.5).toLocaleString('sv')]))
