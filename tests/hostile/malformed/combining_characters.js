// expect: reference
// time: 5000
a«‹U+0301›»×10000()
