// expect: reference
a«‹U+0301›»×10000()
