// expect: stack type ok
«new »×100000 Object
