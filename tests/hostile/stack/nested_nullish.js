// expect: stack ok
const a = «null ?? »×100000 1
