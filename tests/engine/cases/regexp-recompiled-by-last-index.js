// RegExpBuiltinExec reads lastIndex before the flags and the matcher (22.2.7.2 steps 2 to 8).
const r = /a/g
r.lastIndex = { valueOf() { r.compile('b', 'g'); return 0 } }
console.log(r.exec('ab')[0])                                            // b
