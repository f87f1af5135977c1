// expect: type
Function('return this')()
