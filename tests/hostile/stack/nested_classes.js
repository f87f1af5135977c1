// expect: stack ok
// time: 5000
«(class { a = »×50000 1 «})»×50000
