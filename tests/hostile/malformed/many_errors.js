// expect: syntax
«let = ;»×20000
