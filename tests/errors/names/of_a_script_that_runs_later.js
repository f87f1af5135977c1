import 'lib'
const rows = 3
// file: lib
for (let i = 0; i < rows; i++) drawCircle('c' + i, 10 * i, 0, 4)
