// expect: syntax
@a class B {}
