// expect: stack ok
// time: 5000
«while (0) »×100000 ;
