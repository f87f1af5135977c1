// expect: ok syntax
{ "a": 1 }
