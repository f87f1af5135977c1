// expect: stack syntax
«(»×200000
