// expect: syntax
return 1
