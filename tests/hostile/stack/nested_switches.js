// expect: stack ok
«switch (1) { case 1: »×20000«}»×20000
