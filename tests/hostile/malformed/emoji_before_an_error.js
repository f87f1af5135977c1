// expect: reference
// time: 5000
'«‹U+1F600›»×1000'; nothing()
