// expect: stack ok
«(class { a = »×50000 1 «})»×50000
