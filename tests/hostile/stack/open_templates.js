// expect: stack syntax
// time: 5000
«`${»×100000
