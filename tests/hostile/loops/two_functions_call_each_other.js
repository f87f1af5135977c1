// expect: timeout stack
function even(n) { return odd(n + 1) }
function odd(n) { try { return even(n + 1) } catch { return even(0) } }
even(0)
