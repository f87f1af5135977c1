// expect: stack ok
«for (;0;) »×100000 ;
