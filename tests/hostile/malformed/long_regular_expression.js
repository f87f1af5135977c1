// expect: ok memory
const a = /«a»×100000/
