// expect: type
(async () => {}).constructor('await 1')
