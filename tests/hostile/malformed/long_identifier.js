// expect: reference
// time: 5000
«x»×500000
