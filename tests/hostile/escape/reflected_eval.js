// expect: type
Reflect.apply(eval, null, ['1'])
