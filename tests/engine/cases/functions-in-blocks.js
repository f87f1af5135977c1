// A function of a block is hoisted unless a block around it declares its name (Annex B.3.2.1).
function run() {
  console.log(typeof h)
  if (true) { function h() { return 1 } }
  { let h = 2 }
  return (() => h)()()
}
console.log(String(run()))
