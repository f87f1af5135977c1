// options: { "limits": { "modules": 1 } }
import 'a'
import 'b'
// file: a
var a = 1
// file: b
var b = 1
