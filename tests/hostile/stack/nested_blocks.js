// expect: stack ok
// time: 5000
«{»×100000«}»×100000
