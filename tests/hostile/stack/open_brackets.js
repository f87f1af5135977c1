// expect: stack syntax
// time: 5000
«(»×200000
