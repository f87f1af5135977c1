// No font has a glyph for a tab: it is as wide as four spaces, in every format.
drawText('tab', 'a\tb', 0, 0, 10)
drawText('spaces', 'a    b', 0, 20, 10)
const width = (name) => { const { min, max } = getWorldBounds(name); return (max[0] - min[0]).toFixed(6) }
console.log(width('tab') === width('spaces'), JSON.stringify(getEntity('tab').local.text.text))
//= true "a    b"
