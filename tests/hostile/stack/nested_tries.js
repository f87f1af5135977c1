// expect: stack ok
«try { »×50000«} finally {}»×50000
