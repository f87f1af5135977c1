// expect: ok syntax
{ using a = null }
