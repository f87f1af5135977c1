function check(w) {
  if (w < 10) throw new Error(`width ${w} is below 10`)
}
check(5)
