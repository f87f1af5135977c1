// expect: stack syntax
«`${»×100000
