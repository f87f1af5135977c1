// expect: stack syntax ok range
new RegExp('('.repeat(100000) + ')'.repeat(100000))
