// ECMA-262: the expression of a `case` declares nothing: parameters and variables of functions in it are theirs alone.
for (let i = 0; i < 2; i++) {
  switch (i) {
    case [0].map((value, i) => i)[0]:
      console.log('zero', i)
      break
    case (function () {
      var i = 1
      return i
    })():
      console.log('one', i)
  }
}
switch (2) {
  case ((a) => a)(2):
    let a = 'two'
    console.log(a)
}
switch ('x') {
  case class {
    static b = 'x'
    static m(b) {}
  }.b:
    const b = 'b'
    console.log(b)
}
try {
  throw 'thrown'
} catch (error) {
  switch (1) {
    case (() => {
      var error = 1
      return error
    })():
      console.log(error)
  }
}
