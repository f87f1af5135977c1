// A repeat within another one begins anew each time, and goes back where it was (RepeatMatcher).
console.log(String(/(?:(?:ab?)+){1,3}b/.exec('ab')))
console.log(String(/((a?)*)+b/.exec('a')))
console.log(String(/(?:(a|ab)(?:c|bcd)*){1,2}(d*)$/.exec('abcdabcd')))
console.log(String(/\w/i.test('\u017f')) + /[a-z]/i.test('\u212a') + /\w/iu.test('\u017f'))
