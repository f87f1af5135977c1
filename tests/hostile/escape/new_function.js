// expect: type
new Function('return this')()
