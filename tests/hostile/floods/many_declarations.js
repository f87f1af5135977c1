// expect: ok stack
«let x;{ let y }»×1
«{ let a = 1, b = 2, c = 3 }»×2000
