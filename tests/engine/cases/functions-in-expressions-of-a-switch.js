// The functions in the expressions of a switch declare nothing for its block (LexicallyScopedDeclarations of CaseBlock).
const attempt = (name, work) => {
  try {
    console.log(name, work())
  } catch (error) {
    console.log(name, error.name)
  }
}
let a = 'outer'
attempt('value', () => {
  switch ((() => { let a = 1; return a })()) {
    case (a = 2): return 'assigned'
    default: return a
  }
})
attempt('case', () => {
  switch (3) {
    case (function () { const a = 3; return a })(): return a
  }
})
attempt('generator', () => {
  switch ([...(function* () { class a {} yield typeof a })()][0]) {
    case 'function': return typeof a
  }
})
attempt('closure', () => {
  switch (1) {
    case (() => { let b = 1; return b })():
      const read = () => a
      return read()
  }
})
attempt('hoisted', () => {
  switch (4) {
    case (function () { { function hidden() {} } return 4 })(): return typeof hidden
  }
})
attempt('own', () => {
  switch (((b) => b)(5)) {
    case 5:
      let b = 6
      return [b, a].join()
  }
})
