// expect: stack ok
// time: 5000
«if (1) »×100000 ;
