// expect: reference
'«‹U+1F600›»×1000'; nothing()
