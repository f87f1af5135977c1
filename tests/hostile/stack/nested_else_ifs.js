// expect: stack ok
// time: 5000
if (0) {} «else if (0) {} »×50000
