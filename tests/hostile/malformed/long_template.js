// expect: ok
const a = `«x»×500000`
