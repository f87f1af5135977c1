// expect: stack syntax
// time: 5000
«{»×500000
