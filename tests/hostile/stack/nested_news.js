// expect: stack type ok
// time: 5000
«new »×100000 Object
