// expect: stack ok
«while (0) »×100000 ;
