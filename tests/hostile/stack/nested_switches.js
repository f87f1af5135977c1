// expect: stack ok
// time: 5000
«switch (1) { case 1: »×20000«}»×20000
