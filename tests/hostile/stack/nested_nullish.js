// expect: stack ok
// time: 5000
const a = «null ?? »×100000 1
