// expect: stack ok
«if (1) »×100000 ;
