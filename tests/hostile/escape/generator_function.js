// expect: type
(function* () {}).constructor('yield 1')
