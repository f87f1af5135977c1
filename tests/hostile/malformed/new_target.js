// expect: syntax
new.target
