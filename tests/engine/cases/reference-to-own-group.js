// A reference in a group to the group itself is empty, after an attempt that failed as well (22.2.2.9, BackreferenceMatcher).
const show = (re, text) => console.log(String(re), JSON.stringify(re.exec(text)))
show(/(.|\1)\1c/, 'abc'); show(/(.|\1)(?=c)\1c/, 'abc'); show(/(?:(.|\1)\1)c/, 'bc'); show(/(.|\1)(?<=b)\1c/, 'abc'); show(/(a|\1)\1b/, 'ab')
show(/(?<n1>(?:(?:\ude00|.)|\k<n1>))((?<=b)\1(?:)(c)?)/gim, '_xabc'); show(/(?<n>(?:.|\k<n>))((?<=b)\1(c)?)/, '_xabc'); show(/(?<=\1(a|\1))b/, 'ab'); show(/((?:\1|b)?)?a/, 'ba')
