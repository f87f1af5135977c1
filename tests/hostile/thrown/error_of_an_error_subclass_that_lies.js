// expect: thrown
class Liar extends Error { get name() { for (;;) {} } get message() { for (;;) {} } get stack() { for (;;) {} } }
throw new Liar()
