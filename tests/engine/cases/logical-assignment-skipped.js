// An assignment that is skipped has no effect on the next one (evaluation of ||=, &&= and ??=).
var a = 5, b = 'b', c
b = (a ||= 7)
console.log(`${a} ${b}`)
c = (c ??= 3) + (a &&= 0) + (b ||= 9)
console.log(`${a} ${b} ${c}`)
function closures() {
  var x = 'x', y = 'y', z
  const write = () => { x = (y ??= 1); z = y ||= 2; y += (x &&= 'new') }
  write()
  return [x, y, z].join()
}
console.log(closures())
function f(value) { b = value; return value }
f((a ||= 7) + 1)
console.log(`${a} ${b}`)
