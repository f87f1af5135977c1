const used = new Set(['a'])
const all = used.union(['b'])
