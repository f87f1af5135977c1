// Large scenes as scripts: a town of so many entities, plain or of blocks, of which one house has a colour of its own.

const HEAD = `const HOUSE = 0
const COLOUR = [0.8, 0.3, 0.2]
`

/** The line of the scripts that one edit changes, before and after. */
export const COLOURS = ['const COLOUR = [0.8, 0.3, 0.2]', 'const COLOUR = [0.2, 0.3, 0.8]']

/** Houses of a wall, a roof and a door in a group: four entities each, three of them shapes with a fill. */
export function plainTown(entities) {
  return `${HEAD.replace('0\n', `${Math.floor(entities / 8)}\n`)}function house(n) {
  const x = (n % 100) * 12, y = Math.floor(n / 100) * 14, name = 'house_' + n
  drawPolygon(name + '_wall', [x, y, x + 8, y, x + 8, y + 6, x, y + 6])
  setFill(name + '_wall', n === HOUSE ? COLOUR : [0.9, 0.9, 0.8])
  drawPolygon(name + '_roof', [[x - 1, y + 6], [x + 9, y + 6], [x + 4, y + 10]])
  setFill(name + '_roof', [0.6, 0.2, 0.2])
  drawRect(name + '_door', x + 4, y + 1.5, 2, 3)
  setFill(name + '_door', 'sienna')
  createGroup(name, [name + '_wall', name + '_roof', name + '_door'])
}
for (let n = 0; n < ${entities / 4}; n++) house(n)
`
}

/** The same houses as instances of four blocks: each is one entity. */
export function blockTown(entities) {
  return `${HEAD.replace('0\n', `${Math.floor(entities / 2)}\n`)}for (let kind = 0; kind < 4; kind++) {
  const roof = 8 + kind
  drawPolygon('wall', [0, 0, 8, 0, 8, 6, 0, 6])
  drawPolygon('roof', [[-1, 6], [9, 6], [4, roof]])
  setFill('roof', [0.6, 0.2, 0.2])
  drawRect('door', 4, 1.5, 2, 3)
  setFill('door', 'sienna')
  defineBlock('house_' + kind, ['wall', 'roof', 'door'])
}
for (let n = 0; n < ${entities}; n++) {
  insert('house_' + (n % 4), 'h' + n, (n % 150) * 12, Math.floor(n / 150) * 14)
  if (n === HOUSE) setFill('h' + n, COLOUR)
}
`
}
