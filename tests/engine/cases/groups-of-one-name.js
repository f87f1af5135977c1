// ECMA-262 2025: groups in different alternatives may share a name, and \k refers to the one that has matched.
const show = (source, ...texts) => {
  const expression = new RegExp(source)
  for (const text of texts) {
    const match = expression.exec(text)
    console.log(source, text, match && [...match, match.groups.x].join('|'))
  }
}
show('(?<x>a)|(?<x>b)', 'a', 'b', 'c')
show('(?:(?<x>a)|(?<x>b))\\k<x>', 'aa', 'bb', 'ab', 'abab')
show('(?:(?:(?<x>a)|(?<x>b)|c)\\k<x>){2}', 'aac', 'aabb', 'abab', 'ccc')
show('^(?:(?<x>a)|(?<x>b)|c)\\k<x>$', 'aa', 'bb', 'c', 'cc')
show('(?<=\\k<x>(?:(?<x>a)|(?<x>b)))c', 'aac', 'bbc', 'abc')
console.log('2020-10 11/2021'.replace(/(?<y>\d{4})-(?<m>\d\d)|(?<m>\d\d)\/(?<y>\d{4})/g, '$<m>.$<y>'))
