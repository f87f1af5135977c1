// expect: stack ok syntax
// time: 5000
«a: »×3 {}
