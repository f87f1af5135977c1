// expect: syntax
break
