// expect: stack syntax
«{»×500000
