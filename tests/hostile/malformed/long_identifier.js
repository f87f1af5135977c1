// expect: reference
«x»×500000
