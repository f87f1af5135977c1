// expect: stack ok
// time: 5000
«try { »×50000«} finally {}»×50000
