// expect: syntax
super.x
