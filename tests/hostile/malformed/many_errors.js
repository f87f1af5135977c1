// expect: syntax
// time: 5000
«let = ;»×20000
