// expect: stack ok
// time: 5000
«for (;0;) »×100000 ;
