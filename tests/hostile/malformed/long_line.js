// expect: ok
const a = '«x»×1000000'
