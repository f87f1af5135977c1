// expect: syntax
/* open
