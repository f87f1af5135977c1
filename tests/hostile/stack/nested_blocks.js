// expect: stack ok
«{»×100000«}»×100000
