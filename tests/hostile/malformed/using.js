// expect: syntax
{ using a = null }
