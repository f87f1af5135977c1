// expect: type
(async function* () {}).constructor('yield 1')
