// expect: stack
// module deep: const f = () => f(); f(); await 0
import('deep')
