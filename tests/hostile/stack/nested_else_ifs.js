// expect: stack ok
if (0) {} «else if (0) {} »×50000
