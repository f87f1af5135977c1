// expect: timeout
// module spin: var a = 1; for (;;) {}
import 'spin'
