// expect: stack
class MyError extends Error { constructor() { super(new MyError()) } }
throw new MyError()
