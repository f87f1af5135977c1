// expect: stack ok syntax
«a: »×3 {}
