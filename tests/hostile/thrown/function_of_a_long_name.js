// expect: thrown
const o = { ['f'.repeat(100000)]() { throw new Error('x') } }
o['f'.repeat(100000)]()
