// expect: reference
require('fs')
