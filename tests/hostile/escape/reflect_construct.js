// expect: type
Reflect.construct(Function, ['return 1'])
